import AdAttribution

/// This takes the place of a database: one table of postbacks by key, and one of inputs that were set aside.
actor Database: PostbackStore {
    private(set) var postbacks: [String: (mark: String, body: [UInt8])] = [:]
    private(set) var setAside: [(digest: String, rule: String, body: [UInt8])] = []
    /// The number of winning postbacks, of which a conversion has up to three, one for each window.
    private(set) var conversions = 0
    /// Whether it can be reached.
    var isUp = true

    struct Unreachable: Error {}

    func insert(_ postback: ReceivedPostback) throws -> Insertion {
        guard isUp else { throw Unreachable() }
        let (key, mark) = (postback.key.description, postback.mark.description)
        if let known = postbacks[key] { return known.mark == mark ? .same : .differs }
        postbacks[key] = (mark, postback.body)
        // Act here, in the same transaction: if the response is lost, the retry is a repeat.
        if postback.didWin == true { conversions += 1 }
        return .new
    }

    func setAside(_ body: [UInt8], digest: String, _ refusal: RefusedInput) throws {
        guard isUp else { throw Unreachable() }
        // Another process may have stored the same bytes.
        guard !setAside.contains(where: { $0.digest == digest }) else { return }
        setAside.append((digest, refusal.rule?.id ?? "", body))
    }

    func set(isUp: Bool) { self.isUp = isUp }
}
