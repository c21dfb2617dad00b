import AttributionSchema

/// The tables of simulation documents in help and manual: the name and description of each member or event.
package enum DocumentTables {
    package typealias Row = EventTable.Row

    package static let world = World.shape.rows + ScenarioDraft.own.rows
    package static let advertisedApp = AdvertisedApp.shape.rows
    package static let events = EventTable.log.rows(describesMembers: false)
    package static let eventMembers = EventTable.log.memberRows
    package static let campaign = Campaign.shape.rows
    package static let rates = Campaign.rates.rows
    package static let host = HostDraft.shape.rows
    package static let screen = HostDraft.screenShape.rows
    package static let slot = HostDraft.slotShape.rows
    package static let item = HostDraft.itemShape.rows
    package static let hostEvents = EventTable.host.rows(describesMembers: true)

    package static var scenarioForm: DocumentForm { ScenarioDraft.withHost.form }
    package static var campaignForm: DocumentForm { Campaign.document.form }
    /// That of an event in a log.
    package static var eventForm: DocumentForm { .either(EventTable.log.forms) }
}
