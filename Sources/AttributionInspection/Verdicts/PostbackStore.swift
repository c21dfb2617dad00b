import AttributionBytes

/// What came of putting a key where each may be once.
public enum Insertion: Sendable {
    /// It was not there, and now it is.
    case new
    /// It was there, of an input that said the same.
    case same
    /// It was there, of an input that said something else.
    case differs
    /// It was there, of an input of which nothing else is known.
    case unmarked
}

/// Where a receiver keeps postbacks: a database, usually. One call does one thing completely or not at all.
///
/// In SQL, `insert` is one statement, or one transaction around the table of keys and that of postbacks, so that a crash in
/// between loses nothing:
///
/// ```sql
/// INSERT INTO postbacks (key, mark, body, …) VALUES ($1, $2, $3, …) ON CONFLICT (key) DO NOTHING
/// ```
public protocol PostbackStore: Sendable {
    /// Keeps a postback that counts, unless one with its key is there.
    ///
    /// - Parameters:
    ///   - key: what tells it from all others. Its `description` is one word, which no other key of the same field has.
    ///   - mark: what it says, in short, to be kept beside the key.
    ///   - postback: what was signed, with the text that came.
    /// - Returns: ``Insertion/new`` if it is kept now; else whether the one that is there has the same mark.
    /// - Throws: if nobody knows that it is kept. The device gets an error then, and sends again.
    func insert(_ key: RepeatKey, mark: RepeatMark, _ postback: VerifiedInput) async throws -> Insertion

    /// Keeps what does not count: an input that cannot be read or whose signature does not hold, that is for somebody else, or
    /// a repeat that says something else. A key or a rule that is news to this version may be why.
    ///
    /// - Throws: if nobody knows that it is kept. The device gets an error then, and sends again.
    func setAside(_ body: [UInt8], _ refusal: RefusedInput) async throws
}

/// Keys that came before, each kept exactly, so that a conversion is counted once by one process.
///
/// A UUID takes 24 bytes with its mark, whatever its letter case, in a table that is between three eighths and three quarters
/// full: 32 to 64 bytes. The table grows in small parts, so that no insertion waits for all of it. Anything else is kept as it
/// is.
public final class SeenIdentifiers: Sendable {
    private struct State {
        /// By the place of ``RepeatKey/Window``, for each field. Windows of one transaction are different keys.
        var uuids = [UUIDTable](repeating: UUIDTable(), count: 16)
        var others: [RepeatKey: RepeatMark?] = [:]
        /// Keys of any field, by what identifies them.
        var ofAnyField: [RepeatKey.Identity: RepeatMark?] = [:]
        var uuidsOfAnyField = [UUIDTable](repeating: UUIDTable(), count: 4)

        /// The table of a key, and its bits there; nil for one that is kept whole.
        static func place(of key: RepeatKey) -> (table: Int, window: Int, high: UInt64, low: UInt64)? {
            guard case .uuid(let high, let low) = key.identity.identifier, let window = key.identity.window.place else {
                return nil
            }
            return (key.field.place * 4 + window, window, high, low)
        }

        func mark(of key: RepeatKey) -> RepeatMark?? {
            if let (table, window, high, low) = Self.place(of: key) {
                return uuids[table].mark(high, low) ?? uuidsOfAnyField[window].mark(high, low)
            }
            return others[key] ?? ofAnyField[key.identity]
        }

        mutating func add(_ key: RepeatKey, _ mark: RepeatMark?) {
            if let (table, _, high, low) = Self.place(of: key) {
                uuids[table].add(high, low, mark)
            } else {
                others[key] = .some(mark)
            }
        }

        mutating func add(ofAnyField identity: RepeatKey.Identity, _ mark: RepeatMark?) -> Bool {
            guard case .uuid(let high, let low) = identity.identifier, let window = identity.window.place else {
                guard ofAnyField[identity] == nil else { return false }
                ofAnyField[identity] = .some(mark)
                return true
            }
            guard uuidsOfAnyField[window].mark(high, low) == nil else { return false }
            uuidsOfAnyField[window].add(high, low, mark)
            return true
        }

        mutating func remove(_ key: RepeatKey) -> Bool {
            guard let (table, _, high, low) = Self.place(of: key) else { return others.removeValue(forKey: key) != nil }
            return uuids[table].remove(high, low)
        }

        var count: Int {
            (uuids + uuidsOfAnyField).reduce(others.count + ofAnyField.count) { $0 + $1.count }
        }
    }

    private let state = Locked(State())

    /// Nothing was seen.
    public init() {}

    /// Adds a key, unless it is there.
    public func insert(_ key: RepeatKey, mark: RepeatMark) -> Insertion {
        state.withLock { state in
            guard let known = state.mark(of: key) else {
                state.add(key, mark)
                return .new
            }
            return known.map { $0 == mark ? .same : .differs } ?? .unmarked
        }
    }

    /// Adds a key of which nothing else is known; false if it is there.
    package func insert(_ key: RepeatKey) -> Bool {
        state.withLock { state in
            guard state.mark(of: key) == nil else { return false }
            state.add(key, nil)
            return true
        }
    }

    /// Adds what an earlier run saw, whatever field it stood in; false if it is there.
    package func insert(ofAnyField identity: RepeatKey.Identity, mark: RepeatMark?) -> Bool {
        state.withLock { $0.add(ofAnyField: identity, mark) }
    }

    /// Whether a key is there.
    public func contains(_ key: RepeatKey) -> Bool { state.withLock { $0.mark(of: key) != nil } }

    /// Forgets a key; false if it is not there.
    @discardableResult
    public func remove(_ key: RepeatKey) -> Bool { state.withLock { $0.remove(key) } }

    /// How many keys are there.
    public var count: Int { state.withLock { $0.count } }
}

extension RepeatKey.Window {
    /// The place of a window that can be signed; nil for an index that no window has.
    fileprivate var place: Int? {
        switch self {
        case .none: 0
        case .first: 1
        case .second: 2
        case .third: 3
        case .other: nil
        }
    }
}

extension InputFault.Identifier {
    fileprivate var place: Int {
        switch self {
        case .impression: 0
        case .postback: 1
        case .transaction: 2
        case .nonce: 3
        }
    }
}

/// Keys alone, for a run over bodies that are kept elsewhere, such as a log: what is set aside is forgotten.
extension SeenIdentifiers: PostbackStore {
    public func insert(_ key: RepeatKey, mark: RepeatMark, _ postback: VerifiedInput) -> Insertion {
        insert(key, mark: mark)
    }

    public func setAside(_ body: [UInt8], _ refusal: RefusedInput) {}
}
