import AdAttribution
import AttributionBytes
import AttributionECDSA
import AttributionJSON
import AttributionOpenRTB
import SKAdNetwork

/// A bid request and its response, from which broken ones are made.
struct BidFixtures {
    private let fixtures: Fixtures

    init(_ fixtures: Fixtures) { self.fixtures = fixtures }

    private var network: JSONValue { .string(fixtures.network.description) }

    // MARK: - Requests

    /// A request with two impressions: the first offers both frameworks, the second neither.
    var request: JSONValue { request() }

    /// - Parameters:
    ///   - change: Changes the `skadn` object.
    ///   - whole: Changes the whole request.
    func request(
        _ change: (inout JSONValue) -> Void = { _ in }, whole: (inout JSONValue) -> Void = { _ in }
    ) -> JSONValue {
        let attribution =
            #"{"version":"1.0","sourceapp":"880047117","skadnetids":[\#(network.text)],"ext":{"sko":1}}"#
        var request = JSONValue(
            literal: #"""
                {"id":"r","app":{"bundle":"880047117"},"device":{"osv":"18.1"},"imp":[\#
                {"id":"1","ext":{"skadn":\#(offer(change).text),"adattributionkit":\#(attribution)}},{"id":"2"}]}
                """#)
        whole(&request)
        return request
    }

    /// Returns a request with one impression, which offers SKAdNetwork only.
    func requestOfOne(_ change: (inout JSONValue) -> Void = { _ in }) -> JSONValue {
        JSONValue(literal: #"{"imp":[{"id":"1","ext":{"skadn":\#(offer(change).text)}}]}"#)
    }

    private func offer(_ change: (inout JSONValue) -> Void) -> JSONValue {
        var offer = JSONValue(
            literal: #"""
                {"versions":["2.1","3.0","4.0"],"sourceapp":"880047117","skadnetids":[\#(network.text)],\#
                "productpage":1,"skoverlay":1}
                """#)
        change(&offer)
        return offer
    }

    // MARK: - Responses

    /// Returns a response with one bid.
    func response(
        _ objects: (name: String, value: JSONValue)..., impid: String? = "1", bundle: String = "525463029"
    ) -> JSONValue {
        var bid = JSONValue.object([
            .init("bundle", .string(bundle)),
            .init("ext", .object(objects.map { .init($0.name, $0.value) })),
        ])
        bid[name: "impid"] = impid.map { .string($0) }
        return .object([.init("seatbid", .array([.object([.init("bid", .array([bid]))])]))])
    }

    /// Returns an ad, signed once for each of two fidelity types, or once before version 2.2.
    ///
    /// - Parameters:
    ///   - change: Changes the values of each ad before it is signed.
    ///   - signer: The signing key; by default that of the fixtures.
    func skadn(
        _ version: SKAdNetworkVersion = .four, fidelities: [String] = ["0", "1"], signer: P256PrivateKey? = nil,
        _ change: (inout AdValues) -> Void = { _ in }
    ) -> JSONValue {
        let types = version.hasFidelity ? fidelities : [""]
        let ads = types.enumerated().map { place, type -> (values: AdValues, signature: JSONValue) in
            var values = AdValues()
            values[.version] = .string(version.rawValue)
            values[.adNetworkID] = network
            if version.hasSourceIdentifier {
                values[.sourceIdentifier] = .string("5239")
            } else {
                values[.campaignID] = .string("42")
            }
            values[.itunesItemID] = .string("525463029")
            values[.sourceAppID] = .string("880047117")
            if version.hasFidelity { values[.fidelityType] = .number(type) }
            values[.nonce] = .string("68483ef6-0678-4f08-a0d1-2d5e9a0d6a7\(place)")
            values[.timestamp] = .string("1700000000123")
            change(&values)
            var text = ByteBuffer()
            if let order = values.order { values.appendSignedText(order, to: &text) }
            let der = Signer(signer ?? fixtures.key, nonce: .deterministic).derSignature(for: text.array())
            return (values, .string(AttributionSignature.text(ofDER: der)))
        }
        return SkadnObject.value(of: ads)
    }

    /// Returns an object with a token.
    ///
    /// - Parameters:
    ///   - signer: The fixtures whose key signs the token; by default these.
    ///   - change: Changes the payload before it is signed.
    func attribution(signer: Fixtures? = nil, _ change: (inout JSONValue) -> Void = { _ in }) -> JSONValue {
        var payload = fixtures.impressionPayload(at: 0)
        payload[ImpressionField.publisherItemIdentifier] = .number("880047117")
        payload[ImpressionField.advertisedItemIdentifier] = .number("525463029")
        payload[ImpressionField.eligibleForReEngagement] = .bool(false)
        change(&payload)
        return .object([
            .init("version", .string("1.0")), .init("jwt", .string((signer ?? fixtures).token(payload: payload))),
            .init("itunesitem", .string("525463029")),
        ])
    }
}
