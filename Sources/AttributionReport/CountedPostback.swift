import AdAttribution

/// What a report needs to know of one postback.
package struct CountedPostback: Sendable {
    package enum Framework: String, CaseIterable, Sendable {
        case adAttributionKit = "adattributionkit"
        case skAdNetwork = "skadnetwork"
    }

    /// What a postback tells of the conversion's worth.
    package enum Value: Hashable, Sendable {
        /// 0…63.
        case fine(Int)
        case coarse(CoarseConversionValue)
        case none(Absence)
    }

    /// Why a postback tells no value, as far as can be concluded from it.
    package enum Absence: String, CaseIterable, Sendable {
        /// A fine value was set, as by every update [PostbackUpdate], and the tier withholds it; no coarse one was set, or the
        /// tier withholds that too.
        case tier
        /// The window withholds values of both kinds.
        case window
        case nonwinning
        /// There was a place for a value, and none was set. A later window has a place for a coarse value alone.
        case notSet = "not-set"
        /// It fits tiers by which a value was withheld, and others by which none was set.
        case tierOrNotSet = "tier-or-not-set"
        /// SKAdNetwork before 4.0 tells values past a threshold only.
        case thresholdOrNotSet = "threshold-or-not-set"
        /// Only the token is at hand, and values stand beside it.
        case tokenOnly = "token-only"
        /// What stands there is no conversion value.
        case unreadable

        var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    package var framework = Framework.adAttributionKit
    /// Whose key signed it; nil where nobody verified that.
    package var environment: SigningEnvironment?
    package var didWin: Bool?
    package var conversionType: ConversionType?
    package var interaction: InteractionType?
    package var window: ConversionWindow?
    /// How many digits of the source identifier there are; nil where there is none.
    package var digits: Int?
    /// The tiers that it fits; nil where its version knows none.
    package var tiers: DataTiers?
    package var value = Value.none(.notSet)
    /// When it came, where times are read.
    package var time: Timestamp?
    /// Names, by their places in the table that they were noted in.
    package var country, marketplace, publisher: Int?
    /// The app among those that have schemas; nil if it has none, or the postback did not win.
    package var app: Int?
    /// The group, the campaigns that it can be of, and the day, by their places in the tables that they were noted in.
    package var group, campaign, day: Int?

    package init() {}
}

extension DataTiers {
    /// The tiers as one range: `2`, `0-1`; `none` for no tier at all.
    package var rangeName: String {
        let tiers = descending.reversed().map(\.rawValue)
        guard let first = tiers.first, let last = tiers.last else { return "none" }
        if last - first == tiers.count - 1 { return first == last ? "\(first)" : "\(first)-\(last)" }
        return tiers.map(String.init).joined(separator: ",")
    }

    /// Those that are reported even where nothing fits them: single tiers, tiers that follow each other, and none at all.
    package static let reported: [DataTiers] =
        DataTier.allCases.map { DataTiers($0) }
        + [[.zero, .one], [.zero, .one, .two], .all, [.one, .two], [.one, .two, .three], [.two, .three], []]
}
