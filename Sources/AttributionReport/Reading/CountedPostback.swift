import AttributionBase
import AttributionInspection
import AttributionModel

/// The facts about one postback that a report counts.
package struct CountedPostback: Sendable {
    /// The word in place of a verdict for postbacks that were not verified.
    package static let unverified = "unverified"

    /// The reason why a postback has no value, as far as it can be inferred.
    package enum Absence: Int, CaseIterable, Sendable {
        /// The tier withholds the fine value, which every update sets [PostbackUpdate]. The coarse value was not set,
        /// or the tier withholds it too.
        case tier
        /// The window withholds values of both kinds.
        case window
        case nonwinning
        /// The postback could have had a value, but none was set. In windows 2 and 3, this means that no coarse value
        /// was set.
        case notSet
        /// The possible tiers differ: in some, a value was withheld; in the others, no value was set.
        case tierOrNotSet
        /// SKAdNetwork before 4.0 has a value only above a threshold.
        case thresholdOrNotSet
        /// The input is only the token, and values are outside it.
        case tokenOnly
        /// The member is not a valid conversion value.
        case unreadable

        package var name: String { described.name }
        /// The reason in words, in lower case and without a final period.
        package var words: String { described.words }

        private var described: (name: String, words: String) {
            switch self {
            case .tier: ("tier", "the tier withholds it")
            case .window: ("window", "the window withholds it")
            case .nonwinning: ("nonwinning", "the network did not win")
            case .notSet: ("not-set", "none was set")
            case .tierOrNotSet: ("tier-or-not-set", "the tier withholds it, or it was not set")
            case .thresholdOrNotSet:
                ("threshold-or-not-set", "before SKAdNetwork 4, a threshold withholds it, or it was not set")
            case .tokenOnly: ("token-only", "it is outside the token, and the input is only the token")
            case .unreadable: ("unreadable", "its value is not a valid conversion value")
            }
        }

        static let meanings = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0.words) })
    }

    /// The place in each dimension, by the number of the dimension; ``Dimension/nowhere`` for none.
    private(set) var places = SIMD16(repeating: UInt8(Dimension.nowhere))
    /// The arrival time, if times are read.
    package var time: Timestamp?
    /// The texts in the dimensions of texts, by their indices in the table of the counts; -1 for none.
    var texts = SIMD4<Int32>(repeating: -1)
    /// The index of the app among those with schemas; nil if it has none, or if the postback did not win.
    package var app: Int?
    /// The group, the possible campaigns, and the day, by their indices in the tables of the counts.
    package var group, campaign, day: Int?

    /// The place in a dimension; nil for none.
    subscript(dimension: Dimension) -> Int? {
        get {
            let place = Int(places[dimension.rawValue])
            return place < Dimension.nowhere ? place : nil
        }
        set { places[dimension.rawValue] = UInt8(truncatingIfNeeded: newValue ?? Dimension.nowhere) }
    }

    var isLost: Bool { self[.outcomes] == 1 }
    var window: ConversionWindow? { self[.windows].flatMap { ConversionWindow(rawValue: $0) } }

    /// The environment of the key that signed the postback; nil if it was not verified.
    var environment: SigningEnvironment? {
        get { self[.environments].map { SigningEnvironment.allCases[$0] } }
        set {
            self[.environments] = newValue.flatMap { SigningEnvironment.allCases.firstIndex(of: $0) }
            self[.verdicts] = Dimension.place(of: newValue.map { _ in .valid })
        }
    }
}

extension DataTiers {
    /// The tiers as a range, as in `2` or `0-1`; `none` if there is none.
    package var rangeName: String {
        let tiers = descending.reversed().map(\.rawValue)
        guard let first = tiers.first, let last = tiers.last else { return "none" }
        if last - first == tiers.count - 1 { return first == last ? "\(first)" : "\(first)-\(last)" }
        return tiers.map(String.init).joined(separator: ",")
    }

    /// All sets of tiers, including those with gaps.
    static let everySet = (UInt8(0)..<16).map { DataTiers(rawValue: $0) }

    static func tiers(ofRange name: String) -> [DataTier]? {
        everySet.first { $0.rangeName == name }.map { $0.descending.reversed() }
    }

    /// The sets that are reported even if no postback has them: single tiers, consecutive tiers, and none.
    package static let reported: [DataTiers] =
        DataTier.allCases.map { DataTiers($0) }
        + [[.zero, .one], [.zero, .one, .two], .all, [.one, .two], [.one, .two, .three], [.two, .three], []]
}

package enum SkippedReason: String, CaseIterable, Sendable {
    /// Verdicts on impressions, and on tokens that are neither impressions nor postbacks.
    case impressions
    /// Lines of a timeline that are not about postbacks.
    case events
    /// Postbacks that a timeline sends to the developer.
    case copies
    /// Postbacks of a timeline that were not answered with status 200.
    case undelivered
    /// Lines that could not be read as an input.
    case rejected
}
