import AttributionBase
import AttributionCrypto

extension BidExaminer {
    /// Checks the `adattributionkit` object of a bid.
    mutating func checkAttributionBid() {
        check(object, .attributionResponse)
        // There is only one version, so if the request has another, the request is at fault.
        check("version", of: object, .attributionResponse)
        let payload = payload()
        // Missing members and wrong types are reported by the rules for payloads.
        let publisher = ImpressionField.publisherItemIdentifier
        checkApps(sourceApp: payload?.digits(of: publisher), field: "jwt.\(publisher.name)", isNumber: true)
        if let network = payload?[ImpressionField.adNetworkIdentifier]?.string {
            checkNetwork(network, field: "jwt.\(ImpressionField.adNetworkIdentifier.name)")
        }
        checkItem(payload)
        check("cpp", of: object, .attributionResponse)
        checkReEngagement(payload)
        guard let inner = object.member("ext"), let overlay = inner.member(BidName.overlay) else { return }
        checkMembers(of: inner, .attributionResponseExtension, prefix: "ext.")
        if overlay.kind == .object { check(overlay, .attributionOverlay, prefix: "ext.skoverlay.") }
        if let offer, !offer.hasOverlays {
            add(
                BidRules.overlay, field: "ext.skoverlay", found: "present",
                wanted: "absent unless ext.sko is 1 in the request")
        }
    }

    /// Checks the token and returns its payload; nil if it is not an impression.
    private mutating func payload() -> JSONValue? {
        guard let text = object.member(BidName.token)?.text else { return nil }
        let token = ReadToken(text.utf8)
        let foreignness = token.payload?.withView { BidRules.foreignness(of: $0) }
        if let proof {
            examine(token, foreignness, now: proof.now)
            let stated = [
                (ImpressionField.publisherItemIdentifier, offer?.sourceApp.text),
                (ImpressionField.advertisedItemIdentifier, object.member(BidName.item)?.text),
                (ImpressionField.advertisedItemIdentifier, bidBundle.text),
            ]
            if let keys = proof.keys { verify(token, text, by: keys.trusted, stated: stated) }
        } else if let foreignness {
            // The caller checks the token separately, but does not know that it belongs in a bid.
            add(foreignness)
        }
        return foreignness == nil ? token.payload?.json : nil
    }

    private mutating func checkItem(_ payload: JSONValue?) {
        check(BidName.item, of: object, .attributionResponse)
        guard let named = object.member(BidName.item)?.text, named.isItem,
            let signed = payload?.digits(of: ImpressionField.advertisedItemIdentifier), !signed.isSame(as: named)
        else { return }
        add(BidRules.item, found: named.excerpt, wanted: "the signed item, \"\(signed)\"")
    }

    private mutating func checkReEngagement(_ payload: JSONValue?) {
        guard let url = object.member(BidName.reEngagementURL) else { return }
        if let payload, payload[ImpressionField.eligibleForReEngagement] != .bool(true) {
            add(
                BidRules.eligible, found: url.shortened,
                .then(", but the impression is not eligible for re-engagement"),
                hint: "sign the impression with --\(ImpressionField.eligibleForReEngagement.name)")
        }
        let device: String
        switch system {
        case .missing: return
        case .text(let text):
            let major = text.split(separator: ".", omittingEmptySubsequences: false).first.flatMap { Int($0) }
            guard major ?? 0 < 18 else { return }
            device = major.map { "iOS \($0)" } ?? "osv \(text.excerpt)"
        case .other(let words): device = "osv \(words)"
        }
        add(BidRules.osVersion, found: "\(url.shortened) for a device with \(device)")
    }
}

extension JSONValue {
    /// Returns the digits of a field whose value is a number.
    fileprivate func digits(of field: Field) -> String? {
        if case .number(let text)? = self[field] { text } else { nil }
    }
}
