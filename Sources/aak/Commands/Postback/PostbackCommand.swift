import AttributionBase
import AttributionCommandModel
import AttributionInspection
import AttributionModel

/// `aak postback`: makes test postbacks.
enum PostbackCommand {
    static let command = Command(
        name: "postback",
        summary: "make test postbacks, as a device would send them",
        discussion: """
            Writes a postback body with exactly the fields that its data tier and conversion window allow. Asking for
            what they forbid is an error that names the rule; --no-validate makes such a postback on purpose.

            With --window all, it writes the postbacks of a whole conversion, one line each: the first with the fine
            value (tiers 2 and 3) or the coarse one (tier 1), the later ones with the coarse value; tier 0 sends the
            first only.

            With impressions to read, as arguments, in files or on standard input, it writes one postback, or one set,
            for each: signed tokens, OpenRTB objects with one, or bare payloads. Their network, items and source
            identifier are taken, unless an option gives another. Standard input is read where no option says what the
            impression is.

            It is signed by --key, else AAK_KEY, else the published example key, under the kid \(PostbackRequest.testKeyID)
            or that of --kid, which is not Apple's: a postback that anyone can make must never look like one that counts.
            For a network other than example.adattributionkit the example key needs --example-key.

            \(SigningOptions.signerDiscussion)

            With --framework skadnetwork, it writes a postback of SKAdNetwork, in the version of --version. Until 3.0
            there are no tiers but a privacy threshold, here that of tier 2 for the value and of tier 3 for the source
            app, and the last two digits of the source identifier are the campaign ID. The windows of a conversion have
            one transaction-id. Apple's verifiers refuse it; verify --key takes it.
            """,
        operand: Operand("IMPRESSION", summary: "an impression, signed or its payload as JSON", isRepeating: true),
        options: PostbackOptions.all,
        sections: [CommonOptions.exitStatus, SigningOptions.environment],
        examples: [
            "A first postback of the highest tier": "aak postback --tier 3 --fine 42 --country US",
            "All postbacks of a conversion": "aak postback --window all --tier 2 --fine 42 --coarse high",
            "What a network that lost receives": "aak postback --lost --tier 1",
            "The first postback of SKAdNetwork 4": "aak postback --framework skadnetwork --tier 3 --fine 42",
            "A postback for each impression of a file": "aak postback --tier 2 --fine 42 --input impressions.txt",
        ])

    static func run(_ invocation: Invocation, _ console: Console) throws(Diagnostic) -> ExitStatus {
        let job = try PostbackJob(invocation)
        if readsInput(invocation) {
            guard !invocation.has(PostbackOptions.identifier) || invocation.operands.count == 1 else {
                throw invocation.usage(
                    "--\(PostbackField.identifier.name) is given with impressions to read, each of whose postbacks has its own"
                )
            }
            let optionsSuffice = (try? requests(job, invocation)) != nil
            return try job.run.signLines(invocation, console, optionsSuffice: optionsSuffice) {
                PostbackMaker($0, job, $1)
            }.status
        }
        let requests = try requests(job, invocation)
        return try job.run.signLines(invocation, console, of: .options) { PostbackMaker($0, job, $1, requests) }.status
    }

    /// Returns whether impressions are read: if inputs are given, or if standard input is a pipe or a file and no option
    /// describes the impression.
    private static func readsInput(_ invocation: Invocation) -> Bool {
        invocation.namesInputs
            || Descriptor.input.isStream && !PostbackOptions.ofImpression.contains { invocation.has($0) }
    }

    /// Returns the postbacks of the impression of `--from`, or of the one that the options describe.
    private static func requests(_ job: PostbackJob, _ invocation: Invocation) throws(Diagnostic) -> [PostbackRequest] {
        guard let token = invocation[PostbackOptions.from] else { return try job.requests(for: nil, file: "", line: 0) }
        let impression: Impression
        do throws(InputFault) {
            impression = try job.impression(Array(token.utf8))
        } catch {
            let problem = Rejection(error).problem.of(file: "--from")
            throw System.exists(token)
                ? problem.hinting("\(quoted(token)) is a file; impressions in files are given by --input") : problem
        }
        do throws(Diagnostic) {
            return try job.requests(for: impression, file: "", line: 0)
        } catch {
            throw error.rule == RequestRules.reEngagement ? error.of(file: "--from") : error
        }
    }
}
