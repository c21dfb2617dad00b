import AdAttribution

/// A violation of a guideline by a host's description, which needs no events.
package struct HostGuideline: Sendable {
    package var fact: GuidelineFact
    /// The path of the member at fault, such as `host.screens[0].slots[1].position`.
    package var place: String
}

extension AdHost {
    /// The violations that need no events, ordered by rule, then by screen and slot.
    package var brokenGuidelines: [HostGuideline] {
        var broken: [HostGuideline] = []
        func add(
            _ rule: Rule, as severity: Rule.Severity? = nil, screen: Int? = nil, slot: Int? = nil, _ member: String,
            _ found: String
        ) {
            let fact = violation(of: rule, as: severity, screen: screen, slot: slot, found)
            var place = "host"
            if let slot {
                place = self.place(ofSlot: slot)
            } else if let screen {
                place += ".screens[\(screen)]"
            }
            broken.append(HostGuideline(fact: fact, place: place + "." + member))
        }
        for (place, slot) in slots.enumerated() where slot.format == .banner && slot.position != .bottom {
            let severity: Rule.Severity = slot.position == .top ? .note : .warning
            add(HostRules.notAtBottom, as: severity, slot: place, "position", slot.position.rawValue)
        }
        for (place, slot) in slots.enumerated() where slot.scrolls {
            add(HostRules.scrolls, slot: place, "scrolls", "true")
        }
        if refresh < Self.leastRefresh { add(HostRules.underThirtySeconds, "refresh", TimeSpan.text(refresh)) }
        for (place, slot) in slots.enumerated() {
            guard let missing = slot.missing else { continue }
            add(HostRules.oneOrientation, slot: place, "sizes", "without a size for \(missing.rawValue)")
        }
        for (place, screen) in screens.enumerated() {
            let count = screen.slots.count { slots[$0].isBanner }
            if count > 1 { add(HostRules.severalBanners, screen: place, "slots", "\(count) banners") }
        }
        if !screens.contains(where: \.hasContent) { add(HostRules.onlyAds, "screens", "without content") }
        for (place, screen) in screens.enumerated()
        where screen.isImmersive && screen.slots.contains(where: { slots[$0].isBanner }) {
            add(HostRules.immersive, screen: place, "slots", "a banner in play")
        }
        for (place, slot) in slots.enumerated() where device.isPhone {
            switch slot.format {
            case .banner: break
            case .mediumRectangle: add(HostRules.formatDevice, slot: place, "format", "medium-rectangle on a phone")
            case .fullScreen: add(HostRules.formatDevice, as: .note, slot: place, "format", "full-screen on a phone")
            }
        }
        for (place, screen) in screens.enumerated() where screen.mediaContinues && !screen.slots.isEmpty {
            add(HostRules.mediaContinues, screen: place, "media-continues", "true")
        }
        for (place, candidates) in candidates.enumerated() where candidates.isEmpty {
            let count = inventory.count { $0.fits(slots[place]) }
            guard count > 0 else { continue }
            let found = count == 1 ? "the one ad left out" : "all \(count) ads left out"
            let fact = violation(of: HostRules.noAdLeft, slot: place, found)
            broken.append(HostGuideline(fact: fact, place: "host.exclusions"))
        }
        return broken
    }

    /// Returns the violation of a guideline by a screen or a slot, or by the app.
    func violation(
        of rule: Rule, as severity: Rule.Severity? = nil, screen: Int? = nil, slot: Int? = nil, _ found: String
    ) -> GuidelineFact {
        GuidelineFact(
            rule: rule, severity: severity ?? rule.severity, screen: screen.map { screens[$0].name },
            slot: slot.map { slots[$0].name }, found: found)
    }

    /// The minimum time for which iAd showed an ad.
    static let leastRefresh = 30 * TimeSpan.second

    private func place(ofSlot slot: Int) -> String {
        let screen = slots[slot].screen
        let offset = screens[screen].slots.firstIndex(of: slot) ?? 0
        return "host.screens[\(screen)].slots[\(offset)]"
    }
}
