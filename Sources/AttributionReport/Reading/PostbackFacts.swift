import AttributionBase
import AttributionModel

extension PostbackMembers {
    /// The facts that a report counts, without texts. The numbers are indices of the dimensions' values.
    var fact: CountedPostback {
        var fact = CountedPostback()
        fact[.frameworks] = isAdAttributionKit ? 0 : 1
        fact[.outcomes] = self[.didWin]?.truth.map { $0 ? 0 : 1 }
        fact[.windows] = self[.index]?.unsignedInteger.flatMap { $0 <= 2 ? Int($0) : nil }
        let digits = self[.source]?.digitCount
        fact[.digits] = digits.map { $0 - SourceIdentifier.digitCounts.lowerBound }
        if isAdAttributionKit {
            fact[.conversionTypes] = self[.conversionType]?.place(among: "download", "redownload", "re-engagement")
            fact[.interactions] = self[.interaction]?.place(among: "click", "view")
        } else {
            fact[.conversionTypes] = self[.redownload]?.truth.map { $0 ? 1 : 0 }
            // StoreKit-rendered and web ads count as click-through.
            fact[.interactions] = self[.fidelity]?.unsignedInteger.flatMap { $0 == 1 ? 0 : $0 == 0 ? 1 : nil }
        }
        let (fine, coarse) = (self[.fine], self[.coarse])
        if isAdAttributionKit || version.flatMap(SKAdNetworkVersion.init)?.hasTiers == true {
            fact[.tiers] = Int(tiers(of: fact, digits, fine, coarse).rawValue & 15)
        }
        if let number = fine?.unsignedInteger, number < 64 {
            fact[.fine] = Int(number)
        } else if let place = coarse?.place(among: "low", "medium", "high") {
            fact[.coarse] = place
        } else {
            let isPresent = fine != nil || coarse != nil
            fact[.absences] = (isPresent ? .unreadable : absence(in: fact)).rawValue
        }
        fact[.values] = fact[.fine] != nil ? 0 : fact[.coarse] != nil ? 1 : 2
        return fact
    }

    private func tiers(
        of fact: CountedPostback, _ digits: Int?, _ fine: JSONView?, _ coarse: JSONView?
    ) -> DataTiers {
        guard let window = fact[.windows] else { return [] }
        let present = DisclosedFields.Presence(
            publisher: publisher != nil, marketplaceIdentifier: self[.marketplace] != nil, fine: fine != nil,
            coarse: coarse != nil, country: self[.country] != nil)
        return DisclosedFields(
            isAdAttributionKit ? .adAttributionKit : .skAdNetwork, isLater: window > 0, didWin: !fact.isLost,
            digits: digits, hasBody: hasBody, present: present
        ).tiers
    }

    /// The reason why there is no value.
    private func absence(in fact: CountedPostback) -> CountedPostback.Absence {
        if fact.isLost { return .nonwinning }
        guard hasBody else { return .tokenOnly }
        guard let tiers = fact[.tiers] else { return .thresholdOrNotSet }
        guard let window = fact[.windows] else { return .unreadable }
        return CountedPostback.Absence.ofWinning[(isAdAttributionKit ? 0 : 48) + window * 16 + tiers]
    }
}

extension JSONView {
    /// Returns the index of a string among the given words; nil if it is not one of them.
    fileprivate func place(among first: StaticString, _ second: StaticString, _ third: StaticString? = nil) -> Int? {
        if isString(first) { return 0 }
        if isString(second) { return 1 }
        return third.map { isString($0) } == true ? 2 : nil
    }
}

extension CountedPostback.Absence {
    /// Why winning postbacks have no value: ``Disclosure`` as a table by framework, window and tiers.
    fileprivate static let ofWinning: [CountedPostback.Absence] =
        [Disclosure.Framework.adAttributionKit, .skAdNetwork].flatMap { framework in
            ConversionWindow.allCases.flatMap { window in
                DataTiers.everySet.map { work(out: framework, window, $0) }
            }
        }

    private static func work(
        out framework: Disclosure.Framework, _ window: ConversionWindow, _ tiers: DataTiers
    ) -> CountedPostback.Absence {
        let reasons = Set(
            tiers.descending.map { reason(Disclosure(of: framework, tier: $0, window: window, didWin: true)) })
        guard let reason = reasons.first else { return .unreadable }
        return reasons.count == 1 ? reason : .tierOrNotSet
    }

    /// The reason if the tier is known. Every update sets a fine value, so in the first window there was one that the tier withheld, or no
    /// update at all. In later windows, only a coarse value would have been sent.
    private static func reason(_ disclosure: Disclosure) -> CountedPostback.Absence {
        var reason = disclosure.absence(of: .fine)
        if reason == .window { reason = disclosure.absence(of: .coarse) }
        return switch reason {
        case .window: .window
        case .tier: .tier
        default: .notSet
        }
    }
}

extension JSONView {
    /// The number of digits of a source identifier; nil for any other value.
    var digitCount: Int? {
        guard kind == .string, !hasEscapes else { return nil }
        let text = content
        guard text.count >= 2, text.count <= 4 else { return nil }
        for offset in 0..<text.count where !ASCII.isDigit(text[offset]) { return nil }
        return text.count
    }
}
