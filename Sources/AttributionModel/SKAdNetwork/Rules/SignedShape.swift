import AttributionBase

extension SignedField {
    /// The fields of an ad for the rules, with the names of Apple's articles.
    package static let adShape = ObjectShape(AdForm.json.names.map { $0.field.inAd })
    /// The fields that postbacks of any version can have.
    package static let postbackShape = ObjectShape(
        allCases.filter { field in SKAdNetworkVersion.allCases.contains { $0.hasPlaceInPostbacks(for: field) } }
            .map(\.inPostback))

    var inAd: Field { field(of: .ad(.json)) }
    var inPostback: Field { field(of: .postback) }

    /// The place of the field in its shape.
    package var index: UInt8 { UInt8(rawValue) }

    private func field(of form: SignedForm) -> Field {
        Field(index, name, form.type(of: self), isRequired: false)
    }
}

extension Examination {
    /// Returns the object's version: 1.0 if it names none, nil if it is unknown.
    func skAdNetworkVersion(_ field: Field) -> SKAdNetworkVersion? {
        guard let value = self[field] else { return .one }
        return SKAdNetworkVersion(value)
    }
}
