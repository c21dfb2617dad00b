import AttributionBase

/// A test postback of either framework: the requested values, and which of them version, tier, window and outcome allow.
package struct PostbackPlan: Sendable {
    private let asked: PostbackValues
    private let sourceDigits: Int?
    private let forced: Set<Disclosure.Field>
    private let forcesSourceDigits: Bool
    /// The disclosure rules for the tier, the window and the outcome.
    let disclosure: Disclosure

    /// - Parameters:
    ///   - sourceDigits: The number of digits of the source identifier that crowd anonymity leaves; nil for as many as tier
    ///     and window allow.
    ///   - forced: Fields to write even if they are withheld.
    ///   - forcesSourceDigits: Whether that number of digits is written even if tier and window leave fewer.
    init(
        _ asked: PostbackValues, tier: DataTier, sourceDigits: Int?, forced: Set<Disclosure.Field>,
        forcesSourceDigits: Bool
    ) {
        self.asked = asked
        self.sourceDigits = sourceDigits
        self.forced = forced
        self.forcesSourceDigits = forcesSourceDigits
        disclosure = Disclosure(
            of: asked.version?.traits.disclosure ?? .adAttributionKit, tier: tier, window: asked.window,
            didWin: asked.didWin)
    }

    /// The values that the postback has.
    package var values: PostbackValues {
        var values = asked
        // Most values are not set.
        for field in Disclosure.Field.allCases where asked.has(field) && !forced.contains(field) {
            if disclosure.absence(of: field) != nil { values.remove(field) }
        }
        let digits = sourceDigits ?? SourceIdentifier.digitCounts.upperBound
        values.source =
            forcesSourceDigits ? asked.source.last(digits) : disclosure.digits(of: asked.source, count: digits)
        return values
    }

    /// The windows in which the tier and the outcome lead to a postback.
    package var windows: [ConversionWindow] {
        ConversionWindow.allCases.filter { disclosure(in: $0).isPostback }
    }

    private func disclosure(in window: ConversionWindow) -> Disclosure {
        var other = disclosure
        other.window = window
        return other
    }

    // MARK: - What cannot be

    /// The rule that forbids a requested value, or the requested digits of the source identifier; nil if everything is allowed.
    var refusal: Rule? { refusal(isSeries: false) ?? sourceDigitsRefusal }

    /// Throws if a requested value is impossible, or if one is missing.
    func check() throws(Problem) { if let fault { throw fault } }

    /// What is wrong with the request; nil if it leads to a postback that a device could send.
    var fault: Problem? {
        if let refusal { return .refused(by: refusal) }
        if asked.sourceDomain != nil, let rule = lack(of: .sourceDomain) { return .refused(by: rule) }
        return values.findings.first { $0.severity == .error }.map { $0.problem.breaking($0.rule) }
    }

    /// Returns the rule by which version, tier, window or outcome forbids a requested value; nil if there is none.
    ///
    /// - Parameter isSeries: Whether the request represents all windows of a conversion, so that a value has to be
    ///   allowed in only one of them.
    package func refusal(isSeries: Bool) -> Rule? {
        let (didWin, isFirst) = (asked.didWin, asked.window.isFirst)
        if !didWin, let rule = lack(of: .didWin) { return rule }
        if !isFirst, let rule = lack(of: .postbackSequenceIndex) { return rule }
        if asked.type == .reEngagement {
            if !didWin { return PostbackRules.lostReEngagement }
            if asked.interaction == .view { return BodyRules.reEngagementView }
        }
        if !didWin, !isFirst { return disclosure.framework.lostWindow }
        if !disclosure.isPostback { return RequestRules.laterTier }
        if asked.has(.fine), let rule = refusal(of: .fine, isSeries: isSeries) { return rule }
        if asked.has(.coarse) {
            if didWin, asked.has(.fine), !isSeries, lack(of: .coarseConversionValue) == nil {
                return disclosure.framework.rule(for: .fineInstead, .coarse)
            }
            if let rule = refusal(of: .coarse, isSeries: isSeries) { return rule }
        }
        return asked.has(.country) ? refusal(of: .country, isSeries: isSeries) : nil
    }

    /// Returns the rule because of which a field is left out; nil if the field is sent.
    ///
    /// - Parameter isSeries: Whether it is enough that one of a conversion's postbacks has the field.
    package func refusal(of field: Disclosure.Field, isSeries: Bool = false) -> Rule? {
        if let rule = field.skAdNetworkField(isWeb: false).flatMap(lack) { return rule }
        guard let reason = disclosure.absence(of: field) else { return nil }
        if isSeries, windows.contains(where: { disclosure(in: $0).absence(of: field) == nil }) { return nil }
        return disclosure.framework.rule(for: reason, field)
    }

    /// Returns the rule that forbids a field because this version of SKAdNetwork lacks it; nil if the version has the
    /// field.
    private func lack(of field: SignedField) -> Rule? {
        guard let version = asked.version, !version.discloses(field) else { return nil }
        return SignedPostbackRules.lack(of: field)
    }

    /// The rule that tier or window allow fewer digits of the source identifier than requested; nil if they allow as many.
    package var sourceDigitsRefusal: Rule? {
        guard let sourceDigits, !disclosure.sourceDigits.contains(sourceDigits) else { return nil }
        guard SourceIdentifier.digitCounts.contains(sourceDigits) else { return disclosure.framework.sourceDigits }
        var first = disclosure(in: .first)
        first.didWin = true
        return first.sourceDigits.contains(sourceDigits)
            ? disclosure.framework.laterDigits : RequestRules.sourceDigitsTier
    }
}

extension Problem {
    /// The problem that a rule forbids what was requested.
    package static func refused(by rule: Rule, hint: String? = nil) -> Problem {
        .sentence(rule.summary, hint: hint).breaking(rule)
    }
}

extension PostbackValues {
    fileprivate mutating func remove(_ field: Disclosure.Field) {
        switch field {
        case .publisher: (publisher, sourceDomain) = (nil, nil)
        case .marketplaceIdentifier: marketplace = nil
        case .fine: fine = nil
        case .coarse: coarse = nil
        case .country: country = nil
        }
    }

    fileprivate func has(_ field: Disclosure.Field) -> Bool {
        switch field {
        case .publisher: publisher != nil || sourceDomain != nil
        case .marketplaceIdentifier: marketplace != nil
        case .fine: fine != nil
        case .coarse: coarse != nil
        case .country: country != nil
        }
    }

    /// The rules that the postback breaks, including warnings.
    package var findings: Findings {
        // The signature is only a placeholder, and so is the token. These rules check that there is one, not that it is valid.
        let parts = parts
        let made =
            version.map { body(of: $0, signature: "MAYCAQECAQE=") }
            ?? .array([parts.payload, .postbackBody("", parts.unsigned)])
        var examiner = Examiner()
        let found = made.withView { made in
            guard let payload = made.element(at: 0), let body = made.element(at: 1) else {
                return examiner.findings(of: SignedObject(made, as: .postback), now: nil)
            }
            return examiner.findings(postback: payload, body: body)
        }
        return found ?? .unreadable("*")
    }
}
