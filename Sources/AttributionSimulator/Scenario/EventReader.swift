import AttributionDocuments
import AttributionJSON

/// Reads successive events of a device, and keeps the state that they share.
struct EventReader {
    private let table: EventTable<DeviceEventDraft, DeviceEvent>
    private var draft: DeviceEventDraft

    init(_ table: EventTable<DeviceEventDraft, DeviceEvent>, _ judge: @escaping TokenJudge) {
        self.table = table
        draft = DeviceEventDraft(judge)
    }

    mutating func read(_ view: JSONView, start: Int64, _ reader: inout DocumentReader) -> TimedEvent? {
        draft.start = start
        draft.given = DeviceEventDraft.GivenMembers()
        return table.read(view, table.entry(view), into: &draft, &reader).map { TimedEvent(at: $0.at, $0.event) }
    }
}
