import AttributionBase

/// A list of ad networks in the format of the IAB Tech Lab's and the exchanges' lists (`skadnetworkids.json`). It is
/// needed to evaluate `skadnetlist.max` in a bid request.
public struct NetworkList: Sendable {
    /// The numbers in the common list, by the bytes of the network ID in lowercase.
    private let ids: [[UInt8]: [Int]]

    /// The reason why a document is not such a list.
    public enum Fault: Error, Equatable, Sendable {
        /// `skadnetwork_ids` is missing or is another value than an array, described in `found`.
        case noEntries(found: String)
        /// A member of an entry has the wrong type or value.
        case entry(path: String, found: String, wanted: String)
        /// No entry has an `id`, so it is an exchange's list rather than the common one.
        case noIDs
    }

    /// Reads a list from its text.
    ///
    /// - Parameter text: One JSON document in UTF-8.
    public init(parsing text: some Collection<UInt8>) throws(Fault) {
        try self.init(JSONValue(parsing: text, orThrow: { Fault.noEntries(found: "not JSON: \($0)") }))
    }

    /// - Parameter document: An object whose `skadnetwork_ids` are objects with `skadnetwork_id` and `id`.
    public init(_ document: JSONValue) throws(Fault) {
        guard let list = document["skadnetwork_ids"] else { throw .noEntries(found: "missing") }
        guard case .array(let entries) = list else { throw .noEntries(found: list.excerpt) }
        var ids: [[UInt8]: [Int]] = [:]
        for (place, entry) in entries.enumerated() {
            let path = "skadnetwork_ids[\(place)]"
            guard let network = entry["skadnetwork_id"]?.string else {
                throw .entry(
                    path: path + ".skadnetwork_id", found: entry["skadnetwork_id"]?.excerpt ?? "missing",
                    wanted: "a string")
            }
            guard let value = entry["id"] else { continue }
            guard let id = value.integer, id > 0 else {
                throw .entry(path: path + ".id", found: value.excerpt, wanted: "a positive integer")
            }
            ids[network.lowercasedBytes, default: []].append(id)
        }
        guard !ids.isEmpty else { throw .noIDs }
        self.ids = ids
    }

    /// Whether a network is among the entries of the common list up to a number, with exceptions.
    func contains(_ network: String, upTo last: Int, excluded: Set<Int>) -> Bool {
        ids[network.lowercasedBytes, default: []].contains { $0 <= last && !excluded.contains($0) }
    }
}

extension NetworkList.Fault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noEntries(let found): "\"skadnetwork_ids\" is \(found), want an array of networks"
        case .entry(let path, let found, let wanted): "\"\(path)\" is \(found), want \(wanted)"
        case .noIDs: "no network has an \"id\", want the common list, whose networks are numbered"
        }
    }
}
