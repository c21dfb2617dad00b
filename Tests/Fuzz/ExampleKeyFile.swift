import AdAttribution
import AttributionJOSE

enum ExampleKeyFile {
    static let publicPEM = ExampleKey.privateKey.publicKey.pemRepresentation
}
