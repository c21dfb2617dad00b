import AdAttribution
import ECDSA
import JOSE
import StrictJSON

/// Tokens that must fail before their payload is looked at: malformed ones, and the known attacks on a JWS.
extension BrokenInputs {
    private var payload: String { fixtures.impressionPayload(at: 0).text }
    private var header: String { fixtures.header(keyID: fixtures.keyID) }

    private func broken(
        _ name: String, _ stage: BrokenInput.Stage, _ rule: String, _ token: String
    ) -> BrokenInput {
        BrokenInput(
            "token: " + name, rule, at: stage, .string(token),
            sound: .string(fixtures.token(header: header, payload: payload)))
    }

    /// A token with another header, signed all the same.
    private func header(_ name: String, _ rule: String, _ header: String) -> BrokenInput {
        broken(name, .header, rule, fixtures.token(header: header, payload: payload))
    }

    private func payload(_ name: String, _ rule: String, _ payload: String) -> BrokenInput {
        broken(name, .payload, rule, fixtures.token(header: header, payload: payload))
    }

    var tokens: [BrokenInput] { components + headers + encodings + payloads + lengths + signatures }

    private var parts: [String] {
        fixtures.token(header: header, payload: payload).split(separator: ".").map(String.init)
    }

    private var components: [BrokenInput] {
        [
            broken("it is a lone dot", .components, "jws-components", "."),
            broken("the signature is missing with its dot", .components, "jws-components", parts[0] + "." + parts[1]),
            broken("it is JWE with five parts", .components, "jws-components", parts.joined(separator: ".") + "..e30"),
            broken("it is a word", .components, "jws-components", "token"),
        ]
    }

    private var headers: [BrokenInput] {
        let kid = JSONValue.string(fixtures.keyID).text
        let publicKey = String(decoding: stranger.key.publicKey.jwk(), as: UTF8.self)
        return [
            broken(
                "alg is none and there is no signature", .header, "jws-alg",
                "\(encoded(#"{"alg":"none","kid":\#(kid)}"#)).\(parts[1])."),
            header("alg is None", "jws-alg", #"{"alg":"None","kid":\#(kid)}"#),
            broken("alg is HS256, keyed with the public key", .header, "jws-alg", confusedToken),
            header("alg is es256", "jws-alg", #"{"alg":"es256","kid":\#(kid)}"#),
            header("alg is ES384", "jws-alg", #"{"alg":"ES384","kid":\#(kid)}"#),
            header("alg is a number", "jws-alg", #"{"alg":256,"kid":\#(kid)}"#),
            header("alg is missing", "jws-alg", #"{"kid":\#(kid)}"#),
            header("kid is missing", "jws-kid", #"{"alg":"ES256"}"#),
            header("kid is a number", "jws-kid", #"{"alg":"ES256","kid":7}"#),
            header(
                "crit asks for an extension", "jws-critical", #"{"alg":"ES256","kid":\#(kid),"crit":["exp"],"exp":1}"#
            ),
            header("b64 is false", "jws-critical", #"{"alg":"ES256","kid":\#(kid),"b64":false}"#),
            header("alg is there twice", "jws-header-json", #"{"alg":"ES256","alg":"none","kid":\#(kid)}"#),
            header(
                "alg is there twice, once with an escape", "jws-header-json",
                #"{"alg":"ES256","\u0061lg":"none","kid":\#(kid)}"#),
            header("the header is no JSON", "jws-header-json", "{alg:ES256}"),
            header("the header is empty", "jws-header-json", ""),
            header("the header is followed by text", "jws-header-json", header + "x"),
            header("the header is an array", "jws-header-object", #"["ES256"]"#),
        ]
            + [
                ("jwk", publicKey), ("jku", #""https://example.com""#), ("x5c", "[]"),
                ("x5u", #""https://example.com""#),
            ].map {
                member, value in
                broken(
                    "the header carries a \(member)", .rules, "jws-embedded-key",
                    fixtures.token(header: #"{"alg":"ES256","kid":\#(kid),"\#(member)":\#(value)}"#, payload: payload))
            }
    }

    /// HS256 with the public key's PEM as the secret: what a verifier falls for that lets the header choose.
    private var confusedToken: String {
        let signed = encoded(#"{"alg":"HS256","kid":\#(JSONValue.string(fixtures.keyID).text)}"#) + "." + parts[1]
        let tag = HMACSHA256.tag(of: Array(signed.utf8), key: Array(fixtures.key.publicKey.pemRepresentation.utf8))
        return signed + "." + String(decoding: Base64URL.encode(tag), as: UTF8.self)
    }

    private var encodings: [BrokenInput] {
        [
            broken("the header is padded", .header, "jws-header-base64url", "\(parts[0])=.\(parts[1]).\(parts[2])"),
            broken(
                "the payload is padded", .payload, "jws-payload-base64url", "\(parts[0]).\(parts[1])==.\(parts[2])"),
            broken(
                "the signature is padded", .signature, "jws-signature-base64url",
                "\(parts[0]).\(parts[1]).\(parts[2])=="),
            broken(
                "the signature is in standard base64", .signature, "jws-signature-base64url",
                "\(parts[0]).\(parts[1]).\(String(repeating: "+/", count: 43))"),
            broken(
                "the signature's last bits are not zero", .signature, "jws-signature-base64url",
                "\(parts[0]).\(parts[1]).\(parts[2].dropLast())\(next(after: parts[2].last))"),
            broken(
                "there is white space in the payload", .payload, "jws-payload-base64url",
                "\(parts[0]).\(parts[1].prefix(8)) \(parts[1].dropFirst(8)).\(parts[2])"),
            broken(
                "the header is cut by a character", .header, "jws-header-base64url",
                "\(String(repeating: "A", count: 5)).\(parts[1]).\(parts[2])"),
        ]
    }

    /// The character after one that base64url uses for zero last bits: it means the same bytes, with bits to spare.
    private func next(after character: Character?) -> Character {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        let place = character.flatMap { alphabet.firstIndex(of: $0) } ?? 0
        return alphabet[(place + 1) % alphabet.count]
    }

    private var payloads: [BrokenInput] {
        [
            payload("the payload is no JSON", "jws-payload-json", "impression"),
            payload("the payload is empty", "jws-payload-json", ""),
            payload("the payload breaks off", "jws-payload-json", String(payload.dropLast())),
            payload(
                "a field is there twice", "jws-payload-json",
                payload.dropLast() + #","source-identifier":10}"#),
            payload("the payload is a string", "jws-payload-object", "\"impression\""),
        ]
    }

    private var lengths: [BrokenInput] {
        let raw = (try? Base64URL.decode(Array(parts[2].utf8))) ?? []
        let zero = [UInt8](repeating: 0, count: 32)
        let high = [UInt8](repeating: 0xff, count: 32)
        let order = RawSignature.order
        return [
            signature("the signature is DER", "jws-signature-length", DERSignature.derRepresentation(ofRaw: raw) ?? []),
            signature("the signature is cut short", "jws-signature-length", Array(raw.dropLast())),
            signature("the signature is a byte too long", "jws-signature-length", raw + [0]),
            signature("the signature is empty", "jws-signature-length", []),
            signature("r is 0", "jws-signature-range", zero + raw[32...]),
            signature("s is 0", "jws-signature-range", raw[..<32] + zero),
            signature("r and s are 0", "jws-signature-range", zero + zero),
            signature("r is n", "jws-signature-range", order + raw[32...]),
            signature("s is n", "jws-signature-range", raw[..<32] + order),
            signature("r is above n", "jws-signature-range", high + raw[32...]),
            signature("r and s are swapped", "jws-signature", raw[32...] + raw[..<32]),
        ]
    }

    private func signature(_ name: String, _ rule: String, _ bytes: some Collection<UInt8>) -> BrokenInput {
        let text = String(decoding: Base64URL.encode(Array(bytes)), as: UTF8.self)
        return broken(name, .signature, rule, "\(parts[0]).\(parts[1]).\(text)")
    }

    private var signatures: [BrokenInput] {
        let other = fixtures.token(header: header, payload: fixtures.impressionPayload(at: 1).text)
            .split(separator: ".").map(String.init)
        let kid = JSONValue.string(fixtures.keyID).text
        let publicKey = String(decoding: stranger.key.publicKey.jwk(keyID: fixtures.keyID), as: UTF8.self)
        let embedding = #"{"alg":"ES256","kid":\#(kid),"jwk":\#(publicKey)}"#
        return [
            broken(
                "the payload was replaced", .signature, "jws-signature", "\(parts[0]).\(other[1]).\(parts[2])"),
            broken(
                "the signature is another token's", .signature, "jws-signature", "\(parts[0]).\(parts[1]).\(other[2])"),
            broken(
                "the header was rewritten", .signature, "jws-signature",
                "\(encoded(header + " ")).\(parts[1]).\(parts[2])"),
            broken(
                "it is signed by the key of another network", .signature, "jws-signature",
                stranger.token(header: header, payload: payload)),
            broken(
                "it is signed by the key that its header carries", .signature, "jws-signature",
                stranger.token(header: embedding, payload: payload)),
            broken(
                "it is signed by nobody under Apple's kid", .signature, "jws-signature",
                fixtures.token(
                    header: #"{"kid":"apple-cas-identifier\/0","alg":"ES256"}"#,
                    payload: fixtures.postbackRequest(at: 0).build().payload.text)),
        ]
    }

    private func encoded(_ text: String) -> String {
        String(decoding: Base64URL.encode(Array(text.utf8)), as: UTF8.self)
    }
}
