import AttributionJSON
import AttributionRules

/// Checks one input after another against the rules, reusing its memory. One a thread.
package struct Examiner {
    private var examination = Examination()
    /// How many findings of an input are kept.
    package let limit: Int

    package init(limit: Int = Findings.defaultLimit) { self.limit = limit }

    /// Lays an impression's payload out for ``findingsOfImpression(now:)`` and tells which fields it has.
    package mutating func lay(outImpression payload: JSONView) -> FieldSet {
        examination.clear()
        examination.load(payload, as: ImpressionField.shape)
        return examination.present
    }

    /// Everything that is wrong with the impression laid out last, whose text must not have moved since.
    package mutating func findingsOfImpression(now: Timestamp) -> Findings {
        examination.now = now.milliseconds
        return findings(of: ImpressionRules.set)
    }

    /// Everything that is wrong with an impression's payload.
    ///
    /// - Parameter keyID: the value of `kid` in the token's header, if the payload came in a token.
    package mutating func findings(
        impression payload: JSONView, keyID: JSONView? = nil, now: Timestamp
    ) -> Findings {
        examination.clear()
        examination.load(payload, as: ImpressionField.shape)
        if let keyID { examination.set(HeaderField.keyID, to: keyID) }
        return findingsOfImpression(now: now)
    }

    /// Everything that is wrong with a postback: its signed payload, and the body around it.
    ///
    /// - Parameter payload: nil where the token in the body cannot be read.
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
        if keyID.isString(AppleKey.developerSettingsKeyID) { findings.lower(Self.ties, to: .note) }
        // Whoever tests with a key of their own may play the developer settings.
        if !AppleKey.isReserved(keyID.string) { findings.lower(PostbackRules.ofDeveloperSettings, to: .note) }
        return findings
    }

    /// What is noteworthy about a token's header beyond what reading it demands.
    package mutating func findings(header: JSONView) -> Findings {
        examination.clear()
        examination.load(header, as: HeaderField.shape)
        return findings(of: TokenRules.set)
    }

    /// Everything that is wrong with an app's attribution rules.
    ///
    /// - Parameter wantsKeys: whether it is told that there are none.
    package func findings(configuration: JSONView, wantsKeys: Bool = false) -> Findings {
        var findings = Findings(limit: limit)
        ConfigurationRules.examine(configuration, wantsKeys: wantsKeys, &findings)
        return findings
    }

    private mutating func findings(
        field: Field, of object: JSONView, in subject: Subject, now: Timestamp
    ) -> Findings {
        examination.clear()
        examination.now = now.milliseconds
        let (shape, rules) =
            switch subject {
            case .body: (BodyField.shape, BodyRules.all)
            case .postback: (PostbackField.shape, PostbackRules.all)
            default: (ImpressionField.shape, ImpressionRules.all)
            }
        examination.load(object, as: shape)
        return findings(of: RuleSet(rules.filter { $0.field == field.text && $0.isAboutOneValue }))
    }

    /// What postbacks of the developer settings break by right: there digits, values, publisher, marketplace, country and
    /// interaction are chosen one by one [Creating postbacks in developer settings].
    private static let ties = Set(PostbackRules.ties + BodyRules.ties)

    private func findings(of set: RuleSet) -> Findings {
        var findings = Findings(limit: limit)
        set.examine(examination, &findings)
        return findings
    }

    /// Which data tiers the postback looked at last is consistent with, highest first; nil if it was none.
    package var tiers: [DataTier]? { examination.tiers }

    /// Why each absent optional field of that postback may be absent.
    package var absences: [(field: String, reason: String)] { examination.absences }
}

extension Examiner {
    /// What is wrong with one value of a field, whatever object it may stand in.
    package static func findings(
        of value: JSONValue, as field: Field, in subject: Subject, now: Timestamp
    ) -> Findings {
        var examiner = Examiner()
        let object = JSONValue.object([field.member(value)])
        return object.withView { examiner.findings(field: field, of: $0, in: subject, now: now) }
            ?? .unreadable(field.text)
    }

    /// Everything that is wrong with a postback given as values.
    ///
    /// - Parameter keyID: the `kid` of the token, if there is one.
    package static func findings(postback payload: JSONValue, keyID: String? = nil, body: JSONValue) -> Findings {
        var examiner = Examiner()
        let header = JSONValue.string(keyID ?? "")
        let findings = payload.withView { payload in
            body.withView { body in
                header.withView { header in
                    examiner.findings(postback: payload, keyID: keyID == nil ? nil : header, body: body)
                }
            }
        }
        return findings.flatMap(\.self).flatMap(\.self) ?? .unreadable("payload")
    }
}
