import AdAttribution
import AttributionBytes
import AttributionJSON

/// What the signed part of a postback says [Verifying an install-validation postback].
///
/// It can only be had from a ``VerifiedSKAdNetworkPostback``. Every field is kept as it came: `FieldValue.known` where it is one
/// of the values of today.
public struct SKAdNetworkPostback: Hashable, Sendable {
    /// The version whose order is signed.
    public let version: SKAdNetworkVersion
    /// As it was signed, which may be in capitals: compare it by ``isFor(_:)``.
    public let adNetworkIdentifier: FieldValue<String>
    /// As many digits of the source identifier as crowd anonymity allows, or the campaign of versions before 4.0.
    public let campaign: FieldValue<SKAdNetworkCampaign>
    /// The advertised app.
    public let appIdentifier: FieldValue<ItemIdentifier>
    /// The UUID by which a conversion is counted once, as Apple wrote it: in version 4.0 once for each ``window``, since the
    /// postbacks of one conversion may share it.
    public let transactionIdentifier: FieldValue<String>
    /// Whether the account had installed the app before; nil in version 1.0.
    public let isRedownload: FieldValue<Bool>?
    /// Where the ad was shown, past the privacy threshold only.
    public let source: FieldValue<SKAdNetworkSource>?
    /// Nil before version 2.2.
    public let fidelity: FieldValue<FidelityType>?
    /// False for a qualifying ad that did not win; nil before version 3.0, which tells winners only.
    public let didWin: FieldValue<Bool>?
    /// Nil before version 4.0, which sends one postback only.
    public let window: FieldValue<ConversionWindow>?

    /// Whether the postback is for a network, whatever the case of its letters.
    public func isFor(_ network: AdNetworkIdentifier) -> Bool {
        // Of ASCII alone: there are other letters whose lowercase is one of ASCII.
        guard let identifier = adNetworkIdentifier.known else { return false }
        return identifier.utf8.lazy.map { ASCII.isUppercase($0) ? $0 | 0x20 : $0 }
            .elementsEqual(network.description.utf8)
    }

    /// - Parameter reader: what has read an object without a fault, so that all that is signed is there and of its type.
    init(_ reader: borrowing SignedReader) {
        let order = reader.order
        version = order.version
        func required<Value>(_ field: SignedField, _ read: (JSONView) -> Value?) -> FieldValue<Value> {
            FieldValue(reader[field], read)
        }
        func signed<Value>(_ field: SignedField, _ read: (JSONView) -> Value?) -> FieldValue<Value>? {
            order.fields.contains(field) ? reader[field].map { FieldValue($0, read) } : nil
        }
        adNetworkIdentifier = required(.adNetworkID) { $0.kind == .string ? $0.string : nil }
        transactionIdentifier = required(.transactionID) { $0.kind == .string ? $0.string : nil }
        appIdentifier = required(.appID) { $0.unsignedInteger.map { ItemIdentifier(rawValue: $0) } }
        campaign =
            version.hasSourceIdentifier
            ? required(.sourceIdentifier) { SourceIdentifier($0.string).map { .source($0) } }
            : required(.campaignID) { view in
                view.unsignedInteger.flatMap { Int(exactly: $0) }.flatMap(CampaignIdentifier.init).map { .campaign($0) }
            }
        isRedownload = signed(.redownload) { $0.truth }
        didWin = signed(.didWin) { $0.truth }
        source =
            signed(.sourceAppID) { $0.unsignedInteger.map { .app(ItemIdentifier(rawValue: $0)) } }
            ?? signed(.sourceDomain) { .domain($0.string) }
        fidelity = signed(.fidelityType) { $0.unsignedInteger.flatMap { FidelityType(rawValue: Int(clamping: $0)) } }
        window = signed(.postbackSequenceIndex) {
            $0.unsignedInteger.flatMap { ConversionWindow(rawValue: Int(clamping: $0)) }
        }
    }
}

/// The fields of a postback that nobody signed: whoever saw it on its way can have changed them.
public struct SKAdNetworkUnsignedFields: Hashable, Sendable {
    /// What the conversion was worth; nil where none was set or the tier withholds it. The fine value where there are both,
    /// which breaks a rule.
    public let conversionValue: FieldValue<ConversionValue>?
    /// Only of tier 3.
    public let country: FieldValue<CountryCode>?

    init(_ reader: borrowing SignedReader) {
        let fine = reader[.conversionValue].map { value in
            FieldValue<ConversionValue>(value) {
                $0.unsignedInteger.flatMap { FineConversionValue(rawValue: Int(clamping: $0)) }.map { .fine($0) }
            }
        }
        conversionValue =
            fine
            ?? reader[.coarseConversionValue].map { value in
                FieldValue(value) {
                    $0.kind == .string ? CoarseConversionValue(rawValue: $0.string).map { .coarse($0) } : nil
                }
            }
        country = reader[.countryCode].map { value in
            FieldValue(value) { $0.kind == .string ? CountryCode($0.string) : nil }
        }
    }
}

extension FieldValue {
    /// - Parameter read: gives the value that a JSON value means; nil for one that is not known.
    fileprivate init(_ view: JSONView?, _ read: (JSONView) -> Value?) {
        self = view.flatMap(read).map { .known($0) } ?? .unknown(view.map { JSONValue($0) } ?? .null)
    }
}

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
