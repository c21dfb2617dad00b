import AttributionBase

/// The signed values of a postback [Verifying an install-validation postback].
///
/// It is only available from a ``VerifiedSKAdNetworkPostback``. Every field is kept as received; it is
/// `FieldValue.known` if its value is one that is known today.
public struct SKAdNetworkPostback: Hashable, Sendable {
    /// The version, which determines which values are signed and in which order.
    public let version: SKAdNetworkVersion
    /// The network as it was signed, possibly in capitals or, as in Apple's examples, with a different ending.
    public let adNetworkIdentifier: FieldValue<AdNetworkIdentifier>
    /// As many digits of the source identifier as crowd anonymity allows, or the campaign ID before version 4.0.
    public let campaign: FieldValue<AdCampaign>
    /// The advertised app.
    public let advertisedItemIdentifier: FieldValue<ItemIdentifier>
    /// The UUID that identifies a conversion; count it once. In version 4.0, count it once per ``window``, because the
    /// postbacks of one conversion may share it.
    public let identifier: FieldValue<AttributionUUID>
    /// Whether the account had installed the app before; nil in version 1.0.
    public let isRedownload: FieldValue<Bool>?
    /// Where the ad was shown; present only above the privacy threshold.
    public let publisher: FieldValue<Publisher>?
    /// The fidelity type; nil before version 2.2.
    public let fidelity: FieldValue<FidelityType>?
    /// False for a qualifying ad that did not win; nil before version 3.0, because earlier versions send postbacks to
    /// winners only.
    public let didWin: FieldValue<Bool>?
    /// The conversion window; nil before version 4.0, because earlier versions send a single postback.
    public let window: FieldValue<ConversionWindow>?

    /// - Parameter reader: A reader that has read an object without a fault, so that every signed field is present and
    ///   of its type.
    init(_ reader: borrowing SignedReader) {
        let order = reader.order
        version = order.version
        func required<Value>(_ field: SignedField, _ read: (JSONView) -> Value?) -> FieldValue<Value> {
            FieldValue(reader[field], read)
        }
        func signed<Value>(_ field: SignedField, _ read: (JSONView) -> Value?) -> FieldValue<Value>? {
            order.fields.contains(field) ? reader[field].map { FieldValue($0, read) } : nil
        }
        adNetworkIdentifier = required(.adNetworkID) { $0.text.map { AdNetworkIdentifier(unchecked: $0) } }
        identifier = required(.transactionID) { $0.text.flatMap { AttributionUUID($0) } }
        advertisedItemIdentifier = required(.appID) { $0.unsignedInteger.map { ItemIdentifier(rawValue: $0) } }
        campaign =
            version.hasSourceIdentifier
            ? required(.sourceIdentifier) { SourceIdentifier($0.string).map { .source($0) } }
            : required(.campaignID) { $0.number.flatMap(CampaignIdentifier.init).map { .campaign($0) } }
        isRedownload = signed(.redownload) { $0.truth }
        didWin = signed(.didWin) { $0.truth }
        publisher =
            signed(.sourceAppID) { $0.unsignedInteger.map { .app(ItemIdentifier(rawValue: $0)) } }
            ?? signed(.sourceDomain) { .domain($0.string) }
        fidelity = signed(.fidelityType) { $0.number.flatMap(FidelityType.init) }
        window = signed(.postbackSequenceIndex) { $0.number.flatMap(ConversionWindow.init) }
    }
}

/// The fields of a postback that are not signed: anyone may have changed them in transit.
public struct SKAdNetworkUnsignedFields: Hashable, Sendable {
    /// The conversion value; nil if none was set or if the tier withholds it. If both values are present, which breaks
    /// a rule, it is the fine value.
    public let conversionValue: FieldValue<ConversionValue>?
    /// The country; present only in a winner's first postback of tier 3, if the country's own crowd is in tier 3 too.
    public let country: FieldValue<CountryCode>?

    init(_ reader: borrowing SignedReader) {
        func optional<Value>(_ field: SignedField, _ read: (JSONView) -> Value?) -> FieldValue<Value>? {
            reader[field].map { FieldValue($0, read) }
        }
        conversionValue =
            optional(.conversionValue) { $0.number.flatMap(FineConversionValue.init).map { .fine($0) } }
            ?? optional(.coarseConversionValue) { $0.text.flatMap(CoarseConversionValue.init).map { .coarse($0) } }
        country = optional(.countryCode) { $0.text.flatMap { CountryCode(text: $0) } }
    }
}

extension FieldValue {
    /// - Parameter read: Converts a JSON value; returns nil for an unknown value.
    fileprivate init(_ view: JSONView?, _ read: (JSONView) -> Value?) {
        self = view.flatMap(read).map { .known($0) } ?? .unknown(view.map { JSONValue($0) } ?? .null)
    }
}

extension JSONView {
    /// The value of a non-negative integer, at most `Int.max`, or nil.
    fileprivate var number: Int? { unsignedInteger.map { Int(clamping: $0) } }
}

// MARK: - Writing

extension PostbackValues {
    typealias SignedRow = (field: SignedField, value: JSONScalar)

    /// Returns the fields that a version writes and their values, in the order of ``SignedField``, without the signature.
    func rows(in version: SKAdNetworkVersion) -> [SignedRow] {
        SignedField.allCases.compactMap { field in
            guard version.discloses(field) || forced.contains(field) else { return nil }
            return value(of: field, in: version).map { (field, $0) }
        }
    }

    /// Returns the body of a version with a signature, which is not checked.
    package func body(of version: SKAdNetworkVersion, signature: String) -> JSONValue {
        .object(
            rows(in: version).map { field, value in field.member(value.value) }
                + [SignedField.signature.member(.string(signature))])
    }

    private func value(of field: SignedField, in version: SKAdNetworkVersion) -> JSONScalar? {
        switch field {
        case .version: .string(version.rawValue)
        case .adNetworkID: .string(network)
        case .campaignID: campaign.map { .integer($0) }
        case .sourceIdentifier: .string(source.description)
        case .appID: .integer(advertised)
        case .transactionID: identifier
        case .redownload: .bool(type == .redownload)
        case .sourceAppID: publisher.map { .integer($0) }
        case .sourceDomain: sourceDomain.map { .string($0) }
        case .fidelityType: fidelity.map { .integer($0) }
        case .didWin: .bool(didWin)
        case .conversionValue: fine.map { .integer($0.rawValue) }
        case .coarseConversionValue: coarse.map { .string($0.rawValue) }
        case .postbackSequenceIndex: .integer(window.rawValue)
        case .countryCode: country.map { .string($0.description) }
        // These fields occur in ads only, except the signature, which is made from the other values.
        case .itunesItemID, .nonce, .timestamp, .signature: nil
        }
    }
}

extension SKAdNetworkVersion {
    /// Appends the text that is signed for a postback with these fields.
    func appendSignedText(of rows: [PostbackValues.SignedRow], to output: inout ByteBuffer) {
        traits.postback.append(
            to: &output, value: { field in rows.first { $0.field == field }?.value },
            append: { $0.appendMeaning(to: &$1) })
    }
}

extension SignedField {
    /// The field's name in the disclosure table; nil for a field that is sent in every tier and window.
    package var disclosed: Disclosure.Field? {
        switch self {
        case .sourceAppID, .sourceDomain: .publisher
        case .conversionValue: .fine
        case .coarseConversionValue: .coarse
        case .countryCode: .country
        default: nil
        }
    }
}

extension Disclosure.Field {
    /// Returns SKAdNetwork's name for the field; nil if SKAdNetwork has no such field.
    ///
    /// - Parameter isWeb: Whether the ad was on a web page, so that a source domain replaces the source app.
    package func skAdNetworkField(isWeb: Bool) -> SignedField? {
        switch self {
        case .publisher: isWeb ? .sourceDomain : .sourceAppID
        case .marketplaceIdentifier: nil
        case .fine: .conversionValue
        case .coarse: .coarseConversionValue
        case .country: .countryCode
        }
    }
}
