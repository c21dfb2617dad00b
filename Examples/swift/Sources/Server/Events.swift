import AttributionTesting

/// What a device does with an ad of a network, when, and why. The scenario is made from values.
func story(of impression: Impression, signedBy key: P256PrivateKey) throws -> [String] {
    let app = impression.advertisedItemIdentifier
    let scenario = try AttributionScenario(
        [
            .tap(impression, at: .zero), .install(app, at: .seconds(3600)),
            .update(app, at: .seconds(7200), through: .adAttributionKit, fine: 12, coarse: .low, locks: true),
        ], keys: TrustedKeys(.productionAndDevelopment))
    let timeline = try scenario.run(seed: 7, signedBy: key, keyID: "acme-test/1")
    return timeline.events.map { event in
        let withheld = event.postback?.withheld.map { "\($0.key.name): \($0.value.rawValue)" }.sorted() ?? []
        return
            "\(event.time.rfc3339) \(event.kind) \(event.outcome?.rawValue ?? "") \(withheld) \(event.explanation ?? "")"
    }
}
