import AttributionBase

extension SignedField {
    /// The fields of an ad as rules see them, with the names of Apple's articles.
    package static let adShape = ObjectShape(AdForm.json.names.map { $0.field.inAd })
    /// The fields that postbacks of any version can have.
    package static let postbackShape = ObjectShape(
        allCases.filter { field in SKAdNetworkVersion.allCases.contains { $0.hasPlaceInPostbacks(for: field) } }
            .map(\.inPostback))

    package var inAd: Field { field(of: .ad(.json)) }
    package var inPostback: Field { field(of: .postback) }

    package var index: UInt8 { UInt8(rawValue) }

    private func field(of form: SignedForm) -> Field {
        Field(index, name, form.type(of: self), isRequired: false)
    }
}

extension JSONView {
    /// The text of a string without quotation marks, or any other value as it is written.
    var scalarText: String { kind == .string ? string : raw.text }
}

extension Examination {
    /// Returns the object's version. It is 1.0 if the object names none, and nil if the version is unknown or the member was lost.
    func skAdNetworkVersion(_ field: Field) -> SKAdNetworkVersion? {
        guard let value = self[field] else { return versionsWithoutName.isEmpty ? .one : nil }
        return SKAdNetworkVersion(value)
    }

    /// The versions that an object without a version may have. There are none if the object is of version 1.0.
    var versionsWithoutName: [SKAdNetworkVersion] {
        form.versions { present.contains($0.index) }
    }

    /// Returns a hint about a member that has the value of a missing field under another name; nil if there seems to be none. The number of
    /// members examined is limited.
    func otherName(of field: SignedField) -> String? {
        let shape = form == .postback ? SignedField.postbackShape : SignedField.adShape
        var rest = Findings.defaultLimit
        for (outer, value) in unknownMembers(of: shape).prefix(rest) {
            // A bid has some values only in the entries of its fidelities.
            let entry = value.element(at: 0).flatMap { $0.kind == .object ? $0 : nil }
            let inner = entry.map { $0.members.prefix(rest).map { ($0.name, $0.value) } } ?? []
            for (name, value) in ([(outer, value)] + inner).prefix(rest) {
                rest -= 1
                guard value.kind != .null else { continue }
                let name = name.string
                if !inner.isEmpty, name == "\(form.name(of: field))" {
                    return "it is inside \(quoted(outer.string)) here; it must be a member of the object itself"
                }
                if OtherNames.field(name, value.scalarText, in: form) == field {
                    return "\(quoted(name)) is that field under another name"
                }
            }
        }
        return nil
    }

    private var form: SignedForm { hasLoaded(SignedField.postbackShape) ? .postback : .ad(.json) }
}
