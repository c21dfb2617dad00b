import Bytes
import JOSE
import StrictJSON

/// What a line was recognised as, and where its parts lie. Valid while the line is worked on.
@safe
struct LineContent {
    enum Kind: Equatable {
        case token
        case postbackBody
        case openRTB
        case skadnetworkPostback
        /// A JSON object without a token in it: a bare payload.
        case object
    }

    let kind: Kind
    /// The compact JWS in the line, where there is one.
    let token: UnsafeRawBufferPointer?
    /// The JSON object that the line is, unless it is a token.
    let object: JSONView?
    /// Why a line that should hold a token does not.
    var problem: Diagnostic?

    /// The token; nil for what is none and holds none.
    func readableToken() throws(Rejection) -> UnsafeRawBufferPointer? {
        if let problem { throw Rejection(problem) }
        return unsafe token
    }

    func missing(_ name: String) -> Diagnostic {
        Diagnostic(field: name, message: "\(quoted(name)) is missing, want a member of that name")
    }
}

/// Tells what a line is by what is in it, reusing its memory.
struct LineRecogniser: ~Copyable {
    private var index = JSONIndex()
    private var unescaped = ByteBuffer()

    /// Recognises a compact JWS, a postback body (`jws-string`), an OpenRTB object (`adattributionkit.jwt` or `jwt`), a
    /// SKAdNetwork postback (`attribution-signature`), or a bare payload.
    mutating func recognise(_ line: Line) throws(Rejection) -> LineContent {
        let text = unsafe line.bytes
        guard unsafe text[0] != ASCII.openBracket else {
            throw Rejection(
                Diagnostic(
                    rule: "json-object", message: "this is a JSON array, want an object or a compact JWS",
                    hint: "jq -c '.[]' FILE writes its elements as lines"))
        }
        if let problem = unsafe Self.foreignFormat(text) { throw Rejection(problem) }
        guard unsafe text[0] == ASCII.openBrace else {
            return unsafe LineContent(kind: .token, token: text, object: nil)
        }
        do throws(JSONSyntaxError) {
            try unsafe index.scan(text)
        } catch {
            throw Rejection(Diagnostic(rule: "json-syntax", message: "this is not JSON: \(error)"))
        }
        guard let object = unsafe index.root(of: text) else {
            throw Rejection(Diagnostic(rule: "json-syntax", message: "this is not JSON"))
        }
        if let token = object.member("jws-string") {
            return content(.postbackBody, object, token, "jws-string")
        }
        if let token = object.member("adattributionkit")?.member("jwt") ?? object.member("jwt") {
            return content(.openRTB, object, token, "jwt")
        }
        let kind: LineContent.Kind = object.member("attribution-signature") == nil ? .object : .skadnetworkPostback
        if kind == .object, let nested = NestedInput.find(in: object) { throw Rejection(nested.problem) }
        return unsafe LineContent(kind: kind, token: nil, object: object)
    }

    /// What is wrong with a text by the look of its first bytes.
    private static func foreignFormat(_ text: UnsafeRawBufferPointer) -> Diagnostic? {
        if unsafe text[0] >= 0x80 {
            for mark: [UInt8] in [[0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff]]
            where unsafe text.starts(with: mark) {
                return Diagnostic(
                    rule: "encoding", message: "this begins with a byte order mark, want UTF-8 without one",
                    hint: mark.count == 2 ? "it is UTF-16: iconv -f UTF-16 -t UTF-8 FILE converts it" : nil)
            }
        }
        if unsafe text[0] == UInt8(ascii: "b"), unsafe text.starts(with: "bplist0".utf8) {
            return Diagnostic(
                rule: "plist-syntax", message: "this is a binary property list, want one in XML or JSON",
                hint: "plutil -convert xml1 -o - FILE converts it")
        }
        return nil
    }

    private mutating func content(
        _ kind: LineContent.Kind, _ object: JSONView, _ token: JSONView, _ field: String
    ) -> LineContent {
        guard token.kind == .string else {
            let problem = Diagnostic(
                rule: "\(field)-type", field: field,
                message: "\(quoted(field)) is \(token.excerpt), want a string with a compact JWS")
            return unsafe LineContent(kind: kind, token: nil, object: object, problem: problem)
        }
        guard token.hasEscapes else {
            return unsafe LineContent(kind: kind, token: token.content, object: object)
        }
        unescaped.removeAll()
        unescaped.append(text: token.string)
        return unsafe LineContent(kind: kind, token: unescaped.bytes, object: object)
    }
}
