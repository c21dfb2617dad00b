import AttributionBase
import AttributionModel
import AttributionSchema

@testable import AttributionReport

/// Whether a line is one that another command writes, rather than a postback that nobody verified.
func isResult(_ line: String) -> Bool { line.hasPrefix(#"{"verdict""#) || line.contains(#""event":"#) }

/// Counts lines as one part of a stream: results of other commands as such, and others as postbacks that nobody verified.
func part(_ lines: [String], _ request: ReportRequest = ReportRequest(.results), outer: [String]? = nil) -> ReportPart {
    var reader = ReportReader(request)
    var part = ReportPart()
    for (index, line) in lines.enumerated() {
        var bytes = ByteBuffer()
        bytes.append(text: line)
        var around = ByteBuffer()
        around.append(text: outer?[index] ?? line)
        do throws(InputFault) {
            if isResult(line) {
                try unsafe reader.readResult(bytes.bytes, into: &part)
            } else {
                try unsafe reader.readUnverified(bytes.bytes, around: around.bytes, into: &part)
            }
        } catch {
            part.counts.addRejected(1)
        }
    }
    return part
}

func counts(_ lines: [String], _ request: ReportRequest = ReportRequest(.results), outer: [String]? = nil)
    -> ReportCounts
{
    var total = ReportCounts()
    let part = part(lines, request, outer: outer)
    total.add(part.counts)
    return total
}

extension ReportContents {
    init(_ counts: borrowing ReportCounts, _ request: ReportRequest, isGrouped: Bool, top: Int?) {
        let total = ReportTotal(request)
        total.part.counts.add(counts)
        self.init(total, isGrouped: isGrouped, top: top)
    }
}

extension ReportCounts {
    func overview(_ request: ReportRequest) -> JSONValue {
        ReportContents(self, request, isGrouped: false, top: nil).summary
    }

    func groupRows(_ request: ReportRequest) -> [GroupRow] {
        ReportContents(self, request, isGrouped: true, top: nil).rows
    }
}

/// Returns the overview of lines, as JSON.
func overview(_ lines: [String], _ request: ReportRequest = ReportRequest(.results)) -> JSONValue {
    let counts = counts(lines, request)
    return counts.overview(request)
}

/// Returns what schemas say, each given as the text of its file.
func readings(_ texts: [String]) throws -> SchemaReadings {
    var table = SchemaTable(isOfOneCurrency: true)
    for text in texts {
        if let problem = table.add(try ConversionSchema(parsing: text.utf8)) { throw Problems(problem) }
    }
    return SchemaReadings(table)
}

/// Returns the schema of app 7 with these values in the first window.
func readings(first values: String) throws -> SchemaReadings {
    try readings([#"{"app":7,"windows":[{"window":1,"values":[\#(values)]}]}"#])
}

/// Returns the groups, as JSON.
func rows(_ counts: borrowing ReportCounts, _ request: ReportRequest) -> [JSONValue] {
    counts.groupRows(request).map { $0.json(request.fields, MoneyOptions(request), showsUnverified: false) }
}

/// Returns the reason why a line is not an input; nil if it is one.
func fault(_ line: String) -> String? { faultsInTurn([line])[0] }

/// Returns the faults of lines that one reader reads in succession.
func faultsInTurn(_ lines: [String]) -> [String?] {
    var reader = ReportReader(ReportRequest(.results))
    var part = ReportPart()
    return lines.map { line in
        var bytes = ByteBuffer()
        bytes.append(text: line)
        do throws(InputFault) {
            if isResult(line) {
                try unsafe reader.readResult(bytes.bytes, into: &part)
            } else {
                try unsafe reader.readUnverified(bytes.bytes, around: bytes.bytes, into: &part)
            }
            return nil
        } catch {
            return "\(error.rule.id): \(error.description)"
        }
    }
}

extension JSONValue {
    /// The nonzero members of an object, as text.
    var counted: String {
        guard case .object(let members) = self else { return text }
        return members.filter { $0.value != .number("0") }.map { "\($0.name) \($0.value.text)" }.joined(separator: ", ")
    }
}

/// Lines to count, with only the members that matter to a test.
enum Lines {
    static func verdict(
        payload: String = "", unsigned: String? = "", environment: String = "production", verdict: String = "valid",
        around: String = ""
    ) -> String {
        let payload = #"{"postback-identifier":"6AA3B341-0292-4319-A9D0-797C80334217"\#(payload)}"#
        let rest = unsigned.map { #","unsigned":{"ad-interaction-type":"click"\#($0)}"# } ?? ""
        return #"{"verdict":"\#(verdict)","kind":"postback","kid":"k","environment":"\#(environment)","#
            + #""payload":\#(payload)\#(rest),"line":1\#(around)}"#
    }

    static func postback(
        source: String = "5239", window: Int = 0, didWin: Bool = true, type: String = "download", app: Int? = nil,
        more: String = "", unsigned: String? = "", around: String = ""
    ) -> String {
        let app = app.map { #","advertised-item-identifier":\#($0)"# } ?? ""
        return verdict(
            payload: #","conversion-type":"\#(type)","source-identifier":"\#(source)","did-win":\#(didWin),"#
                + #""postback-sequence-index":\#(window)\#(app)\#(more)"#, unsigned: unsigned, around: around)
    }

    static let publisher = #","publisher-item-identifier":123"#
    static let marketplace = #","marketplace-identifier":"com.apple.AppStore""#
}
