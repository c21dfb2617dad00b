import AttributionBase

/// A member of a bid object: its name, its type, what its value must be besides, and whether a device requires it.
struct BidMember: Sendable {
    /// The JSON types, in words.
    enum Kind: String, Sendable {
        case string = "a string"
        case integer = "an integer"
        case object = "an object"
        case strings = "an array of strings"
        case integers = "an array of integers"
        case objects = "an array of objects"
        /// An integer of 0 or 1.
        case flag = "0 or 1"

        func accepts(_ value: JSONValue) -> Bool {
            switch (self, value) {
            case (.string, .string), (.object, .object): true
            case (.integer, .number(let text)): String(text.drop { $0 == "-" }).isPlainInteger
            case (.flag, .number(let text)): text.isPlainInteger
            case (.strings, .array(let all)): all.allSatisfy { Kind.string.accepts($0) }
            case (.integers, .array(let all)): all.allSatisfy { Kind.flag.accepts($0) }
            case (.objects, .array(let all)): all.allSatisfy { Kind.object.accepts($0) }
            default: false
            }
        }

        /// Returns how to correct a value of another type.
        func hint(_ value: JSONValue) -> String? {
            switch (self, value) {
            case (.string, .number): "write the number in quotes"
            case (.flag, .bool(let value)):
                "write \(value ? 1 : 0): the extension's text requires an integer, although its protobuf says bool"
            case (.integer, _), (.flag, _): value.withView { Field.Kind.integer.hint(for: $0) } ?? nil
            default: nil
            }
        }
    }

    /// What the text of a string or a number must be.
    struct Value: Sendable {
        let wanted: String
        let accepts: @Sendable (String) -> Bool

        static let flag = Value(wanted: "0 or 1") { $0 == "0" || $0 == "1" }
        static let count = Value(wanted: "an integer of at least 0") { $0.isPlainInteger }
        /// The values of Apple's `ATTrackingManager.AuthorizationStatus`.
        static let authorization = Value(wanted: "0, 1, 2 or 3") { ["0", "1", "2", "3"].contains($0) }
        /// The version of AdAttributionKit's objects.
        static let one = Value(wanted: "\"1.0\"") { $0.isSame(as: "1.0") }
        static let version = Value(wanted: BidRules.versions) {
            SKAdNetworkVersion(rawValue: $0)?.isNamed == true
        }
        static let item = Value(wanted: "the digits of an App Store item's ID, which is not 0") {
            $0.isItem && $0 != "0"
        }
        /// An item, or the 0 of an app in development.
        static let publisher = Value(wanted: "the digits of an App Store item's ID") { $0.isItem }
        static let campaign = Value.number(CampaignIdentifier.range, "from \"1\" to \"100\"")
        static let sourceIdentifier = Value.number(1...9999, "four digits without a leading zero")
        static let uuid = Value(wanted: "a UUID") { JSONValue.string($0).withView { $0.isUUID } == true }
        static let milliseconds = Value(wanted: "milliseconds since 1970") { $0.isPlainInteger }

        private static func number(_ range: ClosedRange<Int>, _ wanted: String) -> Value {
            Value(wanted: wanted) { $0.isPlainInteger && Int($0).map(range.contains) == true }
        }
    }

    let name: String
    let kind: Kind
    let value: Value?
    /// Whether the value is checked together with the type.
    let hasOwnRange: Bool
    let isRequired: Bool

    init(_ name: String, _ kind: Kind, _ value: Value? = nil, isRequired: Bool = false) {
        self.name = name
        self.kind = kind
        self.value = value ?? (kind == .flag ? .flag : kind == .integer ? .count : nil)
        hasOwnRange = value == nil && self.value != nil
        self.isRequired = isRequired
    }

    /// - Parameter effect: What comes of a number that is not in quotes, to follow the hint.
    func typeFinding(_ value: JSONValue, in prefix: String = "", effect: String = "") -> Finding {
        var hint = kind.hint(value)
        if kind == .string, case .number = value { hint? += effect }
        return Finding(
            BidRules.type, field: prefix + name, found: value.excerpt, wanted: kind.rawValue, hint: hint)
    }

    /// Returns the finding for a value of the right type that is none that the member can have.
    func valueFinding(_ value: JSONValue, in prefix: String = "") -> Finding? {
        guard let wanted = self.value, kind.accepts(value), !wanted.accepts(value.string ?? value.text) else {
            return nil
        }
        return Finding(BidRules.value, field: prefix + name, found: value.excerpt, wanted: wanted.wanted)
    }
}

/// The members of one kind of object in the community extensions: what objects are checked and read by.
struct BidMembers: Sendable {
    let list: [BidMember]
    /// Names that are an error here, because their values are signed and belong in the surrounding object.
    let misplaced: Set<String>
    /// Other names that may occur here without being an error, with the place where they belong.
    private let elsewhere: [String: String]
    /// Where a name belongs that is not read here.
    private let places: [String: String]
    /// Names that SDKs give to members here, with what to say of them.
    private let seen: [String: String]
    /// What comes of a number in place of a string, to follow a hint.
    let effectOfNumbers: String
    private let byName: [String: BidMember]

    /// - Parameter foreign: Members of other objects, with the object that has them.
    init(
        list: [BidMember], misplaced: [String] = [], elsewhere: [String: String] = [:],
        foreign: [(place: String, names: [String])] = [], seen: [String: String] = [:], effectOfNumbers: String = ""
    ) {
        self.list = list
        self.misplaced = Set(misplaced)
        self.elsewhere = elsewhere
        self.seen = seen
        self.effectOfNumbers = effectOfNumbers
        let others = foreign.flatMap { place, names in names.map { ($0, place) } }
        places = elsewhere.merging(others) { first, _ in first }
        byName = Dictionary(list.map { ($0.name, $0) }) { _, _ in preconditionFailure("a member is listed twice") }
    }

    subscript(name: String) -> BidMember? { byName[name] }

    /// Whether a name has a meaning in this object or in the surrounding one.
    func knows(_ name: String) -> Bool {
        name != "ext" && (self[name] != nil || misplaced.contains(name) || elsewhere[name] != nil)
    }

    /// Returns what an object has, and what it lacks.
    func look(at object: JSONValue) -> BidLook { BidLook(object, self) }

    /// What is said of a name that is none of the object's members; nil if only its letters can tell what it means.
    fileprivate func words(on name: String) -> String? {
        places[name].map { "it is not read here; it belongs in \($0)" } ?? seen[name]
    }

    /// Reads a member; nil if it is absent and not required.
    func read<Value>(
        _ name: String, of object: JSONValue, in prefix: String = "", _ read: (JSONValue) -> Value?
    ) throws(Problem) -> Value? {
        // The names are constants of this program.
        guard let member = self[name] else { preconditionFailure("an object has no member \(name)") }
        guard let value = object[name] else {
            guard member.isRequired else { return nil }
            let wanted = member.kind.rawValue
            throw Finding(BidRules.missing, field: prefix + name, found: "missing", wanted: wanted).problem
        }
        if let finding = member.valueFinding(value, in: prefix) { throw finding.problem }
        guard let result = read(value) else {
            throw member.typeFinding(value, in: prefix, effect: effectOfNumbers).problem
        }
        return result
    }

    func required<Value>(_ name: String, of object: JSONValue, _ read: (JSONValue) -> Value?) throws(Problem) -> Value {
        guard let value = try self.read(name, of: object, read) else {
            throw Finding(BidRules.missing, field: name, found: "missing").problem
        }
        return value
    }
}

/// What an object has of the members of its kind, and what else, from one pass over it.
struct BidLook {
    private let members: BidMembers
    /// The members of the kind that the object has.
    private var present: [String: JSONValue] = [:]
    /// The members that are none of the kind, in order.
    private(set) var others: [JSONValue.Member] = []
    /// The names of others that mean absent members, by the names of these.
    private lazy var otherNames = namesOfAbsentMembers()

    /// The greatest number of members whose names are compared with those of absent ones. More are not listed.
    private static let mostCompared = Findings.defaultLimit

    fileprivate init(_ object: JSONValue, _ members: BidMembers) {
        self.members = members
        guard case .object(let all) = object else { return }
        for member in all {
            if members[member.name] == nil {
                others.append(member)
            } else if present[member.name] == nil {
                present[member.name] = member.value
            }
        }
    }

    /// The value of a member of the kind; nil if the object lacks it.
    subscript(name: String) -> JSONValue? { present[name] }

    /// Returns a hint for one of ``others``: the place where it belongs, or a member that the object lacks and that is
    /// probably meant.
    func hint(on other: JSONValue.Member) -> String? {
        if let words = members.words(on: other.name) { return words }
        let absent = members.list.map(\.name).filter { present[$0] == nil }
        let meant = Spelling.nearest(to: other.name, among: absent) ?? meaning(of: other)
        return meant.map { "did you mean \"\($0)\"?" }
    }

    /// Names the member that has the value of a missing one under another name; nil if none seems to.
    mutating func otherName(of missing: String) -> String? {
        otherNames[missing].map { "\(quoted($0)) is that member under another name" }
    }

    private func namesOfAbsentMembers() -> [String: String] {
        var found: [String: String] = [:]
        for other in others.prefix(Self.mostCompared) {
            let letters = other.name.lowercased().filter { $0.isLetter || $0.isNumber }
            for name in [letters, meaning(of: other)] {
                if let name, found[name] == nil { found[name] = other.name }
            }
        }
        return found
    }

    /// Returns the member that the object lacks and that another one is by a name of SKAdNetwork's documents, or one seen.
    private func meaning(of other: JSONValue.Member) -> String? {
        let form = SignedForm.ad(.openRTB)
        let meant = OtherNames.field(other.name, other.value.string ?? other.value.text, in: form)
        let name = meant.map { "\(form.name(of: $0))" }
        return name.flatMap { members[$0] != nil && present[$0] == nil ? $0 : nil }
    }
}

extension BidMembers {
    static let request = BidMembers(list: [BidMember("imp", .objects, isRequired: true)])

    static let attributionRequest = BidMembers(
        list: [
            BidMember("version", .string, .one, isRequired: true),
            BidMember("sourceapp", .string, .publisher, isRequired: true),
            BidMember("skadnetids", .strings, isRequired: true), BidMember("ext", .object),
        ],
        foreign: [("the bid", ["jwt", "itunesitem", "cpp", "reengagementurl"]), ("ext", ["sko"])],
        seen: ["networkids": "did you mean \"skadnetids\"?"])

    static let attributionRequestExtension = BidMembers(list: [BidMember("sko", .flag)])

    static let attributionResponse = BidMembers(
        list: [
            BidMember("jwt", .string, isRequired: true), BidMember("version", .string, .one, isRequired: true),
            BidMember("itunesitem", .string, .item, isRequired: true), BidMember("cpp", .string, .uuid),
            BidMember("reengagementurl", .string), BidMember("ext", .object),
        ],
        foreign: [
            ("the token", ["sourceapp", "network", "sourceidentifier", "campaign", "nonce", "timestamp"]),
            ("the request", ["skadnetids"]), ("ext", ["skoverlay"]),
            ("the skadn object", ["fidelity", "fidelities", "productpageid"]),
        ],
        seen: [
            "networkids": "the draft has \"skadnetids\", a member of the request",
            "signature": "the draft has the signature in \"jwt\"",
            "custom_market_place": "the draft has no such member; \"reengagementurl\" is the one for a custom click",
        ])

    /// The overlay in `ext` that the older draft describes.
    static let attributionOverlay = BidMembers(list: [
        BidMember("show", .flag), BidMember("delay", .integer), BidMember("companion_delay", .integer),
        BidMember("pos", .integer), BidMember("autoclose", .integer), BidMember("dismissible", .flag),
        BidMember("click_on_view", .flag),
    ])

    /// What the extensions add to `device.ext`.
    static let device = BidMembers(list: [
        BidMember("atts", .integer, .authorization), BidMember("ifv", .string),
    ])

    static let skadnRequest = BidMembers(
        list: [
            BidMember("versions", .strings), BidMember("version", .string, .version),
            BidMember("sourceapp", .string, .publisher, isRequired: true),
            BidMember("skadnetids", .strings), BidMember("skadnetlist", .object), BidMember("productpage", .flag),
            BidMember("skoverlay", .flag), BidMember("ext", .object),
        ],
        foreign: [
            ("skadnetlist", ["max", "excl", "addl"]),
            ("the bid", ["network", "itunesitem", "fidelities", "signature", "nonce", "timestamp", "productpageid"]),
        ])

    static let skadnList = BidMembers(list: [
        BidMember("max", .integer), BidMember("excl", .integers), BidMember("addl", .strings),
        BidMember("ext", .object),
    ])

    static let skadnResponse = BidMembers(
        list: [
            BidMember("version", .string, .version, isRequired: true),
            BidMember("network", .string, isRequired: true), BidMember("campaign", .string, .campaign),
            BidMember("sourceidentifier", .string, .sourceIdentifier),
            BidMember("itunesitem", .string, .item, isRequired: true),
            BidMember("sourceapp", .string, .publisher, isRequired: true),
            BidMember("productpageid", .string, .uuid), BidMember("nonce", .string),
            BidMember("timestamp", .string, .milliseconds), BidMember("signature", .string),
            BidMember("fidelities", .objects), BidMember("skoverlay", .object), BidMember("ext", .object),
        ],
        elsewhere: ["fidelity": "an entry of fidelities"],
        foreign: [("the request", ["versions", "skadnetids", "skadnetlist", "productpage"])],
        effectOfNumbers: ": SDKs silently drop the click otherwise")

    static let skadnFidelity = BidMembers(
        list: [
            BidMember("fidelity", .integer, .flag, isRequired: true), BidMember("nonce", .string, isRequired: true),
            BidMember("timestamp", .string, .milliseconds, isRequired: true),
            BidMember("signature", .string, isRequired: true), BidMember("ext", .object),
        ], misplaced: SkadnObject.sharedNames,
        elsewhere: [
            "productpageid": "the skadn object", "skoverlay": "the skadn object", "fidelities": "the skadn object",
        ], effectOfNumbers: ": SDKs silently drop the click otherwise")

    static let skadnOverlay = BidMembers(list: [
        BidMember("delay", .integer), BidMember("endcarddelay", .integer), BidMember("dismissible", .flag),
        BidMember("pos", .flag), BidMember("ext", .object),
    ])
}

extension String {
    /// Whether the text is a non-negative decimal integer in JSON's syntax.
    var isPlainInteger: Bool { !isEmpty && utf8.allSatisfy(ASCII.isDigit) && (self == "0" || !hasPrefix("0")) }

    /// The text in quotes, truncated for a message.
    var excerpt: String { JSONValue.string(self).excerpt }

    /// Whether the text is an App Store item ID as OpenRTB writes it; 0 means an app in development.
    var isItem: Bool { isPlainInteger && UInt64(self) != nil }
}

extension JSONValue {
    var isObject: Bool { if case .object = self { true } else { false } }

    var isArray: Bool { if case .array = self { true } else { false } }

    var elements: [JSONValue] {
        if case .array(let elements) = self { elements } else { [] }
    }

    var memberNames: [String] {
        if case .object(let members) = self { members.map(\.name) } else { [] }
    }

    var strings: [String] { elements.compactMap(\.string) }

    /// The ID of an item, which OpenRTB writes as a string.
    var quotedItem: ItemIdentifier? { string.flatMap { ItemIdentifier($0) } }

    /// The value as text, truncated for a message.
    var excerpt: String { AttributionBase.excerpt(text) }
}

extension Framework {
    /// The object as a member of an `ext`.
    var member: BidMember { BidMember(extensionName, .object) }

    /// The members of an object in a request.
    var offered: BidMembers {
        switch self {
        case .adAttributionKit: .attributionRequest
        case .skAdNetwork: .skadnRequest
        }
    }
}

extension BidRules {
    /// The names of the members of all objects of both extensions, without duplicates.
    package static let memberNames: [String] = {
        let all: [BidMembers] = [
            .attributionRequest, .attributionRequestExtension, .attributionResponse, .skadnRequest, .skadnList,
            .skadnResponse, .skadnFidelity, .skadnOverlay,
        ]
        var seen: Set = ["ext"]
        return all.flatMap(\.list).map(\.name).filter { seen.insert($0).inserted }
    }()

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
