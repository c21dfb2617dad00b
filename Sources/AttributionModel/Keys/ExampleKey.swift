import AttributionCrypto

/// The example key pair. Its private key is published, so its signatures prove nothing. Tests use it as `Fixtures.exampleKey`.
package enum ExampleKey {
    package static let network: StaticString = "example.adattributionkit"
    package static let adNetworkIdentifier = AdNetworkIdentifier(unchecked: "\(network)")
    /// The `kid` of the key's impressions. Test postbacks have ``PostbackRequest/testKeyID`` instead.
    package static let keyID = adNetworkIdentifier.description
    package static let testKeyID = "local/0"
    /// The `kid`s under which the key is trusted.
    package static let keyIDs = [keyID, testKeyID]

    /// The public half of ``privateKey``. It is stored separately, because most runs need only this half, and computing it takes a
    /// multiplication.
    package static let publicKey = P256PublicKey(
        constant: """
            MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEf83OJ3D2xF1Bg8vub9tLe1gHMzV7
            6e8Tus9uPHvRVEXH8UTNG72bfocs3+257rn0s2ldbqkLJK2KRiMohYjlrQ==
            """)

    /// The key pair of RFC 7515, Appendix A.3.1.
    package static let privateKey: P256PrivateKey = {
        do throws(KeyError) {
            return try P256PrivateKey(
                pem: """
                    -----BEGIN PRIVATE KEY-----
                    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgjpsQnnGQmL+YBIff
                    H1136cspYG6+0iY7X1fCE9+E9LKhRANCAAR/zc4ncPbEXUGDy+5v20t7WAczNXvp
                    7xO6z248e9FURcfxRM0bvZt+hyzf7bnuufSzaV1uqQskrYpGIyiFiOWt
                    -----END PRIVATE KEY-----

                    """)
        } catch {
            CryptoFailure.end(CryptoFailure(of: error))
        }
    }()
}
