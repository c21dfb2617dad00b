import AdAttribution
import Rules
import SKAdNetwork
import StrictJSON

/// An impression of AdAttributionKit as it is read from its payload's fields.
struct ImpressionDraft {
    private var identifier = ""
    private var network = ""
    private var advertised: UInt64 = 0
    private var publisher: UInt64 = 0
    private var source = 0
    private var timestamp: Int?
    private var isEligible = false

    var impression: AdImpression {
        AdImpression(
            identifier: identifier, network: network, advertised: advertised, publisher: publisher,
            source: SourceIdentifier(clamping: source), timestamp: timestamp.map(Int64.init),
            isEligibleForReEngagement: isEligible)
    }

    static let whole = shape(isTemplate: false)
    /// Of one that may lack an identifier, since each use gives it a new one.
    static let template = shape(isTemplate: true)

    private typealias Name = ImpressionField

    private static func shape(isTemplate: Bool) -> DocumentShape<ImpressionDraft> {
        let presence = DocumentMember<ImpressionDraft>.Presence.required("it, as in every impression")
        return DocumentShape(ImpressionDraft(), alwaysTellsMissing: false) {
            DocumentMember(Name.identifier.name, .uuid, isTemplate ? .optional : presence) { $0.identifier = $1 }
            DocumentMember(Name.publisherItemIdentifier.name, .item(from: 0), presence) { $0.publisher = $1 }
            DocumentMember(
                Name.type.name, DocumentValue("\"app-impression\"") { $0.isString("app-impression") ? () : nil }
            ) {
                _, _ in
            }
            DocumentMember(Name.adNetworkIdentifier.name, .network, presence) { $0.network = $1 }
            DocumentMember(Name.sourceIdentifier.name, .integer(SourceIdentifier.range), presence) { $0.source = $1 }
            DocumentMember(Name.timestamp.name, .integer(0...Int.max)) { $0.timestamp = $1 }
            DocumentMember(Name.advertisedItemIdentifier.name, .item(), presence) { $0.advertised = $1 }
            DocumentMember(Name.eligibleForReEngagement.name, .bool) { $0.isEligible = $1 }
            // An object with this one is read as an ad of SKAdNetwork.
            DocumentMember("skadnetwork", wanted: "an object with the signed fields") { _, _, _ in true }
        }
    }
}

/// An ad of SKAdNetwork as it is read from its signed fields.
struct SignedAdDraft {
    private let version: SKAdNetworkVersion
    private var network = ""
    private var advertised: UInt64 = 0
    private var nonce = ""
    private var publisher: UInt64?
    private var domain: String?
    private var fidelity = 1
    private var campaign: Int?
    private var source = 0
    private var timestamp: Int?
    private var isSigned = false

    private init(_ version: SKAdNetworkVersion) { self.version = version }

    var impression: AdImpression {
        let source = campaign.flatMap { SourceIdentifier($0 < 10 ? "0\($0)" : String($0)) }
        return AdImpression(
            identifier: nonce, network: network, advertised: advertised, publisher: publisher,
            source: source ?? SourceIdentifier(clamping: self.source), timestamp: timestamp.map(Int64.init),
            skAdNetwork: .init(version: version, fidelity: fidelity, campaign: campaign, sourceDomain: domain),
            trust: isSigned ? .unchecked : .good)
    }

    private typealias Name = SignedField

    static func read(_ view: JSONView, isTemplate: Bool, _ reader: inout DocumentReader) -> SignedAdDraft? {
        guard view.kind == .object else {
            reader.reportValue(view, wanted: "an object with the signed fields")
            return nil
        }
        guard let version = view.member(Name.version.name).flatMap(SKAdNetworkVersion.init) else {
            let wanted = DocumentReader.list(SKAdNetworkVersion.allCases.map { "\"\($0.rawValue)\"" })
            reader.reportValue(Name.version.name, of: view, wanted: wanted)
            if view.member(Name.version.name) == nil {
                reader.report(.key(Name.version.name), .missing(wanted: wanted))
            }
            return nil
        }
        return (isTemplate ? templates : whole)[version]?.read(view, &reader)
    }

    static var words: [String] { whole.values.flatMap(\.words) + SKAdNetworkVersion.allCases.map(\.rawValue) }

    // MARK: - A shape for each version

    private static let whole = shapes(isTemplate: false)
    private static let templates = shapes(isTemplate: true)

    private static func shapes(isTemplate: Bool) -> [SKAdNetworkVersion: DocumentShape<SignedAdDraft>] {
        var shapes: [SKAdNetworkVersion: DocumentShape<SignedAdDraft>] = [:]
        for version in SKAdNetworkVersion.allCases {
            let fields = Name.allCases.filter(version.hasPlaceInAds)
            shapes[version] = DocumentShape(
                SignedAdDraft(version), of: fields.map { member($0, version, isTemplate: isTemplate) },
                check: checkSource)
        }
        return shapes
    }

    private static let everyAd = "it, as in every ad of this version"

    private static func member(
        _ field: SignedField, _ version: SKAdNetworkVersion, isTemplate: Bool
    ) -> DocumentMember<SignedAdDraft> {
        let name = field.name
        return switch field {
        case .adNetworkID: .init(name, .network, .required(everyAd)) { $0.network = $1 }
        case .campaignID: .init(name, .integer(1...100), .required(everyAd)) { $0.campaign = $1 }
        case .sourceIdentifier: .init(name, .integer(SourceIdentifier.range), .required(everyAd)) { $0.source = $1 }
        case .itunesItemID: .init(name, .item(), .required(everyAd)) { $0.advertised = $1 }
        case .nonce: .init(name, .uuid, isTemplate ? .optional : .required(everyAd)) { $0.nonce = $1 }
        case .sourceAppID:
            .init(name, .item(from: 0), version.hasWebAds ? .optional : .required(everyAd)) { $0.publisher = $1 }
        case .sourceDomain: .init(name, .string()) { $0.domain = $1 }
        case .fidelityType: .init(name, .integer(0...1), .required(everyAd)) { $0.fidelity = $1 }
        case .timestamp: .init(name, .integer(0...Int.max)) { $0.timestamp = $1 }
        // The first tells which shape it is, and what is signed is not looked into.
        case .version, .signature, .appID, .transactionID, .redownload, .didWin, .conversionValue,
            .coarseConversionValue, .postbackSequenceIndex, .countryCode:
            DocumentMember(name, wanted: "") { draft, _, _ in
                if field.isSignature { draft.isSigned = true }
                return true
            }
        }
    }

    /// An ad comes from an app or from a page.
    private static let checkSource: DocumentShape<SignedAdDraft>.Check = { draft, view, reader in
        guard draft.version.hasWebAds else { return }
        if view.member(Name.sourceDomain.name) != nil {
            reader.reportValue(
                Name.sourceAppID.name, of: view, wanted: "no app beside a \(Name.sourceDomain.name)")
        } else if view.member(Name.sourceAppID.name) == nil {
            reader.report(.key(Name.sourceAppID.name), .missing(wanted: everyAd))
        }
    }
}
