import AttributionBase

/// The forms in which a signed ad is delivered, each with its own names.
public enum AdForm: String, CaseIterable, Sendable {
    /// The names used in Apple's articles on signatures, which `aak skan sign` reads and writes. This form fits every
    /// ad.
    case json
    /// The parameters of a product page, with the names of StoreKit's constants, for StoreKit-rendered ads.
    case storeKit = "storekit"
    /// The parameters of a product page, with the values of StoreKit's constants, for StoreKit-rendered ads.
    case storeKitValues = "storekit-values"
    /// The properties of `SKAdImpression`, for view-through ads.
    case impression = "skadimpression"
    /// The payload that a device fetches for an attributable web ad [Get a Signed Web Ad Impression Payload].
    case web
    /// OpenRTB's `skadn` with one of its `fidelities`, for in-app ads of SKAdNetwork 2.0 or later; numbers are strings.
    case openRTB = "openrtb"

    /// The fidelity type that is signed but has no member in this form.
    package var impliedFidelity: FidelityType? {
        switch self {
        case .json, .openRTB: nil
        case .storeKit, .storeKitValues, .web: .storeKitRendered
        case .impression: .viewThrough
        }
    }

    package var names: [(field: SignedField, name: StaticString)] {
        switch self {
        case .json: Self.jsonNames
        case .storeKit: Self.storeKitNames
        case .storeKitValues: Self.storeKitValueNames
        case .impression: Self.impressionNames
        case .web: Self.webNames
        case .openRTB: Self.openRTBNames
        }
    }

    package func name(of field: SignedField) -> StaticString? { names.first { $0.field == field }?.name }

    package func field(named name: JSONView) -> SignedField? { SignedForm.ad(self).field(named: name) }

    private static let jsonNames: [(field: SignedField, name: StaticString)] = [
        SignedField.version, .adNetworkID, .sourceIdentifier, .campaignID, .itunesItemID, .nonce, .sourceAppID,
        .sourceDomain, .fidelityType, .timestamp, .signature,
    ].map { ($0, $0.name) }

    private static let storeKitNames: [(field: SignedField, name: StaticString)] = [
        (.version, "SKStoreProductParameterAdNetworkVersion"),
        (.adNetworkID, "SKStoreProductParameterAdNetworkIdentifier"),
        (.sourceIdentifier, "SKStoreProductParameterAdNetworkSourceIdentifier"),
        (.campaignID, "SKStoreProductParameterAdNetworkCampaignIdentifier"),
        (.itunesItemID, "SKStoreProductParameterITunesItemIdentifier"),
        (.nonce, "SKStoreProductParameterAdNetworkNonce"),
        (.sourceAppID, "SKStoreProductParameterAdNetworkSourceAppStoreIdentifier"),
        (.timestamp, "SKStoreProductParameterAdNetworkTimestamp"),
        (.signature, "SKStoreProductParameterAdNetworkAttributionSignature"),
    ]

    private static let storeKitValueNames: [(field: SignedField, name: StaticString)] = [
        (.version, "adNetworkPayloadVersion"), (.adNetworkID, "adNetworkId"), (.sourceIdentifier, "sourceIdentifier"),
        (.campaignID, "adNetworkCampaignId"), (.itunesItemID, "id"), (.nonce, "adNetworkNonce"),
        (.sourceAppID, "adNetworkSourceAppStoreIdentifier"), (.timestamp, "adNetworkImpressionTimestamp"),
        (.signature, "adNetworkAttributionSignature"),
    ]

    private static let impressionNames: [(field: SignedField, name: StaticString)] = [
        (.version, "version"), (.adNetworkID, "adNetworkIdentifier"), (.sourceIdentifier, "sourceIdentifier"),
        (.campaignID, "adCampaignIdentifier"), (.itunesItemID, "advertisedAppStoreItemIdentifier"),
        (.nonce, "adImpressionIdentifier"), (.sourceAppID, "sourceAppStoreItemIdentifier"), (.timestamp, "timestamp"),
        (.signature, "signature"),
    ]

    private static let webNames: [(field: SignedField, name: StaticString)] = [
        (.version, "version"), (.adNetworkID, "ad_network_id"), (.sourceIdentifier, "source_identifier"),
        (.itunesItemID, "itunes_item_id"), (.nonce, "nonce"), (.sourceDomain, "source_domain"),
        (.timestamp, "timestamp"), (.signature, "signature"),
    ]

    private static let openRTBNames: [(field: SignedField, name: StaticString)] = [
        (.version, "version"), (.adNetworkID, "network"), (.sourceIdentifier, BidName.sourceIdentifier),
        (.campaignID, "campaign"), (.itunesItemID, BidName.item), (.sourceAppID, BidName.sourceApp),
        (.fidelityType, "fidelity"), (.nonce, "nonce"), (.timestamp, "timestamp"), (.signature, "signature"),
    ]
}

/// The kind of a signed SKAdNetwork object.
package enum SignedForm: Equatable, Sendable {
    /// A postback, with the names used in Apple's articles.
    case postback
    case ad(AdForm)

    /// Recognises the kind of an object by its members. Returns nil if it is not a SKAdNetwork object.
    ///
    /// The objects of OpenRTB are not recognised here, because they are nested in others.
    package init?(recognising object: JSONView) {
        guard object.kind == .object else { return nil }
        let mark = Self.recognitions.first { $0.marks.contains { object.member($0) != nil } }
        guard let form = mark?.form(object) else { return nil }
        self = form
    }

    /// The member names by which objects are recognised. Every object of these kinds has at least one of them.
    package static let marks = recognitions.flatMap(\.marks)

    /// How objects are recognised: the first entry with the name of one of an object's members decides of which kind the object is, if any.
    /// Members other than the signature are listed too, because the signature may be missing.
    private static let recognitions: [(marks: [StaticString], form: @Sendable (JSONView) -> SignedForm?)] = [
        (
            [SignedField.signature.name, SignedField.adNetworkID.name],
            { object in
                func has(_ field: SignedField) -> Bool { object.member(field.name) != nil }
                return (has(.itunesItemID) || has(.nonce)) && !has(.transactionID) ? .ad(.json) : .postback
            }
        ),
        ([SignedForm.ad(.storeKit).name(of: .signature)], { _ in .ad(.storeKit) }),
        ([SignedForm.ad(.storeKitValues).name(of: .signature)], { _ in .ad(.storeKitValues) }),
        (
            [SignedField.nonce, .itunesItemID].map(SignedForm.ad(.impression).name), { _ in .ad(.impression) }
        ),
        (
            [SignedForm.ad(.web).name(of: .adNetworkID)],
            { object in
                func has(_ name: StaticString) -> Bool { object.member(name).map { $0.kind != .null } ?? false }
                let web = SignedForm.ad(.web)
                // A postback has a transaction. Another ad with underscores in its names has one of the others, but no domain.
                let others: [StaticString] = ["campaign_id", "source_app_id", "fidelity_type"]
                let isWeb =
                    has(web.name(of: .signature)) && !has("transaction_id")
                    && (has(web.name(of: .sourceDomain)) || !others.contains(where: has))
                return isWeb ? .ad(.web) : nil
            }
        ),
    ]

    package func field(named name: JSONView) -> SignedField? {
        memberNames.number(ofName: name).flatMap { SignedField(rawValue: Int($0)) }
    }

    /// The names of members, with the indices of their fields.
    var memberNames: MemberNames {
        if case .ad(let form) = self, let names = Self.ownNames[form] { names } else { Self.articleNames }
    }

    // An ad that has members of a postback is read too, so that the fault can be reported.
    private static let articleNames = MemberNames(SignedField.allCases.map { ($0.name, $0.index) })
    private static let ownNames = Dictionary(
        uniqueKeysWithValues: AdForm.allCases.filter { $0 != .json }.map { form in
            (form, MemberNames(form.names.map { ($0.name, $0.field.index) }))
        })

    package func name(of field: SignedField) -> StaticString {
        switch self {
        case .postback: field.name
        case .ad(let form): form.name(of: field) ?? field.name
        }
    }

    /// Whether an app passes the ad to StoreKit in this form. The other forms are JSON for exchange between programs.
    var isOfStoreKit: Bool {
        switch self {
        case .ad(.storeKit), .ad(.storeKitValues), .ad(.impression): true
        case .postback, .ad: false
        }
    }

    package func type(of field: SignedField) -> Field.Kind {
        switch (self, field) {
        // A postback has as many digits as crowd anonymity allows, and they may begin with a zero.
        case (.postback, .sourceIdentifier): .string
        case (.ad(.openRTB), .fidelityType): .integer
        case (.ad(.openRTB), _): field.type == .integer ? .digits : field.type
        case (.postback, _), (.ad, _): field.type
        }
    }
}
