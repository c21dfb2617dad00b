import AdAttribution

/// Every combination of tier, window, conversion type, interaction and outcome that Apple sends.
enum PostbackCells {
    struct Cell {
        let tier: DataTier
        /// The `postback-sequence-index`.
        let index: Int
        let type: PostbackRequest.ConversionType
        let interaction: PostbackRequest.Interaction
        let didWin: Bool
    }

    static let all: [Cell] = DataTier.allCases.reversed().flatMap { tier in
        (0..<3).flatMap { index in
            PostbackRequest.ConversionType.allCases.flatMap { type in
                PostbackRequest.Interaction.allCases.flatMap { interaction in
                    [true, false].compactMap { didWin in
                        cell(tier, index, type, interaction, didWin)
                    }
                }
            }
        }
    }

    private static func cell(
        _ tier: DataTier, _ index: Int, _ type: PostbackRequest.ConversionType,
        _ interaction: PostbackRequest.Interaction, _ didWin: Bool
    ) -> Cell? {
        if index > 0, !tier.hasLaterPostbacks || !didWin { return nil }
        if type == .reEngagement, !didWin || interaction == .view { return nil }
        return Cell(tier: tier, index: index, type: type, interaction: interaction, didWin: didWin)
    }
}

extension PostbackRequest {
    /// The postback of a cell, with the values that its tier and window carry.
    mutating func fit(_ cell: PostbackCells.Cell, coarse: CoarseValue, country: String, digits: Int) {
        tier = cell.tier
        index = cell.index
        conversionType = cell.type
        interaction = cell.interaction
        didWin = cell.didWin
        sourceDigits = digits
        self.coarse = coarse
        self.country = country
    }
}
