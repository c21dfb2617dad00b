import Rules
import StrictJSON

/// The fields of ads and postbacks as the rules look at them: by the names of Apple's articles.
enum SignedShape {
    static let ad = ObjectShape(AdForm.json.names.map { $0.field.inAd })
    static let postback = ObjectShape(postbackFields.map(\.inPostback))

    /// Every field that some version signs, and those beside the signature.
    private static let postbackFields: [SignedField] =
        SignedField.allCases.filter { field in SignedOrder.postbacks.contains { $0.fields.contains(field) } }
        + [.conversionValue, .coarseConversionValue, .countryCode, .signature]
}

extension SignedField {
    var inAd: Field { field(of: .ad(.json)) }
    var inPostback: Field { field(of: .postback) }

    private func field(of form: SignedForm) -> Field {
        let kind: Field.Kind =
            switch form.type(of: self) {
            case .string, .digits: .string
            case .integer: .integer
            case .boolean: .boolean
            }
        return Field(UInt8(rawValue), name, kind, isRequired: false)
    }
}

extension SKAdNetworkVersion {
    /// Whether a postback of this version can have a field.
    func hasPlaceInPostbacks(for field: SignedField) -> Bool {
        switch field {
        case .conversionValue: self >= .two
        case .coarseConversionValue: self >= .four
        // Apple's newest articles have it, and give no version.
        case .countryCode, .signature, .version: true
        default: SignedOrder.postback(self)?.fields.contains(field) ?? false
        }
    }

    /// Whether an ad of this version can have a field.
    func hasPlaceInAds(for field: SignedField) -> Bool {
        field == .signature || field == .version
            || SignedOrder.ads.contains { $0.version == self && $0.fields.contains(field) }
    }
}

extension Examination {
    /// The version that the object names, 1.0 where it names none; nil for one that there is not.
    func skAdNetworkVersion(_ field: Field) -> SKAdNetworkVersion? {
        guard let value = self[field] else { return .one }
        return SKAdNetworkVersion.allCases.first { value.isString($0.text) }
    }
}
