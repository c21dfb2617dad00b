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
        "networks", .file("LIST"),
        summary:
            "show which ad networks in LIST (a JSON file, a property list or any text with IDs) an Info.plist lacks or misspells",
        group: "Rules")

    static let options: [any DeclaredOption] =
        [
            rules, json, strict, labelled, networks,
            TrustOptions.keys.worded("check signatures with the keys in FILE as well as with Apple's", group: "Rules"),
            KeyFiles.passwordFile.worded(group: "Rules"),
            TrustOptions.exampleKey.worded(
                "check signatures with the published example key as well; implied by --labelled", group: "Rules"),
        ] + SingleValue.all.map(\.option) + [LineOptions.linesAround] + CommonOptions.output + LineOptions.inner
        + [LineOptions.keep] + LineOptions.streaming
        + [CommonOptions.now] + CommonOptions.diagnostics
}

/// An option that checks a single value of a field.
struct SingleValue: Sendable {
    let field: Field
    let subject: Subject
    let option: TypedOption<JSONValue?>

    static let all = [
        SingleValue(named: "fine", BodyField.conversionValue, .body, summary: "check a fine conversion value"),
        SingleValue(named: "value", BodyField.conversionValue, .body, summary: "the same as --fine"),
        SingleValue(
            named: "coarse", BodyField.coarseConversionValue, .body,
            words: CoarseConversionValue.allCases.map(\.rawValue),
            summary: "check a coarse conversion value"),
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
    private init(
        named name: String? = nil, _ field: Field, _ subject: Subject, words: [String] = [], summary: String? = nil
    ) {
        self.field = field
        self.subject = subject
        let isNumber = field.kind == .integer
        let placeholder = isNumber ? "N" : "TEXT"
        let form = words.isEmpty ? ValueForm.text(placeholder) : .name(placeholder, words)
        let name = name ?? field.text
        option = .value(
            name,
            form.map { text in
                guard isNumber, let number = try? JSONValue(parsing: Array(text.utf8)), case .number = number else {
                    return .string(text)
                }
                return number
            }, summary: summary ?? "check one \(name)", group: "Single values",
            relations: [
                .excludes([LineOptions.inputs("inputs")], isDescribed: false) {
                    "options such as --fine cannot be combined with \($1)"
                }
            ])
    }
}
