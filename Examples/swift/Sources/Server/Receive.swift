import AdAttribution

/// The route to which devices send the postbacks of both frameworks.
struct PostbackRoute<Store: PostbackStore> {
    let receiver: PostbackReceiver<Store>

    /// Accepts production postbacks for one network, with its IDs in both frameworks.
    init(storingIn store: Store) {
        let ours = ["acme.adattributionkit", "acme.skadnetwork"].compactMap { AdNetworkIdentifier($0) }
        receiver = PostbackReceiver(accepting: .postbacks(forNetworks: Set(ours)), store: store)
    }

    /// Returns the status of the response: 200 if the body is stored, whether it counts or not, and 500 if the device must retry.
    func post(_ body: [UInt8]) async -> Int {
        do {
            _ = try await receiver.receive(body)
            return 200
        } catch {
            return 500
        }
    }
}
