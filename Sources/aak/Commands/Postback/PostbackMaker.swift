import AttributionCommandModel
import AttributionInspection
import AttributionModel

/// Makes the postbacks of successive impressions, or of what options describe.
struct PostbackMaker: LineProcessor, ~Copyable {
    let context: LineContext
    let signer: LineSigner?
    let job: PostbackJob
    let writer: PostbackWriter
    /// The requests that options describe; nil if impressions are read instead.
    let given: [PostbackRequest]?

    mutating func judge(_ line: Line, _ result: inout BatchResult) throws(Diagnostic) {
        let requests = if let given { given } else { try self.requests(for: line) }
        for request in requests {
            writer.append(job.plan(of: request).values, to: &result.output.bytes)
            result.output.endLine(as: .json)
        }
    }

    private func requests(for line: Line) throws(Diagnostic) -> [PostbackRequest] {
        let impression: Impression
        do throws(InputFault) {
            impression = try job.impression([UInt8](line.bytes))
        } catch {
            throw Diagnostic(rulesOf: error)
        }
        return try job.requests(for: impression, of: line.bytes)
    }
}

extension Diagnostic {
    /// Creates the message about an input, including the messages about all rules that it breaks.
    init(rulesOf fault: InputFault) {
        if case .problem(let problem) = fault {
            self.init(problem)
        } else {
            self = Diagnostic(all: fault.diagnostics) ?? Diagnostic(fault)
        }
    }
}

extension PostbackJob {
    /// Returns a function that creates makers: for the given requests, or for the impressions that are read.
    func maker(of given: [PostbackRequest]?) -> SignerMaker {
        {
            let writer = PostbackWriter($1.texts, keyID: keyID)
            return PostbackMaker(context: $0, signer: $1, job: self, writer: writer, given: given)
        }
    }

    func plan(of request: PostbackRequest) -> PostbackPlan {
        guard let version else { return request.plan }
        var postback = SKAdNetworkPostbackRequest(request, version: version)
        postback.forcedFields = forcedFields
        if let domain { postback.publisher = .domain(domain) }
        return postback.plan
    }

    /// Rejects options for which SKAdNetwork has no field. Even `--no-validate` does not allow them.
    static func checkFramework(_ version: SKAdNetworkVersion, _ invocation: Invocation) throws(Diagnostic) {
        if invocation[PostbackOptions.conversionType] == .reEngagement {
            try refuse(PostbackOptions.conversionType, "no re-engagements", version, invocation)
        }
        try refuse(PostbackOptions.marketplace, "no marketplaces", version, invocation)
        try refuse(SigningOptions.keyID, "no key IDs", version, invocation)
    }

    /// Refuses options for fields that a version does not have.
    static func checkVersion(_ version: SKAdNetworkVersion, _ invocation: Invocation) throws(Diagnostic) {
        for asked in PostbackOptions.optionsOfRequest where invocation.has(asked.option) && asked.isSpecial(invocation)
        {
            guard let signed = asked.signed, !version.discloses(signed.field),
                let rule = SignedPostbackRules.lack(of: signed.field)
            else { continue }
            throw Diagnostic(
                .sentence(
                    words(invocation.asGiven(asked.option), signed.without, version),
                    hint: "omit it, or pass --no-validate to make the postback anyway"
                ).breaking(rule))
        }
    }

    private static func refuse(
        _ option: any DeclaredOption, _ why: String, _ version: SKAdNetworkVersion, _ invocation: Invocation
    ) throws(Diagnostic) {
        guard invocation.has(option) else { return }
        throw invocation.usage(words(invocation.asGiven(option), why, version))
    }

    private static func words(_ option: Option, _ why: String, _ version: SKAdNetworkVersion) -> String {
        "\(option.spelling) is given for SKAdNetwork \(version.rawValue), which has \(why)"
    }
}
