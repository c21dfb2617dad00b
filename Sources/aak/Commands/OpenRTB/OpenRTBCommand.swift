import AttributionBase
import AttributionCommandModel
import AttributionModel

/// `aak openrtb`: checks bid requests and responses with objects of either framework.
enum OpenRTBCommand {
    private static let request = TypedOption.required(
        "request", .file("FILE"), summary: "the bid request, one JSON document; - is standard input", group: "Request")
    private static let networks = TypedOption.value(
        "skadnetlist", .file("FILE"),
        summary: "the common list of networks, skadnetworkids.json, for what skadnetlist.max allows", group: "Request")

    static let command = Command(
        name: "openrtb",
        summary: "check OpenRTB bid responses against their request",
        discussion: """
            A signed impression travels from a bidder to a publisher app in ext.adattributionkit or ext.skadn of a bid.
            verify, validate and decode find them in whole requests and responses.
            """,
        subcommands: [check],
        sections: [CommonOptions.exitStatus])

    private static let check = Command(
        name: "check",
        summary: "check the bids of a response against the request",
        discussion: """
            Checks each object of each bid against the impression that it answers: whether the framework and the
            version were offered, the signed network is listed, the signed publisher and advertised items are those of
            the request and the bid, and the object has what its version needs. One line per object, with findings;
            where one is an error, with the loss reason that an exchange would give: 214 for skadn, 216 for
            adattributionkit, 3 for an impid that the request does not have.

            Faults of the request itself are reported first, by its own name, and such a run is never good.

            The payload of a bid's token goes through all rules of an impression. Signatures are checked where the
            networks' public keys are given by --key; a key with a kid of its own checks the tokens of that kid, and
            the ads of the network of that ID. Whether skadnetlist.max of the request allows a network is checked if
            --skadnetlist gives the IAB Tech Lab's common list, and is a note otherwise.

            A response that says that there is no bid, as {"seatbid":[]}, {} or a reason in nbr, is good and has no
            line.
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
