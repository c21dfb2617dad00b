import AttributionJSON

/// Which values a version signs of an ad or a postback, in order.
package struct SignedOrder: Sendable {
    package let version: SKAdNetworkVersion
    /// Whether it is that of ads on web pages, which name a domain instead of an app.
    package let isWeb: Bool
    /// What is signed, in order; a value of ``optional`` only where it is there.
    package let fields: [SignedField]
    package let optional: [SignedField]
    /// ``fields`` as bits, since each member of each object is looked up.
    private let bits: UInt64

    init(
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

    /// Whether it cannot be without a field.
    package func requires(_ field: SignedField) -> Bool { signs(field) && !optional.contains(field) }

    /// Those of ads: every version's for apps, then those for web pages.
    package static let ads: [SignedOrder] =
        SKAdNetworkVersion.allCases.map(\.traits.ad) + SKAdNetworkVersion.allCases.compactMap(\.traits.webAd)

    /// Those of postbacks, by version.
    package static let postbacks: [SignedOrder] = SKAdNetworkVersion.allCases.map(\.traits.postback)

    /// The order of the version that a postback names: 1.0 where it names none, and the newest for one that there is not.
    package static func postback(named version: JSONView?) -> SignedOrder {
        guard let version else { return SKAdNetworkVersion.one.traits.postback }
        return (SKAdNetworkVersion(version) ?? .newest).traits.postback
    }
}
