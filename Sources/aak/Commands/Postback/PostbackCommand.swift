import AttributionBase
import AttributionCommandModel
import AttributionInspection
import AttributionModel

enum PostbackCommand {
    static let command = Command(
        name: "postback",
        summary: "make test postbacks, as a device would send them",
        discussion: """
            Writes a postback body with exactly the fields that its data tier and conversion window allow. If you ask
            for a field that they forbid, the error names the rule; --no-validate makes such a postback on purpose.
            --window all writes a line for each postback of a conversion; in tier 0, and with --lost, there is only one.

            For each impression that is read, one postback or one set of postbacks is written. An impression can be a
            signed token, an OpenRTB object that contains one, or a bare payload. The network, the items and the source
            identifier come from the impression unless an option gives them. Standard input is read if it is a pipe or a
            file and no option describes the impression.

            The key is that of --key, otherwise of the file that AAK_KEY names, otherwise the published example key. Its
            kid is \(PostbackRequest.testKeyID), or that of --kid, which must not be Apple's.

            With --framework skadnetwork, it writes a SKAdNetwork postback. Versions up to 3.0 have a privacy threshold
            instead of tiers. For these, --tier 2 and 3 include the conversion value, and only --tier 3 includes the
            source app. The campaign ID is the last two digits of --source-identifier, or 100 if they are 00.
            """,
        operand: Operand(
            "IMPRESSION", summary: "a signed impression, or its payload as JSON", isRepeating: true),
        options: PostbackOptions.all,
        sections: [CommonOptions.exitStatus],
        examples: [
            "Make all postbacks of a conversion": "aak postback --window all --tier 2 --fine 42 --coarse high",
            "Make the first postback of SKAdNetwork 4": "aak postback --framework skadnetwork --tier 3 --fine 42",
            "Make a postback for each impression in a file": "aak postback --tier 2 --fine 42 --input impressions.txt",
        ])

    static func run(_ invocation: Invocation, _ console: Console) throws(Diagnostic) -> ExitStatus {
        let job = try PostbackJob(invocation)
        if readsInput(invocation) {
            guard !invocation.has(PostbackOptions.identifier) || invocation.operands.count == 1 else {
                throw invocation.usage(
                    "\(PostbackOptions.identifier.spelling) can be used with only one impression, given as an "
                        + "argument: each postback needs its own identifier"
                )
            }
            let optionsSuffice = (try? requests(job, invocation)) != nil
            return try job.run.signLines(invocation, console, optionsSuffice: optionsSuffice, job.maker(of: nil)).status
        }
        let requests = try requests(job, invocation)
        return try job.run.signLines(invocation, console, of: .options, job.maker(of: requests)).status
    }

    /// Returns whether impressions are read: if inputs are given, or if standard input is a pipe or a file and no option
    /// describes the impression.
    private static func readsInput(_ invocation: Invocation) -> Bool {
        invocation.namesInputs || invocation.answersLines
            || Descriptor.input.isStream && !PostbackOptions.ofImpression.contains { invocation.has($0) }
    }

    /// Returns the postbacks of the impression of `--from`, or of the one that the options describe.
    private static func requests(_ job: PostbackJob, _ invocation: Invocation) throws(Diagnostic) -> [PostbackRequest] {
        guard let token = invocation[PostbackOptions.from] else { return try job.requests(for: nil) }
        let impression: Impression
        do throws(InputFault) {
            impression = try job.impression(Array(token.utf8))
        } catch {
            let problem = Diagnostic(rulesOf: error).of(file: "--from")
            throw System.exists(token)
                ? problem.hinting("\(quoted(token)) is a file; pass it with --input") : problem
        }
        do throws(Diagnostic) {
            return try job.requests(for: impression)
        } catch {
            throw error.rule == RequestRules.reEngagement ? error.of(file: "--from") : error
        }
    }
}
