import AdAttribution
import AttributionInspection

/// The facts about one postback that a report counts.
package struct CountedPostback: Sendable {
    package typealias Framework = ReceivedPostback.Framework

    /// The conversion value of a postback.
    package enum Value: Hashable, Sendable {
        /// 0…63.
        case fine(Int)
        case coarse(CoarseConversionValue)
        case none(Absence)
    }

    /// The reason why a postback has no value, as far as it can be inferred.
    package enum Absence: String, CaseIterable, Sendable {
        /// The tier withholds the fine value that every update sets [PostbackUpdate]. A coarse value was not set or is
        /// withheld too.
        case tier
        /// The window withholds values of both kinds.
        case window
        case nonwinning
        /// The postback could have had a value, but none was set. A later window only has coarse values.
        case notSet = "not-set"
        /// By some of the possible tiers a value was withheld, and by others none was set.
        case tierOrNotSet = "tier-or-not-set"
        /// SKAdNetwork before 4.0 has a value only above a threshold.
        case thresholdOrNotSet = "threshold-or-not-set"
        /// The input is only the token, and values are outside it.
        case tokenOnly = "token-only"
        /// The member is not a valid conversion value.
        case unreadable

        var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    package var framework = Framework.adAttributionKit
    /// The environment of the key that signed the postback; nil if it was not verified.
    package var environment: SigningEnvironment?
    package var didWin: Bool?
    package var conversionType: ConversionType?
    package var interaction: InteractionType?
    package var window: ConversionWindow?
    /// The number of digits of the source identifier; nil without one.
    package var digits: Int?
    /// The possible data tiers; nil if the version has no tiers.
    package var tiers: DataTiers?
    package var value = Value.none(.notSet)
    /// The arrival time, if times are read.
    package var time: Timestamp?
    /// Names, by their indices in the tables of the counts.
    package var country, marketplace, publisher: Int?
    /// The index of the app among those with schemas; nil if it has none, or if the postback did not win.
    package var app: Int?
    /// The group, the possible campaigns, and the day, by their indices in the tables of the counts.
    package var group, campaign, day: Int?
}

extension DataTiers {
    /// The tiers as a range, as in `2` or `0-1`; `none` if there is none.
    package var rangeName: String {
        let tiers = descending.reversed().map(\.rawValue)
        guard let first = tiers.first, let last = tiers.last else { return "none" }
        if last - first == tiers.count - 1 { return first == last ? "\(first)" : "\(first)-\(last)" }
        return tiers.map(String.init).joined(separator: ",")
    }

    /// The sets that are reported even if no postback has them: single tiers, consecutive tiers, and none.
    package static let reported: [DataTiers] =
        DataTier.allCases.map { DataTiers($0) }
        + [[.zero, .one], [.zero, .one, .two], .all, [.one, .two], [.one, .two, .three], [.two, .three], []]
}
