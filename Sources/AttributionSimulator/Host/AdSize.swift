/// The format of an ad.
package enum AdFormat: String, CaseIterable, Sendable {
    case banner
    case mediumRectangle = "medium-rectangle"
    case fullScreen = "full-screen"
}

/// The possible sizes of a banner view, in points.
package enum AdSize: String, CaseIterable, Sendable {
    case phonePortrait = "320x50"
    case phoneLandscape = "480x32"
    case padPortrait = "768x66"
    case padLandscape = "1024x66"
    case mediumRectangle = "300x250"

    package enum Orientation: String, CaseIterable, Sendable {
        case portrait, landscape
    }

    /// Returns the sizes that ads of a format can have.
    package static func sizes(of format: AdFormat) -> [AdSize] {
        switch format {
        case .banner: [.phonePortrait, .phoneLandscape, .padPortrait, .padLandscape]
        case .mediumRectangle: [.mediumRectangle]
        case .fullScreen: []
        }
    }

    func fits(_ orientation: Orientation) -> Bool {
        switch self {
        case .phonePortrait, .padPortrait: orientation == .portrait
        case .phoneLandscape, .padLandscape: orientation == .landscape
        case .mediumRectangle: true
        }
    }
}
