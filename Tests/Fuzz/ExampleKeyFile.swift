import AdAttribution
import AttributionCrypto

enum ExampleKeyFile {
    static let publicPEM = ExampleKey.privateKey.publicKey.pemRepresentation
}
