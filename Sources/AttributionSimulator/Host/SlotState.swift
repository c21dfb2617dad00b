import AdAttribution

/// What an app knows of one of its slots.
struct SlotState {
    /// The ad that a slot holds.
    struct Load {
        /// The place of its item.
        var item: Int
        var impression: AdImpression
        var wasShown = false
        var viewBegunAt: Int64?
        /// Whether its view lasted long enough, so that it does not begin again.
        var isViewRecorded = false
    }

    var size: AdSize?
    /// Whether its screen is open and it was not taken out of its window.
    var isInWindow = false
    /// Whether it was taken out of its window since the screen opened.
    var wasRemoved = false
    var isHidden = false
    var isScrolledOff = false
    /// Whether its one ad is used up.
    var isOver = false
    var load: Load?
    var requests = 0
    /// When the answer to a request comes.
    var answerAt: Int64?
    /// When the next request is due, by the clock that stands in the background and under an action.
    var requestAt: Int64?
    /// Whether its ad is visible.
    var isShown = false
    /// Whether it is visible and has no ad.
    var isEmptyAndVisible = false

    init(size: AdSize?) { self.size = size }

    /// Forgets its ad, and what it waits for.
    mutating func empty() {
        load = nil
        answerAt = nil
        requestAt = nil
    }
}
