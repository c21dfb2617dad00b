import AttributionBase
import AttributionInspection
import AttributionModel

/// The members of one postback of either framework, reused for one postback after another. It points into the text of the postback.
///
/// Signed members are read from the signed object alone, and the others from beside it alone, so that an unsigned value can never take the
/// place of a signed one.
struct PostbackMembers: ~Copyable {
    /// A member, whatever the frameworks call it.
    enum Member: Int, CaseIterable {
        case identifier, network, advertisedItem, source, campaign, didWin, index, conversionType, redownload
        case app, domain, marketplace, fidelity
        // The members beside the signed ones.
        case interaction, fine, coarse, country

        fileprivate var isSigned: Bool { rawValue < Self.interaction.rawValue }

        /// The member in the two frameworks; nil where it does not exist.
        fileprivate var fields: (own: Field?, skAdNetwork: SignedField?) {
            switch self {
            case .identifier: (PostbackField.identifier, .transactionID)
            case .network: (PostbackField.adNetworkIdentifier, .adNetworkID)
            case .advertisedItem: (PostbackField.advertisedItemIdentifier, .appID)
            case .source: (PostbackField.sourceIdentifier, .sourceIdentifier)
            case .campaign: (nil, .campaignID)
            case .didWin: (PostbackField.didWin, .didWin)
            case .index: (PostbackField.sequenceIndex, .postbackSequenceIndex)
            case .conversionType: (PostbackField.conversionType, nil)
            case .redownload: (nil, .redownload)
            case .app: (PostbackField.publisherItemIdentifier, .sourceAppID)
            case .domain: (nil, .sourceDomain)
            case .marketplace: (PostbackField.marketplaceIdentifier, nil)
            case .fidelity: (nil, .fidelityType)
            case .interaction: (BodyField.interactionType, nil)
            case .fine: (BodyField.conversionValue, .conversionValue)
            case .coarse: (BodyField.coarseConversionValue, .coarseConversionValue)
            case .country: (BodyField.countryCode, .countryCode)
            }
        }
    }

    /// The indices of the members in the tables that a postback is read into. Getting an index from its field takes longer than looking up
    /// the member.
    private typealias Places = SIMD32<UInt8>

    /// Whether it is a postback of AdAttributionKit rather than of SKAdNetwork.
    private(set) var isAdAttributionKit = true
    /// Whether the members beside the token are known.
    private(set) var hasBody = true
    private(set) var version: JSONView?
    private var signedFields = MemberTable()
    private var unsignedFields = MemberTable()
    /// The values that the version of SKAdNetwork signs.
    private var order = SignedOrder.postbacks[0]
    private var places = Self.own
    /// The indices for the last postback of SKAdNetwork, and its version.
    private var others: (places: Places, version: SKAdNetworkVersion)?
    private let payloadShape = PostbackField.shape
    private let bodyShape = BodyField.shape

    private static let own = places { $0.fields.own?.index }

    private static func places(_ place: (Member) -> UInt8?) -> Places {
        // No member has this index, so nothing is ever found at it.
        var places = Places(repeating: UInt8(MemberNames.limit))
        for member in Member.allCases { if let place = place(member) { places[member.rawValue] = place } }
        return places
    }

    /// Reads a postback of AdAttributionKit.
    ///
    /// - Parameters:
    ///   - payload: the payload of its token.
    ///   - body: the members beside the token; nil for a bare token.
    mutating func read(payload: JSONView, body: JSONView?) {
        isAdAttributionKit = true
        version = nil
        hasBody = body != nil
        places = Self.own
        signedFields.read(payload, as: payloadShape)
        if let body { unsignedFields.read(body, as: bodyShape) } else { unsignedFields.clear() }
    }

    /// Reads a postback of SKAdNetwork. Of the members that any version signs, only those that this version signs count as
    /// signed.
    ///
    /// - Parameters:
    ///   - signed: the object with the signed members.
    ///   - unsigned: the object with the others, which may be the same; nil if there are none.
    ///   - version: the version; nil for 1.0, which has no such member.
    mutating func read(skAdNetwork signed: JSONView, unsigned: JSONView?, version: JSONView?) {
        isAdAttributionKit = false
        hasBody = true
        order = SignedOrder.postback(named: version)
        self.version = version
        if others?.version != order.version {
            others = (
                Self.places { member in
                    member.fields.skAdNetwork.flatMap { !member.isSigned || order.signs($0) ? $0.index : nil }
                }, order.version
            )
        }
        places = others?.places ?? Self.own
        signedFields.read(signed, as: SignedField.postbackShape)
        if let unsigned { unsignedFields.read(unsigned, as: SignedField.postbackShape) } else { unsignedFields.clear() }
    }

    subscript(member: Member) -> JSONView? {
        @inline(__always)
        get {
            let place = places[member.rawValue]
            return member.isSigned ? signedFields[place] : unsignedFields[place]
        }
    }

    /// The app that showed the ad, or the domain.
    var publisher: JSONView? { self[.app] ?? self[.domain] }

    /// The value of a field from which nothing is inferred.
    ///
    /// - Parameters:
    ///   - own: the field in postbacks of AdAttributionKit; nil if they do not have it.
    ///   - other: the field in postbacks of SKAdNetwork; nil if they do not have it.
    func value(of own: Field?, or other: SignedField?, isSigned: Bool) -> JSONView? {
        if isAdAttributionKit { return own.flatMap { isSigned ? signedFields[$0] : unsignedFields[$0] } }
        return other.flatMap { other in
            guard isSigned else { return unsignedFields[other.index] }
            return order.signs(other) ? signedFields[other.index] : nil
        }
    }

    /// The key that repeats share; nil if there is no identifier.
    var repeatKey: RepeatKey? {
        guard let identifier = self[.identifier], identifier.kind == .string else { return nil }
        let field: InputFault.Identifier = isAdAttributionKit ? .postback : .transaction
        // A conversion of AdAttributionKit has another identifier in each window.
        let index = isAdAttributionKit ? nil : self[.index]
        return identifier.unescapedOrContent { RepeatKey(field, $0, index: index.map { $0.raw }) }
    }
}
