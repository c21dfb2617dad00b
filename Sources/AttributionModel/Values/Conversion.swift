/// The type of a conversion [Identifying the parameters in a postback].
///
/// Apple may add types, so a `switch` over it needs a default. A `FieldValue` keeps a type that is unknown here.
public struct ConversionType: RawRepresentable, CaseIterable, Hashable, Codable, Sendable {
    package enum Known: String, CaseIterable, Sendable {
        case download, redownload
        case reEngagement = "re-engagement"
    }

    package let known: Known

    private init(_ known: Known) { self.known = known }

    /// Creates the type with the name that Apple gives it; returns nil for an unknown name.
    public init?(rawValue: String) {
        guard let known = Known(rawValue: rawValue) else { return nil }
        self.known = known
    }

    /// The name that Apple gives it.
    public var rawValue: String { known.rawValue }
    /// The types that are known.
    public static let allCases = Known.allCases.map { ConversionType($0) }

    /// The app was installed for the first time.
    public static var download: ConversionType { ConversionType(.download) }
    /// The app was installed again.
    public static var redownload: ConversionType { ConversionType(.redownload) }
    /// A tap opened an app that was already installed.
    public static var reEngagement: ConversionType { ConversionType(.reEngagement) }

    /// Whether the conversion is an installation, either the first one or a reinstallation.
    package var isInstall: Bool { self != .reEngagement }
}

/// The interaction of a person with an ad. A view can lead to installs, a click also to re-engagements.
public enum InteractionType: String, CaseIterable, Codable, Sendable {
    /// A tap.
    case click
    /// The ad was on screen for long enough.
    case view
}
