import AdAttribution
import AttributionCommandModel
import AttributionJOSE
import AttributionRules
import SKAdNetwork

/// Writes postbacks of the requested framework.
struct PostbackOutput: ~Copyable {
    private let job: PostbackJob
    private let signer: any TextSigner
    private let writer: PostbackWriter

    init(_ job: PostbackJob, _ signer: any TextSigner) {
        self.job = job
        self.signer = signer
        writer = PostbackWriter(signer, keyID: job.keyID)
    }

    func append(_ request: PostbackRequest, to output: inout ResultLines) {
        if let version = job.version {
            job.skAdNetworkRequest(request, version).appendBody(signedBy: signer, to: &output.bytes)
        } else {
            writer.append(request.build(), to: &output.bytes)
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

    private static func refuse(
        _ option: any DeclaredOption, _ why: String, _ version: SKAdNetworkVersion, _ invocation: Invocation
    ) throws(Diagnostic) {
        guard invocation.has(option) else { return }
        throw invocation.usage(words(option, why, version))
    }

    private static func words(_ option: any DeclaredOption, _ why: String, _ version: SKAdNetworkVersion) -> String {
        "--\(option.option.name) is given for SKAdNetwork \(version.rawValue), which has \(why)"
    }

    /// Refuses options for fields that a version does not have.
    static func checkVersion(_ version: SKAdNetworkVersion, _ invocation: Invocation) throws(Diagnostic) {
        func refuse(_ option: any DeclaredOption, _ why: String, _ rule: Rule) throws(Diagnostic) {
            guard invocation.has(option) else { return }
            throw Diagnostic(
                rule: rule, message: words(option, why, version),
                hint: "leave it out, or pass --no-validate to make it on purpose")
        }
        func refuse(
            _ option: any DeclaredOption, without field: SignedField, _ why: String, _ rule: Rule
        ) throws(Diagnostic) {
            if !version.discloses(field) { try refuse(option, why, rule) }
        }
        typealias Options = PostbackOptions
        typealias Rules = SignedPostbackRules
        try refuse(Options.fine, without: .conversionValue, "no conversion values", Rules.conversionValueVersion)
        try refuse(Options.publisher, without: .sourceAppID, "no source apps", Rules.sourceAppIDVersion)
        try refuse(
            Options.coarse, without: .coarseConversionValue, "no coarse values", Rules.coarseConversionValueVersion)
        try refuse(Options.country, without: .countryCode, "no country", PostbackDisclosureRules.countryVersion)
        try refuse(
            Options.sourceDigits, without: .sourceIdentifier, "no source identifiers", Rules.sourceIdentifierVersion)
        switch invocation[Options.window] {
        case .one(.first): break
        case .one, .all:
            try refuse(Options.window, without: .postbackSequenceIndex, "one postback only", Rules.sequenceIndexVersion)
        }
        try refuse(Options.lost, without: .didWin, "no nonwinning postbacks", Rules.didWinVersion)
        if invocation[Options.interaction] == .view {
            try refuse(Options.interaction, without: .fidelityType, "no view-through ads", Rules.fidelityTypeVersion)
        }
    }
}
