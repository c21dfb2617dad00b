import AttributionModel

/// A kind of SKAdNetwork ad or postback. ``all`` contains every kind.
package struct SKAdNetworkCell: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// An ad in an app, by fidelity type; nil before version 2.2, which introduced the fidelity type.
        case ad(FidelityType?)
        /// An ad on a web page, in version 4.0.
        case webAd
        /// A postback of a tier, window and outcome.
        case postback(DataTier, ConversionWindow, didWin: Bool)
    }

    package let version: SKAdNetworkVersion
    package let kind: Kind

    /// Every ad, then every postback, each in the order of versions.
    package static let all: [SKAdNetworkCell] = ads + postbacks

    private static let ads: [SKAdNetworkCell] =
        SKAdNetworkVersion.allCases.flatMap { version -> [SKAdNetworkCell] in
            let types: [FidelityType?] = version.hasFidelity ? FidelityType.allCases : [nil]
            return types.map { SKAdNetworkCell(version: version, kind: .ad($0)) }
        } + SKAdNetworkVersion.allCases.filter(\.hasWebAds).map { SKAdNetworkCell(version: $0, kind: .webAd) }

    private static let postbacks: [SKAdNetworkCell] = SKAdNetworkVersion.allCases.flatMap { version in
        // Versions without tiers have two cases, above the privacy threshold and below it. They are represented by tiers 3 and 1.
        let tiers = version.hasTiers ? DataTier.allCases.reversed() : [.three, .one]
        let windows = version.hasWindows ? ConversionWindow.allCases : [.first]
        let outcomes = version.hasNonwinning ? [true, false] : [true]
        return tiers.flatMap { tier in
            windows.flatMap { window in
                outcomes.compactMap { didWin in
                    Disclosure(of: version.traits.disclosure, tier: tier, window: window, didWin: didWin).isPostback
                        ? SKAdNetworkCell(version: version, kind: .postback(tier, window, didWin: didWin)) : nil
                }
            }
        }
    }
}
