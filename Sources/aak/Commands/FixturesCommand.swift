import AttributionBase
import AttributionCommandModel
import AttributionFixtures
import AttributionModel
import AttributionSimulator

/// `aak fixtures`: creates reproducible test inputs.
enum FixturesCommand {
    private static let kind = TypedOption.value(
        "kind", .choice("KIND", Kind.self), summary: "what to make; impressions by default", group: "Fixtures")
    private static let count = TypedOption.value(
        "count", .integer("N", 0...Fixtures.positionCount),
        summary: "how many; 10 impressions, or each postback once, by default", group: "Fixtures",
        relations: [
            .excludes(Kind.allCases.filter(\.isList).map { kind.being($0) }) {
                "\($0) is given with \($1), which has a fixed set of inputs"
            }
        ])
    private static let of = TypedOption.value(
        "of", .choice("KIND", FixtureKind.self), summary: "only broken or sound inputs of this kind",
        group: "Fixtures",
        relations: [.requires([kind.being(.broken), kind.being(.sound), rules]) { "\($0) requires \($1)" }])
    private static let rules = TypedOption.values(
        "rule", .rule("RULE", offered: RuleCatalogue.all.rules.filter(\.hasFixture)),
        summary: "only broken inputs that break this rule", group: "Fixtures",
        relations: [
            .excludes(Kind.allCases.filter { $0 != .broken }.map { kind.being($0) }, isDescribed: false) {
                "\($0) is given with \($1), want --kind broken"
            },
            .excludes([count]) { "\($1) is given with \($0), which has a fixed set of inputs" },
        ])
    private static let apps = TypedOption.values(
        ImpressionField.advertisedItemIdentifier.text, short: "a",
        ValueForm.text("N").parsed(wanting: "0 to \(UInt64.max)") { ItemIdentifier($0) },
        summary: "advertise this app; one of them, if repeated; another for each input by default", group: "Fixtures")
    private static let sources = TypedOption.values(
        ImpressionField.sourceIdentifier.text, short: "s",
        .integer("N", 1000...SourceIdentifier.range.upperBound, as: { SourceIdentifier($0) }),
        summary: "use this source identifier; one of them, if repeated; another for each input by default",
        group: "Fixtures")
    private static let network = TypedOption.value(
        ImpressionField.adNetworkIdentifier.text, short: "n",
        ValueForm.text("ID").parsed(wanting: AdNetworkIdentifier.wanted) { AdNetworkIdentifier($0) },
        default: ExampleKey.adNetworkIdentifier,
        summary: "the ad network, also the kid of impressions; example.adattributionkit by default", group: "Fixtures")
    private static let manifest = TypedOption.flag(
        "manifest", summary: "write the counts of all kinds, stages and rules instead, as one JSON object",
        group: "Fixtures",
        relations: [
            .excludes([count, kind, of, rules]) { "\($1) is given with \($0), which counts the inputs of every kind" }
        ])

    static let command = Command(
        name: "fixtures",
        summary: "make reproducible test inputs",
        discussion: """
            Writes test inputs, one per line, that follow byte for byte from --seed and the key: signed impressions,
            postback bodies that go through every combination of tier, window, conversion type, interaction and
            outcome, ads and postbacks of every version of SKAdNetwork, broken inputs, sound ones that are unusual, or a
            sequence of inputs that come one after another. Each input has an identifier of its own, except where a
            repeat is the point. Impressions are signed under the ad network's own kid, postbacks under
            \(PostbackRequest.testKeyID).

            A broken input is {"input":...,"kind":...,"stage":...,"rule":...,"severity":...,"name":...}: for each rule
            at least one input that breaks this rule and no other, and for each known attack on a JWS at least one, as a
            token and in a postback. The stage is the first step that must refuse it: input, components, header, payload,
            signature, or rules. If the severity is error, it must be refused; a warning or a note may be accepted. A
            bid response has the bid request that it is checked against beside it, as request. A line that has a remedy has its name, as remedy. An input that has to arrive as
            it is written is a string: a token, and JSON with numbers that a program could change. aak validate --labelled
            takes these lines and checks that it agrees.

            A sound input is {"input":...,"verdict":"valid",...}: a postback that a receiver must accept, and one that is
            too strict refuses. Beside it are its framework, its version (of SKAdNetwork), tier and window, and a name
            that says what is unusual about it. aak validate --labelled takes these lines too, and aak verify --at input
            verifies what is in them.

            A line of the sequence is {"input":...,"counts":...,"verdict":...,"name":...}. Given to a receiver in this
            order, exactly those count that are labelled so: a postback once, whatever its copies say, each window of a
            conversion, and none that is forged, a bare token, or for another network. The verdict is that of aak verify
            --unique --accept postback --network; a repeat has "same" beside it, as there.
            """,
        options: [
            kind, of, count, rules, network, apps, sources,
            SigningOptions.key.worded(
                "sign with the private key in FILE instead of the example key", group: "Fixtures"),
            KeyFiles.passwordFile.worded(group: "Fixtures"),
            SigningOptions.exampleKey.worded(
                "sign with the published example key for any ad network", group: "Fixtures"),
            manifest, CommonOptions.seed,
            LineOptions.jobs.worded("work on N threads; all processors by default", group: "Fixtures"),
        ] + CommonOptions.output + CommonOptions.diagnostics,
        sections: [CommonOptions.exitStatus],
        examples: [
            "A thousand impressions": "aak fixtures --kind impressions --count 1000 --seed 7",
            "Check that broken inputs are refused": "aak fixtures --kind broken | aak validate --labelled",
            "Check that sound inputs are accepted": "aak fixtures --kind sound | aak verify --at input --example-key",
            "What a receiver of postbacks must refuse": "aak fixtures --kind broken --of postback",
            "Inputs that break one rule": "aak fixtures --rule impression-timestamp-seconds",
        ])

    enum Kind: String, CaseIterable {
        case impressions, postbacks, skan, broken, sound, sequence

        /// The number of inputs if no count is given; nil for a fixed set of inputs, of which there is no other number.
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
        let summary = LinePipeline([], LineContext(console, run)) { FixtureProcessor($0, fixtures, kind) }.run()
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
                "the example key signs for \(ExampleKey.keyID) only, want --key FILE for \(quoted(network.description))",
                hint: "pass --example-key to sign with it all the same")
        }
        return Fixtures(
            seed: UInt64(invocation[CommonOptions.seed] ?? 0), key: key ?? ExampleKey.privateKey, network: network,
            apps: invocation[apps], sources: invocation[sources])
    }

    /// Returns the lines of a kind with a fixed set of inputs.
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
                    ? "no input of kind \(wanted.rawValue) breaks --rule"
                    : "--kind \(kind.rawValue) has no inputs of kind \(wanted.rawValue)")
        }
        return lines
    }

    /// Returns all broken inputs, or those that break the given rules.
    private static func broken(_ fixtures: Fixtures, _ invocation: Invocation) throws(Diagnostic) -> [BrokenInput] {
        let rules = Set(invocation[rules])
        let inputs = fixtures.broken
        guard !rules.isEmpty else { return inputs }
        let shown = Set(inputs.map(\.rule))
        if let rule = rules.subtracting(shown).min(by: { $0.id < $1.id }) {
            throw invocation.usage(
                rule.subject == .request
                    ? "rule \(rule.id) is about the options of a command, which no input shows"
                    : "rule \(rule.id) has no fixture",
                hint: "aak explain \(rule.id) says more")
        }
        return inputs.filter { rules.contains($0.rule) }
    }
}

/// Writes the fixtures of successive positions.
private struct FixtureProcessor: LineProcessor, ~Copyable {
    let context: LineContext
    private let kind: FixturesCommand.Kind
    private let fixtures: Fixtures
    private var writer: FixtureWriter

    init(_ context: LineContext, _ fixtures: Fixtures, _ kind: FixturesCommand.Kind) {
        self.context = context
        self.kind = kind
        self.fixtures = fixtures
        writer = FixtureWriter(fixtures)
    }

    mutating func process(_ line: Line, _ result: inout BatchResult) throws(Rejection) {
        let position = line.number - 1
        switch kind {
        case .postbacks: writer.append(postbackAt: position, to: &result.output.bytes)
        case .skan: fixtures.skAdNetworkValue(at: position).append(to: &result.output.bytes)
        case .impressions, .broken, .sound, .sequence: writer.append(impressionAt: position, to: &result.output.bytes)
        }
        result.output.endLine(as: kind == .impressions ? .text : .json)
    }
}

extension Rule {
    /// Whether there are inputs that break the rule.
    fileprivate var hasFixture: Bool { (subject.isOfMessages || subject == .input) && subject != .host }
}
