import AttributionBase
import AttributionModel

/// A valid bid request and response with the values of one fixture, for making broken ones.
struct BidFixtures {
    private let fixtures: Fixtures
    private let others: Fixtures
    private let values: FixtureValues
    /// The advertised app and the source identifier of every bid.
    let (item, source): (String, String)

    /// - Parameter others: Fixtures that another network's key signs.
    init(_ fixtures: Fixtures, _ others: Fixtures, _ values: FixtureValues) {
        self.fixtures = fixtures
        self.others = others
        self.values = values
        item = fixtures.apps.first?.description ?? "525463029"
        source = fixtures.sources.first?.description ?? "5239"
    }

    var network: JSONValue { .string(fixtures.network.description) }

    /// Returns the nonce of an ad, given the index of its fidelity.
    func nonce(_ index: Int = 0) -> String { values.draw("nonce").of("place", index).uuid.text }

    // MARK: - Requests

    /// Returns a request with two impressions: the first offers both frameworks, the second neither.
    func request(
        _ skadn: (inout JSONValue) -> Void = { _ in }, attribution: (inout JSONValue) -> Void = { _ in },
        whole: (inout JSONValue) -> Void = { _ in }
    ) -> JSONValue {
        var offered = JSONValue(
            literal: #"{"version":"1.0","sourceapp":"880047117","skadnetids":[\#(network.text)],"ext":{"sko":1}}"#)
        attribution(&offered)
        var request = JSONValue(
            literal: #"""
                {"id":"r","app":{"bundle":"880047117"},"device":{"osv":"18.1"},"imp":[\#
                {"id":"1","ext":{"skadn":\#(offer(skadn).text),"adattributionkit":\#(offered.text)}},{"id":"2"}]}
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
    ///
    /// - Parameter isBeside: Whether the objects are in the bid itself instead of its `ext`.
    func response(
        _ objects: (name: String, value: JSONValue)..., impid: String? = "1", bundle: String? = nil,
        isBeside: Bool = false
    ) -> JSONValue {
        let objects = objects.map { JSONValue.Member($0.name, $0.value) }
        let ext = isBeside ? objects : [.init("ext", .object(objects))]
        let bid = JSONValue.object([.init("bundle", .string(bundle ?? item))] + ext)
            .setting("impid", impid.map { .string($0) })
        return .object([.init("seatbid", .array([.object([.init("bid", .array([bid]))])]))])
    }

    /// Returns a `skadn` object, with a signature for each of two fidelity types; with only one before version 2.2.
    ///
    /// - Parameter isForeign: Whether it is signed by another network's key.
    func skadn(
        _ version: SKAdNetworkVersion = .four, fidelities: [String] = ["0", "1"], isForeign: Bool = false,
        _ change: (inout AdValues) -> Void = { _ in }
    ) -> JSONValue {
        let types = version.hasFidelity ? fidelities : [""]
        let ads = types.enumerated().map { index, type -> (values: AdValues, signature: JSONValue) in
            var ad = AdValues()
            ad[.version] = .string(version.rawValue)
            ad[.adNetworkID] = network
            if version.hasSourceIdentifier {
                ad[.sourceIdentifier] = .string(source)
            } else {
                ad[.campaignID] = .string("42")
            }
            ad[.itunesItemID] = .string(item)
            ad[.sourceAppID] = .string("880047117")
            if version.hasFidelity { ad[.fidelityType] = .number(type) }
            ad[.nonce] = .string(nonce(index))
            ad[.timestamp] = .string("1700000000123")
            change(&ad)
            var text = ByteBuffer()
            if let order = ad.order { ad.appendSignedText(order, to: &text) }
            return (ad, (isForeign ? others : fixtures).signature(of: text.text))
        }
        return SkadnObject.value(of: ads)
    }

    /// Returns a `skadn` object with another value for one member of its first fidelity.
    func skadn(fidelity name: String, is value: JSONValue?) -> JSONValue {
        var object = skadn()
        guard case .array(var entries)? = object["fidelities"] else { return object }
        entries[0][name: name] = value
        object[name: "fidelities"] = .array(entries)
        return object
    }

    /// Returns the bid object of AdAttributionKit, with a token.
    ///
    /// - Parameter isForeign: Whether the token is signed by another network's key.
    func attribution(isForeign: Bool = false, _ change: (inout JSONValue) -> Void = { _ in }) -> JSONValue {
        var payload = values.impressionPayload
        payload[ImpressionField.publisherItemIdentifier] = .number("880047117")
        payload[ImpressionField.advertisedItemIdentifier] = .number(item)
        payload[ImpressionField.eligibleForReEngagement] = .bool(false)
        change(&payload)
        return attribution(token: (isForeign ? others : fixtures).token(payload: payload))
    }

    /// Returns the bid object of AdAttributionKit with the given token.
    func attribution(token: String) -> JSONValue {
        .object([.init("version", .string("1.0")), .init("jwt", .string(token)), .init("itunesitem", .string(item))])
    }
}

extension JSONValue {
    /// Returns the object with a member added, replaced, or, if nil, removed.
    func setting(_ name: String, _ value: JSONValue?) -> JSONValue {
        var object = self
        object[name: name] = value
        return object
    }
}
