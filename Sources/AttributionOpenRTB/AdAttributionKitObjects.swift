import AdAttribution
import AttributionBytes
import AttributionJSON

/// What a publisher app can do with AdAttributionKit: `imp[].ext.adattributionkit` of a bid request.
public struct AdAttributionKitOffer: Equatable, Sendable {
    /// The publisher's App Store item ID.
    public var sourceApp: ItemIdentifier
    /// The ad network IDs of the app's Info.plist that matter here.
    public var networks: [String]
    /// Whether SKOverlay is available; nil where the request does not say.
    public var hasOverlay: Bool?

    /// An offer of an imp; the version is 1.0.
    public init(sourceApp: ItemIdentifier, networks: [String], hasOverlay: Bool? = nil) {
        self.sourceApp = sourceApp
        self.networks = networks
        self.hasOverlay = hasOverlay
    }

    /// Reads an object; nil for one that lacks a required member, or has one of another type.
    public init?(_ object: JSONValue) {
        guard let text = object["sourceapp"]?.string, let app = ItemIdentifier(text),
            object["version"]?.string == "1.0", let networks = object["skadnetids"]?.texts
        else { return nil }
        self.init(
            sourceApp: app, networks: networks, hasOverlay: (object["ext"]?["sko"]?.integer).map { $0 == 1 })
    }

    /// The object of JSON.
    public var value: JSONValue {
        var members: [JSONValue.Member] = [
            .init("version", .string("1.0")), .init("sourceapp", .string(sourceApp.description)),
            .init("skadnetids", .array(networks.map { .string($0) })),
        ]
        if let hasOverlay {
            members.append(.init("ext", .object([.init("sko", .number(hasOverlay ? "1" : "0"))])))
        }
        return .object(members)
    }
}

/// A signed impression on its way to a publisher app: `seatbid[].bid[].ext.adattributionkit` of a bid response.
public struct AdAttributionKitBid: Equatable, Sendable {
    /// The compact JWS impression.
    public var token: String
    /// The advertised app, as in the token.
    public var itunesItem: ItemIdentifier
    /// A custom product page.
    public var productPage: String?
    /// A universal link for a custom click, from iOS 18 on.
    public var reengagementURL: String?

    /// A bid of these parts.
    public init(
        token: String, itunesItem: ItemIdentifier, productPage: String? = nil, reengagementURL: String? = nil
    ) {
        self.token = token
        self.itunesItem = itunesItem
        self.productPage = productPage
        self.reengagementURL = reengagementURL
    }

    /// Reads an object; nil for one that lacks a required member, or has one of another type. The token is not verified.
    public init?(_ object: JSONValue) {
        guard let token = object["jwt"]?.string, object["version"]?.string == "1.0",
            let item = (object["itunesitem"]?.string).flatMap({ ItemIdentifier($0) }),
            ["cpp", "reengagementurl"].allSatisfy({ object[$0].map { $0.string != nil } ?? true })
        else { return nil }
        self.init(
            token: token, itunesItem: item, productPage: object["cpp"]?.string,
            reengagementURL: object["reengagementurl"]?.string)
    }

    /// The object of JSON.
    public var value: JSONValue {
        var members: [JSONValue.Member] = [
            .init("version", .string("1.0")), .init("jwt", .string(token)),
            .init("itunesitem", .string(itunesItem.description)),
        ]
        if let productPage { members.append(.init("cpp", .string(productPage))) }
        if let reengagementURL { members.append(.init("reengagementurl", .string(reengagementURL))) }
        return .object(members)
    }

    /// Appends the `ext` object of a bid for a token that is made on the way, as streams do.
    ///
    /// - Parameter item: the advertised item in the payload. OpenRTB writes the number as a string; what is neither a number
    ///   nor a string has no such form, and is left out.
    package static func appendExtension(
        item: JSONView?, to output: inout ByteBuffer, token: (inout ByteBuffer) -> Void
    ) {
        output.openObject()
        output.member("adattributionkit")
        output.openObject()
        output.member("version", word: "1.0")
        output.member("jwt", quoting: token)
        if let item, item.kind == .number || item.kind == .string {
            output.member("itunesitem") { unsafe $0.append(item.kind == .string ? item.content : item.raw) }
        }
        output.closeObject()
        output.closeObject()
    }
}
