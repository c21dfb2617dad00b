import AdAttribution

/// Every combination of tier, window, conversion type, interaction and outcome that Apple sends.
enum PostbackCells {
    struct Cell {
        let tier: DataTier
        let window: ConversionWindow
        let type: ConversionType
        let interaction: InteractionType
        let didWin: Bool
    }

    static let all: [Cell] = DataTier.allCases.reversed().flatMap { tier in
        ConversionWindow.allCases.flatMap { window in
            ConversionType.allCases.flatMap { type in
                InteractionType.allCases.flatMap { interaction in
                    [true, false].compactMap { didWin in
                        cell(tier, window, type, interaction, didWin)
                    }
                }
            }
        }
    }

    private static func cell(
        _ tier: DataTier, _ window: ConversionWindow, _ type: ConversionType,
        _ interaction: InteractionType, _ didWin: Bool
    ) -> Cell? {
        guard Disclosure(tier: tier, window: window, didWin: didWin).isPostback else { return nil }
        if type == .reEngagement, !didWin || interaction == .view { return nil }
        return Cell(tier: tier, window: window, type: type, interaction: interaction, didWin: didWin)
    }
}

extension PostbackRequest {
    /// The postback of a cell, with the values that its tier and window carry.
    mutating func fit(_ cell: PostbackCells.Cell, coarse: CoarseConversionValue, country: CountryCode, digits: Int) {
        tier = cell.tier
        window = cell.window
        conversionType = cell.type
        interaction = cell.interaction
        didWin = cell.didWin
        sourceDigits = digits
        self.coarse = coarse
        self.country = country
    }
}
