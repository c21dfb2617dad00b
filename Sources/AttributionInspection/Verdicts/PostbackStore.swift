import AttributionBase
import AttributionModel

/// The result of inserting a key that must be unique.
public enum Insertion: Sendable {
    /// The key was inserted.
    case new
    /// The key was present, from an input with the same contents.
    case same
    /// The key was present, from an input with different contents.
    case differs
    /// The key was present, from an input with unknown contents.
    case unmarked
}

/// A store for the postbacks of a receiver, usually a database. Each call must be atomic.
///
/// In SQL, `insert` is one statement, or one transaction on a table of keys and a table of postbacks, so that a crash
/// loses nothing:
///
/// ```sql
/// INSERT INTO postbacks (key, mark, body, …) VALUES ($1, $2, $3, …) ON CONFLICT (key) DO NOTHING
/// ```
///
/// Act on a postback inside `insert`, in the same transaction: add to the counts there, or add a row for the work that
/// is to be done. Do not wait for ``Reception/counted(_:)`` to act. If a database commits and its reply is lost, the
/// call throws, the device retries, and the retry is ``Reception/repeated(_:isSame:)``: the postback was stored, but the
/// receiver did not learn that.
public protocol PostbackStore: Sendable {
    /// Stores a postback that counts, and acts on it, unless one with the same key is already stored.
    ///
    /// - Parameter postback: the postback. Store its ``ReceivedPostback/key``, whose description can be the value of a
    ///   unique column, and with it its ``ReceivedPostback/mark``.
    /// - Returns: ``Insertion/new`` if the postback is stored now; otherwise whether the stored one has the same
    ///   mark.
    /// - Throws: an error if it is uncertain whether the postback is stored. The device then receives an error and
    ///   retries.
    func insert(_ postback: ReceivedPostback) async throws -> Insertion

    /// Stores an input that does not count: one that is unreadable, has an invalid signature, is for another receiver or
    /// breaks rules, or a repeat with different contents. The cause may be a key or rule that this version does not know.
    ///
    /// A receiver calls it once for the same bytes, as far as it remembers them; another process may have stored them. It does not
    /// call it for a body that is longer than it accepts, which it does not read.
    ///
    /// - Parameters:
    ///   - body: the bytes as they came.
    ///   - digest: the SHA-256 of the bytes in hexadecimal digits, which can be the value of a unique column.
    ///   - refusal: the reason.
    /// - Throws: an error if it is uncertain whether the input is stored. The device then receives an error and
    ///   retries.
    func setAside(_ body: [UInt8], digest: String, _ refusal: RefusedInput) async throws
}

/// A set of repeat keys in memory, without false positives, so that one process counts each postback once.
///
/// A UUID in either letter case takes 32 to 64 bytes of memory, including its mark. The hash table grows in small
/// parts, so that no insertion has to wait for the whole table. Other keys are stored as they are.
public final class SeenIdentifiers: Sendable {
    private struct State {
        /// The tables of UUIDs, by field and by ``RepeatKey/Window``. The windows of a SKAdNetwork transaction have different keys.
        var uuids = [UUIDTable](repeating: UUIDTable(), count: 16)
        var others: [RepeatKey: RepeatMark?] = [:]
        /// The keys whose field is unknown.
        var ofAnyField: [RepeatKey.Identity: RepeatMark?] = [:]
        var uuidsOfAnyField = [UUIDTable](repeating: UUIDTable(), count: 4)

        /// Returns the table for a key and the bits of its UUID; nil for a key that is stored as text.
        static func index(of key: RepeatKey) -> (table: Int, window: Int, high: UInt64, low: UInt64)? {
            guard case .uuid(let high, let low) = key.identity.identifier, let window = key.identity.window.number
            else {
                return nil
            }
            return (key.field.rawValue * 4 + window, window, high, low)
        }

        func mark(of key: RepeatKey) -> RepeatMark?? {
            if let (table, window, high, low) = Self.index(of: key) {
                return uuids[table].mark(high, low) ?? uuidsOfAnyField[window].mark(high, low)
            }
            return others[key] ?? ofAnyField[key.identity]
        }

        mutating func add(_ key: RepeatKey, _ mark: RepeatMark?) {
            if let (table, _, high, low) = Self.index(of: key) {
                uuids[table].add(high, low, mark)
            } else {
                others[key] = .some(mark)
            }
        }

        mutating func add(ofAnyField identity: RepeatKey.Identity, _ mark: RepeatMark?) {
            guard case .uuid(let high, let low) = identity.identifier, let window = identity.window.number else {
                let marks = [ofAnyField[identity] ?? nil, mark].compactMap(\.self)
                ofAnyField[identity] = .some(marks.min { $0.bits < $1.bits })
                return
            }
            uuidsOfAnyField[window].merge([(high, low, mark)])
        }

        mutating func remove(_ key: RepeatKey) -> Bool {
            guard let (table, _, high, low) = Self.index(of: key) else { return others.removeValue(forKey: key) != nil }
            return uuids[table].remove(high, low)
        }

        var count: Int {
            (uuids + uuidsOfAnyField).reduce(others.count + ofAnyField.count) { $0 + $1.count }
        }
    }

    private let state = Locked(State())

    /// Creates an empty set.
    public init() {}

    /// Inserts a key if it is not present.
    package func insert(_ key: RepeatKey, mark: RepeatMark) -> Insertion {
        state.withLock { state in
            guard let known = state.mark(of: key) else {
                state.add(key, mark)
                return .new
            }
            return known.map { $0 == mark ? .same : .differs } ?? .unmarked
        }
    }

    /// Inserts a key without a mark. Returns false if it is present.
    package func insert(_ key: RepeatKey) -> Bool {
        state.withLock { state in
            guard state.mark(of: key) == nil else { return false }
            state.add(key, nil)
            return true
        }
    }

    /// Inserts a key that an earlier run saw. Its field is unknown. If a key has several marks, the least is kept, so that the order does
    /// not matter.
    package func insert(ofAnyField identity: RepeatKey.Identity, mark: RepeatMark?) {
        state.withLock { $0.add(ofAnyField: identity, mark) }
    }

    /// Inserts the keys in the lines of a file, whose fields are unknown. If the text does not end with a newline, it is the end of a file.
    ///
    /// - Returns: The number of the line after the last one, or that of the line with a problem.
    package func insert(lines text: ByteView, firstLine: Int) -> (line: Int, problem: Problem?) {
        state.withLock { state in
            // It is faster to insert the entries of each window together.
            var waiting = [[UUIDTable.Entry]](repeating: [], count: state.uuidsOfAnyField.count)
            var start = 0
            var number = firstLine
            while start < text.count {
                let newline = text.firstOffset(of: ASCII.newline, from: start)
                let end = newline ?? text.count
                do throws(Problem) {
                    if let line = try SeenLine(text.part(start..<end)) {
                        // A line that was cut off after its UUID might have had another window.
                        if newline == nil, line.mark == nil { throw .cutMark }
                        switch line.identifier {
                        case .uuid(let high, let low, let window):
                            waiting[window].append((high, low, line.mark))
                            if waiting[window].count == UUIDTable.entriesAtOnce {
                                state.uuidsOfAnyField[window].merge(waiting[window])
                                waiting[window].removeAll(keepingCapacity: true)
                            }
                        case .other(let identity): state.add(ofAnyField: identity, line.mark)
                        }
                    }
                } catch {
                    return (number, error)
                }
                start = end + 1
                number += 1
            }
            for window in waiting.indices { state.uuidsOfAnyField[window].merge(waiting[window]) }
            return (number, nil)
        }
    }

    package func contains(_ key: RepeatKey) -> Bool { state.withLock { $0.mark(of: key) != nil } }

    /// Removes a key. Returns false if it is not present.
    @discardableResult
    public func remove(_ key: RepeatKey) -> Bool { state.withLock { $0.remove(key) } }

    /// The number of keys.
    public var count: Int { state.withLock { $0.count } }
}

extension RepeatKey.Window {
    /// The index of a valid window; nil for an index that no window has.
    fileprivate var number: Int? {
        switch self {
        case .none: 0
        case .index(let index): Int(index) + 1
        case .other: nil
        }
    }
}

/// Stores only keys, for bodies that are stored elsewhere, such as in a log. Inputs that are set aside are discarded.
extension SeenIdentifiers: PostbackStore {
    public func insert(_ postback: ReceivedPostback) -> Insertion { insert(postback.key, mark: postback.mark) }

    public func setAside(_ body: [UInt8], digest: String, _ refusal: RefusedInput) {}
}
