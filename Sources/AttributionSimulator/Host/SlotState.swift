struct SlotState {
    struct Load {
        let item: AdHost.Item
        let ad: AdImpression
        var wasShown = false
        var viewBegunAt: Int64?
        /// Whether a view was already recorded for this ad.
        var isViewRecorded = false
    }

    var size: AdSize?
    /// Whether the slot's screen is open, and the slot is still part of it.
    var isInWindow = false
    /// Whether the slot was removed from its screen after the screen was opened.
    var wasRemoved = false
    var isHidden = false
    var isScrolledOff = false
    /// Whether the slot has had its only ad.
    var isOver = false
    var load: Load?
    var requests = 0
    /// The time at which the answer to a request is due.
    var answerAt: Int64?
    /// The time at which the next request is due, by the slots' clock.
    var requestAt: Int64?
    /// Whether the slot's ad is visible.
    var isShown = false
    /// Whether the slot is visible without an ad.
    var isEmptyAndVisible = false

    /// Discards the ad, and any pending request or answer.
    mutating func empty() {
        load = nil
        answerAt = nil
        requestAt = nil
    }
}
