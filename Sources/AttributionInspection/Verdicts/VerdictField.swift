import AdAttribution

/// The members of a verdict as JSON that its readers need.
package enum VerdictField {
    package static let verdict = Field(0, "verdict", .string)
    package static let kind = Field(1, "kind", .string, isRequired: false)
    package static let environment = Field(2, "environment", .string, isRequired: false)
    package static let version = Field(3, "version", .string, isRequired: false)
    package static let payload = Field(4, "payload", .object, isRequired: false)
    package static let unsigned = Field(5, "unsigned", .object, isRequired: false)
    /// The verdicts on the parts of an input, if there are several.
    package static let parts = Field(6, "parts", .array, isRequired: false)

    package static let shape = ObjectShape([verdict, kind, environment, version, payload, unsigned, parts])
}
