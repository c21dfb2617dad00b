import AttributionBase

/// The values that a version signs in an ad or a postback, in order.
package struct SignedOrder: Sendable {
    package let version: SKAdNetworkVersion
    /// Whether the order is for web ads, which name a domain instead of an app.
    package let isWeb: Bool
    /// The signed fields, in order. Those in ``optional`` are signed only if present.
    package let fields: [SignedField]
    package let optional: [SignedField]
    /// ``fields`` as a bit set. It is stored, because it is used for every member of every object.
    private let bits: UInt64

    init(_ version: SKAdNetworkVersion, isWeb: Bool = false, _ fields: [SignedField], optional: [SignedField] = []) {
        self.version = version
        self.isWeb = isWeb
        self.fields = fields
        self.optional = optional
        bits = fields.reduce(0) { $0 | 1 << UInt64($1.rawValue) }
    }

    package func signs(_ field: SignedField) -> Bool { bits & 1 << UInt64(field.rawValue) != 0 }

    package func requires(_ field: SignedField) -> Bool { signs(field) && !optional.contains(field) }

    /// The orders for ads: first those of each version for apps, then those for web pages.
    package static let ads: [SignedOrder] =
        SKAdNetworkVersion.allCases.map(\.traits.ad) + SKAdNetworkVersion.allCases.compactMap(\.traits.webAd)

    package static let postbacks: [SignedOrder] = SKAdNetworkVersion.allCases.map(\.traits.postback)

    /// Returns the order for the version that a postback names. It is that of 1.0 if the postback names none, and of the newest version if
    /// the named one is unknown.
    package static func postback(named version: JSONView?) -> SignedOrder {
        guard let version else { return SKAdNetworkVersion.one.traits.postback }
        return (SKAdNetworkVersion(version) ?? .newest).traits.postback
    }
}

// The signed text: the values in the order of a version, separated by U+2063 INVISIBLE SEPARATOR.
extension SignedOrder {
    /// U+2063 in UTF-8.
    package static let separator: StaticString = "\u{2063}"

    /// Appends the values that are present. The caller has already checked that no required value is missing.
    package func append(
        _ values: borrowing MemberTable, impliedFidelity: FidelityType?, to output: inout ByteBuffer
    ) {
        var isFirst = true
        for field in fields {
            let value = values[field.index]
            guard value != nil || field == .fidelityType && impliedFidelity != nil else { continue }
            if !isFirst { output.append(Self.separator) }
            isFirst = false
            if let value {
                value.appendSignedText(to: &output)
            } else if let impliedFidelity {
                output.append(decimal: impliedFidelity.rawValue)
            }
        }
    }

    /// Appends the values of the fields for which there is one.
    func append<Value>(
        to output: inout ByteBuffer, value: (SignedField) -> Value?, append: (Value, inout ByteBuffer) -> Void
    ) {
        var isFirst = true
        for field in fields {
            guard let value = value(field) else { continue }
            if !isFirst { output.append(Self.separator) }
            isFirst = false
            append(value, &output)
        }
    }
}

extension JSONView {
    /// Appends a value as it is signed: the text of a string, a number as it is written, `true` or `false`.
    func appendSignedText(to output: inout ByteBuffer) {
        if kind == .string { appendMeaning(to: &output) } else { output.append(raw) }
    }
}
