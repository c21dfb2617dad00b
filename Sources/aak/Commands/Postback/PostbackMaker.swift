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
        do throws(Impression.InputFailure) {
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
    /// Creates a message about an input that is not an impression.
    init(_ failure: Impression.InputFailure) {
        switch failure {
        case .postback:
            self.init(Diagnostic(message: "\(failure)", hint: "aak decode shows what is in it"))
        case .input(let fault): self.init(Diagnostic(fault))
        case .payload(let failure):
            guard case .rules(let findings) = failure, let first = findings.first else {
                self.init(Diagnostic(message: "\(failure)"))
                return
            }
            self.init(Diagnostic(first), others: findings.dropFirst().map { Diagnostic($0) })
        }
    }
}
