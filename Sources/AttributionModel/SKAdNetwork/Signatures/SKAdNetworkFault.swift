import AttributionBase

/// The reason why the signature of an ad or a postback cannot be checked.
package enum SKAdNetworkFault: Error, Equatable, Sendable {
    case notObject(JSONKind)
    /// An unknown version, as it was written.
    case version(String)
    case missing(field: String, SKAdNetworkVersion)
    /// The version is missing, and the other members are those of the given versions.
    case missingVersion(field: String, [SKAdNetworkVersion])
    /// A signed value has the wrong JSON type; `found` is the value as it was written.
    case type(field: String, found: String, wanted: Field.Kind, hint: String?)
    /// Both a source app and a source domain are present, but only one of them is signed.
    case bothSources(field: String)
    /// A value contains the separator, so that one signature would be valid for several sets of values.
    case separator(field: String)
    /// A source domain of digits only. The signed text would be the same as for a source app, so this may be a source
    /// app under the wrong name.
    case domainOfDigits(field: String, found: String)
    /// The text of the signature is invalid.
    case signature(field: String, AttributionSignature.Fault)
}

extension SKAdNetworkFault {
    static func type(of field: StaticString, found value: JSONView, wanted kind: Field.Kind) -> SKAdNetworkFault {
        .type(field: "\(field)", found: value.excerpt, wanted: kind, hint: kind.hint(for: value))
    }

    private typealias Row = (problem: Problem, bidRule: Rule, cause: SignatureMistake.Cause)

    /// Returns the problem, with the wrong field unless it is about the whole object; the rule that an OpenRTB object breaks with it; and
    /// the category of the mistake if the signature is nevertheless valid for the values.
    private func row(ofBid isBid: Bool = false) -> Row {
        func row(
            _ field: String, _ found: String, _ wanted: String, _ ending: MessageEnding = .be, hint: String? = nil,
            rule: Rule = BidRules.type, cause: SignatureMistake.Cause
        ) -> Row { (Problem(found, wanted: wanted, ending, hint: hint, field: field), rule, cause) }
        switch self {
        case .notObject(let kind): return (.whole(found: kind.article, wanted: "an object"), BidRules.type, .encoding)
        case .version(let found):
            let all = alternatives(SKAdNetworkVersion.allCases.map { "\"\($0.rawValue)\"" })
            return row("version", found, isBid ? BidRules.versions : all, rule: BidRules.value, cause: .versionOrder)
        case .missing(let field, let version):
            let isSource = [SignedField.sourceAppID, .sourceDomain].contains { $0.description == field }
            return row(
                field, "missing", "present in version \(version.rawValue)",
                .then("; signatures of version \(version.rawValue) cover it"), rule: BidRules.missing,
                cause: isSource ? .sourceAppID : .versionOrder)
        case .missingVersion(let field, let versions):
            return (.missing(field, ofVersion: versions), BidRules.missing, .versionOrder)
        case .type(let field, let found, let kind, let hint):
            let isString = found.first == "\""
            // The problem, about the wrong field or the whole object.
            let wanted = kind == .digits && !isString ? Field.Kind.string : kind
            return row(
                field, found, wanted.rawValue, hint: hint,
                rule: kind == .digits && isString ? BidRules.value : BidRules.type, cause: .boolean)
        case .bothSources(let field):
            return row(
                field, "present together with a source app", "only one of the two",
                .then("; only one of them may be present"), cause: .sourceAppID)
        case .separator(let field):
            return row(
                field, "a string that contains U+2063", "a string without it, since it separates signed values",
                cause: .separator)
        case .domainOfDigits(let field, let found):
            return row(field, found, "a domain such as example.com", cause: .sourceAppID)
        case .signature(let field, let fault): return (fault.problem.at(field), BidRules.type, .encoding)
        }
    }

    package var problem: Problem { row().problem }

    /// Returns the problem of a document in a form. Bids have fewer versions than other documents.
    func problem(in form: SignedForm) -> Problem { row(ofBid: form == .ad(.openRTB)).problem }

    /// The finding about an OpenRTB object. It has other names and types than the rules for ads, and fewer versions.
    package var findingOfBid: Finding {
        let row = row(ofBid: true)
        return Finding(row.bidRule, row.problem)
    }

    /// The category of the mistake in a document whose signature is valid for its values.
    func cause(in form: SignedForm) -> SignatureMistake.Cause {
        // A document for StoreKit itself was not written by a JSON library.
        if case .type = self, form.isOfStoreKit { return .networkCase }
        return row().cause
    }
}

extension Problem {
    /// The problem of a missing version, with the versions that the other members suggest.
    static func missing(_ field: String, ofVersion versions: [SKAdNetworkVersion]) -> Problem {
        let names = alternatives(versions.map(\.rawValue))
        return Problem(
            "missing", wanted: "present from version 2.0 on",
            .then("; the other members are those of version \(names)"),
            field: field)
    }
}

extension SKAdNetworkFault: CustomStringConvertible {
    package var description: String { problem.description }
}
