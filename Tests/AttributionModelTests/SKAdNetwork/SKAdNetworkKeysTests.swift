import AttributionCrypto
import AttributionTestSupport
import Testing

@testable import AttributionModel

@Suite("Keys that may have signed an object of SKAdNetwork")
struct SKAdNetworkKeysTests {
    /// A message that says "signed by the key of another network" must not name a key that the network has itself.
    @Test("A key that a network shares with another one is no key of another network")
    func sharedKeys() throws {
        let (shared, other, unnamed) = (
            newKey().publicKey, newKey().publicKey, newKey().publicKey
        )
        var trusted = try TrustedKeys(adding: shared, keyID: "a.skadnetwork")
        try trusted.add(shared, keyID: "b.skadnetwork")
        try trusted.add(other, keyID: "b.skadnetwork")
        try trusted.add(unnamed, keyID: nil)
        let keys = SKAdNetworkKeys(trusted)
        for (network, foreign) in [
            ("A.skadnetwork", [other]), ("b.skadnetwork", []), ("c.skadnetwork", [shared, shared, other]),
        ] {
            expect(keys.keys(notFor: Array(network.utf8)).map(\.key), foreign, "\(network)")
        }
        expect(keys.keys(notFor: nil).map(\.key), [shared, shared, other])
        expect(keys.keys(notFor: nil).map(\.network), ["a.skadnetwork", "b.skadnetwork", "b.skadnetwork"])
    }

    /// An unnamed key that is also listed for a network signs for all.
    @Test("A key without a network signs for every network, also where it is listed for one")
    func unnamedKeys() throws {
        let key = newKey().publicKey
        var trusted = try TrustedKeys(adding: key, keyID: nil)
        try trusted.add(key, keyID: "b.skadnetwork")
        let keys = SKAdNetworkKeys(trusted)
        #expect(keys.keys(notFor: Array("a.skadnetwork".utf8)).isEmpty)
        expect(keys.keyIndices(on: nil, network: nil).count, 1)
    }
}
