import AttributionBase
import AttributionModel

/// A table of messages as text: a header with the names of members, and a row for each message.
package struct Table: Sendable {
    private enum Layout: Equatable {
        /// Cells with this byte between them, as in CSV. A cell may be in quotation marks.
        case separated(UInt8)
        /// Cells between vertical lines, as the programs of databases print tables.
        case printed
    }

    private let layout: Layout
    private let columns: [String]
    /// Whether the rows are verdicts, as `aak verify --format csv` writes them.
    let isOfVerdicts: Bool
    /// The number of bytes before the first row.
    package let headerLength: Int

    /// Recognises a table by its header.
    ///
    /// - Parameter text: The beginning of the table, with at least its header.
    package init?(_ text: ByteView) {
        var start = 0
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        if text.starts(with: mark) { start = mark.count }
        // A frame around the whole table begins with a line.
        if Self.isFrame(text.line(from: start)), !text.line(from: start).isEmpty { start = text.lineEnd(from: start) }
        let line = text.line(from: start)
        // A carriage return alone, with which lines of old Macs end, does not end a line here.
        guard (5...1 << 14).contains(line.count), let first = line.first, !"{[<".utf8.contains(first),
            !line.contains(ASCII.carriageReturn), text.lineEnd(from: start) < text.count
        else { return nil }
        let layouts: [Layout] = ",;\t".utf8.map { .separated($0) } + [.printed]
        for layout in layouts {
            guard let cells = Self.cells(of: line, layout), cells.count >= Remedy.leastInTable else { continue }
            let names = cells.map { $0.trimmingBlanks }
            guard names.allSatisfy({ !$0.isEmpty }), Set(names).count == names.count else { continue }
            let isOfVerdicts = VerdictColumn.allCases.prefix(7).allSatisfy { names.contains($0.name) }
            guard isOfVerdicts || Remedy.areNames(names.map(\.utf8), least: Remedy.leastInTable) else { continue }
            var end = text.lineEnd(from: start)
            if layout == .printed, Self.isFrame(text.line(from: end)) { end = text.lineEnd(from: end) }
            (self.layout, columns, self.isOfVerdicts, headerLength) = (layout, names, isOfVerdicts, end)
            return
        }
        return nil
    }

    /// Whether a first line may be the frame around a table, so that more lines are needed to recognise the table.
    package static func isFrame(_ line: ByteView) -> Bool {
        let line = line.trimmed
        return line.first.map { "+-|─┌".utf8.contains($0) } ?? false
            && line.allSatisfy { "+-|= ".utf8.contains($0) || $0 >= 0x80 } && !line.isEmpty
    }

    /// Whether a line belongs to the table but is not a row: a line between rows, or the number of rows at the end.
    package func isBetweenRows(_ line: ByteView) -> Bool {
        guard layout == .printed else { return false }
        let line = line.trimmed
        return Self.isFrame(line)
            || line.first == UInt8(ascii: "(") && (line.text.hasSuffix(" rows)") || line.text.hasSuffix(" row)"))
    }

    /// Returns the end of the row that begins at an offset: the first line break outside of quotation marks. Nil if there is none.
    package func rowEnd(in text: ByteView, from start: Int) -> Int? {
        guard layout != .printed else { return text.firstOffset(of: ASCII.newline, from: start) }
        var (isQuoted, at) = (false, start)
        while at < text.count {
            let byte = text[at]
            if byte == ASCII.quote { isQuoted.toggle() }
            if byte == ASCII.newline, !isQuoted { return at }
            at += 1
        }
        return nil
    }

    /// Returns a row as an object: with the right names, and values of their types. An empty cell is absent. There is no object if the row
    /// has more or fewer cells than the header. The mismatch is the reason why a value does not have the type of its member.
    package func object(ofRow row: ByteView) -> (object: [UInt8]?, mismatch: Problem?) {
        // A tab may be the separator.
        let row = row.last == ASCII.carriageReturn ? row.part(0..<row.count - 1) : row
        guard let cells = Self.cells(of: row, layout) else {
            return (nil, .whole("the row", "has", found: "a quotation mark without another one", wanted: nil))
        }
        guard cells.count == columns.count else {
            let wanted = "\(columns.count), as many as the header"
            return (nil, .whole("the row", "has", found: counted(cells.count, "cell"), wanted: wanted))
        }
        // Databases export a missing value as a word.
        let texts = cells.map { ["\\N", "NULL"].contains($0) ? "" : $0 }
        return isOfVerdicts
            ? (VerdictColumn.verdict(of: Dictionary(zip(columns, texts)) { first, _ in first }), nil)
            : Remedy.object(of: Array(zip(columns, texts)).map { (name: $0, text: $1) })
    }

    private static func cells(of line: ByteView, _ layout: Layout) -> [String]? {
        switch layout {
        case .separated(let separator): return line.cells(separatedBy: separator)
        case .printed:
            var rest = line.trimmed
            if rest.first == UInt8(ascii: "|") { rest = rest.part(1..<rest.count) }
            if rest.last == UInt8(ascii: "|") { rest = rest.part(0..<rest.count - 1) }
            let cells = rest.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
            return cells.map { String(decoding: $0, as: UTF8.self).trimmingBlanks }
        }
    }

    /// Returns the names in the header of a table that are not those of members, if this is a table but ``init(_:)`` does not recognise it;
    /// nil for any other text.
    ///
    /// - Parameter text: The beginning of the table, with at least its first row.
    package static func unknownColumns(_ text: ByteView) -> [String]? {
        let first = text.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        let header = text.line(from: first)
        var start = text.lineEnd(from: first)
        if isFrame(text.line(from: start)) { start = text.lineEnd(from: start) }
        guard (3...1 << 12).contains(header.count), start < text.count, Table(text) == nil else { return nil }
        let row = text.line(from: start)
        guard row.count <= 1 << 14, !row.contains(ASCII.openBrace), !row.includes("eyJ") else { return nil }
        for separator in ",;\t|".utf8 {
            guard let names = header.cells(separatedBy: separator)?.map(\.trimmingBlanks), names.count > 1,
                names.allSatisfy({ $0.first?.isLetter == true && $0.utf8.allSatisfy(Self.isPartOfName) }),
                Set(names).count == names.count, row.cells(separatedBy: separator)?.count == names.count
            else { continue }
            return names.filter { !Remedy.isMember($0) }
        }
        return nil
    }

    /// Returns why the first row of a table does not become an object with values of the right types; nil if it does, and for any other
    /// text.
    package static func mismatch(inFirstRowOf text: ByteView) -> Problem? {
        guard let table = Table(text), table.headerLength < text.count else { return nil }
        let end = table.rowEnd(in: text, from: table.headerLength) ?? text.count
        return table.object(ofRow: text.part(table.headerLength..<end)).mismatch
    }

    private static func isPartOfName(_ byte: UInt8) -> Bool {
        ASCII.isWordPart(byte) || byte >= 0x80 || " -.".utf8.contains(byte)
    }

    /// Returns the objects in a text that is a table, as far as its rows are whole; nil if it is not a table.
    static func objects(in text: ByteView) -> [[UInt8]]? {
        guard let table = Table(text) else { return nil }
        var objects: [[UInt8]] = []
        var start = table.headerLength
        while start < text.count {
            let end = table.rowEnd(in: text, from: start) ?? text.count
            let row = text.part(start..<end)
            start = end + 1
            guard !row.trimmed.isEmpty, !table.isBetweenRows(row) else { continue }
            guard let object = table.object(ofRow: row).object else { return nil }
            objects.append(object)
        }
        return objects.isEmpty ? nil : objects
    }
}

extension Remedy {
    package static let tableName = "csv"

    package static let table = Remedy(
        tableName, "the rows of a table become objects with the names in its header",
        ["version,app-id,did-win\n4.0,1,true": #"{"version":"4.0","app-id":1,"did-win":true}"#]
    ) { text, _ in
        // Without a line break there is no row.
        text.contains(ASCII.newline) ? Table.objects(in: text) : nil
    }
}

/// A column of the table that `aak verify --format csv` writes.
package enum VerdictColumn: CaseIterable, Sendable {
    case file, line, verdict, rule, framework, version, kind, environment, network, app, identifier
    case sourceIdentifier, sequenceIndex, conversionType, didWin
    case fine, coarse, interaction, country, publisher, marketplace

    /// The name in the header: that of the same member of a verdict as JSON, or one that both frameworks share.
    package var name: String {
        switch self {
        case .file: ResultMember.file.text
        case .line: ResultMember.line.text
        case .verdict: VerdictMember.verdict.text
        case .rule: VerdictMember.rule.text
        case .framework: VerdictMember.framework.text
        case .version: VerdictMember.version.text
        case .kind: VerdictMember.kind.text
        case .environment: VerdictMember.environment.text
        case .identifier: VerdictMember.identifier.text
        case .network: "network"
        case .app: "app"
        case .sourceIdentifier: "source_identifier"
        case .sequenceIndex: "sequence_index"
        case .conversionType: "conversion_type"
        case .didWin: "did_win"
        case .fine: "fine"
        case .coarse: "coarse"
        case .interaction: "interaction"
        case .country: "country"
        case .publisher: "publisher"
        case .marketplace: "marketplace"
        }
    }

    /// Returns the verdict of a row, as far as a row states it.
    static func verdict(of cells: [String: String]) -> [UInt8] {
        func cell(_ column: VerdictColumn) -> String? {
            cells[column.name].flatMap { $0.isEmpty ? nil : $0 }
        }
        func text(_ column: VerdictColumn) -> JSONValue? { cell(column).map { .string($0) } }
        func number(_ column: VerdictColumn) -> JSONValue? { cell(column).flatMap { try? JSONValue(parsing: $0.utf8) } }
        func object(_ members: [(Field, JSONValue?)]) -> JSONValue {
            .object(members.compactMap { field, value in value.map { .init(field.text, $0) } })
        }
        let isSKAdNetwork = cell(.framework) == Framework.skAdNetwork.rawValue
        let payload: JSONValue
        if isSKAdNetwork {
            let isOfCampaigns = cell(.version).flatMap { SKAdNetworkVersion(rawValue: $0) }.map { $0 < .four } ?? false
            let isApp = cell(.publisher)?.utf8.allSatisfy(ASCII.isDigit) ?? false
            let identifier = cell(.identifier).map { String($0.prefix { $0 != "/" }) }
            let members: [(SignedField, JSONValue?)] = [
                // A postback of version 1.0 does not state its version.
                (.version, cell(.version) == SKAdNetworkVersion.one.rawValue ? nil : text(.version)),
                (.adNetworkID, text(.network)), (.appID, number(.app)),
                (
                    isOfCampaigns ? .campaignID : .sourceIdentifier,
                    isOfCampaigns ? number(.sourceIdentifier) : text(.sourceIdentifier)
                ),
                (.transactionID, identifier.map { .string($0) }), (.postbackSequenceIndex, number(.sequenceIndex)),
                (.redownload, cell(.conversionType).map { .bool($0 == ConversionType.redownload.rawValue) }),
                (.didWin, number(.didWin)),
                (.fidelityType, cell(.interaction).map { .number($0 == InteractionType.click.rawValue ? "1" : "0") }),
                (isApp ? .sourceAppID : .sourceDomain, isApp ? number(.publisher) : text(.publisher)),
            ]
            payload = .object(members.compactMap { field, value in value.map { .init(field.description, $0) } })
        } else {
            payload = object([
                (PostbackField.identifier, text(.identifier)), (PostbackField.adNetworkIdentifier, text(.network)),
                (PostbackField.advertisedItemIdentifier, number(.app)),
                (PostbackField.sourceIdentifier, text(.sourceIdentifier)),
                (PostbackField.sequenceIndex, number(.sequenceIndex)),
                (PostbackField.conversionType, text(.conversionType)),
                (PostbackField.didWin, number(.didWin)), (PostbackField.publisherItemIdentifier, number(.publisher)),
                (PostbackField.marketplaceIdentifier, text(.marketplace)),
            ])
        }
        let unsigned = object([
            (BodyField.conversionValue, number(.fine)), (BodyField.coarseConversionValue, text(.coarse)),
            (BodyField.interactionType, isSKAdNetwork ? nil : text(.interaction)),
            (BodyField.countryCode, text(.country)),
        ])
        let columns: [VerdictColumn] =
            [.verdict, .rule, .kind] + (isSKAdNetwork ? [.framework, .version] : []) + [.environment, .identifier]
        var members = columns.compactMap { column in
            text(column).map { JSONValue.Member(column.name, $0) }
        }
        members += [VerdictMember.payload.member(payload), VerdictMember.unsigned.member(unsigned)]
        let prefix = ResultMember.logPrefix
        let log = cells.filter { $0.key.hasPrefix(prefix) && !$0.value.isEmpty }.sorted { $0.key < $1.key }
        if !log.isEmpty {
            let kept = log.map { JSONValue.Member(String($0.key.dropFirst(prefix.count)), .string($0.value)) }
            members.append(ResultMember.log.member(.object(kept)))
        }
        return Array(JSONValue.object(members).text.utf8)
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        String(
            decoding: utf8.drop(while: ASCII.isWhiteSpace).reversed().drop(while: ASCII.isWhiteSpace).reversed(),
            as: UTF8.self)
    }
}

extension ByteView {
    /// The line that begins at an offset, without its end.
    fileprivate func line(from start: Int) -> ByteView {
        part(start..<(firstOffset(of: ASCII.newline, from: start) ?? count)).trimmed
    }

    /// The start of the line after that.
    fileprivate func lineEnd(from start: Int) -> Int {
        firstOffset(of: ASCII.newline, from: start).map { $0 + 1 } ?? count
    }

    /// The cells of a row; nil if a quotation mark has no partner.
    fileprivate func cells(separatedBy separator: UInt8) -> [String]? {
        var cells: [String] = []
        var cell: [UInt8] = []
        var at = 0
        while true {
            cell.removeAll(keepingCapacity: true)
            if byte(at: at) == ASCII.quote {
                at += 1
                while true {
                    guard at < count else { return nil }
                    if self[at] == ASCII.quote {
                        at += 1
                        guard byte(at: at) == ASCII.quote else { break }
                    }
                    cell.append(self[at])
                    at += 1
                }
            }
            while at < count, self[at] != separator {
                cell.append(self[at])
                at += 1
            }
            guard let text = String(validating: cell, as: UTF8.self) else { return nil }
            cells.append(text)
            guard at < count else { return cells }
            at += 1
        }
    }
}
