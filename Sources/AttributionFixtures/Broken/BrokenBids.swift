import AdAttribution
import AttributionJSON
import AttributionOpenRTB
import AttributionRules

/// Bid requests, and responses with their requests, that break a rule about OpenRTB's objects.
extension BrokenInputs {
    var bids: [BrokenInput] {
        bidDocuments + bidMembers + bidPlaces + bidVersions + bidSignatures + bidPayloads + bidRelations
            + unreadableOffers + bidOffers
    }

    private var bid: BidFixtures { BidFixtures(fixtures) }

    /// Returns a broken response, or a response with a broken request.
    private func bid(
        _ rule: Rule, _ words: String, at stage: BrokenInput.Stage = .rules, _ response: JSONValue,
        _ request: JSONValue? = nil, sound: JSONValue? = nil
    ) -> BrokenInput {
        BrokenInput(
            .bidResponse, "bid: \(words)", rule, at: stage, response,
            sound: sound ?? bid.response(("skadn", bid.skadn())),
            request: request ?? bid.request, soundRequest: bid.request)
    }

    private func skadn(_ rule: Rule, _ words: String, _ object: JSONValue, _ request: JSONValue? = nil) -> BrokenInput {
        bid(rule, words, bid.response(("skadn", object)), request)
    }

    private func skadn(_ rule: Rule, _ name: String, is value: JSONValue?, _ object: JSONValue? = nil) -> BrokenInput {
        var object = object ?? bid.skadn()
        object[name: name] = value
        let version = object["version"].map { " in " + $0.text } ?? ""
        return skadn(rule, "\"\(name)\" is \(value?.text ?? "missing")\(version)", object)
    }

    private func attribution(
        _ rule: Rule, _ words: String, at stage: BrokenInput.Stage = .rules, _ object: JSONValue,
        _ request: JSONValue? = nil, bundle: String = "525463029"
    ) -> BrokenInput {
        bid(
            rule, words, at: stage, bid.response(("adattributionkit", object), bundle: bundle), request,
            sound: bid.response(("adattributionkit", bid.attribution())))
    }

    private func attribution(_ rule: Rule, _ name: String, is value: JSONValue?) -> BrokenInput {
        var object = bid.attribution()
        object[name: name] = value
        return attribution(rule, "\"\(name)\" beside a token is \(value?.text ?? "missing")", object)
    }

    /// Returns an object with a change to one member of its first fidelity.
    private func entry(_ name: String, is value: JSONValue?) -> JSONValue {
        var object = bid.skadn()
        guard case .array(var entries)? = object["fidelities"] else { return object }
        entries[0][name: name] = value
        object[name: "fidelities"] = .array(entries)
        return object
    }

    // MARK: - Documents

    private var bidDocuments: [BrokenInput] {
        [
            bid(BidRules.noObject, "no bid has an object", at: .input, bid.response()),
            bid(BidRules.response, "there is no seatbid", at: .input, .object([.init("bid", .array([]))])),
            bid(BidRules.draft, "the object has a draft's name", bid.response(("aakn", bid.attribution()))),
            bid(BidRules.impid, "the impid is unknown", bid.response(("skadn", bid.skadn()), impid: "7")),
            bid(BidRules.impid, "there is no impid", bid.response(("skadn", bid.skadn()), impid: nil)),
            bid(BidRules.offered, "the imp offers nothing", bid.response(("skadn", bid.skadn()), impid: "2")),
            bid(
                BidRules.objectPlace, "an object lies beside the bid's ext",
                bid.response(("skadn", bid.skadn())).mappingBids { members in
                    members.map { $0.name == "ext" ? .init("skadn", $0.value["skadn"] ?? .null) : $0 }
                }),
        ]
    }

    // MARK: - Members

    private var bidMembers: [BrokenInput] {
        let overlay = { (name: String, value: JSONValue) in JSONValue.object([.init(name, value)]) }
        return [
            skadn(BidRules.missing, "itunesitem", is: nil),
            skadn(BidRules.missing, "network", is: nil),
            skadn(BidRules.missing, "sourceidentifier", is: nil),
            skadn(BidRules.missing, "fidelities", is: nil),
            skadn(BidRules.missing, "campaign", is: nil, bid.skadn(.three)),
            skadn(BidRules.missing, "signature", is: nil, bid.skadn(.twoOne)),
            skadn(BidRules.missing, "a fidelity has no nonce", entry("nonce", is: nil)),
            attribution(BidRules.missing, "jwt", is: nil),
            attribution(BidRules.missing, "itunesitem", is: nil),
            skadn(BidRules.type, "itunesitem", is: .number("525463029")),
            skadn(BidRules.type, "version", is: .number("4.0")),
            skadn(BidRules.type, "sourceapp", is: .null),
            skadn(BidRules.type, "skoverlay", is: .bool(true)),
            skadn(BidRules.type, "skoverlay", is: overlay("dismissible", .bool(true))),
            skadn(BidRules.type, "a fidelity is a string", entry("fidelity", is: .string("0"))),
            attribution(BidRules.type, "itunesitem", is: .number("525463029")),
            attribution(BidRules.type, "jwt", is: .object([])),
            skadn(BidRules.value, "fidelities", is: .array([])),
            skadn(BidRules.value, "skoverlay", is: overlay("pos", .number("2"))),
            skadn(BidRules.value, "productpageid", is: .string("x")),
            skadn(BidRules.value, "a fidelity is 2", bid.skadn(fidelities: ["2"])),
            skadn(BidRules.value, "the version is 1.0", bid.skadn(.three) { $0[.version] = .string("1.0") }),
            skadn(BidRules.value, "the campaign is 101", bid.skadn(.three) { $0[.campaignID] = .string("101") }),
            skadn(
                BidRules.value, "the source identifier is 05239",
                bid.skadn { $0[.sourceIdentifier] = .string("05239") }),
            attribution(BidRules.value, "cpp", is: .string("x")),
            attribution(BidRules.value, "version", is: .string("1")),
            skadn(BidRules.unknown, "overlay", is: .number("1")),
            skadn(BidRules.unknown, "a fidelity has a product page", entry("productpageid", is: .string("x"))),
            skadn(BidRules.unknown, "ext", is: .object([.init("network", .string("other.skadnetwork"))])),
        ]
    }

    // MARK: - Places

    /// Fidelities that repeat a value which all signatures share, so that one value would be signed and another
    /// compared.
    private var bidPlaces: [BrokenInput] {
        let values = [
            "version": "3.0", "network": "other.skadnetwork", "sourceidentifier": "1234", "campaign": "42",
            "itunesitem": "1", "sourceapp": "5",
        ]
        return values.sorted { $0.key < $1.key }.map { name, value in
            skadn(BidRules.place, "a fidelity has a \(name) of its own", entry(name, is: .string(value)))
        }
    }

    // MARK: - Versions and values

    private var bidVersions: [BrokenInput] {
        var renamed = bid.skadn()
        renamed[name: "sourceidentifier"] = nil
        renamed[name: "campaign"] = .string("42")
        return [
            skadn(BidRules.versionGroup, "fidelities", is: .array([]), bid.skadn(.twoOne)),
            skadn(BidRules.versionGroup, "a campaign replaces the source identifier", renamed),
            skadn(BidRules.deprecated, "campaign", is: .string("42")),
            skadn(BidRules.deprecated, "nonce", is: .string("68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c")),
            skadn(BidRules.fidelityTwice, "a fidelity is there twice", bid.skadn(fidelities: ["0", "0"])),
            skadn(
                BidRules.nonce, "the nonce is in capitals",
                bid.skadn(.twoOne) { $0[.nonce] = .string("68483EF6-0678-4F08-A0D1-2D5E9A0D6A7C") }),
            skadn(BidRules.nonce, "the nonce is not a UUID", bid.skadn(.twoOne) { $0[.nonce] = .string("7") }),
            skadn(
                BidRules.nonceReused, "both fidelities have one nonce",
                bid.skadn { $0[.nonce] = .string("68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c") }),
            skadn(
                BidRules.timestamp, "the timestamp is in seconds",
                bid.skadn { $0[.timestamp] = .string("1700000000") }),
            skadn(
                BidRules.digits, "the source identifier is 999", bid.skadn { $0[.sourceIdentifier] = .string("999") }),
        ]
    }

    // MARK: - Signatures

    private var bidSignatures: [BrokenInput] {
        [
            skadn(BidRules.signatureForm, "signature", is: .string("AAAA"), bid.skadn(.twoOne)),
            bid(
                BidRules.signature, "it is signed by the key of another network", at: .signature,
                bid.response(("skadn", bid.skadn(signer: otherSigner.key)))),
            attribution(BidRules.token, "jwt", is: .string("eyJ")),
            attribution(
                BidRules.tokenSignature, "the token is signed by the key of another network", at: .signature,
                bid.attribution(signer: otherSigner)),
        ]
    }

    // MARK: - Payloads

    /// Tokens whose payload is invalid or contradicts the other members of the bid object.
    private var bidPayloads: [BrokenInput] {
        func payload(_ rule: Rule, _ words: String, _ value: JSONValue?) -> BrokenInput {
            attribution(rule, "the token's \(words)", bid.attribution { $0[name: rule.field] = value })
        }
        func token(_ words: String, _ payload: JSONValue) -> BrokenInput {
            attribution(
                BidRules.token, words, with("jwt", .string(fixtures.token(payload: payload)), bid.attribution()))
        }
        let both = bid.request(whole: { request in
            request = request.mappingOffers("adattributionkit") { offer in
                offer[name: "skadnetids"] = .array([
                    .string(fixtures.network.description), .string("other.skadnetwork"),
                ])
            }
        })
        return [
            token("the token's payload is an array", .array([])),
            token("the token's payload is a string", .string("x")),
            attribution(
                BidRules.token, "the token is a postback's",
                with(
                    "jwt",
                    (try? JSONValue(parsing: Array(fixtures.postback(at: 0).utf8)))?[BodyField.token.text] ?? .null,
                    bid.attribution())),
            payload(ImpressionRules.timestampInSeconds, "timestamp is in seconds", .number("1700000000")),
            payload(ImpressionRules.advertisedItemIdentifierMissing, "advertised item is missing", nil),
            payload(
                ImpressionRules.advertisedItemIdentifierJSONType, "advertised item is a string", .string("525463029")),
            payload(ImpressionRules.publisherItemIdentifierMissing, "publisher is missing", nil),
            payload(ImpressionRules.publisherItemIdentifierJSONType, "publisher is a string", .string("880047117")),
            payload(ImpressionRules.adNetworkIdentifierMissing, "network is missing", nil),
            payload(
                ImpressionRules.adNetworkIdentifierJSONType, "network is an array",
                .array([.string(fixtures.network.description)])),
            attribution(
                ImpressionRules.keyID, "the token's kid is of another network",
                bid.attribution { $0[ImpressionField.adNetworkIdentifier] = .string("other.skadnetwork") }, both),
        ]
    }

    // MARK: - Comparison with the request

    private var bidRelations: [BrokenInput] {
        let other = JSONValue.string("other.skadnetwork")
        let capitals = JSONValue.string(fixtures.network.description.uppercased())
        let link = JSONValue.string("https://example.com/a")
        var linked = bid.attribution { $0[ImpressionField.eligibleForReEngagement] = .bool(true) }
        linked[name: "reengagementurl"] = link
        var moved = bid.attribution()
        moved[name: "itunesitem"] = .string("1")
        return [
            skadn(BidRules.networkCase, "the network is in capitals", bid.skadn { $0[.adNetworkID] = capitals }),
            skadn(BidRules.networkListed, "the network is not listed", bid.skadn { $0[.adNetworkID] = other }),
            attribution(
                BidRules.networkListed, "the token's network is not listed", bid.attribution(),
                bid.request(whole: { request in
                    request = request.mappingOffers("adattributionkit") { $0[name: "skadnetids"] = .array([other]) }
                })),
            skadn(
                BidRules.networkUndecided, "the common list is not available", bid.skadn { $0[.adNetworkID] = other },
                bid.request { $0[name: "skadnetlist"] = .object([.init("max", .number("306"))]) }),
            skadn(BidRules.sourceApp, "the source app differs", bid.skadn { $0[.sourceAppID] = .string("5") }),
            attribution(
                BidRules.sourceApp, "the token's publisher differs",
                bid.attribution { $0[ImpressionField.publisherItemIdentifier] = .number("5") }),
            attribution(BidRules.item, "itunesitem is not the token's advertised item", moved, bundle: "1"),
            skadn(BidRules.version, "the version is not offered", bid.skadn(.twoTwo)),
            skadn(BidRules.older, "a newer version is offered", bid.skadn(.three)),
            attribution(BidRules.eligible, "reengagementurl", is: link),
            attribution(
                BidRules.osVersion, "a re-engagement URL is for iOS 17", linked,
                bid.request(whole: { $0[name: "device"] = .object([.init("osv", .string("17.6"))]) })),
            skadn(
                BidRules.overlay, "an overlay is not offered", with("skoverlay", .object([])),
                bid.request { $0[name: "skoverlay"] = .number("0") }),
            skadn(
                BidRules.productPage, "product pages are not offered",
                with("productpageid", .string("68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c")),
                bid.request { $0[name: "productpage"] = nil }),
            skadn(
                BidRules.sourceBundle, "sourceapp is not the app's bundle", bid.skadn(),
                bid.request(whole: { $0[name: "app"] = .object([.init("bundle", .string("1"))]) })),
            bid(
                BidRules.itemBundle, "itunesitem is not the bid's bundle",
                bid.response(("skadn", bid.skadn()), bundle: "1")),
            skadn(
                BidRules.requestCase, "the request lists a network in capitals", bid.skadn(),
                bid.request { $0[name: "skadnetids"] = .array([capitals]) }),
        ]
    }

    private func with(_ name: String, _ value: JSONValue, _ object: JSONValue? = nil) -> JSONValue {
        var object = object ?? bid.skadn()
        object[name: name] = value
        return object
    }

    // MARK: - Comparison with an unreadable request

    /// Sound bids for requests without a readable value to compare them with.
    private var unreadableOffers: [BrokenInput] {
        let network = JSONValue.string(fixtures.network.description)
        let versions: [JSONValue?] = [
            nil, .null, .array([]), .object([]), .string("4.0"), .array([.string(BrokenInputs.noVersion)]),
            .array([.string("1.0")]),
            .array([.string("4.0"), .number("3.0")]),
        ]
        let lists: [(String, JSONValue)] = [
            ("max", .string("306")), ("max", .number("306.0")), ("excl", .array([.string("2")])),
            ("excl", .number("2")),
        ]
        // The words do not name the network, because it depends on the fixtures.
        func words(_ name: String, _ value: JSONValue?) -> String {
            let text = value?.text ?? "missing"
            return "the request's \(name)" + (value == network ? " is one string" : " is \(text)")
        }
        func ofAttribution(_ rule: Rule, _ name: String, _ value: JSONValue?) -> BrokenInput {
            attribution(
                rule, words(name, value) + ", for a token", bid.attribution(),
                bid.request(whole: { request in
                    request = request.mappingOffers("adattributionkit") { $0[name: name] = value }
                }))
        }
        func ofSkadn(_ rule: Rule, _ name: String, _ value: JSONValue?) -> BrokenInput {
            skadn(rule, words(name, value), bid.skadn(), bid.request { $0[name: name] = value })
        }
        return versions.map { ofSkadn(BidRules.version, "versions", $0) }
            + [nil, .number("1.0"), .string("2.0"), .array([.string("1.0")])].map {
                ofAttribution(BidRules.version, "version", $0)
            }
            + [nil, .number("880047117"), .null].flatMap {
                [ofSkadn(BidRules.sourceApp, "sourceapp", $0), ofAttribution(BidRules.sourceApp, "sourceapp", $0)]
            }
            + [nil, network, .array([.number("1")])].flatMap {
                [
                    ofSkadn(BidRules.networkListed, "skadnetids", $0),
                    ofAttribution(BidRules.networkListed, "skadnetids", $0),
                ]
            }
            + lists.map { name, value in
                skadn(
                    BidRules.networkListed, "the request's \(name) of the common list is \(value.text)", bid.skadn(),
                    bid.request {
                        $0[name: "skadnetids"] = nil
                        $0[name: "skadnetlist"] = .object(
                            [.init(name, value)] + (name == "max" ? [] : [.init("max", .number("306"))]))
                    })
            }
    }

    // MARK: - Requests

    private var bidOffers: [BrokenInput] {
        func offer(_ rule: Rule, _ words: String, _ change: (inout JSONValue) -> Void) -> BrokenInput {
            BrokenInput(.bidRequest, "bid request: \(words)", rule, bid.requestOfOne(change), sound: bid.requestOfOne())
        }
        let many = (0..<11).map { JSONValue.string("a\($0).skadnetwork") }
        return [
            offer(BidRules.missing, "there are no versions") { $0[name: "versions"] = nil },
            offer(BidRules.missing, "there are no networks") { $0[name: "skadnetids"] = nil },
            offer(BidRules.type, "productpage is true") { $0[name: "productpage"] = .bool(true) },
            offer(BidRules.type, "excl holds strings") {
                $0[name: "skadnetlist"] = .object([.init("excl", .array([.string("2")]))])
            },
            offer(BidRules.value, "a version is 1.0") {
                $0[name: "versions"] = .array([.string("1.0")])
            },
            offer(BidRules.deprecated, "version is beside versions") { $0[name: "version"] = .string("3.0") },
            offer(BidRules.requestCase, "a network is in capitals") {
                $0[name: "skadnetids"] = .array([.string("A.skadnetwork")])
            },
            offer(BidRules.networkCount, "there are eleven networks") { $0[name: "skadnetids"] = .array(many) },
        ]
    }
}

extension JSONValue {
    /// Returns the response with changed members in its bids.
    fileprivate func mappingBids(_ change: ([Member]) -> [Member]) -> JSONValue {
        switch self {
        case .object(let members) where self["impid"] != nil: .object(change(members))
        case .object(let members): .object(members.map { Member($0.name, $0.value.mappingBids(change)) })
        case .array(let elements): .array(elements.map { $0.mappingBids(change) })
        default: self
        }
    }

    /// Returns the request with changed offers of one framework.
    fileprivate func mappingOffers(_ name: String, _ change: (inout JSONValue) -> Void) -> JSONValue {
        switch self {
        case .object(let members):
            return .object(
                members.map { member in
                    guard member.name == name else {
                        return Member(member.name, member.value.mappingOffers(name, change))
                    }
                    var value = member.value
                    change(&value)
                    return Member(name, value)
                })
        case .array(let elements): return .array(elements.map { $0.mappingOffers(name, change) })
        default: return self
        }
    }
}
