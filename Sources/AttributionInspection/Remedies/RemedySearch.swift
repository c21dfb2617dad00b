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
    /// The greatest number of texts in which changed values are judged: of an array with more inputs, these are from all parts of it.
    private static let mostJudged = 512

    /// Whether unsigned inputs count as readable too: an app's configuration and the documents of this program.
    private let readsDocuments: Bool
    private let keys: TrustedKeys
    private var reader = InputReader(checksSignatures: false)
    /// Judges changed values. It is created on first use.
    private var inspector: Inspector?
    private var payload = ByteBuffer()
    private var attempts = 0
    private var bytes = 0
    /// The texts that remedies looked at last. Most remedies fit nothing, so that the next one looks at the same texts.
    private var lastScanned: ScannedTexts?

    /// - Parameter keys: The keys that decide whether a changed value is the one that was signed.
    package init(readsDocuments: Bool, keys: TrustedKeys = TrustedKeys(.productionAndDevelopment)) {
        self.readsDocuments = readsDocuments
        self.keys = keys
    }

    /// The texts that result from changing a rejected input, and the changes that were made.
    struct State {
        var texts: [[UInt8]]
        var steps: [Repair.Step] = []
        /// The texts before each step. Nothing in them may be missing from the final texts.
        var before: [[[UInt8]]] = []

        fileprivate func with(_ result: Remedy.Result, of remedy: Remedy) -> State {
            State(texts: result.texts, steps: steps + [Repair.Step(remedy, result)], before: before + [texts])
        }

        fileprivate var repair: Repair { Repair(steps: steps, texts: texts) }
    }

    /// Returns the repair with which most of an input can be read. If several are equally good, it is the one with the fewest changes.
    /// Returns nil if none improves the input.
    package mutating func repair(_ text: ByteView) -> Repair? { Remedy.fence(text) ?? best(for: text)?.repair }

    /// Returns the repair of the values of an input that can be read but breaks a rule; nil if none improves it.
    package mutating func repair(_ text: ByteView, breaking rule: Rule) -> Repair? {
        mended(State(texts: [[UInt8](text)]), breaking: rule)?.repair
    }

    /// Returns an input after the given remedies were applied in their order, each where it fits; nil if they do not improve the input.
    package mutating func repair(_ text: ByteView, by remedies: [Remedy]) -> Repair? {
        if remedies.contains(where: { $0.name == Remedy.syntaxName }), let fence = Remedy.fence(text) { return fence }
        let start = State(texts: [[UInt8](text)])
        let signed = text.signedPartsAtAnyDepth
        let (before, readabilityBefore) = (judge(start.texts), readability(of: text, depth: 0))
        var states = [start]
        for remedy in remedies {
            var next = states
            for state in states where next.count < Self.mostAttempts {
                for result in remedy.results(scanned(state.texts))
                where result.isDecided && result.texts != state.texts {
                    next.append(state.with(result, of: remedy))
                }
            }
            states = next
        }
        var best: (state: State, judgement: Inspector.Judgement, readability: Readability)?
        var bytes = Self.mostBytes * text.count + 1 << 14
        for state in states.dropFirst() where bytes > 0 && keeps(signed, state) {
            bytes -= state.texts.reduce(0) { $0 + $1.count }
            let (found, readability) = (judge(state.texts), readability(of: state.texts))
            // Without remedies for values, nothing that is signed was changed.
            let isProven = !found.isSigned || !state.repair.changesValues || found.signed == found.read
            guard isProven, !losesMembers(state, readability) else { continue }
            let isBetter =
                readability > readabilityBefore && (readability.readsAny || readability.nested > 0)
                || readability == readabilityBefore && found.read >= before.read
                    && (found.signed > before.signed
                        || found.signed == before.signed && found.broken.isStrictSubset(of: before.broken))
            guard isBetter else { continue }
            if let best {
                let isMore = found.signed == best.judgement.signed && readability != best.readability
                guard isMore ? readability > best.readability : found.isBetter(than: best.judgement) else { continue }
            }
            best = (state, found, readability)
        }
        return best?.state.repair
    }

    /// Whether a state still has all signed parts of the input, and those that its steps decoded.
    private func keeps(_ signed: Set<[UInt8]>, _ state: State) -> Bool {
        let decoded = state.before.dropFirst().joined()
        guard !signed.isEmpty || !decoded.isEmpty else { return true }
        let kept = state.texts.reduce(into: Set<[UInt8]>()) { $0.formUnion($1.withBytes(\.signedPartsAtAnyDepth)) }
        return signed.isSubset(of: kept)
            && decoded.allSatisfy { $0.withBytes(\.signedPartsAtAnyDepth).isSubset(of: kept) }
    }

    /// Whether unsigned members of postbacks are lost, which a token alone does not have.
    private func losesMembers(_ state: State, _ readability: Readability) -> Bool {
        let names = state.repair.names
        // Taking inputs out of members with different names takes a token out of its body, whatever else is read.
        if readability.tokens > 0, readability.messages == 0 || names.contains(Remedy.placesName),
            state.before.contains(where: { Remedy.MemberCounts($0).unsigned > 0 })
        {
            return true
        }
        // What is taken out of a text may end before the members that follow the token, or have others around it.
        var after = Remedy.MemberCounts(state.texts)
        guard after.signed > 0 || state.texts.contains(where: { $0.withBytes(\.mayHoldPostback) }) else { return false }
        for (step, texts) in zip(state.steps, state.before).reversed() {
            let before = Remedy.MemberCounts(texts)
            let isOfLayout = Remedy.layout.contains { $0.name == step.name }
            if isOfLayout, after.hasFewerUnsigned(than: before) { return true }
            after = before
        }
        return false
    }

    // MARK: - Values

    /// Returns the texts with values in the form that the message requires, if that is an improvement: a signature becomes valid, or an
    /// unsigned input breaks fewer rules and no new ones.
    private mutating func mended(_ state: State, breaking rule: Rule?) -> State? {
        // Judging a text takes much longer than finding out that none of its values can be changed.
        let own = withCertainValues(state)
        // An object can be read although some of its members have other names.
        let renamed = Remedy.names.results(scanned(state.texts)).filter(\.isDecided).map {
            state.with($0, of: Remedy.names)
        }
        let changed = scanned(own.state.texts)
        let proven = Remedy.provenValues.map { ($0, results: $0.results(changed)) }
        guard !own.used.isEmpty || !renamed.isEmpty || proven.contains(where: { !$0.results.isEmpty }) else {
            return nil
        }
        let before = judgeEnough(state.texts)
        var best: (state: State, used: [Remedy], start: State, judgement: Inspector.Judgement)?
        for (start, changed) in [(state, own)] + renamed.map({ ($0, withCertainValues($0)) })
        where changed.state.steps.count > state.steps.count {
            let after = judgeEnough(changed.state.texts)
            guard isBetter(after, than: before, rule) else { continue }
            if let best, !after.isBetter(than: best.judgement) { continue }
            best = (changed.state, changed.used, start, after)
        }
        if let best { return fewest(best.used, best.start, best.state, best.judgement) }
        guard before.isSigned else { return nil }
        // One change with a valid signature is enough. If no signature becomes valid, values are not guessed.
        for (remedy, results) in proven {
            for change in results {
                let changed = own.state.with(change, of: remedy)
                let after = judgeEnough(changed.texts)
                guard after.read >= before.read, after.signed > before.signed else { continue }
                return fewest(own.used, state, changed, after, then: remedy)
            }
        }
        return nil
    }

    /// Returns the texts with all values changed that follow from the types of their members, and the remedies that did it.
    private mutating func withCertainValues(_ state: State) -> (state: State, used: [Remedy]) {
        var (mended, used) = (state, [Remedy]())
        for remedy in Remedy.certainValues {
            guard let change = remedy.results(scanned(mended.texts)).first, change.texts != mended.texts else {
                continue
            }
            mended = mended.with(change, of: remedy)
            used.append(remedy)
        }
        return (mended, used)
    }

    private func isBetter(_ after: Inspector.Judgement, than before: Inspector.Judgement, _ rule: Rule?) -> Bool {
        // An input that is no longer recognised breaks no rules, but is not better.
        guard after.read >= before.read else { return false }
        return after.signed > before.signed
            || after.signed == before.signed && !before.isSigned && after.broken.isStrictSubset(of: before.broken)
                && rule.map { rule in before.broken.subtracting(after.broken).contains { $0.rule == rule } } ?? true
    }

    /// Returns the state that is as good with as few of the remedies as possible.
    private mutating func fewest(
        _ used: [Remedy], _ start: State, _ all: State, _ judgement: Inspector.Judgement,
        then last: Remedy? = nil
    ) -> State {
        var (used, best) = (used, all)
        for remedy in used where used.count + (last == nil ? 0 : 1) > 1 {
            let others = used.filter { $0.name != remedy.name }
            var state = start
            for other in others {
                guard let change = other.results(scanned(state.texts)).first else { continue }
                state = state.with(change, of: other)
            }
            var candidates = [state]
            if let last { candidates = last.results(scanned(state.texts)).map { state.with($0, of: last) } }
            for candidate in candidates {
                let found = judgeEnough(candidate.texts)
                guard found.read >= judgement.read, found.signed >= judgement.signed,
                    found.broken.isSubset(of: judgement.broken)
                else { continue }
                (used, best) = (others, candidate)
                break
            }
        }
        return best
    }

    /// Judges texts, or so many of them that the others are likely to be alike.
    private mutating func judgeEnough(_ texts: [[UInt8]]) -> Inspector.Judgement {
        let step = (texts.count + Self.mostJudged - 1) / Self.mostJudged
        return judge(step > 1 ? stride(from: 0, to: texts.count, by: step).map { texts[$0] } : texts)
    }

    private mutating func judge(_ texts: [[UInt8]]) -> Inspector.Judgement {
        var inspector = self.inspector.take() ?? Inspector(keys)
        let judgement = inspector.judge(texts)
        self.inspector = consume inspector
        return judgement
    }

    /// Returns texts for remedies to look at.
    private mutating func scanned(_ texts: [[UInt8]]) -> ScannedTexts {
        if let lastScanned, lastScanned.all == texts { return lastScanned }
        let scanned = ScannedTexts(texts)
        lastScanned = scanned
        return scanned
    }

    // MARK: - Layout

    mutating func best(for text: ByteView) -> State? {
        attempts = 0
        bytes = Self.mostBytes * text.count + 1 << 14
        var readability = readability(of: text, depth: 0)
        let signed = text.signedPartsAtAnyDepth
        var best: State?
        var states = [State(texts: [[UInt8](text)])]
        search: for _ in 0..<Self.mostSteps {
            var next: [State] = []
            for state in states {
                let texts = scanned(state.texts)
                // No remedy is applied twice.
                for remedy in Remedy.layout where !state.steps.contains(where: { $0.name == remedy.name }) {
                    for result in remedy.results(texts) where result.texts != state.texts {
                        guard let found = readabilityWithin(result.texts) else { break search }
                        let changed = state.with(result, of: remedy)
                        // Among equally good results, the first one that needs no decision is taken.
                        let isUsable =
                            found == readability && best?.repair.isDecided == false && changed.repair.isDecided
                        if found > readability && found.readsAny || isUsable, keeps(signed, changed),
                            !losesMembers(changed, found)
                        {
                            (best, readability) = (changed, found)
                        }
                        next.append(changed)
                    }
                }
            }
            // If all messages are whole, further changes cannot improve them.
            if best != nil, readability.messages > 0 { break }
            states = next
        }
        if let best, !best.repair.isDecided { return best }
        return mended(best ?? State(texts: [[UInt8](text)]), breaking: nil) ?? best
    }

    /// Returns how much can be read of texts; nil if the budget is used up.
    private mutating func readabilityWithin(_ texts: [[UInt8]]) -> Readability? {
        attempts += 1
        bytes -= texts.reduce(0) { $0 + $1.count }
        guard attempts <= Self.mostAttempts, bytes > 0 else { return nil }
        return readability(of: texts)
    }

    private mutating func readability(of texts: [[UInt8]]) -> Readability {
        var readability = Readability()
        for text in texts { text.withBytes { readability = readability + self.readability(of: $0.trimmed, depth: 0) } }
        return readability
    }

    /// Returns how much can be read of a text, which may have several values.
    private mutating func readability(of text: ByteView, depth: Int) -> Readability {
        guard !text.isEmpty else { return Readability() }
        payload.removeAll()
        do throws(InputFault) {
            guard try reader.open(text, nil, payloadTo: &payload) else {
                return Readability(messages: reader.takeBids().count { $0.isBid })
            }
        } catch {
            guard error.mayBeSeveral, depth < 2, let inputs = text.inputs else {
                var isAround = false
                if case .nested = error { isAround = true }
                return Readability(nested: isAround ? 1 : 0, unread: 1)
            }
            var readability = Readability()
            for input in inputs {
                input.withBytes { readability = readability + self.readability(of: $0, depth: depth + 1) }
            }
            return readability
        }
        return readability(of: reader.reading)
    }

    // It changes nothing. But the compiler takes seconds for a method that borrows a large value which cannot be copied.
    private mutating func readability(of reading: InputReader.ReadInput) -> Readability {
        if reading.input.form == .propertyList {
            let list = reading.input.token.flatMap { try? PropertyList.value(of: [UInt8]($0)) }
            guard readsDocuments, case .object? = list else { return Readability(unread: 1) }
            return Readability(messages: 1)
        }
        if let token = reading.token {
            guard !token.hasFaults, let claims = reader.payload(of: token, in: payload),
                let kind = InputKind.ofPayload(claims)
            else { return Readability(unread: 1) }
            return kind == .postback && reading.input.body == nil ? Readability(tokens: 1) : Readability(messages: 1)
        }
        switch reading.input.form {
        case .skAdNetwork(let form):
            let isSigned = reading.input.object?.member(form.name(of: .signature))?.kind == .string
            return isSigned ? Readability(messages: 1) : Readability(unread: 1)
        case .payload: return Readability(messages: 1)
        case .configuration, .schema, .document, .webAdRequest:
            return readsDocuments ? Readability(messages: 1) : Readability(unread: 1)
        default: return Readability(unread: 1)
        }
    }
}

extension RemedySearch {
    /// Whether texts are inputs of known kinds that break no rule whose severity is an error. A signature whose key is unknown is no fault.
    ///
    /// - Parameter fills: Whether an impression may lack members, which options of `aak sign` fill.
    mutating func areGood(_ texts: [[UInt8]], fills: Bool = false) -> Bool {
        let judgement = judge(texts)
        return judgement.read >= texts.count && judgement.unread == 0
            && judgement.broken.allSatisfy { $0.severity < .error || fills && $0.isOfLackingImpression }
    }

    /// Whether a text still has all signed parts of the input from which it was made.
    func keeps(_ input: ByteView, in text: [UInt8]) -> Bool {
        input.signedPartsAtAnyDepth.isSubset(of: text.withBytes(\.signedPartsAtAnyDepth))
    }

    /// Whether anything can be read of a text.
    mutating func reads(_ text: ByteView) -> Bool { readability(of: text, depth: 0).readsAny }
}

extension ByteView {
    /// The inputs in an array, or the values that follow each other, as they are written; nil for any other text.
    var inputs: [[UInt8]]? {
        guard let values else { return nil }
        guard values.count == 1, first == ASCII.openBracket else { return values.map { [UInt8]($0) } }
        var index = JSONIndex()
        guard let root = try? unsafe index.read(self) else { return nil }
        return root.elements.map { $0.kind == .string ? Array($0.string.utf8) : [UInt8]($0.raw) }
    }
}

/// Verifies and validates texts, to judge changes.
private struct Inspector: ~Copyable {
    struct BrokenRule: Hashable {
        let input: Int
        let rule: Rule
        let field: String
        let severity: Rule.Severity
        /// Whether an impression lacks a member.
        let isOfLackingImpression: Bool
    }

    struct Judgement {
        /// The number of inputs that are recognised, and of signatures that are valid.
        var (read, signed) = (0, 0)
        /// The number of inputs that cannot be read.
        var unread = 0
        /// Whether values are signed one by one, so that a change may alter what was signed.
        var isSigned = false
        var broken = Set<BrokenRule>()

        /// Whether this is better, or the same with fewer broken rules.
        func isBetter(than other: Judgement) -> Bool {
            signed != other.signed ? signed > other.signed : broken.count < other.broken.count
        }
    }

    private var engine: InspectionEngine

    init(_ keys: TrustedKeys) { engine = InspectionEngine(InspectionDemand(reportsBy: keys, threshold: .warning)) }

    mutating func judge(_ texts: [[UInt8]]) -> Judgement {
        engine.removeAll()
        for (number, text) in texts.enumerated() { engine.add(text, input: number, at: nil) }
        engine.check()
        var judgement = Judgement()
        for (place, entry) in engine.batch.entries.enumerated() {
            let report = engine.batch.reports[place]
            let isRead = entry.kind != .unreadable && report.kind != .unrecognised && report.fault == nil
            if isRead { judgement.read += 1 } else { judgement.unread += 1 }
            if entry.isSigned { judgement.signed += 1 }
            if entry.kind == .skAdNetworkPostback || entry.kind == .skAdNetworkAd { judgement.isSigned = true }
            for finding in report.brokenRules where finding.severity >= .warning {
                judgement.broken.insert(
                    BrokenRule(
                        input: entry.input, rule: finding.rule, field: finding.field, severity: finding.severity,
                        isOfLackingImpression: report.kind == .impression && entry.header == nil
                            && finding.rule.isOfAbsence))
            }
        }
        return judgement
    }
}

extension Rule {
    /// Whether the rule requires that a member is present.
    fileprivate var isOfAbsence: Bool { if case .isPresent? = kind { true } else { false } }
}
