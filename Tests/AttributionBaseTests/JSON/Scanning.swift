import AttributionBase

@testable import AttributionBase

/// Scans a text and passes its top-level value to `body`.
///
/// The text is in memory of exactly its size, so that the address sanitizer detects any read beyond it.
func scan<Result: Sendable>(
    _ text: [UInt8], using index: inout JSONIndex, _ body: (JSONView) -> Result
) throws(JSONSyntaxError) -> Result {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: text.count, alignment: 1)
    defer { unsafe memory.deallocate() }
    unsafe memory.copyBytes(from: text)
    let bytes = unsafe ByteView(UnsafeRawBufferPointer(memory))
    try index.scan(bytes)
    guard let root = unsafe index.root(of: bytes) else { preconditionFailure("a scanned text has a value") }
    return body(root)
}

func scan<Result: Sendable>(_ text: [UInt8], _ body: (JSONView) -> Result) throws(JSONSyntaxError) -> Result {
    var index = JSONIndex()
    return try scan(text, using: &index, body)
}

func scan<Result: Sendable>(_ text: String, _ body: (JSONView) -> Result) throws(JSONSyntaxError) -> Result {
    try scan(Array(text.utf8), body)
}

/// Returns the reason why a text is refused; nil if it is accepted.
func fault(in text: [UInt8]) -> JSONSyntaxError? {
    do throws(JSONSyntaxError) {
        try scan(text) { _ in }
        return nil
    } catch {
        return error
    }
}

func fault(in text: String) -> JSONSyntaxError? { fault(in: Array(text.utf8)) }
