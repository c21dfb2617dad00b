import AdAttribution
import Rules
import StrictJSON

/// The members of an event as they lie in the text.
struct EventMembers {
    var at, event, impression, publisher, presentation, attributionView, url: JSONView?
    var app, kind, marketplace, country: JSONView?
    var fine, coarse, lock, types, tag, api: JSONView?
    var on, interaction, conversionType, windows, tier: JSONView?
    var seen: Keys = []

    struct Keys: OptionSet {
        let rawValue: UInt32

        static let at = Keys(rawValue: 1 << 0)
        static let event = Keys(rawValue: 1 << 1)
        static let impression = Keys(rawValue: 1 << 2)
        static let publisher = Keys(rawValue: 1 << 3)
        static let presentation = Keys(rawValue: 1 << 4)
        static let attributionView = Keys(rawValue: 1 << 5)
        static let url = Keys(rawValue: 1 << 6)
        static let app = Keys(rawValue: 1 << 7)
        static let kind = Keys(rawValue: 1 << 8)
        static let marketplace = Keys(rawValue: 1 << 9)
        static let country = Keys(rawValue: 1 << 10)
        static let fine = Keys(rawValue: 1 << 11)
        static let coarse = Keys(rawValue: 1 << 12)
        static let lock = Keys(rawValue: 1 << 13)
        static let types = Keys(rawValue: 1 << 14)
        static let tag = Keys(rawValue: 1 << 15)
        static let api = Keys(rawValue: 1 << 16)
        static let on = Keys(rawValue: 1 << 17)
        static let interaction = Keys(rawValue: 1 << 18)
        static let conversionType = Keys(rawValue: 1 << 19)
        static let windows = Keys(rawValue: 1 << 20)
        static let tier = Keys(rawValue: 1 << 21)
        static let device = Keys(rawValue: 1 << 22)

        static let names = [
            "at", "event", "impression", "publisher", "presentation", "attribution-view", "re-engagement-url", "app",
            "kind", "marketplace", "country", "fine", "coarse", "lock", "types", "tag", "api", "on", "interaction",
            PostbackField.conversionType.text, "windows", "tier", "device",
        ]

        var names: [String] {
            Self.names.enumerated().filter { rawValue & 1 << UInt32($0.offset) != 0 }.map(\.element)
        }
    }

    /// Takes a member at its place, if an event can have it.
    mutating func sort(_ member: JSONView.Member) {
        let name = member.name
        let value = member.value
        let key: Keys
        if name.isString("at") {
            (key, at) = (.at, value)
        } else if name.isString("event") {
            (key, event) = (.event, value)
        } else if name.isString("impression") {
            (key, impression) = (.impression, value)
        } else if name.isString("device") {
            key = .device
        } else if name.isString("app") {
            (key, app) = (.app, value)
        } else if name.isString("fine") {
            (key, fine) = (.fine, value)
        } else if name.isString("coarse") {
            (key, coarse) = (.coarse, value)
        } else if name.isString("lock") {
            (key, lock) = (.lock, value)
        } else if name.isString("publisher") {
            (key, publisher) = (.publisher, value)
        } else if name.isString("presentation") {
            (key, presentation) = (.presentation, value)
        } else {
            return sortRare(name, value)
        }
        seen.insert(key)
    }

    private mutating func sortRare(_ name: JSONView, _ value: JSONView) {
        let key: Keys
        if name.isString("attribution-view") {
            (key, attributionView) = (.attributionView, value)
        } else if name.isString("re-engagement-url") {
            (key, url) = (.url, value)
        } else if name.isString("kind") {
            (key, kind) = (.kind, value)
        } else if name.isString("marketplace") {
            (key, marketplace) = (.marketplace, value)
        } else if name.isString("country") {
            (key, country) = (.country, value)
        } else if name.isString("types") {
            (key, types) = (.types, value)
        } else if name.isString("tag") {
            (key, tag) = (.tag, value)
        } else if name.isString("api") {
            (key, api) = (.api, value)
        } else if name.isString("on") {
            (key, on) = (.on, value)
        } else if name.isString("interaction") {
            (key, interaction) = (.interaction, value)
        } else if name.isString(PostbackField.conversionType.name) {
            (key, conversionType) = (.conversionType, value)
        } else if name.isString("windows") {
            (key, windows) = (.windows, value)
        } else if name.isString("tier") {
            (key, tier) = (.tier, value)
        } else {
            return
        }
        seen.insert(key)
    }
}
