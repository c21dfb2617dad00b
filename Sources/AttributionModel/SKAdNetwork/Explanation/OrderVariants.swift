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
                        "the values are those of version \(name); they must be those of version \(versionText)",
                        $0)
                }
            }
    }

    /// Returns the drafts of another order, one for each value that the document may have meant.
    private func drafts(_ order: SignedOrder) -> [DraftText] {
        let limit = 128
        var drafts = [DraftText(values: [])]
        for field in order.fields {
            var texts = text(field).map { [$0] } ?? substitutes(field)
            if field == .version { texts.append(Array(order.version.rawValue.utf8)) }
            var longer: [DraftText] = []
            for draft in drafts {
                if texts.isEmpty || order.optional.contains(field) { longer.append(draft) }
                for text in texts { longer.append(draft.inserting(field, text, at: draft.values.count)) }
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
        let (right, name) = (draft, "\"\(SignedField.fidelityType.name)\" was")
        guard let fidelity = right[.fidelityType]?.text else {
            // Inserted at the position that it has in later versions.
            let index = form == .postback ? right.values.count : max(0, right.values.count - 1)
            return ["1", "0"].map {
                .init(
                    "\(name) signed as \($0); version \(versionText) leaves it out",
                    right.inserting(.fidelityType, Array($0.utf8), at: index))
            }
        }
        // An ad may be signed as one type and shown as the other. A postback is signed as its own type.
        let others = form == .postback ? [] : [fidelity == "1" ? "0" : "1"]
        return [.init("\(name) left out of the text; it must be \(fidelity)", right.without(.fidelityType))]
            + others.map { .init("\(name) signed as \($0); it must be \(fidelity)", right.with(.fidelityType, $0)) }
    }

    /// Returns variants with the campaign ID of versions before 4.0 in place of the source identifier.
    private var campaigns: [TextVariant] {
        let right = draft
        guard let source = right[.sourceIdentifier]?.text else { return [] }
        var texts = text(.campaignID).map { [$0.text] } ?? []
        if form != .postback { texts += (1...100).map { String($0) } }
        return texts.filter { $0 != source }.map {
            .init(
                "the campaign \($0) was signed instead of \"\(SignedField.sourceIdentifier.name)\", \(source)",
                right.with(.sourceIdentifier, $0))
        }
    }

    private var versionTexts: [TextVariant] {
        let (right, name) = (draft, versionText)
        guard right.contains(.version) else {
            let text = right.inserting(.version, Array(name.utf8), at: 0)
            return [.init("\"version\" was signed; version \(name) leaves it out", text)]
        }
        let others = SKAdNetworkVersion.allCases.flatMap {
            [$0.rawValue, String($0.rawValue.prefix(1)), $0.rawValue + ".0"]
        }
        return [.init("\"version\" was left out of the text; it must be \(name)", right.without(.version))]
            + others.map { .init("\"version\" was signed as \($0); it must be \(name)", right.with(.version, $0)) }
    }

    // MARK: - Other names

    /// Returns variants in which an unknown member holds the value of a signed field that the document lacks.
    var renamedVariants: [TextVariant] {
        let right = draft
        let absent = order.fields.filter { !right.contains($0) }
        return absent.flatMap { field in
            unsigned.filter { $0.field == nil }.map { member in
                // An app has the place of a domain, and the text of both may be signed in it.
                let isApp = field == .sourceDomain && member.text.allSatisfy(ASCII.isDigit)
                let name = isApp ? SignedField.sourceAppID.name : field.name
                return TextVariant(
                    "\"\(member.name)\" is \"\(name)\" under another name: its value was signed as that",
                    right.setting(field, member.text, in: order))
            }
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
        let values = unsigned.map { ($0.field ?? .conversionValue, text: $0.text) }
        let all = DraftText(values: right.values + values)
        return unsigned.flatMap { member in
            (0...right.values.count).reversed().map { index in
                TextVariant(
                    "\"\(member.name)\" was signed; it must be left out",
                    right.inserting(member.field ?? .conversionValue, member.text, at: index))
            }
        } + [.init("\(names) were signed; they must be left out", all)]
    }
}

// Variants in which a value is omitted or added.
extension ExplainedDocument {
    var sourceVariants: [TextVariant] {
        let right = draft
        var variants: [TextVariant] = []
        for field in [SignedField.sourceAppID, .sourceDomain] where order.fields.contains(field) {
            let text = right[field]?.text
            // An omitted zero is the next kind of mistake.
            guard text != "0" else { continue }
            let wanted = text ?? "left out with its separator"
            if text != nil {
                variants.append(
                    .init("\"\(field.name)\" was left out of the text; it must be \(wanted)", right.without(field)))
            }
            variants += (Self.empties + (text == nil ? ["0"] : [])).map { empty in
                TextVariant(
                    "\"\(field.name)\" was signed as \(words(empty)); it must be \(wanted)",
                    right.setting(field, Array(empty.utf8), in: order))
            }
        }
        // If both sources are present, the wrong one may have been signed.
        if let domain = right[.sourceDomain], let app = text(.sourceAppID) {
            variants.append(
                .init(
                    "\"\(SignedField.sourceAppID.name)\" was signed instead of \"\(SignedField.sourceDomain.name)\", \(domain.text)",
                    right.without(.sourceDomain).setting(.sourceAppID, app, in: order)))
        }
        return variants
    }

    var zeroVariants: [TextVariant] {
        let right = draft
        func fields(_ text: String) -> [SignedField] { right.values.filter { $0.text.text == text }.map(\.field) }
        let (zeros, lies) = (fields("0"), fields("false"))
        let groups = (zeros + lies).map { [$0] } + [zeros, lies, zeros + lies].filter { $0.count > 1 }
        return groups.flatMap { absent in
            let names = absent.map { "\"\($0.name)\"" }.joined(separator: ", ") + (absent.count > 1 ? " were" : " was")
            let wanted =
                absent.count > 1 ? "; they must have their values" : "; it must be \(right[absent[0]]?.text ?? "")"
            return [
                TextVariant(
                    "\(names) left out of the text\(wanted)", right.filtered { !absent.contains($0.field) }),
                TextVariant(
                    "\(names) signed as nothing\(wanted)", right.mapped { absent.contains($0.field) ? [] : $0.text }),
            ]
        }
    }

    private static let empties = ["", "null", "nil", "None", "undefined", "NULL", "<null>", "(null)", "Optional.none"]

    private func words(_ text: String) -> String { text.isEmpty ? "an empty value" : "the word \(text)" }
}
