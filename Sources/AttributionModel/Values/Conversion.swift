/// The type of a conversion [Identifying the parameters in a postback].
public enum ConversionType: String, CaseIterable, Codable, Sendable {
    /// The app was installed for the first time.
    case download
    /// The app was installed again.
    case redownload
    /// A tap opened an app that was already installed.
    case reEngagement = "re-engagement"

    /// Whether the app was installed, for the first time or again.
    package var isInstall: Bool { self != .reEngagement }
}

/// The interaction of a person with an ad. A view can lead to installs, a click also to re-engagements.
public enum InteractionType: String, CaseIterable, Codable, Sendable {
    /// A tap.
    case click
    /// The ad was on screen for long enough.
    case view
}
