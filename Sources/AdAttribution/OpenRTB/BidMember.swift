import AttributionBase

/// A member of a bid object: its name, its type, and whether a device requires it.
struct BidMember: Sendable {
    enum Kind: Sendable {
        case string, integer, object, strings, integers, objects
        /// An integer of 0 or 1.
        case flag

        var words: String {
            switch self {
            case .string: "a string"
            case .integer: "an integer"
            case .object: "an object"
            case .strings: "an array of strings"
            case .integers: "an array of integers"
            case .objects: "an array of objects"
            case .flag: "0 or 1"
            }
        }

        func accepts(_ value: JSONValue) -> Bool {
            switch (self, value) {
            case (.string, .string), (.object, .object): true
            case (.integer, .number(let text)), (.flag, .number(let text)): text.isPlainInteger
            case (.strings, .array(let all)): all.allSatisfy { Kind.string.accepts($0) }
            case (.integers, .array(let all)): all.allSatisfy { Kind.integer.accepts($0) }
            case (.objects, .array(let all)): all.allSatisfy { Kind.object.accepts($0) }
            default: false
            }
        }
    }

    let name: String
    let kind: Kind
    let isRequired: Bool

    init(_ name: String, _ kind: Kind, isRequired: Bool = false) {
        self.name = name
        self.kind = kind
        self.isRequired = isRequired
    }
}

/// The members of one kind of object in the community extensions.
struct BidMembers: Sendable {
    let list: [BidMember]
    /// Names that are an error here, because their values are signed and belong in the surrounding object.
    var misplaced: [String] = []
    /// Other names that may occur here without being an error, with the place where they belong.
    var elsewhere: [String: String] = [:]

    /// Whether a name has a meaning in this object or in the surrounding one.
    func knows(_ name: String) -> Bool {
        name != "ext" && (contains(name) || misplaced.contains(name) || elsewhere[name] != nil)
    }

    func contains(_ name: String) -> Bool { list.contains { $0.name == name } }

    /// Returns a hint for a name in an object that is not one of its members: the place where it belongs, or a member
    /// that the object lacks and that is probably meant.
    func hint(_ name: String, in object: JSONValue) -> String? {
        if let place = elsewhere[name] { return "it is not read here: its place is \(place)" }
        let absent = list.map(\.name).filter { object[$0] == nil }
        return Spelling.nearest(to: name, among: absent).map { "did you mean \"\($0)\"?" }
    }

    init(_ list: [BidMember], misplaced: [String] = [], elsewhere: [String: String] = [:]) {
        self.list = list
        self.misplaced = misplaced
        self.elsewhere = elsewhere
    }
}

extension BidMembers {
    static let attributionRequest = BidMembers([
        BidMember("version", .string, isRequired: true), BidMember("sourceapp", .string, isRequired: true),
        BidMember("skadnetids", .strings, isRequired: true), BidMember("ext", .object),
    ])

    static let attributionRequestExtension = BidMembers([BidMember("sko", .flag)])

    static let attributionResponse = BidMembers([
        BidMember("jwt", .string, isRequired: true), BidMember("version", .string, isRequired: true),
        BidMember("itunesitem", .string, isRequired: true), BidMember("cpp", .string),
        BidMember("reengagementurl", .string), BidMember("ext", .object),
    ])

    static let skadnRequest = BidMembers([
        BidMember("versions", .strings), BidMember("version", .string),
        BidMember("sourceapp", .string, isRequired: true),
        BidMember("skadnetids", .strings), BidMember("skadnetlist", .object), BidMember("productpage", .flag),
        BidMember("skoverlay", .flag), BidMember("ext", .object),
    ])

    static let skadnList = BidMembers([
        BidMember("max", .integer), BidMember("excl", .integers), BidMember("addl", .strings),
        BidMember("ext", .object),
    ])

    static let skadnResponse = BidMembers(
        [
            BidMember("version", .string, isRequired: true), BidMember("network", .string, isRequired: true),
            BidMember("campaign", .string), BidMember("sourceidentifier", .string),
            BidMember("itunesitem", .string, isRequired: true), BidMember("sourceapp", .string, isRequired: true),
            BidMember("productpageid", .string), BidMember("nonce", .string), BidMember("timestamp", .string),
            BidMember("signature", .string), BidMember("fidelities", .objects), BidMember("skoverlay", .object),
            BidMember("ext", .object),
        ], elsewhere: ["fidelity": "an entry of fidelities"])

    static let skadnFidelity = BidMembers(
        [
            BidMember("fidelity", .integer, isRequired: true), BidMember("nonce", .string, isRequired: true),
            BidMember("timestamp", .string, isRequired: true), BidMember("signature", .string, isRequired: true),
            BidMember("ext", .object),
        ], misplaced: SkadnObject.sharedNames,
        elsewhere: [
            "productpageid": "the skadn object", "skoverlay": "the skadn object", "fidelities": "the skadn object",
        ])

    static let skadnOverlay = BidMembers([
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

    /// The strings in an array.
    var strings: [String] { elements.compactMap(\.string) }

    /// The value as text, truncated for a message.
    var excerpt: String { AttributionBase.excerpt(text) }
}

extension BidRules {
    /// The names of the members of all objects of both extensions, without duplicates.
    package static let memberNames: [String] = {
        let lists = [
            BidMembers.attributionRequest, BidMembers.attributionRequestExtension, BidMembers.attributionResponse,
            BidMembers.skadnRequest, BidMembers.skadnList, BidMembers.skadnResponse, BidMembers.skadnFidelity,
            BidMembers.skadnOverlay,
        ]
        var names: [String] = []
        for name in lists.flatMap(\.list).map(\.name) where name != "ext" && !names.contains(name) {
            names.append(name)
        }
        return names
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
