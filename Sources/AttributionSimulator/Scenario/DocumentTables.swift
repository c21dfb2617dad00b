import AttributionSchema

/// The tables of simulation documents in help and manual: the name and description of each member or event.
package enum DocumentTables {
    package typealias Row = (name: String, text: String)

    package static let world = World.shape.rows + ScenarioDraft.own.rows
    package static let advertisedApp = AdvertisedApp.shape.rows
    package static let events = DeviceEventDraft.log.rows(describesMembers: false)
    package static let eventMembers = DeviceEventDraft.log.memberRows
    package static let campaign = Campaign.shape.rows
    package static let rates = Campaign.rates.rows
    package static let host = HostDraft.shape.rows
    package static let screen = ScreenDraft.shape.rows
    package static let slot = SlotDraft.shape.rows
    package static let item = ItemDraft.shape.rows
    package static let hostEvents = HostEventDraft.table.rows(describesMembers: true)

    package static var scenarioForm: DocumentForm { ScenarioDraft.withHost.form }
    package static var campaignForm: DocumentForm { Campaign.document.form }

    /// The names of members without help text. There should be none.
    package static let undescribed =
        ScenarioDraft.whole.undescribed + AdvertisedApp.shape.undescribed + Campaign.document.undescribed
        + Campaign.rates.undescribed
        + HostDraft.shape.undescribed + ScreenDraft.shape.undescribed + SlotDraft.shape.undescribed
        + ItemDraft.shape.undescribed
        + DeviceEventDraft.log.undescribed

    /// All distinct names and words of scenarios, worlds, campaigns and logs.
    package static let words = Set(
        scenarioForm.words + campaignForm.words + DocumentForm.either(DeviceEventDraft.log.forms).words
            + CrowdCounts.words)
}
