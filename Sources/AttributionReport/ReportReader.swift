import AdAttribution
import AttributionBytes
import AttributionInspection
import AttributionJOSE
import AttributionJSON

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

    package init() {}
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

/// Reads and counts successive input lines, with reused memory. Use one instance per thread.
package struct ReportReader: ~Copyable {
    private let request: ReportRequest
    private let readsOuter: Bool
    private let logTimePath: String
    private var members = SlotReader()
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
    ///   - line: the input without leading and trailing white space.
    ///   - outer: the line around the input, for groups by its members.
    /// - Throws: the reason why the line is not an input. It is then not counted.
    package mutating func read(_ line: ByteView, outer: ByteView, into part: inout ReportPart) throws(ReportFault) {
        guard line.first == ASCII.openBrace else {
            guard line.first != ASCII.openBracket else { throw .input(.array) }
            if let format = ForeignFormat(line: line) { throw .input(.foreign(format)) }
            try token.read(line)
            return try countToken(nil, outer, &part)
        }
        do throws(JSONSyntaxError) { try members.read(line) } catch { throw .input(.json(error)) }
        if let verdict = member(.verdict).flatMap(InputVerdict.init) {
            if member(.parts)?.kind == .array {
                return try countParts(unsafe members.index.root(of: line), verdict, &part)
            }
            return try count(verdict, outer, &part)
        }
        if let event = member(.event), event.kind == .string { return try countEvent(event, outer, &part) }
        if try !countPostback(.line, outer, &part) { throw unknown(line) }
    }

    /// Returns the fault of an object that is no input, with the path of an input inside it if there is one.
    private mutating func unknown(_ line: ByteView) -> ReportFault {
        guard let root = view(line), let nested = NestedInput.find(in: root) else { return .unknown }
        return .input(.nested(nested.name, path: nested.path))
    }

    /// Returns a member of the line's own object.
    @inline(__always)
    private func member(_ member: LineMember) -> JSONView? { members.slots[LineObject.line.label(member)] }

    // MARK: - Kinds of lines

    private mutating func count(
        _ verdict: InputVerdict, _ outer: ByteView, _ part: inout ReportPart
    ) throws(ReportFault) {
        guard verdict == .valid else { return part.counts.addOther(verdict) }
        let kind = member(.kind)
        var fields: PostbackMembers
        if kind?.isString("postback") == true {
            fields = PostbackMembers(token: members.slots, .payload, isInToken: false)
            fields.hasBody = member(.unsigned) != nil
            fields.addUnsigned(members.slots, .unsigned)
        } else if kind?.isString("skadnetwork-postback") == true {
            fields = PostbackMembers(signed: members.slots, .payload, unsigned: .unsigned, version: member(.version))
        } else {
            return part.counts.addOther(verdict)
        }
        fields.environment = member(.environment)
        try count(fields, verdict, outer, &part)
    }

    /// Counts the verdicts on the parts of a bid, which `aak verify --lines` writes in one line. They count as they
    /// would without that option. The parts of a bid are ads, never postbacks.
    ///
    /// - Parameters:
    ///   - line: the line, which was read in general. The shapes of lines with lists that have elements are never learned.
    ///   - worst: the verdict on the line, which counts if there are no parts.
    private func countParts(_ line: JSONView?, _ worst: InputVerdict, _ part: inout ReportPart) throws(ReportFault) {
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
            let key = try Earnings.Key(members.slots)
            part.counts.earnings[key, default: Earnings()].add(try Earnings(members.slots))
            return
        }
        guard event.isString("postback") else { return part.counts.add(.events) }
        guard member(.to)?.isString("ad-network") == true else { return part.counts.add(.copies) }
        guard member(.status)?.unsignedInteger == 200 else { return part.counts.add(.undelivered) }
        if try !countPostback(.body, outer, &part) { throw .unknown }
    }

    /// Counts an object as an unverified postback. Returns false if it is not a postback.
    private mutating func countPostback(
        _ object: LineObject, _ outer: ByteView, _ part: inout ReportPart
    ) throws(ReportFault) -> Bool {
        if let text = members.slots[object.label(.token)] {
            guard text.kind == .string else { throw .input(.tokenNotString(.jwsString, found: text.excerpt)) }
            try token.read(text)
            try countToken(object, outer, &part)
            return true
        }
        guard members.slots[object.label(.signature)] != nil, members.slots[object.label(.transactionIdentifier)] != nil
        else { return false }
        let fields = PostbackMembers(
            signed: members.slots, object, unsigned: object, version: members.slots[object.label(.version)])
        try count(fields, .unverified, outer, &part)
        return true
    }

    /// Counts the unverified postback of the token that was read last.
    ///
    /// - Parameter body: the postback body around the token, if there is one.
    private mutating func countToken(
        _ body: LineObject?, _ outer: ByteView, _ part: inout ReportPart
    ) throws(ReportFault) {
        var fields = PostbackMembers(token: token.slots, .line, isInToken: true)
        guard fields.identifier != nil || fields.index != nil else { throw .notPostback }
        if let body { fields.addUnsigned(members.slots, body) } else { fields.hasBody = false }
        try count(fields, .unverified, outer, &part)
    }

    // MARK: - Counting

    private mutating func count(
        _ fields: consuming PostbackMembers, _ verdict: InputVerdict, _ outer: ByteView,
        _ part: inout ReportPart
    ) throws(ReportFault) {
        var fact = fields.fact
        if verdict == .valid { fact.environment = fields.environment.flatMap(SigningEnvironment.init) ?? .local }
        let around = readsOuter ? view(outer) : nil
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
                request.fields, verdict, fact, fields, members.slots, token: token.slots, outer: around,
                campaigns: campaigns, zone: request.zone, to: &key)
            fact.group = unsafe part.counts.groups.place(of: key.bytes)
        }
        if request.isUnique {
            part.wait(fact, fields.repeatKey)
        } else {
            part.counts.add(fact, schemas)
        }
    }

    /// Returns the arrival time of a postback, from the line around it or from the `log` member that verify kept.
    private func time(at path: String, in around: JSONView?) throws(ReportFault) -> Timestamp {
        let found = around.flatMap { OuterMember.find(path, in: $0) ?? OuterMember.find(logTimePath, in: $0) }
        guard let found, let time = Timestamp(logged: found) else { throw .time(field: path, found: found?.excerpt) }
        return time
    }

    /// Returns the value of a line that is known to be JSON: the one around an input, or one that was read.
    private mutating func view(_ line: ByteView) -> JSONView? {
        guard (try? outerIndex.scan(line)) != nil else { return nil }
        return unsafe outerIndex.root(of: line)
    }
}

extension ReportCounts {
    /// Adds the names of a postback to the name tables, and their indices to the fact.
    mutating func note(_ fields: borrowing PostbackMembers, in fact: inout CountedPostback) {
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
        // The most frequent verdict first.
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
