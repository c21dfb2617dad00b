import AdAttribution
import AttributionBytes
import AttributionInspection
import AttributionJOSE
import AttributionJSON

/// What a report is asked for.
package struct ReportRequest: Sendable {
    package var fields: [GroupField] = []
    /// What conversion values mean and are worth.
    package var schemas: SchemaReadings?
    /// The campaigns that postbacks can be of.
    package var campaigns: CampaignTable?
    /// The member of the line, or of a verdict's log, that says when a postback came: names parted by dots.
    package var timePath: String?
    package var zone = TimeZoneOffset.utc
    /// Whether days are counted beside groups, for a chart.
    package var countsDays = false
    /// What is written above the report.
    package var title: String?
    /// The currency of all money; nil where it is not known.
    package var currency: String?
    /// Whether countries, marketplaces and publishers are counted, of which there may be many.
    package var countsNames = true
    /// Whether repeats are told from others.
    package var isUnique = false

    package init() {}
}

/// Postbacks that came before.
package struct SeenPostbacks: Sendable {
    private let verified = SeenIdentifiers()
    private let unverified = SeenIdentifiers()

    /// Nothing was seen.
    package init() {}

    /// Adds the key of a postback; false if it came before.
    ///
    /// What nobody verified takes the identifier of nothing that somebody did: anyone can write it.
    func insert(_ key: RepeatKey, isVerified: Bool) -> Bool {
        if isVerified { return verified.insert(key) }
        return !verified.contains(key) && unverified.insert(key)
    }
}

/// Postbacks of a part of a stream, counted; or, where repeats are looked for, waiting for those before to be known.
package struct ReportPart: ~Copyable {
    /// What tells a postback's repeats from others.
    package struct Waiting {
        package let fact: CountedPostback
        /// Nil for a postback that has no identifier.
        let key: RepeatKey?
    }

    package var counts = ReportCounts()
    package private(set) var waiting: [Waiting] = []

    package init() {}

    package mutating func removeAll() {
        counts.removeAll()
        waiting.removeAll(keepingCapacity: true)
    }

    mutating func wait(_ fact: CountedPostback, _ key: RepeatKey?) { waiting.append(Waiting(fact: fact, key: key)) }

    /// Counts what waits, but for what was seen before. Call it part after part, in the order of the stream.
    package mutating func settle(_ seen: SeenPostbacks, _ schemas: SchemaReadings?) {
        for postback in waiting {
            let isVerified = postback.fact.environment != nil
            let isRepeat = postback.key.map { !seen.insert($0, isVerified: isVerified) } ?? false
            if isRepeat { counts.addRepeat() } else { counts.add(postback.fact, schemas) }
        }
        waiting.removeAll(keepingCapacity: true)
    }
}

/// Reads one input line after another and counts it, reusing its memory. One a thread.
package struct ReportReader: ~Copyable {
    private let request: ReportRequest
    private let readsOuter: Bool
    private let logTimePath: String
    private var index = JSONIndex()
    private var shapes = JSONShapes()
    private var slots = JSONSlots()
    private var token = TokenSlots()
    private var outerIndex = JSONIndex()
    private var key = ByteBuffer()
    private var campaigns: [Int] = []

    package init(_ request: ReportRequest) {
        self.request = request
        readsOuter =
            request.timePath != nil || request.fields.contains { if case .outer = $0 { true } else { false } }
        logTimePath = "log." + (request.timePath ?? "")
    }

    /// - Parameters:
    ///   - line: without white space at its ends.
    ///   - outer: the line around it, for groups by its members.
    /// - Throws: for what is no input; nothing of it is counted then.
    package mutating func read(
        _ line: ByteView, outer: ByteView, into part: inout ReportPart
    ) throws(ReportFault) {
        guard line.first == ASCII.openBrace else {
            guard line.first != ASCII.openBracket else { throw .input(.array) }
            if let format = ForeignFormat(line: line) { throw .input(.foreign(format)) }
            try token.read(line)
            return try countToken(nil, outer, &part)
        }
        if unsafe !shapes.read(line, into: &slots) { try readInGeneral(line) }
        if let verdict = slots[LineObject.line.label(.verdict)].flatMap(InputVerdict.init) {
            if slots[LineObject.line.label(.parts)]?.kind == .array {
                return try countParts(unsafe index.root(of: line), verdict, &part)
            }
            return try count(verdict, outer, &part)
        }
        if let event = slots[LineObject.line.label(.event)], event.kind == .string {
            return try countEvent(event, outer, &part)
        }
        if try !countPostback(.line, outer, &part) { throw unknown(line) }
    }

    private mutating func readInGeneral(_ line: ByteView) throws(ReportFault) {
        do throws(JSONSyntaxError) {
            try index.scan(line)
        } catch {
            throw .input(.json(error))
        }
        guard let root = unsafe index.root(of: line) else { throw .unknown }
        unsafe slots.begin(line)
        slots.fill(from: root, label: LineObject.root, labelOf: LineObject.label)
        shapes.learn(line, root, label: LineObject.root, labelOf: LineObject.label)
    }

    /// Says where in an object of another kind an input lies, if one does.
    private mutating func unknown(_ line: ByteView) -> ReportFault {
        guard (try? index.scan(line)) != nil, let root = unsafe index.root(of: line),
            let nested = NestedInput.find(in: root)
        else { return .unknown }
        return .input(.nested(nested.name, path: nested.path))
    }

    // MARK: - Kinds of lines

    private mutating func count(
        _ verdict: InputVerdict, _ outer: ByteView, _ part: inout ReportPart
    ) throws(ReportFault) {
        guard verdict == .valid else { return part.counts.addOther(verdict) }
        let kind = slots[LineObject.line.label(.kind)]
        var fields: PostbackFields
        if kind?.isString("postback") == true {
            fields = PostbackFields(token: slots, .payload, isInToken: false)
            fields.hasBody = slots[LineObject.line.label(.unsigned)] != nil
            fields.addUnsigned(slots, .unsigned)
        } else if kind?.isString("skadnetwork-postback") == true {
            fields = PostbackFields(
                signed: slots, .payload, unsigned: .unsigned, version: slots[LineObject.line.label(.version)])
        } else {
            return part.counts.addOther(verdict)
        }
        fields.environment = slots[LineObject.line.label(.environment)]
        try count(fields, verdict, outer, &part)
    }

    /// Counts the verdict on each part of a bid, as `aak verify --lines` writes them in one line: as many as there are without that
    /// option. The parts of a bid are ads, never postbacks.
    ///
    /// - Parameters:
    ///   - line: the line, which was read in general. The shapes of lines with lists that have elements are never learned.
    ///   - worst: the verdict on the line, which counts if there are no parts.
    private func countParts(
        _ line: JSONView?, _ worst: InputVerdict, _ part: inout ReportPart
    ) throws(ReportFault) {
        guard let parts = line?.member("parts")?.elements else { throw .unknown }
        var verdicts: [InputVerdict] = []
        for element in parts {
            guard let verdict = element.member("verdict").flatMap(InputVerdict.init) else { throw .unknown }
            verdicts.append(verdict)
        }
        for verdict in verdicts.isEmpty ? [worst] : verdicts { part.counts.addOther(verdict) }
    }

    private mutating func countEvent(
        _ event: JSONView, _ outer: ByteView, _ part: inout ReportPart
    ) throws(ReportFault) {
        if event.isString("earnings") {
            let key = try Earnings.Key(slots)
            part.counts.earnings[key, default: Earnings()].add(try Earnings(slots))
            return
        }
        guard event.isString("postback") else { return part.counts.add(.events) }
        guard slots[LineObject.line.label(.to)]?.isString("ad-network") == true else {
            return part.counts.add(.copies)
        }
        guard slots[LineObject.line.label(.status)]?.unsignedInteger == 200 else {
            return part.counts.add(.undelivered)
        }
        if try !countPostback(.body, outer, &part) { throw .unknown }
    }

    /// Counts the unverified postback that an object is; false for any other object.
    private mutating func countPostback(
        _ object: LineObject, _ outer: ByteView, _ part: inout ReportPart
    ) throws(ReportFault) -> Bool {
        if let text = slots[object.label(.token)] {
            guard text.kind == .string else { throw .input(.tokenNotString(.jwsString, found: text.excerpt)) }
            try token.read(text)
            try countToken(object, outer, &part)
            return true
        }
        guard slots[object.label(.signature)] != nil, slots[object.label(.transactionIdentifier)] != nil
        else { return false }
        let fields = PostbackFields(
            signed: slots, object, unsigned: object, version: slots[object.label(.version)])
        try count(fields, .unverified, outer, &part)
        return true
    }

    /// Counts the unverified postback of the token that was read last.
    ///
    /// - Parameter body: the object that it stands in, if it does.
    private mutating func countToken(
        _ body: LineObject?, _ outer: ByteView, _ part: inout ReportPart
    ) throws(ReportFault) {
        var fields = PostbackFields(token: token.slots, .line, isInToken: true)
        guard fields.identifier != nil || fields.index != nil else { throw .notPostback }
        if let body { fields.addUnsigned(slots, body) } else { fields.hasBody = false }
        try count(fields, .unverified, outer, &part)
    }

    // MARK: - Counting

    private mutating func count(
        _ fields: consuming PostbackFields, _ verdict: InputVerdict, _ outer: ByteView,
        _ part: inout ReportPart
    ) throws(ReportFault) {
        var fact = fields.fact
        if verdict == .valid { fact.environment = fields.environment.flatMap(SigningEnvironment.init) ?? .local }
        let around = readsOuter ? outerView(outer) : nil
        let schemas = request.schemas
        if fact.didWin != false { fact.app = schemas?.place(ofApp: fields.advertisedItem) }
        if let path = request.timePath { fact.time = try time(at: path, in: around) }
        part.counts.add(verdict)
        if request.countsNames { part.counts.note(fields, in: &fact) }
        if let table = request.campaigns {
            table.find(fields, into: &campaigns)
            key.removeAll()
            key.openArray()
            GroupKey.append(campaigns: campaigns, to: &key)
            key.closeArray()
            fact.campaign = unsafe part.counts.campaigns.place(of: key.bytes)
        }
        if request.countsDays {
            key.removeAll()
            key.openArray()
            GroupKey.append(.day, fact.time, request.zone, to: &key)
            key.closeArray()
            fact.day = unsafe part.counts.days.place(of: key.bytes)
        }
        if !request.fields.isEmpty {
            key.removeAll()
            GroupKey.append(
                request.fields, verdict, fact, fields, slots, token: token.slots, outer: around,
                campaigns: campaigns, zone: request.zone, to: &key)
            fact.group = unsafe part.counts.groups.place(of: key.bytes)
        }
        if request.isUnique {
            part.wait(fact, fields.repeatKey)
        } else {
            part.counts.add(fact, schemas)
        }
    }

    /// When a postback came, as the line around it says, or what verify kept of that.
    private func time(at path: String, in around: JSONView?) throws(ReportFault) -> Timestamp {
        let found = around.flatMap { OuterMember.find(path, in: $0) ?? OuterMember.find(logTimePath, in: $0) }
        guard let found, let time = Timestamp(logged: found) else {
            throw .time(field: path, found: found?.excerpt)
        }
        return time
    }

    /// The line around an input, which was read before and so can be read.
    private mutating func outerView(_ outer: ByteView) -> JSONView? {
        guard (try? outerIndex.scan(outer)) != nil else { return nil }
        return unsafe outerIndex.root(of: outer)
    }
}

extension ReportCounts {
    /// Notes the names of a postback in the tables, for a fact that is added to the same counts.
    mutating func note(_ fields: borrowing PostbackFields, in fact: inout CountedPostback) {
        if let country = fields.country, country.kind == .string {
            fact.country = country.unescapedOrContent { countries.place(of: $0) }
        }
        if let marketplace = fields.marketplace, marketplace.kind == .string {
            fact.marketplace = marketplace.unescapedOrContent { marketplaces.place(of: $0) }
        }
        guard let publisher = fields.publisher else { return }
        fact.publisher =
            publisher.kind == .string
            ? publisher.unescapedOrContent { publishers.place(of: $0) }
            : publishers.place(of: publisher.raw)
    }
}

extension InputVerdict {
    @inline(__always)
    fileprivate init?(_ view: JSONView) {
        // Nearly all are.
        if view.isString("valid") {
            self = .valid
        } else if let verdict = InputVerdict(rawValue: view.string), verdict != .unverified {
            self = verdict
        } else {
            return nil
        }
    }
}

extension SigningEnvironment {
    @inline(__always)
    fileprivate init?(_ view: JSONView) {
        if view.isString("production") {
            self = .production
        } else if view.isString("development") {
            self = .development
        } else {
            return nil
        }
    }
}
