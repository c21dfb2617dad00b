import AttributionModel

// Taps on ads for apps that are already installed.

extension DeviceSimulator {
    static let month = 30 * TimeSpan.day
    static let year = 365 * TimeSpan.day
    /// The query parameter that the system appends to the re-engagement URL.
    static let parameter = "AdAttributionKitReengagementOpen"

    mutating func reEngage(_ index: Int, url: String?) {
        let impression = ads[index].impression
        let app = impression.advertised
        let place = remember(app)
        let isDevelopment = impression.publisher == 0
        var tag: String?
        if now < apps.states[place].cooldownEnd {
            record(.noConversion(app: app, .cooldown, considered: []))
        } else if !isDevelopment, isLimited(place) {
            record(.noConversion(app: app, .rateLimited, considered: []))
        } else {
            if !isDevelopment { count(place) }
            let considered = ConsideredImpression(impression: impression, interaction: .click, at: now, outcome: .won)
            convert(
                app, .reEngagement, [party(index, .click, didWin: true)], [considered], isDevelopment: isDevelopment)
            tag = conversions.last?.tag
        }
        openApp(app, url: url, tag: tag)
        // After the conversion is made, the app opens. For the other open conversions, this counts as a launch.
        launched(app: app)
    }

    /// Returns whether the app's limit for the last 30 days or the device's limit for the last 365 days is reached.
    private mutating func isLimited(_ app: Int) -> Bool {
        if let limit = world.limits.appPerMonth {
            let month = now - Self.month
            while let first = apps.states[app].limited.first, first <= month {
                apps.states[app].limited.removeFirst()
            }
            if apps.states[app].limited.count >= limit { return true }
        }
        guard let limit = world.limits.devicePerYear else { return false }
        let year = now - Self.year
        while let first = deviceReEngagements.first, first <= year { deviceReEngagements.removeFirst() }
        return deviceReEngagements.count >= limit
    }

    /// Records a re-engagement if there is a limit, which also limits the number of records.
    private mutating func count(_ app: Int) {
        if world.limits.appPerMonth != nil { apps.states[app].limited.append(now) }
        if world.limits.devicePerYear != nil { deviceReEngagements.append(now) }
    }

    private mutating func openApp(_ app: UInt64, url: String?, tag: String?) {
        guard let url else { return record(.openApp(app: app, nil)) }
        guard Self.isUniversalLink(url, hosts: world.app(app).universalLinks) else {
            return record(.openApp(app: app, .notAUniversalLink))
        }
        let opened = Self.opened(url, tag: tag, stripping: world.strippedParameters)
        record(.openURL(app: app, url: opened))
    }

    // MARK: - URLs [handleTap(reEngagementURL:)]

    /// Returns whether a URL opens the app: it uses https, and its host is among the app's hosts, if those are known.
    static func isUniversalLink(_ url: String, hosts: Set<String>?) -> Bool {
        let scheme = "https://"
        guard url.utf8.count > scheme.utf8.count, url.prefix(scheme.count).lowercased() == scheme else { return false }
        guard let host = url.webHost else { return false }
        return hosts?.contains(host) ?? true
    }

    /// Returns the URL with which the app is opened: without the stripped parameters, and with the system's own parameter at the end of the
    /// query.
    static func opened(_ url: String, tag: String?, stripping stripped: Set<String>) -> String {
        let parameter = Self.parameter + (tag.map { "=" + $0 } ?? "")
        let fragmentStart = url.firstIndex(of: "#") ?? url.endIndex
        let address = url[..<fragmentStart]
        let fragment = url[fragmentStart...]
        guard let queryStart = address.firstIndex(of: "?") else { return address + "?" + parameter + fragment }
        let query = address[address.index(after: queryStart)...]
        var kept = query.split(separator: "&", omittingEmptySubsequences: false).filter { item in
            let name = String(item.prefix { $0 != "=" })
            return !item.isEmpty && name != Self.parameter && !stripped.contains(name)
        }.map(String.init)
        kept.append(parameter)
        return address[..<queryStart] + "?" + kept.joined(separator: "&") + fragment
    }
}
