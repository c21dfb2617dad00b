/// A JSON text with the positions of its values. It is scanned once, however often it is read.
package final class JSONDocument: Sendable {
    private let text: ByteBuffer
    private let index: JSONIndex

    package init(_ text: consuming ByteBuffer, _ index: consuming JSONIndex) {
        self.text = text
        self.index = index
    }

    /// Scans a whole text, with the same checks as `JSONValue.init(parsing:)`.
    package init(parsing text: some Collection<UInt8>) throws(JSONSyntaxError) {
        var bytes = ByteBuffer(capacity: text.count)
        bytes.append(Array(text))
        var index = JSONIndex()
        try index.scan(bytes)
        self.text = bytes
        self.index = index
    }

    /// Scans a whole text. `failure` converts a syntax error to the error that is thrown.
    package convenience init<Failure: Error>(
        parsing text: some Collection<UInt8>, orThrow failure: (JSONSyntaxError) -> Failure
    ) throws(Failure) {
        do throws(JSONSyntaxError) { try self.init(parsing: text) } catch { throw failure(error) }
    }

    /// - Throws: An error if the value cannot be expressed in JSON, such as a number with invalid characters.
    package convenience init(_ value: JSONValue) throws(JSONSyntaxError) {
        var text = ByteBuffer()
        value.append(to: &text)
        var index = JSONIndex()
        try index.scan(text)
        self.init(text, index)
    }

    /// Scans a value again as this program writes it, as in ``JSONText/appendPlain(_:to:)``.
    ///
    /// - Throws: An error for a text that is then too long.
    package convenience init(plain view: JSONView) throws(JSONSyntaxError) {
        var text = ByteBuffer()
        JSONText.appendPlain(view, to: &text)
        var index = JSONIndex()
        try index.scan(text)
        self.init(text, index)
    }

    /// The outermost value, which is valid only as long as the document.
    @unsafe package var root: JSONView {
        guard let root = unsafe index.root(of: text.bytes) else { preconditionFailure("a scanned text has a value") }
        return root
    }

    package var bytes: [UInt8] { text.array() }

    package var json: JSONValue { withView { JSONValue($0) } }

    /// Calls `body` with the outermost value. Views are valid only during the call. The result cannot contain one, because it must be
    /// `Sendable`, and views are not.
    package func withView<Result: Sendable, Failure: Error>(
        _ body: (JSONView) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try text.withBytes { bytes throws(Failure) in
            guard let root = unsafe index.root(of: bytes) else { preconditionFailure("a scanned text has a value") }
            return try body(root)
        }
    }
}

extension JSONValue {
    /// - Returns: The result of `body`; nil if the value cannot be expressed in JSON, such as a number with invalid characters.
    package func withView<Result: Sendable>(_ body: (JSONView) -> Result) -> Result? {
        (try? JSONDocument(self))?.withView(body)
    }
}
