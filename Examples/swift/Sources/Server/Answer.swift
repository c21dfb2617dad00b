import AttributionTesting

/// How many postbacks a server should have counted that answers them itself, although its store may fail.
func counted(
    in scenario: AttributionScenario, by receiver: PostbackReceiver<SeenIdentifiers>, signedBy key: P256PrivateKey
) async throws -> Int {
    let timeline = try await scenario.run(seed: 7, signedBy: key, keyID: "acme-test/1") { postback in
        guard postback.recipient == .adNetwork else { return 200 }
        do { return try await receiver.receive(postback.body.utf8).httpStatus } catch { return 500 }
    }
    return timeline.counted.count
}
