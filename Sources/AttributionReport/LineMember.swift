import AdAttribution
import AttributionJSON
import SKAdNetwork

/// The members of input lines that a report reads. Each has a number from 1 to 62, which is a part of the label of its
/// slot.
enum LineMember: UInt8, CaseIterable {
    // Of verdicts.
    case verdict = 1
    case kind, rule, environment, payload, unsigned, parts
    // Of timelines.
    case event, to, status, body
    // Of earnings.
    case app, day, requests, fills, impressions, testImpressions, clicks, revenue, currency
    // Of AdAttributionKit's postbacks.
    case token, postbackIdentifier, adNetworkIdentifier, advertisedItemIdentifier, conversionType,
        sourceIdentifier, didWin, index, publisherItemIdentifier, marketplaceIdentifier, interaction,
        fineValue, coarseValue, countryCode
    // Of SKAdNetwork's.
    case version, signature, transactionIdentifier, adNetworkID, campaignID, appID, redownload, sourceAppID,
        sourceDomain, fidelity

    var name: StaticString {
        switch self {
        case .verdict: "verdict"
        case .kind: "kind"
        case .rule: "rule"
        case .environment: "environment"
        case .payload: "payload"
        case .unsigned: "unsigned"
        case .parts: "parts"
        case .event: "event"
        case .to: "to"
        case .status: "status"
        case .body: "body"
        case .app: "app"
        case .day: "day"
        case .requests: "requests"
        case .fills: "fills"
        case .impressions: "impressions"
        case .testImpressions: "test-impressions"
        case .clicks: "clicks"
        case .revenue: "revenue"
        case .currency: "currency"
        case .token: BodyField.token.name
        case .postbackIdentifier: PostbackField.identifier.name
        case .adNetworkIdentifier: PostbackField.adNetworkIdentifier.name
        case .advertisedItemIdentifier: PostbackField.advertisedItemIdentifier.name
        case .conversionType: PostbackField.conversionType.name
        case .sourceIdentifier: PostbackField.sourceIdentifier.name
        case .didWin: PostbackField.didWin.name
        case .index: PostbackField.sequenceIndex.name
        case .publisherItemIdentifier: PostbackField.publisherItemIdentifier.name
        case .marketplaceIdentifier: PostbackField.marketplaceIdentifier.name
        case .interaction: BodyField.interactionType.name
        case .fineValue: BodyField.conversionValue.name
        case .coarseValue: BodyField.coarseConversionValue.name
        case .countryCode: BodyField.countryCode.name
        case .version: SignedField.version.name
        case .signature: SignedField.signature.name
        case .transactionIdentifier: SignedField.transactionID.name
        case .adNetworkID: SignedField.adNetworkID.name
        case .campaignID: SignedField.campaignID.name
        case .appID: SignedField.appID.name
        case .redownload: SignedField.redownload.name
        case .sourceAppID: SignedField.sourceAppID.name
        case .sourceDomain: SignedField.sourceDomain.name
        case .fidelity: SignedField.fidelityType.name
        }
    }

    /// The number of each name that is read.
    private static let numbers: [[UInt8]: UInt8] = Dictionary(
        uniqueKeysWithValues: allCases.map { (Array("\($0.name)".utf8), $0.rawValue) }
            + OtherField.all.map { (Array($0.name.utf8), $0.number) })

    fileprivate static func number(of name: JSONView) -> UInt8? {
        name.unescapedOrContent { bytes in numbers[[UInt8](bytes)] }
    }
}

/// A field of postbacks that is read only to group by it: any described field that is not a ``LineMember``. A field
/// that Apple adds can be used for groups as soon as it is described.
package struct OtherField: Hashable, Sendable {
    package let name: String
    /// The number, which continues those of ``LineMember``.
    let number: UInt8
    /// Whether AdAttributionKit signs the field; nil if its postbacks do not have the field.
    let isSigned: Bool?
    /// The same field of SKAdNetwork postbacks, if there is one.
    let signedField: SignedField?

    package static let all: [OtherField] = {
        let signed = PostbackField.shape.fields.filter { $0.place != PostbackField.impressionIdentifier.place }
        let others = SignedField.allCases.filter { field in
            SKAdNetworkVersion.allCases.contains { $0.discloses(field) }
        }
        var names = Set(LineMember.allCases.map { "\($0.name)" })
        var found: [OtherField] = []
        for name in (signed + BodyField.shape.fields).map(\.text) + others.map(\.description) {
            guard names.insert(name).inserted else { continue }
            let isSigned = signed.contains { $0.text == name }
            found.append(
                OtherField(
                    name: name, number: UInt8(LineMember.allCases.count + 1 + found.count),
                    isSigned: isSigned || BodyField.shape.fields.contains { $0.text == name } ? isSigned : nil,
                    signedField: others.first { $0.description == name }))
        }
        precondition(LineMember.allCases.count + found.count < LineObject.root, "labels have room for all")
        return found
    }()
}

/// The objects of a line whose members are read. The members of each have their own labels.
enum LineObject: UInt8 {
    case line, payload, unsigned
    /// The body of a postback in a timeline.
    case body

    /// The label of the line's own object.
    static let root: UInt8 = 63

    /// The label of a member's slot.
    @inline(__always)
    func label(_ member: LineMember) -> UInt8 { label(member.rawValue) }

    @inline(__always)
    func label(_ number: UInt8) -> UInt8 { rawValue << 6 | number }

    /// Returns the label of a member, given the label of the object that contains it; 0 for a member that is not read.
    static func label(in holder: UInt8, of name: JSONView) -> UInt8 {
        let object: LineObject
        switch holder {
        case root: object = .line
        case LineObject.line.label(.payload): object = .payload
        case LineObject.line.label(.unsigned): object = .unsigned
        case LineObject.line.label(.body): object = .body
        default: return 0
        }
        return LineMember.number(of: name).map { object.label($0) } ?? 0
    }
}
