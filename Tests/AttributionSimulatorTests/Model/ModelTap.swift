import AttributionModel
import AttributionSimulator

extension DeviceModel {
    mutating func tap(_ ad: ShownAd) {
        if let (outcome, code) = tapRefusal(ad) {
            tell(ModelLine.ad(.tap, ad.impression, outcome, code))
            return
        }
        tell(ModelLine.ad(.tap, ad.impression, .recorded, nil))
        let app = ad.impression.advertised
        guard installations[app]?.isPresent == true else {
            recordTap(on: ad)
            tell(ModelLine.openMarketplace(app))
            return
        }
        guard ad.impression.isEligibleForReEngagement else {
            recordTap(on: ad)
            tell(ModelLine.noConversion(app, .notEligible, []))
            tell(ModelLine.openApp(app, nil))
            launched(app)
            return
        }
        let tag = reEngage(ad)
        openApp(app, url: ad.reEngagementURL ?? urlOfSheet(ad), tag: tag)
        launched(app)
    }

    private func urlOfSheet(_ ad: ShownAd) -> String? { tappedSheet(ad).flatMap { sheets[$0].ad.reEngagementURL } }

    // MARK: - The conversion

    /// - Returns: the conversion's tag; nil without a conversion.
    private mutating func reEngage(_ ad: ShownAd) -> String? {
        let app = ad.impression.advertised
        if isInCooldown(app) {
            tell(ModelLine.noConversion(app, .cooldown, []))
            return nil
        }
        let isDevelopment = ad.impression.publisher == 0
        if !isDevelopment, isAtLimit(app) {
            tell(ModelLine.noConversion(app, .rateLimited, []))
            return nil
        }
        let considered = ModelConsidered(impression: ad.impression, type: .click, at: now, outcome: .won, code: nil)
        convert(
            app, .reEngagement, considered: [considered], winner: (ad.impression, .click, isDevelopment), losers: [])
        return conversions.last?.tag
    }

    /// Returns whether a limit is reached by the re-engagements of the last 30 days for this app, or of the last 365
    /// days for all apps. Development re-engagements do not count.
    private func isAtLimit(_ app: UInt64) -> Bool {
        func count(days: Int64, _ isMeant: (ModelConversion) -> Bool) -> Int {
            conversions.count { conversion in
                conversion.type == .reEngagement && !conversion.isDevelopment && isMeant(conversion)
                    && now < conversion.at + days * Self.day
            }
        }
        if let limit = world.limits.appPerMonth, count(days: 30, { $0.app == app }) >= limit { return true }
        if let limit = world.limits.devicePerYear, count(days: 365, { _ in true }) >= limit { return true }
        return false
    }

    // MARK: - The URL

    private mutating func openApp(_ app: UInt64, url: String?, tag: String?) {
        guard let url else {
            tell(ModelLine.openApp(app, nil))
            return
        }
        guard isUniversalLink(url, of: app) else {
            tell(ModelLine.openApp(app, .notAUniversalLink))
            return
        }
        let parameter = "AdAttributionKitReengagementOpen"
        let parts = url.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let halves = parts[0].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var items: [String] = []
        if halves.count > 1 {
            items = halves[1].split(separator: "&").map(String.init)
            items.removeAll { item in
                let name = String(item.prefix { $0 != "=" })
                return name == parameter || world.strippedParameters.contains(name)
            }
        }
        let value = world.app(app).overlaps ? tag.map { "=" + $0 } : nil
        items.append(parameter + (value ?? ""))
        let fragment = parts.count > 1 ? "#" + parts[1] : ""
        tell(ModelLine.openURL(app, halves[0] + "?" + items.joined(separator: "&") + fragment))
    }

    private func isUniversalLink(_ url: String, of app: UInt64) -> Bool {
        guard url.hasPrefix("https://") else { return false }
        let host = url.dropFirst("https://".count).prefix { !"/?#".contains($0) }
        return world.app(app).universalLinks?.contains(String(host)) ?? true
    }
}
