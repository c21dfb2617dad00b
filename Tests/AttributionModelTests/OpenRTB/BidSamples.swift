import AttributionBase
import AttributionCrypto
import AttributionModel
import AttributionTestSupport

@testable import AttributionModel

/// A bid request, and bids in response to it.
enum BidSamples {
    static let key = newKey()
    static let network = "example123.skadnetwork"
    /// The beginning of 2026.
    static let now = Timestamp(milliseconds: 1_767_225_600_000)

    static let keys: TrustedKeys = {
        var keys = TrustedKeys(.productionAndDevelopment)
        try? keys.add(key.publicKey, keyID: nil)
        return keys
    }()

    static let request = parse(
        """
        {"id":"r","app":{"bundle":"880047117"},"device":{"osv":"18.1"},"imp":[{"id":"1","ext":{
        "skadn":{"versions":["2.1","3.0","4.0"],"sourceapp":"880047117","skadnetids":["example123.skadnetwork"],"productpage":1,"skoverlay":1},
        "adattributionkit":{"version":"1.0","sourceapp":"880047117","skadnetids":["example123.skadnetwork"],"ext":{"sko":1}}}},
        {"id":"2","ext":{}}]}
        """)

    static func parse(_ text: String) -> JSONValue { (try? JSONValue(parsing: Array(text.utf8))) ?? .null }

    // MARK: - Bids

    static let nonces = [
        "68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c", "68483ef6-0678-4f08-a0d1-2d5e9a0d6a7d",
        "68483ef6-0678-4f08-a0d1-2d5e9a0d6a7e",
    ]

    /// Returns a signed `skadn` object.
    ///
    /// - Parameter change: changes the values of each signature before it is made.
    static func skadn(
        _ version: SKAdNetworkVersion = .four, fidelities: [String] = ["0", "1"],
        _ change: (inout AdValues, Int) -> Void = { _, _ in }
    ) -> JSONValue {
        let types = version.hasFidelity ? fidelities : [""]
        let ads = types.enumerated().map { place, type -> (values: AdValues, signature: JSONValue) in
            var values = AdValues()
            values[.version] = .string(version.rawValue)
            values[.adNetworkID] = .string(network)
            values[version.hasSourceIdentifier ? .sourceIdentifier : .campaignID] = .string(
                version.hasSourceIdentifier ? "5239" : "42")
            values[.itunesItemID] = .string("525463029")
            values[.sourceAppID] = .string("880047117")
            if version.hasFidelity { values[.fidelityType] = .number(type) }
            values[.nonce] = .string(nonces[place % nonces.count])
            values[.timestamp] = .string("1700000000123")
            change(&values, place)
            return (values, .string(signature(of: values)))
        }
        return SkadnObject.value(of: ads)
    }

    /// Returns a signed `skadn` object with one value changed in all signatures.
    static func skadn(_ version: SKAdNetworkVersion = .four, _ field: SignedField, _ text: String) -> JSONValue {
        skadn(version) { values, _ in values[field] = .string(text) }
    }

    static func signature(of values: AdValues, by key: P256PrivateKey = key) -> String {
        var text = ByteBuffer()
        if let order = values.order { values.appendSignedText(order, to: &text) }
        return AttributionSignature.text(of: key.deterministic.sign(text.array()))
    }

    static let payload = parse(
        """
        {"impression-identifier":"68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c","publisher-item-identifier":880047117,
        "impression-type":"app-impression","ad-network-identifier":"example123.skadnetwork","source-identifier":5239,
        "timestamp":1700000000123,"advertised-item-identifier":525463029,"eligible-for-re-engagement":false}
        """)

    /// Returns an `adattributionkit` object with a token of any payload.
    static func attribution(_ payload: JSONValue = payload, keyID: String = network) -> JSONValue {
        let token = key.signedText { $0.appendToken(of: Array(payload.text.utf8), keyID: keyID, to: &$1) }
        return .object([
            .init("version", .string("1.0")), .init("jwt", .string(token)), .init("itunesitem", .string("525463029")),
        ])
    }

    /// Returns an `adattributionkit` object with one field of the payload changed, or removed if nil.
    static func attribution(_ name: String, _ value: String?) -> JSONValue {
        attribution(payload.with(name, value.map(parse)))
    }

    static func response(
        _ objects: (name: String, value: JSONValue)..., impid: JSONValue? = .string("1"), bundle: String = "525463029"
    ) -> JSONValue {
        let ext = JSONValue.object(objects.map { .init($0.name, $0.value) })
        var bid: [JSONValue.Member] = [.init("bundle", .string(bundle)), .init("ext", ext)]
        if let impid { bid.append(.init("impid", impid)) }
        let seat = JSONValue.object([.init("bid", .array([.object([.init("impid", .string("9"))]), .object(bid)]))])
        return .object([.init("seatbid", .array([seat]))])
    }

    // MARK: - Parts

    /// A signature of a `skadn` object, with all that it has as one value.
    struct Ad {
        let path: String
        let members: JSONValue
        let fault: String?
        let holds: Bool?
    }

    static func ads(of object: JSONValue, at path: String = "") -> [Ad] {
        let made: [Ad]? = object.withView { view in
            SkadnObject.signedAds(of: view, at: path).map { ad in
                let members = ad.isFaulty ? [] : ad.signed.members.map { ($0.name.string, JSONValue($0.value)) }
                let rest = ad.isFaulty ? nil : ad.signed.rest
                var budget = SearchBudget(0)
                return Ad(
                    path: ad.path, members: .object(members.map { .init($0, $1) } + (rest.map { [$0] } ?? [])),
                    fault: ad.fault?.message, holds: ad.explanation(keys: SKAdNetworkKeys(keys), within: &budget)?.holds
                )
            }
        }
        return made ?? []
    }

    static func offer(_ object: JSONValue, of framework: Framework) throws(Problem) -> BidOffer {
        try JSONDocument.json(object).withView { view throws(Problem) in
            try BidOffer(view, StatedOffer(view, of: framework), of: framework)
        }
    }

    /// Returns what is found in a document, with its findings.
    static func objects(in document: JSONValue) -> [(path: String, isBid: Bool, findings: [String])] {
        let found = document.withView { view in
            LocatedBidObject.all(in: view).map { object in
                (object.path, object.isBid, object.findings(in: view).map { "\($0.rule.id) \($0.field)" })
            }
        }
        return found ?? []
    }

    // MARK: - Checks

    static func reports(
        _ response: JSONValue, request: JSONValue = request, keys: TrustedKeys? = keys, networks: NetworkList? = nil,
        now: Timestamp = now
    ) -> [BidReport] {
        guard let request = try? BidRequest(request), let response = try? BidResponse(response) else { return [] }
        return (try? BidCheck(request: request, keys: keys, networks: networks).reports(on: response, now: now)) ?? []
    }

    /// Returns the findings about the bids, each as its rule's ID and its field.
    static func findings(
        _ response: JSONValue, request: JSONValue = request, keys: TrustedKeys? = keys, now: Timestamp = now
    ) -> [String] {
        reports(response, request: request, keys: keys, now: now).flatMap {
            $0.findings.map { "\($0.rule.id) \($0.field)" }
        }
    }

    /// Returns the request with one member changed, or removed if nil.
    static func request(_ path: String, _ value: String?) -> JSONValue { request.with(path, value.map(parse)) }
}

extension JSONValue {
    var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }

    var memberNames: [String] { if case .object(let members) = self { members.map(\.name) } else { [] } }

    /// Returns a copy with the value at a path such as `imp.0.ext.skadn.versions` replaced, or removed if nil.
    func with(_ path: String, _ value: JSONValue?) -> JSONValue {
        with(path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)[...], value)
    }

    private func with(_ path: ArraySlice<String>, _ value: JSONValue?) -> JSONValue {
        guard let name = path.first else { return value ?? .null }
        let rest = path.dropFirst()
        switch self {
        case .object(var members):
            let place = members.firstIndex { $0.name == name }
            if rest.isEmpty, value == nil {
                if let place { members.remove(at: place) }
            } else if let place {
                members[place].value = members[place].value.with(rest, value)
            } else {
                members.append(.init(name, JSONValue.object([]).with(rest, value)))
            }
            return .object(members)
        case .array(var elements):
            guard let place = Int(name), elements.indices.contains(place) else { return self }
            if rest.isEmpty, value == nil {
                elements.remove(at: place)
            } else {
                elements[place] = elements[place].with(rest, value)
            }
            return .array(elements)
        default: return .object([]).with(path, value)
        }
    }

    /// Returns a copy with an element appended to an array. The path is that of the new element.
    func appending(_ element: JSONValue, toArrayOf path: String) -> JSONValue {
        let holder = String(path.prefix(upTo: path.lastIndex(of: ".") ?? path.startIndex))
        guard case .array(let elements)? = at(holder) else { return .null }
        return with(holder, .array(elements + [element]))
    }

    /// Returns the value at a path.
    func at(_ path: String) -> JSONValue? {
        path.split(separator: ".").reduce(self as JSONValue?) { value, name in
            if case .array(let elements)? = value {
                return Int(name).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
            }
            return value?[String(name)]
        }
    }
}
