import AdAttribution
import AttributionECDSA
import AttributionJOSE
import AttributionJSON
import AttributionRules

/// Tokens that must fail before their payload is checked: malformed ones and the known attacks on a JWS.
extension BrokenInputs {
    private var payload: String { fixtures.impressionPayload(at: 0).text }
    private var header: String { fixtures.header(keyID: fixtures.keyID) }

    private func broken(_ name: String, _ stage: BrokenInput.Stage, _ rule: Rule, _ token: String) -> BrokenInput {
        BrokenInput(
            .token, "token: " + name, rule, at: stage, .string(token),
            sound: .string(fixtures.token(header: header, payload: payload)))
    }

    /// Returns a token with another header and a valid signature.
    private func header(_ name: String, _ rule: Rule, _ header: String) -> BrokenInput {
        broken(name, .header, rule, fixtures.token(header: header, payload: payload))
    }

    private func payload(_ name: String, _ rule: Rule, _ payload: String) -> BrokenInput {
        broken(name, .payload, rule, fixtures.token(header: header, payload: payload))
    }

    var tokens: [BrokenInput] { components + headers + encodings + payloads + lengths + signatures }

    private var parts: [String] {
        fixtures.token(header: header, payload: payload).split(separator: ".").map(String.init)
    }

    private var components: [BrokenInput] {
        [
            broken("it is a lone dot", .components, TokenRules.components, "."),
            broken(
                "the signature is missing with its dot", .components, TokenRules.components, parts[0] + "." + parts[1]),
            broken(
                "it is a JWE with five parts", .components, TokenRules.components,
                parts.joined(separator: ".") + "..e30"),
            broken("it is a word", .components, TokenRules.components, "token"),
        ]
    }

    private var headers: [BrokenInput] {
        let kid = JSONValue.string(fixtures.keyID).text
        let publicKey = String(decoding: otherSigner.key.publicKey.jwk(), as: UTF8.self)
        return [
            broken(
                "alg is none and there is no signature", .header, TokenRules.algorithm,
                "\(encoded(#"{"alg":"none","kid":\#(kid)}"#)).\(parts[1])."),
            header("alg is None", TokenRules.algorithm, #"{"alg":"None","kid":\#(kid)}"#),
            broken("alg is HS256, keyed with the public key", .header, TokenRules.algorithm, confusedToken),
            header("alg is es256", TokenRules.algorithm, #"{"alg":"es256","kid":\#(kid)}"#),
            header("alg is ES384", TokenRules.algorithm, #"{"alg":"ES384","kid":\#(kid)}"#),
            header("alg is a number", TokenRules.algorithm, #"{"alg":256,"kid":\#(kid)}"#),
            header("alg is missing", TokenRules.algorithm, #"{"kid":\#(kid)}"#),
            header("kid is missing", TokenRules.keyID, #"{"alg":"ES256"}"#),
            header("kid is a number", TokenRules.keyID, #"{"alg":"ES256","kid":7}"#),
            header(
                "crit asks for an extension", TokenRules.critical,
                #"{"alg":"ES256","kid":\#(kid),"crit":["exp"],"exp":1}"#
            ),
            header("b64 is false", TokenRules.critical, #"{"alg":"ES256","kid":\#(kid),"b64":false}"#),
            header("alg is there twice", TokenRules.headerJSON, #"{"alg":"ES256","alg":"none","kid":\#(kid)}"#),
            header(
                "alg is there twice, once with an escape", TokenRules.headerJSON,
                #"{"alg":"ES256","\u0061lg":"none","kid":\#(kid)}"#),
            header("the header is not JSON", TokenRules.headerJSON, "{alg:ES256}"),
            header("the header is empty", TokenRules.headerJSON, ""),
            header("the header is followed by text", TokenRules.headerJSON, header + "x"),
            header("the header is an array", TokenRules.headerObject, #"["ES256"]"#),
        ]
            + [
                ("jwk", publicKey), ("jku", #""https://example.com""#), ("x5c", "[]"),
                ("x5u", #""https://example.com""#),
            ].map {
                member, value in
                broken(
                    "the header carries a \(member)", .rules, TokenRules.embeddedKey,
                    fixtures.token(header: #"{"alg":"ES256","kid":\#(kid),"\#(member)":\#(value)}"#, payload: payload))
            }
    }

    /// A token with HS256 and the public key's PEM as the secret, which deceives verifiers that let the header choose
    /// the algorithm.
    private var confusedToken: String {
        let signed = encoded(#"{"alg":"HS256","kid":\#(JSONValue.string(fixtures.keyID).text)}"#) + "." + parts[1]
        let tag = HMACSHA256.tag(of: Array(signed.utf8), key: Array(fixtures.key.publicKey.pemRepresentation.utf8))
        return signed + "." + String(decoding: Base64URL.encode(tag), as: UTF8.self)
    }

    private var encodings: [BrokenInput] {
        [
            broken("the header is padded", .header, TokenRules.headerBase64URL, "\(parts[0])=.\(parts[1]).\(parts[2])"),
            broken(
                "the payload is padded", .payload, TokenRules.payloadBase64URL, "\(parts[0]).\(parts[1])==.\(parts[2])"),
            broken(
                "the signature is padded", .signature, TokenRules.signatureBase64URL,
                "\(parts[0]).\(parts[1]).\(parts[2])=="),
            broken(
                "the signature is in standard base64", .signature, TokenRules.signatureBase64URL,
                "\(parts[0]).\(parts[1]).\(String(repeating: "+/", count: 43))"),
            broken(
                "the signature's last bits are not zero", .signature, TokenRules.signatureBase64URL,
                "\(parts[0]).\(parts[1]).\(parts[2].dropLast())\(next(after: parts[2].last))"),
            broken(
                "there is white space in the payload", .payload, TokenRules.payloadBase64URL,
                "\(parts[0]).\(parts[1].prefix(8)) \(parts[1].dropFirst(8)).\(parts[2])"),
            broken(
                "the header lacks a character", .header, TokenRules.headerBase64URL,
                "\(String(repeating: "A", count: 5)).\(parts[1]).\(parts[2])"),
        ]
    }

    /// Returns the next base64url character. After a character whose unused bits are zero, it encodes the same bytes
    /// with other unused bits.
    private func next(after character: Character?) -> Character {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        let place = character.flatMap { alphabet.firstIndex(of: $0) } ?? 0
        return alphabet[(place + 1) % alphabet.count]
    }

    private var payloads: [BrokenInput] {
        [
            payload("the payload is not JSON", TokenRules.payloadJSON, "impression"),
            payload("the payload is empty", TokenRules.payloadJSON, ""),
            payload("the payload breaks off", TokenRules.payloadJSON, String(payload.dropLast())),
            payload(
                "a field is there twice", TokenRules.payloadJSON,
                payload.dropLast() + #","\#(ImpressionField.sourceIdentifier.name)":10}"#),
            payload("the payload is a string", TokenRules.payloadObject, "\"impression\""),
        ]
    }

    private var lengths: [BrokenInput] {
        let raw = (try? Base64URL.decode(Array(parts[2].utf8))) ?? []
        let zero = [UInt8](repeating: 0, count: 32)
        let high = [UInt8](repeating: 0xff, count: 32)
        let order = RawSignature.order
        return [
            signature(
                "the signature is DER", TokenRules.signatureLength, DERSignature.derRepresentation(ofRaw: raw) ?? []),
            signature("the signature is cut short", TokenRules.signatureLength, Array(raw.dropLast())),
            signature("the signature is a byte too long", TokenRules.signatureLength, raw + [0]),
            signature("the signature is empty", TokenRules.signatureLength, []),
            signature("r is 0", TokenRules.signatureRange, zero + raw[32...]),
            signature("s is 0", TokenRules.signatureRange, raw[..<32] + zero),
            signature("r and s are 0", TokenRules.signatureRange, zero + zero),
            signature("r is n", TokenRules.signatureRange, order + raw[32...]),
            signature("s is n", TokenRules.signatureRange, raw[..<32] + order),
            signature("r is above n", TokenRules.signatureRange, high + raw[32...]),
            signature("r and s are swapped", TokenRules.signature, raw[32...] + raw[..<32]),
        ]
    }

    private func signature(_ name: String, _ rule: Rule, _ bytes: some Collection<UInt8>) -> BrokenInput {
        let text = String(decoding: Base64URL.encode(Array(bytes)), as: UTF8.self)
        return broken(name, .signature, rule, "\(parts[0]).\(parts[1]).\(text)")
    }

    private var signatures: [BrokenInput] {
        let other = fixtures.token(header: header, payload: fixtures.impressionPayload(at: 1).text)
            .split(separator: ".").map(String.init)
        let kid = JSONValue.string(fixtures.keyID).text
        let publicKey = String(decoding: otherSigner.key.publicKey.jwk(keyID: fixtures.keyID), as: UTF8.self)
        let embedding = #"{"alg":"ES256","kid":\#(kid),"jwk":\#(publicKey)}"#
        return [
            broken(
                "the payload was replaced", .signature, TokenRules.signature, "\(parts[0]).\(other[1]).\(parts[2])"),
            broken(
                "the signature is another token's", .signature, TokenRules.signature,
                "\(parts[0]).\(parts[1]).\(other[2])"),
            broken(
                "the header was rewritten", .signature, TokenRules.signature,
                "\(encoded(header + " ")).\(parts[1]).\(parts[2])"),
            broken(
                "it is signed by the key of another network", .signature, TokenRules.signature,
                otherSigner.token(header: header, payload: payload)),
            broken(
                "it is signed by the key that its header carries", .signature, TokenRules.signature,
                otherSigner.token(header: embedding, payload: payload)),
            broken(
                "it has Apple's kid, but Apple did not sign it", .signature, TokenRules.signature,
                fixtures.token(
                    header: #"{"kid":"apple-cas-identifier\/0","alg":"ES256"}"#,
                    payload: fixtures.postbackRequest(at: 0).build().payload.text)),
        ]
    }

    private func encoded(_ text: String) -> String {
        String(decoding: Base64URL.encode(Array(text.utf8)), as: UTF8.self)
    }
}
