import AttributionBase
import AttributionCommandModel
import AttributionModel

enum ValidateOptions {
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

    /// The form in which the missing networks are written instead of the results.
    enum MissingForm: String, CaseIterable {
        case plist, json, lines
    }

    static let missing: TypedOption<MissingForm?> = .value(
        "missing", .choice("FORM", MissingForm.self),
        summary:
            "instead of results, write the missing networks, each once: as XML to paste into Info.plist (plist), as JSON, or as lines",
        group: "Rules",
        relations: [
            .requires([networks]), .excludes([labelled, LineOptions.linesAround, LineOptions.keep]),
        ])

    static let all: [any DeclaredOption] =
        [
            rules.essential, json, strict.essential, labelled, networks.essential, missing,
            TrustOptions.keys.worded("check signatures with the keys in FILE as well as with Apple's", group: "Rules")
                .essential,
            KeyFiles.passwordFile.worded(group: "Rules"),
            TrustOptions.exampleKey.worded(
                "check signatures with the published example key as well; implied by --labelled", group: "Rules"),
        ] + SingleValue.all.map(\.option) + [LineOptions.linesAround] + CommonOptions.output + LineOptions.inner
        + [LineOptions.keep] + LineOptions.streaming
        + [CommonOptions.now] + CommonOptions.diagnostics
}
