import AttributionModel

/// A combination of data tier, conversion window, conversion type, interaction and outcome that Apple sends.
package struct PostbackCell: Hashable, Sendable {
    package let tier: DataTier
    package let window: ConversionWindow
    package let conversionType: ConversionType
    package let interaction: InteractionType
    package let didWin: Bool

    /// All combinations that Apple sends, highest tier first.
    package static let all: [PostbackCell] = DataTier.allCases.reversed().flatMap { tier in
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

    /// Creates a cell; returns nil if Apple does not send the combination.
    private init?(
        _ tier: DataTier, _ window: ConversionWindow, _ type: ConversionType, _ interaction: InteractionType,
        _ didWin: Bool
    ) {
        guard Disclosure(of: .adAttributionKit, tier: tier, window: window, didWin: didWin).isPostback else {
            return nil
        }
        if type == .reEngagement, !didWin || interaction == .view { return nil }
        self.tier = tier
        self.window = window
        conversionType = type
        self.interaction = interaction
        self.didWin = didWin
    }
}

extension PostbackRequest {
    /// Changes the request to that of a cell.
    mutating func fit(_ cell: PostbackCell) {
        tier = cell.tier
        window = cell.window
        conversionType = cell.conversionType
        interaction = cell.interaction
        didWin = cell.didWin
    }
}
