import AttributionBase
import AttributionCrypto
import AttributionModel

func encoded(_ bytes: [UInt8]) -> String { String(decoding: Base64URL.encode(bytes), as: UTF8.self) }
func encoded(_ text: String) -> String { encoded(Array(text.utf8)) }

/// A sound token, and its parts, which attacks change.
struct SignedToken {
    /// The kind of the token, which also says where it is found.
    enum Content {
        case impression, postback

        /// The prefix of the names of inputs.
        var label: String { self == .impression ? "token: " : "postback token: " }
        var kind: FixtureKind { self == .impression ? .token : .postback }
    }

    private let content: Content
    private let fixtures: Fixtures
    private let others: Fixtures
    private let name: String
    /// The members beside the token in a postback body.
    private let unsigned: [JSONValue.Member]
    let headerText: String
    let payloadValue: JSONValue
    let payloadText: String
    /// The encoded parts of the token.
    let (header, payload, signature): (String, String, String)

    init(_ content: Content, _ fixtures: Fixtures, _ others: Fixtures, _ name: String) {
        self.content = content
        self.fixtures = fixtures
        self.others = others
        self.name = name
        let values = fixtures.values(of: name)
        switch content {
        case .impression:
            unsigned = []
            headerText = JWSHeader.text(keyID: fixtures.keyID)
            payloadValue = values.impressionPayload
        case .postback:
            let parts = values.postbackRequest.build()
            unsigned = parts.unsigned
            headerText = JWSHeader.text(keyID: PostbackRequest.testKeyID, isPostback: true)
            payloadValue = parts.payload
        }
        payloadText = payloadValue.text
        let parts = fixtures.token(header: headerText, payload: payloadText).split(separator: ".").map(String.init)
        (header, payload, signature) = (parts[0], parts[1], parts[2])
    }

    /// The `kid` as JSON text, for headers.
    var keyID: String {
        JSONValue.string(content == .impression ? fixtures.keyID : PostbackRequest.testKeyID).text
    }

    var compact: String { with() }

    var sound: JSONValue { input(compact) }

    var signatureBytes: [UInt8] { (try? Base64URL.decode(Array(signature.utf8))) ?? [] }

    /// A token of the same kind and key with other values.
    var another: SignedToken { SignedToken(content, fixtures, others, name + "'") }

    /// The same token, signed by the key of another network.
    var otherSigner: SignedToken { SignedToken(content, others, fixtures, name) }

    /// Returns the token with other parts, but the same signature unless one is given.
    func with(header: String? = nil, payload: String? = nil, signature: String? = nil) -> String {
        "\(header ?? self.header).\(payload ?? self.payload).\(signature ?? self.signature)"
    }

    /// Returns a token with another header or payload and a valid signature.
    func signed(header: String? = nil, payload: String? = nil) -> String {
        fixtures.token(header: header ?? headerText, payload: payload ?? payloadText)
    }

    /// Returns the input with the given text in place of the token.
    func input(_ token: String) -> JSONValue {
        content == .impression ? .string(token) : .object([BodyField.token.member(.string(token))] + unsigned)
    }
}
