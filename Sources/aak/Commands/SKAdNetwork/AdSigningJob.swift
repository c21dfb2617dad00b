import AdAttribution
import AttributionBase
import AttributionCommandModel

/// What a run of `aak skan sign` needs to know, worked out once.
struct AdSigningJob: Sendable {
    enum Format: String, CaseIterable {
        case storekit, json, openrtb
    }

    let run: SigningRun
    let format: Format
    /// What options say of ads that lack it. Without a timestamp, they get the current time.
    let template: AdTemplate

    init(_ invocation: Invocation) throws(Diagnostic) {
        run = try SigningRun(invocation)
        format = invocation[AdSigningOptions.format]
        var template = AdTemplate()
        if let version = invocation[AdSigningOptions.version] { template.version = version }
        switch invocation[AdSigningOptions.fidelity] {
        case .both: template.fidelities = [.viewThrough, .storeKitRendered]
        case .viewThrough: template.fidelities = [.viewThrough]
        case .storeKitRendered: break
        }
        if let network = invocation[AdSigningOptions.network] ?? run.keyID {
            template.values[.adNetworkID] = .string(network)
        }
        template.values[.itunesItemID] = invocation[AdSigningOptions.advertised].map(JSONValue.number)
        template.values[.sourceAppID] = invocation[AdSigningOptions.publisher].map(JSONValue.number)
        template.values[.campaignID] = invocation[AdSigningOptions.campaign].map(JSONValue.number)
        template.campaign = invocation[AdSigningOptions.source].map(JSONValue.number)
        template.values[.sourceDomain] = invocation[AdSigningOptions.domain].map(JSONValue.string)
        template.values[.nonce] = invocation[AdSigningOptions.nonce].map(JSONValue.string)
        template.values[.timestamp] = (invocation[SigningOptions.timestamp]?.timestamp).map {
            .number(String($0.milliseconds))
        }
        self.template = template
    }
}
