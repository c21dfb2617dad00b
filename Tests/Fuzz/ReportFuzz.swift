import AttributionBase
import AttributionInspection
import AttributionModel
import AttributionSchema

@testable import AttributionProgram
@testable import AttributionReport

/// Reports: the counts of parts add up to those of the whole, in any order and however the input arrives, and nothing counts as
/// verified that anybody may have sent.
///
/// The first five bytes of an input choose the options, the number of threads, the size of the pieces, the beginnings of
/// parts, and whether there are campaigns, times, and one or two conversion schemas. With campaigns, the first line is their
/// list; with schemas, each of the next lines is one.
enum ReportFuzz {
    private static let head = 5

    private static let fields: [[GroupField]] = [
        [], [.known(.verdict)], [.known(.sourceIdentifier), .known(.window)],
        [.known(.framework), .known(.tier), .known(.fineValue), .known(.coarseValue)],
        [.known(.adNetworkIdentifier), .known(.publisherItemIdentifier), .known(.countryCode)],
    ]

    /// Those that need campaigns or times.
    private static let campaignFields: [[GroupField]] = [
        [.known(.campaign)], [.known(.campaign), .known(.window)], [.known(.sourceIdentifier), .known(.campaign)],
    ]
    private static let timeFields: [[GroupField]] = [
        [.known(.day)], [.known(.hour), .known(.countryCode)], [.known(.week)],
    ]
    private static let timePath = "time"

    /// A list of campaigns that can be read, for inputs whose own cannot.
    private static let someCampaigns = Array(
        #"[{"source-identifier":"5239","name":"Spring","spend":"8.00"},{"source-identifier":"39","spend":"1"}]"#.utf8)

    /// Schemas that can be read, for inputs whose own cannot.
    private static let someSchemas = [
        #"{"app":1108187390,"windows":[{"window":1,"values":[{"fine":0,"coarse":"low"},"#
            + #"{"fine":[1,63],"coarse":"high","event":"buy","revenue":["0.01","63.01"]}]}]}"#,
        #"{"app":1108187390,"from":"2026-11-01T00:00:00Z","windows":[{"window":1,"values":[{"fine":[0,62],"event":"buy","#
            + #""revenue":["0.5","7"]},{"fine":63,"coarse":"high","event":"buy","revenue":["7",null],"lock":true}]},"#
            + #"{"window":3,"values":[{"coarse":"low","event":"launch"}]}]}"#,
    ].map { Array($0.utf8) }

    static func test(_ input: ByteView) {
        guard input.count >= head else { return }
        let flags = input[0]
        let jobs = Int(input[1] % 4) + 1
        let piece = 1 + Int(input[2]) * Int(input[2])
        let seed = input[3]
        let more = input[4]
        var text = [UInt8](input[head...])
        var request = ReportRequest(.results)
        request.fields = fields[Int(flags) % fields.count]
        request.isUnique = flags & 16 != 0
        var arguments: [String] = []
        if more & 1 != 0 {
            var list = takeLine(&text)
            if (try? CampaignTable(parsing: list)) == nil { list = someCampaigns }
            request.campaigns = try? CampaignTable(parsing: list)
            request.fields = campaignFields[Int(flags) % campaignFields.count]
            arguments += ["--campaigns", ProgramRun.file("campaigns", list)]
        }
        if more & 16 != 0 { arguments += takeSchemas(more & 32 == 0 ? 1 : 2, &text, &request) }
        if more & 2 != 0 {
            request.timePath = timePath
            // No field twice, which is an error of the command line.
            let fields = request.fields
            if more & 4 != 0 {
                request.fields += timeFields[Int(flags) % timeFields.count].filter { !fields.contains($0) }
            }
            arguments += ["--time-at", timePath]
            if more & 8 != 0 {
                request.zone = TimeZoneOffset("-05:30") ?? .utc
                arguments += ["--zone", "-05:30"]
            }
        }
        let lines = text.split(separator: ASCII.newline).map { Array($0) }
        testParts(lines, request, seed)
        testStrangers(lines, request)
        testRuns(text, request, arguments, flags, jobs, piece)
    }

    private static func takeLine(_ text: inout [UInt8]) -> [UInt8] {
        let line = Array(text.prefix { $0 != ASCII.newline })
        text.removeFirst(min(text.count, line.count + 1))
        return line
    }

    /// Takes lines as schemas into the request, and returns the options that name them. What cannot be read, or does not go
    /// with the campaigns or the other schema, is replaced.
    private static func takeSchemas(
        _ count: Int, _ text: inout [UInt8], _ request: inout ReportRequest
    ) -> [String] {
        var schemas = SchemaTable(isOfOneCurrency: true)
        var arguments: [String] = []
        for number in 0..<count {
            for document in [takeLine(&text), someSchemas[number]] {
                guard let schema = try? ConversionSchema(parsing: document), goes(schema, with: request.campaigns),
                    schemas.add(schema) == nil
                else { continue }
                arguments += ["--schema", ProgramRun.file("schema\(number)", document)]
                break
            }
        }
        guard !arguments.isEmpty else { return [] }
        request.schemas = SchemaReadings(schemas)
        request.currency = request.campaigns?.currency ?? schemas.currency
        return arguments
    }

    private static func goes(_ schema: ConversionSchema, with campaigns: CampaignTable?) -> Bool {
        guard let campaigns else { return true }
        let isSameCurrency = schema.currency == nil || schema.currency == campaigns.currency
        return isSameCurrency && campaigns.apps?.contains(schema.advertisedItemIdentifier.rawValue) ?? true
    }

    /// Returns whether every line of an input is counted.
    static func accepts(_ input: [UInt8]) -> Bool {
        guard input.count >= head else { return false }
        var reader = ReportReader(ReportRequest(.results))
        var part = ReportPart()
        for line in input[head...].split(separator: ASCII.newline) {
            let isRead = Array(line).withBytes { line in
                let line = line.trimmed
                return line.isEmpty || (try? reader.read(line, around: line, into: &part)) != nil
            }
            guard isRead else { return false }
        }
        return true
    }

    // MARK: - Parts

    private static func testParts(_ lines: [[UInt8]], _ request: ReportRequest, _ seed: UInt8) {
        let whole = count([lines[...]], request, order: [0])
        var parts: [ArraySlice<[UInt8]>] = []
        var rest = lines[...]
        var size = Int(seed % 5) + 1
        while !rest.isEmpty {
            parts.append(rest.prefix(size))
            rest = rest.dropFirst(size)
            size = (size * 3 + Int(seed)) % 7 + 1
        }
        // Repeats are detected only in the order of the stream.
        let order = request.isUnique ? Array(parts.indices) : parts.indices.reversed()
        demand(count(parts, request, order: order) == whole, "counts of parts add up to those of the whole")
    }

    private static func count(
        _ parts: [ArraySlice<[UInt8]>], _ request: ReportRequest, order: [Int]
    ) -> [JSONValue] {
        let total = ReportTotal(request)
        for index in order where parts.indices.contains(index) {
            // Each part has its own reader, as on a thread.
            var reader = ReportReader(request)
            var part = ReportPart()
            for line in parts[index] {
                line.withBytes { line in
                    let line = line.trimmed
                    guard !line.isEmpty else { return }
                    do throws(InputFault) {
                        try reader.read(line, around: line, into: &part)
                    } catch {
                        part.counts.addRejected(1)
                    }
                }
            }
            total.add(&part)
        }
        let contents = ReportContents(total, isGrouped: true)
        let rows = contents.rows.map {
            $0.json(request.fields, MoneyOptions(request), showsUnverified: true)
        }
        return [contents.summary] + rows
    }

    // MARK: - Strangers

    /// Checks that no line vouches for itself.
    private static func testStrangers(_ lines: [[UInt8]], _ request: ReportRequest) {
        var request = request
        request.source = .anybody
        var reader = ReportReader(request)
        var part = ReportPart()
        for line in lines {
            line.withBytes { line in
                _ = try? reader.readUnverified(line.trimmed, around: line, into: &part)
            }
        }
        part.settle(SeenPostbacks(), request.schemas)
        demand(part.counts.all.unverified == part.counts.all.inputs, "postbacks of anybody are unverified")
        demand(part.counts.earnings.isEmpty, "nobody's earnings are counted but those of a timeline")
    }

    // MARK: - Runs

    private static func testRuns(
        _ text: [UInt8], _ request: ReportRequest, _ more: [String], _ flags: UInt8, _ jobs: Int, _ piece: Int
    ) {
        let form = ["table", "json", "csv", "html"][Int(flags >> 5) % 4]
        var arguments = ["report", "--format", form, "--compact"] + more
        if request.isUnique { arguments += ["--unique"] }
        if !request.fields.isEmpty { arguments += ["--by", request.fields.map(\.name).joined(separator: ",")] }
        let whole = ProgramRun.outcome(arguments + ["-j1"], text)
        let pieces = ProgramRun.outcome(arguments + ["-j\(jobs)"], text, piece: piece)
        demand(whole == pieces, "\(arguments): the same from a file and from a pipe in pieces of \(piece), -j\(jobs)")
        demand(whole.status != .trouble, "lines are no trouble, whatever is in them")
    }
}
