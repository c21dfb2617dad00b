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
    init(_ object: JSONView, _ offer: StatedOffer, of framework: Framework) throws(Problem) {
        let shape = framework.offered
        guard object.kind == .object else { throw framework.member.typeFinding(object).problem }
        if framework == .adAttributionKit || object.member("versions") == nil {
            _ = try shape.read("version", of: object, \.text)
        }
        versions = framework == .skAdNetwork ? offer.versions : []
        if framework == .skAdNetwork, versions.isEmpty {
            let versions = object.member("versions")
            throw .value(found: versions?.shortened ?? "missing", wanted: BidRules.versions).at(
                "versions", breaking: versions == nil ? BidRules.missing : BidRules.value)
        }
        publisherItemIdentifier = try shape.required(BidName.sourceApp, of: object, \.quotedItem)
        _ = try shape.read(BidName.networkIDs, of: object, \.texts)
        if let list = object.member(BidName.networkList) {
            _ = try BidShape.skadnList.read("addl", of: list, in: "skadnetlist.", \.texts)
        }
        common = offer.common
        if case .unreadable(let problem) = common { throw problem }
        networks = Set(offer.names.compactMap { AdNetworkIdentifier(text: $0.lowercased()) })
        hasProductPages = offer.hasProductPages
        hasOverlays = offer.hasOverlays
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

/// An impression's offer for one framework as the request states it, read once for all bids that answer it.
///
/// A value that cannot be read counts as offering nothing, so bids that depend on it are wrong.
struct StatedOffer: Equatable, Sendable {
    let sourceApp: StatedText
    /// The networks that are listed by name, as they are written.
    let names: [String]
    /// Whether the lists of names have the right type, and there is any list. Otherwise the request is at fault.
    let namesAreReadable: Bool
    /// The names in lowercase and without white space around them, as bytes.
    private let keys: Set<[UInt8]>
    /// The networks that are listed by their numbers in the common list.
    let common: Common
    /// The known SKAdNetwork versions in `versions`, or else in `version`, in order. Empty if they cannot be read.
    let versions: [SKAdNetworkVersion]
    /// A description of the offered versions, for messages.
    let versionWords: String
    /// Whether there is a single version, for which exchanges accept lower versions too.
    let hasSingleVersion: Bool
    let hasProductPages: Bool
    /// Whether the app shows overlays. Some exchanges use AdAttributionKit's member for SKAdNetwork too.
    let hasOverlays: Bool

    /// The entries of the common list that `skadnetlist` allows.
    enum Common: Equatable, Sendable {
        case nothing
        /// The entries up to a number, with exceptions.
        case entries(upTo: Int, excluded: Set<Int>)
        /// Unknown, because a member has the wrong type.
        case unreadable(Problem)
    }

    /// - Parameter object: The object as received, of any type.
    init(_ object: JSONView, of framework: Framework) {
        func isOne(_ value: JSONView?) -> Bool { value?.kind == .number && value?.raw.elementsEqual("1") == true }
        // As an integer, or as a Boolean like in the extension's protobuf.
        func isYes(_ value: JSONView?) -> Bool { value?.kind == .true || isOne(value) }
        sourceApp = StatedText(object.member(BidName.sourceApp))
        let version = object.member("version")?.text
        // Only for SKAdNetwork is there a second list.
        let list = framework == .skAdNetwork ? object.member(BidName.networkList) : nil
        let lists = [object.member(BidName.networkIDs), list?.member("addl")].compactMap(\.self)
        names = lists.flatMap { $0.texts ?? [] }
        namesAreReadable = lists.allSatisfy { $0.texts != nil } && (!lists.isEmpty || list != nil)
        keys = Set(names.map { $0.lowercasedBytes.withBytes { [UInt8]($0.trimmed) } })
        do throws(Problem) {
            common = list == nil ? .nothing : try Self.common(of: object)
        } catch {
            common = .unreadable(error)
        }
        // If both are present, the list takes precedence, even if it cannot be read.
        let listed = object.member("versions")
        let versionNames = listed?.texts ?? (listed == nil ? version.map { [$0] } : nil) ?? []
        versions = versionNames.compactMap { SKAdNetworkVersion(rawValue: $0) }.filter(\.isNamed)
        hasSingleVersion = listed == nil
        versionWords = "one of " + versionNames.listed(8)
        hasProductPages = isYes(object.member(BidName.productPage))
        let inner = object.member("ext")?.member("sko")
        hasOverlays =
            switch framework {
            case .adAttributionKit: isOne(inner)
            case .skAdNetwork: isYes(object.member(BidName.overlay) ?? inner)
            }
    }

    private static func common(of object: JSONView) throws(Problem) -> Common {
        let list = try BidShape.skadnRequest.read(BidName.networkList, of: object) { $0.kind == .object ? $0 : nil }
        let shape = BidShape.skadnList
        guard let list, let last = try shape.read("max", of: list, in: "skadnetlist.", \.integer) else {
            return .nothing
        }
        let excluded = try shape.read("excl", of: list, in: "skadnetlist.", \.integers) ?? []
        return .entries(upTo: last, excluded: Set(excluded))
    }

    /// Whether a network is listed by name, ignoring case. A wrong case has its own finding.
    func contains(_ network: String) -> Bool { keys.contains(network.lowercasedBytes) }
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

    /// Whether both texts are equal, byte for byte.
    func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
