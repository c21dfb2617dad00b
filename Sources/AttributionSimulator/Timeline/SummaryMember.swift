import AttributionBase

/// The members that several summaries of a simulation have.
enum SummaryMember {
    static let devices = OutputMember("devices", "The number of simulated devices.")
    static let assumed = OutputMember("assumed", "What the simulation has to assume because it is not known.")
    static let revenue = OutputMember(
        "revenue", "The revenue of the events that happened, or the bounds of it that postbacks give.")
}
