import AdAttribution
import StrictJSON

/// Impressions that are signed, and break one of the rules about their payload.
extension BrokenInputs {
    private func impression(_ name: String, _ rule: String, _ change: (inout JSONValue) -> Void) -> BrokenInput {
        let sound = fixtures.impressionPayload(at: 0)
        var payload = sound
        change(&payload)
        return BrokenInput(
            "impression: " + name, rule, .string(fixtures.token(payload: payload)),
            sound: .string(fixtures.token(payload: sound)))
    }

    /// An impression with another value of a field, as JSON text.
    private func impression(_ name: String, _ rule: String, _ field: String, _ value: String) -> BrokenInput {
        impression(name, rule) { $0[name: field] = JSONValue(literal: value) }
    }

    /// An impression of another network, which names itself in the header too.
    private func network(_ name: String, _ rule: String, _ network: String) -> BrokenInput {
        let sound = fixtures.impressionPayload(at: 0)
        var payload = sound
        payload[name: "ad-network-identifier"] = .string(network)
        return BrokenInput(
            "impression: " + name, rule, .string(fixtures.token(payload: payload, keyID: network)),
            sound: .string(fixtures.token(payload: sound)))
    }

    var impressions: [BrokenInput] {
        impressionFields.flatMap { $0.inputs { impression($0, $1, $2) } } + impressionValues
    }

    private var impressionFields: [FieldFault] {
        [
            FieldFault(
                "impression-identifier", .string, missing: "impression-identifier-missing",
                wrongType: "impression-identifier-json-type"),
            FieldFault(
                "publisher-item-identifier", .integer, missing: "impression-publisher-item-identifier-missing",
                wrongType: "impression-publisher-item-identifier-json-type"),
            FieldFault(
                "impression-type", .string, missing: "impression-type-missing", wrongType: "impression-type-json-type"),
            FieldFault(
                "ad-network-identifier", .string, missing: "impression-ad-network-identifier-missing",
                wrongType: "impression-ad-network-identifier-json-type"),
            FieldFault(
                "source-identifier", .integer, missing: "impression-source-identifier-missing",
                wrongType: "impression-source-identifier-json-type"),
            FieldFault(
                "timestamp", .integer, missing: "impression-timestamp-missing",
                wrongType: "impression-timestamp-json-type"),
            FieldFault(
                "advertised-item-identifier", .integer, missing: "impression-advertised-item-identifier-missing",
                wrongType: "impression-advertised-item-identifier-json-type"),
            FieldFault(
                "eligible-for-re-engagement", .boolean, wrongType: "impression-eligible-for-re-engagement-json-type"),
        ]
    }

    private var impressionValues: [BrokenInput] {
        let uuid = "impression-identifier-uuid"
        return [
            impression("the identifier is empty", uuid, "impression-identifier", #""""#),
            impression(
                "the identifier has no dashes", uuid, "impression-identifier", #""7aa9f8cc56894c02b96322ca22136015""#),
            impression(
                "the identifier lacks a digit", uuid, "impression-identifier",
                #""7aa9f8cc-5689-4c02-b963-22ca2213601""#),
            impression(
                "the identifier has a letter beyond f", uuid, "impression-identifier",
                #""7aa9f8cc-5689-4c02-b963-22ca2213601g""#),
            impression(
                "the identifier stands in braces", uuid, "impression-identifier",
                #""{7aa9f8cc-5689-4c02-b963-22ca22136015}""#),
            impression(
                "the publisher is beyond 64 bits", "impression-publisher-item-identifier-range",
                "publisher-item-identifier", "18446744073709551616"),
            impression(
                "the publisher is negative", "impression-publisher-item-identifier-range",
                "publisher-item-identifier", "-1"),
            impression("the type is another", "impression-type-value", "impression-type", #""App-Impression""#),
            network(
                "the network's name has a capital", "impression-ad-network-identifier-lowercase",
                "Example.adattributionkit"),
            network(
                "the network's ending has capitals", "impression-ad-network-identifier-lowercase",
                "example.AdAttributionKit"),
            network("the network has no known ending", "impression-ad-network-identifier-suffix", "example.com"),
            network("the network is an ending alone", "impression-ad-network-identifier-suffix", ".adattributionkit"),
            network(
                "the network has another character for the dot", "impression-ad-network-identifier-suffix",
                "example\u{e}adattributionkit"),
            impression(
                "the source identifier has one digit", "impression-source-identifier-range", "source-identifier", "9"),
            impression(
                "the source identifier has five digits", "impression-source-identifier-range", "source-identifier",
                "10000"),
            impression(
                "the source identifier is negative", "impression-source-identifier-range", "source-identifier", "-39"),
            impression(
                "the advertised item is 0", "impression-advertised-item-identifier-range",
                "advertised-item-identifier", "0"),
            impression(
                "the advertised item is beyond 64 bits", "impression-advertised-item-identifier-range",
                "advertised-item-identifier", "18446744073709551616"),
            impression("the timestamp is in seconds", "impression-timestamp-seconds", "timestamp", "1679790422"),
            impression("the timestamp has ten digits", "impression-timestamp-seconds", "timestamp", "9999999999"),
            impression(
                "the timestamp is in microseconds", "impression-timestamp-range", "timestamp", "1679790422446000"),
            impression("the timestamp is negative", "impression-timestamp-range", "timestamp", "-1"),
            impression(
                "the timestamp lies in the year 10000", "impression-timestamp-range", "timestamp", "253402300800000"),
            impression(
                "the timestamp lies in the year 9999", "impression-timestamp-future", "timestamp", "253402300799999"),
            impression("the kid is another network", "impression-ad-network-identifier-kid") {
                $0[name: "ad-network-identifier"] = .string("not-" + fixtures.keyID)
            },
            impression("there is an unknown field", "impression-unknown-field", "campaign", "7"),
            impression("the publisher is 0", "impression-development", "publisher-item-identifier", "0"),
        ]
    }
}

extension JSONValue {
    /// A value written as JSON in the source.
    init(literal text: String) { self = (try? JSONValue(parsing: Array(text.utf8))) ?? .null }
}
