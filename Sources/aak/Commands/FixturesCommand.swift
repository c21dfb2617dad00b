import AttributionBase
import AttributionCommandModel
import AttributionFixtures
import AttributionModel
import AttributionSimulator

enum FixturesCommand {
    private static let kind = TypedOption.value(
        "kind", .choice("KIND", Kind.self), summary: "the kind of inputs to make; impressions by default",
        group: "Fixtures")
    private static let count = TypedOption.value(
        "count", .integer("N", 0...Fixtures.positionCount),
        summary: "how many to make; by default 10 impressions, or one input of each other sort",
        group: "Fixtures",
        relations: [
            .excludes(Kind.allCases.filter(\.isList).map { kind.being($0) }) {
                "\($0) and \($1) cannot be combined: \($1) has a fixed set of inputs"
            }
        ])
    private static let of = TypedOption.value(
        "of", .choice("KIND", FixtureKind.self), summary: "make only broken or sound inputs of this kind",
        group: "Fixtures",
        relations: [.requires([kind.being(.broken), kind.being(.sound), rules])])
    private static let rules = TypedOption.values(
        "rule", .rule("RULE", offered: RuleCatalogue.all.rules.filter(\.hasFixture)),
        summary: "make only broken inputs that break this rule", group: "Fixtures",
        relations: [
            .excludes(Kind.allCases.filter { $0 != .broken }.map { kind.being($0) }, isDescribed: false) {
                "\($0) requires --kind broken, not \($1)"
            },
            .excludes([count]) { "\($1) and \($0) cannot be combined: \($0) has a fixed set of inputs" },
        ])
    private static let apps = TypedOption.values(
        ImpressionField.advertisedItemIdentifier.text, short: "a",
        ValueForm.text("N").parsed(wanting: "an unsigned 64-bit integer") { ItemIdentifier($0) },
        summary: "advertise this app, or one of several if repeated; by default, a different app for each input",
        group: "Fixtures"
    ).standing(for: PostbackField.advertisedItemIdentifier, of: .postback)
    private static let sources = TypedOption.values(
        ImpressionField.sourceIdentifier.text, short: "s",
        .integer("N", 1000...SourceIdentifier.range.upperBound, as: { SourceIdentifier($0) }),
        summary: "use this source identifier, or one of several if repeated; by default, a different one each time",
        group: "Fixtures"
    ).standing(for: ImpressionField.sourceIdentifier, of: .impression)
    private static let network = TypedOption.value(
        ImpressionField.adNetworkIdentifier.text, short: "n",
        ValueForm.text("ID").parsed(wanting: AdNetworkIdentifier.wanted) { AdNetworkIdentifier(text: $0) },
        default: ExampleKey.adNetworkIdentifier,
        summary: "the ad network, also the kid of impressions; example.adattributionkit by default", group: "Fixtures"
    ).standing(for: ImpressionField.adNetworkIdentifier, of: .impression)
    private static let manifest = TypedOption.flag(
        "manifest", summary: "write only the counts of all kinds, stages and rules, as one JSON object",
        group: "Fixtures",
        relations: [
            .excludes([count, kind, of, rules]) {
                "\($1) and \($0) cannot be combined: \($0) counts the inputs of every kind"
            }
        ])

    private static let labels = TypedOption.flag(
        "labels", summary: "write impressions, postbacks and ads with labels too: {\"label\":{…},\"input\":…}",
        group: "Fixtures", relations: [.excludes(Kind.allCases.filter(\.isList).map { kind.being($0) } + [rules])])

    static let command = Command(
        name: "fixtures",
        summary: "make reproducible test inputs",
        discussion: """
            Writes test inputs, one per line: signed impressions; postback bodies with every combination of tier,
            window, conversion type, interaction and outcome; ads and postbacks of every version of SKAdNetwork; broken
            inputs; sound inputs that are unusual; or a sequence of inputs that arrive one after another. The same
            options (including --seed) and the same key give the same bytes. Each input has a different identifier,
            unless it is a deliberate repeat. Impressions are signed under the ad network's kid, postbacks under
            \(PostbackRequest.testKeyID).

            The line of a broken input is {"input":...,"kind":...,"stage":...,"rule":...,"severity":...,"name":...}.
            For each rule that --manifest lists, there is at least one input that breaks only this rule. For each
            known attack on a JWS, there is at least one token and at least one postback. The stage is the first stage
            of verification that must reject the input: input, components, header, payload, signature, or rules. If
            the severity is error, a receiver must reject the input; if it is warning or note, the input may be
            accepted. For a bid response, the member "request" contains the bid request to check it against. If the
            fault can be repaired, the member "remedy" says how. An input that must arrive exactly as written is given
            as a string: a token, or JSON with numbers that might change if a program parsed it and wrote it again.
            aak validate --labelled reads these lines and checks that exactly the labelled rule is broken.

            The line of a sound input is {"input":...,"verdict":"valid",...}; the input is a postback that a receiver
            must accept, but that an overly strict receiver rejects. The line also has the framework, the version (of
            SKAdNetwork), the tier and the window, and a name that says what is unusual about the input. aak validate
            --labelled reads these lines too, and aak verify --at input verifies the inputs in them.

            A line of the sequence is {"input":...,"counts":...,"verdict":...,"name":...}. If a receiver gets the lines
            in this order, exactly those with "counts":true must count: each postback once, no matter what its copies
            contain; each window of a conversion once; and never a forged postback, a bare token, or a postback of
            another network. The verdict is the one that aak verify --unique --accept postback --network gives; for a
            repeat, the line also has "same".
            """,
        options: [
            kind.essential, of.essential, count.essential, rules.essential, network.essential, apps, sources,
            SigningOptions.key.worded(
                "sign with the private key in FILE instead of the example key", group: "Fixtures"
            ).essential,
            KeyFiles.passwordFile.worded(group: "Fixtures"),
            SigningOptions.exampleKey.worded(
                "sign with the published example key for any ad network", group: "Fixtures"),
            labels, manifest, CommonOptions.seed.essential, CommonOptions.reproducible,
            LineOptions.jobs.worded("use N threads; by default, one per processor", group: "Fixtures"),
        ] + CommonOptions.output + CommonOptions.diagnostics,
        sections: [CommonOptions.ownExitStatus(good: "The inputs were written.")],
        examples: [
            "Make a thousand impressions": "aak fixtures --kind impressions --count 1000 --seed 7",
            "Check that broken inputs are rejected": "aak fixtures --kind broken | aak validate --labelled",
            "Check that sound inputs are accepted": "aak fixtures --kind sound | aak verify --at input --example-key",
            "Make broken postbacks": "aak fixtures --kind broken --of postback",
            "Make inputs that break one rule": "aak fixtures --rule impression-timestamp-seconds",
        ])

    enum Kind: String, CaseIterable {
        case impressions, postbacks, skan, broken, sound, sequence

        /// The default number of inputs; nil if the set of inputs is fixed.
        var defaultCount: Int? {
            switch self {
            case .impressions: 10
            case .postbacks: PostbackCell.all.count
            case .skan: SKAdNetworkCell.all.count
            case .broken, .sound, .sequence: nil
            }
        }

        var isList: Bool { defaultCount == nil }
    }

    static func run(_ invocation: Invocation, _ console: Console) throws(Diagnostic) -> ExitStatus {
        let kind = invocation[kind] ?? (invocation.has(rules) ? .broken : .impressions)
        let fixtures = try fixtures(invocation)
        if invocation[manifest] {
            try console.write(fixtures.manifest)
            return .good
        }
        guard let defaultCount = kind.defaultCount else {
            var lines = ResultLines()
            for value in try list(kind, fixtures, invocation) { lines.append(value) }
            try console.write(&lines)
            return .good
        }
        let count = invocation[count] ?? defaultCount
        let run = LineRun(source: { _ in NumberSource(count: count) }, jobs: invocation.jobs)
        let summary = LinePipeline([], LineContext(console, run)) {
            FixtureProcessor(
                context: $0, fixtures: fixtures, kind: kind, isLabelled: invocation[labels],
                writer: FixtureWriter(fixtures))
        }.run()
        if let failure = summary.failure { throw failure }
        return .good
    }

    // MARK: - Options

    private static func fixtures(_ invocation: Invocation) throws(Diagnostic) -> Fixtures {
        let network = invocation[network]
        var files = KeyFiles(invocation, Console(invocation))
        let key = try invocation[SigningOptions.key].map { (path) throws(Diagnostic) in try files.privateKey(path).0 }
        guard key != nil || invocation[SigningOptions.exampleKey] || network == ExampleKey.adNetworkIdentifier else {
            throw invocation.usage(
                "by default, the example key signs only for \(ExampleKey.keyID); for \(quoted(network.description)), pass --key FILE",
                hint: "pass --example-key to sign with it anyway")
        }
        return Fixtures(
            seed: UInt64(invocation.seed ?? 0), key: key ?? ExampleKey.privateKey, network: network,
            apps: invocation[apps], sources: invocation[sources])
    }

    private static func list(
        _ kind: Kind, _ fixtures: Fixtures, _ invocation: Invocation
    ) throws(Diagnostic) -> [JSONValue] {
        let wanted = invocation[of]
        let lines =
            switch kind {
            case .sequence: fixtures.sequence.map(\.labelValue)
            case .sound: fixtures.sound.filter { wanted ?? $0.kind == $0.kind }.map(\.labelValue)
            default: try broken(fixtures, invocation).filter { wanted ?? $0.kind == $0.kind }.map(\.labelValue)
            }
        if let wanted, lines.isEmpty {
            throw invocation.usage(
                invocation.has(rules)
                    ? "no input of kind \(wanted.rawValue) can break the given rules"
                    : "--kind \(kind.rawValue) has no \(wanted.rawValue) inputs")
        }
        return lines
    }

    /// Returns all broken inputs, or those that break the given rules.
    private static func broken(_ fixtures: Fixtures, _ invocation: Invocation) throws(Diagnostic) -> [BrokenInput] {
        let rules = Set(invocation[rules])
        guard !rules.isEmpty else { return fixtures.broken }
        let inputs = fixtures.broken(rules)
        if let rule = rules.subtracting(inputs.map(\.rule)).min(by: { $0.id < $1.id }) {
            throw invocation.usage(
                rule.subject == .request
                    ? "rule \(rule.id) is about the options of a command, so no input can break it"
                    : "rule \(rule.id) has no fixture",
                hint: "aak explain \(rule.id) says more")
        }
        return inputs
    }
}

private struct FixtureProcessor: LineProcessor, ~Copyable {
    let context: LineContext
    let fixtures: Fixtures
    let kind: FixturesCommand.Kind
    let isLabelled: Bool
    var writer: FixtureWriter

    mutating func judge(_ line: Line, _ result: inout BatchResult) throws(Diagnostic) {
        let position = line.number - 1
        if isLabelled {
            result.output.bytes.openObject()
            result.output.bytes.member(LabelMember.label.name, fixtures.label(of: kind.rawValue, at: position))
            result.output.bytes.member(LabelMember.input.name)
        }
        switch kind {
        case .postbacks: writer.append(postbackAt: position, to: &result.output.bytes)
        case .skan: fixtures.skAdNetworkValue(at: position).append(to: &result.output.bytes)
        case .impressions, .broken, .sound, .sequence:
            // The characters of a token need no escapes.
            if isLabelled { result.output.bytes.append(ASCII.quote) }
            writer.append(impressionAt: position, to: &result.output.bytes)
            if isLabelled { result.output.bytes.append(ASCII.quote) }
        }
        if isLabelled { result.output.bytes.closeObject() }
        result.output.endLine(as: kind == .impressions && !isLabelled ? .text : .json)
    }
}

extension Rule {
    fileprivate var hasFixture: Bool { (subject.isOfMessages || subject == .input) && subject != .host }
}
