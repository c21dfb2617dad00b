import AdAttribution
import CommandModel
import ECDSA
import Rules
import SKAdNetwork

/// Writes postbacks of the framework that is asked for.
struct PostbackOutput: ~Copyable {
    private let job: PostbackJob
    private let writer: PostbackWriter

    init(_ job: PostbackJob) {
        self.job = job
        writer = PostbackWriter(key: job.key.key, keyID: job.keyID, nonce: job.nonce)
    }

    func append(_ request: PostbackRequest, to output: inout ResultLines) {
        if let version = job.version {
            output.append(job.skAdNetworkRequest(request, version).body(signedBy: job.key.key, nonce: job.nonce))
        } else {
            writer.append(request.build(), to: &output.bytes)
            output.endLine(as: .json)
        }
    }
}

extension PostbackJob {
    /// The postback of SKAdNetwork for what one of AdAttributionKit is asked to be.
    func skAdNetworkRequest(
        _ request: PostbackRequest, _ version: SKAdNetworkVersion
    ) -> SKAdNetworkPostbackRequest {
        var postback = SKAdNetworkPostbackRequest(request, version: version)
        postback.forcedFields = forcedFields
        return postback
    }

    /// Refuses what SKAdNetwork has no field for, which nothing can force.
    static func checkFramework(_ version: SKAdNetworkVersion, _ invocation: Invocation) throws(Diagnostic) {
        if invocation.value(PostbackField.conversionType.text) == "re-engagement" {
            try refuse(PostbackField.conversionType.text, "no re-engagements", version, invocation)
        }
        try refuse("marketplace", "no marketplaces", version, invocation)
        try refuse("kid", "no key IDs", version, invocation)
    }

    private static func refuse(
        _ option: String, _ why: String, _ version: SKAdNetworkVersion, _ invocation: Invocation
    ) throws(Diagnostic) {
        guard invocation.flag(option) else { return }
        throw invocation.usage(words(option, why, version))
    }

    private static func words(_ option: String, _ why: String, _ version: SKAdNetworkVersion) -> String {
        "--\(option) is given for SKAdNetwork \(version.rawValue), which has \(why)"
    }

    /// Refuses what a version does not have, by the option that asks for it.
    static func checkVersion(_ version: SKAdNetworkVersion, _ invocation: Invocation) throws(Diagnostic) {
        func refuse(_ option: String, _ why: String, _ rule: Rule) throws(Diagnostic) {
            guard invocation.flag(option) else { return }
            throw Diagnostic(
                rule: rule, message: words(option, why, version),
                hint: "leave it out, or pass --no-validate to make it on purpose")
        }
        func refuse(
            _ option: String, without field: SignedField, _ why: String, _ rule: Rule
        ) throws(Diagnostic) {
            if !version.tells(field) { try refuse(option, why, rule) }
        }
        typealias Rules = SignedPostbackRules
        let isView = invocation.value("interaction") == "view"
        let isLater = invocation.value("window").map { $0 != "1" } ?? false
        try refuse("fine", without: .conversionValue, "no conversion values", Rules.conversionValueVersion)
        try refuse(
            PostbackField.publisherItemIdentifier.text, without: .sourceAppID, "no source apps",
            Rules.sourceAppIDVersion)
        try refuse("coarse", without: .coarseConversionValue, "no coarse values", Rules.coarseConversionValueVersion)
        try refuse("country", without: .countryCode, "no country", PostbackDisclosureRules.countryVersion)
        try refuse("source-digits", without: .sourceIdentifier, "no source identifiers", Rules.sourceIdentifierVersion)
        if isLater {
            try refuse("window", without: .postbackSequenceIndex, "one postback only", Rules.sequenceIndexVersion)
        }
        try refuse("lost", without: .didWin, "no nonwinning postbacks", Rules.didWinVersion)
        if isView {
            try refuse("interaction", without: .fidelityType, "no view-through ads", Rules.fidelityTypeVersion)
        }
    }
}
