import AttributionBase
import AttributionModel

/// The members of a verdict, in the order in which `aak verify` writes them, besides those of a ``SignatureMistake`` and of a
/// ``ResultMember``.
package enum VerdictMember {
    package static let verdict = OutputMember("verdict", "Valid, or why the input was rejected.")
    @inlinable package static var rule: OutputMember { FindingMember.rule }
    package static let same = OutputMember(
        "same", "For a repeated identifier: whether the repeat has the same contents as the first.")
    package static let kind = OutputMember("kind", "What the input is.")
    package static let kid = OutputMember("kid", "The key ID of a token.")
    package static let framework = OutputMember("framework", "The word skadnetwork; absent for AdAttributionKit.")
    @inlinable package static var version: OutputMember { SKAdNetworkVersion.member }
    package static let key = OutputMember("key", "For SKAdNetwork: which key signed the input.")
    package static let environment = OutputMember("environment", "The environment of the key.")
    package static let reason = OutputMember("reason", "What is wrong, in words.")
    package static let identifier = OutputMember("identifier", "The signed identifier, which reveals repeats.")
    package static let payload = OutputMember("payload", "The signed values; present only if the signature is valid.")
    package static let unsigned = OutputMember("unsigned", "The unsigned members, which anyone can change.")
    package static let parts = OutputMember("parts", "For a line with several signed objects: the verdict on each.")
}

/// The members of verdicts that its readers need.
package enum VerdictField {
    package static let verdict = Field(0, VerdictMember.verdict.name, .string)
    package static let kind = Field(1, VerdictMember.kind.name, .string, isRequired: false)
    package static let environment = Field(2, VerdictMember.environment.name, .string, isRequired: false)
    package static let version = Field(3, VerdictMember.version.name, .string, isRequired: false)
    package static let payload = Field(4, VerdictMember.payload.name, .object, isRequired: false)
    package static let unsigned = Field(5, VerdictMember.unsigned.name, .object, isRequired: false)
    package static let parts = Field(6, VerdictMember.parts.name, .array, isRequired: false)
    package static let rule = Field(7, VerdictMember.rule.name, .string, isRequired: false)

    package static let shape = ObjectShape([verdict, kind, environment, version, payload, unsigned, parts, rule])
}
