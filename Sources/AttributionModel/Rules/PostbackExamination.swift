import AttributionBase
import AttributionCrypto

extension Examination {
    /// The disclosed fields of a postback of either framework, which show its tier; nil if it is none. SKAdNetwork's has them if its
    /// version has `did-win`.
    var disclosed: DisclosedFields? {
        guard !hasLoaded(SignedField.postbackShape) else { return disclosedBySKAdNetwork }
        guard self[PostbackField.sequenceIndex]?.isInteger == true else { return nil }
        return DisclosedFields(
            .adAttributionKit, isLater: isLaterPostback, didWin: !isLost,
            digits: self[PostbackField.sourceIdentifier]?.digitCount, hasBody: hasLoaded(BodyField.shape)
        ) { self[$0.postbackField] != nil }
    }

    /// A postback of a network that did not win is treated as the first, whatever its index, because there are no later ones.
    private var disclosedBySKAdNetwork: DisclosedFields? {
        guard signedVersion?.hasNonwinning == true else { return nil }
        let didWin = self[SignedPostbackRules.didWin]?.kind != .false
        return DisclosedFields(
            .skAdNetwork, isLater: didWin && isOfLaterWindow, didWin: didWin,
            digits: self[SignedPostbackRules.source]?.digitCount, hasBody: true
        ) { field in
            SignedField.allCases.contains { $0.disclosed == field && self[$0.inPostback] != nil }
        }
    }

    private var signedVersion: SKAdNetworkVersion? { skAdNetworkVersion(SignedPostbackRules.version) }

    /// Whether a postback of SKAdNetwork is of the second or third window, and its version has windows.
    var isOfLaterWindow: Bool {
        (1...2).contains(self[SignedPostbackRules.index]?.unsignedInteger ?? 0) && signedVersion?.hasWindows == true
    }

    /// The disclosed fields of the postback of the first conversion window, if it is of a version with tiers.
    var firstPostback: DisclosedFields? {
        guard let disclosed else { return nil }
        let isFirst =
            disclosed.framework == .skAdNetwork
            ? !disclosed.isLater && signedVersion?.hasTiers == true
            : self[PostbackField.sequenceIndex]?.unsignedInteger == 0
        return isFirst ? disclosed : nil
    }

    /// The disclosed fields if the tier can be told from them.
    private var tiered: DisclosedFields? {
        guard let disclosed, disclosed.digits != nil else { return nil }
        guard disclosed.framework == .skAdNetwork else { return disclosed }
        guard signedVersion?.hasTiers == true, let index = self[SignedPostbackRules.index]?.unsignedInteger, index <= 2
        else { return nil }
        return disclosed
    }

    /// The tiers that fit the postback, highest first; nil if it is not a postback, or of a version without tiers.
    var tiers: [DataTier]? { tiered?.tiers.descending }

    /// The missing optional fields of that postback, with the likely reasons.
    var absences: [(field: String, reason: String)] { tiered?.absences ?? [] }

    /// Whether this is the postback of the second or third conversion window.
    var isLaterPostback: Bool {
        guard let index = self[PostbackField.sequenceIndex]?.unsignedInteger else { return false }
        return index == 1 || index == 2
    }

    /// The `kid` of the token, if it is a string.
    var keyID: JSONView? { self[HeaderField.keyID].flatMap { $0.kind == .string ? $0 : nil } }

    /// Whether the impression did not win.
    var isLost: Bool { self[PostbackField.didWin]?.kind == .false }
}
