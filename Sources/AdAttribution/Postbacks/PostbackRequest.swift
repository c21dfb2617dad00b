import AttributionJSON
import AttributionRules

/// A postback as Apple could send it, described by the events that cause it.
///
/// ``build()`` writes exactly the fields that the data tier and the conversion window allow [Identifying the
/// parameters in a postback]. ``refusal(isSeries:)`` reports requests that are impossible, and ``findings`` reports
/// faults of the resulting postback, such as an identifier that is not a UUID.
public struct PostbackRequest: Equatable, Sendable {
    /// The data tier, 3 by default.
    public var tier = DataTier.three
    /// The conversion window, the first by default.
    public var window = ConversionWindow.first
    /// The fine conversion value, if one was set.
    public var fine: FineConversionValue?
    /// The coarse conversion value, if one was set.
    public var coarse: CoarseConversionValue?
    /// The type of the conversion.
    public var conversionType = ConversionType.download
    /// The type of interaction with the ad.
    public var interaction = InteractionType.click
    /// Whether the network won.
    public var didWin = true
    /// The country, sent only if its own crowd anonymity is tier 3.
    public var country: CountryCode?
    /// The marketplace's bundle ID. Apple sends no postback without one in tiers 1 to 3.
    public var marketplace: String? = "com.apple.AppStore"
    /// The postback identifier, a UUID.
    public var postbackIdentifier: String
    /// The network that the postback is for.
    public var adNetworkIdentifier: AdNetworkIdentifier
    /// The App Store item ID of the advertised app.
    public var advertisedItemIdentifier: ItemIdentifier
    /// The app that shows the ad, sent in the winner's first postback of tier 3.
    public var publisherItemIdentifier: ItemIdentifier? = .development
    /// The impression's source identifier; as many of its last digits are sent as the tier allows.
    public var sourceIdentifier: SourceIdentifier
    /// The number of digits of the source identifier that crowd anonymity leaves, 2 to 4; nil for as many as tier and
    /// window allow.
    public var sourceDigits: Int?
    /// Fields to write even if tier and window forbid them, in order to test receivers that must reject them.
    package var forcedFields: Set<Disclosure.Field> = []
    /// Whether ``sourceDigits`` applies even if tier and window leave fewer, for the same tests.
    package var forcesSourceDigits = false

    /// Creates a request for the winner's first postback of tier 3 after a click.
    public init(
        postbackIdentifier: String, adNetworkIdentifier: AdNetworkIdentifier, advertisedItemIdentifier: ItemIdentifier,
        sourceIdentifier: SourceIdentifier
    ) {
        self.postbackIdentifier = postbackIdentifier
        self.adNetworkIdentifier = adNetworkIdentifier
        self.advertisedItemIdentifier = advertisedItemIdentifier
        self.sourceIdentifier = sourceIdentifier
    }

    /// The disclosure rules for the tier, window and outcome.
    private var disclosure: Disclosure { Disclosure(tier: tier, window: window, didWin: didWin) }

    /// Returns the parts of the postback, with the fields in the order of Apple's example.
    public func build() -> PostbackParts {
        let disclosure = disclosure
        func isIn(_ field: Disclosure.Field) -> Bool {
            disclosure.answer(on: field) == .sent || forcedFields.contains(field)
        }
        let digits = sourceDigits ?? SourceIdentifier.digitCounts.upperBound
        return PostbackValues(
            identifier: .string(postbackIdentifier),
            publisher: isIn(.publisher) ? publisherItemIdentifier?.rawValue : nil,
            marketplace: isIn(.marketplace) ? marketplace : nil, network: adNetworkIdentifier.description,
            didWin: didWin, window: window, type: conversionType,
            source: forcesSourceDigits
                ? sourceIdentifier.last(digits) : disclosure.digits(of: sourceIdentifier, count: digits),
            advertised: advertisedItemIdentifier.rawValue, fine: isIn(.fineValue) ? fine : nil,
            coarse: isIn(.coarseValue) ? coarse : nil, interaction: interaction,
            country: isIn(.country) ? country : nil
        ).parts
    }

    // MARK: - Impossible requests

    /// The reason why no postback can result from a request.
    public struct Refusal: Sendable {
        /// The rule that refuses it.
        public let rule: Rule

        package init(_ rule: Rule) { self.rule = rule }

        /// A description of the rule.
        public var reason: String { rule.summary }
    }

    /// The findings of Apple's rules about the postback of ``build()``, including warnings.
    public var findings: [Finding] {
        let parts = build()
        let body = JSONValue.object([BodyField.token.member(.string(""))] + parts.unsigned)
        return Examiner.findings(postback: parts.payload, body: body).list
    }

    /// Returns the rule by which tier, window or outcome forbids a requested value; nil if there is none.
    ///
    /// - Parameter isSeries: Whether the request represents all windows of a conversion, so that a value has to be
    ///   allowed in only one of them.
    public func refusal(isSeries: Bool = false) -> Refusal? {
        if !didWin {
            if conversionType == .reEngagement { return Refusal(PostbackRules.lostReEngagement) }
            if !window.isFirst { return Refusal(PostbackRules.lostWindow) }
        }
        if conversionType == .reEngagement, interaction == .view { return Refusal(BodyRules.reEngagementView) }
        if !disclosure.isPostback { return Refusal(RequestRules.laterTier) }
        let asked: [(field: Disclosure.Field, isAsked: Bool)] = [
            (.fineValue, fine != nil), (.coarseValue, coarse != nil), (.country, country != nil),
        ]
        for case (let field, true) in asked {
            if field == .coarseValue, didWin, fine != nil, !isSeries { return Refusal(BodyRules.fineAndCoarse) }
            if let refusal = refusal(of: field, isSeries: isSeries) { return refusal }
        }
        return nil
    }

    /// Returns the rule by which tier, window or outcome omits a field; nil if the field is sent.
    ///
    /// - Parameters:
    ///   - field: A field of the disclosure table.
    ///   - isSeries: Whether it is enough that one of a conversion's postbacks has the field.
    public func refusal(of field: Disclosure.Field, isSeries: Bool = false) -> Refusal? {
        guard let reason = disclosure.answer(on: field).reason else { return nil }
        if isSeries {
            for window in ConversionWindow.allCases {
                let other = Disclosure(tier: tier, window: window, didWin: didWin)
                if other.isPostback, other.answer(on: field) == .sent { return nil }
            }
        }
        return reason.rule(for: field).map { Refusal($0) }
    }

    /// The reason why tier or window leaves fewer digits of the source identifier than ``sourceDigits``; nil if it
    /// does not.
    public var sourceDigitsRefusal: Refusal? {
        guard let sourceDigits else { return nil }
        guard SourceIdentifier.digitCounts.contains(sourceDigits) else { return Refusal(PostbackRules.sourceDigits) }
        if disclosure.sourceDigits.contains(sourceDigits) { return nil }
        let isTier = !Disclosure(tier: tier).sourceDigits.contains(sourceDigits)
        return Refusal(isTier ? RequestRules.sourceDigitsTier : PostbackRules.laterSource)
    }

    /// The reason why an impression that did not opt in never leads to a re-engagement.
    public static let reEngagementRefusal = Refusal(RequestRules.reEngagement)
}
