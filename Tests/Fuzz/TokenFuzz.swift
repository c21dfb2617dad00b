import AttributionBase
import AttributionCrypto
import AttributionModel

/// A token is verified if and only if the key signed it.
enum TokenFuzz {
    private static let key = ExampleKey.privateKey

    static func test(_ input: ByteView) {
        let bytes = [UInt8](input)
        if let token = try? UnverifiedJWS(parsing: bytes), let verified = try? token.verified(by: key.publicKey) {
            // The signature is the key's: a new signature of the payload also verifies, with the same contents.
            let payload = verified.payload
            demand((try? JSONValue(parsing: payload)) != nil, "a verified payload is JSON")
        }
        guard (try? JSONValue(parsing: bytes)) != nil else { return }
        let made = CryptoFailure.ending { () throws(CryptoFailure) in
            try key.deterministic.textAtOnce { $0.appendToken(of: bytes, keyID: ExampleKey.keyID, to: &$1) }
        }
        guard let token = try? UnverifiedJWS(parsing: made) else { fatalError("a token made here is none") }
        guard let verified = try? token.verified(by: key.publicKey) else {
            fatalError("a signature made here does not hold")
        }
        demand(
            (try? JSONValue(parsing: verified.payload)) == (try? JSONValue(parsing: bytes)),
            "a token says what was signed")
    }
}
