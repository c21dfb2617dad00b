import AdAttribution
import Rules
import StrictJSON

/// Reads an advertised app with what it says in its Info.plist.
enum AdvertisedAppReader {
    private static let keys = [
        "item-identifier", "installed", "marketplace", "country", "overlapping-re-engagement-windows",
        "universal-links", "postback-copies", "configuration",
    ]

    static func read(_ view: JSONView, _ reader: inout MemberReader) -> AdvertisedApp? {
        var app = AdvertisedApp(item: 0)
        var item: UInt64?
        reader.members(of: view, known: keys) { reader, name, value in
            let key = name.string
            guard keys.contains(key) else { return false }
            reader.inside(.name(key)) { reader in
                switch key {
                case "item-identifier": item = reader.item(value)
                case "installed": app.isInstalled = reader.bool(value) ?? false
                case "marketplace": app.marketplace = reader.string(value) ?? app.marketplace
                case "country": app.country = reader.country(value)
                case "overlapping-re-engagement-windows": app.overlaps = reader.bool(value) ?? false
                case "universal-links": app.universalLinks = reader.strings(value)
                case "postback-copies": app.copies = copies(value, &reader)
                default: readRules(value, of: &app, &reader)
                }
            }
            return true
        }
        guard let item else {
            if view.kind == .object, view.member("item-identifier") == nil {
                reader.report(.key("item-identifier"), .missing(wanted: "the app's item ID"))
            }
            return nil
        }
        app.item = item
        return app
    }

    private static func copies(_ view: JSONView, _ reader: inout MemberReader) -> AdvertisedApp.Copies {
        var copies = AdvertisedApp.Copies()
        reader.members(of: view, known: ["install", "re-engagement", "skadnetwork"]) { reader, name, value in
            if name.isString("install") {
                copies.install = reader.inside(.key("install")) { $0.bool(value) } ?? false
            } else if name.isString("re-engagement") {
                copies.reEngagement = reader.inside(.key("re-engagement")) { $0.bool(value) } ?? false
            } else if name.isString("skadnetwork") {
                copies.skAdNetwork = reader.inside(.key("skadnetwork")) { $0.bool(value) } ?? false
            } else {
                return false
            }
            return true
        }
        return copies
    }

    // MARK: - AdAttributionKitConfigurations

    private typealias Name = ConfigurationField

    private static func readRules(_ view: JSONView, of app: inout AdvertisedApp, _ reader: inout MemberReader) {
        reader.fields([Name.windows, Name.cooldown], of: view) { reader, field, value in
            if field == Name.cooldown { return readCooldowns(value, of: &app, &reader) }
            guard value.kind == .object else { return reader.reportValue(value, wanted: "an object") }
            for member in value.members {
                let network = member.name.string
                let windows = reader.inside(.name(network)) { readWindows(member.value, network, of: &app, &$0) }
                if member.name.isString(Name.global) {
                    app.rules.global = windows
                } else {
                    app.rules.networks[network] = windows
                }
            }
        }
    }

    private static func readWindows(
        _ view: JSONView, _ network: String, of app: inout AdvertisedApp, _ reader: inout MemberReader
    ) -> AttributionConfiguration.Windows {
        var windows = AttributionConfiguration.Windows()
        reader.fields([Name.install], of: view) { reader, _, value in
            reader.fields([Name.click, Name.view, Name.ignoredInteraction], of: value) { reader, field, value in
                func days(_ range: ClosedRange<Int>, _ interaction: InteractionType) -> Int? {
                    let path = "\(Name.windows.name).\(network).\(Name.install.name).\(field.name)"
                    let isGlobal = network == "\(Name.global)"
                    return number(value, range, .init(path, isGlobal ? nil : interaction), of: &app, &reader)
                }
                switch field {
                case Name.click: windows.click = days(Name.clickDays, .click)
                case Name.view: windows.view = days(Name.viewDays, .view)
                default: windows.ignoredInteraction = reader.choice(value, InteractionType.self)
                }
            }
        }
        return windows
    }

    private static func readCooldowns(_ view: JSONView, of app: inout AdvertisedApp, _ reader: inout MemberReader) {
        reader.fields([Name.installCooldown, Name.reEngagementCooldown], of: view) { reader, field, value in
            let key = AdvertisedApp.KeyOutOfRange("\(Name.cooldown.name).\(field.name)")
            let hours = number(value, Name.cooldownHours, key, of: &app, &reader) ?? 0
            if field == Name.installCooldown {
                app.rules.installCooldown = hours
            } else {
                app.rules.reEngagementCooldown = hours
            }
        }
    }

    /// A number within its range. One beyond it is a fault of the property list, which the device goes on without.
    private static func number(
        _ view: JSONView, _ range: ClosedRange<Int>, _ key: AdvertisedApp.KeyOutOfRange, of app: inout AdvertisedApp,
        _ reader: inout MemberReader
    ) -> Int? {
        guard let number = reader.anyInteger(view) else { return nil }
        guard range.contains(number) else {
            app.keysOutOfRange.append(key)
            return nil
        }
        return number
    }
}

extension MemberReader {
    /// Goes through an object's fields, each at its place.
    fileprivate mutating func fields(
        _ fields: [Field], of view: JSONView, _ body: (inout MemberReader, Field, JSONView) -> Void
    ) {
        members(of: view, known: fields.map(\.text)) { reader, name, value in
            guard let field = fields.first(where: { name.isString($0.name) }) else { return false }
            reader.inside(.key(field.name)) { body(&$0, field, value) }
            return true
        }
    }
}
