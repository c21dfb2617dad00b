import AttributionBytes
import AttributionJSON

/// The values of one ad, whatever form it comes in or is to be written in.
package struct AdValues: Equatable, Sendable {
    private var values: [SignedField: JSONValue] = [:]

    package init() {}

    /// Takes the members of an ad by the names of a form.
    package init(_ object: JSONView, as form: AdForm = .json) {
        var members = object.members
        while let member = members.next() {
            guard let field = form.field(named: member.name) else { continue }
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

    /// Whether a value is there, by its name in Apple's articles.
    package func hasValue(named name: String) -> Bool {
        values.keys.contains { "\($0.name)" == name }
    }

    /// The form in which the system takes the ad.
    package var systemForm: AdForm {
        if values[.sourceDomain] != nil { return .web }
        return values[.fidelityType] == .number("0") ? .impression : .storeKit
    }

    /// The order in which the values are signed; nil for a version that there is not.
    package var order: SignedOrder? {
        guard let value = values[.version] else { return SKAdNetworkVersion.one.traits.ad }
        guard case .string(let text) = value, let version = SKAdNetworkVersion(rawValue: text) else { return nil }
        return version.ad(isWeb: values[.sourceDomain] != nil)
    }

    /// What the signature is of: the values of the order, those that are missing left out with their separators.
    package func appendSignedText(_ order: SignedOrder, to output: inout ByteBuffer) {
        var isFirst = true
        for field in order.fields {
            guard let value = values[field] else { continue }
            if !isFirst { output.append(SignedText.separator) }
            isFirst = false
            output.append(text: value.signedText)
        }
    }

    /// The ad as an object of a form, with its signature.
    ///
    /// - Parameter signature: the DER signature's text.
    package func object(as form: AdForm, signature: String) -> JSONValue {
        // The first version is written without its name; one that there is not, as it is.
        let unnamed = SKAdNetworkVersion.allCases.filter { !$0.isNamed }.map { JSONValue.string($0.rawValue) }
        let isNamed = values[.version].map { !unnamed.contains($0) } ?? false
        return .object(
            form.names.compactMap { field, name in
                if field == .signature { return .init("\(name)", .string(signature)) }
                if field == .version, form == .json, !isNamed { return nil }
                guard let value = values[field] else { return nil }
                // OpenRTB has texts for numbers, but for the fidelity.
                let isText = form == .openRTB && field != .fidelityType
                return .init("\(name)", isText ? .string(value.signedText) : value)
            })
    }
}

extension AdValues {
    /// The ad by the names of Apple's articles, with its signature as it is and the members of another form that are none
    /// of its fields, but for those that the articles' names would make one of them.
    package func plainObject(besides object: JSONView, _ form: AdForm) -> JSONValue {
        var members: [JSONValue.Member] = AdForm.json.names.compactMap { field, name in
            values[field].map { .init("\(name)", $0) }
        }
        var others = object.members
        while let member = others.next() {
            guard form.field(named: member.name) == nil, AdForm.json.field(named: member.name) == nil else { continue }
            members.append(.init(member.name.string, JSONValue(member.value)))
        }
        return .object(members)
    }
}

extension AdForm {
    /// A value of this form as the articles have it: OpenRTB's numbers are texts.
    fileprivate func plain(_ value: JSONValue, _ field: SignedField) -> JSONValue {
        guard self == .openRTB, SignedForm.ad(.json).type(of: field) == .integer, case .string(let text) = value,
            text.utf8.allSatisfy(ASCII.isDigit), text == "0" || !text.isEmpty && !text.hasPrefix("0")
        else { return value }
        return .number(text)
    }
}

extension JSONValue {
    /// A value as it stands in the text that is signed.
    package var signedText: String {
        switch self {
        case .string(let text), .number(let text): text
        default: text
        }
    }
}
