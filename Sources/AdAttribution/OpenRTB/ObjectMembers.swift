import AttributionBase

/// Reads the members that an object cannot do without. A fault is thrown in the words of the checks.
struct ObjectMembers {
    private let object: JSONValue

    /// - Throws: A finding if the value is not an object.
    init(_ object: JSONValue, of framework: Framework) throws(Finding) {
        if let finding = LocatedBidObject.typeFinding(object, framework) { throw finding }
        self.object = object
    }

    /// Returns a member that must be present.
    func required<Value>(_ name: String, _ kind: BidMember.Kind, _ read: (JSONValue) -> Value?) throws(Finding) -> Value
    {
        guard let value = try optional(name, kind, read) else {
            throw Finding(BidRules.missing, field: name, found: "missing", wanted: kind.words)
        }
        return value
    }

    /// Returns a member; nil if it is absent.
    func optional<Value>(_ name: String, _ kind: BidMember.Kind, _ read: (JSONValue) -> Value?) throws(Finding)
        -> Value?
    {
        guard let member = object[name] else { return nil }
        guard let value = read(member) else {
            throw Finding(BidRules.type, field: name, found: member.excerpt, wanted: kind.words)
        }
        return value
    }

    /// Returns an App Store item ID, which OpenRTB writes as a string.
    func item(_ name: String) throws(Finding) -> ItemIdentifier {
        let text = try required(name, .string, \.string)
        guard let item = ItemIdentifier(text) else {
            throw Finding(BidRules.value, field: name, found: text.excerpt, wanted: "an item ID in quotes")
        }
        return item
    }

    /// Throws unless the version is the one that AdAttributionKit's objects have.
    func demandVersion() throws(Finding) {
        let version = try required("version", .string, \.string)
        guard version.isSame(as: "1.0") else {
            throw Finding(BidRules.value, field: "version", found: version.excerpt, wanted: "\"1.0\"")
        }
    }
}
