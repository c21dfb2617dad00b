import AttributionBase

/// The values of one ad, independent of the form that it is read from or written in.
package struct AdValues: Equatable, Sendable {
    private var values: [SignedField: JSONValue] = [:]

    package init() {}

    /// Reads the members of an ad by the names of a form.
    package init(_ object: JSONView, as form: AdForm = .json) {
        self.init(SignedObject(object, as: .ad(form)), as: form)
    }

    init(_ object: SignedObject, as form: AdForm) {
        for member in object.members {
            guard member.value.kind != .null, let field = form.field(named: member.name) else { continue }
            values[field] = form.plain(JSONValue(member.value), field)
        }
        if values[.fidelityType] == nil, let fidelity = form.impliedFidelity {
            values[.fidelityType] = .number(String(fidelity.rawValue))
        }
    }

    package subscript(field: SignedField) -> JSONValue? {
        get { values[field] }
        set { values[field] = newValue }
    }

    /// Whether a value is present, by its name in Apple's articles.
    package func hasValue(named name: String) -> Bool { values.keys.contains { "\($0.name)" == name } }

    /// The form in which the system accepts the ad.
    package var systemForm: AdForm {
        if values[.sourceDomain] != nil { return .web }
        return values[.fidelityType] == .number("0") ? .impression : .storeKit
    }

    /// The order in which the values are signed, or nil for an unknown version.
    package var order: SignedOrder? {
        guard let value = values[.version] else { return SKAdNetworkVersion.one.traits.ad }
        guard case .string(let text) = value, let version = SKAdNetworkVersion(rawValue: text) else { return nil }
        return version.ad(isWeb: values[.sourceDomain] != nil)
    }

    /// The kind of ad, and the forms that contain everything it signs: the one that the system accepts, and those of programs.
    package var kind: (words: String, forms: [AdForm]) {
        let version = order?.version ?? .one
        return switch systemForm {
        case .web: ("a web ad", [.json, .web])
        case .impression: ("a view-through ad", [.json, .impression, .openRTB])
        case .json, .storeKit, .storeKitValues, .openRTB:
            version.isNamed
                ? ("a StoreKit-rendered ad", [.json, .storeKit, .storeKitValues, .openRTB])
                : ("an ad of version \(version.rawValue)", [.json, .storeKit, .storeKitValues])
        }
    }

    /// Appends the text to sign: the values in order. Missing values are omitted, together with their separators.
    package func appendSignedText(_ order: SignedOrder, to output: inout ByteBuffer) {
        order.append(to: &output, value: { values[$0] }, append: { $1.append(text: $0.signedText) })
    }

    /// Returns the members of the ad in a form, in order. The signature has no value yet.
    func members(as form: AdForm) -> [(field: SignedField, name: StaticString, value: JSONValue?)] {
        // The first version is written without a version member; an unknown version is written as it is.
        let unnamed = SKAdNetworkVersion.allCases.filter { !$0.isNamed }.map { JSONValue.string($0.rawValue) }
        let isNamed = values[.version].map { !unnamed.contains($0) } ?? false
        return form.names.compactMap { field, name in
            if field == .signature { return (field, name, nil) }
            if field == .version, form == .json, !isNamed { return nil }
            guard let value = values[field] else { return nil }
            // In OpenRTB every number except the fidelity is a string.
            let isText = form == .openRTB && field != .fidelityType
            return (field, name, isText ? .string(value.signedText) : value)
        }
    }

    package func json(as form: AdForm, signature: JSONValue) -> JSONValue {
        .object(members(as: form).map { .init("\($0.name)", $0.value ?? signature) })
    }

    package func appendMembers(
        as form: AdForm, to output: inout ByteBuffer, where isIncluded: (SignedField) -> Bool = { _ in true },
        signature: (inout ByteBuffer) -> Void
    ) {
        for (field, name, value) in members(as: form) where isIncluded(field) {
            if let value { output.member(name, value) } else { output.member(name, quoting: signature) }
        }
    }
}

extension AdValues {
    /// Returns the ad with the names of Apple's articles, its signature, and those members of the other form that are not fields of the ad.
    /// Members that would be mistaken for fields under these names are left out.
    package func plainObject(besides object: SignedObject? = nil, _ form: AdForm = .json) -> JSONValue {
        var members: [JSONValue.Member] = AdForm.json.names.compactMap { field, name in
            values[field].map { .init("\(name)", $0) }
        }
        guard let object else { return .object(members) }
        for member in object.members
        where member.value.kind != .null && form.field(named: member.name) == nil
            && AdForm.json.field(named: member.name) == nil
        {
            members.append(.init(member.name.string, JSONValue(member.value)))
        }
        if let rest = object.rest { members.append(rest) }
        return .object(members)
    }
}

extension AdForm {
    /// Converts a value of this form to that of the articles: OpenRTB writes numbers as strings.
    fileprivate func plain(_ value: JSONValue, _ field: SignedField) -> JSONValue {
        guard self == .openRTB, SignedForm.ad(.json).type(of: field) == .integer, case .string(let text) = value,
            text.utf8.allSatisfy(ASCII.isDigit), text == "0" || !text.isEmpty && !text.hasPrefix("0")
        else { return value }
        return .number(text)
    }
}

extension JSONValue {
    /// The value as it appears in the signed text.
    package var signedText: String {
        switch self {
        case .string(let text), .number(let text): text
        default: text
        }
    }
}
