import AdAttribution

/// The route to which devices send the postbacks of both frameworks.
struct PostbackRoute<Store: PostbackStore> {
    let receiver: PostbackReceiver<Store>

    /// Accepts production postbacks for one network, with its IDs in both frameworks.
    init(storingIn store: Store) throws(Problem) {
        receiver = PostbackReceiver(
            keys: TrustedKeys(.production),
            accepting: try .postbacks(forNetworks: ["acme.adattributionkit", "acme.skadnetwork"]), store: store)
    }

    /// Returns the status of the response: 200 if the body is stored, whether it counts or not, 413 if it is too long to be a
    /// postback, and 500 if the device must retry.
    func post(_ body: [UInt8]) async -> Int {
        do {
            return try await receiver.receive(body).httpStatus
        } catch {
            return 500
        }
    }
}
