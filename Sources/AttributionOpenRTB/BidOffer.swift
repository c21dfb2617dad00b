import AttributionBytes
import AttributionJSON
import SKAdNetwork

/// What an impression offers of one framework, read once for all bids that answer it.
///
/// What cannot be read offers nothing: no bid is right that could be held against nothing.
struct BidOffer: Sendable {
    /// The object as it came, whatever it is.
    let object: JSONValue
    let sourceApp: StatedText
    let networks: ListedNetworks
    /// The versions of SKAdNetwork that it offers, in its order.
    let versions: OfferedVersions

    init(_ object: JSONValue) {
        self.object = object
        sourceApp = StatedText(object["sourceapp"])
        networks = ListedNetworks(object)
        versions = OfferedVersions(object)
    }

    /// Whether a member says yes: as the extension writes it, or as its protobuf does.
    private static func isYes(_ value: JSONValue?) -> Bool { value == .number("1") || value == .bool(true) }

    var hasProductPages: Bool { Self.isYes(object["productpage"]) }

    /// Whether the app shows overlays; for SKAdNetwork some exchanges say so as AdAttributionKit does.
    func hasOverlays(_ framework: LocatedBidObject.Framework) -> Bool {
        switch framework {
        case .adAttributionKit: object["ext"]?["sko"] == .number("1")
        case .skAdNetwork: Self.isYes(object["skoverlay"] ?? object["ext"]?["sko"])
        }
    }
}

/// The versions of SKAdNetwork that a request offers: its `versions`, else its `version`.
struct OfferedVersions: Sendable {
    /// Those that there are, in the request's order; empty where the request cannot be read.
    let known: [SKAdNetworkVersion]
    /// What stands there, for a message.
    let words: String
    /// Whether it is one version alone, of which exchanges take lower ones too.
    let isSingle: Bool

    init(_ object: JSONValue) {
        // If both stand, the list counts, even one that cannot be read.
        let list = object["versions"]
        let names = list?.texts ?? (list == nil ? object["version"]?.string.map { [$0] } : nil) ?? []
        known = names.compactMap { SKAdNetworkVersion(rawValue: $0) }.filter(\.isNamed)
        isSingle = list == nil
        let found = list ?? object["version"]
        words =
            names.isEmpty
            ? "none: the request's \(list == nil ? "version" : "versions") is \(found?.excerpt ?? "missing")"
            : "one of " + names.map { JSONValue.string($0).excerpt }.joined(separator: ", ")
    }
}

/// The networks that a request lists, one by one or by their places in the common list.
struct ListedNetworks: Sendable {
    /// As they are written.
    let names: [String]
    /// The same in lowercase, as bytes.
    private let keys: Set<[UInt8]>
    let common: Common

    /// What `skadnetlist` takes from the common list.
    enum Common: Equatable, Sendable {
        case nothing
        /// Every entry up to one, less some.
        case entries(upTo: Int, excluded: Set<Int>)
        /// It cannot be told, since a member is of another type.
        case unreadable(field: String, found: String)
    }

    init(_ object: JSONValue) {
        let list = object["skadnetlist"]
        names = (object["skadnetids"]?.texts ?? []) + (list?["addl"]?.texts ?? [])
        keys = Set(names.map(\.lowercasedBytes))
        common = list.map(Self.common) ?? .nothing
    }

    private static func common(_ list: JSONValue) -> Common {
        guard case .object = list else { return .unreadable(field: "skadnetlist", found: list.excerpt) }
        guard let max = list["max"] else { return .nothing }
        guard let last = max.integer else { return .unreadable(field: "skadnetlist.max", found: max.excerpt) }
        let excluded = list["excl"] ?? .array([])
        guard let ids = excluded.integers else {
            return .unreadable(field: "skadnetlist.excl", found: excluded.excerpt)
        }
        return .entries(upTo: last, excluded: Set(ids))
    }

    /// Whether a network is listed by its name, whatever the case of its letters: so that the true cause is named where the
    /// case is wrong.
    func contains(_ network: String) -> Bool { keys.contains(network.lowercasedBytes) }

    /// The first name with a capital letter.
    var capital: String? { names.first(where: \.hasCapitalLetter) }
}

extension String {
    /// In lowercase, as bytes: two spellings of one letter are two texts, and so are an old sign and the letter of ASCII that
    /// Unicode takes for its lowercase, as of U+212A.
    var lowercasedBytes: [UInt8] {
        if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.map { ASCII.isUppercase($0) ? $0 | 0x20 : $0 } }
        return unicodeScalars.flatMap { scalar in
            let lowercase = scalar.properties.lowercaseMapping.utf8
            let isApart = !scalar.isASCII && lowercase.contains { $0 < 0x80 }
            return Array(isApart ? String(scalar).utf8 : lowercase)
        }
    }

    var hasCapitalLetter: Bool { unicodeScalars.contains(where: \.properties.isUppercase) }

    /// Whether this is the same text, byte for byte.
    func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension JSONValue {
    /// The texts of an array that holds nothing else; nil for anything but such an array.
    var texts: [String]? { all(\.string) }

    /// The integers of an array that holds nothing else.
    var integers: [Int]? { all(\.integer) }

    private func all<Element>(_ read: (JSONValue) -> Element?) -> [Element]? {
        guard case .array(let elements) = self else { return nil }
        let read = elements.compactMap(read)
        return read.count == elements.count ? read : nil
    }
}
