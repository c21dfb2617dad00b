import AttributionBase
import AttributionCommandModel
import AttributionModel

/// An option that checks a single value of a field.
struct SingleValue: Sendable {
    let field: FieldOption
    let option: TypedOption<String?>

    static let all = [
        SingleValue(BodyField.conversionValue, .body, brief: "fine"),
        SingleValue(
            BodyField.coarseConversionValue, .body, brief: "coarse",
            words: CoarseConversionValue.allCases.map(\.rawValue)),
        SingleValue(ImpressionField.sourceIdentifier, .impression),
        SingleValue(ImpressionField.adNetworkIdentifier, .impression),
        SingleValue(ImpressionField.advertisedItemIdentifier, .impression),
        SingleValue(ImpressionField.publisherItemIdentifier, .impression),
        SingleValue(ImpressionField.identifier, .impression),
        SingleValue(ImpressionField.timestamp, .impression),
        SingleValue(PostbackField.conversionType, .postback, words: ConversionType.allCases.map(\.rawValue)),
        SingleValue(BodyField.interactionType, .body, words: InteractionType.allCases.map(\.rawValue)),
        SingleValue(PostbackField.marketplaceIdentifier, .postback),
        SingleValue(BodyField.countryCode, .body),
    ]

    /// Creates the option for a field.
    ///
    /// - Parameter words: the values that completions suggest. Other values are accepted too.
    private init(_ field: Field, _ subject: Subject, brief: String? = nil, words: [String] = []) {
        let placeholder = field.kind == .integer ? "N" : "TEXT"
        let meaning = FieldOption(field, subject, isInput: true)
        let option = TypedOption.value(
            field.text, words.isEmpty ? ValueForm.text(placeholder) : .name(placeholder, words),
            summary: "check one \(field.name)", group: "Single values",
            relations: [
                .excludes([LineOptions.inputs("inputs")], isDescribed: false) {
                    "options such as --fine cannot be combined with \($1)"
                }
            ]
        ).standing(for: meaning)
        self.field = meaning
        self.option = brief.map { option.named(briefly: $0) } ?? option
    }
}
