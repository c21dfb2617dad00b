import StrictJSON

extension BrokenInputs {
    private var impression: JSONValue { signer.impression(position: 0) }

    private func impression(_ name: String, _ rule: String, _ change: (inout JSONValue) -> Void) -> BrokenInput {
        var payload = impression
        change(&payload)
        return BrokenInput(
            name: name, input: .string(signer.token(payload: payload)), stage: "rules", rule: "impression-" + rule)
    }

    private func network(_ name: String, _ network: String, _ rule: String) -> BrokenInput {
        var payload = impression
        payload[name: "ad-network-identifier"] = .string(network)
        return BrokenInput(
            name: name, input: .string(signer.token(payload: payload, keyID: network)), stage: "rules",
            rule: "impression-" + rule)
    }

    var impressions: [BrokenInput] {
        shape(
            "impression-",
            required: [
                "impression-identifier", "publisher-item-identifier", "impression-type", "source-identifier",
                "timestamp",
                "advertised-item-identifier", "ad-network-identifier",
            ],
            strings: ["impression-identifier", "impression-type", "ad-network-identifier"],
            integers: ["publisher-item-identifier", "source-identifier", "timestamp", "advertised-item-identifier"],
            booleans: ["eligible-for-re-engagement"], impression)
            + [
                impression("the impression identifier is no UUID", "identifier-uuid") {
                    $0[name: "impression-identifier"] = .string("7aa9f8cc56894c02b96322ca22136015")
                },
                impression("the publisher is beyond 64 bits", "publisher-item-identifier-range") {
                    $0[name: "publisher-item-identifier"] = .number("18446744073709551616")
                },
                impression("the publisher is negative", "publisher-item-identifier-range") {
                    $0[name: "publisher-item-identifier"] = .number("-1")
                },
                impression("the type is another", "type-value") {
                    $0[name: "impression-type"] = .string("App-Impression")
                },
                network("the network ID has capitals", "Example.adattributionkit", "ad-network-identifier-lowercase"),
                network("the network ID has no known ending", "example.com", "ad-network-identifier-suffix"),
                impression("the source identifier has one digit", "source-identifier-range") {
                    $0[name: "source-identifier"] = .number("9")
                },
                impression("the source identifier has five digits", "source-identifier-range") {
                    $0[name: "source-identifier"] = .number("10000")
                },
                impression("the advertised item is 0", "advertised-item-identifier-range") {
                    $0[name: "advertised-item-identifier"] = .number("0")
                },
                impression("the timestamp is in seconds", "timestamp-seconds") {
                    $0[name: "timestamp"] = .number("1679790422")
                },
                impression("the timestamp is in microseconds", "timestamp-range") {
                    $0[name: "timestamp"] = .number("1679790422446000")
                },
                impression("the timestamp is negative", "timestamp-range") {
                    $0[name: "timestamp"] = .number("-1")
                },
                impression("the timestamp lies in the year 9999", "timestamp-future") {
                    $0[name: "timestamp"] = .number("253402300799999")
                },
                impression("the kid is another network", "ad-network-identifier-kid") {
                    $0[name: "ad-network-identifier"] = .string("other.adattributionkit")
                },
                impression("there is an unknown field", "unknown-field") {
                    $0[name: "campaign"] = .number("7")
                },
                impression("the publisher is 0", "development") {
                    $0[name: "publisher-item-identifier"] = .number("0")
                },
            ]
    }
}
