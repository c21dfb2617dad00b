import AttributionInspection

/// A stand-in for a database: one table of postbacks by their key, and one of what was set aside.
actor Database: PostbackStore {
    private(set) var postbacks: [String: (mark: String, body: [UInt8])] = [:]
    private(set) var setAside: [(rule: String, body: [UInt8])] = []
    /// Whether it can be reached.
    var isUp = true

    struct Unreachable: Error {}

    func insert(_ key: RepeatKey, mark: RepeatMark, _ postback: VerifiedInput) throws -> Insertion {
        guard isUp else { throw Unreachable() }
        // The field is part of what is unique: nothing else shares a postback's identifier with it.
        let row = "\(key.field) \(key)"
        if let known = postbacks[row] { return known.mark == mark.description ? .same : .differs }
        postbacks[row] = (mark.description, postback.text)
        return .new
    }

    func setAside(_ body: [UInt8], _ refusal: RefusedInput) throws {
        guard isUp else { throw Unreachable() }
        setAside.append((refusal.fault.rule.id, body))
    }

    func set(isUp: Bool) { self.isUp = isUp }
}
