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
                    [true, false].map { didWin in
                        PostbackCell(
                            tier: tier, window: window, conversionType: type, interaction: interaction, didWin: didWin)
                    }
                }
            }
        }
    }.filter(\.isSent)

    private var isSent: Bool {
        Disclosure(of: .adAttributionKit, tier: tier, window: window, didWin: didWin).isPostback
            && (conversionType.isInstall || didWin && interaction == .click)
    }
}

extension PostbackRequest {
    /// Sets the properties of the request that make up a cell.
    mutating func fit(_ cell: PostbackCell) {
        tier = cell.tier
        window = cell.window
        conversionType = cell.conversionType
        interaction = cell.interaction
        didWin = cell.didWin
    }
}
