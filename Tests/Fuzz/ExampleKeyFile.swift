import AttributionCrypto
import AttributionModel

enum ExampleKeyFile {
    static let publicPEM = ExampleKey.privateKey.publicKey.pemRepresentation
}
