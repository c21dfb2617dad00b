/// When the ad of a slot was on screen.
struct SlotLane {
    var name: String
    /// The last may have no end.
    var shown: [(from: Int64, to: Int64?)] = []
    var failures: [Int64] = []
    var taps: [Int64] = []
}
