import AttributionBase

/// An accepted text keeps its meaning however it is rewritten, and whatever the index read before.
enum JSONFuzz {
    /// The index that reads successive texts, as in a stream.
    nonisolated(unsafe) private static var kept = JSONIndex()

    static func test(_ input: ByteView) {
        let bytes = [UInt8](input)
        let verdict = Result { () throws(Problem) in try JSONValue(parsing: bytes) }
        let isKept = unsafe (try? kept.scan(input)) != nil
        switch verdict {
        case .failure:
            demand(!isKept, "an index that was used before accepts the same texts")
        case .success(let value):
            demand(isKept, "an index that was used before accepts the same texts")
            if let root = unsafe kept.root(of: input) { demand(JSONValue(root) == value, "and reads the same in them") }
            let again = try? JSONValue(parsing: Array(value.text.utf8))
            demand(again == value, "a value is read from its own text")
            testLayouts(input, value)
        }
    }

    private static func testLayouts(_ input: ByteView, _ value: JSONValue) {
        var compact = ByteBuffer()
        compact.append(input)
        JSONText.compact(&compact, from: 0)
        demand((try? JSONValue(parsing: compact.array())) == value, "compact text means the same")
        var pretty = ByteBuffer()
        unsafe JSONText.appendPretty(compact.bytes, to: &pretty)
        demand((try? JSONValue(parsing: pretty.array())) == value, "pretty text means the same")
        var harmless = ByteBuffer()
        unsafe JSONText.appendHarmless(compact.bytes, to: &harmless)
        demand((try? JSONValue(parsing: harmless.array())) == value, "text for a terminal means the same")
        // A text without characters to escape is the same in both layouts once compacted.
        if unsafe compact.bytes.allSatisfy({ $0 < 0x7f }) {
            JSONText.compact(&pretty, from: 0)
            demand(pretty.array() == compact.array(), "pretty text compacts to what it was")
        }
    }
}
