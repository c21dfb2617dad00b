import AdAttribution
import Bytes
import StrictJSON

/// Reads the ads that an app can be given, with their prices.
enum InventoryReader {
    private static let keys = [
        "impression", "presentation", "format", "sizes", "keywords", "url", "for-adults", "action",
        "leaves-application", "cpm", "cpc", "weight", "test",
    ]
    private static let weights = 1...1_000_000

    static func read(
        _ view: JSONView, _ judge: @escaping TokenJudge, _ reader: inout MemberReader
    ) -> [AdHost.Item] {
        var items: [AdHost.Item] = []
        var impressions = ImpressionReader(judge, readsTemplates: true)
        reader.elements(of: view, wanted: "an array of ads") { reader, element in
            if let item = item(element, &impressions, &reader) { items.append(item) }
        }
        return items
    }

    private static func item(
        _ view: JSONView, _ impressions: inout ImpressionReader, _ reader: inout MemberReader
    ) -> AdHost.Item? {
        let before = reader.faults.count
        guard view.kind == .object else {
            reader.reportValue(view, wanted: "an object")
            return nil
        }
        guard let given = view.member("impression") else {
            reader.report(.key("impression"), .missing(wanted: "a compact JWS, or an impression's fields"))
            return nil
        }
        let impression = reader.inside(.key("impression")) { impressions.read(given, &$0) }
        var format: AdFormat?
        if let given = view.member("format") {
            format = reader.inside(.key("format")) { $0.choice(given, AdFormat.self) }
        } else {
            reader.report(.key("format"), .missing(wanted: "banner, medium-rectangle or full-screen"))
        }
        guard let impression, let format else { return nil }
        var item = AdHost.Item(impression: impression, isToken: given.kind == .string, format: format)
        item.sizes = AdSize.sizes(of: format)
        var leaves: JSONView?
        reader.members(of: view, known: keys) { reader, name, value in
            let key = name.string
            guard keys.contains(key) else { return false }
            if key == "leaves-application" { leaves = value }
            reader.inside(.name(key)) { read(key, value, into: &item, &$0) }
            return true
        }
        if let leaves { check(leaves, item.action, &reader) }
        return reader.faults.count == before ? item : nil
    }

    private static func read(
        _ key: String, _ value: JSONView, into item: inout AdHost.Item, _ reader: inout MemberReader
    ) {
        switch key {
        case "presentation": item.presentation = presentation(value, &reader)
        case "sizes": item.sizes = reader.sizes(value, among: AdSize.sizes(of: item.format))
        case "keywords": item.keywords = reader.strings(value)
        case "url": item.urlHost = reader.webHost(value)
        case "for-adults": item.isForAdults = reader.bool(value) ?? false
        case "action": item.action = reader.choice(value, AdHost.Item.Action.self) ?? .custom
        case "cpm": item.cpm = reader.price(value, decimals: 3) ?? .zero
        case "cpc": item.cpc = reader.price(value, decimals: 6) ?? .zero
        case "weight": item.weight = reader.integer(value, weights) ?? 1
        case "test": item.isTest = reader.bool(value) ?? false
        default: break
        }
    }

    private static func presentation(_ view: JSONView, _ reader: inout MemberReader) -> Presentation {
        let found = reader.choice(view, Presentation.self)
        if found == .overlay || found == .productPage {
            reader.reportValue(view, wanted: "view-through or custom; overlay and product-page are actions")
        }
        return found ?? .viewThrough
    }

    /// The action says it already, so that another value would be a mistake.
    private static func check(_ view: JSONView, _ action: AdHost.Item.Action, _ reader: inout MemberReader) {
        reader.inside(.key("leaves-application")) { reader in
            guard let leaves = reader.bool(view), leaves != action.leavesApplication else { return }
            reader.reportValue(view, wanted: "\(action.leavesApplication), as with every \(action.rawValue) action")
        }
    }
}

extension MemberReader {
    /// An amount of money: decimal digits in a string.
    mutating func price(_ view: JSONView, decimals: Int) -> Money? {
        let amount = view.kind == .string ? unsafe view.unescapedOrContent { unsafe Money([UInt8]($0)) } : nil
        if let amount {
            let text = view.string
            let count = text.utf8.firstIndex(of: ASCII.dot).map {
                text.utf8.distance(from: $0, to: text.utf8.endIndex) - 1
            }
            if count ?? 0 <= decimals { return amount }
        }
        reportValue(
            view, wanted: "a string of decimal digits such as \"2.50\", with \(decimals) decimals at most")
        return nil
    }
}
