import AttributionBytes
import AttributionInspection
import AttributionJSON

/// What a report reads of a verdict, as the line that `aak verify` writes has it.
enum VerdictLine {
    static func text(_ refusal: RefusedInput) -> [UInt8] {
        var output = ByteBuffer()
        output.openObject()
        output.member("verdict", word: refusal.outcome)
        output.closeObject()
        return output.array()
    }

    static func text(_ input: VerifiedInput) -> [UInt8] {
        var output = ByteBuffer()
        output.openObject()
        output.member("verdict", word: Verdict.Outcome.valid)
        output.member("kind", word: input.kind)
        if let version = input.skAdNetworkVersion { output.member("version", word: version) }
        output.member("environment", word: input.environment)
        unsafe input.payloadText.withBytes { output.member("payload", json: $0) }
        if let unsigned = input.unsignedText {
            unsafe unsigned.withBytes { output.member("unsigned", json: $0) }
        }
        output.closeObject()
        return output.array()
    }
}
