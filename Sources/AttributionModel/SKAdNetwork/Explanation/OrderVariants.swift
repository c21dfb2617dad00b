import AttributionBase

// Variants with the values of another version, in another order, or with values that are not signed.
extension ExplainedDocument {
    var orderVariants: [TextVariant] { otherVersions + fidelities + campaigns + versionTexts }

    // MARK: - Other versions

    private var otherVersions: [TextVariant] {
        let orders = form == .postback ? SignedOrder.postbacks : SignedOrder.ads
        return orders.filter { $0.fields != order.fields }.reversed()
            .flatMap { order -> [TextVariant] in
                let name = order.version.rawValue + (order.isWeb ? " for web ads" : "")
                return drafts(order).map {
                    TextVariant(
                        versionWords(signed: name), $0)
                }
            }
    }

    private func versionWords(signed name: String) -> String {
        let values = "the values are those of version \(name)"
        if isUnnamed { return "\(self.name(.version)) is missing; \(values)" }
        if let found = invalid[.version]?.found { return "\(self.name(.version)) is \(found), but \(values)" }
        return "\(values); they must be those of version \(versionText)"
    }

    /// Returns the drafts for another order, one for each value that the document may stand for.
    private func drafts(_ order: SignedOrder) -> [SignedText] {
        let limit = 128
        var drafts = [SignedText()]
        for field in order.fields {
            var texts = text(field).map { [$0] } ?? substitutes(field)
            if field == .version { texts.append(Array(order.version.rawValue.utf8)) }
            var longer: [SignedText] = []
            for draft in drafts {
                if texts.isEmpty || order.optional.contains(field) { longer.append(draft) }
                for text in texts { longer.append(draft.inserting(.init(field, text), at: draft.values.count)) }
            }
            drafts = Array(longer.prefix(limit))
        }
        return drafts
    }

    private func substitutes(_ field: SignedField) -> [[UInt8]] {
        switch field {
        case .campaignID:
            guard let source = text(.sourceIdentifier) else { return [] }
            let lastTwo = String(source.suffix(2).drop { $0 == ASCII.zero }.map { Character(Unicode.Scalar($0)) })
            return [source, Array(lastTwo.utf8)]
        case .sourceIdentifier: return text(.campaignID).map { [$0] } ?? []
        // Versions without windows have the first postback only.
        case .postbackSequenceIndex: return [[ASCII.zero]]
        default: return field.fewTexts.map { Array("\($0)".utf8) }
        }
    }

    private var fidelities: [TextVariant] {
        let (right, name) = (draft, "\(name(.fidelityType)) was")
        guard let fidelity = right[.fidelityType]?.text else {
            // The field is inserted where later versions have it.
            let index = form == .postback ? right.values.count : max(0, right.values.count - 1)
            return ["1", "0"].map {
                .init(
                    "\(name) signed as \($0); version \(versionText) leaves it out",
                    right.inserting(.init(.fidelityType, Array($0.utf8)), at: index))
            }
        }
        // An ad may be signed with one type and displayed as the other. A postback is signed with its own type.
        let others = form == .postback ? [] : [fidelity == "1" ? "0" : "1"]
        return [omission([.fidelityType], right)]
            + others.map { replaced(.fidelityType, by: $0, in: right) }
    }

    /// Returns variants with the campaign ID of versions before 4.0 in place of the source identifier.
    private var campaigns: [TextVariant] {
        let right = draft
        guard let source = right[.sourceIdentifier]?.text else { return [] }
        var texts = text(.campaignID).map { [$0.text] } ?? []
        if form != .postback { texts += (1...100).map { String($0) } }
        return texts.filter { $0 != source }.map {
            .init(
                "the campaign \($0) was signed instead of \(name(.sourceIdentifier)), \(source)",
                right.with([.sourceIdentifier], Array($0.utf8)))
        }
    }

    private var versionTexts: [TextVariant] {
        let (right, name) = (draft, versionText)
        guard right.contains(.version) else {
            let text = right.inserting(.init(.version, Array(name.utf8)), at: 0)
            return [.init("\(self.name(.version)) was signed; version \(name) leaves it out", text)]
        }
        let others = SKAdNetworkVersion.allCases.flatMap {
            [$0.rawValue, String($0.rawValue.prefix(1)), $0.rawValue + ".0"]
        }
        return [omission([.version], right)]
            + others.map { replaced(.version, by: $0, in: right) }
    }

    private func replaced(_ field: SignedField, by text: String, in right: SignedText) -> TextVariant {
        let bytes = Array(text.utf8)
        return TextVariant(words(field, signedAs: bytes, right[field]?.text ?? ""), right.with([field], bytes))
    }

    /// Returns the variant without values that the document has.
    private func omission(_ fields: [SignedField], _ right: SignedText) -> TextVariant {
        // A device leaves out nothing, so values were added later.
        let isAdded = form == .postback
        let added = " not signed; \(fields.count > 1 ? "they were" : "it was") added after signing"
        let words = isAdded ? added : " left out of the text\(wanted(fields, right))"
        return TextVariant("\(list(fields))\(words)", right.omitting(fields))
    }

    private func list(_ fields: [SignedField]) -> String {
        fields.map(name).joined(separator: ", ") + (fields.count > 1 ? " were" : " was")
    }

    /// Describes what should be signed for fields. An invalid value should not be signed.
    private func wanted(_ fields: [SignedField], _ right: SignedText) -> String {
        guard fields.allSatisfy({ invalid[$0] == nil }) else { return "" }
        return fields.count > 1 ? "; they must have their values" : "; it must be \(right[fields[0]]?.text ?? "")"
    }

    // MARK: - Other names

    func words(renamed: [(name: String, field: SignedField)]) -> String {
        let names = renamed.map { "\(quoted($0.name)) is \(name($0.field))" }.joined(separator: ", ")
        return renamed.count > 1
            ? names + " under other names: their values were signed as those"
            : names + " under another name: its value was signed as that"
    }

    /// Returns variants with each possible value of an absent field that has only a few.
    var absentVariants: [TextVariant] {
        let right = draft
        return order.fields.filter { $0 != .version && order.requires($0) && !right.contains($0) }.flatMap { field in
            field.fewTexts.map { text in
                TextVariant(
                    "\(name(field)) is missing; it was signed as \(text)",
                    right.setting(field, Array("\(text)".utf8), in: order))
            }
        }
    }

    /// Returns variants in which the values of one or two unknown members are taken for signed fields that the document lacks.
    var renamedVariants: [TextVariant] {
        let right = draft
        let absent = order.fields.filter { !right.contains($0) }
        let others = unsigned.filter { $0.field == nil }
        var ones: [(draft: SignedText, renamed: [(name: String, field: SignedField)])] = []
        for field in absent {
            for member in others {
                // App and domain have the same place in the signed text, which may contain either.
                let isApp = field == .sourceDomain && member.text.allSatisfy(ASCII.isDigit)
                let renamed = (member.name, isApp ? SignedField.sourceAppID : field)
                ones.append((right.setting(field, member.text, in: order), [renamed]))
            }
        }
        let required = absent.filter(order.requires)
        let twos =
            required.count != 2
            ? []
            : others.flatMap { first in
                others.filter { $0.name != first.name }.map { second in
                    (
                        right.setting(required[0], first.text, in: order).setting(required[1], second.text, in: order),
                        [(first.name, required[0]), (second.name, required[1])]
                    )
                }
            }
        return (ones + twos).map { draft, renamed in
            TextVariant(words(renamed: self.renamed + renamed), draft)
        }
    }

    // MARK: - Unsigned values

    /// The members whose values are not part of the right text.
    private var unsigned: ArraySlice<ExplainedDocument.Member> {
        let right = draft
        return members.filter { member in
            guard member.text.count <= SignedMessage.longest else { return false }
            guard let field = member.field else { return true }
            return field != .signature && !right.contains(field)
        }.prefix(16)
    }

    var unsignedVariants: [TextVariant] {
        let (right, unsigned) = (draft, unsigned)
        let names = unsigned.map { "\"\($0.name)\"" }.joined(separator: ", ")
        let all = SignedText(right.values + unsigned.map { .init($0.field, $0.text) })
        return unsigned.flatMap { member in
            (0...right.values.count).reversed().map { index in
                TextVariant(
                    "\"\(member.name)\" was signed; it must be left out",
                    right.inserting(.init(member.field, member.text), at: index))
            }
        } + [.init("\(names) were signed; they must be left out", all)]
    }
}

// Variants in which a value is omitted or added.
extension ExplainedDocument {
    var sourceVariants: [TextVariant] {
        let right = draft
        if let app = text(.sourceAppID), let domain = text(.sourceDomain) {
            // Only one of the two is signed.
            let both = "\(name(.sourceAppID)) and \(name(.sourceDomain)) are both present, but only one of them may be"
            return [(SignedField.sourceAppID, app, SignedField.sourceDomain), (.sourceDomain, domain, .sourceAppID)].map
            {
                kept, text, other in
                TextVariant(
                    "\(both): \(name(kept)) was signed, \(name(other)) must be left out",
                    right.contains(other) ? right.omitting([kept]).with([other], text) : right)
            }
        }
        var variants: [TextVariant] = []
        for field in [SignedField.sourceAppID, .sourceDomain] where order.fields.contains(field) {
            let text = right[field]?.text
            // A missing zero is tried as a mistake of its own, which follows.
            guard text != "0" else { continue }
            if text != nil { variants.append(omission([field], right)) }
            let wanted = text ?? "left out with its separator"
            variants += (Self.empties + (text == nil ? ["0"] : [])).map { empty in
                TextVariant(
                    "\(name(field)) was signed as \(words(empty)); it must be \(wanted)",
                    right.setting(field, Array(empty.utf8), in: order))
            }
            guard field == .sourceDomain, let text else { continue }
            variants += ["www.\(text)", "https://\(text)", "https://www.\(text)", "http://\(text)", "\(text)/"].map {
                replaced(field, by: $0, in: right)
            }
        }
        return variants
    }

    var zeroVariants: [TextVariant] {
        let right = draft
        func fields(_ text: String) -> [SignedField] { right.values.filter { $0.text == text }.compactMap(\.field) }
        let (zeros, lies) = (fields("0"), fields("false"))
        let groups = (zeros + lies).map { [$0] } + [zeros, lies, zeros + lies].filter { $0.count > 1 }
        return groups.flatMap { absent in
            [
                omission(absent, right),
                TextVariant(
                    "\(list(absent)) signed as nothing\(wanted(absent, right))",
                    right.with(absent, [])),
            ]
        }
    }

    private static let empties = ["", "null", "nil", "None", "undefined", "NULL", "<null>", "(null)", "Optional.none"]

    private func words(_ text: String) -> String { text.isEmpty ? "an empty value" : "the word \(text)" }
}
