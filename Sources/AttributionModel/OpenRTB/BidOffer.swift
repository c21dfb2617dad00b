import AttributionBase

/// What a publisher app can do for one framework: `imp[].ext.adattributionkit` or `imp[].ext.skadn` of a bid request.
public struct BidOffer: Equatable, Sendable {
    /// The publisher's App Store item ID.
    public let publisherItemIdentifier: ItemIdentifier
    /// The ad network IDs that are listed by name. Other strings are left out.
    public let networks: Set<AdNetworkIdentifier>
    /// The accepted versions of SKAdNetwork, without those that are unknown today; empty for AdAttributionKit.
    public let versions: [SKAdNetworkVersion]
    /// Whether custom product pages are accepted.
    public let hasProductPages: Bool
    /// Whether an overlay can be shown.
    public let hasOverlays: Bool
    private let common: StatedOffer.Common

    /// - Throws: A problem if a member that bidders need is missing or has a wrong type or value.
    init(_ offer: StatedOffer, of framework: Framework) throws(Problem) {
        let (object, members) = (offer.object, framework.offered)
        guard object.isObject else { throw framework.member.typeFinding(object).problem }
        if framework == .adAttributionKit || object["versions"] == nil {
            _ = try members.read("version", of: object, \.string)
        }
        versions = framework == .skAdNetwork ? offer.versions : []
        if framework == .skAdNetwork, versions.isEmpty {
            let versions = object["versions"]
            throw .value(found: versions?.excerpt ?? "missing", wanted: BidRules.versions).at(
                "versions", breaking: versions == nil ? BidRules.missing : BidRules.value)
        }
        publisherItemIdentifier = try members.required("sourceapp", of: object, \.quotedItem)
        _ = try members.read("skadnetids", of: object, \.texts)
        if let list = object["skadnetlist"] {
            _ = try BidMembers.skadnList.read("addl", of: list, in: "skadnetlist.", \.texts)
        }
        common = offer.common
        if case .unreadable(let problem) = common { throw problem }
        networks = Set(offer.names.compactMap { AdNetworkIdentifier($0.lowercased()) })
        hasProductPages = offer.hasProductPages
        hasOverlays = offer.hasOverlays(framework)
    }

    /// Returns whether the offer lists an ad network, by its name or by its number in the common list.
    ///
    /// - Parameters:
    ///   - network: The ad network.
    ///   - list: The common list; without it, only names are compared.
    public func includes(_ network: AdNetworkIdentifier, in list: NetworkList? = nil) -> Bool {
        if networks.contains(network) { return true }
        guard let list, case .entries(let last, let excluded) = common else { return false }
        return list.contains(network.description, upTo: last, excluded: excluded)
    }
}

/// An impression's offer for one framework as it is stated, read once for all bids that answer it.
///
/// A value that cannot be read offers nothing, so that bids which depend on it are wrong.
struct StatedOffer: Equatable, Sendable {
    /// The object as received, of any type.
    let object: JSONValue
    let sourceApp: StatedText
    /// The networks that are listed by name, as they are written.
    let names: [String]
    /// The names in lowercase and without white space around them, as bytes.
    private let keys: Set<[UInt8]>
    /// The networks that are listed by their numbers in the common list.
    let common: Common
    /// The known SKAdNetwork versions of its `versions` or else its `version`, in its order; empty if they cannot be read.
    let versions: [SKAdNetworkVersion]
    /// A description of the offered versions, for messages.
    let versionWords: String
    /// Whether there is a single version, for which exchanges accept lower versions too.
    let hasSingleVersion: Bool

    /// The entries of the common list that `skadnetlist` allows.
    enum Common: Equatable, Sendable {
        case nothing
        /// The entries up to a number, with exceptions.
        case entries(upTo: Int, excluded: Set<Int>)
        /// Unknown, because a member has the wrong type.
        case unreadable(Problem)
    }

    init(_ object: JSONValue, of framework: Framework) {
        self.object = object
        sourceApp = StatedText(object["sourceapp"])
        // Only SKAdNetwork has the second list.
        let list = framework == .skAdNetwork ? object["skadnetlist"] : nil
        names = (object["skadnetids"]?.texts ?? []) + (list?["addl"]?.texts ?? [])
        keys = Set(names.map { $0.lowercasedBytes.withBytes { [UInt8]($0.trimmed) } })
        do throws(Problem) {
            common = list == nil ? .nothing : try Self.common(of: object)
        } catch {
            common = .unreadable(error)
        }
        // If both are present, the list takes precedence, even if it cannot be read.
        let listed = object["versions"]
        let versionNames = listed?.texts ?? (listed == nil ? object["version"]?.string.map { [$0] } : nil) ?? []
        versions = versionNames.compactMap { SKAdNetworkVersion(rawValue: $0) }.filter(\.isNamed)
        hasSingleVersion = listed == nil
        versionWords = "one of " + versionNames.listed(8)
    }

    private static func common(of object: JSONValue) throws(Problem) -> Common {
        let list = try BidMembers.skadnRequest.read("skadnetlist", of: object) { $0.isObject ? $0 : nil }
        let members = BidMembers.skadnList
        guard let list, let last = try members.read("max", of: list, in: "skadnetlist.", \.integer) else {
            return .nothing
        }
        let excluded = try members.read("excl", of: list, in: "skadnetlist.", \.integers) ?? []
        return .entries(upTo: last, excluded: Set(excluded))
    }

    /// Whether a network is listed by name, ignoring case. A wrong case has its own finding.
    func contains(_ network: String) -> Bool { keys.contains(network.lowercasedBytes) }

    /// Whether a member is true, as an integer or as a Boolean like in the extension's protobuf.
    private static func isYes(_ value: JSONValue?) -> Bool { value == .number("1") || value == .bool(true) }

    var hasProductPages: Bool { Self.isYes(object["productpage"]) }

    /// Whether the app shows overlays. Some exchanges use AdAttributionKit's member for SKAdNetwork too.
    func hasOverlays(_ framework: Framework) -> Bool {
        switch framework {
        case .adAttributionKit: object["ext"]?["sko"] == .number("1")
        case .skAdNetwork: Self.isYes(object["skoverlay"] ?? object["ext"]?["sko"])
        }
    }
}

extension String {
    /// The text in lowercase, as bytes. Unicode equivalence is ignored: two encodings of a letter are different texts.
    /// A non-ASCII letter, such as U+212A, is kept if its lowercase form is an ASCII letter.
    var lowercasedBytes: [UInt8] {
        if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.map { ASCII.isUppercase($0) ? $0 | 0x20 : $0 } }
        return unicodeScalars.flatMap { scalar in
            let lowercase = scalar.properties.lowercaseMapping.utf8
            let isApart = !scalar.isASCII && lowercase.contains { $0 < 0x80 }
            return Array(isApart ? String(scalar).utf8 : lowercase)
        }
    }

    var hasCapitalLetter: Bool { unicodeScalars.contains(where: \.properties.isUppercase) }

    /// Whether the text is the same, byte for byte.
    func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension JSONValue {
    /// The strings of an array of strings; nil for any other value.
    var texts: [String]? { all(\.string) }

    /// The integers of an array of integers; nil for any other value.
    var integers: [Int]? { all(\.integer) }

    private func all<Element>(_ read: (JSONValue) -> Element?) -> [Element]? {
        guard case .array(let elements) = self else { return nil }
        let read = elements.compactMap(read)
        return read.count == elements.count ? read : nil
    }
}
