import AdAttribution
import ECDSA
import JOSE
import Rules
import StrictJSON

/// Checks an `adattributionkit` object of a bid.
struct AttributionBidCheck {
    private let object: JSONValue
    private let context: BidContext

    init(_ object: JSONValue, _ context: BidContext) {
        self.object = object
        self.context = context
    }

    func run(_ notes: inout BidNotes) {
        notes.check(object, BidMembers.attributionResponse)
        checkVersion(&notes)
        let payload = token(&notes)
        if case .number(let item)? = payload?[ImpressionField.publisherItemIdentifier] {
            notes.checkApps(object, context, sourceApp: item)
        } else {
            notes.checkApps(object, context, sourceApp: nil)
        }
        if let network = payload?[ImpressionField.adNetworkIdentifier]?.string {
            notes.checkNetwork(network, field: "jwt.\(ImpressionField.adNetworkIdentifier.name)", context)
        }
        if case .number(let item)? = payload?[ImpressionField.advertisedItemIdentifier],
            let named = object["itunesitem"]?.string,
            named != item, named.isItem
        {
            notes.add(BidRules.item, found: JSONValue.string(named).excerpt, wanted: "the signed item, \"\(item)\"")
        }
        if let text = object["itunesitem"]?.string, !text.isItem || text == "0" {
            notes.add(
                BidRules.value, field: "itunesitem", found: JSONValue.string(text).excerpt,
                wanted: "an item ID in quotes")
        }
        if case .number(let moment)? = payload?[ImpressionField.timestamp], moment.isPlainInteger,
            moment.utf8.count <= 10
        {
            notes.add(BidRules.timestamp, field: "jwt.\(ImpressionField.timestamp.name)", found: moment)
        }
        notes.checkUUID("cpp", in: object)
        checkReEngagement(payload, &notes)
        if object["ext"]?["skoverlay"] != nil, let offer = context.offer, offer["ext"]?["sko"] != .number("1") {
            notes.add(BidRules.overlay, field: "ext.skoverlay", found: "present", wanted: "ext.sko 1 in the request")
        }
    }

    private func checkVersion(_ notes: inout BidNotes) {
        guard let version = object["version"]?.string else { return }
        guard version == "1.0" else {
            notes.add(BidRules.value, field: "version", found: JSONValue.string(version).excerpt, wanted: "\"1.0\"")
            return
        }
        if let offered = context.offer?["version"]?.string, offered != version {
            notes.add(
                BidRules.version, found: JSONValue.string(version).excerpt,
                wanted: "the request's, \(JSONValue.string(offered).excerpt)")
        }
    }

    /// What the token says, checked with the keys where there are any.
    private func token(_ notes: inout BidNotes) -> JSONValue? {
        guard let text = object["jwt"]?.string else { return nil }
        do throws(JWSError) {
            let token = try UnverifiedJWS(compact: text)
            if !context.keys.isEmpty, !context.keys.contains(where: { token.verified(by: $0) != nil }) {
                notes.add(BidRules.tokenSignature, found: "by another key, or altered")
            }
            return try JSONValue(unverifiedPayloadOf: text)
        } catch {
            notes.add(BidRules.token, found: "none (\(error))", hint: error.hint)
            return nil
        }
    }

    private func checkReEngagement(_ payload: JSONValue?, _ notes: inout BidNotes) {
        guard let url = object["reengagementurl"] else { return }
        if let payload, payload[ImpressionField.eligibleForReEngagement] != .bool(true) {
            notes.add(
                BidRules.eligible, found: "\(url.excerpt) beside an impression that is not eligible",
                hint: "sign the impression with --\(ImpressionField.eligibleForReEngagement.name)")
        }
        if let version = context.osMajor, version < 18 {
            notes.add(BidRules.osVersion, found: "\(url.excerpt) for a device with iOS \(version)")
        }
    }
}
