import ECDSA
import Rules
import StrictJSON

/// What an object is held against.
struct BidContext {
    /// The object of the same framework in the impression.
    let offer: JSONValue?
    let bundle: String?
    let osMajor: Int?
    let bidBundle: String?
    let keys: [P256PublicKey]
    let networks: NetworkList?

    /// Nothing: an object by itself.
    static let alone = BidContext(
        offer: nil, bundle: nil, osMajor: nil, bidBundle: nil, keys: [], networks: nil)
}

/// Findings as they are made.
struct BidNotes {
    var findings = Findings()
    /// How many wrong signatures of the response there were so far, whose mistakes were looked for.
    var searches = 0

    mutating func add(
        _ rule: Rule, field: String? = nil, found: String, wanted: String? = nil, hint: String? = nil
    ) {
        findings.append(Finding(rule, field: field, found: found, wanted: wanted, hint: hint))
    }

    /// Holds an object's members against their description.
    ///
    /// - Parameter prefix: stands before the names, such as `fidelities[0].`.
    mutating func check(_ object: JSONValue, _ members: [BidMember], prefix: String = "") {
        for member in members {
            guard let value = object[member.name] else {
                if member.isRequired { add(BidRules.missing, field: prefix + member.name, found: "missing") }
                continue
            }
            guard !member.kind.accepts(value) else {
                if case .flag = member.kind, value != .number("0"), value != .number("1") {
                    add(BidRules.value, field: prefix + member.name, found: value.excerpt, wanted: "0 or 1")
                }
                continue
            }
            add(
                BidRules.type, field: prefix + member.name, found: value.excerpt, wanted: member.kind.words,
                hint: Self.hint(value, member.kind))
        }
        for name in object.memberNames where !members.contains(where: { $0.name == name }) {
            add(BidRules.unknown, field: prefix + name, found: "unknown")
        }
    }

    private static func hint(_ value: JSONValue, _ kind: BidMember.Kind) -> String? {
        switch (kind, value) {
        case (.string, .number): "write the number in quotes: SDKs that want one form drop the click without a word"
        case (.integer, .string), (.flag, .string): "write the number without quotes"
        case (.flag, .bool(let value)):
            "write \(value ? 1 : 0): the extension's protobuf has a Boolean, its text an integer"
        default: nil
        }
    }

    /// Checks that a member, where it is a string, is a UUID.
    mutating func checkUUID(_ name: String, in object: JSONValue) {
        guard let value = object[name], value.string != nil, value.withView({ $0.isUUID }) == false else { return }
        add(BidRules.value, field: name, found: value.excerpt, wanted: "a UUID")
    }

    /// Checks what is the same in both frameworks.
    mutating func checkApps(_ object: JSONValue, _ context: BidContext, sourceApp: String?) {
        if let bundle = context.bundle, let listed = context.offer?["sourceapp"]?.string, listed != bundle {
            add(BidRules.sourceBundle, found: JSONValue.string(listed).excerpt, wanted: "the app.bundle, \(bundle)")
        }
        if let sourceApp, let offered = context.offer?["sourceapp"]?.string, sourceApp != offered {
            add(
                BidRules.sourceApp, found: JSONValue.string(sourceApp).excerpt,
                wanted: "the request's, \(JSONValue.string(offered).excerpt)")
        }
        if let bundle = context.bidBundle, let item = object["itunesitem"]?.string, item != bundle {
            add(BidRules.itemBundle, found: JSONValue.string(item).excerpt, wanted: "the bid's bundle, \(bundle)")
        }
    }

    /// Checks that a network is one that the request lists.
    mutating func checkNetwork(_ network: String, field: String, _ context: BidContext) {
        let lowercase = network.lowercased()
        if lowercase != network {
            add(
                BidRules.networkCase, field: field, found: JSONValue.string(network).excerpt,
                hint: "sign it in lowercase")
        }
        guard let offer = context.offer else { return }
        let listed = (offer["skadnetids"]?.strings ?? []) + (offer["skadnetlist"]?["addl"]?.strings ?? [])
        if let odd = listed.first(where: { $0.lowercased() != $0 }) {
            add(BidRules.requestCase, found: JSONValue.string(odd).excerpt)
        }
        guard !listed.contains(where: { $0.lowercased() == lowercase }) else { return }
        let found = JSONValue.string(network).excerpt
        let isByNumber = offer["skadnetlist"]?["max"] != nil
        if isByNumber, let networks = context.networks, let list = offer["skadnetlist"] {
            if networks.isAllowed(network, by: list) { return }
        } else if isByNumber {
            return add(BidRules.networkUndecided, field: field, found: found)
        }
        let others = isByNumber ? ", or one that skadnetlist takes from the common list" : ""
        add(
            BidRules.networkListed, field: field, found: found,
            wanted: listed.isEmpty ? nil : "one of " + Self.list(listed) + others)
    }

    private static func list(_ names: [String]) -> String {
        let shown = names.prefix(5).map { JSONValue.string($0).excerpt }.joined(separator: ", ")
        return names.count > 5 ? shown + " and \(names.count - 5) more" : shown
    }
}
