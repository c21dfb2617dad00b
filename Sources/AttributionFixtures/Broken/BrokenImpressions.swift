import AttributionBase
import AttributionModel

/// Signed impressions whose payload breaks a rule.
extension BrokenInputs {
    private func impression(_ name: String, _ rule: Rule, _ change: (inout JSONValue) -> Void) -> BrokenInput {
        let name = "impression: " + name
        return input(.impression, name, rule) {
            let sound = fixtures.values(of: name).impressionPayload
            var payload = sound
            change(&payload)
            return .init(
                broken: .string(fixtures.token(payload: payload)), sound: .string(fixtures.token(payload: sound)))
        }
    }

    /// Returns an impression with another value for a field, given as JSON text. By default, it is the field of the rule.
    private func impression(_ name: String, _ rule: Rule, _ value: String, of field: Field? = nil) -> BrokenInput {
        impression(name, rule) { $0[name: field?.text ?? rule.field] = JSONValue(literal: value) }
    }

    var impressions: [BrokenInput] {
        let fields = Self.ofFields(in: ImpressionRules.all) { impression($0, $1, $2) }
        let values = impressionValues
        return fields + values
            + unbroken(ImpressionRules.all, by: values).map { rule, field, value in
                impression("\(field.name) is another", rule) { $0[field] = value }
            }
    }

    private var impressionValues: [BrokenInput] {
        typealias Rules = ImpressionRules
        let (uuid, beyond64Bits) = (Rules.identifierUUID, "18446744073709551616")
        let (lowercase, suffix) = (Rules.adNetworkIdentifierLowercase, Rules.adNetworkIdentifierSuffix)
        let form = Rules.adNetworkIdentifierForm
        return [
            impression("the identifier is empty", uuid, #""""#),
            impression("the identifier has no dashes", uuid, #""7aa9f8cc56894c02b96322ca22136015""#),
            impression("the identifier lacks a digit", uuid, #""7aa9f8cc-5689-4c02-b963-22ca2213601""#),
            impression("the identifier has a letter beyond f", uuid, #""7aa9f8cc-5689-4c02-b963-22ca2213601g""#),
            impression("the identifier is in braces", uuid, #""{7aa9f8cc-5689-4c02-b963-22ca22136015}""#),
            impression("the publisher exceeds 64 bits", Rules.publisherItemIdentifierRange, beyond64Bits),
            impression("the publisher is negative", Rules.publisherItemIdentifierRange, "-1"),
            impression("the impression type is unknown", Rules.typeValue, #""App-Impression""#),
            impression("the network's name has a capital", lowercase, #""\#(fixtures.capitalNetwork)""#),
            impression("the network's ending has capitals", lowercase, #""example.AdAttributionKit""#),
            impression("the network has no known ending", suffix, #""example.com""#),
            impression("the network is an ending alone", suffix, #"".adattributionkit""#),
            impression("the network has another character for the dot", suffix, #""example\u000eadattributionkit""#),
            impression("the network is two in one", form, #""a.skadnetwork,b.skadnetwork""#),
            impression("the network has two endings", form, #""example.skadnetwork.adattributionkit""#),
            impression("the network has an empty label", form, #""a..adattributionkit""#),
            impression("the source identifier has one digit", Rules.sourceIdentifierRange, "9"),
            impression("the source identifier has five digits", Rules.sourceIdentifierRange, "10000"),
            impression("the source identifier is negative", Rules.sourceIdentifierRange, "-39"),
            impression("the advertised item is 0", Rules.advertisedItemIdentifierRange, "0"),
            impression("the advertised item exceeds 64 bits", Rules.advertisedItemIdentifierRange, beyond64Bits),
            impression("the timestamp is in seconds", Rules.timestampInSeconds, "1679790422"),
            impression("the timestamp has ten digits", Rules.timestampInSeconds, "9999999999"),
            impression("the timestamp counts milliseconds from 2001", Rules.timestampBefore2020, "701483222446"),
            impression("the timestamp is in microseconds", Rules.timestampRange, "1679790422446000"),
            impression("the timestamp is negative", Rules.timestampRange, "-1"),
            impression("the timestamp lies in the year 10000", Rules.timestampRange, "253402300800000"),
            impression("the timestamp lies in the year 9999", Rules.timestampInFuture, "253402300799999"),
            impression("the kid names another network", Rules.keyID) {
                $0[ImpressionField.adNetworkIdentifier] = .string("not-" + fixtures.keyID)
            },
            impression("there is an unknown field", Rules.unknownField, "7", of: Self.unknownField),
            impression("the publisher is 0", Rules.development, "0"),
        ]
    }
}

extension JSONValue {
    /// Parses a value from JSON text in the source code.
    init(literal text: String) { self = (try? JSONValue(parsing: Array(text.utf8))) ?? .null }
}
