import AttributionBase
import AttributionCommandModel
import AttributionModel

extension ValidateCommand {
    private static let something = Condition.anyGiven(
        "inputs", options: [LineOptions.input] + SingleValue.all.map(\.option))
    static let rules = TypedOption.flag(
        "rules", summary: "list the rules instead of checking", group: "Rules",
        relations: [.excludes([something], isDescribed: false)])
    static let json = TypedOption.flag(
        "json", summary: "list the rules as JSON, one per line", group: "Rules", relations: [.requires([rules])])
    static let strict = TypedOption.flag("strict", summary: "treat warnings as errors", group: "Rules")
    static let labelled = TypedOption.flag(
        "labelled", summary: "check that each line of aak fixtures breaks the rule in its label, if it names one",
        group: "Rules")

    static let networks = TypedOption.value(
        "network-list", .file("LIST"),
        summary:
            "show which ad networks in LIST (a JSON file, a property list or any text with IDs) an Info.plist lacks or misspells",
        group: "Rules")

    static let options: [any DeclaredOption] =
        [
            rules.essential, json, strict.essential, labelled, networks.essential,
            TrustOptions.keys.worded("check signatures with the keys in FILE as well as with Apple's", group: "Rules")
                .essential,
            KeyFiles.passwordFile.worded(group: "Rules"),
            TrustOptions.exampleKey.worded(
                "check signatures with the published example key as well; implied by --labelled", group: "Rules"),
        ] + SingleValue.all.map(\.option) + [LineOptions.linesAround] + CommonOptions.output + LineOptions.inner
        + [LineOptions.keep] + LineOptions.streaming
        + [CommonOptions.now] + CommonOptions.diagnostics
}

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
