import AttributionBase
import AttributionCrypto
import AttributionModel

/// Searches for a remedy for a rejected input. It applies the changes that may fit, alone and in combination, and judges each result by
/// reading it like any input.
///
/// It makes at most ``RemedySearch/mostAttempts`` attempts, on at most ``RemedySearch/mostBytes`` times the bytes of the input, so that its
/// time grows no faster than the input. A remedy is not offered if less can be read with it, or if a body loses its unsigned members.
package struct RemedySearch: ~Copyable {
    /// The greatest number of changes that are combined.
    static let mostSteps = 3
    /// The greatest number of results that are judged for an input.
    package static let mostAttempts = 64
    /// The greatest total size of these results, as a multiple of the input's size.
    package static let mostBytes = 24

    /// Whether unsigned inputs count as readable too: an app's configuration and the documents of this program.
    private let readsDocuments: Bool
    private let keys: TrustedKeys
    private var reader = InputReader(checksSignatures: false)
    /// Judges changed values. It is created on first use.
    private var inspector: Inspector?
    private var payload = ByteBuffer()
    private var attempts = 0
    private var bytes = 0

    /// - Parameter keys: The keys that decide whether a changed value is the one that was signed.
    package init(readsDocuments: Bool, keys: TrustedKeys = TrustedKeys(.all)) {
        self.readsDocuments = readsDocuments
        self.keys = keys
    }

    /// The texts that result from changing a rejected input, and the changes that were made.
    struct State {
        var texts: [[UInt8]]
        var steps: [Remedy.Step] = []
        /// All earlier texts. The last ones must not lose anything of them.
        var before: [[UInt8]] = []

        var filters: [String]? { Remedy(steps: steps).filters }
    }

    /// Returns the remedy with which most of an input can be read. If several are equally good, it is the one with the fewest changes.
    /// Returns nil if none improves the input.
    package mutating func remedy(for text: ByteView) -> Remedy? { best(for: text).map { Remedy(steps: $0.steps) } }

    /// Returns the remedy for the values of an input that can be read but breaks a rule; nil if none improves it.
    package mutating func remedy(for text: ByteView, breaking rule: Rule) -> Remedy? {
        mended(State(texts: [[UInt8](text)]), breaking: rule).map { Remedy(steps: $0.steps) }
    }

    /// Returns the texts with values in the form that the message requires, if that is an improvement: a signature becomes valid, or an
    /// unsigned input breaks fewer rules and no new ones.
    private mutating func mended(_ state: State, breaking rule: Rule?) -> State? {
        // A name is changed only if that makes a signature valid.
        for var change in rule == nil ? [] : InputChange.names.results(state.texts) {
            let (before, after) = judge(state.texts, change.texts)
            guard after.read >= before.read, after.signed > before.signed else { continue }
            change.step.filter = filter(of: change, from: state)
            return State(texts: change.texts, steps: state.steps + [change.step], before: state.before + state.texts)
        }
        guard var change = InputChange.values.results(state.texts).first else {
            return nil
        }
        change.step.filter = filter(of: change, from: state)
        let (before, after) = judge(state.texts, change.texts)
        // An input that is no longer recognised breaks no rules, but is not better.
        guard after.read >= before.read else { return nil }
        let isBetter =
            after.signed > before.signed
            || after.signed == before.signed && !before.isSigned && after.broken.isStrictSubset(of: before.broken)
                && rule.map { rule in before.broken.subtracting(after.broken).contains { $0.rule == rule } } ?? true
        guard isBetter else { return nil }
        return State(texts: change.texts, steps: state.steps + [change.step], before: state.before + state.texts)
    }

    private mutating func judge(_ before: [[UInt8]], _ after: [[UInt8]]) -> (Inspector.Judgement, Inspector.Judgement) {
        var inspector = self.inspector.take() ?? Inspector(keys)
        let judgements = (inspector.judge(before), inspector.judge(after))
        self.inspector = consume inspector
        return judgements
    }

    mutating func best(for text: ByteView) -> State? {
        attempts = 0
        bytes = Self.mostBytes * text.count + 1 << 14
        var worth = worth(of: text, depth: 0)
        let signed = text.signedParts.union(NestedInput.encodedTokens(in: [UInt8](text)))
        var best: State?
        var states = [State(texts: [[UInt8](text)])]
        search: for _ in 0..<Self.mostSteps {
            var next: [State] = []
            for state in states {
                for change in InputChange.layout where change.mayFollow(state.steps) {
                    for var result in change.results(state.texts) where result.texts != state.texts {
                        guard let found = judge(result.texts) else { break search }
                        result.step.filter = filter(of: result, from: state)
                        let changed = State(
                            texts: result.texts, steps: state.steps + [result.step], before: state.before + state.texts)
                        // Among equally good results, the first one with a command is taken.
                        let isUsable = found == worth && best?.filters == nil && changed.filters != nil
                        if found > worth && found.readsAny || isUsable && best != nil,
                            signed.isSubset(
                                of: result.texts.reduce(into: []) { $0.formUnion($1.withBytes(\.signedParts)) })
                        {
                            (best, worth) = (changed, found)
                        }
                        next.append(changed)
                    }
                }
            }
            // If all messages are whole, further changes cannot improve them.
            if best != nil, worth.messages > 0 { break }
            states = next
        }
        // A token alone would lose the unsigned members of its body.
        let losesMembers =
            worth.messages == 0
            && best?.before.contains { $0.withBytes(InputChange.namesUnsignedMember) } ?? false
        if losesMembers { return nil }
        return mended(best ?? State(texts: [[UInt8](text)]), breaking: nil) ?? best
    }

    /// Returns the command that makes a change; nil if there is none for these texts.
    private func filter(of change: InputChange.Result, from state: State) -> String? {
        guard let filter = change.step.filter, filter.hasPrefix("jq ") else { return change.step.filter }
        guard !change.texts.contains(where: { $0.first == ASCII.openBrace && $0.withBytes(\.hasInexactNumber) }) else {
            return nil
        }
        // After another jq command, each value is on a line of its own.
        let followsLines = state.steps.last?.filter?.hasPrefix("jq ") ?? false
        let isOfDocument =
            !followsLines
            && state.texts.contains { $0.contains(ASCII.newline) && $0.withBytes { $0.values != nil } }
        return isOfDocument ? LineFilter.ofDocument(filter) : filter
    }

    /// Returns how much can be read of texts; nil if the budget is used up.
    private mutating func judge(_ texts: [[UInt8]]) -> InputWorth? {
        attempts += 1
        bytes -= texts.reduce(0) { $0 + $1.count }
        guard attempts <= Self.mostAttempts, bytes > 0 else { return nil }
        var worth = InputWorth()
        for text in texts { text.withBytes { worth = worth + self.worth(of: $0.trimmed, depth: 0) } }
        return worth
    }

    /// Returns how much can be read of a text, which may have several values.
    private mutating func worth(of text: ByteView, depth: Int) -> InputWorth {
        guard !text.isEmpty else { return InputWorth() }
        payload.removeAll()
        do throws(InputFault) {
            guard try reader.open(text, nil, payloadTo: &payload) else {
                return InputWorth(messages: reader.takeBids().count { $0.isBid })
            }
        } catch {
            guard error.mayBeSeveral, depth < 2, let inputs = text.inputs else { return InputWorth(unread: 1) }
            var worth = InputWorth()
            for input in inputs {
                input.withBytes { worth = worth + self.worth(of: $0, depth: depth + 1) }
            }
            return worth
        }
        return worth(of: reader.reading)
    }

    private func worth(of reading: InputReader.ReadInput) -> InputWorth {
        if reading.input.form == .propertyList {
            let list = reading.input.token.flatMap { try? PropertyList.value(of: [UInt8]($0)) }
            guard readsDocuments, case .object? = list else { return InputWorth(unread: 1) }
            return InputWorth(messages: 1)
        }
        if let token = reading.token {
            guard !token.hasFaults, let claims = reader.payload(of: token, in: payload),
                let kind = InputKind.ofPayload(claims)
            else { return InputWorth(unread: 1) }
            return kind == .postback && reading.input.body == nil ? InputWorth(tokens: 1) : InputWorth(messages: 1)
        }
        switch reading.input.form {
        case .skAdNetwork(let form):
            let isSigned = reading.input.object?.member(form.name(of: .signature)) != nil
            return isSigned ? InputWorth(messages: 1) : InputWorth(unread: 1)
        case .payload: return InputWorth(messages: 1)
        case .configuration, .schema, .document, .webAdRequest:
            return readsDocuments ? InputWorth(messages: 1) : InputWorth(unread: 1)
        default: return InputWorth(unread: 1)
        }
    }
}

extension ByteView {
    /// The inputs in an array, or the values that follow each other; nil for any other string.
    fileprivate var inputs: [[UInt8]]? {
        guard let values else { return nil }
        guard values.count == 1, first == ASCII.openBracket else { return values.map { [UInt8]($0) } }
        guard case .array(let elements)? = try? JSONValue(parsing: [UInt8](self)) else { return nil }
        return elements.map { element in
            if case .string(let text) = element { Array(text.utf8) } else { Array(element.text.utf8) }
        }
    }
}

/// Verifies and validates texts, to judge changes.
private struct Inspector: ~Copyable {
    struct BrokenRule: Hashable {
        let input: Int
        let rule: Rule
        let field: String
    }

    typealias Judgement = (read: Int, signed: Int, isSigned: Bool, broken: Set<BrokenRule>)

    private var engine: InspectionEngine

    init(_ keys: TrustedKeys) { engine = InspectionEngine(InspectionDemand(reportsBy: keys, threshold: .warning)) }

    /// Returns how many inputs are recognised, how many signatures are valid, whether values are signed that a change would alter, and
    /// which rules are broken.
    mutating func judge(_ texts: [[UInt8]]) -> Judgement {
        engine.removeAll()
        for (number, text) in texts.enumerated() { engine.add(text, input: number, at: nil) }
        engine.check()
        var judgement = (read: 0, signed: 0, isSigned: false, broken: Set<BrokenRule>())
        for (place, entry) in engine.batch.entries.enumerated() {
            if entry.kind != .unreadable, engine.batch.reports[place].kind != .unrecognised { judgement.read += 1 }
            if entry.isSigned { judgement.signed += 1 }
            if entry.kind == .skAdNetworkPostback || entry.kind == .skAdNetworkAd { judgement.isSigned = true }
            for finding in engine.batch.reports[place].findings where finding.severity >= .warning {
                judgement.broken.insert(BrokenRule(input: entry.input, rule: finding.rule, field: finding.field))
            }
        }
        return judgement
    }
}
