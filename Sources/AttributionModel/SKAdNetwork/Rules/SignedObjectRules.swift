import AttributionBase
import AttributionCrypto

/// The kinds of rules that ads and postbacks share. `version` is the field of their version.
extension RuleBuilder {
    /// Creates the rule that only version 1.0 may lack the version.
    func versionMissing(_ id: String, _ field: Field) -> Rule {
        self(
            id, field, "only version 1.0 may lack \"version\"", wanted: "present from version 2.0 on",
            quick: .isPresent(field), suspicion: .otherForm
        ) { examination in
            let versions = examination.versionsWithoutName
            guard examination[field] == nil, !versions.isEmpty else { return nil }
            var problem = Problem.missing(field.text, ofVersion: versions)
            problem.advice = examination.otherName(of: .version).map { Advice($0) }
            return problem
        }
    }

    func signed(_ field: SignedField, as place: Field, isDue: @escaping @Sendable (Examination) -> SKAdNetworkVersion?)
        -> Rule
    {
        self(
            id(place, "missing"), place, "all values that are signed in this version must be present",
            wanted: "present",
            isAboutOneValue: false,
            quick: .isPresent(place), kind: .isPresent(place), suspicion: .otherForm
        ) { examination in
            guard examination[place] == nil, let version = isDue(examination) else { return nil }
            var absence = examination.absence(of: place, .then("; signatures of version \(version.rawValue) cover it"))
            absence.advice = examination.otherName(of: field).map { Advice($0) }
            return absence
        }
    }

    func placeless(
        _ field: Field, version: Field, severity: Rule.Severity = .error,
        hasPlace: @escaping @Sendable (SKAdNetworkVersion) -> Bool
    ) -> Rule {
        let words = Self.words(of: SKAdNetworkVersion.allCases.filter(hasPlace))
        return self(
            id(field, "version"), field, "\"\(field.name)\" exists only \(words.present)", severity: severity,
            wanted: "absent \(words.absent)", isAboutOneValue: false, quick: .isAbsent(field),
            kind: .hasPlace(field)
        ) { examination in
            guard let value = examination[field], let found = examination.skAdNetworkVersion(version),
                !hasPlace(found)
            else { return nil }
            return Problem("\(value.excerpt) in version \(found.rawValue)")
        }
    }

    /// Returns in words in which versions a field is present, and in which it is absent.
    private static func words(of versions: [SKAdNetworkVersion]) -> (present: String, absent: String) {
        let all = SKAdNetworkVersion.allCases
        let names = versions.map(\.rawValue)
        if all.suffix(versions.count).elementsEqual(versions) {
            return ("from version \(names[0]) on", "before version \(names[0])")
        }
        let last = names[names.count - 1]
        if all.starts(with: versions) { return ("up to version \(last)", "after version \(last)") }
        let list = names.joined(separator: ", ")
        return ("in versions \(list)", "except in versions \(list)")
    }

    func version(_ id: String, _ field: Field) -> Rule {
        let wanted = alternatives(SKAdNetworkVersion.allCases.map { "\"\($0.rawValue)\"" })
        return value(id, field, "the version must be one of SKAdNetwork's", wanted: wanted) { value in
            if SKAdNetworkVersion(value) != nil { return nil }
            let text = value.string
            let meant = SKAdNetworkVersion.allCases.first { text.hasPrefix($0.rawValue) || $0.rawValue == text + ".0" }
            return Problem(value.excerpt, hint: meant.map { "did you mean \"\($0.rawValue)\"?" })
        }
    }

    func bothSources(_ id: String, app: Field, domain: Field) -> Rule {
        self(
            id, domain, "a source app and a source domain must not both be present", wanted: "only one of the two",
            ending: .onlyOne(.error), isAboutOneValue: false, quick: .isAbsent(domain)
        ) { examination in
            // A text without characters has a fault of its own.
            guard let value = examination[domain], let other = examination[app], !other.isEmptyText else { return nil }
            return Problem("\(value.excerpt), and \"\(app.name)\" is present too")
        }
    }

    func domain(_ id: String, _ field: Field) -> Rule {
        value(
            id, field, "a source domain must be a bare domain: no scheme, www., port or path",
            wanted: "a domain such as example.com", quick: .isAbsent(field)
        ) { value in
            let text = value.string
            if Publisher.isDomain(text) { return nil }
            let bare = Publisher.bareDomain(in: text)
            return Problem(value.excerpt, hint: Publisher.isDomain(bare) ? "did you mean \"\(bare)\"?" : nil)
        }
    }

    func webFidelity(_ id: String, _ fidelity: Field, domain: Field) -> Rule {
        self(
            id, fidelity, "a web ad must have fidelity type 1", wanted: "1 if \"\(domain.name)\" is present",
            article: .signingWebAds,
            isAboutOneValue: false, quick: .isAbsent(domain)
        ) { examination in
            guard examination[domain] != nil, let value = examination[fidelity], value.unsignedInteger == 0 else {
                return nil
            }
            return Problem("0")
        }
    }

    func separators(_ id: String, _ fields: [Field]) -> Rule {
        many(
            id, "a value must not contain U+2063, which separates signed values", wanted: "a value without U+2063",
            hint: "with U+2063 in a value, one signature could stand for different values"
        ) { examination, report in
            for field in fields {
                guard let value = examination[field], value.holdsSeparator else { continue }
                report(Problem("a string that contains U+2063", field: field.text))
            }
        }
    }

    func base64(_ id: String, _ field: Field) -> Rule {
        signatureForm(
            id, field, "a signature must be canonical base64 with padding", "made of A-Z a-z 0-9 + / =", isDER: false)
    }

    func der(_ id: String, _ field: Field) -> Rule {
        signatureForm(
            id, field, "a signature must be the DER sequence of r and s", "the DER sequence of r and s", isDER: true)
    }

    private func signatureForm(
        _ id: String, _ field: Field, _ summary: String, _ wanted: String, isDER: Bool
    ) -> Rule {
        value(id, field, summary, wanted: wanted) { value in
            let found = value.unescapedOrContent { AttributionSignature.fault(in: $0) }
            return found?.isInDER == isDER ? found?.problem : nil
        }
    }
}
