import AttributionBase
import AttributionTestSupport
import Testing

@testable import AttributionModel

/// A bid with any change to one of its members, or of its request's, is good only if nothing relevant has changed.
struct BidPropertyTests {
    private typealias Samples = BidSamples

    private static let bid = "seatbid.0.bid.0."
    private static let offer = "imp.0.ext."

    private static let request = Samples.request
        .with(offer + "skadn.skadnetlist", Samples.parse(#"{"max":306,"excl":[2],"addl":["a.skadnetwork"],"ext":{}}"#))
        .with(offer + "skadn.ext", .object([]))

    /// The common list without the network, so that the request must name it.
    private static let networks = try? NetworkList(
        Samples.parse(#"{"skadnetwork_ids":[{"id":1,"skadnetwork_id":"a.skadnetwork"}]}"#))

    private static let response: JSONValue = {
        let skadn = Samples.skadn().with("productpageid", .string(Samples.nonces[0])).with("ext", .object([]))
            .with("skoverlay", Samples.parse(#"{"delay":5,"endcarddelay":1,"dismissible":1,"pos":0,"ext":{}}"#))
            .with("fidelities.0.ext", .object([]))
        let attribution = Samples.attribution("eligible-for-re-engagement", "true")
            .with("cpp", .string(Samples.nonces[0])).with("reengagementurl", .string("https://example.com/a"))
            .with("ext", Samples.parse(#"{"skoverlay":{}}"#))
        return Samples.parse(#"{"id":"r","seatbid":[{"bid":[{"id":"b","impid":"1","bundle":"525463029","ext":{}}]}]}"#)
            .with(bid + "ext.skadn", skadn).with(bid + "ext.adattributionkit", attribution)
    }()

    /// The values that must not change for the bids to be good: the signed ones, and those that they are compared
    /// with.
    private static let matters: [String] = {
        var paths = [bid + "impid"]
        for name in ["version", "network", "sourceidentifier", "itunesitem", "sourceapp"] {
            paths.append(bid + "ext.skadn." + name)
        }
        for name in SkadnObject.ownNames.map({ "\($0)" }) {
            paths += [bid + "ext.skadn.fidelities.0." + name, bid + "ext.skadn.fidelities.1." + name]
        }
        for name in ["version", "jwt", "itunesitem"] { paths.append(bid + "ext.adattributionkit." + name) }
        return paths
    }()

    private static let mattersInRequest: [String] = {
        var paths = ["imp.0.id"]
        for name in ["versions", "sourceapp", "skadnetids"] { paths.append(offer + "skadn." + name) }
        for name in ["version", "sourceapp", "skadnetids"] { paths.append(offer + "adattributionkit." + name) }
        return paths
    }()

    /// The objects whose members are changed, in the response and in the request.
    private static let objects = [
        "seatbid.0", "seatbid.0.bid.0", bid + "ext", bid + "ext.skadn", bid + "ext.skadn.fidelities.0",
        bid + "ext.skadn.fidelities.1", bid + "ext.skadn.skoverlay", bid + "ext.adattributionkit",
    ]
    private static let requestObjects = [
        "app", "device", "imp.0", "imp.0.ext", offer + "skadn", offer + "skadn.skadnetlist", offer + "adattributionkit",
    ]

    /// What is not changed is read once.
    private static let soundRequest = try? BidRequest(request)
    private static let soundResponse = try? BidResponse(response)

    /// Returns whether the request and both objects are good.
    private static func isGood(_ response: BidResponse?, _ request: BidRequest?) -> Bool {
        guard let offered = request, !offered.isBad, let response else { return false }
        // Looking for mistakes takes long, and does not make anything good.
        let check = BidCheck(request: offered, keys: Samples.keys, networks: networks, mostTexts: 0)
        guard let reports = try? check.reports(on: response, now: Samples.now) else { return false }
        return reports.count == 2 && reports.allSatisfy(\.isGood)
    }

    /// Returns other values for a member.
    private static func others(_ value: JSONValue) -> [JSONValue] {
        let texts = [
            #""""#, #""x""#, #""0""#, "0", "1", "2", "-1", "1.5", "1e3", "true", "false", "null", "[]", "{}", #"["x"]"#,
            #"{"x":1}"#, "[1]",
        ]
        var all = texts.map(Samples.parse) + [.array([value]), .object([.init("x", value)])]
        switch value {
        case .string(let text):
            if Samples.parse(text) != .null { all.append(Samples.parse(text)) }
            all += [
                .string(text + " "), .string(text.uppercased()), .string("0" + text), .string(String(text.dropLast())),
            ]
        case .number(let text): all += [.string(text), .number(text + ".0"), .number("1" + text)]
        case .array(let elements):
            all += [.array(elements + [.null])] + (elements.first.map { [$0] } ?? [])
        default: break
        }
        return all.filter { $0 != value }
    }

    private static func names(_ value: JSONValue?) -> [String] { value?.memberNames ?? [] }

    /// Returns the documents with one member removed, changed, moved to another object, or duplicated.
    private static func changes(_ document: JSONValue, _ objects: [String]) -> [(words: String, document: JSONValue)] {
        var all: [(String, JSONValue)] = []
        for path in objects {
            for name in names(document.at(path)) {
                let whole = path + "." + name
                guard let value = document.at(whole) else { continue }
                let without = document.with(whole, nil)
                all.append(("\(whole) is dropped", without))
                for other in others(value) { all.append(("\(whole) is \(other.text)", document.with(whole, other))) }
                // Moved, and also copied to another object.
                for place in objects + objects.map({ $0 + ".ext" }) where place != path && document.at(place) != nil {
                    all.append(("\(whole) is moved to \(place)", without.with(place + "." + name, value)))
                    for other in [value, .string("x")] where document.at(place + "." + name) == nil {
                        all.append(("\(place).\(name) is \(other.text)", document.with(place + "." + name, other)))
                    }
                }
                if case .object(let members)? = document.at(path) {
                    for other in [value, .string("x")] {
                        for twice in [members + [.init(name, other)], [.init(name, other)] + members] {
                            all.append(("\(whole) stands twice", document.with(path, .object(twice))))
                        }
                    }
                }
            }
        }
        return all
    }

    @Test("The sound documents are good")
    func sound() {
        #expect(Self.isGood(Self.soundResponse, Self.soundRequest))
        expect(Samples.findings(Self.response, request: Self.request), [])
        for path in Self.matters { #expect(Self.response.at(path) != nil, "\(path)") }
        for path in Self.mattersInRequest { #expect(Self.request.at(path) != nil, "\(path)") }
    }

    @Test("A changed response is good only where nothing that matters changed")
    func responses() {
        let changes = Self.changes(Self.response, Self.objects)
        #expect(changes.count > 2000)
        var good = 0
        for (words, response) in part(of: changes) where Self.isGood(try? BidResponse(response), Self.soundRequest) {
            good += 1
            #expect(!words.contains("twice"), "\(words)")
            for path in Self.matters {
                expect(response.at(path), Self.response.at(path), "good although \(words)")
            }
            for place in [0, 1] {
                let names = Set(Self.names(response.at(Self.bid + "ext.skadn.fidelities.\(place)")))
                #expect(names.isDisjoint(with: SkadnObject.sharedNames.map { "\($0)" }), "good although \(words)")
            }
        }
        // Irrelevant changes are permitted.
        #expect(good > part(of: 300))
    }

    @Test("A changed request takes bids only where nothing that matters changed")
    func requests() {
        let changes = Self.changes(Self.request, Self.requestObjects)
        #expect(changes.count > 1000)
        var good = 0
        for (words, request) in part(of: changes) where Self.isGood(Self.soundResponse, try? BidRequest(request)) {
            good += 1
            #expect(!words.contains("twice"), "\(words)")
            for path in Self.mattersInRequest {
                expect(request.at(path), Self.request.at(path), "good although \(words)")
            }
        }
        #expect(good > part(of: 200))
    }

    /// A signature that is valid for the app that the bid names was once reported or not, as the search was long or not,
    /// where the ad's own app is malformed.
    @Test("Which rules are broken does not depend on how long mistakes are searched for")
    func searched() throws {
        let request = try BidRequest(Self.request)
        func broken(_ response: BidResponse, _ mostTexts: Int) throws -> [[String]] {
            try BidCheck(request: request, keys: Samples.keys, networks: Self.networks, mostTexts: mostTexts)
                .reports(on: response, now: Samples.now)
                .map { $0.findings.map { "\($0.rule.id) \($0.field)" } }
        }
        let changes = Self.changes(Self.response, [Self.bid + "ext.skadn", Self.bid + "ext.adattributionkit"])
        var compared = 0
        for (words, response) in part(of: changes) {
            guard let response = try? BidResponse(response) else { continue }
            compared += 1
            try expect(broken(response, 0), broken(response, 4), "\(words)")
        }
        #expect(compared > part(of: 400))
    }

    @Test(
        "What nobody needs may be left out",
        arguments: [
            "id", bid + "id", bid + "bundle", bid + "ext.skadn.productpageid", bid + "ext.skadn.skoverlay",
            bid + "ext.skadn.ext", bid + "ext.skadn.fidelities.0.ext", bid + "ext.skadn.skoverlay.pos",
            bid + "ext.adattributionkit.cpp", bid + "ext.adattributionkit.reengagementurl",
            bid + "ext.adattributionkit.ext",
        ])
    func optional(path: String) {
        #expect(Self.isGood(try? BidResponse(Self.response.with(path, nil)), Self.soundRequest), "\(path)")
    }

    @Test(
        "Nor need a request say more than it must",
        arguments: [
            "id", "app", "app.bundle", "device", "device.osv", offer + "skadn.skadnetlist", offer + "skadn.ext",
            offer + "skadn.productpage", offer + "skadn.skoverlay", offer + "adattributionkit.ext",
        ])
    func optionalInRequest(path: String) {
        #expect(Self.isGood(Self.soundResponse, try? BidRequest(Self.request.with(path, nil))), "\(path)")
    }
}
