import AttributionSimulator
import Bytes
import StrictJSON

/// Reads the JSON documents of a simulation, each a whole file.
enum ScenarioFile {
    static let sizeLimit = 1 << 26

    /// The bytes of a file, or of standard input for `-`.
    static func contents(_ path: String) throws(Diagnostic) -> [UInt8] {
        let name = name(of: path)
        let text = try read(path, name)
        try DocumentFile.refuseKey(text, name)
        return text
    }

    private static func read(_ path: String, _ name: String) throws(Diagnostic) -> [UInt8] {
        do throws(SystemError) {
            guard path == "-" || !System.isDirectory(path) else { throw SystemError.isADirectory }
            let file = path == "-" ? Descriptor.input : try Descriptor.open(path, .read)
            defer { if path != "-" { try? file.close() } }
            var text: [UInt8] = []
            while text.count <= sizeLimit {
                var failure: SystemError?
                let block = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
                    do throws(SystemError) {
                        count = try unsafe file.read(into: UnsafeMutableRawBufferPointer(buffer))
                    } catch {
                        failure = error
                        count = 0
                    }
                }
                if let failure { throw failure }
                if block.isEmpty { return text }
                text += block
            }
        } catch {
            throw .trouble("cannot read \(name): \(error.words)")
        }
        throw .trouble("\(name) is larger than \(sizeLimit >> 20) MiB")
    }

    static func name(of path: String) -> String { path == "-" ? "<stdin>" : path }

    /// Reads a scenario, or a world without events. What is wrong with it is told at once.
    ///
    /// - Returns: nil where something was wrong.
    static func read(
        _ text: [UInt8], file: String, hasEvents: Bool = true, _ console: Console, _ judgement: TokenJudgement
    ) -> Scenario? {
        do throws(Scenario.ReadingError) {
            return try Scenario(parsing: text, hasEvents: hasEvents) { judgement.impression($0) }
        } catch {
            report(error, file: file, console)
            return nil
        }
    }

    static func report(_ error: Scenario.ReadingError, file: String, _ console: Console) {
        switch error {
        case .syntax(let fault): console.report(Diagnostic(file: file, message: "the document is no JSON: \(fault)"))
        case .faults(let faults): for fault in faults { console.report(Diagnostic(fault, file: file)) }
        }
    }
}

extension Diagnostic {
    init(_ fault: ScenarioFault, file: String?) {
        let place = fault.place.isEmpty ? "the scenario" : "\"\(fault.place)\""
        self.init(
            file: file, field: fault.place.isEmpty ? nil : fault.place, message: place + " " + fault.message,
            hint: fault.hint)
    }
}
