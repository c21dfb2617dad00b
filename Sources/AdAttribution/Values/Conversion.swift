/// What a conversion was [Identifying the parameters in a postback].
public enum ConversionType: String, CaseIterable, Sendable {
    case download, redownload
    case reEngagement = "re-engagement"

    /// Whether the app was installed, for the first time or again.
    public var isInstall: Bool { self != .reEngagement }
}

/// How a person met the ad. A view leads to installs, only a click to re-engagements as well.
public enum InteractionType: String, CaseIterable, Sendable {
    case click, view
}
