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
    /// The version of ads that name none.
    let version: SKAdNetworkVersion
    /// The fidelity types of ads that name none.
    let fidelities: [FidelityType]
    /// The values that options give to ads that lack them.
    let fillers: [(field: SignedField, value: JSONValue)]
    /// The campaign of `--source-identifier`, which is a campaign ID below 4.0.
    let campaign: JSONValue?

    init(_ invocation: Invocation) throws(Diagnostic) {
        run = try SigningRun(invocation)
        format = invocation.value("format").flatMap(Format.init) ?? .storekit
        version = invocation.value("version").flatMap(SKAdNetworkVersion.init) ?? .four
        switch invocation.value("fidelity") {
        case "both": fidelities = [.viewThrough, .storeKitRendered]
        case "0": fidelities = [.viewThrough]
        default: fidelities = [.storeKitRendered]
        }
        guard fidelities.count == 1 || invocation.value("nonce") == nil else {
            throw invocation.usage(
                "both --nonce and --fidelity both are given, want a nonce of its own for each fidelity type")
        }
        var fillers: [(field: SignedField, value: JSONValue)] = []
        func integer(_ field: SignedField) throws(Diagnostic) -> JSONValue? {
            try invocation.integerText(field.description).map { .number($0) }
        }
        if let network = invocation.value(SignedField.adNetworkID.description) ?? run.key.keyID {
            fillers.append((.adNetworkID, .string(network)))
        }
        for field in [SignedField.itunesItemID, .sourceAppID, .campaignID] {
            if let value = try integer(field) { fillers.append((field, value)) }
        }
        campaign = try integer(.sourceIdentifier)
        for field in [SignedField.sourceDomain, .nonce] {
            if let text = invocation.value("\(field.name)") { fillers.append((field, .string(text))) }
        }
        fillers.append((.timestamp, .number(String(try run.timestamp(invocation).milliseconds))))
        self.fillers = fillers
    }

    /// Why the key does not sign for a network: the example key signs for its own alone.
    func refusal(for network: JSONValue) -> Diagnostic? {
        run.key.refusal(for: network.signedText, field: "\(SignedField.adNetworkID.name)")
    }

    private func gives(_ field: SignedField) -> Bool { fillers.contains { $0.field == field } }

    /// Whether an option gives a value of an ad that cannot be filled in otherwise.
    var hasOptions: Bool {
        campaign != nil || [SignedField.itunesItemID, .sourceAppID, .sourceDomain, .campaignID].contains(where: gives)
    }

    /// The options that are missing for an ad made of options alone.
    var absentOptions: [String] {
        var absent: [String] = []
        if !gives(.itunesItemID) { absent.append(SignedField.itunesItemID.description) }
        if version > .one, !gives(.sourceAppID), !gives(.sourceDomain) {
            absent.append(SignedField.sourceAppID.description)
        }
        if campaign == nil, !gives(.campaignID) {
            absent.append(
                version.hasSourceIdentifier
                    ? SignedField.sourceIdentifier.description : SignedField.campaignID.description)
        }
        return absent
    }
}
