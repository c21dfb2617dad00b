import AdAttribution
import Bytes
import CommandModel
import ECDSA
import SKAdNetwork
import StrictJSON

/// What a run of `aak skan sign` needs to know, worked out once.
struct AdSigningJob: Sendable {
    enum Format: String, Sendable {
        case storekit, json, openrtb
    }

    let key: SigningKey
    let nonce: Signer.Nonce
    let format: Format
    let validates: Bool
    let now: Timestamp
    let random: RandomSource
    /// The version of ads that name none.
    let version: SKAdNetworkVersion
    /// The fidelity types of ads that name none.
    let fidelities: [FidelityType]
    /// The values that options give to ads that lack them.
    let fillers: [(field: SignedField, value: JSONValue)]
    /// The campaign of `--source-identifier`, which is a campaign ID below 4.0.
    let campaign: JSONValue?

    init(_ invocation: Invocation) throws(Diagnostic) {
        key = try SigningKey(invocation)
        let seed = invocation.integer("seed")
        // A seeded run leaves nothing to chance, its nonces least of all.
        nonce = invocation.flag("deterministic") || seed != nil ? .deterministic : .random
        format = invocation.value("format").flatMap(Format.init) ?? .storekit
        validates = !invocation.flag("no-validate")
        now = try invocation.now()
        random = RandomSource(seed: seed)
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
            let name = "\(field.name)"
            guard let text = invocation.value(name) else { return nil }
            guard !text.isEmpty, text.utf8.allSatisfy(ASCII.isDigit), text == "0" || !text.hasPrefix("0") else {
                let plain = text.drop { $0 == "0" }
                let isPadded = plain.count < text.count && Int(plain) != nil
                throw invocation.usage(
                    "\"--\(name)\" is \(quoted(text)), want an integer",
                    hint: isPadded ? "a number of JSON has no zero in front: \(plain)" : nil)
            }
            return .number(text)
        }
        if let network = invocation.value(SignedField.adNetworkID.description) ?? key.keyID {
            fillers.append((.adNetworkID, .string(network)))
        }
        for field in [SignedField.itunesItemID, .sourceAppID, .campaignID] {
            if let value = try integer(field) { fillers.append((field, value)) }
        }
        campaign = try integer(.sourceIdentifier)
        for field in [SignedField.sourceDomain, .nonce] {
            if let text = invocation.value("\(field.name)") { fillers.append((field, .string(text))) }
        }
        let moment: Timestamp
        switch invocation.value("timestamp") {
        case nil, "now": moment = now
        case let text?:
            guard let parsed = Timestamp(text) else {
                throw invocation.usage("\"--timestamp\" is \(quoted(text)), want milliseconds, RFC 3339 or now")
            }
            moment = parsed
        }
        fillers.append((.timestamp, .number(String(moment.milliseconds))))
        self.fillers = fillers
    }

    /// Why the key does not sign for a network: the example key signs for its own alone.
    func refusal(for network: JSONValue) -> Diagnostic? {
        key.refusal(for: network.signedText, field: "\(SignedField.adNetworkID.name)")
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
