import AttributionBase
import AttributionCommandModel

@testable import AttributionProgram

/// Command lines are parsed or refused with a message, and help is written for the result.
enum ArgumentsFuzz {
    static func test(_ input: ByteView) {
        let bytes = [UInt8](input)
        let words = bytes.split(separator: 0, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        do throws(UsageError) {
            let invocation = try Program.root.parse(words)
            demand(!invocation.path.help(.short, width: 80).isEmpty, "every command has help")
        } catch {
            demand(!error.message.isEmpty, "a refusal says why")
        }
    }
}
