import Bytes
import JOSE
import StrictJSON

/// What the payload of a JWS impression must satisfy [Generating JWS impressions].
enum ImpressionRules {
    static let all: [Rule] = required + types + values + relations

    // MARK: - Presence and JSON types

    private static let required: [Rule] = [
        missing(.impressionIdentifier), missing(.publisherItemIdentifier), missing(.impressionType),
        missing(.adNetworkIdentifier), missing(.sourceIdentifier), missing(.timestamp),
        missing(.advertisedItemIdentifier),
    ]

    private static let types: [Rule] = [
        string(.impressionIdentifier), integer(.publisherItemIdentifier), string(.impressionType),
        string(.adNetworkIdentifier), integer(.sourceIdentifier), integer(.timestamp),
        integer(.advertisedItemIdentifier), boolean(.eligibleForReEngagement),
    ]

    private static func missing(_ field: Field) -> Rule {
        rule("\(field.name)-missing", field, "\(field.name) is present", wanted: "a value") { examination in
            examination[field] == nil ? Violation("missing") : nil
        }
    }

    private static func string(_ field: Field) -> Rule {
        rule("\(field.name)-json-type", field, "\(field.name) is a string", wanted: "a string") { examination in
            guard let value = examination[field], value.kind != .string else { return nil }
            return Violation(value.excerpt)
        }
    }

    private static func integer(_ field: Field) -> Rule {
        rule(
            "\(field.name)-json-type", field, "\(field.name) is a JSON integer, not a string and not 1.0",
            wanted: "an integer"
        ) { examination in
            guard let value = examination[field], !value.isInteger else { return nil }
            let isQuotedNumber = value.kind == .string && UInt64(value.string) != nil
            return Violation(value.excerpt, hint: isQuotedNumber ? "write the number without quotes" : nil)
        }
    }

    private static func boolean(_ field: Field) -> Rule {
        rule("\(field.name)-json-type", field, "\(field.name) is true or false", wanted: "true or false") {
            examination in
            guard let value = examination[field], value.kind != .true, value.kind != .false else { return nil }
            let isQuoted = value.isString("true") || value.isString("false")
            return Violation(value.excerpt, hint: isQuoted ? "write the word without quotes" : nil)
        }
    }

    // MARK: - Values

    private static let values: [Rule] = [
        rule(
            "impression-identifier-uuid", .impressionIdentifier, "the impression identifier is a UUID",
            wanted: "a UUID such as 7aa9f8cc-5689-4c02-b963-22ca22136015"
        ) { examination in
            guard let value = examination[.impressionIdentifier], value.kind == .string, !value.isUUID else {
                return nil
            }
            return Violation(value.excerpt)
        },
        range(.publisherItemIdentifier, 0...UInt64.max, "publisher item identifiers are unsigned 64-bit integers"),
        rule(
            "impression-type-value", .impressionType, "the impression type is app-impression",
            wanted: "\"app-impression\""
        ) { examination in
            guard let value = examination[.impressionType], value.kind == .string, !value.isString("app-impression")
            else { return nil }
            return Violation(value.excerpt)
        },
        rule(
            "ad-network-identifier-lowercase", .adNetworkIdentifier,
            "an ad network ID is lowercase, or the system does not recognise it", wanted: "lowercase letters",
            hint: "write the ID in lowercase", article: .registeringAnAdNetwork
        ) { examination in
            guard let value = examination[.adNetworkIdentifier], value.kind == .string,
                value.hasUppercaseLetter
            else { return nil }
            return Violation(value.excerpt)
        },
        rule(
            "ad-network-identifier-suffix", .adNetworkIdentifier,
            "an ad network ID ends in .adattributionkit or .skadnetwork",
            wanted: "an ID that ends in .adattributionkit or .skadnetwork", article: .registeringAnAdNetwork
        ) { examination in
            guard let value = examination[.adNetworkIdentifier], value.kind == .string,
                !value.isAdNetworkIdentifier
            else { return nil }
            return Violation(value.excerpt)
        },
        range(.sourceIdentifier, 10...9999, "source identifiers have two to four decimal digits"),
        range(.advertisedItemIdentifier, 1...UInt64.max, "advertised item identifiers are positive 64-bit integers"),
        rule(
            "timestamp-range", .timestamp, "the timestamp counts milliseconds since 1970-01-01T00:00:00Z",
            wanted: "milliseconds since 1970, 13 digits"
        ) { examination in
            guard let value = examination[.timestamp], value.isInteger else { return nil }
            guard let moment = value.unsignedInteger, moment <= lastMillisecond else {
                let isFine = value.unsignedInteger.map { $0 > lastMillisecond } ?? false
                return Violation(
                    value.excerpt, hint: isFine ? "these are micro- or nanoseconds; divide by 1000 or 1000000" : nil)
            }
            return nil
        },
        rule(
            "timestamp-seconds", .timestamp, "the timestamp is in milliseconds, not in seconds",
            wanted: "milliseconds since 1970, 13 digits", hint: "these are seconds; multiply by 1000"
        ) { examination in
            guard let moment = examination[.timestamp]?.unsignedInteger, moment < lastSecond else { return nil }
            return Violation(String(moment))
        },
    ]

    /// 9999-12-31T23:59:59.999Z: what is beyond it was not counted in milliseconds.
    private static let lastMillisecond: UInt64 = 253_402_300_799_999
    /// Ten digits and fewer are seconds: as milliseconds they would lie before May 1970.
    private static let lastSecond: UInt64 = 10_000_000_000

    private static func range(_ field: Field, _ range: ClosedRange<UInt64>, _ summary: String) -> Rule {
        rule("\(field.name)-range", field, summary, wanted: "\(range.lowerBound) to \(range.upperBound)") {
            examination in
            guard let value = examination[field], value.isInteger else { return nil }
            if let number = value.unsignedInteger, range.contains(number) { return nil }
            return Violation(value.excerpt)
        }
    }

    // MARK: - Relations

    private static let relations: [Rule] = [
        rule(
            "ad-network-identifier-kid", .adNetworkIdentifier,
            "ad-network-identifier equals the kid of the header", wanted: "the header's kid"
        ) { examination in
            guard let keyID = examination.keyID, keyID.kind == .string, let value = examination[.adNetworkIdentifier],
                value.kind == .string, !value.isString(keyID.string)
            else { return nil }
            return Violation(value.excerpt, wanted: "the header's kid, " + keyID.excerpt)
        },
        rule(
            "timestamp-future", .timestamp, "the timestamp does not lie in the future", severity: .warning,
            wanted: "a moment that has passed", hint: "check the clock of the machine that made the impression"
        ) { examination in
            guard let moment = examination[.timestamp]?.unsignedInteger, moment <= lastMillisecond,
                Int64(moment) > examination.now.milliseconds + clockSkew
            else { return nil }
            let found = Timestamp(milliseconds: Int64(moment)).rfc3339
            return Violation("\(moment) (\(found))", wanted: "at most \(examination.now.milliseconds)")
        },
        rule(
            "unknown-field", nil, "an impression has no fields but those of the article", severity: .warning,
            wanted: "no such field"
        ) { examination in
            guard let name = examination.unknown.first else { return nil }
            return Violation("unknown", field: name.string)
        },
        rule(
            "development", .publisherItemIdentifier,
            "publisher item identifier 0 makes a development impression, which never earns a production postback",
            severity: .note, wanted: "the publisher's item identifier in production"
        ) { examination in
            examination[.publisherItemIdentifier]?.unsignedInteger == 0 ? Violation("0") : nil
        },
    ]

    /// How far two honest clocks may differ, in milliseconds.
    private static let clockSkew: Int64 = 60_000

    private static func rule(
        _ id: String, _ field: Field?, _ summary: String, severity: Rule.Severity = .error, wanted: String,
        hint: String? = nil, article: Article = .generatingJWSImpressions,
        check: @escaping @Sendable (Examination) -> Violation?
    ) -> Rule {
        // Field names that begin with the subject do not name it twice.
        Rule(
            id: id.hasPrefix("impression-") ? id : "impression-" + id, severity: severity, subject: .impression,
            field: field.map { "\($0.name)" } ?? "*", summary: summary, wanted: wanted, hint: hint, article: article,
            appleError: severity == .error ? .payload : nil, check: check)
    }
}

extension JSONView {
    /// Whether a string is a UUID in either letter case: 8-4-4-4-12 hexadecimal digits (RFC 9562 §4).
    var isUUID: Bool {
        guard kind == .string, !hasEscapes else { return false }
        let text = unsafe content
        guard text.count == 36 else { return false }
        for offset in 0..<36 {
            let byte = unsafe text[offset]
            switch offset {
            case 8, 13, 18, 23: if byte != ASCII.minus { return false }
            default: if ASCII.hexValue(byte) == nil { return false }
            }
        }
        return true
    }

    /// Whether a string has one of the endings of ad network IDs, in whatever case, and something before it.
    var isAdNetworkIdentifier: Bool {
        unsafe unescapedOrContent { text in
            for ending: StaticString in [".adattributionkit", ".skadnetwork"] {
                let start = text.count - ending.utf8CodeUnitCount
                guard start > 0 else { continue }
                let matches = (0..<ending.utf8CodeUnitCount).allSatisfy { offset in
                    unsafe text[start + offset] | 0x20 == ending.utf8Start[offset] | 0x20
                }
                if matches { return true }
            }
            return false
        }
    }

    var hasUppercaseLetter: Bool {
        unsafe unescapedOrContent { text in
            guard unsafe text.contains(where: { $0 >= 0x80 }) else {
                return unsafe text.contains { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") }
            }
            return unsafe text.text.unicodeScalars.contains { $0.properties.isUppercase }
        }
    }
}
