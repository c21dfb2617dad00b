import AttributionBase
import AttributionSchema

/// The values of an event's members while it is read, for a device or a host.
protocol EventDraft: Sendable {
    /// The start of the world, in milliseconds since 1970.
    var start: Int64 { get }
    var at: Int64 { get set }
}

/// The form of the events with one name.
struct EventForm<Draft: EventDraft, Event>: Sendable {
    /// The description of the event, for help.
    fileprivate let help: String
    /// The members of such an event besides time and name.
    fileprivate let own: [DocumentMember<Draft>]
    fileprivate let check: DocumentShape<Draft>.Check?
    /// Makes the event from a draft with all required members.
    fileprivate let make: @Sendable (Draft) -> Event?

    init(
        _ help: String = "", _ own: [DocumentMember<Draft>] = [], check: DocumentShape<Draft>.Check? = nil,
        make: @escaping @Sendable (Draft) -> Event?
    ) {
        self.help = help
        self.own = own
        self.check = check
        self.make = make
    }
}

/// The forms of all events of a device or of a host, by event name.
struct EventTable<Draft: EventDraft, Event>: Sendable {
    typealias Row = (name: String, text: String)

    final class Entry: Sendable {
        let name: String
        fileprivate let form: EventForm<Draft, Event>
        fileprivate let shape: DocumentShape<Draft>

        fileprivate init(_ name: String, _ form: EventForm<Draft, Event>, _ shape: DocumentShape<Draft>) {
            (self.name, self.form, self.shape) = (name, form, shape)
        }
    }

    private let blank: Draft
    private let entries: [Entry]
    /// The shape of an event without a known name.
    private let nameless: DocumentShape<Draft>

    /// - Parameters:
    ///   - others: names of events that are read elsewhere but are also valid.
    ///   - isLogged: whether the events come from a log, where each names its device.
    init<Name: CaseIterable & RawRepresentable<String>>(
        _ blank: Draft, _ names: Name.Type, others: [String] = [], isLogged: Bool = false,
        form: (Name) -> EventForm<Draft, Event>
    ) {
        let at = DocumentMember<Draft>(
            "at", wanted: DocumentValue<Int64>.timeWanted, .required, form: .string(), help: "when it happens"
        ) { draft, view, reader in
            guard let at = DocumentValue.time(view, from: draft.start, &reader) else { return false }
            draft.at = at
            return true
        }
        let texts = names.allCases.map(\.rawValue)
        let wanted = alternatives(texts + others)
        let unknown = DocumentMember<Draft>("event", wanted: wanted, .required, help: "what happens") {
            _, view, reader in
            let nearest = Spelling.nearest(to: view.string, among: texts + others)
            reader.reportValue(view, wanted: wanted, nearest: nearest, breaking: ScenarioRules.event)
            return false
        }
        let device = DocumentMember<Draft>(
            "device", DocumentValue("the name of a device, a string", .string()) { $0.kind == .string ? () : nil },
            .required, help: "in a log, the device on which it happens"
        ) { _, _ in }
        let last = isLogged ? [device] : []
        self.blank = blank
        nameless = DocumentShape(blank, isOpen: true, of: [at, unknown] + last)
        entries = names.allCases.map { name in
            let form = form(name)
            let known = DocumentMember<Draft>(
                "event", wanted: wanted, .required, form: .words([name.rawValue]), help: "what happens"
            ) { _, _, _ in true }
            return Entry(
                name.rawValue, form, DocumentShape(blank, of: [at, known] + form.own + last, check: form.check))
        }
    }

    /// Returns the entry for the event's name, or nil if the name is missing or unknown.
    func entry(_ view: JSONView) -> Entry? {
        view.member("event").flatMap { name in entries.first { name.isEqual(to: $0.name) } }
    }

    func read(
        _ view: JSONView, _ entry: Entry?, into draft: inout Draft, _ reader: inout DocumentReader
    ) -> (at: Int64, event: Event)? {
        let before = reader.faults.count
        guard (entry?.shape ?? nameless).read(view, into: &draft, &reader), reader.faults.count == before,
            let event = entry?.form.make(draft)
        else { return nil }
        return (draft.at, event)
    }

    // MARK: - Tables

    /// Returns a row for each event, or for several events with the same text.
    ///
    /// - Parameter describesMembers: whether the text describes the members.
    func rows(describesMembers: Bool) -> [Row] {
        var rows: [Row] = []
        for entry in entries {
            var text = entry.form.help
            for (place, member) in entry.form.own.enumerated() {
                let isAfterText = place > 0 && describesMembers && entry.form.own[place - 1].help != nil
                text += text.isEmpty ? "" : place == 0 ? ": " : isAfterText ? "; " : ", "
                text += describesMembers ? member.phrase(blank) : "\(member.name)"
            }
            if text.isEmpty { text = "nothing more" }
            if let place = rows.firstIndex(where: { $0.text == text }) {
                rows[place].name += ", " + entry.name
            } else {
                rows.append((entry.name, text))
            }
        }
        return rows
    }

    /// A row for each member that an event can have.
    var memberRows: [Row] {
        var rows = nameless.rows
        for row in entries.flatMap(\.shape.rows) where !rows.contains(where: { $0.name == row.name }) {
            rows.append(row)
        }
        return rows
    }

    /// The names of members without help text.
    var undescribed: [String] { entries.flatMap(\.shape.undescribed) }

    /// The forms of the events.
    var forms: [DocumentForm] { entries.map(\.shape.form) }
}
