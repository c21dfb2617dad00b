import ECDSA

/// A version of SKAdNetwork, which decides what is signed and by which of Apple's keys.
public enum SKAdNetworkVersion: String, CaseIterable, Comparable, Sendable {
    /// Its postbacks carry no `version`.
    case one = "1.0"
    case two = "2.0"
    case twoOne = "2.1"
    case twoTwo = "2.2"
    case three = "3.0"
    case four = "4.0"

    public static func < (left: Self, right: Self) -> Bool {
        left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8)
    }

    /// The campaign of an ad and its postback: 1 to 100 until 3.0, a hierarchical source identifier from 4.0 on.
    public var hasSourceIdentifier: Bool { self >= .four }

    /// Whether ads have a fidelity type, so that view-through ads can be told from StoreKit-rendered ones.
    public var hasFidelity: Bool { self >= .twoTwo }

    /// The curve of the key that Apple signs this version's postbacks with
    /// [Verifying an install-validation postback]. An ad network's own key is on P-256 for every version.
    public var curve: SignatureCurve { self <= .two ? .p192 : .p256 }
}

/// How an ad was shown, as the signature of an ad from 2.2 on says [Generating the signature to validate view-through ads].
public enum FidelityType: Int, CaseIterable, Sendable {
    /// A custom ad that was looked at for long enough; the device gets an `SKAdImpression`.
    case viewThrough = 0
    /// A product page or overlay of StoreKit, or a web ad in Safari.
    case storeKitRendered = 1
}
