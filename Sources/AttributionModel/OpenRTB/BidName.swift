/// The names of members of the community extensions that are no words of other documents. No other file spells them.
package enum BidName {
    static let token: StaticString = "jwt"
    static let item: StaticString = "itunesitem"
    static let sourceApp: StaticString = "sourceapp"
    static let networkIDs: StaticString = "skadnetids"
    static let networkList: StaticString = "skadnetlist"
    static let sourceIdentifier: StaticString = "sourceidentifier"
    static let productPageID: StaticString = "productpageid"
    static let productPage: StaticString = "productpage"
    static let reEngagementURL: StaticString = "reengagementurl"
    package static let fidelities: StaticString = "fidelities"
    static let overlay: StaticString = "skoverlay"
}
