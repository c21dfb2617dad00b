import AdAttribution
import AttributionJSON
import AttributionRules

/// Signed impressions that break a rule about their payload.
extension BrokenInputs {
    private func impression(_ name: String, _ rule: Rule, _ change: (inout JSONValue) -> Void) -> BrokenInput {
        let sound = fixtures.impressionPayload(at: 0)
        var payload = sound
        change(&payload)
        return BrokenInput(
            .impression, "impression: " + name, rule, .string(fixtures.token(payload: payload)),
            sound: .string(fixtures.token(payload: sound)))
    }

    /// Returns an impression with another value, given as JSON text, of a field: that of the rule if none is given.
    private func impression(
        _ name: String, _ rule: Rule, _ value: String, of field: Field? = nil
    ) -> BrokenInput {
        impression(name, rule) { $0[name: field?.text ?? rule.field] = JSONValue(literal: value) }
    }

    /// Returns an impression of another network, which its header names too.
    private func network(_ name: String, _ rule: Rule, _ network: String) -> BrokenInput {
        let sound = fixtures.impressionPayload(at: 0)
        var payload = sound
        payload[ImpressionField.adNetworkIdentifier] = .string(network)
        return BrokenInput(
            .impression, "impression: " + name, rule, .string(fixtures.token(payload: payload, keyID: network)),
            sound: .string(fixtures.token(payload: sound)))
    }

    var impressions: [BrokenInput] {
        let fields = FieldFault.all(in: ImpressionRules.all).flatMap { $0.inputs { impression($0, $1, $2) } }
        let values = impressionValues
        return fields + values
            + unbroken(ImpressionRules.all, by: values).map { rule, field, value in
                impression("\(field.name) is another", rule) { $0[field] = value }
            }
    }

    private var impressionValues: [BrokenInput] {
        let uuid = ImpressionRules.identifierUUID
        return [
            impression("the identifier is empty", uuid, #""""#),
            impression("the identifier has no dashes", uuid, #""7aa9f8cc56894c02b96322ca22136015""#),
            impression("the identifier lacks a digit", uuid, #""7aa9f8cc-5689-4c02-b963-22ca2213601""#),
            impression("the identifier has a letter beyond f", uuid, #""7aa9f8cc-5689-4c02-b963-22ca2213601g""#),
            impression("the identifier is in braces", uuid, #""{7aa9f8cc-5689-4c02-b963-22ca22136015}""#),
            impression(
                "the publisher exceeds 64 bits", ImpressionRules.publisherItemIdentifierRange, "18446744073709551616"),
            impression("the publisher is negative", ImpressionRules.publisherItemIdentifierRange, "-1"),
            impression("the type is another", ImpressionRules.typeValue, #""App-Impression""#),
            network(
                "the network's name has a capital", ImpressionRules.adNetworkIdentifierLowercase,
                "Example.adattributionkit"),
            network(
                "the network's ending has capitals", ImpressionRules.adNetworkIdentifierLowercase,
                "example.AdAttributionKit"),
            network("the network has no known ending", ImpressionRules.adNetworkIdentifierSuffix, "example.com"),
            network("the network is an ending alone", ImpressionRules.adNetworkIdentifierSuffix, ".adattributionkit"),
            network(
                "the network has another character for the dot", ImpressionRules.adNetworkIdentifierSuffix,
                "example\u{e}adattributionkit"),
            impression("the source identifier has one digit", ImpressionRules.sourceIdentifierRange, "9"),
            impression("the source identifier has five digits", ImpressionRules.sourceIdentifierRange, "10000"),
            impression("the source identifier is negative", ImpressionRules.sourceIdentifierRange, "-39"),
            impression("the advertised item is 0", ImpressionRules.advertisedItemIdentifierRange, "0"),
            impression(
                "the advertised item exceeds 64 bits", ImpressionRules.advertisedItemIdentifierRange,
                "18446744073709551616"),
            impression("the timestamp is in seconds", ImpressionRules.timestampInSeconds, "1679790422"),
            impression("the timestamp has ten digits", ImpressionRules.timestampInSeconds, "9999999999"),
            impression("the timestamp is in microseconds", ImpressionRules.timestampRange, "1679790422446000"),
            impression("the timestamp is negative", ImpressionRules.timestampRange, "-1"),
            impression("the timestamp lies in the year 10000", ImpressionRules.timestampRange, "253402300800000"),
            impression("the timestamp lies in the year 9999", ImpressionRules.timestampInFuture, "253402300799999"),
            impression("the kid is another network", ImpressionRules.keyID) {
                $0[ImpressionField.adNetworkIdentifier] = .string("not-" + fixtures.keyID)
            },
            impression("there is an unknown field", ImpressionRules.unknownField, "7", of: Self.unknownField),
            impression("the publisher is 0", ImpressionRules.development, "0"),
        ]
    }
}

extension JSONValue {
    /// Parses a value from JSON text in the source code.
    init(literal text: String) { self = (try? JSONValue(parsing: Array(text.utf8))) ?? .null }
}
