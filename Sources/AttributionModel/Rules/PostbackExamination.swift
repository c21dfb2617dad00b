import AttributionBase
import AttributionCrypto

extension Examination {
    /// The disclosed fields of the postback, which show its tier; nil if it is not a postback.
    var disclosed: DisclosedFields? {
        guard self[PostbackField.sequenceIndex]?.isInteger == true else { return nil }
        return DisclosedFields(
            .adAttributionKit, isLater: isLaterPostback, didWin: !isLost,
            digits: self[PostbackField.sourceIdentifier]?.digitCount, hasBody: hasLoaded(BodyField.shape)
        ) { self[$0.postbackField] != nil }
    }

    /// Returns a violation if a field is present that no tier discloses in this window or outcome.
    func violation(of field: Disclosure.Field, for reason: Disclosure.Reason) -> Violation? {
        guard let value = self[field.postbackField], disclosed?.reason(field) == reason else { return nil }
        return Violation(value.excerpt)
    }

    var firstPostback: DisclosedFields? { isFirstPostback ? disclosed : nil }

    var isFirstPostback: Bool { self[PostbackField.sequenceIndex]?.unsignedInteger == 0 }

    /// Whether this is the postback of the second or third conversion window.
    var isLaterPostback: Bool {
        guard let index = self[PostbackField.sequenceIndex]?.unsignedInteger else { return false }
        return index == 1 || index == 2
    }

    /// The `kid` of the token, if it is a string.
    var keyID: JSONView? { self[HeaderField.keyID].flatMap { $0.kind == .string ? $0 : nil } }

    /// Whether the impression did not win.
    var isLost: Bool { self[PostbackField.didWin]?.kind == .false }

    // MARK: - Tiers

    /// The tiers that fit the postback, highest first; nil if it is not a postback.
    var tiers: [DataTier]? {
        guard let disclosed, disclosed.digits != nil else { return nil }
        return disclosed.tiers.descending
    }
}
