import AttributionBase

struct AdAttributionKitBidCheck {
    let object: JSONValue
    let context: BidContext

    func run(_ notes: inout BidNotes) {
        notes.check(object, .attributionResponse)
        checkVersion(&notes)
        let payload = payload(&notes)
        // The rules for payloads report members that are missing or have the wrong type.
        let publisher = ImpressionField.publisherItemIdentifier
        notes.checkApps(
            object, context, sourceApp: payload?.digits(of: publisher), field: "jwt.\(publisher.name)")
        if let network = payload?[ImpressionField.adNetworkIdentifier]?.string {
            notes.checkNetwork(network, field: "jwt.\(ImpressionField.adNetworkIdentifier.name)", context)
        }
        checkItem(payload, &notes)
        notes.check("cpp", of: object, .attributionResponse)
        checkReEngagement(payload, &notes)
        if object["ext"]?["skoverlay"] != nil, let offer = context.offer, !offer.hasOverlays(.adAttributionKit) {
            notes.add(
                BidRules.overlay, field: "ext.skoverlay", found: "present",
                wanted: "absent unless ext.sko is 1 in the request")
        }
    }

    private func checkVersion(_ notes: inout BidNotes) {
        notes.check("version", of: object, .attributionResponse)
        guard let version = object["version"]?.string, version.isSame(as: "1.0"), let offer = context.offer else {
            return
        }
        let offered = StatedText(offer.object["version"])
        if !offered.isEqual(version) {
            notes.add(BidRules.version, found: version.excerpt, wanted: "the request's value, \(offered.words)")
        }
    }

    /// Checks the token and returns its payload; nil if it is not an impression.
    private func payload(_ notes: inout BidNotes) -> JSONValue? {
        guard let text = object["jwt"]?.string else { return nil }
        let token = BidToken(text)
        if let proof = context.proof {
            token.examine(now: proof.now, &notes)
            let stated = [
                (ImpressionField.publisherItemIdentifier, context.offer?.sourceApp.text),
                (ImpressionField.advertisedItemIdentifier, object["itunesitem"]?.string),
                (ImpressionField.advertisedItemIdentifier, context.bidBundle.text),
            ]
            if let keys = proof.keys { token.verify(by: keys.trusted, stated: stated, &notes) }
        } else if let finding = token.foreignness {
            // The caller examines the token separately, but does not know that it belongs in a bid.
            notes.add(finding)
        }
        return token.foreignness == nil ? token.payload : nil
    }

    private func checkItem(_ payload: JSONValue?, _ notes: inout BidNotes) {
        notes.check("itunesitem", of: object, .attributionResponse)
        guard let named = object["itunesitem"]?.string, named.isItem,
            let signed = payload?.digits(of: ImpressionField.advertisedItemIdentifier), !signed.isSame(as: named)
        else { return }
        notes.add(BidRules.item, found: named.excerpt, wanted: "the signed item, \"\(signed)\"")
    }

    private func checkReEngagement(_ payload: JSONValue?, _ notes: inout BidNotes) {
        guard let url = object["reengagementurl"] else { return }
        if let payload, payload[ImpressionField.eligibleForReEngagement] != .bool(true) {
            notes.add(
                BidRules.eligible, found: "\(url.excerpt) beside an impression that is not eligible",
                hint: "sign the impression with --\(ImpressionField.eligibleForReEngagement.name)")
        }
        switch context.system {
        case .version(18...), .unknown: break
        case .version(let major):
            notes.add(BidRules.osVersion, found: "\(url.excerpt) for a device with iOS \(major)")
        case .unreadable(let found):
            notes.add(BidRules.osVersion, found: "\(url.excerpt) for a device with osv \(found)")
        }
    }
}

extension JSONValue {
    /// Returns the digits of a field whose value is a number.
    fileprivate func digits(of field: Field) -> String? {
        if case .number(let text)? = self[field] { text } else { nil }
    }
}
