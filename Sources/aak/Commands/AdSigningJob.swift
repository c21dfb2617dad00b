import AdAttribution
import CommandModel
import SKAdNetwork
import StrictJSON

/// What a run of `aak skan sign` needs to know, worked out once.
struct AdSigningJob: Sendable {
    enum Format: String, Sendable {
        case storekit, json, openrtb
    }

    let run: SigningRun
    let format: Format
    /// What options say of ads that lack it.
    let template: AdTemplate

    init(_ invocation: Invocation) throws(Diagnostic) {
        run = try SigningRun(invocation)
        format = invocation.value("format").flatMap(Format.init) ?? .storekit
        var template = AdTemplate()
        if let version = invocation.value("version").flatMap(SKAdNetworkVersion.init) { template.version = version }
        switch invocation.value("fidelity") {
        case "both": template.fidelities = [.viewThrough, .storeKitRendered]
        case "0": template.fidelities = [.viewThrough]
        default: break
        }
        guard template.fidelities.count == 1 || invocation.value("nonce") == nil else {
            throw invocation.usage(
                "both --nonce and --fidelity both are given, want a nonce of its own for each fidelity type")
        }
        func integer(_ field: SignedField) throws(Diagnostic) -> JSONValue? {
            try invocation.integerText(field.description).map { .number($0) }
        }
        if let network = invocation.value(SignedField.adNetworkID.description) ?? run.key.keyID {
            template.values[.adNetworkID] = .string(network)
        }
        for field in [SignedField.itunesItemID, .sourceAppID, .campaignID] {
            if let value = try integer(field) { template.values[field] = value }
        }
        template.campaign = try integer(.sourceIdentifier)
        for field in [SignedField.sourceDomain, .nonce] {
            if let text = invocation.value("\(field.name)") { template.values[field] = .string(text) }
        }
        template.values[.timestamp] = .number(String(try run.timestamp(invocation).milliseconds))
        self.template = template
    }

    /// Why the key does not sign for a network: the example key signs for its own alone.
    func refusal(for network: JSONValue) -> Diagnostic? {
        run.key.refusal(for: network.signedText, field: "\(SignedField.adNetworkID.name)")
    }
}
