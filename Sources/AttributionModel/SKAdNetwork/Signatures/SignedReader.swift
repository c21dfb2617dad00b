import AttributionBase
import AttributionCrypto

/// Reads signed ads and postbacks, one at a time, into their signed text and signature, with reused memory. Each thread needs its own
/// instance.
///
/// An accepted object has all values that its version signs, each of the right type; the rules check everything else.
package struct SignedReader: ~Copyable {
    /// The values of members, by the indices of their fields. A member that is `null` counts as absent.
    private var values = MemberTable()
    private var text = ByteBuffer()
    private var encoded = ByteBuffer(capacity: 128)
    private var der = ByteBuffer(capacity: 128)
    private var raw = ByteBuffer(capacity: 128)
    /// The order of the object that was read last.
    package private(set) var order = SignedOrder.postbacks[0]

    package init() {}

    /// The signed text of the object that was read last.
    package var signedText: ByteView { unsafe text.bytes }

    /// The signature of that object: r and s, 32 bytes each, for either curve.
    package var rawSignature: ByteView { unsafe raw.bytes }

    /// The signature of that object, as the DER sequence in which it was received.
    package var derSignature: ByteView { unsafe der.bytes }

    package subscript(field: SignedField) -> JSONView? { values[field.index] }

    /// Reads an object, for which no key is needed. Returns the fault if there is one.
    package mutating func read(_ signed: SignedObject) -> SKAdNetworkFault? {
        let (object, form) = (signed.object, signed.form)
        // Clear everything first, so that no failure leaves data of the previous object.
        text.removeAll()
        der.removeAll()
        raw.removeAll()
        guard object.kind == .object else { return .notObject(object.kind) }
        if let entry = signed.entry {
            values.read(object, form.memberNames, SignedObject.own, of: entry)
        } else {
            values.read(object, form.memberNames)
        }
        if let fault = chooseOrder(form) { return fault }
        let implied = form.impliedFidelity
        for field in order.fields {
            guard let value = self[field] else {
                if order.optional.contains(field) || field == .fidelityType && implied != nil { continue }
                return .missing(field: "\(form.name(of: field))", order.version)
            }
            let type = form.type(of: field)
            guard type.accepts(value) else {
                return .type(of: form.name(of: field), found: value, wanted: type)
            }
            if value.holdsSeparator { return .separator(field: "\(form.name(of: field))") }
            if field == .sourceDomain, value.readsAsInteger {
                return .domainOfDigits(field: "\(form.name(of: field))", found: value.excerpt)
            }
        }
        order.append(values, impliedFidelity: implied, to: &text)
        return readSignature(form)
    }

    private mutating func chooseOrder(_ form: SignedForm) -> SKAdNetworkFault? {
        func chosen(_ version: SKAdNetworkVersion) -> SignedOrder {
            form == .postback
                ? version.traits.postback : version.ad(isWeb: form == .ad(.web) || self[.sourceDomain] != nil)
        }
        // The newest version is assumed if the version is unknown.
        let newest = form == .postback ? SKAdNetworkVersion.newest.traits.postback : SKAdNetworkVersion.newest.traits.ad
        guard let value = self[.version] else {
            // Version 1.0 is the only one without a version member. OpenRTB does not have version 1.0.
            guard form != .ad(.openRTB) else {
                order = newest
                return .missing(field: "\(form.name(of: .version))", order.version)
            }
            let versions = form.versions { self[$0] != nil }
            order = chosen(versions.first ?? .one)
            return versions.isEmpty ? nil : .missingVersion(field: "\(form.name(of: .version))", versions)
        }
        let name = form.name(of: .version)
        guard value.kind == .string else {
            order = newest
            return .type(of: name, found: value, wanted: .string)
        }
        guard let version = SKAdNetworkVersion(value), version.isNamed || form != .ad(.openRTB) else {
            order = newest
            return .version(value.excerpt)
        }
        order = chosen(version)
        if version.hasWebAds, self[.sourceAppID] != nil, self[.sourceDomain] != nil {
            return .bothSources(field: "\(form.name(of: .sourceDomain))")
        }
        return nil
    }

    private mutating func readSignature(_ form: SignedForm) -> SKAdNetworkFault? {
        let name = form.name(of: .signature)
        guard let value = self[.signature] else { return .missing(field: "\(name)", order.version) }
        guard value.kind == .string else {
            return .type(of: name, found: value, wanted: .string)
        }
        // If the text is too long, it is not even copied. A JSON escape takes up to six bytes per character.
        guard value.end - value.start <= 6 * AttributionSignature.readableCount else {
            return .signature(field: "\(name)", .tooLong(value.end - value.start - 2))
        }
        encoded.removeAll()
        value.appendMeaning(to: &encoded)
        return unsafe AttributionSignature.read(encoded.bytes, der: &der, raw: &raw).map {
            .signature(field: "\(name)", $0)
        }
    }
}

extension SignedForm {
    var impliedFidelity: FidelityType? {
        if case .ad(let form) = self { form.impliedFidelity } else { nil }
    }
}

extension JSONView {
    /// Whether the value is a string that looks like a JSON integer. In a signed text, the two look the same.
    var readsAsInteger: Bool {
        guard kind == .string else { return false }
        return unescapedOrContent { text in
            let digits = text.first == ASCII.minus ? text.part(1..<text.count) : text
            return !digits.isEmpty && digits.allSatisfy(ASCII.isDigit)
        }
    }

    /// Whether the value is a string that contains U+2063.
    var holdsSeparator: Bool {
        guard kind == .string else { return false }
        return unescapedOrContent { text in
            var at = 0
            while let found = text.firstOffset(of: 0xe2, from: at) {
                if found + 3 <= text.count, text[found + 1] == 0x81, text[found + 2] == 0xa3 { return true }
                at = found + 1
            }
            return false
        }
    }
}
