import AttributionJSON
import AttributionRules

/// A postback as Apple could send it, described by what made it.
///
/// ``build()`` gives exactly those of the fields set here that the data tier and the conversion window allow [Identifying
/// the parameters in a postback]. ``refusal(isSeries:)`` tells what cannot be asked for, ``findings`` what is wrong with the
/// postback that results, such as an identifier that is no UUID.
public struct PostbackRequest: Equatable, Sendable {
    /// The data tier, 3 unless said.
    public var tier = DataTier.three
    /// The conversion window, the first unless said.
    public var window = ConversionWindow.first
    /// A fine conversion value that was set.
    public var fine: FineConversionValue?
    /// A coarse conversion value that was set.
    public var coarse: CoarseConversionValue?
    /// What the conversion was.
    public var conversionType = ConversionType.download
    /// How the person met the ad.
    public var interaction = InteractionType.click
    /// Whether the network won.
    public var didWin = true
    /// The country, where its own crowd is tier 3.
    public var country: CountryCode?
    /// The marketplace's bundle ID. Without one a postback of tiers 1 to 3 is none that Apple sends.
    public var marketplace: String? = "com.apple.AppStore"
    /// A UUID.
    public var postbackIdentifier: String
    /// The network that the postback is for.
    public var adNetworkIdentifier: AdNetworkIdentifier
    /// The advertised app, by its App Store item ID.
    public var advertisedItemIdentifier: ItemIdentifier
    /// Named in winning first postbacks of tier 3.
    public var publisherItemIdentifier: ItemIdentifier? = .development
    /// The impression's source identifier; as many of its last digits are sent as the tier allows.
    public var sourceIdentifier: SourceIdentifier
    /// How many digits of the source identifier crowd anonymity leaves, 2 to 4; nil for as many as tier and window allow.
    public var sourceDigits: Int?
    /// Fields that are put in though tier and window forbid them, for tests of what refuses them.
    package var forcedFields: Set<Disclosure.Field> = []
    /// Whether ``sourceDigits`` holds though tier and window leave fewer, for the same tests.
    package var forcesSourceDigits = false

    /// A winning first postback of tier 3 after a click, of these identifiers.
    public init(
        postbackIdentifier: String, adNetworkIdentifier: AdNetworkIdentifier, advertisedItemIdentifier: ItemIdentifier,
        sourceIdentifier: SourceIdentifier
    ) {
        self.postbackIdentifier = postbackIdentifier
        self.adNetworkIdentifier = adNetworkIdentifier
        self.advertisedItemIdentifier = advertisedItemIdentifier
        self.sourceIdentifier = sourceIdentifier
    }

    /// What tier, window and outcome tell.
    private var disclosure: Disclosure { Disclosure(tier: tier, window: window, didWin: didWin) }

    /// The postback's parts, with the fields in the order of Apple's example.
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

    // MARK: - What cannot be

    /// Why a request can lead to no postback.
    public struct Refusal: Sendable {
        /// The rule that refuses it.
        public let rule: Rule

        package init(_ rule: Rule) { self.rule = rule }

        /// The rule in words.
        public var reason: String { rule.summary }
    }

    /// What Apple's rules have against the postback of ``build()``, warnings included.
    public var findings: [Finding] {
        let parts = build()
        let body = JSONValue.object([BodyField.token.member(.string(""))] + parts.unsigned)
        return Examiner.findings(postback: parts.payload, body: body).list
    }

    /// The rule by which tier, window and outcome forbid a value that was asked for; nil if there is none.
    ///
    /// - Parameter isSeries: whether the request stands for all windows of a conversion, so that a value only has to be
    ///   in one of them.
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

    /// The rule by which tier, window and outcome leave a field out; nil if they do not.
    ///
    /// - Parameters:
    ///   - field: what the table may leave out.
    ///   - isSeries: whether it is enough that one of a conversion's postbacks has it.
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

    /// Why tier or window leave fewer digits of the source identifier than ``sourceDigits``; nil if they do not.
    public var sourceDigitsRefusal: Refusal? {
        guard let sourceDigits else { return nil }
        guard SourceIdentifier.digitCounts.contains(sourceDigits) else { return Refusal(PostbackRules.sourceDigits) }
        if disclosure.sourceDigits.contains(sourceDigits) { return nil }
        let isTier = !Disclosure(tier: tier).sourceDigits.contains(sourceDigits)
        return Refusal(isTier ? RequestRules.sourceDigitsTier : PostbackRules.laterSource)
    }

    /// Why an impression that did not opt in leads to no re-engagement.
    public static let reEngagementRefusal = Refusal(RequestRules.reEngagement)
}
