import AttributionBase
import AttributionCrypto

extension Examination {
    /// The disclosed fields of a postback of either framework, from which its tier can be inferred. Nil if the input is not a postback, or,
    /// for SKAdNetwork, if its version has no nonwinning postbacks.
    var disclosed: DisclosedFields? {
        guard !hasLoaded(SignedField.postbackShape) else { return disclosedBySKAdNetwork }
        guard self[PostbackField.sequenceIndex]?.isInteger == true else { return nil }
        return DisclosedFields(
            .adAttributionKit, isLater: isLaterPostback, didWin: !isLost,
            digits: self[PostbackField.sourceIdentifier]?.digitCount, hasBody: hasLoaded(BodyField.shape)
        ) { self[$0.postbackField] != nil }
    }

    /// A nonwinning network gets only the first postback, so its postback counts as that, whatever its index is.
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

    /// Whether a SKAdNetwork postback is for the second or third window. False if its version has no windows.
    var isOfLaterWindow: Bool {
        (1...2).contains(self[SignedPostbackRules.index]?.unsignedInteger ?? 0) && signedVersion?.hasWindows == true
    }

    /// The disclosed fields of a first postback of a version with tiers; nil for any other input.
    var firstPostback: DisclosedFields? {
        guard let disclosed else { return nil }
        let isFirst =
            disclosed.framework == .skAdNetwork
            ? !disclosed.isLater && signedVersion?.hasTiers == true
            : self[PostbackField.sequenceIndex]?.unsignedInteger == 0
        return isFirst ? disclosed : nil
    }

    /// The disclosed fields, if the tier can be inferred from them: nil if the input is not a postback, or is of a version without tiers.
    var tiered: DisclosedFields? {
        guard let disclosed, disclosed.digits != nil else { return nil }
        guard disclosed.framework == .skAdNetwork else { return disclosed }
        guard signedVersion?.hasTiers == true, let index = self[SignedPostbackRules.index]?.unsignedInteger, index <= 2
        else { return nil }
        return disclosed
    }

    /// Whether this is the postback for the second or third window.
    var isLaterPostback: Bool {
        guard let index = self[PostbackField.sequenceIndex]?.unsignedInteger else { return false }
        return index == 1 || index == 2
    }

    /// The `kid` of the token, if it is a string.
    var keyID: JSONView? { self[HeaderField.keyID].flatMap { $0.kind == .string ? $0 : nil } }

    /// Whether the ad did not win.
    var isLost: Bool { self[PostbackField.didWin]?.kind == .false }
}
