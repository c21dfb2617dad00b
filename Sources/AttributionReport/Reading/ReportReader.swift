import AttributionBase
import AttributionCrypto
import AttributionInspection
import AttributionModel

/// Reads and counts successive inputs, with reused memory. Use one instance per thread.
///
/// Whether an input is trusted depends on the method that reads it, and never on the input itself.
package struct ReportReader: ~Copyable {
    private let request: ReportRequest
    private var index = JSONIndex()
    private var inner = JSONIndex()
    private var line = MemberTable()
    private let places = LinePlaces()
    private var postback = PostbackMembers()
    private var strangers = PostbackReader()
    private var outer: OuterMembers
    /// The line around the last input, if other inputs may be in it.
    private var shared: JSONView?
    /// The source of each value by which postbacks are grouped.
    private let sources: [GroupField.Source]
    private var key: [GroupValue]
    private var campaigns: [Int] = []
    /// When the next inputs arrived, if the caller knows it and the lines do not state it.
    package var arrival: Timestamp?

    package init(_ request: ReportRequest) {
        self.request = request
        sources = request.fields.map(\.source)
        key = sources.map { _ in .none }
        outer = OuterMembers(request)
    }

    /// Which of the inputs of a line an input is. The members of the line around the inputs are read with the first one.
    package enum LineShare {
        /// The only one.
        case whole
        case first
        /// An input after the first. The line must be unchanged, and nothing else may have been read in between.
        case next
    }

    /// Counts a line of the source that was asked for.
    ///
    /// - Parameters:
    ///   - input: the input without leading and trailing white space.
    ///   - around: the line around it, which is the input itself unless it is taken from a member.
    ///   - share: which of the inputs of that line it is.
    /// - Throws: the reason why the input cannot be counted.
    package mutating func read(
        _ input: ByteView, around: ByteView, _ share: LineShare = .whole, into part: inout ReportPart
    ) throws(InputFault) {
        switch request.source {
        case .results: try readResult(input, into: &part)
        case .anybody: try readUnverified(input, around: around, share, into: &part)
        }
    }

    // MARK: - Results of other commands

    /// Counts a line that `aak verify` or `aak simulate` wrote: a verdict, or a line of a timeline.
    ///
    /// - Parameter line: the line without leading and trailing white space.
    /// - Throws: the reason why the line is neither. It is then not counted.
    package mutating func readResult(_ line: ByteView, into part: inout ReportPart) throws(InputFault) {
        let root = try root(of: line)
        self.line.read(root, as: places.shape)
        // A verdict written into a postback does not make it trustworthy.
        guard self.line[places.token] == nil, self.line[places.signature] == nil else { throw .unverified }
        switch (self.line[places.verdict], self.line[places.event]) {
        case (let verdict?, nil): try countVerdict(verdict, root, &part)
        case (nil, let event?) where event.kind == .string: try countEvent(event, root, &part)
        default: throw unknown(root, .noResult)
        }
    }

    private mutating func root(of line: ByteView) throws(InputFault) -> JSONView {
        guard line.first == ASCII.openBrace else {
            if line.first == ASCII.openBracket { throw .array }
            if let format = ForeignFormat(line: line) { throw .foreign(format) }
            throw line.beginsLikeToken ? .unverified : .noResult
        }
        do throws(JSONSyntaxError) { return try unsafe index.read(line) } catch { throw .json(error) }
    }

    /// Returns the fault of an object that is not an input, with the path of an input inside it if there is one.
    private func unknown(_ root: JSONView, _ fault: InputFault) -> InputFault {
        NestedInput.find(in: root)?.fault ?? fault
    }

    private mutating func countVerdict(
        _ view: JSONView, _ root: JSONView, _ part: inout ReportPart
    ) throws(InputFault) {
        let verdict = try Verdict.Outcome(member: view)
        if let parts = line[places.parts] { return try countParts(parts, verdict, &part) }
        guard verdict == .valid else { return addOther(verdict, line[places.rule], &part) }
        guard let kind = line[places.kind].flatMap(InputKind.init(written:)) else {
            let wanted = "the kind of an input, as aak verify writes it"
            throw .member(VerdictField.kind.text, line[places.kind], wanted)
        }
        guard kind == .postback || kind == .skAdNetworkPostback else { return addOther(.valid, nil, &part) }
        guard let payload = line[places.payload], payload.kind == .object else {
            throw .member(VerdictField.payload.text, line[places.payload], "an object")
        }
        let unsigned = line[places.unsigned]
        if let unsigned, unsigned.kind != .object { throw .member(VerdictField.unsigned.text, unsigned, "an object") }
        guard let environment = line[places.environment].flatMap(SigningEnvironment.init(written:)) else {
            throw .member(
                VerdictField.environment.text, line[places.environment], "production, development or local")
        }
        read(kind, payload: payload, unsigned: unsigned, version: line[places.version])
        let time = try time(in: root)
        count(environment, around: root, at: time, &part)
    }

    /// Reads a postback that a trusted key signed.
    private mutating func read(_ kind: InputKind, payload: JSONView, unsigned: JSONView?, version: JSONView?) {
        if kind == .skAdNetworkPostback {
            postback.read(skAdNetwork: payload, unsigned: unsigned, version: version)
        } else {
            postback.read(payload: payload, body: unsigned)
        }
    }

    /// Counts the verdicts on the parts of a bid, which `aak verify --lines` writes in one line. They count as they
    /// would without that option. The parts of a bid are ads, never postbacks.
    ///
    /// - Parameter worst: the verdict on the line, which counts if there are no parts.
    // It changes nothing here. But the compiler takes a second for a method that borrows a large value which cannot be copied.
    private mutating func countParts(
        _ parts: JSONView, _ worst: Verdict.Outcome, _ part: inout ReportPart
    ) throws(InputFault) {
        guard parts.kind == .array else { throw .member(VerdictField.parts.text, parts, "an array of verdicts") }
        var verdicts: [(Verdict.Outcome, rule: JSONView?)] = []
        for element in parts.elements {
            let verdict = try Verdict.Outcome(member: element.member(VerdictField.verdict.name))
            verdicts.append((verdict, element.member(VerdictField.rule.name)))
        }
        if verdicts.isEmpty { verdicts = [(worst, line[VerdictField.rule])] }
        for (verdict, rule) in verdicts { addOther(verdict, rule, &part) }
    }

    private func addOther(_ verdict: Verdict.Outcome, _ rule: JSONView?, _ part: inout ReportPart) {
        guard let rule, rule.kind == .string else { return part.counts.addOther(verdict, breaking: nil) }
        rule.unescapedOrContent { part.counts.addOther(verdict, breaking: $0) }
    }

    private mutating func countEvent(
        _ event: JSONView, _ root: JSONView, _ part: inout ReportPart
    ) throws(InputFault) {
        if event.isString("earnings") {
            let key = try Earnings.Key(line)
            part.counts.earnings[key, default: Earnings()].add(try Earnings(line))
            return
        }
        guard event.isString("postback") else { return part.counts.leftOut.add(.events) }
        guard line[LineField.to]?.isString("ad-network") == true else { return part.counts.leftOut.add(.copies) }
        guard line[LineField.status]?.unsignedInteger == 200 else { return part.counts.leftOut.add(.undelivered) }
        guard let body = line[LineField.body], body.kind == .object else {
            throw .member(LineField.body.text, line[LineField.body], "the body of a postback")
        }
        try countUnverified(try strangers.read(body), around: root, &part)
    }

    // MARK: - Postbacks that nobody verified

    /// Counts a postback body, a postback's token or a SKAdNetwork postback as unverified, whatever else it says.
    ///
    /// - Parameters:
    ///   - input: the input without leading and trailing white space.
    ///   - around: the line around the input, for its time and for groups by its members.
    ///   - share: which of the inputs of that line it is.
    /// - Throws: the reason why the input is none of these. It is then not counted.
    package mutating func readUnverified(
        _ input: ByteView, around: ByteView, _ share: LineShare = .whole, into part: inout ReportPart
    ) throws(InputFault) {
        if share != .next {
            shared = outer.isEmpty ? nil : try? unsafe index.read(around)
            outer.begin(isShared: share == .first)
        }
        try countUnverified(try strangers.read(input), around: shared, &part)
    }

    private mutating func countUnverified(
        _ content: PostbackReader.Content, around: JSONView?, _ part: inout ReportPart
    ) throws(InputFault) {
        try read(content)
        let time = try time(in: around)
        count(nil, around: around, at: time, &part)
    }

    private mutating func read(_ content: PostbackReader.Content) throws(InputFault) {
        switch content {
        case .adAttributionKit(let payload, let body): postback.read(payload: payload, body: body)
        case .skAdNetwork(let object):
            postback.read(skAdNetwork: object, unsigned: object, version: object.member(SignedField.version.name))
            guard postback[.identifier] != nil else {
                throw .member(SignedField.transactionID.description, nil, "a postback's identifier")
            }
        case .other: throw .notPostback
        case .unrecognised:
            throw .problem(
                .sentence("unrecognised input: not a postback", found: "unrecognised", wanted: "a postback")
                    .breaking(InputRules.unrecognised))
        }
    }

    // MARK: - What a receiver verified

    /// Counts the body of a postback as one that a key of an environment signed, because whoever kept it says so.
    package mutating func read(
        _ body: ByteView, in environment: SigningEnvironment, into part: inout ReportPart
    ) throws(InputFault) {
        try read(try strangers.read(body))
        count(environment, around: nil, at: arrival?.shown, &part)
    }

    /// Counts an input that was signed with a trusted key. If it is not a postback, only the input is counted.
    package mutating func count(_ input: VerifiedInput, into part: inout ReportPart) {
        guard input.kind == .postback || input.kind == .skAdNetworkPostback else {
            return part.counts.addOther(.valid, breaking: nil)
        }
        input.payloadText.withBytes { payload in
            (input.unsignedText ?? []).withBytes { unsigned in
                guard let signed = try? unsafe index.read(payload) else {
                    return part.counts.addOther(.valid, breaking: nil)
                }
                read(
                    input.kind, payload: signed, unsigned: try? unsafe inner.read(unsigned),
                    version: signed.member(SignedField.version.name))
                count(input.environment, around: nil, at: arrival?.shown, &part)
            }
        }
    }

    // MARK: - Counting

    /// Counts the postback that was read last.
    ///
    /// - Parameters:
    ///   - environment: the environment of the key that signed it; nil if nobody verified it.
    ///   - around: the line around it, for groups by its members.
    ///   - time: its arrival time, if times are read.
    private mutating func count(
        _ environment: SigningEnvironment?, around: JSONView?, at time: Timestamp?, _ part: inout ReportPart
    ) {
        var fact = postback.fact
        fact.environment = environment
        let schemas = request.schemas
        if !fact.isLost { fact.app = schemas?.index(ofApp: postback[.advertisedItem]) }
        fact.time = time
        part.counts.add(environment.map { _ in .valid })
        if request.countsNames { part.counts.note(postback, in: &fact) }
        if let table = request.campaigns {
            table.find(postback, into: &campaigns)
            fact.campaign = part.counts.campaigns.index(of: CollectionOfOne(part.counts.known.value(campaigns)))
        }
        if request.countsDays {
            fact.day = part.counts.days.index(of: CollectionOfOne(span(.day, fact)))
        }
        if !sources.isEmpty {
            for index in sources.indices { key[index] = value(from: sources[index], fact, around, &part.counts.known) }
            fact.group = part.counts.groups.index(of: key)
        }
        if request.isUnique {
            part.wait(fact, postback.repeatKey)
        } else {
            part.counts.add(fact, schemas)
        }
    }

    /// Returns the arrival time of a postback, as the line or the caller gives it; nil if neither does.
    private mutating func time(in around: JSONView?) throws(InputFault) -> Timestamp? {
        request.timePath == nil ? arrival?.shown : try outer.time(in: around)
    }

    private mutating func value(
        from source: GroupField.Source, _ fact: CountedPostback, _ around: JSONView?, _ known: inout GroupValues
    ) -> GroupValue {
        switch source {
        case .place(let dimension): fact[dimension].map { dimension.value(at: $0) } ?? .none
        case .member(let member): known.value(member(postback))
        case .campaign: known.value(campaigns)
        case .time(let unit, let zone): span(unit, fact, zone)
        case .outer(let path): outer.value(at: path, in: around, &known)
        }
    }

    private func span(
        _ unit: TimeSpanUnit, _ fact: CountedPostback, _ zone: TimeZoneOffset? = nil
    ) -> GroupValue {
        fact.time.map { .number((zone ?? request.zone).index(of: $0, in: unit)) } ?? .none
    }
}
