/// What a postback that came shows, as far as its tier can be told from it.
package struct ShownFields: Hashable, Sendable {
    package var framework = Disclosure.Framework.adAttributionKit
    package var window = ConversionWindow.first
    package var didWin = true
    /// How many digits of the source identifier there are; nil if that cannot be told.
    package var digits: Int?
    package var hasPublisher = false
    package var hasMarketplace = false
    /// Whether the fields beside the token are at hand: the last three.
    package var hasBody = true
    package var hasFineValue = false
    package var hasCoarseValue = false
    package var hasCountry = false

    package init() {}
}

/// The tiers that postbacks fit, by what they show: ``Disclosure`` read backwards, worked out once for all of them.
package struct FittingTiers: Sendable {
    package static let table = FittingTiers()

    private let tiers: [DataTiers]

    private init() {
        tiers = (0..<Self.place(of: Self.last) + 1).map { place in Self.shown(at: place).tiers }
    }

    package subscript(shown: ShownFields) -> DataTiers {
        let place = Self.place(of: shown)
        return tiers.indices.contains(place) ? tiers[place] : []
    }

    // MARK: - Places in the table

    private static let last: ShownFields = {
        var last = ShownFields()
        last.framework = .skAdNetwork
        last.window = .third
        last.digits = SourceIdentifier.digitCounts.upperBound
        (last.hasPublisher, last.hasMarketplace, last.hasFineValue, last.hasCoarseValue) = (true, true, true, true)
        last.hasCountry = true
        return last
    }()

    private static func place(of shown: ShownFields) -> Int {
        let digits = shown.digits.map { SourceIdentifier.digitCounts.contains($0) ? $0 - 1 : 0 } ?? 0
        var place = shown.framework == .skAdNetwork ? 1 : 0
        place = place << 2 | shown.window.rawValue
        place = place << 2 | digits
        func add(_ bit: Bool) { place = place << 1 | (bit ? 1 : 0) }
        add(shown.didWin)
        add(shown.hasPublisher)
        add(shown.hasMarketplace)
        add(shown.hasBody)
        add(shown.hasFineValue)
        add(shown.hasCoarseValue)
        add(shown.hasCountry)
        return place
    }

    private static func shown(at place: Int) -> ShownFields {
        func bit(_ offset: Int) -> Bool { place >> offset & 1 == 1 }
        var shown = ShownFields()
        shown.hasCountry = bit(0)
        shown.hasCoarseValue = bit(1)
        shown.hasFineValue = bit(2)
        shown.hasBody = bit(3)
        shown.hasMarketplace = bit(4)
        shown.hasPublisher = bit(5)
        shown.didWin = bit(6)
        let digits = place >> 7 & 3
        shown.digits = digits == 0 ? nil : digits + 1
        shown.window = ConversionWindow(rawValue: place >> 9 & 3) ?? .third
        shown.framework = bit(11) ? .skAdNetwork : .adAttributionKit
        return shown
    }
}

extension ShownFields {
    fileprivate var tiers: DataTiers {
        DisclosedFields(
            framework, isLater: !window.isFirst, didWin: didWin, digits: digits,
            hasPublisher: hasPublisher, hasMarketplace: hasMarketplace,
            hasFineValue: hasBody ? hasFineValue : nil, hasCoarseValue: hasBody ? hasCoarseValue : nil,
            hasCountry: hasBody ? hasCountry : nil
        ).tiers
    }
}
