import AdAttribution
import AttributionBytes
import AttributionCommandModel

/// The options that signing commands share.
enum SigningOptions {
    static let key = TypedOption.value(
        "key", short: "k", .file("FILE"),
        summary: "sign with the private key in FILE (PEM, DER or JWK); - is standard input",
        group: "Key and signature", relations: [.excludes([exampleKey])])

    static let exampleKey = TypedOption.flag(
        "example-key", summary: "sign with the published example key for any ad network: for tests only",
        group: "Key and signature")

    static let deterministic = TypedOption.flag(
        "deterministic", summary: "derive the nonce from key and message (RFC 6979)", group: "Key and signature")

    static let timestamp = TypedOption.value(
        ImpressionField.timestamp.text, .signingMoment("TIME"),
        summary: "when the impression was made: milliseconds, RFC 3339 or now", group: "Fields")

    static let noValidate = TypedOption.flag(
        "no-validate", summary: "sign payloads that break Apple's rules too", group: "Output")

    /// The `kid` of signatures made for tests.
    static let keyID = TypedOption.value(
        "kid",
        ValueForm.text("ID").reading { (text) throws(ValueFault) in
            guard !text.isEmpty else { throw .unlike("is \"\", want the ID of a key") }
            return text
        }, summary: "the header's kid; the JWK's own, or local/0, by default", group: "Key and signature")

    /// The value of an option that takes a time.
    struct Moment: Sendable {
        /// The value as it was typed.
        let text: String
        /// The time; nil for the current time.
        let timestamp: Timestamp?
    }
}

extension ValueForm where Value == SigningOptions.Moment {
    fileprivate static func signingMoment(_ placeholder: String) -> ValueForm {
        ValueForm<String>.text(placeholder).reading { (text) throws(ValueFault) in
            guard text != "now" else { return SigningOptions.Moment(text: text, timestamp: nil) }
            guard let moment = Timestamp(text) else {
                throw .unlike("is \(quoted(text)), want milliseconds, RFC 3339 or now")
            }
            return SigningOptions.Moment(text: text, timestamp: moment)
        }
    }
}

extension ValueForm where Value == String {
    /// An unsigned integer in JSON's notation.
    static func digits(_ placeholder: String) -> ValueForm {
        text(placeholder).reading { (text) throws(ValueFault) in
            guard !text.isEmpty, text.utf8.allSatisfy(ASCII.isDigit), text == "0" || !text.hasPrefix("0") else {
                let plain = text.drop { $0 == "0" }
                let isPadded = plain.count < text.count && Int(plain) != nil
                throw .unlike(
                    "is \(quoted(text)), want a whole number, at least 0",
                    hint: isPadded ? "a number of JSON has no zero in front: \(plain)" : nil)
            }
            return text
        }
    }
}
