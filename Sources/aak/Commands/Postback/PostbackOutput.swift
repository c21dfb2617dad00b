import AdAttribution
import AttributionCommandModel
import AttributionCrypto

/// Writes postbacks of the requested framework.
struct PostbackOutput: ~Copyable {
    private let job: PostbackJob
    private let writer: PostbackWriter

    init(_ job: PostbackJob, _ signer: TextSigner) {
        self.job = job
        writer = PostbackWriter(signer, keyID: job.keyID)
    }

    func append(_ request: PostbackRequest, to output: inout ResultLines) {
        if let version = job.version {
            writer.append(job.skAdNetworkRequest(request, version).values, to: &output.bytes)
        } else {
            writer.append(request.values, to: &output.bytes)
        }
        output.endLine(as: .json)
    }
}

extension PostbackJob {
    /// Returns the SKAdNetwork request that corresponds to an AdAttributionKit request.
    func skAdNetworkRequest(_ request: PostbackRequest, _ version: SKAdNetworkVersion) -> SKAdNetworkPostbackRequest {
        var postback = SKAdNetworkPostbackRequest(request, version: version)
        postback.forcedFields = forcedFields
        return postback
    }

    /// Refuses options for which SKAdNetwork has no field; nothing can force them.
    static func checkFramework(_ version: SKAdNetworkVersion, _ invocation: Invocation) throws(Diagnostic) {
        if invocation[PostbackOptions.conversionType] == .reEngagement {
            try refuse(PostbackOptions.conversionType, "no re-engagements", version, invocation)
        }
        try refuse(PostbackOptions.marketplace, "no marketplaces", version, invocation)
        try refuse(SigningOptions.keyID, "no key IDs", version, invocation)
    }

    /// Refuses options for fields that a version does not have.
    static func checkVersion(_ version: SKAdNetworkVersion, _ invocation: Invocation) throws(Diagnostic) {
        let refused = PostbackOptions.signedFields(invocation).first { $0.isAsked && !version.discloses($0.field) }
        guard let refused else { return }
        throw Diagnostic(
            .sentence(
                words(refused.option, refused.why, version),
                hint: "leave it out, or pass --no-validate to make it on purpose"
            ).breaking(refused.rule))
    }

    private static func refuse(
        _ option: any DeclaredOption, _ why: String, _ version: SKAdNetworkVersion, _ invocation: Invocation
    ) throws(Diagnostic) {
        guard invocation.has(option) else { return }
        throw invocation.usage(words(option, why, version))
    }

    private static func words(_ option: any DeclaredOption, _ why: String, _ version: SKAdNetworkVersion) -> String {
        "--\(option.option.name) is given for SKAdNetwork \(version.rawValue), which has \(why)"
    }
}
