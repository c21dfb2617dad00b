/// What help and manual tell of the documents of simulations: for each member or event a name, and what it is.
package enum DocumentTables {
    package typealias Row = (name: String, text: String)

    package static let world = World.shape.rows + ScenarioDraft.own.rows
    package static let advertisedApp = AdvertisedApp.shape.rows
    package static let events = DeviceEventDraft.log.rows(tellsMembers: false)
    package static let eventMembers = DeviceEventDraft.log.memberRows
    package static let campaign = Campaign.shape.rows
    package static let rates = Campaign.rates.rows
    package static let host = HostDraft.shape.rows
    package static let screen = ScreenDraft.shape.rows
    package static let slot = SlotDraft.shape.rows
    package static let item = ItemDraft.shape.rows
    package static let hostEvents = HostEventDraft.table.rows(tellsMembers: true)

    /// The names of members that no help tells, of which there should be none.
    package static let untold =
        ScenarioDraft.whole.untold + AdvertisedApp.shape.untold + Campaign.document.untold + Campaign.rates.untold
        + HostDraft.shape.untold + ScreenDraft.shape.untold + SlotDraft.shape.untold + ItemDraft.shape.untold
        + DeviceEventDraft.log.untold

    /// All names and words of a scenario, a world, a campaign or a log, each once.
    package static let words = Set(
        ScenarioDraft.whole.words + AdvertisedApp.shape.words + Campaign.document.words + CrowdCounts.words)
}
