import AttributionBase
import AttributionCrypto

// Texts that the signer of a token may have signed by mistake.
extension ExplainedToken {
    var mistakes: [SignedMessage.Mistake] {
        [
            (nil, \.stated), (.signedText, \.additions), (.encoding, \.encodings),
            (.signedText, { _ in signedTexts }), (.header, { _ in headers }),
            (.json, { _ in spellings }), (.json, \.rearrangements),
            (.identifierCase, \.identifiers), (.networkCase, \.networks),
            (.networkCase, { _ in headerNetworks }), (.boolean, \.literals),
            (.timestamp, \.units), (nil, \.changes), (nil, { _ in absences }),
            // These have the most variants and are the least likely.
            (.timestamp, \.readings), (.json, \.permutations),
        ]
    }

    // MARK: - Texts

    private func encoded(_ text: [UInt8]) -> [UInt8] { Base64URL.encode(text) }

    private func signed(_ header: [UInt8], _ payload: [UInt8]) -> [UInt8] {
        encoded(header) + [ASCII.dot] + encoded(payload)
    }

    private var signedTexts: [TextVariant] {
        let dot = [ASCII.dot]
        var texts: [(words: String, bytes: [UInt8])] = [
            ("only the payload was signed", payload), ("only the header was signed", header),
            ("header and payload were signed without the dot between them", header + payload),
            ("payload and header were swapped", payload + dot + header),
            ("a dot follows the payload", right + dot),
        ]
        var wrapped: [TextVariant] = []
        if let headerText = headerText?.content, let payloadText = payloadText?.content {
            texts += [
                ("the JSON of the payload was signed, not its base64url", payloadText),
                ("the JSON of header and payload was signed, not their base64url", headerText + dot + payloadText),
                ("the JSON of header and payload was signed without a dot", headerText + payloadText),
                ("the JSON of the payload was signed after the header's base64url", header + dot + payloadText),
                ("the JSON of the header was signed", headerText),
            ]
            for (own, other) in zip(OtherForms.base64(of: headerText), OtherForms.base64(of: payloadText)) {
                texts.append(("\(own.words) was signed", own.text + dot + other.text))
                texts.append(("only the payload was signed, in \(own.words)", other.text))
                wrapped += OtherForms.wrappings.flatMap { wrapping in
                    let words = "\(own.words) was signed \(OtherForms.words(wrapping))"
                    let second = OtherForms.wrapped(other.text, wrapping)
                    // When a shell captures a command's output, it removes the last line break.
                    return [OtherForms.wrapped(own.text, wrapping), own.text].map {
                        TextVariant(words + Self.wanted, $0 + dot + second)
                    }
                }
            }
        }
        return texts.flatMap { words, bytes -> [TextVariant] in
            let digest = SHA256.hash(bytes)
            let wanted = Self.wanted
            return [TextVariant(words + wanted, bytes)]
                + [digest, ASCII.hexDigits(of: digest)].map { TextVariant(words + " and hashed twice" + wanted, $0) }
        } + wrapped
    }

    // MARK: - Headers

    private var headers: [TextVariant] {
        guard let headerText, case .object(let members) = headerText.json, members.count <= 8 else {
            return []
        }
        let type = JSONValue.Member("typ", .string("JWT"))
        let hasType = members.contains { $0.name == type.name }
        var orders =
            members.count <= 3
            ? SignedMessage.permutations(of: members.count).map { $0.map { members[$0] } }
            : [members, members.reversed(), members.inOrder { $0.name < $1.name }]
        orders += orders.flatMap { order in
            hasType
                ? [order.filter { $0.name != type.name }]
                : (0...order.count).map { Array(order[..<$0] + [type] + order[$0...]) }
        }
        orders.append(members.filter { $0.name == HeaderField.algorithm.text })
        return orders.flatMap { order in
            JSONSpelling.all.map { spelling in
                let text = spelling.text(of: .object(order))
                return TextVariant(
                    "the header \(text.text) was signed instead of \(headerText.content.text)",
                    encoded(text) + [ASCII.dot] + payload)
            }
        }
    }

    // MARK: - The payload's text

    private var spellings: [TextVariant] {
        guard let payload = payloadText?.json else { return [] }
        let headers = headerText.map { header in
            [header.content] + JSONSpelling.all.prefix(2).map { $0.text(of: header.json) }
        }
        let wanted = ", not as it is in the token"
        func variants(_ words: String, _ text: [UInt8]) -> [TextVariant] {
            let words = "the payload was signed \(words)"
            let tokens = (headers ?? []).map { TextVariant(words + wanted, signed($0, text)) }
            return tokens + [
                TextVariant(words + ", and alone" + wanted, encoded(text)),
                TextVariant(words + ", as JSON and alone" + wanted, text),
            ]
        }
        return JSONSpelling.all.flatMap { variants($0.words, $0.text(of: payload)) }
    }

    // MARK: - Values

    /// Returns variants in which the header has the network's ID in another letter case, and the payload too.
    private var headerNetworks: [TextVariant] {
        guard let headerText, let keyID else { return [] }
        return OtherForms.networks(of: keyID).flatMap { words, other -> [TextVariant] in
            guard let text = headerText.replacing(HeaderField.keyID.text, with: other) else { return [] }
            let difference = "\"\(HeaderField.keyID.name)\" was signed \(words); it must be \(keyID)"
            let both = payloadText?.replacing(ImpressionField.adNetworkIdentifier.text, with: other)
            let payloads = [payload] + (both.map { [encoded($0.content)] } ?? [])
            return payloads.map { TextVariant(difference, encoded(text.content) + [ASCII.dot] + $0) }
        }
    }

    /// Returns variants in which optional fields are added or removed.
    private var absences: [TextVariant] {
        guard let payloadText, !payloadText.values.isEmpty else { return [] }
        let optional: [(field: Field, values: [String])] = [
            (ImpressionField.eligibleForReEngagement, ["true", "false"]),
            (PostbackField.publisherItemIdentifier, ["0"]),
            (PostbackField.marketplaceIdentifier, ["\"com.apple.AppStore\""]),
        ]
        return optional.flatMap { field, values -> [TextVariant] in
            let (name, words) = (field.text, "\"\(field.name)\" was")
            guard payloadText[name] == nil else {
                let variant = TextVariant(
                    "\(words) added after the payload was signed", payloadText.omitting { $0.name == name })
                return payloadText.values.count > 1 ? [variant] : []
            }
            return values.map { value in
                TextVariant(
                    "\(words) signed as \(value) and is missing here: it was changed after signing",
                    payloadText.inserting(.init(member: name, json: value), at: payloadText.values.count))
            }
        }
    }
}
