import AttributionBase

/// The values that a version signs in an ad or a postback, in order.
package struct SignedOrder: Sendable {
    package let version: SKAdNetworkVersion
    /// Whether the order is for web ads, which name a domain instead of an app.
    package let isWeb: Bool
    /// The signed fields, in order. Those in ``optional`` are signed only if present.
    package let fields: [SignedField]
    package let optional: [SignedField]
    /// ``fields`` as a bit set. It is stored, because it is used for every member of every object.
    private let bits: UInt64

    init(_ version: SKAdNetworkVersion, isWeb: Bool = false, _ fields: [SignedField], optional: [SignedField] = []) {
        self.version = version
        self.isWeb = isWeb
        self.fields = fields
        self.optional = optional
        bits = fields.reduce(0) { $0 | 1 << UInt64($1.rawValue) }
    }

    package func signs(_ field: SignedField) -> Bool { bits & 1 << UInt64(field.rawValue) != 0 }

    package func requires(_ field: SignedField) -> Bool { signs(field) && !optional.contains(field) }

    /// The orders for ads: first those of each version for apps, then those for web pages.
    package static let ads: [SignedOrder] =
        SKAdNetworkVersion.allCases.map(\.traits.ad) + SKAdNetworkVersion.allCases.compactMap(\.traits.webAd)

    package static let postbacks: [SignedOrder] = SKAdNetworkVersion.allCases.map(\.traits.postback)

    /// Returns the order for the version that a postback names. It is that of 1.0 if the postback names none, and of the newest version if
    /// the named one is unknown.
    package static func postback(named version: JSONView?) -> SignedOrder {
        guard let version else { return SKAdNetworkVersion.one.traits.postback }
        return (SKAdNetworkVersion(version) ?? .newest).traits.postback
    }
}
