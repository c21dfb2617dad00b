import AttributionBase
import AttributionModel

/// The results for inputs that were inspected together, in a form that needs no allocation for a verdict.
///
/// Payloads are kept here until their signatures are verified, and are not copied out before.
package struct InspectionBatch: ~Copyable {
    /// The result for an input, or for an object in it. It is a refusal until the signature is verified.
    package struct Entry {
        /// The index of the input, as counted by the caller.
        package let input: Int
        /// The path of the object in the input; nil for the input itself.
        let pathInInput: String?
        /// The path in the line of the input. A line may have several inputs.
        package internal(set) var path: String?
        package internal(set) var outcome = Verdict.Outcome.invalid
        /// The reason why the entry is not valid; nil if it is valid.
        package internal(set) var fault: InputFault? = .unchecked
        /// The index of the header in the batch.
        var header: Int?
        /// The index of the signature in the signature batch.
        var proof: Int?
        /// Whether the signature was checked and is invalid.
        var isForged = false
        /// Whether the signature was checked and is valid, so that the signed values may be output.
        package fileprivate(set) var isSigned = false
        /// Why a payload is refused that names another ad network than the `kid`. It applies only if the signing key is for a single
        /// network.
        var refusalOfNetwork: TokenRefusal?
        /// The fault of an input that is meant for another receiver.
        var foreignParty: InputFault?
        /// A digest of the contents, if repeats are detected.
        var mark: RepeatMark?
        /// For a repeat, whether the contents are those of the first input; nil if unknown.
        package fileprivate(set) var isSame: Bool?
        var payload = 0..<0
        var unsigned: Range<Int>?
        /// The range of the identifier's JSON text in the payload.
        var identifier: Range<Int>?
        /// The range of the unescaped identifier, if its JSON text has escapes.
        var identity: Range<Int>?
        /// The range of the window index's JSON text in the payload, if the index is signed.
        var index: Range<Int>?
        var kind = InputKind.token
        var environment = SigningEnvironment.local
        var skAdNetwork: SKAdNetworkInspector.Facts?
        /// The mistake that explains an invalid signature, if it was searched for.
        package fileprivate(set) var mistake: SignatureMistake?

        /// Whether the signed values are output: if the entry is valid, and also if the reason for its refusal is only about the receiver.
        @inline(__always)
        fileprivate var isShown: Bool {
            // With `||` the entry would be copied into a closure.
            if outcome == .valid { true } else if isSigned { outcome.isAboutReceiver } else { false }
        }

        /// The broken rule; nil if the entry is valid.
        package var rule: Rule? { outcome == .valid ? nil : (fault ?? .unchecked).rule }
        /// Whether the input is of SKAdNetwork; nil if it could not be read far enough.
        package var isSKAdNetwork: Bool? { skAdNetwork != nil ? true : header != nil ? false : nil }
        package var version: SKAdNetworkVersion? { skAdNetwork?.version }
        /// The form of a signed ad; nil for any other input.
        package var adForm: AdForm? { skAdNetwork?.adForm }

        mutating func refuse(_ outcome: Verdict.Outcome, _ fault: InputFault) {
            self.outcome = outcome
            self.fault = fault
        }
    }

    package internal(set) var entries: [Entry] = []
    /// The reports on the entries, if rules are checked.
    package internal(set) var reports: [Report] = []
    /// For each header, which keys may have signed tokens with it.
    var headers: [TokenCheck] = []
    var bytes = ByteBuffer()
    /// The memory that is kept after an unusually large input, in bytes.
    private static let keptMemory = 1 << 21

    /// Whether what is valid may be counted: false if everything is accepted.
    let isForCounting: Bool

    package init(isForCounting: Bool) { self.isForCounting = isForCounting }

    package mutating func removeAll() {
        entries.removeAll(keepingCapacity: true)
        reports.removeAll(keepingCapacity: true)
        headers.removeAll(keepingCapacity: true)
        bytes.removeAll()
        bytes.shrink(to: Self.keptMemory)
    }

    // MARK: - Signatures

    /// Makes an entry with a valid signature valid, unless it is not accepted or breaks a rule that is checked.
    mutating func accept(_ index: Int, _ environment: SigningEnvironment, _ demand: InspectionDemand) {
        guard entries[index].outcome != .malformed else { return }
        entries[index].environment = environment
        entries[index].isSigned = true
        let kind = InputKinds(entries[index].kind, isBody: entries[index].unsigned != nil)
        guard demand.acceptance.kinds.contains(kind) else {
            return entries[index].refuse(.notOurs, .kindNotAccepted(kind, wanted: demand.acceptance.kinds))
        }
        if let foreign = entries[index].foreignParty { return entries[index].refuse(.notOurs, foreign) }
        guard demand.accepts(environment) else {
            return entries[index].refuse(.notOurs, .environmentNotAccepted(environment))
        }
        if demand.wantsRules, reports[index].brokenRules.hasErrors {
            let errors = reports[index].brokenRules.filter { $0.severity == .error }
            let first = errors.first ?? Finding(RunRules.more, field: "*", found: "more than are reported")
            return entries[index].refuse(.againstRules, .rules(first, others: Array(errors.dropFirst())))
        }
        entries[index].outcome = .valid
        entries[index].fault = nil
    }

    /// Refuses an entry that does not count as signed.
    ///
    /// - Parameter signer: the index of the key that made the signature; nil if none did.
    /// - Returns: whether it was refused.
    mutating func refuses(_ index: Int, signedBy signer: Int?, _ demand: InspectionDemand) -> Bool {
        entries[index].isForged = signer == nil
        guard entries[index].outcome != .malformed else { return true }
        guard let header = entries[index].header else {
            if signer == nil, let facts = entries[index].skAdNetwork {
                entries[index].refuse(.invalid, facts.mismatch(by: demand.keys))
            }
            return signer == nil
        }
        let network = entries[index].refusalOfNetwork
        if signer != nil, network == nil { return false }
        let check = headers[header]
        guard let refusal = check.refusal(signedBy: signer, network) else { return false }
        if case .network = refusal, let network = check.network, !demand.acceptance.accepts(network: network) {
            entries[index].isSigned = true
            let found = check.keyIDText.withBytes { $0.text }
            entries[index].refuse(
                .notOurs, .notOurs(RunRules.networkNotOurs, field: HeaderField.keyID.text, found: found))
        } else {
            entries[index].refuse(.invalid, .untrusted(refusal))
        }
        return true
    }

    /// Reduces the findings of an entry to as many as there is room for, but keeps at least the worst one.
    mutating func shortenFindings(_ index: Int, _ room: inout Int) {
        if reports.indices.contains(index) {
            reports[index].brokenRules.shorten(to: max(1, room))
            room -= reports[index].brokenRules.count
        }
        if case .rules(let first, let others)? = entries[index].fault {
            let kept = others.prefix(max(0, room))
            entries[index].fault = .rules(first, others: Array(kept))
            room -= kept.count
        }
    }

    /// Adds the findings about signatures to the reports.
    mutating func completeReports() {
        for index in reports.indices {
            if let fault = reports[index].unread, !reports[index].hasErrors { reports[index].fault = fault }
            // Entries are accessed in place, because copying them would take longer.
            if entries[index].skAdNetwork != nil {
                if let fault = entries[index].fault, case .skAdNetworkSignature = fault {
                    reports[index].refuseSignature(fault)
                }
            } else if case .untrusted(.network(_, _, isImpression: false))? = entries[index].fault {
                reports[index].refuseToken(key: "the key of the ad network")
            } else if entries[index].isForged, let header = entries[index].header {
                let keyID = headers[header].keyIDText.withBytes { $0.text }
                reports[index].refuseToken(key: "the key with kid \(keyID)")
            }
        }
    }

    // MARK: - Repeats

    /// A part of ``bytes``, valid until they next change.
    private func text(in range: Range<Int>) -> ByteView { unsafe bytes.bytes(in: range) }

    /// Refuses a valid entry whose identifier is repeated or missing. Call this for each batch in the order of the
    /// inputs.
    ///
    /// - Returns: The key that was added to those seen; nil if none was.
    package mutating func refuseRepeat(_ index: Int, _ seen: SeenIdentifiers) -> RepeatKey? {
        let entry = entries[index]
        guard entry.outcome == .valid else { return nil }
        guard let identity = identity(of: entry), let mark = entry.mark else {
            entries[index].refuse(.invalid, .missingIdentifier(entry.kind.identifier))
            return nil
        }
        let key = repeatKey(of: entry, identity)
        let insertion = seen.insert(key, mark: mark)
        guard insertion != .new else { return key }
        let differs = insertion == .differs
        entries[index].isSame = insertion == .unmarked ? nil : !differs
        let identifier = text(in: identity).text
        entries[index].refuse(.repeated, .repeatedIdentifier(key.field, identifier, differs: differs))
        return nil
    }

    /// Appends the key and the mark of an entry as a line for ``SeenIdentifiers/insert(lines:firstLine:)``.
    package func appendSeenLine(_ index: Int, to output: inout ByteBuffer) {
        let entry = entries[index]
        guard let identity = identity(of: entry), let mark = entry.mark else { return }
        repeatKey(of: entry, identity).identity.append(to: &output)
        output.append(ASCII.tab)
        mark.append(to: &output)
        output.append(ASCII.newline)
    }

    mutating func mark(by marker: inout RepeatMarker) {
        for index in entries.indices where entries[index].outcome == .valid {
            let unsigned = entries[index].unsigned.map { text(in: $0) }
            entries[index].mark = marker.mark(signed: text(in: entries[index].payload), unsigned: unsigned)
        }
    }

    /// Returns the key that distinguishes a signed input from others.
    private func repeatKey(of entry: Entry, _ index: Range<Int>) -> RepeatKey {
        RepeatKey(entry.kind.identifier, text(in: index), index: entry.index.map { text(in: $0) })
    }

    /// Returns the range of the identifier's unescaped text.
    private func identity(of entry: Entry) -> Range<Int>? {
        entry.identity ?? entry.identifier.map { $0.lowerBound + 1..<$0.upperBound - 1 }
    }

    // MARK: - Explanations

    /// Searches for known mistakes that explain the invalid signatures of an input. All signatures of a line share a budget, and an input
    /// is parsed once for all of its signatures.
    package mutating func explain(
        _ indices: Range<Int>, of text: ByteView, by keys: SKAdNetworkKeys, within budget: inout SearchBudget
    ) {
        let wanted = indices.filter { entries[$0].fault?.concernsSignature ?? false }
        guard !wanted.isEmpty else { return }
        var search = SignatureSearch(in: text, keys: keys, within: budget)
        for index in wanted { entries[index].mistake = search.mistake(at: entries[index].pathInInput) }
        budget = search.budget
    }

    package func entriesOfInput(from first: Int) -> Range<Int> {
        let input = entries[first].input
        return first..<(entries[first...].firstIndex { $0.input != input } ?? entries.endIndex)
    }

    // MARK: - Output

    /// Returns what a trusted key signed; nil if the verdict must not disclose it. Valid until the batch is changed.
    package func shownContent(_ index: Int) -> SignedContent<ByteView>? {
        let entry = entries[index]
        return entry.isShown ? content(of: entry, identity(of: entry)) : nil
    }

    private func content(of entry: Entry, _ identity: Range<Int>?) -> SignedContent<ByteView> {
        SignedContent(
            kind: entry.kind, environment: entry.environment, repeatKey: identity.map { repeatKey(of: entry, $0) },
            payload: text(in: entry.payload), unsigned: entry.unsigned.map { text(in: $0) })
    }

    /// Appends an entry as a JSON object.
    ///
    /// - Parameters:
    ///   - file: the file of the input, if the line number alone is ambiguous.
    ///   - line: the number of the input, as shown to the reader; nil if it is output elsewhere.
    package func append(_ index: Int, file: String?, line: Int?, to output: inout ByteBuffer) {
        // A span lends each member of its elements. An element of an array, or one that is passed on, is copied with all that it refers to.
        let entries = entries.span
        let isShown = entries[index].isShown
        let fault = entries[index].outcome == .valid ? nil : entries[index].fault ?? .unchecked
        output.openObject()
        output.member(VerdictMember.verdict.name, word: entries[index].outcome)
        if let fault { output.member(VerdictMember.rule.name, fault.rule.id) }
        if let isSame = entries[index].isSame { output.member(VerdictMember.same.name, isSame) }
        // The signed values of an input that breaks a rule are not output.
        if isShown { output.member(VerdictMember.kind.name, word: entries[index].kind) }
        appendKey(index, to: &output)
        if isShown { output.member(VerdictMember.environment.name, word: entries[index].environment) }
        if let fault { output.member(VerdictMember.reason.name, fault.description) }
        entries[index].mistake?.append(to: &output)
        if isShown { appendSigned(index, to: &output) }
        output.member(ResultMember.path.name, ifAny: entries[index].path)
        output.member(ResultMember.file.name, ifAny: file)
        if let line { output.member(ResultMember.line.name, line) }
        output.closeObject()
    }

    /// Appends all entries of an input as one JSON object. If there are several, each is listed as a part, and the verdict is the worst of
    /// them.
    package func append(_ indices: Range<Int>, file: String?, line: Int, to output: inout ByteBuffer) {
        if indices.count == 1 { return append(indices.lowerBound, file: file, line: line, to: &output) }
        output.openObject()
        let worst = indices.map { entries[$0].outcome }.max { $0.gravity < $1.gravity }
        // An input without entries was not verified.
        output.member(VerdictMember.verdict.name, word: worst ?? .malformed)
        output.member(VerdictMember.parts.name)
        output.openArray()
        for index in indices {
            output.separate()
            append(index, file: nil, line: nil, to: &output)
        }
        output.closeArray()
        output.member(ResultMember.file.name, ifAny: file)
        output.member(ResultMember.line.name, line)
        output.closeObject()
    }

    /// Appends the signed values, and the unsigned ones beside them.
    private func appendSigned(_ index: Int, to output: inout ByteBuffer) {
        let entries = entries.span
        if let identifier = entries[index].identifier {
            output.member(VerdictMember.identifier.name, json: text(in: identifier))
        }
        output.member(VerdictMember.payload.name, json: text(in: entries[index].payload))
        if let unsigned = entries[index].unsigned {
            output.member(VerdictMember.unsigned.name, json: text(in: unsigned))
        }
    }

    /// Appends the `kid`, or for SKAdNetwork the version and the owner of the key.
    private func appendKey(_ index: Int, to output: inout ByteBuffer) {
        let entries = entries.span
        if let header = entries[index].header {
            output.member(VerdictMember.kid.name)
            output.append(headers[header].keyIDText)
        }
        guard let facts = entries[index].skAdNetwork else { return }
        output.member(VerdictMember.framework.name, word: "skadnetwork")
        output.member(VerdictMember.version.name, word: facts.version)
        guard entries[index].isShown else { return }
        output.member(VerdictMember.key.name, word: facts.owner(entries[index].environment))
    }

    /// Appends the verdict on an input that could not be read.
    package static func appendMalformed(
        rule: Rule?, reason: String, file: String?, line: Int, to output: inout ByteBuffer
    ) {
        output.openObject()
        output.member(VerdictMember.verdict.name, word: Verdict.Outcome.malformed)
        output.member(VerdictMember.rule.name, ifAny: rule?.id)
        output.member(VerdictMember.reason.name, reason)
        output.member(ResultMember.file.name, ifAny: file)
        output.member(ResultMember.line.name, line)
        output.closeObject()
    }

    /// Returns the verdict on an input that may contain several objects: the worst of their verdicts, and among equally bad ones the first.
    ///
    /// - Parameter index: The index of the input's first entry; afterwards, the index after its last one.
    func verdict(from index: inout Int, ofInput number: Int, _ text: [UInt8]) -> Verdict {
        var worst: Int?
        while index < entries.count, entries[index].input == number {
            let gravity = entries[index].outcome.gravity
            if worst.map({ entries[$0].outcome.gravity < gravity }) ?? true { worst = index }
            index += 1
        }
        guard let worst else {
            let refusal = RefusedInput(outcome: .malformed, fault: .unchecked, keyID: nil, isSame: nil, signed: nil)
            return Verdict(inputIndex: 0, path: nil, result: .failure(refusal))
        }
        return verdict(worst, on: text, as: 0)
    }

    /// Returns the verdict of an entry.
    ///
    /// - Parameter number: the index of the input, as counted by the caller.
    package func verdict(_ index: Int, on input: [UInt8], as number: Int) -> Verdict {
        let entry = entries[index]
        let keyID = entry.header.map { headers[$0].keyID } ?? entry.skAdNetwork?.owner(entry.environment).rawValue
        // There are reports if rules are checked.
        let areRulesChecked = reports.indices.contains(index)
        let signed = entry.isSigned ? keyID.map { self.signed(entry, keyID: $0, areRulesChecked, input) } : nil
        if entry.outcome == .valid, let signed {
            return Verdict(inputIndex: number, path: entry.path, result: .success(signed))
        }
        let refusal = RefusedInput(
            outcome: entry.outcome == .valid ? .invalid : entry.outcome, fault: entry.fault ?? .unchecked,
            keyID: keyID, isSame: entry.isSame, signed: signed)
        return Verdict(inputIndex: number, path: entry.path, result: .failure(refusal))
    }

    private func signed(_ entry: Entry, keyID: String, _ areRulesChecked: Bool, _ input: [UInt8]) -> VerifiedInput {
        let identity = identity(of: entry)
        return VerifiedInput(
            content(of: entry, identity), identifier: identity.map { text(in: $0) }, keyID: keyID,
            repeatMark: entry.mark, owner: entry.skAdNetwork.map { $0.owner(entry.environment) },
            skAdNetworkVersion: entry.version, areRulesChecked: areRulesChecked,
            isForCounting: isForCounting && entry.outcome == .valid, text: input)
    }
}
