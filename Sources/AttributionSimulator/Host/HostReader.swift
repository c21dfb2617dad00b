import AdAttribution
import Bytes
import StrictJSON

/// Reads an app that shows ads, with its screens.
enum HostReader {
    private static let keys = [
        "app", "device", "orientation", "audience", "exclusions", "refresh", "load-delay", "fill-rate", "eligible",
        "hide-when-empty", "currency", "screens", "inventory",
    ]

    static func read(_ view: JSONView, _ judge: @escaping TokenJudge, _ reader: inout MemberReader) -> AdHost? {
        let before = reader.faults.count
        guard view.kind == .object else {
            reader.reportValue(view, wanted: "an object")
            return nil
        }
        var host = AdHost(app: 0)
        // What sizes a slot can have depends on the device.
        if let device = view.member("device") {
            host.device = reader.inside(.key("device")) { $0.choice(device, AdHost.Device.self) } ?? host.device
        }
        reader.members(of: view, known: keys) { reader, name, value in
            let key = name.string
            guard keys.contains(key) else { return false }
            reader.inside(.name(key)) { read(key, value, into: &host, judge, &$0) }
            return true
        }
        for (key, wanted) in [("app", "the app's item ID"), ("screens", "the app's screens")]
        where view.member(named: key) == nil {
            reader.report(.name(key), .missing(wanted: wanted))
        }
        if view.member("currency") == nil, host.inventory.contains(where: { $0.cpm > .zero || $0.cpc > .zero }) {
            reader.report(.key("currency"), .missing(wanted: "the currency of the prices, such as \"USD\""))
        }
        return reader.faults.count == before ? host : nil
    }

    private static func read(
        _ key: String, _ value: JSONView, into host: inout AdHost, _ judge: @escaping TokenJudge,
        _ reader: inout MemberReader
    ) {
        switch key {
        case "app": host.app = reader.item(value) ?? host.app
        case "orientation": host.orientation = reader.choice(value, AdSize.Orientation.self) ?? host.orientation
        case "audience": host.audience = reader.choice(value, AdHost.Audience.self) ?? host.audience
        case "exclusions": host.exclusions = exclusions(value, &reader)
        case "refresh": host.refresh = reader.span(value, atLeast: TimeSpan.second) ?? host.refresh
        case "load-delay": host.loadDelay = reader.span(value, atLeast: 0) ?? host.loadDelay
        case "fill-rate": host.fillRate = reader.integer(value, 0...100) ?? host.fillRate
        case "eligible": host.isEligible = reader.bool(value) ?? host.isEligible
        case "hide-when-empty": host.hidesWhenEmpty = reader.bool(value) ?? host.hidesWhenEmpty
        case "currency": host.currency = currency(value, &reader) ?? host.currency
        case "screens": ScreenReader.read(value, into: &host, &reader)
        case "inventory": host.inventory = InventoryReader.read(value, judge, &reader)
        default: break
        }
    }

    private static func currency(_ view: JSONView, _ reader: inout MemberReader) -> String? {
        let text = view.string
        if view.kind == .string, text.utf8.count == 3, text.utf8.allSatisfy(ASCII.isUppercase) { return text }
        reader.reportValue(view, wanted: "three capital letters such as \"USD\"")
        return nil
    }

    private static func exclusions(_ view: JSONView, _ reader: inout MemberReader) -> AdHost.Exclusions {
        var exclusions = AdHost.Exclusions()
        reader.members(of: view, known: ["keywords", "urls"]) { reader, name, value in
            if name.isString("keywords") {
                exclusions.keywords = reader.inside(.key("keywords")) { $0.strings(value) }
            } else if name.isString("urls") {
                reader.inside(.key("urls")) { reader in
                    reader.elements(of: value, wanted: "an array of hosts") { reader, element in
                        if let host = reader.webHost(element) { exclusions.hosts.append(host) }
                    }
                }
            } else {
                return false
            }
            return true
        }
        return exclusions
    }
}

extension MemberReader {
    /// A length of time such as `30s`.
    mutating func span(_ view: JSONView, atLeast least: Int64) -> Int64? {
        if view.kind == .string, let span = unsafe view.unescapedOrContent({ unsafe TimeSpan.offset($0) }),
            span >= least
        {
            return span
        }
        let text = least > 0 ? " of \(TimeSpan.text(least)) or more" : ""
        reportValue(view, wanted: "a length of time\(text) such as 30s or 1m30s")
        return nil
    }

    /// The host of a URL, or of what was written without a scheme, in lower case.
    mutating func webHost(_ view: JSONView) -> String? {
        var text = view.string[...]
        if let scheme = text.range(of: "://") { text = text[scheme.upperBound...] }
        let authority = text.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let host = (authority.split(separator: "@").last ?? "").prefix { $0 != ":" }.lowercased()
        if view.kind == .string, !host.isEmpty, !host.utf8.contains(where: { $0 <= ASCII.space }) { return host }
        reportValue(view, wanted: "a URL or its host, such as \"rival.example\"")
        return nil
    }
}

extension Substring {
    /// Where a text lies in this one.
    fileprivate func range(of text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }
}
