import AttributionBase
import AttributionCrypto

/// A key can be written in every form, and read from it as the same key.
enum KeyFuzz {
    static func test(_ input: ByteView) {
        guard let file = try? KeyFile(SecretBytes(copying: input)) else { return }
        demand(!file.entries.isEmpty, "a key file holds keys")
        for entry in file.entries {
            let key = entry.publicKey
            demand((try? P256PublicKey(derRepresentation: key.derRepresentation)) == key, "the same from DER")
            demand((try? P256PublicKey(pemRepresentation: key.pemRepresentation)) == key, "the same from PEM")
            demand(read(Array(key.jwk(keyID: entry.keyID)))?.publicKey == key, "the same from a JWK")
            guard let secret = entry.privateKey else { continue }
            for form in [secret.derRepresentation, secret.sec1Representation, secret.pemRepresentation, secret.jwk()] {
                guard let again = try? KeyFile(form).privateKey() else { fatalError("a key written here is none") }
                demand(again.publicKey == key, "the same private key")
            }
        }
    }

    private static func read(_ text: [UInt8]) -> KeyFile.Entry? {
        try? KeyFile(SecretBytes(copying: text)).entries.first
    }
}
