import AttributionBase

extension SignedField {
    /// The fields of an ad for the rules, with the names of Apple's articles.
    package static let adShape = ObjectShape(AdForm.json.names.map { $0.field.inAd })
    /// The fields that postbacks of any version can have.
    package static let postbackShape = ObjectShape(
        allCases.filter { field in SKAdNetworkVersion.allCases.contains { $0.hasPlaceInPostbacks(for: field) } }
            .map(\.inPostback))

    package var inAd: Field { field(of: .ad(.json)) }
    package var inPostback: Field { field(of: .postback) }

    /// The place of the field in its shape.
    package var index: UInt8 { UInt8(rawValue) }

    private func field(of form: SignedForm) -> Field {
        Field(index, name, form.type(of: self), isRequired: false)
    }
}

extension JSONView {
    /// The content of a string, or a value as it is written.
    var scalarText: String { kind == .string ? string : raw.text }
}

extension Examination {
    /// Returns the object's version: 1.0 if it names none, nil if it is unknown or was lost.
    func skAdNetworkVersion(_ field: Field) -> SKAdNetworkVersion? {
        guard let value = self[field] else { return versionsWithoutName.isEmpty ? .one : nil }
        return SKAdNetworkVersion(value)
    }

    /// The versions that an object that names none may have; none for one of version 1.0.
    var versionsWithoutName: [SKAdNetworkVersion] {
        form.versions { present.contains($0.index) }
    }

    /// Names the member that has a missing field's value under another name; nil if none seems to. Only as many are looked at
    /// as findings are listed.
    func otherName(of field: SignedField) -> String? {
        let shape = form == .postback ? SignedField.postbackShape : SignedField.adShape
        var rest = Findings.defaultLimit
        for (outer, value) in unknownMembers(of: shape).prefix(rest) {
            // What is in an entry of a bid's fidelities is only there.
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
