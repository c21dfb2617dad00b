import AdAttribution

/// The route of a server that devices send postbacks to, of either framework.
struct PostbackRoute<Store: PostbackStore> {
    let receiver: PostbackReceiver<Store>

    /// Takes postbacks of production for one network, under the IDs that it has in both frameworks.
    init(storingIn store: Store) {
        let ours = ["acme.adattributionkit", "acme.skadnetwork"].compactMap { AdNetworkIdentifier($0) }
        receiver = PostbackReceiver(accepting: .postbacks(forNetworks: Set(ours)), store: store)
    }

    /// Answers a request: 200 for all that is kept, whether it counts or not, and 500 where the device shall send it again.
    func post(_ body: [UInt8]) async -> Int {
        do {
            _ = try await receiver.receive(body)
            return 200
        } catch {
            return 500
        }
    }
}
