import ECDSA
import Rules
import SKAdNetwork
import StrictJSON

/// Checks a `skadn` object of a bid.
struct SkadnBidCheck {
    private let object: JSONValue
    private let context: BidContext

    init(_ object: JSONValue, _ context: BidContext) {
        self.object = object
        self.context = context
    }

    func run(_ notes: inout BidNotes) {
        notes.check(object, BidMembers.skadnResponse)
        if let overlay = object["skoverlay"], case .object = overlay {
            notes.check(overlay, BidMembers.skadnOverlay, prefix: "skoverlay.")
        }
        let version = version(&notes)
        if let version { checkGroups(version, &notes) }
        checkCampaign(version, &notes)
        checkSignatures(version, &notes)
        if let network = object["network"]?.string { notes.checkNetwork(network, field: "network", context) }
        notes.checkApps(object, context, sourceApp: object["sourceapp"]?.string)
        checkExtras(&notes)
    }

    // MARK: - Versions

    private func version(_ notes: inout BidNotes) -> SKAdNetworkVersion? {
        guard let name = object["version"]?.string else { return nil }
        guard let version = SKAdNetworkVersion(rawValue: name), version > .one else {
            notes.add(
                BidRules.value, field: "version", found: JSONValue.string(name).excerpt,
                wanted: BidRules.versions)
            return nil
        }
        guard let offer = context.offer else { return version }
        let listed = offer["versions"].map(\.strings) ?? (offer["version"]?.string).map { [$0] } ?? []
        let offered = listed.compactMap { SKAdNetworkVersion(rawValue: $0) }
        guard let newest = offered.max() else { return version }
        // Of a request with one version alone exchanges accept a lower one too.
        let accepts = offer["versions"] == nil ? version <= newest : offered.contains(version)
        if !accepts {
            notes.add(
                BidRules.version, found: JSONValue.string(name).excerpt,
                wanted: "one of " + listed.map { JSONValue.string($0).excerpt }.joined(separator: ", "))
        } else if version < newest {
            notes.add(BidRules.older, found: JSONValue.string(name).excerpt, wanted: "\"\(newest.rawValue)\"")
        }
        return version
    }

    /// The members that go with a version, and those of the other group.
    private func checkGroups(_ version: SKAdNetworkVersion, _ notes: inout BidNotes) {
        let own = ["nonce", "timestamp", "signature"]
        if version.hasFidelity {
            if object["fidelities"] == nil {
                notes.add(
                    BidRules.missing, field: "fidelities", found: "missing",
                    wanted: "an entry for each fidelity type, from version 2.2 on")
            } else if object["fidelities"]?.elements.isEmpty == true {
                notes.add(BidRules.value, field: "fidelities", found: "empty", wanted: "at least one entry")
            }
            for name in own where object[name] != nil {
                if object["fidelities"] == nil {
                    notes.add(
                        BidRules.versionGroup, field: name, found: "present in version \(version.rawValue)",
                        wanted: "it in fidelities, from version 2.2 on")
                } else {
                    notes.add(BidRules.deprecated, field: name, found: "present beside fidelities")
                }
            }
        } else {
            if object["fidelities"] != nil {
                notes.add(
                    BidRules.versionGroup, field: "fidelities", found: "present in version \(version.rawValue)",
                    wanted: "no such member before 2.2")
            }
            for name in own where object[name] == nil {
                notes.add(BidRules.missing, field: name, found: "missing")
            }
        }
        if version.hasSourceIdentifier {
            if object["sourceidentifier"] == nil {
                if object["campaign"] == nil {
                    notes.add(BidRules.missing, field: "sourceidentifier", found: "missing")
                } else {
                    notes.add(
                        BidRules.versionGroup, field: "campaign", found: "present in version 4.0",
                        wanted: "sourceidentifier")
                }
            } else if object["campaign"] != nil {
                notes.add(BidRules.deprecated, field: "campaign", found: "present beside sourceidentifier")
            }
        } else {
            if object["campaign"] == nil { notes.add(BidRules.missing, field: "campaign", found: "missing") }
            if object["sourceidentifier"] != nil {
                notes.add(
                    BidRules.versionGroup, field: "sourceidentifier", found: "present in version \(version.rawValue)",
                    wanted: "campaign")
            }
        }
    }

    private func checkCampaign(_ version: SKAdNetworkVersion?, _ notes: inout BidNotes) {
        func check(_ name: String, _ range: ClosedRange<Int>, _ words: String) {
            guard let text = object[name]?.string else { return }
            if text.isPlainInteger, let number = Int(text), range.contains(number) { return }
            notes.add(BidRules.value, field: name, found: JSONValue.string(text).excerpt, wanted: words)
        }
        check("campaign", CampaignIdentifier.range, "\"1\" to \"100\"")
        check("sourceidentifier", 1...9999, "four digits without a leading zero")
        if let text = object["sourceidentifier"]?.string, text.isPlainInteger, let number = Int(text),
            (1..<1000).contains(number)
        {
            notes.add(BidRules.digits, found: JSONValue.string(text).excerpt)
        }
        for name in ["itunesitem", "sourceapp"] {
            guard let text = object[name]?.string else { continue }
            if text.isItem, text != "0" || name == "sourceapp" { continue }
            notes.add(
                BidRules.value, field: name, found: JSONValue.string(text).excerpt, wanted: "an item ID in quotes")
        }
    }

    // MARK: - Signatures

    private func checkSignatures(_ version: SKAdNetworkVersion?, _ notes: inout BidNotes) {
        guard case .array(let entries)? = object["fidelities"] else {
            checkSignature(object, inner: nil, prefix: "", &notes)
            return
        }
        var types: [JSONValue] = []
        var nonces: [String] = []
        for (place, entry) in entries.enumerated() {
            guard case .object = entry else { continue }
            let prefix = "fidelities[\(place)]."
            notes.check(entry, BidMembers.skadnFidelity, prefix: prefix)
            if let type = entry["fidelity"], BidMember.Kind.integer.accepts(type) {
                if type != .number("0"), type != .number("1") {
                    notes.add(BidRules.value, field: prefix + "fidelity", found: type.excerpt, wanted: "0 or 1")
                }
                if types.contains(type) {
                    notes.add(BidRules.fidelityTwice, field: prefix + "fidelity", found: "\(type.excerpt) again")
                }
                types.append(type)
            }
            if let nonce = entry["nonce"]?.string {
                if nonces.contains(nonce) {
                    notes.add(BidRules.nonceReused, field: prefix + "nonce", found: JSONValue.string(nonce).excerpt)
                }
                nonces.append(nonce)
            }
            checkSignature(entry, inner: entry, prefix: prefix, &notes)
        }
    }

    /// - Parameters:
    ///   - holder: the object that has nonce, timestamp and signature.
    ///   - inner: the same, unless it is the whole object.
    private func checkSignature(
        _ holder: JSONValue, inner: JSONValue?, prefix: String, _ notes: inout BidNotes
    ) {
        if let nonce = holder["nonce"]?.string, SKAdNetworkNonce(nonce) == nil {
            let isUppercase = SKAdNetworkNonce(nonce.lowercased()) != nil
            notes.add(
                BidRules.nonce, field: prefix + "nonce", found: JSONValue.string(nonce).excerpt,
                hint: isUppercase ? "sign it in lowercase: Foundation's uuidString is in capitals" : nil)
        }
        if let moment = holder["timestamp"]?.string {
            if !moment.isPlainInteger {
                notes.add(
                    BidRules.value, field: prefix + "timestamp", found: JSONValue.string(moment).excerpt,
                    wanted: "milliseconds since 1970")
            } else if moment.utf8.count <= 10 {
                notes.add(BidRules.timestamp, field: prefix + "timestamp", found: JSONValue.string(moment).excerpt)
            }
        }
        guard let text = holder["signature"]?.string else { return }
        if let fault = AttributionSignature.fault(in: text) {
            notes.add(
                BidRules.signatureForm, field: prefix + "signature", found: fault.found, wanted: fault.wanted,
                hint: fault.hint)
            return
        }
        guard !context.keys.isEmpty else { return }
        var keys = SKAdNetworkKeys()
        for key in context.keys { keys.add(key) }
        let explanation = SignatureExplanation(
            skadn: object, fidelity: inner, keys: keys,
            seeksMistake: notes.searches < SignatureExplanation.mostSearches)
        if explanation?.holds == false { notes.searches += 1 }
        // What is missing or of a wrong type is told already.
        guard let explanation, !explanation.holds, explanation.fault == nil else { return }
        notes.add(
            BidRules.signature, field: prefix + "signature",
            found: explanation.difference.map { "not one of the key (\($0))" } ?? "by another key, or altered")
    }

    private func checkExtras(_ notes: inout BidNotes) {
        notes.checkUUID("productpageid", in: object)
        guard let offer = context.offer else { return }
        if let overlay = object["skoverlay"], case .object = overlay {
            let says = offer["skoverlay"] ?? offer["ext"]?["sko"]
            if says == nil || says == .number("0") || says == .bool(false) {
                notes.add(BidRules.overlay, found: "present", wanted: "skoverlay in the request")
            }
        }
        if let page = object["productpageid"], offer["productpage"] != .number("1"), offer["productpage"] != .bool(true)
        {
            notes.add(BidRules.productPage, found: page.excerpt, wanted: "productpage 1 in the request")
        }
    }
}
