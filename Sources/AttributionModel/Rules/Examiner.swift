import AttributionBase

/// Checks inputs against the rules, one after another, with reused memory. Each thread needs its own instance.
package struct Examiner {
    var examination = Examination()
    /// The greatest number of findings to keep for an input.
    package let limit: Int

    package init(limit: Int = Findings.defaultLimit) { self.limit = limit }

    /// Loads an impression's payload for ``findingsOfImpression(now:)`` and returns the set of its fields.
    package mutating func load(impression payload: JSONView) -> FieldSet {
        examination.clear()
        examination.load(payload, as: ImpressionField.shape)
        return examination.present
    }

    /// Whether any member of the last input is `null`, which counts as absent.
    package var hasNulls: Bool { examination.hasNulls }

    /// Returns all faults of the impression that was loaded last. Its text must not have moved in memory since.
    package mutating func findingsOfImpression(now: Timestamp?) -> Findings {
        examination.now = now?.milliseconds ?? .max
        return findings(of: ImpressionRules.set)
    }

    /// Returns all faults of an impression's payload.
    ///
    /// - Parameters:
    ///   - keyID: The `kid` in the token's header, if the payload was received in a token.
    ///   - now: The current time, which limits timestamps; nil for no limit.
    package mutating func findings(impression payload: JSONView, keyID: JSONView? = nil, now: Timestamp?) -> Findings {
        _ = load(impression: payload)
        if let keyID { examination.set(HeaderField.keyID, to: keyID) }
        return findingsOfImpression(now: now)
    }

    /// Returns all faults of a postback: of its signed payload, and of the body around it.
    ///
    /// - Parameter payload: The payload; nil if the token in the body cannot be read.
    package mutating func findings(
        postback payload: JSONView?, keyID: JSONView? = nil, body: JSONView? = nil
    ) -> Findings {
        examination.clear()
        var findings = Findings(limit: limit)
        if let payload { examination.load(payload, as: PostbackField.shape) }
        if let body { examination.load(body, as: BodyField.shape) }
        if let keyID { examination.set(HeaderField.keyID, to: keyID) }
        if payload != nil { PostbackRules.set.examine(examination, &findings) }
        if body != nil { BodyRules.set.examine(examination, &findings) }
        guard let keyID, !findings.isEmpty else { return findings }
        // A test signed with another key may imitate a postback from the developer settings.
        let isTest = !AppleKey.isReserved(keyID.string)
        let network = examination[PostbackField.adNetworkIdentifier]
        let imitatesSettings = isTest && network?.isEqual(to: AdNetworkIdentifier.development.description) == true
        if imitatesSettings || keyID.isString(AppleKey.developerSettingsKeyID) { findings.lower(Self.ties, to: .note) }
        if isTest { findings.lower(PostbackRules.ofDeveloperSettings, to: .note) }
        return findings
    }

    /// Returns the findings about a token's header, apart from faults that prevent it from being read.
    package mutating func findings(header: JSONView) -> Findings {
        examination.clear()
        examination.load(header, as: HeaderField.shape)
        return findings(of: TokenRules.set)
    }

    /// Returns all faults of an app's attribution settings.
    ///
    /// - Parameter wantsKeys: Whether settings without any key are reported.
    package func findings(configuration: JSONView, wantsKeys: Bool = false) -> Findings {
        var findings = Findings(limit: limit)
        ConfigurationRules.examine(configuration, wantsKeys: wantsKeys, &findings)
        return findings
    }

    /// The rules that postbacks from the developer settings may break, because digits, values, publisher, marketplace, country and
    /// interaction can be chosen independently there [Creating postbacks in developer settings].
    private static let ties = Set(PostbackRules.ties + BodyRules.ties)

    func findings(of set: RuleSet) -> Findings {
        var findings = Findings(limit: limit)
        set.examine(examination, &findings)
        return findings
    }

    /// The disclosed fields of the last postback; nil if the last input was not a postback, or is of a version without tiers.
    package var disclosed: DisclosedFields? { examination.tiered }
}

extension Examiner {
    /// Returns the faults of the value of a single field, regardless of the rest of its object.
    package static func findings(
        of value: JSONValue, as field: Field, in subject: Subject, now: Timestamp
    ) -> Findings {
        let (shape, rules) =
            switch subject {
            case .token: (HeaderField.shape, TokenRules.all)
            case .body: (BodyField.shape, BodyRules.all)
            case .postback: (PostbackField.shape, PostbackRules.all)
            case .skAdNetworkAd: (SignedField.adShape, SignedAdRules.all)
            case .skAdNetworkPostback: (SignedField.postbackShape, SignedPostbackRules.all)
            default: (ImpressionField.shape, ImpressionRules.all)
            }
        var examiner = Examiner()
        examiner.examination.now = now.milliseconds
        return JSONValue.object([field.member(value)]).withView { object in
            examiner.examination.load(object, as: shape)
            return examiner.findings(of: RuleSet(rules.filter { $0.field == field.text && $0.isAboutOneValue }))
        } ?? .unreadable(field.text)
    }

    package static func findings(postback payload: JSONDocument, keyID: String? = nil, body: JSONDocument?) -> Findings
    {
        var examiner = Examiner()
        return payload.withView { payload in
            keyID.withView { keyID in
                guard let body else { return examiner.findings(postback: payload, keyID: keyID, body: nil) }
                return body.withView { examiner.findings(postback: payload, keyID: keyID, body: $0) }
            }
        } ?? .unreadable("payload")
    }
}

extension RuleCatalogue {
    /// The rules for AdAttributionKit, inputs and runs.
    package static let adAttributionKit = RuleCatalogue(
        TokenRules.all + ImpressionRules.all + PostbackRules.all + BodyRules.all + ConfigurationRules.all
            + RequestRules.all + InputRules.all + RunRules.all)
}

extension Rule {
    /// All rules for messages of both frameworks, for bids, and for inputs, including those that a `PostbackRecord`
    /// refers to by ``id``.
    public static let all: [Rule] =
        RuleCatalogue.adAttributionKit.rules + RuleCatalogue.skAdNetwork.rules + RuleCatalogue.openRTB.rules
}
