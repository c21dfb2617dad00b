import AttributionBase

/// A signed impression that is sent to a publisher app: `seatbid[].bid[].ext.adattributionkit` of a bid response.
public struct AdAttributionKitBid: Equatable, Sendable {
    /// The compact JWS impression.
    public var token: String
    /// The item ID of the advertised app, as in the token.
    public var advertisedItemIdentifier: ItemIdentifier
    /// The custom product page, if any.
    public var productPage: String?
    /// A universal link for a custom click, available from iOS 18 on.
    public var reEngagementURL: String?

    /// Creates a bid.
    public init(
        token: String, advertisedItemIdentifier: ItemIdentifier, productPage: String? = nil,
        reEngagementURL: String? = nil
    ) {
        self.token = token
        self.advertisedItemIdentifier = advertisedItemIdentifier
        self.productPage = productPage
        self.reEngagementURL = reEngagementURL
    }

    /// Reads an object. The token is not verified.
    ///
    /// - Throws: A problem if a required member is missing, or a member has a wrong type or value.
    public init(_ object: JSONValue) throws(Problem) {
        self = try JSONDocument.json(object).withView { object throws(Problem) in try Self(object) }
    }

    private init(_ object: JSONView) throws(Problem) {
        guard object.kind == .object else { throw Framework.adAttributionKit.member.typeFinding(object).problem }
        let shape = BidShape.attributionResponse
        _ = try shape.read(Self.version, of: object, \.text)
        self.init(
            token: try shape.required(BidName.token, of: object, \.text),
            advertisedItemIdentifier: try shape.required(BidName.item, of: object, \.quotedItem),
            productPage: try shape.read("cpp", of: object, \.text),
            reEngagementURL: try shape.read(BidName.reEngagementURL, of: object, \.text))
    }

    /// The bid as a JSON object.
    public var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("\(Self.version)", .string("1.0")), .init("\(BidName.token)", .string(token)),
            .init("\(BidName.item)", .string(advertisedItemIdentifier.description)),
        ]
        if let productPage { members.append(.init("cpp", .string(productPage))) }
        if let reEngagementURL { members.append(.init("\(BidName.reEngagementURL)", .string(reEngagementURL))) }
        return .object(members)
    }

    private static let version: StaticString = "version"

    /// The member of `ext`.
    package static let member = OutputMember(
        BidName.attribution,
        "The object of a bid response with the token, as OpenRTB defines it.")

    /// Appends the `ext` object of a bid for a token that is written at the same time, as streams require.
    ///
    /// - Parameter item: The advertised item in the payload. OpenRTB writes the number as a string; a value that is
    ///   neither a number nor a string is omitted.
    package static func appendExtension(
        item: JSONView?, to output: inout ByteBuffer, token: (inout ByteBuffer) -> Void
    ) {
        output.openObject()
        output.member(BidName.attribution)
        output.openObject()
        output.member(version, word: "1.0")
        output.member(BidName.token, quoting: token)
        if let item, item.kind == .number || item.kind == .string {
            output.member(BidName.item) { $0.append(item.kind == .string ? item.content : item.raw) }
        }
        output.closeObject()
        output.closeObject()
    }
}
