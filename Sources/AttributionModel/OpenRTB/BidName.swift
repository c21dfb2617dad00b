import AttributionBase

/// The names of the frameworks' objects in bids, and the names of their members, except those that are also words of other documents. No
/// other file spells them.
package enum BidName {
    package static let attribution: StaticString = "adattributionkit"
    package static let skadn: StaticString = "skadn"
    package static let token = InputRules.bidToken
    package static let item: StaticString = "itunesitem"
    package static let sourceApp: StaticString = "sourceapp"
    package static let networkIDs: StaticString = "skadnetids"
    package static let networkList: StaticString = "skadnetlist"
    package static let sourceIdentifier: StaticString = "sourceidentifier"
    package static let productPageID: StaticString = "productpageid"
    package static let productPage: StaticString = "productpage"
    package static let reEngagementURL: StaticString = "reengagementurl"
    package static let fidelities: StaticString = "fidelities"
    package static let overlay: StaticString = "skoverlay"
}
