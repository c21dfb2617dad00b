import AdAttribution
import AttributionJSON
import AttributionRules

/// Checks an `adattributionkit` object of a bid.
struct AttributionBidCheck {
    private let object: JSONValue
    private let context: BidContext

    init(_ object: JSONValue, _ context: BidContext) {
        self.object = object
        self.context = context
    }

    func run(_ notes: inout BidNotes) {
        notes.check(object, .attributionResponse)
        checkVersion(&notes)
        let payload = payload(&notes)
        // What is absent or of another type is told by the rules of the payload.
        notes.checkApps(object, context, sourceApp: payload?.digits(of: ImpressionField.publisherItemIdentifier))
        if let network = payload?[ImpressionField.adNetworkIdentifier]?.string {
            notes.checkNetwork(network, field: "jwt.\(ImpressionField.adNetworkIdentifier.name)", context)
        }
        checkItem(payload, &notes)
        notes.checkUUID("cpp", in: object)
        checkReEngagement(payload, &notes)
        if object["ext"]?["skoverlay"] != nil, let offer = context.offer, !offer.hasOverlays(.adAttributionKit) {
            notes.add(BidRules.overlay, field: "ext.skoverlay", found: "present", wanted: "ext.sko 1 in the request")
        }
    }

    private func checkVersion(_ notes: inout BidNotes) {
        guard let version = object["version"]?.string else { return }
        let found = JSONValue.string(version).excerpt
        guard version.isSame(as: "1.0") else {
            return notes.add(BidRules.value, field: "version", found: found, wanted: "\"1.0\"")
        }
        guard let offer = context.offer else { return }
        let offered = StatedText(offer.object["version"])
        if !offered.isEqual(version) {
            notes.add(BidRules.version, found: found, wanted: "the request's, \(offered.words)")
        }
    }

    /// What the token says, after it was looked at; nil where it is none of an impression.
    private func payload(_ notes: inout BidNotes) -> JSONValue? {
        guard let text = object["jwt"]?.string else { return nil }
        let token = BidToken(text)
        if let proof = context.proof {
            token.examine(now: proof.now, &notes)
            if let keys = proof.keys { token.verify(by: keys.trusted, &notes) }
        } else if let finding = token.foreignness {
            // Whoever looks at the token does not know whose place it is in.
            notes.add(finding)
        }
        return token.foreignness == nil ? token.payload : nil
    }

    private func checkItem(_ payload: JSONValue?, _ notes: inout BidNotes) {
        notes.checkItem("itunesitem", in: object, mayBeDevelopment: false)
        guard let named = object["itunesitem"]?.string, named.isItem,
            let signed = payload?.digits(of: ImpressionField.advertisedItemIdentifier), !signed.isSame(as: named)
        else { return }
        notes.add(BidRules.item, found: JSONValue.string(named).excerpt, wanted: "the signed item, \"\(signed)\"")
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
            notes.add(BidRules.osVersion, found: "\(url.excerpt) for a device whose osv is \(found)")
        }
    }
}

extension JSONValue {
    /// The text of a number.
    fileprivate func digits(of field: Field) -> String? {
        if case .number(let text)? = self[field] { text } else { nil }
    }
}
