import AttributionBase

/// A member of a bid object: its field, and what its value must be besides the type.
struct BidMember: Sendable {
    let field: Field
    let value: Value?
    /// Whether the value is checked together with the type.
    let hasOwnRange: Bool

    /// What a value of the right type must be.
    struct Value: Sendable {
        let wanted: String
        let accepts: @Sendable (JSONView) -> Bool

        static let flag = number(0...1, "0 or 1")
        /// Any integer that is not negative, however long.
        static let count = Value(wanted: "an integer of at least 0") { $0.raw.first != ASCII.minus }
        /// The values of Apple's `ATTrackingManager.AuthorizationStatus`.
        static let authorization = number(0...3, "0, 1, 2 or 3")
        /// The version of AdAttributionKit's objects.
        static let one = Value(wanted: "\"1.0\"") { $0.isString("1.0") }
        static let version = Value(wanted: BidRules.versions) { SKAdNetworkVersion($0)?.isNamed == true }
        static let item = number(1...UInt64.max, "the digits of an App Store item's ID, which is not 0")
        /// An item, or the 0 of an app in development.
        static let publisher = number(0...UInt64.max, "the digits of an App Store item's ID")
        static let campaign = number(1...UInt64(CampaignIdentifier.range.upperBound), "from \"1\" to \"100\"")
        static let sourceIdentifier = number(1...9999, "four digits without a leading zero")
        static let uuid = Value(wanted: "a UUID", accepts: \.isUUID)
        static let milliseconds = Value(wanted: "milliseconds since 1970") { $0.string.isPlainInteger }

        private static func number(_ range: ClosedRange<UInt64>, _ wanted: String) -> Value {
            Value(wanted: wanted) { $0.plainNumber.map(range.contains) ?? false }
        }
    }

    fileprivate init(_ index: Int, _ row: BidShape.Row) {
        field = Field(UInt8(index), row.name, row.kind, isRequired: row.isRequired)
        value = row.value ?? (row.kind == .flag ? .flag : row.kind == .integer ? .count : nil)
        hasOwnRange = row.value == nil && value != nil
    }

    /// Returns the finding for a value of another type.
    ///
    /// - Parameter effect: The consequence of a number that is not in quotes, which is added to the hint.
    func typeFinding(_ value: JSONView, in prefix: String = "", effect: String = "") -> Finding {
        let hint = field.kind.hint(for: value)
        let isUnquoted = field.kind == .string && value.kind == .number
        return Finding(
            BidRules.type, field: prefix + field.text, found: value.shortened, wanted: field.kind.rawValue,
            hint: isUnquoted ? hint.map { $0 + effect } : hint)
    }

    /// Returns the finding for a value that has the right type but is not allowed for the member; nil for an allowed
    /// value.
    func valueFinding(_ value: JSONView, in prefix: String = "") -> Finding? {
        guard let wanted = self.value, field.accepts(value), !wanted.accepts(value) else { return nil }
        return Finding(BidRules.value, field: prefix + field.text, found: value.shortened, wanted: wanted.wanted)
    }
}

/// The members of one kind of object in the community extensions: the description by which objects are checked and
/// read.
struct BidShape: Sendable {
    let members: [BidMember]
    let fields: ObjectShape
    /// The consequence of a number in place of a string, which is added to the hint.
    let effectOfNumbers: String
    /// Names that are an error here, because their values are signed and belong in the surrounding object.
    private let misplaced: MemberNames
    /// The names that have a meaning in this object or in the surrounding one.
    private let known: MemberNames
    /// The places where names belong that are not read here.
    private let places: [String: String]
    /// Other names that SDKs use for members of this object, each with the words for a hint.
    private let seen: [String: String]

    fileprivate struct Row {
        let name: StaticString
        let kind: Field.Kind
        let value: BidMember.Value?
        let isRequired: Bool

        init(_ name: StaticString, _ kind: Field.Kind, _ value: BidMember.Value? = nil, isRequired: Bool = false) {
            (self.name, self.kind, self.value, self.isRequired) = (name, kind, value, isRequired)
        }
    }

    private typealias Names = (place: String, names: [StaticString])

    /// - Parameters:
    ///   - misplaced: As in the stored property.
    ///   - elsewhere: Other names that may occur here without being an error, with the place where they belong.
    ///   - foreign: Members of other objects, with the object that has them.
    private init(
        _ rows: [Row], misplaced: [StaticString] = [], elsewhere: [Names] = [], foreign: [Names] = [],
        seen: [String: String] = [:], effectOfNumbers: String = ""
    ) {
        members = rows.enumerated().map { BidMember($0, $1) }
        fields = ObjectShape(members.map(\.field))
        self.effectOfNumbers = effectOfNumbers
        self.misplaced = MemberNames(numbering: misplaced)
        let own = rows.map(\.name).filter { "\($0)" != "ext" }
        known = MemberNames(numbering: own + misplaced + elsewhere.flatMap(\.names))
        let others = (elsewhere + foreign).flatMap { place, names in names.map { ("\($0)", place) } }
        places = Dictionary(others) { first, _ in first }
        self.seen = seen
    }

    /// The member of a name, which is a constant of this program.
    subscript(name: StaticString) -> BidMember {
        guard let member = self[named: "\(name)"] else { preconditionFailure("an object has no member \(name)") }
        return member
    }

    subscript(named name: String) -> BidMember? { fields.field(named: name).map { members[Int($0.index)] } }

    func isMisplaced(_ name: JSONView) -> Bool { misplaced.number(ofName: name) != nil }

    func knows(_ name: JSONView) -> Bool { known.number(ofName: name) != nil }

    /// The words for a hint about an unknown name; nil if only its spelling can suggest what it means.
    fileprivate func words(on name: String) -> String? {
        places[name].map { "it is not read here; it belongs in \($0)" } ?? seen[name]
    }

    /// Reads a member; nil if it is absent and not required.
    func read<Value>(
        _ name: StaticString, of object: JSONView, in prefix: String = "", _ read: (JSONView) -> Value?
    ) throws(Problem) -> Value? {
        let member = self[name]
        guard let value = object.member(named: "\(name)") else {
            guard member.field.isRequired else { return nil }
            let wanted = member.field.kind.rawValue
            throw Finding(BidRules.missing, field: "\(prefix)\(name)", found: "missing", wanted: wanted).problem
        }
        if let finding = member.valueFinding(value, in: prefix) { throw finding.problem }
        guard let result = read(value) else {
            throw member.typeFinding(value, in: prefix, effect: effectOfNumbers).problem
        }
        return result
    }

    func required<Value>(
        _ name: StaticString, of object: JSONView, _ read: (JSONView) -> Value?
    ) throws(Problem) -> Value {
        guard let value = try self.read(name, of: object, read) else {
            throw Finding(BidRules.missing, field: "\(name)", found: "missing").problem
        }
        return value
    }
}

extension MemberNames {
    convenience init(numbering names: [StaticString]) {
        self.init(names.enumerated().map { ($1, UInt8($0)) })
    }
}

/// The members of an object, divided into those of its kind and others.
struct BidLook {
    private let shape: BidShape
    private var found = Examination()
    /// The names of others that mean absent members, by the names of these.
    private lazy var otherNames = namesOfAbsentMembers()

    /// The greatest number of members whose names are compared with those of absent ones. More are not listed.
    private static let mostCompared = Findings.defaultLimit

    init(_ object: JSONView, _ shape: BidShape) {
        self.shape = shape
        found.load(object, as: shape.fields)
    }

    subscript(member: BidMember) -> JSONView? { found[member.field] }

    /// The members that do not belong to the kind, in order.
    var others: some Sequence<(name: JSONView, value: JSONView)> { found.unknownMembers(of: shape.fields) }

    /// Returns a hint for one of ``others``: the place where it belongs, or a member that the object lacks and that is
    /// probably meant.
    func hint(on other: (name: JSONView, value: JSONView)) -> String? {
        let name = other.name.string
        if let words = shape.words(on: name) { return words }
        let absent = shape.members.filter { self[$0] == nil }.map(\.field.text)
        let meant = Spelling.nearest(to: name, among: absent) ?? meaning(of: other)
        return meant.map { "did you mean \"\($0)\"?" }
    }

    /// Names the member that has the value of a missing one under another name; nil if no other member seems to have
    /// it.
    mutating func otherName(of missing: StaticString) -> String? {
        otherNames["\(missing)"].map { "\(quoted($0)) is that member under another name" }
    }

    private func namesOfAbsentMembers() -> [String: String] {
        var found: [String: String] = [:]
        for other in others.prefix(Self.mostCompared) {
            let own = other.name.string
            let letters = own.lowercased().filter { $0.isLetter || $0.isNumber }
            for name in [letters, meaning(of: other)] {
                if let name, found[name] == nil { found[name] = own }
            }
        }
        return found
    }

    /// Returns the missing member that another one probably stands for, because it has the name used in SKAdNetwork's documents or one used
    /// in practice.
    private func meaning(of other: (name: JSONView, value: JSONView)) -> String? {
        let form = SignedForm.ad(.openRTB)
        guard let meant = OtherNames.field(other.name.string, other.value.scalarText, in: form) else { return nil }
        let member = shape[named: "\(form.name(of: meant))"]
        return member.flatMap { self[$0] == nil ? $0.field.text : nil }
    }
}

extension BidShape {
    static let request = BidShape([Row("imp", .objects, isRequired: true)])

    static let attributionRequest = BidShape(
        [
            Row("version", .string, .one, isRequired: true),
            Row(BidName.sourceApp, .string, .publisher, isRequired: true),
            Row(BidName.networkIDs, .strings, isRequired: true), Row("ext", .object),
        ],
        foreign: [("the bid", [BidName.token, BidName.item, "cpp", BidName.reEngagementURL]), ("ext", ["sko"])],
        seen: ["networkids": "did you mean \"\(BidName.networkIDs)\"?"])

    static let attributionRequestExtension = BidShape([Row("sko", .flag)])

    static let attributionResponse = BidShape(
        [
            Row(BidName.token, .string, isRequired: true), Row("version", .string, .one, isRequired: true),
            Row(BidName.item, .string, .item, isRequired: true), Row("cpp", .string, .uuid),
            Row(BidName.reEngagementURL, .string), Row("ext", .object),
        ],
        foreign: [
            ("the token", [BidName.sourceApp, "network", BidName.sourceIdentifier, "campaign", "nonce", "timestamp"]),
            ("the request", [BidName.networkIDs]), ("ext", [BidName.overlay]),
            ("the skadn object", ["fidelity", BidName.fidelities, BidName.productPageID]),
        ],
        seen: [
            "networkids": "the draft has \"\(BidName.networkIDs)\", a member of the request",
            "signature": "the draft has the signature in \"\(BidName.token)\"",
            "custom_market_place":
                "the draft has no such member; \"\(BidName.reEngagementURL)\" is the one for a custom click",
        ])

    /// The part of `ext` that the older draft describes.
    static let attributionResponseExtension = BidShape([Row(BidName.overlay, .object)])

    static let attributionOverlay = BidShape([
        Row("show", .flag), Row("delay", .integer), Row("companion_delay", .integer), Row("pos", .integer),
        Row("autoclose", .integer), Row("dismissible", .flag), Row("click_on_view", .flag),
    ])

    /// What the extensions add to `device.ext`.
    static let device = BidShape([Row("atts", .integer, .authorization), Row("ifv", .string)])

    static let skadnRequest = BidShape(
        [
            Row("versions", .strings), Row("version", .string, .version),
            Row(BidName.sourceApp, .string, .publisher, isRequired: true), Row(BidName.networkIDs, .strings),
            Row(BidName.networkList, .object), Row(BidName.productPage, .flag), Row(BidName.overlay, .flag),
            Row("ext", .object),
        ],
        foreign: [
            ("\(BidName.networkList)", ["max", "excl", "addl"]),
            (
                "the bid",
                ["network", BidName.item, BidName.fidelities, "signature", "nonce", "timestamp", BidName.productPageID]
            ),
        ])

    static let skadnList = BidShape([
        Row("max", .integer), Row("excl", .integers), Row("addl", .strings), Row("ext", .object),
    ])

    static let skadnResponse = BidShape(
        [
            Row("version", .string, .version, isRequired: true), Row("network", .string, isRequired: true),
            Row("campaign", .string, .campaign), Row(BidName.sourceIdentifier, .string, .sourceIdentifier),
            Row(BidName.item, .string, .item, isRequired: true),
            Row(BidName.sourceApp, .string, .publisher, isRequired: true), Row(BidName.productPageID, .string, .uuid),
            Row("nonce", .string), Row("timestamp", .string, .milliseconds), Row("signature", .string),
            Row(BidName.fidelities, .objects), Row(BidName.overlay, .object), Row("ext", .object),
        ],
        elsewhere: [("an entry of fidelities", ["fidelity"])],
        foreign: [("the request", ["versions", BidName.networkIDs, BidName.networkList, BidName.productPage])],
        effectOfNumbers: ": SDKs silently drop the click otherwise")

    static let skadnFidelity = BidShape(
        [
            Row("fidelity", .integer, .flag, isRequired: true), Row("nonce", .string, isRequired: true),
            Row("timestamp", .string, .milliseconds, isRequired: true), Row("signature", .string, isRequired: true),
            Row("ext", .object),
        ],
        misplaced: SkadnObject.sharedNames,
        elsewhere: [("the skadn object", [BidName.productPageID, BidName.overlay, BidName.fidelities])],
        effectOfNumbers: ": SDKs silently drop the click otherwise")

    static let skadnOverlay = BidShape([
        Row("delay", .integer), Row("endcarddelay", .integer), Row("dismissible", .flag), Row("pos", .flag),
        Row("ext", .object),
    ])

    /// The frameworks' objects as members of an `ext`.
    static let frameworks = BidShape(Framework.allCases.map { Row($0.extensionName, .object) })
}

extension String {
    /// Whether the text is a non-negative decimal integer in JSON's syntax.
    var isPlainInteger: Bool { !isEmpty && utf8.allSatisfy(ASCII.isDigit) && (self == "0" || !hasPrefix("0")) }

    /// The text in quotes, truncated for a message.
    var excerpt: String { AttributionBase.excerpt(JSONValue.string(self).text) }

    /// Whether the text is an App Store item ID as OpenRTB writes it; 0 means an app in development.
    var isItem: Bool { isPlainInteger && UInt64(self) != nil }
}

// Values as this program writes them, in which no member is `null`.
extension JSONView {
    /// The text of a string; nil for any other value.
    var text: String? { kind == .string ? string : nil }

    /// The ID of an item, which OpenRTB writes as a string.
    var quotedItem: ItemIdentifier? { text.flatMap { ItemIdentifier($0) } }

    /// The value of an integer that is not negative, in a number or, as OpenRTB writes most of them, in a string.
    fileprivate var plainNumber: UInt64? {
        guard kind == .string else { return unsignedInteger }
        let text = string
        return text.isPlainInteger ? UInt64(text) : nil
    }

    /// The value, truncated for a message. Only as much is copied as may be shown.
    var shortened: String {
        let most = 80
        let bytes = raw
        return AttributionBase.excerpt(bytes.part(0..<min(bytes.count, 4 * (most + 1))).text, limit: most)
    }

    /// The strings in an array, without its other elements.
    var strings: [String] { elements.compactMap(\.text) }

    /// The strings of an array of strings; nil for any other value.
    var texts: [String]? { Field.Kind.strings.accepts(self) ? strings : nil }

    /// The value of an integer; nil for any other value.
    var integer: Int? { kind == .number ? JSONValue(self).integer : nil }

    /// The integers of an array of integers; nil for any other value.
    var integers: [Int]? {
        guard kind == .array else { return nil }
        let integers = elements.compactMap(\.integer)
        return integers.count == elements.count ? integers : nil
    }
}

extension Framework {
    /// The object as a member of an `ext`.
    var member: BidMember { BidShape.frameworks[extensionName] }

    /// The members of an object in a request.
    var offered: BidShape {
        switch self {
        case .adAttributionKit: .attributionRequest
        case .skAdNetwork: .skadnRequest
        }
    }
}

extension BidRules {
    /// The names of the members of all objects of both extensions, without duplicates.
    package static let memberNames: [String] = {
        let all: [BidShape] = [
            .attributionRequest, .attributionRequestExtension, .attributionResponse, .skadnRequest, .skadnList,
            .skadnResponse, .skadnFidelity, .skadnOverlay,
        ]
        var seen: Set = ["ext"]
        return all.flatMap(\.members).map(\.field.text).filter { seen.insert($0).inserted }
    }()

    /// The names of the members of an `adattributionkit` object, without those that objects of other kinds have too.
    package static let ownMemberNames = (BidShape.attributionRequest.members + BidShape.attributionResponse.members)
        .map(\.field.text).filter { !["version", "ext"].contains($0) }

    /// The rules that apply to every member.
    package static let ofAnyMember = [missing, type, value]
}

extension [String] {
    /// The first texts in quotes, and the number of the others, for a message.
    func listed(_ most: Int) -> String {
        let shown = prefix(most).map(\.excerpt).joined(separator: ", ")
        return count > most ? shown + " and \(count - most) more" : shown
    }
}
