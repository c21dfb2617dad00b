import AdAttribution
import AttributionInspection

/// Makes the postbacks of successive impressions.
struct PostbackMaker: LineProcessor, ~Copyable {
    let context: LineContext
    let signer: LineSigner?
    private let job: PostbackJob
    private let writer: PostbackOutput

    init(_ context: LineContext, _ job: PostbackJob, _ signer: LineSigner) {
        self.context = context
        self.job = job
        self.signer = signer
        writer = PostbackOutput(job, signer.texts)
    }

    mutating func process(_ line: Line, _ result: inout BatchResult) throws(Rejection) {
        let impression: Impression
        do throws(InputFault) {
            impression = try job.impression([UInt8](line.bytes))
        } catch {
            throw Rejection(error)
        }
        let requests: [PostbackRequest]
        do throws(Diagnostic) {
            requests = try job.requests(for: impression, file: result.file, line: line.number)
        } catch {
            throw Rejection(error)
        }
        for request in requests { writer.append(request, to: &result.output) }
    }
}

extension Rejection {
    /// Creates the rejection of an input for all rules that it breaks.
    init(_ fault: InputFault) {
        if case .problem(let problem) = fault {
            self.init(Diagnostic(problem))
        } else {
            let problems = fault.diagnostics
            self.init(problems[0], others: Array(problems.dropFirst()))
        }
    }
}
