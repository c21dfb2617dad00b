import AttributionBase
import AttributionCommandModel
import AttributionInspection
import AttributionModel

enum OpenRTBCommand {
    private static let request = TypedOption.value(
        "request", .file("FILE"), summary: "the bid request, one JSON document; - is standard input", group: "Request")
    private static let requestAt = TypedOption.value(
        "request-at", .path(such: "request.body", toEach: false),
        summary: "check each response of --at against the request in this member of its line", group: "Request",
        relations: [.excludes([request]), .requires([LineOptions.at])])
    private static let networks = TypedOption.value(
        "\(BidName.networkList)", .file("FILE"),
        summary: "the common list of networks, skadnetworkids.json, to which skadnetlist.max refers", group: "Request")

    static let command = Command(
        name: "openrtb",
        summary: "check OpenRTB bid responses against their request",
        discussion: """
            A signed impression travels from a bidder to a publisher app in the ext.adattributionkit or ext.skadn object
            of a bid. aak verify finds these objects in whole responses; aak validate and aak decode find them in
            requests too.
            """,
        subcommands: [check],
        sections: [CommonOptions.exitStatus],
        examples: examples)

    private static let examples: KeyValuePairs = [
        "Check a bid before it is sent": "aak openrtb check --request request.json response.json",
        "Check each response in a log against its request":
            "aak openrtb check --request-at request --at response auctions.ndjson",
        "Check its signatures too": "aak openrtb check --request request.json --key acme.public.pem response.json",
    ]

    private static let check = Command(
        name: "check",
        summary: "check the bids of a response against the request",
        discussion: """
            Checks each adattributionkit or skadn object of a bid against the imp for which the bid was made: whether
            the framework and the version were offered, the signed network is listed, the signed publisher and
            advertised items match the request and the bid, and the object has all members that its version requires.
            Writes one line per object, with findings; if a finding is an error, the line has the loss reason that an
            exchange would give: 214 for skadn, 216 for adattributionkit, 3 for an impid that the request does not have.

            Faults in the request itself are reported first, under the name of its file; if one of them is an error, the
            run never ends with status 0. If the matching object in the request, or device.ext, has an error, the bid's
            object is never ok, and its findings include that error, with its path in the request.

            The payload of a bid's token is checked against all rules for impressions. Signatures are checked if --key
            gives the networks' public keys; a key with a kid is used only for tokens with that kid, and for ads of the
            network whose ID is that kid. If --skadnetlist gives the IAB Tech Lab's common list, the network is also
            compared with the request's skadnetlist.max; otherwise, a note says that this was not checked.

            In a log, each line can have a request and its response: --request-at and --at name their members.

            A response without bids, such as {}, {"seatbid":[]} or one with a reason in nbr, is valid and produces no
            output line.
            """,
        operand: Operand("RESPONSE", summary: "a bid response as JSON", isRepeating: true),
        options: [
            request.essential, requestAt, networks.essential,
            TrustOptions.keys.worded(
                "check signatures with the public keys in FILE", placeholder: "FILE", group: "Keys"
            ).essential,
            KeyFiles.passwordFile,
        ] + CommonOptions.output + LineOptions.inner + LineOptions.streaming + [CommonOptions.now]
            + CommonOptions.diagnostics,
        sections: [CommonOptions.exitStatus],
        examples: examples)

    static func run(_ invocation: Invocation, _ console: Console) throws(Diagnostic) -> ExitStatus {
        let member = invocation[requestAt]
        let path = invocation[request]
        guard path != nil || member != nil else { throw invocation.usage("missing --request FILE") }
        let request = try path.map { (path) throws(Diagnostic) in
            try DocumentFile.read(path, as: "a bid request", invocation, console, BidRequest.init(parsing:))
        }
        // Its faults were reported.
        if case .some(nil) = request { return .trouble }
        var keys: TrustedKeys?
        if invocation.has(TrustOptions.keys) {
            var trusted = TrustedKeys(.productionAndDevelopment)
            try trusted.add(invocation[TrustOptions.keys], invocation, console)
            keys = trusted
        }
        let list = try invocation[networks].map { (path) throws(Diagnostic) in
            try DocumentFile.read(path, as: "a list of networks", invocation, console, NetworkList.init(parsing:))
        }
        if case .some(nil) = list { return .trouble }
        let shared = request ?? nil
        let faults = shared?.faults ?? []
        let file = path.map { Input(path: $0).name } ?? ""
        let job = BidCheck(request: shared ?? .none, keys: keys, networks: list ?? nil)
        let lines = try LineCommand(invocation, console)
        let note = Diagnostic.note(
            RunRules.uncheckedSignature, "no signature is checked without a key",
            hint: "pass --key FILE with the networks' public keys")
        let settings = LineRun(
            commandOfParts: "validate", firstResultNote: keys == nil ? note : nil,
            firstMessages: messages(about: faults, file))
        let namesFiles = lines.hasSeveralInputs
        let status = try lines.run(settings) { context in
            BidChecker(
                context: context, check: job, requests: member.map { PairedRequests($0) }, namesFiles: namesFiles)
        }.status
        report(faults, file, console)
        // If the request is invalid, a valid response to it proves nothing.
        return status == .good && shared?.isBad == true ? .bad : status
    }

    fileprivate typealias RequestFault = (path: String, finding: Finding)

    /// Returns the messages about the request, which is one input.
    private static func messages(about faults: [RequestFault], _ file: String) -> [Diagnostic] {
        var messages = faults.prefix(LineContext.mostMessages).map { Diagnostic($0.finding).inside($0.path) }
        let more = faults.count - messages.count
        if more > 0 { messages.append(.moreFindings(more)) }
        return messages.map { $0.of(file: file) }
    }

    /// Reports the summary of the request's errors.
    private static func report(_ faults: [RequestFault], _ file: String, _ console: Console) {
        var rules = RuleCounts()
        for (_, finding) in faults where finding.severity == .error { rules.add(finding.rule) }
        guard rules.total > 0 else { return }
        console.reportSummary("\(file): \(counted(rules.total, "error")) in the request: \(rules.list)")
    }
}

/// The requests of lines that have a response each.
private struct PairedRequests: ~Copyable {
    let path: String
    private var extractor: MemberExtractor

    init(_ path: String) {
        self.path = path
        extractor = MemberExtractor([path], keeping: [], skipsEmpty: false)
    }

    mutating func request(of line: Line) throws(Problem) -> BidRequest {
        guard let text = try extractor.extract(line.original.trimmed) else { return .none }
        do throws(Problem) {
            return try BidRequest(parsing: [UInt8](text))
        } catch {
            throw error.inside(path)
        }
    }
}

private struct BidChecker: LineProcessor, ~Copyable {
    let context: LineContext
    var check: BidCheck
    /// The requests of the lines; nil if all responses answer one request.
    var requests: PairedRequests?
    let namesFiles: Bool
    var index = JSONIndex()

    mutating func judge(_ line: Line, _ result: inout BatchResult) throws(Diagnostic) {
        let object = try line.object("a bid response", in: &index)
        let reports: [BidReport]
        var problems: [Diagnostic] = []
        do throws(Problem) {
            if let request = try requests?.request(of: line) {
                check.request = request
                for (path, finding) in request.faults {
                    let problem = Diagnostic(finding).inside("\(requests?.path ?? "").\(path)")
                    if finding.severity == .error {
                        problems.append(problem)
                    } else {
                        context.report(problem, number: line.number, in: &result)
                    }
                }
            }
            reports = try check.reports(on: object, now: result.now)
        } catch {
            throw Diagnostic(error)
        }
        if reports.isEmpty, let nested = NestedInput.find(in: object) {
            context.report(nested, in: line, &result)
        }
        var more = 0
        for report in reports {
            report.json.append(to: &result.output.bytes)
            result.output.endObject(file: namesFiles ? result.file : nil, line: line.number, log: nil)
            more += report.findings.more
            let start = problems.count
            for finding in report.findings {
                let problem = Diagnostic(finding).inside(report.place(of: finding))
                if finding.severity == .error {
                    problems.append(problem)
                } else {
                    context.report(problem, number: line.number, in: &result)
                }
            }
            guard problems.count == start, !report.isGood else { continue }
            // The faults of the line's own request were reported above.
            if requests != nil, !report.findings.hasErrors, report.requestErrors.hasErrors { continue }
            problems.append(
                report.findings.hasErrors
                    ? Diagnostic.beyondLimit().inside(report.path) : Diagnostic(report.requestProblem))
        }
        if let fault = Diagnostic(all: problems, more: more) { context.reject(line, fault, in: &result) }
    }
}
