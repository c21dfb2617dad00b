import AttributionBase
import AttributionModel

extension Fixtures {
    /// Postbacks of both frameworks that Apple can send but that receivers have rejected: with low tiers, later
    /// windows, old versions, missing optional fields, or unusual notation. Names are unique.
    public var sound: [SoundInput] {
        tiers + windows + conversions + numbers + texts
            + SKAdNetworkVersion.allCases.filter(\.hasTiers).flatMap(skAdNetwork) + olderVersions + [slashes]
    }

    // MARK: - AdAttributionKit

    /// Returns the postback for a changed request, in the body that a device sends.
    ///
    /// - Parameters:
    ///   - header: The header of its token; by default, as Apple writes it.
    ///   - spell: Writes the payload with another spelling of the same JSON.
    private func postback(
        _ name: String, header: String? = nil, ask: (inout PostbackRequest) -> Void = { _ in },
        payload spell: (String) -> String = { $0 }, body change: (inout JSONValue) -> Void = { _ in }
    ) -> SoundInput {
        let name = "postback: " + name
        var request = values(of: name).postbackRequest
        ask(&request)
        let parts = request.build()
        let header = header ?? JWSHeader.text(keyID: PostbackRequest.testKeyID, isPostback: true)
        let token = token(header: header, payload: spell(parts.payload.text))
        var body = JSONValue.object([BodyField.token.member(.string(token))] + parts.unsigned)
        change(&body)
        return SoundInput(name: name, value: body, version: nil, tier: request.tier, window: request.window)
    }

    /// Returns a postback of a tier and window, with a coarse value if the two disclose one. `ask` makes further changes.
    private func postback(
        _ name: String, _ tier: DataTier, _ window: ConversionWindow = .first,
        ask: (inout PostbackRequest) -> Void = { _ in }
    ) -> SoundInput {
        postback(name) {
            $0.tier = tier
            $0.window = window
            $0.coarse = .medium
            // In the first window, the tier decides whether the fine or the coarse value is disclosed. Later windows never have a fine
            // value.
            if !window.isFirst { $0.fine = nil }
            ask(&$0)
        }
    }

    private var tiers: [SoundInput] {
        [
            postback("tier 3 names the publisher and the country") { $0.country = CountryCode(text: "DE") },
            postback("the country is absent in tier 3, since its own crowd is small") { $0.country = nil },
            postback("no conversion value was set in tier 3") { $0.fine = nil },
            postback("tier 3 leaves two digits of the source identifier") { $0.sourceDigits = 2 },
            postback("tier 2 names no publisher", .two),
            postback("tier 2 leaves three digits, of which the first is 0", .two) {
                $0.sourceIdentifier = SourceIdentifier(clamping: 5039)
                $0.sourceDigits = 3
            },
            postback("tier 1 names no publisher, and has a coarse value", .one),
            postback("no conversion value was set in tier 1", .one) { $0.coarse = nil },
            postback("tier 0 names neither publisher nor marketplace, and has no value", .zero),
        ]
    }

    private var windows: [SoundInput] {
        [
            postback("the second postback has only a coarse value", .three, .second),
            postback("the third postback has only a coarse value", .three, .third),
            postback("the second postback in tier 1", .one, .second),
            postback("the third postback has no value", .two, .third) { $0.coarse = nil },
        ]
    }

    private var conversions: [SoundInput] {
        [
            postback("for a re-engagement") { $0.conversionType = .reEngagement },
            postback("the second postback of a re-engagement", .two, .second) { $0.conversionType = .reEngagement },
            postback("for a redownload") { $0.conversionType = .redownload },
            postback("for a view") { $0.interaction = .view },
            postback("did not win") { $0.didWin = false },
            postback("did not win, in tier 0", .zero) { $0.didWin = false },
            postback("a marketplace other than the App Store") { $0.marketplaceIdentifier = "com.example.marketplace" },
        ]
    }

    private var numbers: [SoundInput] {
        [
            ("above 2^31", 3_000_000_000), ("above 2^32", 10_738_027_756), ("above 2^53", 9_007_199_254_740_993),
            ("the greatest number of 64 bits", UInt64.max),
        ].map { words, number in
            postback("the advertised item is \(words)") {
                $0.advertisedItemIdentifier = ItemIdentifier(rawValue: number)
            }
        } + [
            postback("the publisher is 0, of an app in development") { $0.publisherItemIdentifier = .development },
            postback("the conversion value is 0") { $0.fine = FineConversionValue(rawValue: 0) },
        ]
    }

    private var texts: [SoundInput] {
        let kid = JSONValue.string(PostbackRequest.testKeyID).text
        return [
            postback("the UUID is in lowercase") {
                $0.identifier = AttributionUUID(unchecked: $0.identifier.description.lowercased())
            },
            postback("the slash of the kid is not escaped", header: #"{"kid":\#(kid),"alg":"ES256"}"#),
            postback("alg comes first in the header", header: #"{"alg":"ES256","kid":\#(kid)}"#),
            postback("the header has a typ", header: #"{"alg":"ES256","typ":"JWT","kid":\#(kid)}"#),
            postback("the payload has spaces", payload: { $0.replacingEach("\":", by: "\" : ") }),
            postback(
                "the members of the body are in a different order",
                body: { body in
                    if case .object(let members) = body { body = .object(members.reversed()) }
                }),
        ]
    }

    // MARK: - SKAdNetwork

    private func skan(
        _ name: String, _ version: SKAdNetworkVersion, _ tier: DataTier = .three,
        _ window: ConversionWindow = .first, ask: (inout SKAdNetworkPostbackRequest) -> Void = { _ in },
        body change: (inout JSONValue) -> Void = { _ in }
    ) -> SoundInput {
        let name = "SKAdNetwork \(version.rawValue): \(name)"
        let values = values(of: name)
        var request = values.skAdNetworkRequest(version)
        request.tier = tier
        request.window = window
        request.coarse = .low
        if !window.isFirst { request.fine = nil }
        ask(&request)
        var body = values.body(request)
        change(&body)
        return SoundInput(
            name: name, value: body, version: version, tier: version.hasTiers ? tier : nil, window: window)
    }

    private func skAdNetwork(_ version: SKAdNetworkVersion) -> [SoundInput] {
        [
            skan("tier 2 names no source app", version, .two),
            skan("tier 1 has a coarse value", version, .one),
            skan("tier 0 has no value", version, .zero),
            skan("the second postback has only a coarse value", version, .three, .second),
            skan("the third postback has only a coarse value", version, .three, .third),
            skan("for an ad on a web page", version) { $0.publisher = .domain("example.com") },
            skan("for a view", version) { $0.fidelity = .viewThrough },
            skan("for a redownload", version) { $0.isRedownload = true },
            skan("did not win", version) { $0.didWin = false },
            skan("for a test, with source app 0 and value 0", version) {
                $0.publisher = .app(.development)
                $0.fine = FineConversionValue(rawValue: 0)
            },
            skan("has a country", version) { $0.country = CountryCode(text: "JP") },
            skan("the item is above 2^53", version) {
                $0.advertisedItemIdentifier = ItemIdentifier(rawValue: 9_007_199_254_740_993)
            },
        ]
    }

    private var olderVersions: [SoundInput] {
        [
            skan("the version is not named", .one),
            skan(
                "the version and redownload are present", .one,
                body: { body in
                    body[SignedField.version] = .string("1.0")
                    body[SignedField.redownload] = .bool(false)
                }),
            skan("neither the value nor the source app passes the threshold", .two, .one),
            skan("the source app passes the threshold", .two),
            skan("a version that differs from 2.0 only by its key", .twoOne),
            skan("for a view", .twoTwo) { $0.fidelity = .viewThrough },
            skan("there is no source app", .twoTwo, .two),
            skan("did not win", .three) { $0.didWin = false },
            skan("no conversion value was set", .three) { $0.fine = nil },
        ]
    }

    /// A postback whose signature has escaped slashes, as Apple's encoder writes them.
    private var slashes: SoundInput {
        let name = "SKAdNetwork 4.0: slashes are escaped"
        let values = values(of: name)
        var request = values.skAdNetworkRequest(.four)
        var text = ""
        // Not every signature contains a slash.
        for number in 0..<64 {
            let identifier = values.draw("slash").of("number", number).uuid.text
            request.identifier = AttributionUUID(unchecked: identifier)
            text = values.body(request).text
            if text.contains("/") { break }
        }
        return SoundInput(
            name: name, value: .string(text.replacingEach("/", by: #"\/"#)), version: .four, tier: .three,
            window: .first)
    }
}
