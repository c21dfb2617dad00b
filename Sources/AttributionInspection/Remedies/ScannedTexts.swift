import AttributionBase

/// Texts at which one remedy after another looks. Each is scanned once, as soon as a remedy wants to see the value in it.
final class ScannedTexts {
    let all: [[UInt8]]
    /// What the first texts have: nil for one that was not scanned yet, and no document in one that is not an object or an array.
    private var scanned: [JSONDocument??]
    /// The index of one of the other texts after another. It reads the same names again in less time than a new one.
    private var index: JSONIndex?

    /// The greatest number of texts whose documents are kept. Each takes some KiB besides its text, which are many times as much as one of
    /// the elements of a long array.
    private static let mostKept = 64

    init(_ all: [[UInt8]]) {
        self.all = all
        scanned = Array(repeating: nil, count: min(all.count, Self.mostKept))
    }

    convenience init(_ text: ByteView) { self.init([[UInt8](text)]) }

    /// The most valuable inputs inside the first text that has any; nil if there are none.
    private(set) lazy var nested: NestedInput? = firstValue { NestedInput.find(in: $0) }

    /// Calls `body` with the object or the array in a text; returns nil if the text is neither.
    func withValue<Result: Sendable>(at place: Int, _ body: (JSONView) -> Result?) -> Result? {
        guard place < scanned.count else {
            var index = self.index.take() ?? JSONIndex()
            let result = all[place].withBytes { text in
                text.trimmed.mayHoldValues ? (try? unsafe index.read(text.trimmed)).flatMap(body) : nil
            }
            self.index = consume index
            return result
        }
        return document(at: place)?.withView(body)
    }

    private func document(at place: Int) -> JSONDocument? {
        if let document = scanned[place] { return document }
        let document = all[place].withBytes { text in text.trimmed.mayHoldValues ? text.trimmed.document : nil }
        scanned[place] = .some(document)
        return document
    }

    /// Whether a text is known to be JSON, so that its syntax needs no remedy.
    func isKnownToBeJSON(at place: Int) -> Bool { place < scanned.count && document(at: place) != nil }

    /// Calls `body` with the value in one text after another until it returns something.
    func firstValue<Result: Sendable>(_ body: (JSONView) -> Result?) -> Result? {
        for place in all.indices {
            if let found = withValue(at: place, body) { return found }
        }
        return nil
    }

    /// Calls `body` with the object in a text; returns nil if the text is not an object.
    ///
    /// Most changes apply to few objects and can decide that by the names, so `body` gets a view: creating the values of a whole object
    /// takes many times as long as scanning it.
    func withObject<Result: Sendable>(at place: Int, _ body: (JSONView) -> Result?) -> Result? {
        withValue(at: place) { $0.kind == .object ? body($0) : nil }
    }

    /// Calls `body` with the object in a text if it has no more members than a message may have, even with many unknown ones.
    func withMessage<Result: Sendable>(at place: Int, _ body: (JSONView) -> Result?) -> Result? {
        withObject(at: place) { $0.hasMoreMembers(than: Remedy.mostMembers) ? nil : body($0) }
    }

    /// The names of the members of such an object in each text; nil for a text that has none.
    var memberNames: [[String]?] {
        all.indices.map { place in withMessage(at: place) { $0.members.map(\.name.string) } }
    }
}

extension ByteView {
    fileprivate var mayHoldValues: Bool { first == ASCII.openBrace || first == ASCII.openBracket }

    /// The document in the text; nil if the text is not JSON.
    fileprivate var document: JSONDocument? {
        var text = ByteBuffer(capacity: count)
        text.append(self)
        var index = JSONIndex()
        do throws(JSONSyntaxError) { try index.scan(text) } catch { return nil }
        return JSONDocument(text, index)
    }
}

extension JSONView {
    /// Whether an object has more members than this, without counting them all.
    fileprivate func hasMoreMembers(than most: Int) -> Bool {
        var members = members
        for _ in 0...most {
            if members.next() == nil { return false }
        }
        return true
    }
}
