/// One of Apple's frameworks. The raw value is its name in files and reports.
public enum Framework: String, CaseIterable, Codable, Sendable {
    /// AdAttributionKit.
    case adAttributionKit = "adattributionkit"
    /// SKAdNetwork, of any version.
    case skAdNetwork = "skadnetwork"

    /// The member of `ext` that OpenRTB has for the framework.
    package var extensionName: StaticString {
        switch self {
        case .adAttributionKit: BidName.attribution
        case .skAdNetwork: BidName.skadn
        }
    }

    /// The reason for loss that an exchange reports for an invalid object of the framework.
    var lossReason: LossReason {
        switch self {
        case .adAttributionKit: .invalidAdAttributionKit
        case .skAdNetwork: .invalidSKAdNetwork
        }
    }
}
