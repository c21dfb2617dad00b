import AttributionBase
import AttributionModel

private typealias Rules = BidRules

/// Bid requests, and bid responses with their requests, each of which breaks a rule about the objects of OpenRTB.
extension BrokenInputs {
    var bids: [BrokenInput] {
        bidDocuments + bidMembers + bidPlaces + bidVersions + bidSignatures + bidPayloads + bidRelations
            + unreadableOffers + bidOffers
    }

    private typealias Make = (BidFixtures) -> JSONValue

    /// Returns a broken response, or a response with a broken request.
    private func bid(
        _ rule: Rule, _ words: String, at stage: BrokenInput.Stage = .rules, _ response: Make,
        _ request: Make = { $0.request() }, sound: Make = { $0.response(("skadn", $0.skadn())) }
    ) -> BrokenInput {
        let name = "bid: " + words
        return input(.bidResponse, name, rule, at: stage) {
            let bid = BidFixtures(fixtures, otherSigner, fixtures.values(of: name))
            return .init(
                broken: response(bid), sound: sound(bid), request: request(bid), soundRequest: bid.request())
        }
    }

    private func skadn(
        _ rule: Rule, _ words: String, at stage: BrokenInput.Stage = .rules, _ object: Make = { $0.skadn() },
        request: Make = { $0.request() }
    ) -> BrokenInput {
        bid(rule, words, at: stage, { $0.response(("skadn", object($0))) }, request)
    }

    private func skadn(
        _ rule: Rule, _ name: String, is value: JSONValue?, in version: SKAdNetworkVersion = .four
    ) -> BrokenInput {
        let shown = name == "version" ? value : .string(version.rawValue)
        let words = "\"\(name)\" is \(value?.text ?? "missing")" + (shown.map { " in " + $0.text } ?? "")
        return skadn(rule, words, { $0.skadn(version).setting(name, value) })
    }

    /// Returns a response with another value for a signed member.
    private func skadn(
        _ rule: Rule, _ words: String, _ field: SignedField, _ text: String, in version: SKAdNetworkVersion = .four
    ) -> BrokenInput {
        skadn(rule, words, { $0.skadn(version) { $0[field] = .string(text) } })
    }

    /// Returns a response with another value for a member of its first fidelity.
    private func skadn(_ rule: Rule, _ words: String, fidelity name: String, is value: JSONValue?) -> BrokenInput {
        skadn(rule, words, { $0.skadn(fidelity: name, is: value) })
    }

    private func attribution(
        _ rule: Rule, _ words: String, at stage: BrokenInput.Stage = .rules, _ object: Make = { $0.attribution() },
        request: Make = { $0.request() }, bundle: String? = nil
    ) -> BrokenInput {
        bid(
            rule, words, at: stage, { $0.response(("adattributionkit", object($0)), bundle: bundle) }, request,
            sound: { $0.response(("adattributionkit", $0.attribution())) })
    }

    private func attribution(_ rule: Rule, _ name: String, is value: JSONValue?) -> BrokenInput {
        attribution(
            rule, "\"\(name)\" is \(value?.text ?? "missing") in an object with a token",
            { $0.attribution().setting(name, value) })
    }

    // MARK: - Documents

    private var bidDocuments: [BrokenInput] {
        [
            bid(Rules.noObject, "no bid has an object", at: .input, { $0.response() }),
            bid(Rules.response, "there is no seatbid", at: .input, { _ in .object([.init("bid", .array([]))]) }),
            bid(Rules.draft, "the object has a draft's name", { $0.response(("aakn", $0.attribution())) }),
            bid(Rules.impid, "the impid is unknown", { $0.response(("skadn", $0.skadn()), impid: "7") }),
            bid(Rules.impid, "there is no impid", { $0.response(("skadn", $0.skadn()), impid: nil) }),
            bid(Rules.offered, "the imp offers nothing", { $0.response(("skadn", $0.skadn()), impid: "2") }),
            bid(
                Rules.objectPlace, "an object is outside the bid's ext",
                { $0.response(("skadn", $0.skadn()), isBeside: true) }),
        ]
    }

    // MARK: - Members

    private var bidMembers: [BrokenInput] {
        let overlay = { (name: String, value: JSONValue) in JSONValue.object([.init(name, value)]) }
        let (missing, type, value) = (Rules.missing, Rules.type, Rules.value)
        return [
            skadn(missing, "itunesitem", is: nil),
            skadn(missing, "network", is: nil),
            skadn(missing, "sourceidentifier", is: nil),
            skadn(missing, "fidelities", is: nil),
            skadn(missing, "campaign", is: nil, in: .three),
            skadn(missing, "signature", is: nil, in: .twoOne),
            skadn(missing, "a fidelity has no nonce", fidelity: "nonce", is: nil),
            attribution(missing, "jwt", is: nil),
            attribution(missing, "itunesitem", is: nil),
            skadn(type, "itunesitem", is: .number("525463029")),
            skadn(type, "version", is: .number("4.0")),
            skadn(missing, "sourceapp", is: .null),
            skadn(type, "sourceapp", is: .bool(true)),
            skadn(type, "skoverlay", is: .bool(true)),
            skadn(type, "skoverlay", is: overlay("dismissible", .bool(true))),
            skadn(type, "a fidelity is a string", fidelity: "fidelity", is: .string("0")),
            attribution(type, "itunesitem", is: .number("525463029")),
            attribution(type, "jwt", is: .object([])),
            skadn(value, "fidelities", is: .array([])),
            skadn(value, "skoverlay", is: overlay("pos", .number("2"))),
            skadn(value, "productpageid", is: .string("x")),
            skadn(value, "a fidelity is 2", { $0.skadn(fidelities: ["2"]) }),
            skadn(value, "the version is 1.0", .version, "1.0", in: .three),
            skadn(value, "the campaign is 101", .campaignID, "101", in: .three),
            skadn(value, "the source identifier is 05239", .sourceIdentifier, "05239"),
            attribution(value, "cpp", is: .string("x")),
            attribution(value, "version", is: .string("1")),
            skadn(Rules.unknown, "overlay", is: .number("1")),
            skadn(Rules.unknown, "a fidelity has a product page", fidelity: "productpageid", is: .string("x")),
            skadn(Rules.unknown, "ext", is: .object([.init("network", .string("other.skadnetwork"))])),
        ]
    }

    // MARK: - Places

    /// Values that all signatures share belong beside the fidelities. Here a fidelity repeats one with another value, so that the value
    /// that is signed is not the one that a reader would compare.
    private var bidPlaces: [BrokenInput] {
        let values = [
            ("campaign", "42"), ("itunesitem", "1"), ("network", "other.skadnetwork"), ("sourceapp", "5"),
            ("sourceidentifier", "1234"), ("version", "3.0"),
        ]
        return values.map { name, value in
            skadn(Rules.place, "a fidelity has its own \(name)", { $0.skadn(fidelity: name, is: .string(value)) })
        }
    }

    // MARK: - Versions and values

    private var bidVersions: [BrokenInput] {
        [
            skadn(Rules.versionGroup, "fidelities", is: .array([]), in: .twoOne),
            skadn(
                Rules.versionGroup, "a campaign replaces the source identifier",
                { $0.skadn().setting("sourceidentifier", nil).setting("campaign", .string("42")) }),
            skadn(Rules.deprecated, "campaign", is: .string("42")),
            skadn(Rules.deprecated, "nonce", is: .string("0f3c8f6a-3d0b-4b55-9c53-6a4f64d1a9be")),
            skadn(Rules.fidelityTwice, "a fidelity is there twice", { $0.skadn(fidelities: ["0", "0"]) }),
            skadn(
                Rules.nonce, "the nonce is in capitals",
                { bid in bid.skadn(.twoOne) { $0[.nonce] = .string(bid.nonce().uppercased()) } }),
            skadn(Rules.nonce, "the nonce is not a UUID", .nonce, "7", in: .twoOne),
            skadn(
                Rules.nonceReused, "both fidelities have one nonce",
                { bid in bid.skadn { $0[.nonce] = .string(bid.nonce()) } }),
            skadn(SignedAdRules.timestampSeconds, "the timestamp is in seconds", .timestamp, "1700000000"),
            skadn(Rules.digits, "the source identifier is 999", .sourceIdentifier, "999"),
        ]
    }

    // MARK: - Signatures

    private var bidSignatures: [BrokenInput] {
        [
            skadn(Rules.signatureForm, "signature", is: .string("AAAA"), in: .twoOne),
            skadn(
                Rules.signature, "it is signed by the key of another network", at: .signature,
                { $0.skadn(isForeign: true) }),
            attribution(Rules.token, "jwt", is: .string("eyJ")),
            attribution(
                Rules.tokenSignature, "the token is signed by the key of another network", at: .signature,
                { $0.attribution(isForeign: true) }),
        ]
    }

    // MARK: - Payloads

    /// Tokens whose payload is invalid or contradicts the other members of the bid object.
    private var bidPayloads: [BrokenInput] {
        typealias Impression = ImpressionRules
        func payload(_ rule: Rule, _ words: String, _ value: JSONValue?) -> BrokenInput {
            attribution(rule, "the token's \(words)", { $0.attribution { $0[name: rule.field] = value } })
        }
        func token(_ words: String, _ payload: JSONValue) -> BrokenInput {
            attribution(Rules.token, words, { $0.attribution(token: fixtures.token(payload: payload)) })
        }
        let postback = "the token is a postback's"
        return [
            token("the token's payload is an array", .array([])),
            token("the token's payload is a string", .string("x")),
            token(postback, fixtures.values(of: "bid: " + postback).postbackRequest.build().payload),
            payload(Impression.timestampInSeconds, "timestamp is in seconds", .number("1700000000")),
            payload(Impression.advertisedItemIdentifierMissing, "advertised item is missing", nil),
            payload(Impression.advertisedItemIdentifierType, "advertised item is a string", .string("525463029")),
            payload(Impression.publisherItemIdentifierMissing, "publisher is missing", nil),
            payload(Impression.publisherItemIdentifierType, "publisher is a string", .string("880047117")),
            payload(Impression.adNetworkIdentifierMissing, "network is missing", nil),
            payload(
                Impression.adNetworkIdentifierType, "network is an array",
                .array([.string(fixtures.network.description)])),
            attribution(
                ImpressionRules.keyID, "the token's kid is of another network",
                { $0.attribution { $0[ImpressionField.adNetworkIdentifier] = .string("other.skadnetwork") } },
                request: { bid in
                    bid.request(attribution: {
                        $0[name: "skadnetids"] = .array([bid.network, .string("other.skadnetwork")])
                    })
                }),
        ]
    }

    // MARK: - Comparison with the request

    private var bidRelations: [BrokenInput] {
        let other = JSONValue.string("other.skadnetwork")
        let capitals = JSONValue.string(fixtures.network.description.uppercased())
        let link = JSONValue.string("https://example.com/a")
        return [
            skadn(Rules.networkCase, "the network is in capitals", { $0.skadn { $0[.adNetworkID] = capitals } }),
            skadn(Rules.networkListed, "the network is not listed", { $0.skadn { $0[.adNetworkID] = other } }),
            attribution(
                Rules.networkListed, "the token's network is not listed",
                request: { $0.request(attribution: { $0[name: "skadnetids"] = .array([other]) }) }),
            skadn(
                Rules.networkUndecided, "the common list is not available",
                { $0.skadn { $0[.adNetworkID] = other } },
                request: { $0.request { $0[name: "skadnetlist"] = .object([.init("max", .number("306"))]) } }),
            skadn(Rules.sourceApp, "the source app differs", .sourceAppID, "5"),
            attribution(
                Rules.sourceApp, "the token's publisher differs",
                { $0.attribution { $0[ImpressionField.publisherItemIdentifier] = .number("5") } }),
            attribution(
                Rules.item, "itunesitem is not the token's advertised item",
                { $0.attribution().setting("itunesitem", .string("1")) }, bundle: "1"),
            skadn(Rules.version, "the version is not offered", { $0.skadn(.twoTwo) }),
            skadn(Rules.older, "a newer version is offered", { $0.skadn(.three) }),
            attribution(Rules.eligible, "reengagementurl", is: link),
            attribution(
                Rules.osVersion, "a re-engagement URL is for iOS 17",
                {
                    $0.attribution { $0[ImpressionField.eligibleForReEngagement] = .bool(true) }
                        .setting("reengagementurl", link)
                },
                request: { $0.request(whole: { $0[name: "device"] = .object([.init("osv", .string("17.6"))]) }) }),
            skadn(
                Rules.overlay, "an overlay is not offered", { $0.skadn().setting("skoverlay", .object([])) },
                request: { $0.request { $0[name: "skoverlay"] = .number("0") } }),
            skadn(
                Rules.productPage, "product pages are not offered",
                { $0.skadn().setting("productpageid", .string("68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c")) },
                request: { $0.request { $0[name: "productpage"] = nil } }),
            bid(
                Rules.itemBundle, "itunesitem is not the bid's bundle",
                { $0.response(("skadn", $0.skadn()), bundle: "1") }),
        ]
    }

    // MARK: - Comparison with an unreadable request

    /// Valid bids for requests that lack a readable value to compare them with.
    private var unreadableOffers: [BrokenInput] {
        let network = JSONValue.string(fixtures.network.description)
        let versions: [(Rule, JSONValue?)] = [
            (Rules.missing, nil), (Rules.missing, .null), (Rules.value, .array([])), (Rules.type, .object([])),
            (Rules.type, .string("4.0")), (Rules.value, .array([.string(BrokenInputs.noVersion)])),
            (Rules.value, .array([.string("1.0")])), (Rules.type, .array([.string("4.0"), .number("3.0")])),
        ]
        let lists: [(String, JSONValue)] = [
            ("max", .string("306")), ("max", .number("306.0")), ("excl", .array([.string("2")])),
            ("excl", .number("2")),
        ]
        // Only fixed values may be in the name of an input, and the network depends on the fixtures.
        func words(_ name: String, _ value: JSONValue?) -> String {
            "the request's \(name)" + (value == network ? " is one string" : " is \(value?.text ?? "missing")")
        }
        func ofAttribution(_ rule: Rule, _ name: String, _ value: JSONValue?) -> BrokenInput {
            attribution(
                rule, words(name, value) + ", for a token",
                request: { $0.request(attribution: { $0[name: name] = value }) })
        }
        func ofSkadn(_ rule: Rule, _ name: String, _ value: JSONValue?) -> BrokenInput {
            skadn(rule, words(name, value), request: { $0.request { $0[name: name] = value } })
        }
        func ofBoth(_ rule: Rule, _ name: String, _ value: JSONValue?) -> [BrokenInput] {
            [ofSkadn(rule, name, value), ofAttribution(rule, name, value)]
        }
        return versions.map { ofSkadn($0, "versions", $1) }
            + [
                (Rules.missing, nil), (Rules.type, .number("1.0")), (Rules.value, .string("2.0")),
                (Rules.type, .array([.string("1.0")])),
            ].map { ofAttribution($0, "version", $1) }
            + [nil, .null].flatMap { ofBoth(Rules.missing, "sourceapp", $0) }
            + ofBoth(Rules.type, "sourceapp", .number("880047117"))
            + [(Rules.missing, nil), (Rules.type, network), (Rules.type, .array([.number("1")]))].flatMap {
                ofBoth($0, "skadnetids", $1)
            }
            + lists.map { name, value in
                skadn(
                    Rules.type, "the request's \(name) of the common list is \(value.text)",
                    request: {
                        $0.request {
                            $0[name: "skadnetids"] = nil
                            $0[name: "skadnetlist"] = .object(
                                [.init(name, value)] + (name == "max" ? [] : [.init("max", .number("306"))]))
                        }
                    })
            }
    }

    // MARK: - Requests

    private var bidOffers: [BrokenInput] {
        func offer(_ rule: Rule, _ words: String, _ name: String, _ value: JSONValue?) -> BrokenInput {
            input(.bidRequest, "bid request: \(words)", rule) {
                let bid = BidFixtures(fixtures, otherSigner, fixtures.values(of: words))
                return .init(broken: bid.requestOfOne { $0[name: name] = value }, sound: bid.requestOfOne())
            }
        }
        func whole(_ rule: Rule, _ words: String, _ name: String, _ value: String?) -> BrokenInput {
            input(.bidRequest, "bid request: \(words)", rule) {
                let sound = BidFixtures(fixtures, otherSigner, fixtures.values(of: words)).requestOfOne()
                let deep = sound.text.replacingEach(#""ext":{"#, by: #""ext":{"prebid":{"#).dropLast(3) + "}}]}"
                let broken = value.map { sound.setting(name, JSONValue(literal: $0)) }
                return .init(broken: broken ?? JSONValue(literal: String(deep)), sound: sound)
            }
        }
        func list(_ texts: String...) -> JSONValue { .array(texts.map { .string($0) }) }
        let many = (0..<11).map { JSONValue.string("a\($0).skadnetwork") }
        return [
            offer(Rules.missing, "there are no versions", "versions", nil),
            offer(Rules.missing, "there are no networks", "skadnetids", nil),
            offer(Rules.type, "productpage is true", "productpage", .bool(true)),
            offer(Rules.type, "excl holds strings", "skadnetlist", .object([.init("excl", list("2"))])),
            offer(Rules.value, "a version is 1.0", "versions", list("1.0")),
            offer(Rules.deprecated, "version is present together with versions", "version", .string("3.0")),
            offer(Rules.requestCase, "a network is in capitals", "skadnetids", list("A.skadnetwork")),
            offer(Rules.networkCount, "there are eleven networks", "skadnetids", .array(many)),
            whole(Rules.sourceBundle, "sourceapp is not the app's bundle", "app", #"{"bundle":"1"}"#),
            whole(Rules.bundleForm, "app.bundle is a bundle ID", "app", #"{"bundle":"com.example.app"}"#),
            whole(Rules.objectPlace, "the object is one level too deep", "imp", nil),
        ]
    }
}
