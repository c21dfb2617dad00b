/// The way in which an ad is presented.
package enum Presentation: String, CaseIterable, Sendable {
    case viewThrough = "view-through"
    case custom
    case overlay
    case productPage = "product-page"
}

/// An ad that a slot received: one impression of an item of the inventory.
package struct HostedAd: Hashable, Sendable {
    /// The index of the item in the inventory.
    package let item: Int
    /// The `impression-identifier` or nonce.
    package let identifier: String
    /// The time at which it was received, in milliseconds since 1970.
    package let receivedAt: Int64
}

/// A use of an ad that the app reports to the system.
package struct HostedAdUse: Hashable, Sendable {
    package enum Kind: Sendable {
        case load, beginView, endView, tap
        /// An overlay or a product page.
        case open, close
    }

    package let kind: Kind
    package let ad: HostedAd
    package let presentation: Presentation
    /// The URL that a tap opens in the advertised app if that is installed.
    package let reEngagementURL: String?
}
