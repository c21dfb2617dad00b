import AttributionBytes
import AttributionInspection
import AttributionJOSE
import AttributionJSON

/// Reads the members of one object after another, whose shapes it learns.
struct SlotReader: ~Copyable {
    private(set) var slots = JSONSlots()
    private var shapes = JSONShapes()
    private(set) var index = JSONIndex()

    /// Reads an object. The slots are valid as long as its text; they are empty for any other text.
    mutating func read(_ text: ByteView) throws(JSONSyntaxError) {
        if !text.isEmpty, unsafe shapes.read(text, into: &slots) { return }
        unsafe slots.begin(text)
        try index.scan(text)
        guard let root = unsafe index.root(of: text) else { return }
        slots.fill(from: root, label: LineObject.root, labelOf: LineObject.label)
        shapes.learn(text, root, label: LineObject.root, labelOf: LineObject.label)
    }
}

/// Reads the payloads of successive tokens without checking their signatures.
struct TokenSlots: ~Copyable {
    private(set) var slots = JSONSlots()
    private var reader = TokenReader(checksSignatures: false)
    private var payload = ByteBuffer()
    private var meaning = ByteBuffer()

    /// Reads the token in a string.
    mutating func read(_ text: JSONView) throws(ReportFault) {
        guard text.hasEscapes else { return try read(text.content) }
        meaning.removeAll()
        text.appendMeaning(to: &meaning)
        try unsafe read(meaning.bytes)
    }

    mutating func read(_ token: ByteView) throws(ReportFault) {
        payload.removeAll()
        _ = reader.read(token, payloadTo: &payload)
        if let fault = reader.faults.first { throw .input(.token(fault)) }
        guard let root = reader.payloadView(in: payload, from: 0), root.kind == .object else { throw .notPostback }
        unsafe slots.begin(payload.bytes)
        slots.fill(from: root, label: LineObject.root, labelOf: LineObject.label)
    }
}
