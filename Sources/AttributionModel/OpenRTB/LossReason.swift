/// The reason why a bid lost, as `${AUCTION_LOSS}` reports it to the bidder.
public enum LossReason: Int, Sendable {
    /// Reason 3 of OpenRTB's list.
    case invalidBidResponse = 3
    /// The reason added by the SKAdNetwork extension.
    case invalidSKAdNetwork = 214
    /// The reason in the extension's draft; the official list ends at 215.
    case invalidAdAttributionKit = 216
}
