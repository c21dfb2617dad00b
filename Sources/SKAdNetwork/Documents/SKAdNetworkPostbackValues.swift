import AdAttribution
import Bytes
import StrictJSON

/// What a postback says, field by field. Whoever builds or simulates postbacks fills it in, and nothing else writes one: a
/// field that is added here is asked of both. Which of the fields are written is for the version to say.
package struct SKAdNetworkPostbackValues: Sendable {
    private let version: SKAdNetworkVersion
    private let network: String
    private let campaign: Int?
    private let source: SourceIdentifier
    private let item: UInt64
    private let transaction: JSONScalar
    private let isRedownload: Bool
    private let sourceApp: UInt64?
    private let sourceDomain: String?
    private let fidelity: Int?
    private let didWin: Bool
    private let fine: FineConversionValue?
    private let coarse: CoarseConversionValue?
    private let window: ConversionWindow
    private let country: CountryCode?
    /// Fields that are written though the version has none, where they have a value.
    private let forced: Set<SignedField>

    /// - Parameters:
    ///   - network: the network that the postback is for.
    ///   - campaign: that of versions without source identifiers.
    ///   - source: as many digits as are told.
    ///   - item: the advertised app.
    ///   - sourceApp: nil where it is not told, as with all that may be nil.
    ///   - forced: fields that are written though the version has none, where they have a value.
    package init(
        version: SKAdNetworkVersion, network: String, campaign: Int?, source: SourceIdentifier, item: UInt64,
        transaction: JSONScalar, isRedownload: Bool, sourceApp: UInt64?, sourceDomain: String?, fidelity: Int?,
        didWin: Bool, fine: FineConversionValue?, coarse: CoarseConversionValue?, window: ConversionWindow,
        country: CountryCode?, forced: Set<SignedField>
    ) {
        self.version = version
        self.network = network
        self.campaign = campaign
        self.source = source
        self.item = item
        self.transaction = transaction
        self.isRedownload = isRedownload
        self.sourceApp = sourceApp
        self.sourceDomain = sourceDomain
        self.fidelity = fidelity
        self.didWin = didWin
        self.fine = fine
        self.coarse = coarse
        self.window = window
        self.country = country
        self.forced = forced
    }

    private func value(of field: SignedField) -> JSONScalar? {
        switch field {
        case .version: .string(version.rawValue)
        case .adNetworkID: .string(network)
        case .campaignID: campaign.map { .integer($0) }
        case .sourceIdentifier: .string(source.description)
        case .appID: .integer(item)
        case .transactionID: transaction
        case .redownload: .bool(isRedownload)
        case .sourceAppID: sourceApp.map { .integer($0) }
        case .sourceDomain: sourceDomain.map { .string($0) }
        case .fidelityType: fidelity.map { .integer($0) }
        case .didWin: .bool(didWin)
        case .conversionValue: fine.map { .integer($0.rawValue) }
        case .coarseConversionValue: coarse.map { .string($0.rawValue) }
        case .postbackSequenceIndex: .integer(window.rawValue)
        case .countryCode: country.map { .string($0.description) }
        // Those of ads alone, and the signature, which is of these values.
        case .itunesItemID, .nonce, .timestamp, .signature: nil
        }
    }

    private func written(_ field: SignedField) -> JSONScalar? {
        version.tells(field) || forced.contains(field) ? value(of: field) : nil
    }

    /// Appends the body but for its signature.
    package func append(to output: inout ByteBuffer) {
        output.openObject()
        for field in SignedField.allCases {
            guard let value = written(field) else { continue }
            output.member(field.name)
            value.append(to: &output)
        }
        output.closeObject()
    }

    /// The same as values.
    package var members: [JSONValue.Member] {
        SignedField.allCases.compactMap { field in written(field).map { field.member($0.value) } }
    }
}

extension SignedField {
    /// What the table of disclosure calls the field; nil for one that is told in every tier and window.
    package var disclosed: Disclosure.Field? {
        switch self {
        case .sourceAppID, .sourceDomain: .publisher
        case .conversionValue: .fineValue
        case .coarseConversionValue: .coarseValue
        case .countryCode: .country
        default: nil
        }
    }
}

extension Disclosure.Field {
    /// The field as SKAdNetwork names it; nil for what it does not know.
    ///
    /// - Parameter isWeb: whether the ad was on a web page, so that a source domain stands in the place of a source app.
    package func skAdNetworkField(isWeb: Bool) -> SignedField? {
        switch self {
        case .publisher: isWeb ? .sourceDomain : .sourceAppID
        case .marketplace: nil
        case .fineValue: .conversionValue
        case .coarseValue: .coarseConversionValue
        case .country: .countryCode
        }
    }
}
