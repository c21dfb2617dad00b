import AttributionBase
import AttributionModel
import AttributionSchema

/// An event of a scenario or of a line in a log, while it is read.
struct EventDraft: Sendable {
    /// The start of the world, in milliseconds since 1970.
    let start: Int64
    /// The app with the screens and slots that events may name.
    let host: AdHost?
    var at: Int64 = 0
    var given = Members()
    var impressions: ImpressionReader

    init(start: Int64 = 0, host: AdHost? = nil, _ judge: @escaping TokenJudge = { _ in .unreadable(.payload) }) {
        (self.start, self.host) = (start, host)
        impressions = ImpressionReader(judge)
    }

    /// The values of the members. They are nil if missing.
    struct Members {
        // Members of device events.
        var impression: AdImpression?
        var publisher: UInt64?
        var presentation: Presentation?
        var hasAttributionView = true
        var app: UInt64 = 0
        var kind: ConversionType?
        var marketplace = AdvertisedApp.appStore
        var country: CountryCode?
        var update = ValueUpdate(fine: 0)
        var event = AppEvent(name: "", revenue: nil)
        var tag: String?
        var settings = SettingsPostbacks()

        // Members of host events.
        var screen: Int?
        var slot = 0
        var orientation = AdSize.Orientation.portrait
        var size = AdSize.phonePortrait

        // A member of both.
        var url: String?
        var isOn = false
    }
}

/// The description of the events with a certain name: the help, the members besides time and name, and a function that makes the event of a
/// draft with all required members.
typealias EventForm = (
    help: String, own: [DocumentMember<EventDraft>], check: DocumentShape<EventDraft>.Check?,
    make: @Sendable (EventDraft.Members) -> Scenario.Event?
)

/// The descriptions of all events in a document, by name.
package struct EventTable: Sendable {
    private final class Entry: Sendable {
        let name: String
        let form: EventForm
        let shape: DocumentShape<EventDraft>

        init(_ name: String, _ form: EventForm, _ shape: DocumentShape<EventDraft>) {
            (self.name, self.form, self.shape) = (name, form, shape)
        }
    }

    package typealias Row = (name: String, text: String)

    private let entries: [Entry]
    /// The shape of an event that has no known name.
    private let nameless: DocumentShape<EventDraft>
    private static let blank = EventDraft()

    /// - Parameter isLogged: Whether the events come from a log, where each one names its device.
    private init(_ forms: [(name: String, form: EventForm)], isLogged: Bool = false) {
        let at = DocumentMember<EventDraft>(
            "at", wanted: DocumentValue<Int64>.timeWanted, .required, form: .string(), help: "when it happens"
        ) { draft, view, reader in
            guard let at = DocumentValue.time(view, from: draft.start, &reader) else { return false }
            draft.at = at
            return true
        }
        let names = forms.map { $0.name }
        let wanted = someAlternatives(names)
        let unknown = DocumentMember<EventDraft>("event", wanted: wanted, .required, help: "what happens") {
            _, view, reader in
            let nearest = Spelling.nearest(to: view.string, among: names)
            let known = "known events: " + names.joined(separator: ", ")
            reader.report(
                .value(found: DocumentReader.excerpt(view), wanted: wanted, nearest: nearest, hint: known),
                breaking: ScenarioRules.event)
            return false
        }
        let device = DocumentMember<EventDraft>(
            "device", DocumentValue("a string, the name of a device", .string()) { $0.kind == .string ? () : nil },
            .required, help: "in a log, the device on which it happens"
        ) { _, _ in }
        let last = isLogged ? [device] : []
        nameless = DocumentShape(Self.blank, isOpen: true, of: [at, unknown] + last)
        entries = forms.map { name, form in
            let known = DocumentMember<EventDraft>(
                "event", wanted: wanted, .required, form: .words([name]), help: "what happens"
            ) { _, _, _ in true }
            return Entry(
                name, form, DocumentShape(Self.blank, of: [at, known] + form.own + last, check: form.check))
        }
    }

    static let scenario = EventTable(EventDraft.deviceForms)
    /// The events of a scenario with a host, which include host events.
    static let withHost = EventTable(EventDraft.deviceForms + EventDraft.hostForms)
    package static let log = EventTable(EventDraft.deviceForms, isLogged: true)
    package static let host = EventTable(EventDraft.hostForms)

    func read(
        _ view: JSONView, _ draft: inout EventDraft, _ reader: inout DocumentReader
    ) -> (at: Int64, event: Scenario.Event)? {
        let before = reader.faults.count
        let entry = view.member("event").flatMap { name in entries.first { name.isEqual(to: $0.name) } }
        draft.given = EventDraft.Members()
        guard (entry?.shape ?? nameless).read(view, into: &draft, &reader), reader.faults.count == before,
            let event = entry?.form.make(draft.given)
        else { return nil }
        return (draft.at, event)
    }

    // MARK: - Tables

    /// Returns a row of help for each event, or for several events with the same text.
    ///
    /// - Parameter describesMembers: Whether the text describes the members.
    package func rows(describesMembers: Bool) -> [Row] {
        var rows: [Row] = []
        for entry in entries {
            var text = entry.form.help
            for (index, member) in entry.form.own.enumerated() {
                let isAfterText = index > 0 && describesMembers && entry.form.own[index - 1].help != nil
                text += text.isEmpty ? "" : index == 0 ? ": " : isAfterText ? "; " : ", "
                text += describesMembers ? member.phrase(Self.blank) : "\(member.name)"
            }
            if text.isEmpty { text = "no further members" }
            if let index = rows.firstIndex(where: { $0.text == text }) {
                rows[index].name += ", " + entry.name
            } else {
                rows.append((entry.name, text))
            }
        }
        return rows
    }

    /// A row of help for each member that an event can have.
    package var memberRows: [Row] {
        var rows = nameless.rows
        for row in entries.flatMap(\.shape.rows) where !rows.contains(where: { $0.name == row.name }) {
            rows.append(row)
        }
        return rows
    }

    var forms: [DocumentForm] { entries.map(\.shape.form) }
}
