import AttributionBase

extension JSONValue {
    /// The value as text, truncated for a message.
    fileprivate var excerpt: String { AttributionBase.excerpt(text) }
}

/// The IAB Tech Lab's common list of ad networks (`skadnetworkids.json`), which numbers them. It is
/// needed to evaluate `skadnetlist.max` in a bid request.
public struct NetworkList: Sendable {
    /// The numbers in the common list, by the bytes of the network ID in lowercase.
    private let ids: [[UInt8]: [Int]]

    /// Reads a list from its text.
    ///
    /// - Parameter text: One JSON document in UTF-8.
    public init(parsing text: some Collection<UInt8>) throws(Problem) {
        try self.init(JSONValue(parsing: text))
    }

    /// Reads a list from a string.
    public init(parsing text: String) throws(Problem) { try self.init(parsing: text.utf8) }

    /// - Parameter document: An object whose `skadnetwork_ids` are objects with `skadnetwork_id` and `id`.
    /// - Throws: An error if it is not such a list. An exchange's list has the same form but no `id`, and is rejected.
    public init(_ document: JSONValue) throws(Problem) {
        let list = document["skadnetwork_ids"]
        guard case .array(let entries)? = list else {
            throw .value(found: list?.excerpt ?? "missing", wanted: "an array of networks").at("skadnetwork_ids")
        }
        var ids: [[UInt8]: [Int]] = [:]
        for (index, entry) in entries.enumerated() {
            let path = "skadnetwork_ids[\(index)]"
            guard let network = entry["skadnetwork_id"]?.string else {
                let found = entry["skadnetwork_id"]?.excerpt ?? "missing"
                throw .value(found: found, wanted: "a string").at(path + ".skadnetwork_id")
            }
            guard let value = entry["id"] else { continue }
            guard let id = value.integer, id > 0 else {
                throw .value(found: value.excerpt, wanted: "a positive integer").at(path + ".id")
            }
            ids[network.lowercasedBytes, default: []].append(id)
        }
        guard !ids.isEmpty else {
            throw .sentence(
                "no network has an \"id\"; it must be the common list, which numbers its networks", found: "no id",
                wanted: "the common list, which numbers its networks")
        }
        self.ids = ids
    }

    /// Whether a network is among the entries of the common list up to a number, with exceptions.
    func contains(_ network: String, upTo last: Int, excluded: Set<Int>) -> Bool {
        ids[network.lowercasedBytes, default: []].contains { $0 <= last && !excluded.contains($0) }
    }
}
