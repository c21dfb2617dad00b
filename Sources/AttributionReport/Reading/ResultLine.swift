import AttributionBase
import AttributionInspection
import AttributionModel

/// The members that distinguish verdicts, lines of a timeline, and postbacks.
enum LineField {
    // Of timelines.
    static let event = Field(8, TimelineMember.event.name, .string)
    static let to = Field(9, TimelineMember.to.name, .string)
    static let status = Field(10, TimelineMember.status.name, .integer)
    static let body = Field(11, TimelineMember.body.name, .object)
    // Of earnings, the last lines of a timeline.
    static let app = Field(12, TimelineMember.app.name, .integer)
    static let day = Field(13, TimelineMember.day.name, .string)
    static let requests = Field(14, TimelineMember.requests.name, .integer)
    static let fills = Field(15, TimelineMember.fills.name, .integer, isRequired: false)
    static let impressions = Field(16, TimelineMember.impressions.name, .integer)
    static let testImpressions = Field(17, TimelineMember.testImpressions.name, .integer, isRequired: false)
    static let clicks = Field(18, TimelineMember.clicks.name, .integer)
    static let revenue = Field(19, TimelineMember.revenue.name, .string)
    static let currency = Field(20, TimelineMember.currency.name, .string)
    // The members of postbacks. Neither verdicts nor timelines have them at the top level.
    static let token = BodyField.token
    static let signature = Field(33, SignedField.signature.name, .string)

    static let shape = ObjectShape(
        VerdictField.shape.fields + [
            event, to, status, body, app, day, requests, fills, impressions, testImpressions, clicks, revenue, currency,
            token, signature,
        ])
}

/// The numbers of the members that are read in each line. They are stored, because looking up a field's number takes longer than looking up
/// the member.
struct LinePlaces {
    let shape = LineField.shape
    let verdict = VerdictField.verdict.index
    let kind = VerdictField.kind.index
    let environment = VerdictField.environment.index
    let version = VerdictField.version.index
    let payload = VerdictField.payload.index
    let unsigned = VerdictField.unsigned.index
    let parts = VerdictField.parts.index
    let rule = VerdictField.rule.index
    let event = LineField.event.index
    let token = LineField.token.index
    let signature = LineField.signature.index
}

/// Finds members of the line around an input, or of the members that `aak verify` kept of that line.
struct OuterMembers: ~Copyable {
    private var walker = MemberWalker()
    private let paths: [String: MemberPath]
    /// The path of the time in a line, and its path in a verdict.
    private let times: [MemberPath]
    private let timeField: String
    /// Whether the line has several inputs, so that each of its members is looked up once for all of them.
    private var isShared = false
    private var sharedTime: Result<Timestamp, InputFault>?
    private var sharedValues: [String: GroupValue] = [:]

    init(_ request: ReportRequest) {
        var paths: [String: MemberPath] = [:]
        for case .outer(let path) in request.fields { paths[path] = MemberPath(path) }
        self.paths = paths
        times = request.timePath.map { [MemberPath($0), MemberPath(ResultMember.logPrefix + $0)] } ?? []
        timeField = request.timePath ?? ""
    }

    var isEmpty: Bool { paths.isEmpty && times.isEmpty }

    /// Begins another line.
    mutating func begin(isShared: Bool) {
        self.isShared = isShared
        guard isShared else { return }
        sharedTime = nil
        sharedValues.removeAll(keepingCapacity: true)
    }

    /// Returns the value of a member. `known` has the texts and the other values to which it may refer.
    mutating func value(at path: String, in root: JSONView?, _ known: inout GroupValues) -> GroupValue {
        if isShared, let value = sharedValues[path] { return value }
        let value = known.value(find(path, in: root))
        if isShared { sharedValues[path] = value }
        return value
    }

    private mutating func find(_ path: String, in root: JSONView?) -> JSONView? {
        guard let root, let path = paths[path] else { return nil }
        return (try? walker.find(path, in: root)) ?? nil
    }

    mutating func time(in root: JSONView?) throws(InputFault) -> Timestamp {
        guard isShared else { return try readTime(in: root) }
        if let sharedTime { return try sharedTime.get() }
        do throws(InputFault) {
            let time = try readTime(in: root)
            sharedTime = .success(time)
            return time
        } catch {
            sharedTime = .failure(error)
            throw error
        }
    }

    private mutating func readTime(in root: JSONView?) throws(InputFault) -> Timestamp {
        var found: JSONView?
        if let root {
            for path in times where found == nil { found = (try? walker.find(path, in: root)) ?? nil }
        }
        guard let found else { throw .member(timeField, nil, Timestamp.loggedForms, InputRules.reportTime) }
        do throws(Timestamp.UnreadTime) {
            return try Timestamp(logged: found)
        } catch {
            throw .member(timeField, found, error.wanted, InputRules.reportTime)
        }
    }
}

// MARK: - What keeps a line from being counted

extension InputFault {
    /// The line is neither a verdict nor a line of a timeline.
    static let noResult = report("an unsupported kind of input", "a verdict of aak verify or a line of a timeline")
    /// The line is a postback, whatever it claims about itself, and unverified postbacks were not requested.
    static let unverified = report(
        "an unverified postback", "a verdict of aak verify",
        hint: "aak verify writes verdicts; pass --unverified to count postbacks that were not verified")
    /// The token or the signed object is not a postback.
    static let notPostback = report("not a postback's", "a postback")

    static func report(
        _ found: String, _ wanted: String, _ rule: Rule = InputRules.reportInput, hint: String? = nil
    ) -> InputFault { .problem(.value(found: found, wanted: wanted, hint: hint).of("this", breaking: rule)) }

    static func member(
        _ field: String, _ found: JSONView?, _ wanted: String, _ rule: Rule = InputRules.reportInput
    ) -> InputFault { .problem(.member(found?.excerpt, wanted: wanted).at(field, breaking: rule)) }
}

// MARK: - Words of other commands

extension Verdict.Outcome {
    init(member view: JSONView?) throws(InputFault) {
        // The most frequent verdict first.
        if let view, view.isString("valid") {
            self = .valid
        } else if let view, let verdict = Self(rawValue: view.string) {
            self = verdict
        } else {
            throw .member(VerdictField.verdict.text, view, "a verdict of aak verify")
        }
    }
}

extension InputKind {
    init?(written view: JSONView) {
        if view.isString("postback") {
            self = .postback
        } else {
            self.init(rawValue: view.string)
        }
    }
}

extension SigningEnvironment {
    init?(written view: JSONView) {
        if view.isString("production") {
            self = .production
        } else if view.isString("local") {
            self = .local
        } else {
            self.init(rawValue: view.string)
        }
    }
}

// MARK: - Earnings

extension Earnings {
    init(_ line: borrowing MemberTable) throws(InputFault) {
        requests = try Self.count(LineField.requests, line)
        fills = try Self.count(LineField.fills, line)
        impressions = try Self.count(LineField.impressions, line)
        testImpressions = try Self.count(LineField.testImpressions, line)
        clicks = try Self.count(LineField.clicks, line)
        revenue = try LineField.revenue.read(line, "a decimal string such as \"1.50\"") { text in
            text.kind == .string ? text.unescapedOrContent { Money($0) } : nil
        }
    }

    private static func count(_ field: Field, _ line: borrowing MemberTable) throws(InputFault) -> Int {
        if line[field] == nil, !field.isRequired { return 0 }
        return try field.read(line, "an integer of at least 0") { view in
            // With this limit, sums over any number of lines cannot overflow.
            view.unsignedInteger.flatMap { $0 < 1 << 40 ? Int($0) : nil }
        }
    }
}

extension Earnings.Key {
    init(_ line: borrowing MemberTable) throws(InputFault) {
        app = try LineField.app.read(line, "an App Store item ID") { $0.unsignedInteger }
        day = try LineField.day.read(line, "a day such as \"2026-01-01\"") { day in
            day.string.utf8.count == 10 && Timestamp(day.string + "T00:00:00Z") != nil ? day.string : nil
        }
        currency = try LineField.currency.read(line, Money.wantedCurrency) {
            Money.isCurrency($0.string) ? $0.string : nil
        }
    }
}

extension Field {
    fileprivate func read<Value>(
        _ line: borrowing MemberTable, _ wanted: String, _ body: (JSONView) -> Value?
    ) throws(InputFault) -> Value {
        guard let value = line[self].flatMap(body) else {
            throw .member(text, line[self], wanted, InputRules.reportEarnings)
        }
        return value
    }
}
