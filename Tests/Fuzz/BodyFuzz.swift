import AttributionBase
import AttributionCrypto
import AttributionFixtures
import AttributionModel

/// The signed part of a verified postback was made by the key's owner: here by the fixtures, whose parts are known.
enum BodyFuzz {
    private static let keys: TrustedKeys = {
        var keys = TrustedKeys(.productionAndDevelopment)
        try? keys.add(ExampleKey.privateKey.publicKey, keyID: nil)
        return keys
    }()

    /// The headers and payloads that the example key signed, which are those of all fixtures. The seeds are made of
    /// them.
    private static let signed: Set<String> = {
        let fixtures = Fixtures(seed: 7)
        let bodies = (0..<200).map { fixtures.postback(at: $0) } + fixtures.broken.map(\.text)
        return Set(bodies.compactMap(signedPart))
    }()

    private static func signedPart(of body: String) -> String? {
        guard let value = try? JSONValue(parsing: Array(body.utf8)), case .string(let token)? = value["jws-string"],
            let end = token.lastIndex(of: ".")
        else { return nil }
        return String(token[..<end])
    }

    static func test(_ input: ByteView) {
        guard let unverified = try? UnverifiedPostback(parsing: [UInt8](input)),
            let postback = try? unverified.verified(by: keys)
        else { return }
        demand(postback.environment == .local, "Apple's key signs nothing here")
        let body = String(decoding: input, as: UTF8.self)
        demand(signedPart(of: body).map(signed.contains) == true, "nobody but the key's owner signs")
    }
}
