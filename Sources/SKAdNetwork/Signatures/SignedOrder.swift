import StrictJSON

/// Which values a version signs, in order. The two tables below are the only place where versions say so.
package struct SignedOrder: Sendable {
    package let version: SKAdNetworkVersion
    /// Whether it is that of ads on web pages, which name a domain instead of an app.
    package let isWeb: Bool
    /// What is signed, in order; a value of ``optional`` only where it is there.
    package let fields: [SignedField]
    package let optional: [SignedField]
    /// ``fields`` as bits, since each member of each object is looked up.
    private let bits: UInt64

    private init(
        _ version: SKAdNetworkVersion, isWeb: Bool = false, _ fields: [SignedField], optional: [SignedField] = []
    ) {
        self.version = version
        self.isWeb = isWeb
        self.fields = fields
        self.optional = optional
        bits = fields.reduce(0) { $0 | 1 << UInt64($1.rawValue) }
    }

    /// Whether a field is among ``fields``.
    package func signs(_ field: SignedField) -> Bool { bits & 1 << UInt64(field.rawValue) != 0 }

    /// [Generating the signature to validate StoreKit-rendered ads; … view-through ads; Generating a signature for
    /// attributable web ads]
    package static let ads: [SignedOrder] = [
        .init(.one, [.adNetworkID, .campaignID, .itunesItemID, .nonce, .timestamp]),
        .init(.two, [.version, .adNetworkID, .campaignID, .itunesItemID, .nonce, .sourceAppID, .timestamp]),
        .init(.twoOne, [.version, .adNetworkID, .campaignID, .itunesItemID, .nonce, .sourceAppID, .timestamp]),
        .init(
            .twoTwo,
            [.version, .adNetworkID, .campaignID, .itunesItemID, .nonce, .sourceAppID, .fidelityType, .timestamp]),
        .init(
            .three,
            [.version, .adNetworkID, .campaignID, .itunesItemID, .nonce, .sourceAppID, .fidelityType, .timestamp]),
        .init(
            .four,
            [.version, .adNetworkID, .sourceIdentifier, .itunesItemID, .nonce, .sourceAppID, .fidelityType, .timestamp]),
        .init(
            .four, isWeb: true,
            [
                .version, .adNetworkID, .sourceIdentifier, .itunesItemID, .nonce, .sourceDomain, .fidelityType,
                .timestamp,
            ]),
    ]

    /// [Verifying an install-validation postback; Combining parameters for SKAdNetwork 3 postbacks; Combining parameters
    /// for previous SKAdNetwork postback versions]
    package static let postbacks: [SignedOrder] = [
        .init(.one, [.adNetworkID, .campaignID, .appID, .transactionID]),
        .init(
            .two, [.version, .adNetworkID, .campaignID, .appID, .transactionID, .redownload, .sourceAppID],
            optional: [.sourceAppID]),
        .init(
            .twoOne, [.version, .adNetworkID, .campaignID, .appID, .transactionID, .redownload, .sourceAppID],
            optional: [.sourceAppID]),
        .init(
            .twoTwo,
            [.version, .adNetworkID, .campaignID, .appID, .transactionID, .redownload, .sourceAppID, .fidelityType],
            optional: [.sourceAppID]),
        .init(
            .three,
            [
                .version, .adNetworkID, .campaignID, .appID, .transactionID, .redownload, .sourceAppID, .fidelityType,
                .didWin,
            ],
            optional: [.sourceAppID]),
        .init(
            .four,
            [
                .version, .adNetworkID, .sourceIdentifier, .appID, .transactionID, .redownload, .sourceAppID,
                .sourceDomain, .fidelityType, .didWin, .postbackSequenceIndex,
            ],
            optional: [.sourceAppID, .sourceDomain]),
    ]

    package static func ad(_ version: SKAdNetworkVersion, isWeb: Bool = false) -> SignedOrder? {
        ads.first { $0.version == version && $0.isWeb == isWeb }
    }

    package static func postback(_ version: SKAdNetworkVersion) -> SignedOrder? {
        postbacks.first { $0.version == version }
    }

    /// The order of the version that a postback names: 1.0 where it names none, and the newest for one that there is not.
    package static func postback(named version: JSONView?) -> SignedOrder {
        guard let version else { return postbacks[0] }
        return postbacks.last { version.isString($0.version.text) } ?? postbacks[postbacks.count - 1]
    }

    package func requires(_ field: SignedField) -> Bool { fields.contains(field) && !optional.contains(field) }
}
