import AdAttribution
import AttributionInspection
import Bytes
import Rules
import StrictJSON

/// Makes the postbacks of one impression after another.
struct PostbackMaker: LineProcessor, ~Copyable {
    let context: LineContext
    private let job: PostbackJob
    private let writer: PostbackOutput

    init(_ context: LineContext, _ job: PostbackJob) {
        self.context = context
        self.job = job
        writer = PostbackOutput(job)
    }

    mutating func process(_ line: Line, _ result: inout BatchResult) throws(Rejection) {
        let impression = try Impression(convertedBy: unsafe [UInt8](line.bytes), isForced: job.isForced)
        let requests: [PostbackRequest]
        do throws(Diagnostic) {
            requests = try job.requests(for: impression, file: result.file, line: line.number)
        } catch {
            throw Rejection(error)
        }
        for request in requests {
            writer.append(request, to: &result.output)
        }
    }
}

extension Impression {
    /// The impression that a conversion comes from. It is the user's own, so it is not verified.
    ///
    /// - Parameters:
    ///   - input: a token, an OpenRTB object around one, or a bare payload.
    ///   - isForced: whether an impression that breaks Apple's rules is taken all the same.
    init(convertedBy input: [UInt8], isForced: Bool) throws(Rejection) {
        let decoded = DecodedInput(unverified: input)
        guard decoded.kind != .postback, decoded.kind != .skadnetworkPostback, decoded.kind != .skadnetworkAd else {
            throw Rejection(
                Diagnostic(
                    message: "this is a postback, want the impression that leads to one",
                    hint: "aak decode shows what is in it"))
        }
        // Its signature does not matter here.
        let fault = decoded.faults.first {
            if case .token(let error) = $0 { error.stage != .signature } else { true }
        }
        if let fault { throw Rejection(Diagnostic(fault)) }
        do throws(Failure) {
            let payload = decoded.payload ?? .null
            self = try isForced ? Impression(unchecked: payload) : Impression(payload)
        } catch {
            throw Rejection(error)
        }
    }
}

extension Rejection {
    /// What is wrong with a payload that should be an impression's.
    fileprivate init(_ failure: Impression.Failure) {
        guard case .rules(let findings) = failure, let first = findings.first else {
            self.init(Diagnostic(message: "\(failure)"))
            return
        }
        self.init(Diagnostic(first), others: findings.dropFirst().map { Diagnostic($0) })
    }
}
