import AttributionBase
import AttributionCommandModel
import AttributionInspection
import AttributionModel
import AttributionReport

enum DecodeCommand {
    private static let payload = TypedOption.flag(
        "payload", summary: "write only the payload", group: "What to show",
        relations: [.excludes([header, fields])])
    private static let header = TypedOption.flag(
        "header", summary: "write only the header", group: "What to show",
        relations: [.excludes([fields])])
    private static let fields = TypedOption.values(
        "field", ValueForm.name("NAME", WantedFields.known).map(fields(in:)),
        summary: "write only the value of this member; strings are written without quotes",
        details: """
            aak looks for the member in the payload, then among the unsigned fields, then in the header. If the option
            is repeated, or names several members separated by commas, the values are written as columns separated by
            tabs. If a member is missing, its cell is empty.
            """, group: "What to show")

    private static let time = TypedOption.value(
        "time",
        ValueForm.text("ZONE").parsed(wanting: "utc, local or an offset such as +02:00") { ShownTimes($0) },
        summary:
            "with --pretty or --field, show timestamps in RFC 3339, in this zone: utc, local or +02:00, for example",
        details: """
            A member timestamp-rfc3339 is added after each timestamp. It is added only if the JSON is spread over
            several lines. With --field timestamp, the column has the time in this form. local is the time zone in the
            environment variable TZ, otherwise that of the system.
            """, group: "What to show",
        relations: [.excludes([LineOptions.lines]) { "\($0) and \($1) can be combined only with --field" }])

    private static let keep = LineOptions.keep.related(
        .requires([LineOptions.at]), .excludes([payload, header, fields]))

    private static let options: [any DeclaredOption] =
        [payload.essential, header.essential, fields.essential, time.essential, LineOptions.linesAround]
        + CommonOptions.output + LineOptions.inner + [keep]
        + LineOptions.streaming
        + CommonOptions.diagnostics

    /// Returns the names in a value, separated by commas. No field has a comma in its name.
    private static func fields(in value: String) -> [String] {
        let names = value.split(separator: ",").map { $0.filter { $0 != " " } }.filter { !$0.isEmpty }
        return names.isEmpty ? [value] : names
    }

    static let command = Command(
        name: "decode",
        summary: "show what tokens contain, without checking signatures",
        discussion: """
            Writes one line for each input: its header and payload, and, for a postback body, also the fields outside
            the signature, as "unsigned". The JSON is written as it is in the input, except that white space outside
            strings is dropped.

            An input may be a compact JWS, a postback body (an object with jws-string), a SKAdNetwork postback, an
            OpenRTB object with adattributionkit.jwt or jwt, or a bare payload. For a bid request or response, one line
            is written for each AdAttributionKit or SKAdNetwork object in it, with the path of the object.

            If some parts are broken, the others are shown, but the input still counts as bad.

            Nothing is verified: anyone can write a token that decodes. Use aak verify before you trust a token.
            """,
        operand: Operand(
            "INPUT", summary: "a compact JWS, a JSON value, or a file of them; - is standard input", isRepeating: true,
            value: .file),
        options: options,
        sections: [CommonOptions.exitStatus],
        examples: [
            "Show the tokens in a file": "aak decode tokens.txt",
            "Show one member of each token in a pipeline": "cat tokens.txt | aak decode --field source-identifier",
            "Show two members as a table": "aak decode --field kid,source-identifier -i tokens.txt",
        ])

    static func run(_ invocation: Invocation, _ console: Console) throws(Diagnostic) -> ExitStatus {
        let names = invocation[fields].flatMap { $0 }
        let lines = try LineCommand(invocation, console)
        let selection: InputDecoder.Selection =
            invocation[payload] ? .payload : invocation[header] ? .header : names.isEmpty ? .everything : .fields(names)
        let wanted = WantedFields(names)
        let times = invocation[time]
        let (status, count) = try lines.run {
            LineDecoder(
                context: $0, selection: selection, fields: wanted,
                times: console.isPretty || !names.isEmpty ? times : nil,
                found: names.map { _ in false })
        }
        if times != nil, !console.isPretty, names.isEmpty {
            console.report(
                .note(
                    nil, "--time has no effect on one-line results",
                    hint: "pass --pretty, or the names of fields with --field"))
        }
        for name in count > 0 ? wanted.unknown : [] {
            console.report(
                .note(
                    RunRules.unknownField, field: name, "no input has the field \(quoted(name))",
                    hint: WantedFields.suggestion(for: name).map { "did you mean \(quoted($0))?" }
                        ?? "without --field, decode shows every field"))
        }
        if console.outputIsTerminal, count > 0 {
            console.reportNotice(
                "hint: nothing was verified; use aak verify to check signatures", rule: RunRules.unverified)
        }
        return status
    }
}

private struct LineDecoder: LineProcessor, ~Copyable {
    let context: LineContext
    let selection: InputDecoder.Selection
    let fields: WantedFields
    let times: ShownTimes?
    /// Whether this thread has found each of the requested fields.
    var found: [Bool]
    var decoder = InputDecoder()

    mutating func judge(_ line: Line, _ result: inout BatchResult) throws(Diagnostic) {
        let answersLines = context.run.areLines
        let bids = decode(line, nil, &result)
        if answersLines, bids.count > 1 { throw Diagnostic(.several(bids.count, wanted: 1)) }
        guard !bids.isEmpty else {
            // Creating and copying even an empty diagnostic for each line would take time.
            guard !decoder.faults.isEmpty, let problem = Diagnostic(all: decoder.faults) else { return }
            if answersLines || problem.mayBeSeveral { throw problem }
            return context.reject(line, problem, in: &result)
        }
        var problems: [Diagnostic] = []
        for bid in bids {
            _ = decode(line, bid, &result)
            problems += decoder.faults.map { Diagnostic($0).inside(bid.path) }
        }
        // The decoded parts are a result too, so they are kept even if there is a fault.
        guard let fault = Diagnostic(all: problems) else { return }
        if answersLines { throw fault }
        context.reject(line, fault, in: &result)
    }

    /// Decodes a line, or a bid in it, and ends its result.
    ///
    /// - Returns: the bids in the line, which are to be decoded instead.
    // Mutating for the same reason as the decoder's methods: otherwise the whole value is copied for each line.
    private mutating func decode(_ line: Line, _ bid: BidInput?, _ result: inout BatchResult) -> [BidInput] {
        let start = result.output.bytes.count
        let outcome = decoder.append(selection, of: line.bytes, bid, at: line.path, to: &result.output.bytes) { index in
            guard !found[index] else { return }
            found[index] = true
            fields.find(index)
        }
        if let times, case .fields(let names) = selection, outcome.shown != nil {
            times.rewrite(&result.output.bytes, from: start, columns: names)
            result.output.endLine(as: .text)
            return outcome.bids
        }
        switch outcome.shown {
        case .json:
            if let times { times.annotate(&result.output.bytes, from: start) }
            result.output.endObject(log: line.log)
        case .text: result.output.endLine(as: .text)
        case nil: break
        }
        return outcome.bids
    }
}

/// A zone in which times are shown beside their milliseconds.
private enum ShownTimes {
    case offset(TimeZoneOffset)
    case local

    /// Reads `utc`, `local` or an offset; nil for anything else.
    init?(_ text: String) {
        switch text {
        case "utc": self = .offset(.utc)
        case "local": self = .local
        default:
            guard let offset = TimeZoneOffset(text) else { return nil }
            self = .offset(offset)
        }
    }

    /// The last time with a year of four digits in every zone.
    private static let latest: UInt64 = 253_402_300_799_999 - 24 * 3_600_000

    /// Adds a member behind each timestamp in the object from an offset on.
    func annotate(_ output: inout ByteBuffer, from start: Int) {
        let text = output.array(in: start..<output.count)
        text.withBytes { text in
            var index = JSONIndex()
            guard let root = try? unsafe index.read(text) else { return }
            var times: [(end: Int, text: String)] = []
            collect(root, &times)
            output.truncate(to: start)
            var copied = 0
            for time in times {
                output.append(text.part(copied..<time.end))
                output.member(DecodedMember.time.name, time.text)
                copied = time.end
            }
            output.append(text.part(copied..<text.count))
        }
    }

    /// Rewrites the timestamps among columns separated by tabs, from an offset on.
    func rewrite(_ output: inout ByteBuffer, from start: Int, columns: [String]) {
        guard columns.contains(ImpressionField.timestamp.text) else { return }
        let cells = output.array(in: start..<output.count).split(separator: ASCII.tab, omittingEmptySubsequences: false)
        output.truncate(to: start)
        for (index, cell) in cells.enumerated() {
            if index > 0 { output.append(ASCII.tab) }
            let text = String(decoding: cell, as: UTF8.self)
            let isTime = index < columns.count && columns[index] == ImpressionField.timestamp.text
            let number = isTime ? UInt64(text).flatMap { $0 <= Self.latest ? Int64($0) : nil } : nil
            output.append(text: number.map { rfc3339(Timestamp(milliseconds: $0)) } ?? text)
        }
    }

    private func collect(_ value: JSONView, _ times: inout [(end: Int, text: String)]) {
        if value.kind == .array { for element in value.elements { collect(element, &times) } }
        // If the member exists already, it must not be added again.
        guard value.kind == .object, value.member(DecodedMember.time.name) == nil else { return }
        var members = value.members
        while let member = members.next() {
            collect(member.value, &times)
            // OpenRTB has numbers as strings.
            let number = member.value.kind == .string ? UInt64(member.value.string) : member.value.unsignedInteger
            guard member.name.isString(ImpressionField.timestamp.name), let number, number <= Self.latest else {
                continue
            }
            times.append((member.value.end, rfc3339(Timestamp(milliseconds: Int64(number)))))
        }
    }

    private func rfc3339(_ time: Timestamp) -> String {
        switch self {
        case .offset(let offset): offset.rfc3339(time)
        case .local: TimeZoneOffset(minutes: System.localOffset(at: time.milliseconds / 1000) ?? 0).rfc3339(time)
        }
    }
}

/// The requested fields, and whether any input has them.
final class WantedFields: Sendable {
    let names: [String]
    private let found: Locked<[Bool]>

    init(_ names: [String]) {
        self.names = names
        found = Locked(Array(repeating: false, count: names.count))
    }

    func find(_ index: Int) { found.withLock { $0[index] = true } }

    /// The requested names that occurred in no input and are no field of any known message.
    var unknown: [String] {
        let found = found.withLock { $0 }
        return zip(names, found).filter { !$1 && !Self.known.contains($0) }.map(\.0)
    }

    /// Returns the name that was probably meant; a path such as `header.kid` means its last name.
    static func suggestion(for name: String) -> String? {
        let last = name.split(separator: ".").last.map(String.init) ?? name
        return known.first { $0 == last } ?? Spelling.nearest(to: last, among: known)
    }

    static let known = [ImpressionField.shape, PostbackField.shape, BodyField.shape, HeaderField.shape]
        .flatMap(\.fields).map(\.text)
}
