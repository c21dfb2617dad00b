import AdAttribution
import AttributionBytes
import AttributionJSON
import SKAdNetwork

extension Fixtures {
    /// Postbacks of both frameworks that Apple can send but that receivers have refused: with low tiers, later
    /// windows, old versions, missing optional fields, or unusual notation. Names are unique.
    public var sound: [SoundInput] { SoundInputs(fixtures: self).all }
}

/// Makes all sound inputs.
struct SoundInputs {
    let fixtures: Fixtures

    var all: [SoundInput] { tiers + windows + conversions + numbers + texts + skAdNetwork + skAdNetworkVersions }

    // MARK: - AdAttributionKit

    private static let keyID = "local/0"

    /// A header as Apple writes it, with the slash of the `kid` escaped.
    private static let header = #"{"kid":"local\/0","alg":"ES256"}"#

    /// Returns a postback for a changed request, in the body that a device sends.
    private func postback(
        _ name: String, header: String = SoundInputs.header, payload spell: (String) -> String = { $0 },
        body change: (inout JSONValue) -> Void = { _ in }, ask: (inout PostbackRequest) -> Void
    ) -> SoundInput {
        var request = fixtures.postbackRequest(at: 0)
        ask(&request)
        let parts = request.build()
        let token = fixtures.token(header: header, payload: spell(parts.payload.text))
        var body = JSONValue.object([BodyField.token.member(.string(token))] + parts.unsigned)
        change(&body)
        return SoundInput("postback: \(name)", body, tier: request.tier, window: request.window)
    }

    private static func fit(_ request: inout PostbackRequest, _ tier: DataTier, _ window: ConversionWindow = .first) {
        request.tier = tier
        request.window = window
        request.coarse = .medium
        // The tier of a first postback selects one of the two values. Later postbacks never have a fine value.
        if !window.isFirst { request.fine = nil }
    }

    private var tiers: [SoundInput] {
        [
            postback("tier 3 names the publisher and the country") { $0.country = CountryCode("DE") },
            postback("the country is absent in tier 3, since its own crowd is small") { $0.country = nil },
            postback("no conversion value was set in tier 3") { $0.fine = nil },
            postback("tier 3 leaves two digits of the source identifier") { $0.sourceDigits = 2 },
            postback("tier 2 names no publisher") { Self.fit(&$0, .two) },
            postback("tier 2 leaves three digits, of which the first is 0") {
                Self.fit(&$0, .two)
                $0.sourceIdentifier = SourceIdentifier(clamping: 5039)
                $0.sourceDigits = 3
            },
            postback("tier 1 names no publisher, and has a coarse value") { Self.fit(&$0, .one) },
            postback("no conversion value was set in tier 1") {
                Self.fit(&$0, .one)
                $0.coarse = nil
            },
            postback("tier 0 names neither publisher nor marketplace, and has no value") { Self.fit(&$0, .zero) },
        ]
    }

    private var windows: [SoundInput] {
        [
            postback("the second postback has only a coarse value") { Self.fit(&$0, .three, .second) },
            postback("the third postback has only a coarse value") { Self.fit(&$0, .three, .third) },
            postback("the second postback is of tier 1") { Self.fit(&$0, .one, .second) },
            postback("the third postback has no value") {
                Self.fit(&$0, .two, .third)
                $0.coarse = nil
            },
        ]
    }

    private var conversions: [SoundInput] {
        [
            postback("it is of a re-engagement") { $0.conversionType = .reEngagement },
            postback("the second postback of a re-engagement") {
                Self.fit(&$0, .two, .second)
                $0.conversionType = .reEngagement
            },
            postback("it is of a redownload") { $0.conversionType = .redownload },
            postback("it is of a view") { $0.interaction = .view },
            postback("it did not win") { $0.didWin = false },
            postback("it did not win, in tier 0") {
                Self.fit(&$0, .zero)
                $0.didWin = false
            },
            postback("another marketplace than the App Store") { $0.marketplace = "com.example.marketplace" },
        ]
    }

    private var numbers: [SoundInput] {
        func item(_ words: String, _ number: UInt64) -> SoundInput {
            postback("the advertised item is \(words)") {
                $0.advertisedItemIdentifier = ItemIdentifier(rawValue: number)
            }
        }
        return [
            item("above 2^31", 3_000_000_000), item("above 2^32", 10_738_027_756),
            item("above 2^53", 9_007_199_254_740_993), item("the greatest of 64 bits", .max),
            postback("the publisher is 0, of an app in development") { $0.publisherItemIdentifier = .development },
            postback("the conversion value is 0") { $0.fine = FineConversionValue(rawValue: 0) },
        ]
    }

    private var texts: [SoundInput] {
        let kid = JSONValue.string(Self.keyID).text
        return [
            postback("the UUID is in lowercase") { $0.postbackIdentifier = $0.postbackIdentifier.lowercased },
            postback("the slash of the kid is not escaped", header: #"{"kid":\#(kid),"alg":"ES256"}"#) { _ in },
            postback("alg comes first in the header", header: #"{"alg":"ES256","kid":\#(kid)}"#) { _ in },
            postback("the header has a typ", header: #"{"alg":"ES256","typ":"JWT","kid":\#(kid)}"#) { _ in },
            postback("the payload has spaces", payload: { $0.replacingEach("\":", by: "\" : ") }, ask: { _ in }),
            postback(
                "the members of the body are in another order",
                body: { body in
                    if case .object(let members) = body { body = .object(members.reversed()) }
                }, ask: { _ in }),
        ]
    }

    // MARK: - SKAdNetwork

    private func request(_ version: SKAdNetworkVersion) -> SKAdNetworkPostbackRequest {
        var request = SKAdNetworkPostbackRequest(fixtures.postbackRequest(at: 1), version: version)
        request.transactionIdentifier = request.transactionIdentifier.lowercased
        request.tier = .three
        return request
    }

    private func skan(
        _ name: String, _ version: SKAdNetworkVersion, body change: (inout JSONValue) -> Void = { _ in },
        ask: (inout SKAdNetworkPostbackRequest) -> Void = { _ in }
    ) -> SoundInput {
        var request = request(version)
        ask(&request)
        var body = request.body(signedBy: fixtures.key, nonce: .deterministic)
        change(&body)
        return SoundInput(
            "SKAdNetwork \(version.rawValue): \(name)", body, version: version,
            tier: version.hasTiers ? request.tier : nil, window: request.window)
    }

    private static func fit(
        _ request: inout SKAdNetworkPostbackRequest, _ tier: DataTier, _ window: ConversionWindow = .first
    ) {
        request.tier = tier
        request.window = window
        request.coarse = .low
        if !window.isFirst { request.fine = nil }
    }

    private var skAdNetwork: [SoundInput] { SKAdNetworkVersion.allCases.filter(\.hasTiers).flatMap(skAdNetwork) }

    private func skAdNetwork(_ version: SKAdNetworkVersion) -> [SoundInput] {
        [
            skan("tier 2 names no source app", version, ask: { Self.fit(&$0, .two) }),
            skan("tier 1 has a coarse value", version, ask: { Self.fit(&$0, .one) }),
            skan("tier 0 has no value", version, ask: { Self.fit(&$0, .zero) }),
            skan("the second postback has only a coarse value", version, ask: { Self.fit(&$0, .three, .second) }),
            skan("the third postback has only a coarse value", version, ask: { Self.fit(&$0, .three, .third) }),
            skan("it is of an ad on a web page", version, ask: { $0.source = .domain("example.com") }),
            skan("it is of a view", version, ask: { $0.fidelity = .viewThrough }),
            skan("it is of a redownload", version, ask: { $0.isRedownload = true }),
            skan("it did not win", version, ask: { $0.didWin = false }),
            skan(
                "it is of a test, with source app 0 and value 0", version,
                ask: {
                    $0.source = .app(.development)
                    $0.fine = FineConversionValue(rawValue: 0)
                }),
            skan("it has a country", version, ask: { $0.country = CountryCode("JP") }),
            skan(
                "the item is above 2^53", version,
                ask: { $0.appIdentifier = ItemIdentifier(rawValue: 9_007_199_254_740_993) }),
        ]
    }

    private var skAdNetworkVersions: [SoundInput] {
        [
            skan("the version is not named", .one),
            skan(
                "the version is named, and redownload beside it", .one,
                body: { body in
                    body[SignedField.version] = .string("1.0")
                    body[SignedField.redownload] = .bool(false)
                }),
            skan("neither value nor source app are past the threshold", .two, ask: { $0.tier = .one }),
            skan("the source app is past the threshold", .two),
            skan("a version that differs from 2.0 only by its key", .twoOne),
            skan("it is of a view", .twoTwo, ask: { $0.fidelity = .viewThrough }),
            skan("no source app in it", .twoTwo, ask: { $0.tier = .two }),
            skan("it did not win", .three, ask: { $0.didWin = false }),
            skan("no conversion value was set", .three, ask: { $0.fine = nil }),
            slashes,
        ]
    }

    /// A postback with escaped slashes in its signature, as Apple's own encoder writes them.
    private var slashes: SoundInput {
        var request = request(.four)
        var text = ""
        // Find a signature that contains a slash.
        for number in 0..<64 {
            request.appIdentifier = ItemIdentifier(rawValue: 525_463_029 + UInt64(number))
            text = request.body(signedBy: fixtures.key, nonce: .deterministic).text
            if text.contains("/") { break }
        }
        return SoundInput(
            "SKAdNetwork 4.0: slashes are escaped", .string(text.replacingEach("/", by: #"\/"#)), version: .four,
            tier: .three, window: .first)
    }
}

extension AttributionUUID {
    fileprivate var lowercased: AttributionUUID { AttributionUUID(unchecked: description.lowercased()) }
}
