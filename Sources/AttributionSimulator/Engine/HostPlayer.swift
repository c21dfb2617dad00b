/// Plays an app that shows ads together with its device: what the app does with ads becomes events of the device, and
/// its own facts become entries of the timeline.
struct HostPlayer {
    private var simulator: HostSimulator
    /// The impression of each item of the host's inventory, at the same index.
    private let inventory: [AdImpression]

    init(_ host: AdHost, inventory: [AdImpression], in world: World) {
        simulator = HostSimulator(host, seed: world.seed, start: world.start, viewLength: DeviceSimulator.viewLength)
        self.inventory = inventory
    }

    /// The earnings so far, by day.
    var earnings: [DayEarnings] { simulator.earnings }

    /// Performs everything that is due until a time, inclusive.
    mutating func advance(through time: Int64, on device: inout DeviceSimulator) {
        simulator.advance(through: time)
        handOver(to: &device)
    }

    mutating func play(_ event: HostEvent, at time: Int64, on device: inout DeviceSimulator) {
        simulator.play(event, at: time)
        handOver(to: &device)
    }

    /// Plays on the device what the app did with ads, and inserts the app's own entries in time order.
    private mutating func handOver(to device: inout DeviceSimulator) {
        for (at, output) in simulator.outputs {
            switch output {
            case .use(let use, let ad, let presentation, let url):
                let shown = ShownAd(
                    impression(ad), presentation: presentation, publisher: simulator.host.app, reEngagementURL: url)
                device.play(TimedEvent(at: at, .ad(use, shown)))
            case .reuse(let ad): device.insert(.warning(.impressionReused, .impression(impression(ad))), at: at)
            case .fact(let fact): device.insert(.host(fact), at: at)
            }
        }
        simulator.outputs.removeAll(keepingCapacity: true)
    }

    /// Returns the impression of an ad. That of a signed token is always the same; any other takes the identifier and
    /// the timestamp of this load.
    private func impression(_ ad: HostedAd) -> AdImpression {
        let impression = inventory[ad.item]
        guard simulator.host.inventory[ad.item].tokenIdentifier == nil else { return impression }
        return AdImpression(
            identifier: ad.identifier, network: impression.network, advertised: impression.advertised,
            publisher: impression.publisher, source: impression.source, timestamp: ad.receivedAt,
            isEligibleForReEngagement: impression.isEligibleForReEngagement, skAdNetwork: impression.skAdNetwork,
            trust: impression.trust)
    }
}
