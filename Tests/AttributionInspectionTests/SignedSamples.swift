import AttributionBase
import AttributionCrypto
import AttributionFixtures
import AttributionInspection
import AttributionModel
import AttributionTestSupport

/// Signed inputs of every kind and version, and other ways to write them.
enum Samples {
    static let fixtures = Fixtures(seed: 5)
    static let broken = fixtures.broken

    static var keys: TrustedKeys {
        get throws { fixtures.trustedKeys }
    }

    /// SKAdNetwork postbacks of each version, tier, window and outcome.
    static let skAdNetworkPostbacks: [JSONValue] =
        SKAdNetworkCell.all.indices.map { fixtures.skAdNetworkValue(at: $0) }.filter { $0["transaction-id"] != nil }
        + [four().ofDomain]

    /// SKAdNetwork ads of each version, with the names of Apple's articles.
    static let ads: [JSONValue] =
        SKAdNetworkCell.all.indices.map { fixtures.skAdNetworkValue(at: $0) }.filter { $0["nonce"] != nil }

    static var bodies: [JSONValue] {
        get throws {
            try PostbackCell.all.indices.map { try JSONValue(parsing: Array(fixtures.postback(at: $0).utf8)) }
        }
    }

    /// Returns a first postback of version 4.0 and tier 3.
    static func four(_ changes: (name: String, value: JSONValue?)...) -> JSONValue {
        var object: JSONValue = .object([
            .init("version", .string("4.0")), .init("ad-network-id", .string("a.skadnetwork")),
            .init("source-identifier", .string("5239")), .init("app-id", .number("525463029")),
            .init("transaction-id", .string("6aafb7a5-0170-41b5-bbe4-fe71dedf1e30")),
            .init("redownload", .bool(true)), .init("source-app-id", .number("1234567891")),
            .init("fidelity-type", .number("1")), .init("did-win", .bool(true)),
            .init("postback-sequence-index", .number("0")), .init("conversion-value", .number("63")),
        ])
        for (name, value) in changes { object[name: name] = value }
        return object.signed
    }

    /// Returns a postback of version 3.0.
    static func three(_ changes: (name: String, value: JSONValue?)...) -> JSONValue {
        var object = four()
        for (name, value) in [
            ("version", .string("3.0")), ("source-identifier", nil), ("campaign-id", .number("42")),
            ("postback-sequence-index", nil),
        ] as [(String, JSONValue?)] {
            object[name: name] = value
        }
        for (name, value) in changes { object[name: name] = value }
        return object.signed
    }

    static func token(_ payload: JSONValue) throws -> String {
        fixtures.key.signedText { $0.appendToken(of: payload.bytes, keyID: fixtures.keyID, to: &$1) }
    }
}

extension JSONValue {
    var bytes: [UInt8] { Array(text.utf8) }

    /// The fields that the version of a postback signs, with the names of Apple's articles.
    var signedFields: [SignedField] {
        withView { SignedOrder.postback(named: $0.member("version")).fields } ?? []
    }

    /// The SKAdNetwork postback with a signature of its values, whatever they are.
    var signed: JSONValue {
        let values = signedFields.compactMap { self[$0.description]?.signedText }
        let text = Array(values.joined(separator: "\u{2063}").utf8)
        var result = self
        result[name: "attribution-signature"] = .string(
            AttributionSignature.text(of: Samples.fixtures.key.sign(text)))
        return result
    }

    /// The postback of version 4.0 for an ad on a web page.
    fileprivate var ofDomain: JSONValue {
        var result = self
        result[name: "source-app-id"] = nil
        result[name: "source-domain"] = .string("example.com")
        result[name: "fidelity-type"] = .number("1")
        return result.signed
    }

    /// The value with all letters of names and strings escaped, and with white space wherever it is allowed.
    var escaped: String {
        func text(_ text: String) -> String {
            "\""
                + text.utf16.map { unit in
                    let digits = String(unit, radix: 16)
                    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }.joined() + "\""
        }
        switch self {
        case .object(let members):
            return "{ " + members.map { text($0.name) + "\t: " + $0.value.escaped }.joined(separator: " ,\n ") + " }"
        case .array(let elements): return "[ " + elements.map(\.escaped).joined(separator: " , ") + " ]"
        case .string(let string): return text(string)
        case .number, .bool, .null: return self.text
        }
    }
}
