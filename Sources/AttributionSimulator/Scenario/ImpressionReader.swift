import AdAttribution
import Rules
import SKAdNetwork
import StrictJSON

/// Tells what an impression's token says and whether its signature holds. Whoever has keys gives one.
package typealias TokenJudge = @Sendable (_ token: String) -> AdImpression

/// Reads the impressions of events, each of which mostly comes more than once.
struct ImpressionReader {
    private let judge: TokenJudge
    private let readsTemplates: Bool
    private var tokens: [String: AdImpression] = [:]
    /// The texts of objects read last.
    private var recent: [(text: [UInt8], impression: AdImpression)] = []
    private var nextRecent = 0

    private static let tokenLimit = 4096
    private static let recentLimit = 4

    /// - Parameter readsTemplates: whether objects may lack an identifier, since each use gives them a new one.
    init(_ judge: @escaping TokenJudge, readsTemplates: Bool = false) {
        self.judge = judge
        self.readsTemplates = readsTemplates
    }

    mutating func read(_ view: JSONView, _ reader: inout MemberReader) -> AdImpression? {
        switch view.kind {
        case .string:
            let token = view.string
            if let known = tokens[token] { return known }
            let impression = judge(token)
            if tokens.count >= Self.tokenLimit { tokens.removeAll(keepingCapacity: true) }
            tokens[token] = impression
            return impression
        case .object:
            for known in recent where unsafe view.raw.elementsEqual(known.text) { return known.impression }
            let impression =
                view.member("skadnetwork").map { Self.readSKAdNetwork(view, $0, isTemplate: readsTemplates, &reader) }
                ?? Self.readFields(view, isTemplate: readsTemplates, &reader)
            guard let impression else { return nil }
            let entry = unsafe (text: [UInt8](view.raw), impression: impression)
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

    // MARK: - AdAttributionKit

    private typealias Name = ImpressionField

    /// What a scenario's impression may leave out, besides the field that every impression may.
    private static let optional = [Name.type, Name.timestamp]

    private static func readFields(
        _ view: JSONView, isTemplate: Bool, _ reader: inout MemberReader
    ) -> AdImpression? {
        let before = reader.faults.count
        var identifier = isTemplate ? "" : nil
        var network: String?
        var advertised: UInt64?
        var publisher: UInt64?
        var source: SourceIdentifier?
        var timestamp: Int64?
        var isEligible = false
        reader.members(of: view, known: Name.shape.fields.map(\.text) + ["skadnetwork"]) { reader, name, member in
            guard let field = Name.shape.field(named: name) else { return false }
            reader.inside(.key(field.name)) { reader in
                switch field {
                case Name.identifier: identifier = reader.uuid(member)
                case Name.adNetworkIdentifier: network = reader.network(member)
                case Name.advertisedItemIdentifier: advertised = reader.item(member)
                case Name.publisherItemIdentifier: publisher = reader.item(member, allowsZero: true)
                case Name.sourceIdentifier:
                    source = reader.integer(member, SourceIdentifier.range).flatMap { SourceIdentifier($0) }
                case Name.timestamp: timestamp = reader.integer(member, 0...Int.max).map(Int64.init)
                case Name.eligibleForReEngagement: isEligible = reader.bool(member) ?? false
                default:
                    if !member.isString("app-impression") { reader.reportValue(member, wanted: "\"app-impression\"") }
                }
            }
            return true
        }
        guard reader.faults.count == before else { return nil }
        guard let identifier, let network, let advertised, let publisher, let source else {
            for field in Name.shape.fields
            where field.isRequired && !optional.contains(field) && !(isTemplate && field == Name.identifier)
                && view.member(field.name) == nil
            {
                reader.report(.key(field.name), .missing(wanted: "it, as in every impression"))
            }
            return nil
        }
        return AdImpression(
            identifier: identifier, network: network, advertised: advertised, publisher: publisher, source: source,
            timestamp: timestamp, isEligibleForReEngagement: isEligible)
    }

    // MARK: - SKAdNetwork

    private static func readSKAdNetwork(
        _ outer: JSONView, _ view: JSONView, isTemplate: Bool, _ reader: inout MemberReader
    ) -> AdImpression? {
        let before = reader.faults.count
        for member in outer.members where !member.name.isString("skadnetwork") {
            reader.reportUnknown(member.name.string, known: ["skadnetwork"])
        }
        let impression = reader.inside(.key("skadnetwork")) { readSignedFields(view, isTemplate: isTemplate, &$0) }
        return reader.faults.count == before ? impression : nil
    }

    private static func readSignedFields(
        _ view: JSONView, isTemplate: Bool, _ reader: inout MemberReader
    ) -> AdImpression? {
        guard view.kind == .object else {
            reader.reportValue(view, wanted: "an object with the signed fields")
            return nil
        }
        func member(_ name: StaticString) -> JSONView? { view.member(name) }
        guard let version = member(SignedField.version.name).flatMap(SKAdNetworkVersion.init) else {
            let names = SKAdNetworkVersion.allCases.map { "\"\($0.rawValue)\"" }
            if let found = member(SignedField.version.name) {
                reader.inside(.key(SignedField.version.name)) {
                    $0.reportValue(found, wanted: MemberReader.list(names))
                }
            } else {
                reader.report(.key(SignedField.version.name), .missing(wanted: MemberReader.list(names)))
            }
            return nil
        }
        let known = SignedField.allCases.filter(version.hasPlaceInAds).map(\.description)
        for member in view.members {
            let name = member.name.string
            if !known.contains(name) { reader.reportUnknown(name, known: known) }
        }
        func required<Value>(
            _ name: StaticString, _ reader: inout MemberReader, _ read: (inout MemberReader, JSONView) -> Value?
        ) -> Value? {
            guard let value = member(name) else {
                reader.report(.key(name), .missing(wanted: "it, as in every ad of this version"))
                return nil
            }
            return reader.inside(.key(name)) { read(&$0, value) }
        }
        let network = required(SignedField.adNetworkID.name, &reader) { $0.network($1) }
        let advertised = required(SignedField.itunesItemID.name, &reader) { $0.item($1) }
        let nonce =
            isTemplate && member(SignedField.nonce.name) == nil
            ? "" : required(SignedField.nonce.name, &reader) { $0.uuid($1) }
        var publisher: UInt64?
        var domain: String?
        if let value = member(SignedField.sourceDomain.name), version.hasWebAds {
            domain = reader.inside(.key(SignedField.sourceDomain.name)) { $0.string(value) }
            if let both = member(SignedField.sourceAppID.name) {
                reader.inside(.key(SignedField.sourceAppID.name)) {
                    $0.reportValue(both, wanted: "no app beside a \(SignedField.sourceDomain.name)")
                }
            }
        } else if version.hasSourceApp {
            publisher = required(SignedField.sourceAppID.name, &reader) { $0.item($1, allowsZero: true) }
        }
        let fidelity =
            version.hasFidelity ? required(SignedField.fidelityType.name, &reader) { $0.integer($1, 0...1) } : 1
        let campaign =
            !version.hasSourceIdentifier
            ? required(SignedField.campaignID.name, &reader) { $0.integer($1, 1...100) } : nil
        let source =
            version.hasSourceIdentifier
            ? required(SignedField.sourceIdentifier.name, &reader) { $0.integer($1, SourceIdentifier.range) }
                .flatMap { SourceIdentifier($0) }
            : campaign.flatMap { SourceIdentifier($0 < 10 ? "0\($0)" : String($0)) }
        var timestamp: Int64?
        if let value = member(SignedField.timestamp.name) {
            timestamp = reader.inside(.key(SignedField.timestamp.name)) {
                $0.integer(value, 0...Int.max).map(Int64.init)
            }
        }
        guard let network, let advertised, let nonce, let fidelity, let source else { return nil }
        return AdImpression(
            identifier: nonce, network: network, advertised: advertised, publisher: publisher, source: source,
            timestamp: timestamp,
            skAdNetwork: .init(version: version, fidelity: fidelity, campaign: campaign, sourceDomain: domain),
            trust: member(SignedField.signature.name) == nil ? .good : .unchecked)
    }
}

extension UnsafeRawBufferPointer {
    fileprivate func elementsEqual(_ bytes: [UInt8]) -> Bool {
        unsafe count == bytes.count && bytes.withUnsafeBytes { unsafe elementsEqual($0) }
    }
}
