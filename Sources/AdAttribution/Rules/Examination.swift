import StrictJSON

/// The members of one object, each known field at its place.
struct FieldTable {
    private var values = [JSONView?](repeating: nil, count: Field.allCases.count)
    /// The names of members that the object should not have.
    private(set) var unknown: [JSONView] = []
    /// The fields that are there.
    private(set) var present = FieldSet()
    /// Whether there is an object at all.
    private(set) var isLoaded = false

    subscript(field: Field) -> JSONView? { values[field.rawValue] }

    mutating func clear() {
        guard isLoaded else { return }
        for index in values.indices { values[index] = nil }
        unknown.removeAll(keepingCapacity: true)
        present = FieldSet()
        isLoaded = false
    }

    /// - Parameter known: the fields that belong in the object.
    mutating func load(_ object: JSONView, known: FieldSet) {
        clear()
        isLoaded = true
        var members = object.members
        while let member = members.next() {
            if let field = Field.named(member.name), known.contains(field) {
                values[field.rawValue] = member.value
                present.insert(field)
            } else {
                unknown.append(member.name)
            }
        }
    }
}

/// An input laid out for the rules.
///
/// It points into the text it was made from and is used again for the next one.
struct Examination {
    /// The signed payload.
    var payload = FieldTable()
    /// The fields of a postback body.
    var body = FieldTable()
    /// The `kid` of the token around the payload, where there is one.
    var keyID: JSONView?
    /// The header of the token.
    var header: JSONView?
    /// The moment that "now" means.
    var now = Timestamp(milliseconds: 0)
    /// The attribution rules of an app.
    var configuration: JSONView?

    mutating func clear() {
        payload.clear()
        body.clear()
        keyID = nil
        header = nil
        configuration = nil
    }
}

/// Checks one input after another against the rules, reusing its memory. One a thread.
package struct Examiner {
    private var examination = Examination()

    package init() {}

    /// Lays an impression's payload out for ``findingsOfImpression(now:)`` and tells which fields it has.
    package mutating func lay(outImpression payload: JSONView) -> FieldSet {
        examination.clear()
        examination.payload.load(payload, known: Field.impression)
        return examination.payload.present
    }

    /// Everything that is wrong with the impression laid out last, whose text must not have moved since.
    package mutating func findingsOfImpression(now: Timestamp) -> [Finding] {
        examination.now = now
        return ImpressionRules.set.findings(in: examination)
    }

    /// Everything that is wrong with an impression's payload.
    ///
    /// - Parameter keyID: the value of `kid` in the token's header, if the payload came in a token.
    package mutating func findings(
        impression payload: JSONView, keyID: JSONView? = nil, now: Timestamp
    ) -> [Finding] {
        examination.clear()
        examination.payload.load(payload, known: Field.impression)
        examination.keyID = keyID
        examination.now = now
        return ImpressionRules.set.findings(in: examination)
    }

    /// Everything that is wrong with a postback: its signed payload, and the body around it.
    ///
    /// - Parameter payload: nil where the token in the body cannot be read.
    package mutating func findings(
        postback payload: JSONView?, keyID: JSONView? = nil, body: JSONView? = nil
    ) -> [Finding] {
        examination.clear()
        if let payload { examination.payload.load(payload, known: Field.postback) }
        if let body { examination.body.load(body, known: Field.body) }
        examination.keyID = keyID
        return (payload == nil ? [] : PostbackRules.set.findings(in: examination))
            + (body == nil ? [] : BodyRules.set.findings(in: examination))
    }

    /// What is noteworthy about a token's header beyond what reading it demands.
    package mutating func findings(header: JSONView) -> [Finding] {
        examination.clear()
        examination.header = header
        return TokenRules.set.findings(in: examination)
    }

    /// Everything that is wrong with an app's attribution rules.
    package mutating func findings(configuration: JSONView) -> [Finding] {
        examination.clear()
        examination.configuration = configuration
        return ConfigurationRules.set.findings(in: examination)
    }

    /// What is wrong with one value of a field, whatever object it may stand in.
    package mutating func findings(
        field: String, of object: JSONView, in subject: Rule.Subject, now: Timestamp
    ) -> [Finding] {
        examination.clear()
        examination.now = now
        switch subject {
        case .body: examination.body.load(object, known: Field.body)
        case .postback: examination.payload.load(object, known: Field.postback)
        default: examination.payload.load(object, known: Field.impression)
        }
        let rules = RuleCatalogue.all.filter { $0.subject == subject && $0.field == field && $0.isAboutOneValue }
        return RuleSet(rules, isInBody: subject == .body).findings(in: examination)
    }

    /// Which data tiers the postback looked at last is consistent with, highest first; nil if it was none.
    package var tiers: [DataTier]? { examination.tiers }

    /// Why each absent optional field of that postback may be absent.
    package var absences: [(field: String, reason: String)] { examination.absences }
}

extension Examiner {
    /// Everything that is wrong with a postback given as values.
    package static func findings(postback payload: JSONValue, body: JSONValue) -> [Finding] {
        var examiner = Examiner()
        let findings = payload.withView { payload in
            body.withView { body in examiner.findings(postback: payload, body: body) }
        }
        return findings.flatMap(\.self) ?? []
    }
}
