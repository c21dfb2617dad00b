import AttributionBase
import AttributionCommandModel
import AttributionModel

enum OpenRTBCommand {
    private static let request = TypedOption.required(
        "request", .file("FILE"), summary: "the bid request, one JSON document; - is standard input", group: "Request")
    private static let networks = TypedOption.value(
        "skadnetlist", .file("FILE"),
        summary: "the common list of networks, skadnetworkids.json, to which skadnetlist.max refers", group: "Request")

    static let command = Command(
        name: "openrtb",
        summary: "check OpenRTB bid responses against their request",
        discussion: """
            A signed impression travels from a bidder to a publisher app in the ext.adattributionkit or ext.skadn object
            of a bid. aak verify, validate and decode also find these objects in whole requests and responses.
            """,
        subcommands: [check],
        sections: [CommonOptions.exitStatus])

    private static let check = Command(
        name: "check",
        summary: "check the bids of a response against the request",
        discussion: """
            Checks each object of each bid against the impression that it answers: whether the framework and the version
            were offered, the signed network is listed, the signed publisher and advertised items match the request and
            the bid, and the object has what its version needs. Writes one line per object, with findings; if one of
            them is an error, the line has the loss reason that an exchange would give: 214 for skadn, 216 for
            adattributionkit, 3 for an impid that the request does not have.

            Faults of the request itself are reported first, under the name of its file, and such a run never ends with
            status 0.

            The payload of a bid's token is checked against all rules of an impression. Signatures are checked if --key
            gives the networks' public keys; a key with a kid checks only the tokens with that kid, and the ads of the
            network with that ID. Whether skadnetlist.max of the request allows a network is checked if --skadnetlist
            gives the IAB Tech Lab's common list; otherwise a note says that it was not.

            A response without a bid, such as {"seatbid":[]}, {} or a reason in nbr, is good and gives no line.
            """,
        operand: Operand("RESPONSE", summary: "a bid response as JSON", isRepeating: true),
        options: [
            request, networks,
            TrustOptions.keys.worded(
                "check signatures with the public keys in FILE", placeholder: "FILE", group: "Keys"),
            KeyFiles.passwordFile,
        ] + CommonOptions.output + LineOptions.inner + LineOptions.streaming + [CommonOptions.now]
            + CommonOptions.diagnostics,
        sections: [CommonOptions.exitStatus],
        examples: ["Check a bid before it is sent": "aak openrtb check --request request.json --input response.json"])

    private static func readNetworks(_ path: String) throws(Diagnostic) -> NetworkList {
        let document = try DocumentFile.read(path)
        do throws(Problem) {
            return try NetworkList(document)
        } catch {
            throw .trouble("\(path) is not a list of networks: \(error)")
        }
    }

    private static func readRequest(_ path: String) throws(Diagnostic) -> BidRequest {
        let document = try DocumentFile.read(path)
        do throws(Problem) {
            return try BidRequest(document)
        } catch {
            throw .trouble("\(path) is not a bid request: \(error)")
        }
    }

    static func run(_ invocation: Invocation, _ console: Console) throws(Diagnostic) -> ExitStatus {
        let path = invocation[request]
        let request = try readRequest(path)
        var keys: TrustedKeys?
        if invocation.has(TrustOptions.keys) {
            var trusted = TrustedKeys(.all)
            try trusted.add(invocation[TrustOptions.keys], invocation, console)
            keys = trusted
        }
        let list = try invocation[networks].map { (path) throws(Diagnostic) in try readNetworks(path) }
        let job = BidCheck(request: request, keys: keys, networks: list)
        let lines = try LineCommand(invocation, console)
        report(request.faults, path, console)
        let note = Diagnostic.note(
            RunRules.uncheckedSignature, "no signature is checked without a key",
            hint: "pass --key FILE with the networks' public keys")
        let settings = LineRun(commandOfParts: "validate", firstResultNote: keys == nil ? note : nil)
        let status = try lines.run(settings) { BidChecker($0, job) }.status
        // If the request is broken, the check of a response proves nothing.
        return status == .good && request.isBad ? .bad : status
    }

    private static func report(_ findings: [(path: String, finding: Finding)], _ file: String, _ console: Console) {
        guard !console.style.isQuiet else {
            let count = findings.count { $0.finding.severity == .error }
            if count > 0 { console.reportSummary("\(file): \(counted(count, "error")) in the request") }
            return
        }
        for (path, finding) in findings.prefix(LineContext.mostMessages) {
            console.report(Diagnostic(finding).inside(path).of(file: file))
        }
        let more = findings.count - LineContext.mostMessages
        guard more > 0 else { return }
        console.report(.moreFindings(more).of(file: file))
    }
}
