import AttributionBase

/// The fields of ads and postbacks for the rules, with the names of Apple's articles.
package enum SignedShape {
    package static let ad = ObjectShape(AdForm.json.names.map { $0.field.inAd })
    package static let postback = ObjectShape(postbackFields.map(\.inPostback))

    /// The fields that postbacks of any version can have.
    private static let postbackFields: [SignedField] = SignedField.allCases.filter { field in
        SKAdNetworkVersion.allCases.contains { $0.hasPlaceInPostbacks(for: field) }
    }
}

extension SignedField {
    var inAd: Field { field(of: .ad(.json)) }
    var inPostback: Field { field(of: .postback) }

    /// The place of the field in ``SignedShape``.
    package var place: UInt8 { UInt8(rawValue) }

    private func field(of form: SignedForm) -> Field {
        Field(place, name, form.type(of: self).kind, isRequired: false)
    }
}

extension Examination {
    /// Returns the object's version: 1.0 if it names none, nil if it is unknown.
    func skAdNetworkVersion(_ field: Field) -> SKAdNetworkVersion? {
        guard let value = self[field] else { return .one }
        return SKAdNetworkVersion(value)
    }
}
