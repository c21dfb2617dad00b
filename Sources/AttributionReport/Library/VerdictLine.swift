import AttributionBytes
import AttributionInspection
import AttributionJSON

/// The members of a verdict that a report reads, as `aak verify` writes them.
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
