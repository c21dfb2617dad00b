import AttributionBase
import AttributionCrypto

// Where tests run, libcrypto has its algorithms and randomness. What it does without them is tested in scripts and in `CryptoFailureTests`.

/// Returns a key that nobody else has.
package func newKey() -> P256PrivateKey { CryptoFailure.ending { () throws(CryptoFailure) in try P256PrivateKey() } }

extension P256PrivateKey {
    package func sign(_ message: [UInt8]) -> ECDSASignature {
        CryptoFailure.ending { () throws(CryptoFailure) in try signature(for: message) }
    }

    package func signedText(_ write: (TextSigner, inout ByteBuffer) -> Void) -> String {
        CryptoFailure.ending { () throws(CryptoFailure) in try textAtOnce(write) }
    }
}
