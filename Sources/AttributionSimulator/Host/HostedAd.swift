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

/// What an app that shows an ad reports to the system.
package enum AdUse: Sendable {
    case load, beginView, endView
    /// A view recorded by a single call.
    case view
    case tap
    /// An overlay or a product page.
    case open, close
}
