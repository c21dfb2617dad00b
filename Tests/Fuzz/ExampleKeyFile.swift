import AdAttribution
import JOSE

enum ExampleKeyFile {
    static let publicPEM = ExampleKey.privateKey.publicKey.pemRepresentation
}
