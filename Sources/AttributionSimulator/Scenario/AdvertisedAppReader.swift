import AdAttribution
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
                default: app.rules = rules(value, &reader)
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

    private static func rules(_ view: JSONView, _ reader: inout MemberReader) -> AttributionRules {
        var rules = AttributionRules()
        reader.members(of: view, known: ["AttributionWindows", "AttributionCooldown"]) { reader, name, value in
            if name.isString("AttributionWindows") {
                reader.inside(.key("AttributionWindows")) { (reader: inout MemberReader) -> Void in
                    guard value.kind == .object else { return reader.reportValue(value, wanted: "an object") }
                    for member in value.members {
                        let name = member.name.string
                        let windows = reader.inside(.name(name)) {
                            Self.windows(member.value, name, &$0, &rules.faults)
                        }
                        if name == "global" { rules.global = windows } else { rules.networks[name] = windows }
                    }
                }
            } else if name.isString("AttributionCooldown") {
                reader.inside(.key("AttributionCooldown")) { cooldown(value, &$0, &rules) }
            } else {
                return false
            }
            return true
        }
        return rules
    }

    private static func windows(
        _ view: JSONView, _ network: String, _ reader: inout MemberReader, _ faults: inout [String]
    ) -> AttributionRules.Windows {
        var windows = AttributionRules.Windows()
        reader.members(of: view, known: ["install"]) { reader, name, value in
            guard name.isString("install") else { return false }
            reader.inside(.key("install")) { reader in
                reader.members(of: value, known: ["click", "view", "ignoreInteractionType"]) { reader, name, value in
                    let path = "AttributionWindows.\(network).install."
                    if name.isString("click") {
                        windows.click = reader.inside(.key("click")) {
                            number(value, AttributionRules.clickDays, path + "click", &$0, &faults)
                        }
                    } else if name.isString("view") {
                        windows.view = reader.inside(.key("view")) {
                            number(value, AttributionRules.viewDays, path + "view", &$0, &faults)
                        }
                    } else if name.isString("ignoreInteractionType") {
                        windows.ignored = reader.inside(.key("ignoreInteractionType")) {
                            $0.choice(value, InteractionType.self)
                        }
                    } else {
                        return false
                    }
                    return true
                }
            }
            return true
        }
        return windows
    }

    private static func cooldown(_ view: JSONView, _ reader: inout MemberReader, _ rules: inout AttributionRules) {
        var faults = rules.faults
        let hours = AttributionRules.cooldownHours
        let known = ["install-cooldown-hours", "re-engagement-cooldown-hours"]
        reader.members(of: view, known: known) { reader, name, value in
            let key = name.string
            guard known.contains(key) else { return false }
            let found =
                reader.inside(.name(key)) {
                    number(value, hours, "AttributionCooldown." + key, &$0, &faults)
                } ?? 0
            if key == known[0] { rules.installCooldown = found } else { rules.reEngagementCooldown = found }
            return true
        }
        rules.faults = faults
    }

    /// A number within its range. One beyond it is a fault of the property list, which the device goes on without.
    private static func number(
        _ view: JSONView, _ range: ClosedRange<Int>, _ key: String, _ reader: inout MemberReader,
        _ faults: inout [String]
    ) -> Int? {
        guard let number = reader.anyInteger(view) else { return nil }
        guard range.contains(number) else {
            faults.append(key)
            return nil
        }
        return number
    }
}
