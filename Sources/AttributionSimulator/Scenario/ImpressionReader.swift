import AttributionBase
import AttributionModel
import AttributionSchema

/// Reads an impression's token and checks its signature. The caller supplies this function, because it has the keys.
package typealias TokenJudge = @Sendable (_ token: String) -> AdImpression

/// Reads the impressions of events. Most impressions occur more than once.
struct ImpressionReader {
    private let judge: TokenJudge
    private let readsTemplates: Bool
    private var tokens: [String: AdImpression] = [:]
    /// The objects read most recently, with their text.
    private var recent: [(text: [UInt8], impression: AdImpression)] = []
    private var nextRecent = 0

    private static let tokenLimit = 4096
    private static let recentLimit = 4

    /// - Parameter readsTemplates: Whether an object may lack an identifier, because each use gets a new one.
    init(_ judge: @escaping TokenJudge, readsTemplates: Bool = false) {
        self.judge = judge
        self.readsTemplates = readsTemplates
    }

    mutating func read(_ view: JSONView, _ reader: inout DocumentReader) -> AdImpression? {
        switch view.kind {
        case .string:
            let token = view.string
            if let known = tokens[token] { return known }
            let impression = judge(token)
            if tokens.count >= Self.tokenLimit { tokens.removeAll(keepingCapacity: true) }
            tokens[token] = impression
            return impression
        case .object:
            for known in recent where view.raw.elementsEqual(known.text) { return known.impression }
            let impression =
                view.member("skadnetwork").map { Self.readSKAdNetwork(view, $0, isTemplate: readsTemplates, &reader) }
                ?? Self.readFields(view, isTemplate: readsTemplates, &reader)
            guard let impression else { return nil }
            let entry = (text: [UInt8](view.raw), impression: impression)
            if recent.count < Self.recentLimit {
                recent.append(entry)
            } else {
                recent[nextRecent] = entry
                nextRecent = (nextRecent + 1) % Self.recentLimit
            }
            return impression
        default:
            reader.reportValue(view, wanted: "a compact JWS, or an object with an impression's fields")
            return nil
        }
    }

    // MARK: - Forms

    static let wanted = "a compact JWS, or an impression's fields"
    static let form = DocumentForm.named("impression", ImpressionDraft.form(isTemplate: false))
    static let templateForm = DocumentForm.named("template", ImpressionDraft.form(isTemplate: true))

    private static func readFields(
        _ view: JSONView, isTemplate: Bool, _ reader: inout DocumentReader
    ) -> AdImpression? {
        let before = reader.faults.count
        let draft = (isTemplate ? ImpressionDraft.template : ImpressionDraft.whole).read(view, &reader)
        return reader.faults.count == before ? draft?.impression : nil
    }

    private static func readSKAdNetwork(
        _ outer: JSONView, _ view: JSONView, isTemplate: Bool, _ reader: inout DocumentReader
    ) -> AdImpression? {
        let before = reader.faults.count
        for member in outer.members where !member.name.isString("skadnetwork") {
            reader.reportUnknown(member.name.string, known: ["skadnetwork"])
        }
        let draft = reader.inside(.key("skadnetwork")) { ImpressionDraft.readSigned(view, isTemplate: isTemplate, &$0) }
        return reader.faults.count == before ? draft?.impression : nil
    }
}

extension ByteView {
    fileprivate func elementsEqual(_ bytes: [UInt8]) -> Bool {
        count == bytes.count && bytes.withBytes { elementsEqual($0) }
    }
}

/// An impression while it is read from fields: those of AdAttributionKit's payload, or those that SKAdNetwork signs.
struct ImpressionDraft {
    private var identifier = ""
    private var network = ""
    private var advertised: UInt64 = 0
    private var publisher: UInt64?
    private var source = SourceIdentifier(clamping: 0)
    private var timestamp: Int64?
    private var isEligible = false
    /// Nil for AdAttributionKit.
    private var terms: AdImpression.SKAdNetworkTerms?
    private var isSigned = false

    var impression: AdImpression {
        AdImpression(
            identifier: identifier, network: network, advertised: advertised, publisher: publisher, source: source,
            timestamp: timestamp, isEligibleForReEngagement: isEligible, skAdNetwork: terms,
            trust: isSigned ? .unchecked : .good)
    }

    // MARK: - AdAttributionKit

    static let whole = shape(isTemplate: false)
    /// The shape of an impression that may lack an identifier, because each use gets a new one.
    static let template = shape(isTemplate: true)

    private static func shape(isTemplate: Bool) -> DocumentShape<ImpressionDraft> {
        typealias Name = ImpressionField
        return DocumentShape(ImpressionDraft(), alwaysReportsMissing: false) {
            DocumentMember(
                Name.identifier.name, .uuid, isTemplate ? .optional : .required("a UUID, another one for each ad")
            ) { $0.identifier = $1 }
            DocumentMember(Name.publisherItemIdentifier.name, .app(from: 0), .required) { $0.publisher = $1 }
            DocumentMember(
                Name.type.name,
                DocumentValue("\"app-impression\"", .words(["app-impression"])) {
                    $0.isString("app-impression") ? () : nil
                }
            ) { _, _ in }
            DocumentMember(Name.adNetworkIdentifier.name, .network, .required) { $0.network = $1 }
            DocumentMember(Name.sourceIdentifier.name, .source, .required) { $0.source = $1 }
            DocumentMember(Name.timestamp.name, .timestamp) { $0.timestamp = $1 }
            DocumentMember(Name.advertisedItemIdentifier.name, .app(), .required) { $0.advertised = $1 }
            DocumentMember(Name.eligibleForReEngagement.name, .bool) { $0.isEligible = $1 }
            // An object with this member is read as an ad of SKAdNetwork.
            DocumentMember("skadnetwork", wanted: "an object with the signed fields") { _, _, _ in true }
        }
    }

    // MARK: - SKAdNetwork

    private typealias Name = SignedField

    static func readSigned(_ view: JSONView, isTemplate: Bool, _ reader: inout DocumentReader) -> ImpressionDraft? {
        guard view.kind == .object else {
            reader.reportValue(view, wanted: "an object with the signed fields")
            return nil
        }
        guard let version = view.member(Name.version.name).flatMap(SKAdNetworkVersion.init) else {
            let wanted = alternatives(SKAdNetworkVersion.allCases.map { "\"\($0.rawValue)\"" })
            reader.reportValue(Name.version.name, of: view, wanted: wanted)
            if view.member(Name.version.name) == nil {
                reader.report(.missing(wanted: wanted), at: .key(Name.version.name))
            }
            return nil
        }
        return (isTemplate ? signedTemplates : signed)[version]?.read(view, &reader)
    }

    /// The form of an impression: a token, its fields, or the signed fields of SKAdNetwork.
    static func form(isTemplate: Bool) -> DocumentForm {
        let shapes = isTemplate ? signedTemplates : signed
        let versions = SKAdNetworkVersion.allCases.compactMap { shapes[$0]?.form }
        let ad = DocumentForm.object {
            ObjectForm([.init("skadnetwork", .either(versions), isRequired: true)], isOpen: false)
        }
        return .either([.string(), (isTemplate ? template : whole).form, ad])
    }

    private static let signed = shapes(isTemplate: false)
    private static let signedTemplates = shapes(isTemplate: true)

    private static func shapes(isTemplate: Bool) -> [SKAdNetworkVersion: DocumentShape<ImpressionDraft>] {
        var shapes: [SKAdNetworkVersion: DocumentShape<ImpressionDraft>] = [:]
        for version in SKAdNetworkVersion.allCases {
            var blank = ImpressionDraft()
            blank.terms = AdImpression.SKAdNetworkTerms(version: version, fidelity: 1)
            let fields = Name.allCases.filter(version.hasPlaceInAds)
            shapes[version] = DocumentShape(
                blank, of: fields.compactMap { member($0, version, isTemplate: isTemplate) }, check: checkSource)
        }
        return shapes
    }

    /// Returns nil for a field that ads do not have. A field that is missing here would be rejected as unknown.
    private static func member(
        _ field: SignedField, _ version: SKAdNetworkVersion, isTemplate: Bool
    ) -> DocumentMember<ImpressionDraft>? {
        let name = field.name
        return switch field {
        case .adNetworkID: .init(name, .network, .required) { $0.network = $1 }
        case .campaignID:
            .init(name, .integer(1...100), .required) {
                $0.terms?.campaign = $1
                $0.source = SourceIdentifier($1 < 10 ? "0\($1)" : String($1)) ?? $0.source
            }
        case .sourceIdentifier: .init(name, .source, .required) { $0.source = $1 }
        case .itunesItemID: .init(name, .app(), .required) { $0.advertised = $1 }
        case .nonce: .init(name, .uuid, isTemplate ? .optional : .required) { $0.identifier = $1 }
        case .sourceAppID:
            .init(name, .app(from: 0), version.hasWebAds ? .optional : .required) { $0.publisher = $1 }
        case .sourceDomain: .init(name, .string()) { $0.terms?.sourceDomain = $1 }
        case .fidelityType: .init(name, .integer(0...1), .required) { $0.terms?.fidelity = $1 }
        case .timestamp: .init(name, .timestamp) { $0.timestamp = $1 }
        // The version was used to choose the shape, and signatures are not checked.
        case .version:
            DocumentMember(name, wanted: "", .required, form: .words([version.rawValue])) { _, _, _ in true }
        case .signature:
            DocumentMember(name, wanted: "") { draft, _, _ in
                draft.isSigned = true
                return true
            }
        default: nil
        }
    }

    /// Checks that an ad names either an app or a web page as its source.
    private static let checkSource: DocumentShape<ImpressionDraft>.Check = { draft, view, reader in
        guard draft.terms?.version.hasWebAds == true else { return }
        if view.member(Name.sourceDomain.name) != nil {
            reader.reportValue(
                Name.sourceAppID.name, of: view, wanted: "absent if there is a \(Name.sourceDomain.name)",
                .then("; only one of it and \(Name.sourceDomain.name) may be present"))
        } else if view.member(Name.sourceAppID.name) == nil {
            reader.report(
                .missing(
                    wanted: "present, or \(Name.sourceDomain.name) must be",
                    .then(", and so is \(Name.sourceDomain.name)")), at: .key(Name.sourceAppID.name))
        }
    }
}

extension DocumentValue where Value == SourceIdentifier {
    fileprivate static var source: DocumentValue {
        DocumentValue<Int>.integer(SourceIdentifier.range).map(SourceIdentifier.init(clamping:))
    }
}

extension DocumentValue where Value == Int64 {
    fileprivate static var timestamp: DocumentValue { DocumentValue<Int>.integer(0...Int.max).map(Int64.init) }
}
