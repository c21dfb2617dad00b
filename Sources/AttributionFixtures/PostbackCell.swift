import AdAttribution

/// A combination of data tier, conversion window, conversion type, interaction and outcome that Apple sends.
public struct PostbackCell: Hashable, Sendable {
    /// How much the postback may tell.
    public let tier: DataTier
    /// Which of a conversion's postbacks it is.
    public let window: ConversionWindow
    /// What the conversion was.
    public let conversionType: ConversionType
    /// How the person met the ad.
    public let interaction: InteractionType
    /// Whether the ad network won the attribution.
    public let didWin: Bool

    /// Every one of them, the highest tier first.
    public static let all: [PostbackCell] = DataTier.allCases.reversed().flatMap { tier in
        ConversionWindow.allCases.flatMap { window in
            ConversionType.allCases.flatMap { type in
                InteractionType.allCases.flatMap { interaction in
                    [true, false].compactMap { didWin in
                        PostbackCell(tier, window, type, interaction, didWin)
                    }
                }
            }
        }
    }

    /// Nil for what Apple does not send.
    private init?(
        _ tier: DataTier, _ window: ConversionWindow, _ type: ConversionType, _ interaction: InteractionType,
        _ didWin: Bool
    ) {
        guard Disclosure(tier: tier, window: window, didWin: didWin).isPostback else { return nil }
        if type == .reEngagement, !didWin || interaction == .view { return nil }
        self.tier = tier
        self.window = window
        conversionType = type
        self.interaction = interaction
        self.didWin = didWin
    }
}

extension PostbackRequest {
    /// Asks for the postback of a cell.
    mutating func fit(_ cell: PostbackCell) {
        tier = cell.tier
        window = cell.window
        conversionType = cell.conversionType
        interaction = cell.interaction
        didWin = cell.didWin
    }
}
