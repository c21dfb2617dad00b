import AdAttribution
import ECDSA
import StrictJSON

/// A version of SKAdNetwork, which decides what is signed and by which of Apple's keys.
public enum SKAdNetworkVersion: String, CaseIterable, Comparable, Sendable {
    // In the order of their release.
    /// Its postbacks carry no `version`.
    case one = "1.0"
    case two = "2.0"
    case twoOne = "2.1"
    case twoTwo = "2.2"
    case three = "3.0"
    case four = "4.0"

    public static func < (left: Self, right: Self) -> Bool { left.place < right.place }

    private var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// The version that there is newest.
    package static let newest = allCases[allCases.count - 1]

    /// The version that a text of JSON names.
    package init?(_ text: JSONView) {
        guard let version = Self.allCases.first(where: { text.isString($0.traits.name) }) else { return nil }
        self = version
    }

    /// The campaign of an ad and its postback: 1 to 100 until 3.0, a hierarchical source identifier from 4.0 on.
    public var hasSourceIdentifier: Bool { traits.ad.signs(.sourceIdentifier) }

    /// Whether ads have a fidelity type, so that view-through ads can be told from StoreKit-rendered ones.
    public var hasFidelity: Bool { traits.ad.signs(.fidelityType) }

    /// The curve of the key that Apple signs this version's postbacks with
    /// [Verifying an install-validation postback]. An ad network's own key is on P-256 for every version.
    public var curve: SignatureCurve { traits.postbackCurve }
}

/// How an ad was shown, as the signature of an ad from 2.2 on says [Generating the signature to validate view-through ads].
public enum FidelityType: Int, CaseIterable, Sendable {
    /// A custom ad that was looked at for long enough; the device gets an `SKAdImpression`.
    case viewThrough = 0
    /// A product page or overlay of StoreKit, or a web ad in Safari.
    case storeKitRendered = 1
}
