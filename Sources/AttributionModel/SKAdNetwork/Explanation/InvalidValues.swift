import AttributionBase

// Some values are invalid in any document. If the signature is valid for what such a value probably stands for, the fault is in the
// document, and not in what was signed.
extension SignedForm {
    /// Returns the valid texts for which an invalid value of a field may stand, most likely first; nil if the value is valid.
    func readings(of value: JSONView, _ field: SignedField) -> [[UInt8]]? {
        let text = value.scalarText
        let others: [String]?
        switch field {
        case .version:
            let all = SKAdNetworkVersion.allCases.map(\.rawValue)
            others = all.contains(text) ? nil : all.filter { $0.hasPrefix(text) } + all
        case .nonce, .transactionID:
            others =
                value.isUUID
                ? nil
                : value.kind != .string ? [] : value.unescapedOrContent { UUIDText.hyphenated($0) }.map { [$0] } ?? []
        case .sourceDomain:
            others = Publisher.isDomain(text) ? nil : [Publisher.bareDomain(in: text), text.lowercased()]
        case _ where field.type != .string:
            let few = field.fewTexts.map { "\($0)" }
            let mostDigits = field == .sourceIdentifier ? 4 : 20
            let isValid =
                few.isEmpty
                ? text.utf8.allSatisfy(ASCII.isDigit) && 1...mostDigits ~= text.utf8.count : few.contains(text)
            let plain = text.hasPrefix("0") ? String(text.drop { $0 == "0" }) : JSONText.digits(ofWhole: text)
            others = isValid ? nil : [plain, Self.truth[text.lowercased()]].compactMap(\.self) + few
        default: others = nil
        }
        guard let others else { return type(of: field).accepts(value) ? nil : [] }
        return others.filter { $0 != text }.map { Array($0.utf8) }
    }

    /// The Boolean value of each word for true or false.
    private static let truth = Dictionary(
        OtherForms.booleans.flatMap { [($0.lowercased(), "true"), ($1.lowercased(), "false")] }
    ) { first, _ in first }
}

extension ExplainedDocument {
    /// Returns what is wrong if another text was signed for a field: the field's value if it is invalid, otherwise what was signed.
    func words(_ field: SignedField, signedAs text: [UInt8], _ right: String) -> String {
        if let found = invalid[field]?.found {
            return "\(name(field)) is \(found); it must be \(written(text, field)), as it was signed"
        }
        if field == .version, isUnnamed { return "\(name(field)) is missing; it was signed as \(written(text, field))" }
        return "\(name(field)) was signed as \(text.text); it must be \(right)"
    }

    private func written(_ text: [UInt8], _ field: SignedField) -> String {
        [.string, .digits].contains(form.type(of: field)) ? quoted(text.text) : text.text
    }

    /// Returns variants in which invalid values are replaced by what they may stand for.
    var mendedVariants: [TextVariant] {
        let right = draft
        let limit = 64
        var variants: [(draft: SignedText, words: [String])] = [(right, [])]
        for value in right.values {
            guard let field = value.field, let readings = invalid[field]?.readings, !readings.isEmpty else { continue }
            let longer = variants.flatMap { variant in
                readings.map { text in
                    (variant.draft.with([field], text), variant.words + [words(field, signedAs: text, "")])
                }
            }
            variants = Array((variants + longer).prefix(limit))
        }
        return variants.dropFirst().map { variant in
            TextVariant(variant.words.joined(separator: ", and "), variant.draft)
        }
    }

    var causeOfInvalid: SignatureMistake.Cause? {
        order.fields.first { invalid[$0]?.readings.isEmpty == false }.flatMap { field in
            switch field {
            case .sourceIdentifier where form == .postback: nil
            case .version: .versionOrder
            case .nonce, .transactionID: .nonceCase
            case .sourceDomain, .sourceAppID: .sourceAppID
            case .timestamp: .timestamp
            default: form.isOfStoreKit ? .networkCase : .boolean
            }
        }
    }
}
