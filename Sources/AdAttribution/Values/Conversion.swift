/// What a conversion was [Identifying the parameters in a postback].
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum ConversionType: String, CaseIterable, Codable, Sendable {
    /// The app was installed for the first time.
    case download
    /// The app was installed again.
    case redownload
    /// A tap opened the app, which was there.
    case reEngagement = "re-engagement"

    /// Whether the app was installed, for the first time or again.
    public var isInstall: Bool { self != .reEngagement }
}

/// How a person met the ad. A view leads to installs, only a click to re-engagements as well.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum InteractionType: String, CaseIterable, Codable, Sendable {
    /// A tap.
    case click
    /// The ad was on screen for long enough.
    case view
}
