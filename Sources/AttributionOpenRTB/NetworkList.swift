import AttributionJSON

/// A list of ad networks as the IAB Tech Lab keeps it and exchanges publish theirs (`skadnetworkids.json`): with it, what
/// `skadnetlist.max` of a bid request allows can be told.
public struct NetworkList: Sendable {
    /// The ids in the common list, by network in lowercase, as bytes.
    private let ids: [[UInt8]: [Int]]

    /// Why a document is no such list.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Fault: Error, Equatable, Sendable {
        /// It has no `skadnetwork_ids`, or what that is instead.
        case noEntries(found: String)
        /// A member of an entry is not what it must be.
        case entry(path: String, found: String, wanted: String)
        /// No entry has an `id`, so that it is an exchange's list and not the common one.
        case noIDs
    }

    /// - Parameter document: an object with `skadnetwork_ids`, objects of `skadnetwork_id` and `id`.
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

    /// Whether a network is in the common list, up to an entry and less some.
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
