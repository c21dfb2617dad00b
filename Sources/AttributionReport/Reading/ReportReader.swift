import AdAttribution
import AttributionBase
import AttributionCrypto
import AttributionInspection

/// The options of a report.
package struct ReportRequest: Sendable {
    package var fields: [GroupField] = []
    /// The conversion schemas; nil for a report without revenue.
    package var schemas: SchemaReadings?
    /// The listed campaigns; nil without a list.
    package var campaigns: CampaignTable?
    /// The path of the member with a postback's arrival time, in the line or in a verdict's `log`: names separated by
    /// dots.
    package var timePath: String?
    package var zone = TimeZoneOffset.utc
    /// Whether to count by day besides the groups, for a chart.
    package var countsDays = false
    /// The title above the report.
    package var title: String?
    /// The currency of all amounts; nil if unknown.
    package var currency: String?
    /// Whether to count countries, marketplaces and publishers, of which there may be many.
    package var countsNames = true
    /// Whether to count each postback once.
    package var isUnique = false
    /// Whose lines are counted.
    package var source: Source

    /// Who wrote the lines that are counted.
    package enum Source: Sendable {
        /// `aak verify` or `aak simulate`.
        case results
        /// Anybody: nothing that a line says of itself is believed.
        case anybody
    }

    package init(_ source: Source) { self.source = source }
}

/// The identifiers of the postbacks so far.
package struct SeenPostbacks: Sendable {
    private let verified = SeenIdentifiers()
    private let unverified = SeenIdentifiers()

    /// Creates an empty set.
    package init() {}

    /// Adds the key of a postback. Returns false if it is a repeat.
    ///
    /// A verified postback is never a repeat of an unverified one, because anyone can write an unverified one.
    func insert(_ key: RepeatKey, isVerified: Bool) -> Bool {
        if isVerified { return verified.insert(key) }
        return !verified.contains(key) && unverified.insert(key)
    }
}

/// The counts of a part of a stream. If repeats are detected, its postbacks wait here until all parts before have been
/// counted.
package struct ReportPart: ~Copyable {
    /// A postback that has not been counted yet.
    package struct Waiting {
        package let fact: CountedPostback
        /// The key that repeats have in common; nil without an identifier.
        let key: RepeatKey?
    }

    package var counts = ReportCounts()
    package private(set) var waiting: [Waiting] = []

    package init() {}

    mutating func wait(_ fact: CountedPostback, _ key: RepeatKey?) { waiting.append(Waiting(fact: fact, key: key)) }

    /// Counts the waiting postbacks that are not repeats. Call this for each part, in the order of the stream.
    package mutating func settle(_ seen: SeenPostbacks, _ schemas: SchemaReadings?) {
        for postback in waiting {
            let isVerified = postback.fact.environment != nil
            let isRepeat = postback.key.map { !seen.insert($0, isVerified: isVerified) } ?? false
            if isRepeat { counts.addRepeat() } else { counts.add(postback.fact, schemas) }
        }
        waiting.removeAll(keepingCapacity: true)
    }
}

/// Reads and counts successive inputs, with reused memory. Use one instance per thread.
///
/// Who vouches for an input is known from the method that reads it, and never from what the input says.
package struct ReportReader: ~Copyable {
    private let request: ReportRequest
    private var index = JSONIndex()
    private var inner = JSONIndex()
    private var line = FieldTable()
    private var postback = PostbackMembers()
    private var strangers = PostbackReader()
    private var outer: OuterMembers
    private var key: [GroupValue] = []
    private var campaigns: [Int] = []

    package init(_ request: ReportRequest) {
        self.request = request
        outer = OuterMembers(request)
    }

    /// Counts a line of the source that was asked for.
    ///
    /// - Parameters:
    ///   - input: the input without leading and trailing white space.
    ///   - around: the line around it, which is the input itself unless it is taken from a member.
    /// - Throws: the reason why the input is not one to count. It is then not counted.
    package mutating func read(
        _ input: ByteView, around: ByteView, into part: inout ReportPart
    ) throws(ReportFault) {
        switch request.source {
        case .results: try readResult(input, into: &part)
        case .anybody: try readUnverified(input, around: around, into: &part)
        }
    }

    // MARK: - Results of other commands

    /// Counts a line that `aak verify` or `aak simulate` wrote: a verdict, or a line of a timeline.
    ///
    /// - Parameter line: the line without leading and trailing white space.
    /// - Throws: the reason why the line is neither. It is then not counted.
    package mutating func readResult(_ line: ByteView, into part: inout ReportPart) throws(ReportFault) {
        let root = try root(of: line)
        self.line.read(root, as: LineField.shape)
        // Nobody vouches for a postback by writing a verdict into it.
        guard self.line[LineField.token] == nil, self.line[LineField.signature] == nil else { throw .unverified }
        switch (self.line[VerdictField.verdict], self.line[LineField.event]) {
        case (let verdict?, nil): try countVerdict(verdict, root, &part)
        case (nil, let event?) where event.kind == .string: try countEvent(event, root, &part)
        default: throw unknown(root, .noResult)
        }
    }

    /// Returns the value of a line.
    private mutating func root(of line: ByteView) throws(ReportFault) -> JSONView {
        guard line.first == ASCII.openBrace else {
            if line.first == ASCII.openBracket { throw .input(.array) }
            if let format = ForeignFormat(line: line) { throw .input(.foreign(format)) }
            throw line.beginsLikeToken ? .unverified : .noResult
        }
        do throws(JSONSyntaxError) { try index.scan(line) } catch { throw .input(.json(error)) }
        guard let root = unsafe index.root(of: line) else { throw .noResult }
        return root
    }

    /// Returns the fault of an object that is no input, with the path of an input inside it if there is one.
    private func unknown(_ root: JSONView, _ fault: ReportFault) -> ReportFault {
        NestedInput.find(in: root).map { .input(.nested($0.name, path: $0.path, hint: $0.hint)) } ?? fault
    }

    private mutating func countVerdict(
        _ view: JSONView, _ root: JSONView, _ part: inout ReportPart
    ) throws(ReportFault) {
        let verdict = try InputVerdict(member: view)
        if let parts = line[VerdictField.parts] { return try countParts(parts, verdict, &part) }
        guard verdict == .valid else { return part.counts.addOther(verdict) }
        guard let kind = line[VerdictField.kind].flatMap(InputKind.init(written:)) else {
            throw .member(VerdictField.kind, line[VerdictField.kind], "the kind of an input, as aak verify writes it")
        }
        guard kind == .postback || kind == .skadnetworkPostback else { return part.counts.addOther(.valid) }
        guard let payload = line[VerdictField.payload], payload.kind == .object else {
            throw .member(VerdictField.payload, line[VerdictField.payload], "an object")
        }
        let unsigned = line[VerdictField.unsigned]
        if let unsigned, unsigned.kind != .object { throw .member(VerdictField.unsigned, unsigned, "an object") }
        guard let environment = line[VerdictField.environment].flatMap(SigningEnvironment.init(written:)) else {
            throw .member(
                VerdictField.environment, line[VerdictField.environment], "production, development or local")
        }
        read(kind, payload: payload, unsigned: unsigned, version: line[VerdictField.version])
        let time = try time(in: root)
        count(.valid, environment, around: root, at: time, &part)
    }

    /// Reads a postback that a trusted key signed.
    private mutating func read(_ kind: InputKind, payload: JSONView, unsigned: JSONView?, version: JSONView?) {
        if kind == .skadnetworkPostback {
            postback.read(skAdNetwork: payload, unsigned: unsigned, version: version)
        } else {
            postback.read(payload: payload, body: unsigned)
        }
    }

    /// Counts the verdicts on the parts of a bid, which `aak verify --lines` writes in one line. They count as they
    /// would without that option. The parts of a bid are ads, never postbacks.
    ///
    /// - Parameter worst: the verdict on the line, which counts if there are no parts.
    private func countParts(_ parts: JSONView, _ worst: InputVerdict, _ part: inout ReportPart) throws(ReportFault) {
        guard parts.kind == .array else { throw .member(VerdictField.parts, parts, "an array of verdicts") }
        var verdicts: [InputVerdict] = []
        for element in parts.elements {
            verdicts.append(try InputVerdict(member: element.member(VerdictField.verdict.name)))
        }
        for verdict in verdicts.isEmpty ? [worst] : verdicts { part.counts.addOther(verdict) }
    }

    private mutating func countEvent(
        _ event: JSONView, _ root: JSONView, _ part: inout ReportPart
    ) throws(ReportFault) {
        if event.isString("earnings") {
            let key = try Earnings.Key(line)
            part.counts.earnings[key, default: Earnings()].add(try Earnings(line))
            return
        }
        guard event.isString("postback") else { return part.counts.add(.events) }
        guard line[LineField.to]?.isString("ad-network") == true else { return part.counts.add(.copies) }
        guard line[LineField.status]?.unsignedInteger == 200 else { return part.counts.add(.undelivered) }
        guard let body = line[LineField.body], body.kind == .object else {
            throw .member(LineField.body, line[LineField.body], "the body of a postback")
        }
        let content: PostbackReader.Content
        do throws(InputFault) { content = try strangers.read(body) } catch { throw .input(error) }
        try countUnverified(content, body, around: root, &part)
    }

    // MARK: - Postbacks that nobody verified

    /// Counts a postback body, a postback's token or a SKAdNetwork postback as unverified, whatever else it says.
    ///
    /// - Parameters:
    ///   - input: the input without leading and trailing white space.
    ///   - around: the line around the input, for its time and for groups by its members.
    /// - Throws: the reason why the input is none of these. It is then not counted.
    package mutating func readUnverified(
        _ input: ByteView, around: ByteView, into part: inout ReportPart
    ) throws(ReportFault) {
        let content: PostbackReader.Content
        do throws(InputFault) { content = try strangers.read(input) } catch { throw .input(error) }
        let root = outer.isEmpty || (try? index.scan(around)) == nil ? nil : unsafe index.root(of: around)
        try countUnverified(content, nil, around: root, &part)
    }

    private mutating func countUnverified(
        _ content: PostbackReader.Content, _ object: JSONView?, around: JSONView?, _ part: inout ReportPart
    ) throws(ReportFault) {
        switch content {
        case .adAttributionKit(let payload, let body): postback.read(payload: payload, body: body)
        case .skAdNetwork(let object):
            postback.read(skAdNetwork: object, unsigned: object, version: object.member(SignedField.version.name))
            guard postback.identifier != nil else {
                throw .member(
                    field: SignedField.transactionID.description, found: nil, wanted: "a postback's identifier")
            }
        case .other: throw .notPostback
        case .unrecognised: throw .unrecognised
        }
        let time = try time(in: around)
        count(.unverified, nil, around: around, at: time, &part)
    }

    // MARK: - What a receiver verified

    /// Counts an input that a trusted key signed. One that is not a postback counts as an input alone.
    package mutating func count(_ input: VerifiedInput, into part: inout ReportPart) {
        guard input.kind == .postback || input.kind == .skadnetworkPostback else {
            return part.counts.addOther(.valid)
        }
        unsafe input.payloadText.withBytes { payload in
            unsafe (input.unsignedText ?? []).withBytes { unsigned in
                guard (try? index.scan(payload)) != nil, let signed = unsafe index.root(of: payload) else {
                    return part.counts.addOther(.valid)
                }
                let beside = (try? inner.scan(unsigned)) == nil ? nil : unsafe inner.root(of: unsigned)
                read(
                    input.kind, payload: signed, unsigned: beside,
                    version: signed.member(SignedField.version.name))
                count(.valid, input.environment, around: nil, at: nil, &part)
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
        _ verdict: InputVerdict, _ environment: SigningEnvironment?, around: JSONView?, at time: Timestamp?,
        _ part: inout ReportPart
    ) {
        var fact = postback.fact
        fact.environment = environment
        let schemas = request.schemas
        if fact.didWin != false { fact.app = schemas?.place(ofApp: postback.advertisedItem) }
        fact.time = time
        part.counts.add(verdict)
        if request.countsNames { part.counts.note(postback, in: &fact) }
        if let table = request.campaigns {
            key.removeAll(keepingCapacity: true)
            table.find(postback, into: &campaigns)
            key.append(campaignValue)
            fact.campaign = part.counts.campaigns.place(of: key)
        }
        if request.countsDays {
            key.removeAll(keepingCapacity: true)
            key.append(request.zone.value(of: fact.time, in: .day))
            fact.day = part.counts.days.place(of: key)
        }
        if !request.fields.isEmpty {
            key.removeAll(keepingCapacity: true)
            for field in request.fields {
                key.append(value(of: field, verdict, fact, around, &part.counts.groups))
            }
            fact.group = part.counts.groups.place(of: key)
        }
        if request.isUnique {
            part.wait(fact, postback.repeatKey)
        } else {
            part.counts.add(fact, schemas)
        }
    }

    /// Returns the arrival time of a postback; nil if times are not read.
    private mutating func time(in around: JSONView?) throws(ReportFault) -> Timestamp? {
        request.timePath == nil ? nil : try outer.time(in: around)
    }

    private var campaignValue: GroupValue { campaigns.isEmpty ? .none : .campaigns(campaigns) }

    private mutating func value(
        of field: GroupField, _ verdict: InputVerdict, _ fact: CountedPostback, _ around: JSONView?,
        _ groups: inout GroupTable
    ) -> GroupValue {
        switch field {
        case .known(.campaign): campaignValue
        case .known(let known):
            known.timeSpan.map { request.zone.value(of: fact.time, in: $0) }
                ?? groups.value(of: known, verdict, fact, postback)
        case .other(let field): groups.value(postback.value(of: field))
        case .outer(let path): groups.value(outer.find(path, in: around))
        }
    }
}

/// Finds members of the line around an input, or of what verify kept of it.
private struct OuterMembers: ~Copyable {
    private var walker = MemberWalker()
    private let paths: [String: MemberPath]
    /// The path of the time, and the one that it has in a verdict.
    private let times: [MemberPath]
    private let timeField: String

    init(_ request: ReportRequest) {
        var paths: [String: MemberPath] = [:]
        for case .outer(let path) in request.fields { paths[path] = MemberPath(path) }
        self.paths = paths
        times = request.timePath.map { [MemberPath($0), MemberPath("log." + $0)] } ?? []
        timeField = request.timePath ?? ""
    }

    /// Whether no members are asked for.
    var isEmpty: Bool { paths.isEmpty && times.isEmpty }

    mutating func find(_ path: String, in root: JSONView?) -> JSONView? {
        guard let root, let path = paths[path] else { return nil }
        return (try? walker.find(path, in: root)) ?? nil
    }

    /// Returns the arrival time of a postback.
    mutating func time(in root: JSONView?) throws(ReportFault) -> Timestamp {
        var found: JSONView?
        if let root {
            for path in times where found == nil { found = (try? walker.find(path, in: root)) ?? nil }
        }
        guard let found, let time = Timestamp(logged: found) else {
            throw .time(field: timeField, found: found?.excerpt)
        }
        return time
    }
}

extension ReportCounts {
    /// Adds the names of a postback to the name tables, and their indices to the fact.
    mutating func note(_ postback: borrowing PostbackMembers, in fact: inout CountedPostback) {
        if let country = postback.country, country.kind == .string {
            fact.country = country.unescapedOrContent { countries.place(of: $0) }
        }
        if let marketplace = postback.marketplace, marketplace.kind == .string {
            fact.marketplace = marketplace.unescapedOrContent { marketplaces.place(of: $0) }
        }
        guard let publisher = postback.publisher else { return }
        fact.publisher =
            publisher.kind == .string
            ? publisher.unescapedOrContent { publishers.place(of: $0) }
            : publishers.place(of: publisher.raw)
    }
}

extension InputVerdict {
    fileprivate init(member view: JSONView?) throws(ReportFault) {
        // The most frequent verdict first.
        if let view, view.isString("valid") {
            self = .valid
        } else if let view, let verdict = InputVerdict(rawValue: view.string), verdict != .unverified {
            self = verdict
        } else {
            throw .member(VerdictField.verdict, view, "a verdict of aak verify")
        }
    }
}

extension InputKind {
    fileprivate init?(written view: JSONView) {
        if view.isString("postback") {
            self = .postback
        } else {
            self.init(rawValue: view.string)
        }
    }
}

extension SigningEnvironment {
    fileprivate init?(written view: JSONView) {
        if view.isString("production") {
            self = .production
        } else if view.isString("local") {
            self = .local
        } else {
            self.init(rawValue: view.string)
        }
    }
}
