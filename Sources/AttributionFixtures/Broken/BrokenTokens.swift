import AttributionBase
import AttributionCrypto
import AttributionModel

/// Tokens that must be rejected before their payload is checked: malformed ones, and the known attacks on JWS. Each is made twice: from an
/// impression, and from the token in a postback body.
extension BrokenInputs {
    var tokens: [BrokenInput] {
        let attacks = components + headers + embeddedKeys + encodings + payloads + signatures
        return [SignedToken.Content.impression, .postback].flatMap { content in
            attacks.map { attack in
                token(content, attack.name, attack.rule, at: attack.stage, attack.make)
            }
        } + [forgery]
    }

    private func token(
        _ content: SignedToken.Content, _ name: String, _ rule: Rule, at stage: BrokenInput.Stage,
        _ attack: (SignedToken) -> String
    ) -> BrokenInput {
        let name = content.label + name
        return input(content.kind, name, rule, at: stage) {
            let token = SignedToken(content, fixtures, otherSigner, name)
            return .init(broken: token.input(attack(token)), sound: token.sound)
        }
    }

    /// An attack, which changes the parts of a token.
    private struct Attack {
        let name: String
        let stage: BrokenInput.Stage
        let rule: Rule
        let make: (SignedToken) -> String

        init(_ name: String, _ stage: BrokenInput.Stage, _ rule: Rule, _ make: @escaping (SignedToken) -> String) {
            self.name = name
            self.stage = stage
            self.rule = rule
            self.make = make
        }
    }

    private var components: [Attack] {
        let rule = TokenRules.components
        return [
            Attack("it is a lone dot", .components, rule) { _ in "." },
            Attack("the signature is missing with its dot", .components, rule) { "\($0.header).\($0.payload)" },
            Attack("it is a JWE with five parts", .components, rule) { $0.compact + "..e30" },
            Attack("it is a word", .components, rule) { _ in "token" },
        ]
    }

    private var headers: [Attack] {
        /// Returns a token with another header and a valid signature. `KID` in the header stands for the JSON text of the `kid`.
        func header(_ name: String, _ rule: Rule, _ header: String) -> Attack {
            Attack(name, .header, rule) { $0.signed(header: header.replacingEach("KID", by: $0.keyID)) }
        }
        let algorithm = TokenRules.algorithm
        return [
            Attack("alg is none and there is no signature", .header, algorithm) {
                "\(encoded(#"{"alg":"none","kid":\#($0.keyID)}"#)).\($0.payload)."
            },
            header("alg is None", algorithm, #"{"alg":"None","kid":KID}"#),
            // A verifier that lets the header choose the algorithm would accept an HMAC whose secret is the public key's PEM.
            Attack("alg is HS256, keyed with the public key", .header, algorithm) { token in
                let signed = encoded(#"{"alg":"HS256","kid":\#(token.keyID)}"#) + "." + token.payload
                let key = Array(fixtures.key.publicKey.pemRepresentation.utf8)
                return signed + "." + encoded(HMACSHA256.tag(of: Array(signed.utf8), key: key))
            },
            header("alg is es256", algorithm, #"{"alg":"es256","kid":KID}"#),
            header("alg is ES384", algorithm, #"{"alg":"ES384","kid":KID}"#),
            header("alg is a number", algorithm, #"{"alg":256,"kid":KID}"#),
            header("alg is missing", algorithm, #"{"kid":KID}"#),
            header("kid is missing", TokenRules.keyID, #"{"alg":"ES256"}"#),
            header("kid is a number", TokenRules.keyID, #"{"alg":"ES256","kid":7}"#),
            header(
                "crit asks for an extension", TokenRules.critical,
                #"{"alg":"ES256","kid":KID,"crit":["exp"],"exp":1}"#),
            header("b64 is false", TokenRules.critical, #"{"alg":"ES256","kid":KID,"b64":false}"#),
            header("alg is there twice", TokenRules.headerJSON, #"{"alg":"ES256","alg":"none","kid":KID}"#),
            header(
                "alg is there twice, once with an escape", TokenRules.headerJSON,
                #"{"alg":"ES256","\u0061lg":"none","kid":KID}"#),
            header("the header is not JSON", TokenRules.headerJSON, "{alg:ES256}"),
            header("the header is empty", TokenRules.headerJSON, ""),
            header("the header is followed by text", TokenRules.headerJSON, #"{"alg":"ES256","kid":KID}x"#),
            header("the header is an array", TokenRules.headerObject, #"["ES256"]"#),
        ]
    }

    private var embeddedKeys: [Attack] {
        let publicKey = String(decoding: otherSigner.key.publicKey.jwk(), as: UTF8.self)
        let url = #""https://example.com""#
        return [("jwk", publicKey), ("jku", url), ("x5c", "[]"), ("x5u", url)].map { member, value in
            Attack("the header carries a \(member)", .rules, TokenRules.embeddedKey) {
                $0.signed(header: #"{"alg":"ES256","kid":\#($0.keyID),"\#(member)":\#(value)}"#)
            }
        }
    }

    private var encodings: [Attack] {
        [
            Attack("the header is padded", .header, TokenRules.headerBase64URL) { $0.with(header: $0.header + "=") },
            Attack("the payload is padded", .payload, TokenRules.payloadBase64URL) {
                $0.with(payload: $0.payload + "==")
            },
            Attack("the signature is padded", .signature, TokenRules.signatureBase64URL) {
                $0.with(signature: $0.signature + "==")
            },
            Attack("the signature is in standard base64", .signature, TokenRules.signatureBase64URL) {
                $0.with(signature: String(repeating: "+/", count: 43))
            },
            Attack("the signature's last bits are not zero", .signature, TokenRules.signatureBase64URL) {
                $0.with(signature: $0.signature.dropLast() + String(next(after: $0.signature.last)))
            },
            Attack("there is white space in the payload", .payload, TokenRules.payloadBase64URL) {
                $0.with(payload: "\($0.payload.prefix(8)) \($0.payload.dropFirst(8))")
            },
            Attack("the header lacks a character", .header, TokenRules.headerBase64URL) { $0.with(header: "AAAAA") },
        ]
    }

    /// Returns the next base64url character. If the unused bits of the given one are zero, the next one encodes the same bytes with nonzero
    /// unused bits.
    private func next(after character: Character?) -> Character {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        let index = character.flatMap { alphabet.firstIndex(of: $0) } ?? 0
        return alphabet[(index + 1) % alphabet.count]
    }

    private var payloads: [Attack] {
        func payload(_ name: String, _ rule: Rule, _ change: @escaping (String) -> String) -> Attack {
            Attack(name, .payload, rule) { $0.signed(payload: change($0.payloadText)) }
        }
        return [
            payload("the payload is not JSON", TokenRules.payloadJSON) { _ in "impression" },
            payload("the payload is empty", TokenRules.payloadJSON) { _ in "" },
            payload("the payload breaks off", TokenRules.payloadJSON) { String($0.dropLast()) },
            payload("a field is there twice", TokenRules.payloadJSON) {
                $0.dropLast() + #","\#(ImpressionField.sourceIdentifier.name)":10}"#
            },
            payload("the payload is a string", TokenRules.payloadObject) { _ in "\"impression\"" },
        ]
    }

    private var signatures: [Attack] {
        func bytes(_ name: String, _ rule: Rule, _ change: @escaping ([UInt8]) -> [UInt8]) -> Attack {
            Attack(name, .signature, rule) { $0.with(signature: encoded(change($0.signatureBytes))) }
        }
        func forged(_ name: String, _ make: @escaping (SignedToken) -> String) -> Attack {
            Attack(name, .signature, TokenRules.signature, make)
        }
        let zero = [UInt8](repeating: 0, count: 32)
        let order = ECDSASignature.order
        let (length, range) = (TokenRules.signatureLength, TokenRules.signatureRange)
        return [
            bytes("the signature is DER", length) { ECDSASignature.derRepresentation(ofRaw: $0) ?? [] },
            bytes("the signature is cut short", length) { Array($0.dropLast()) },
            bytes("the signature is a byte too long", length) { $0 + [0] },
            bytes("the signature is empty", length) { _ in [] },
            bytes("r is 0", range) { zero + $0[32...] },
            bytes("s is 0", range) { $0[..<32] + zero },
            bytes("r and s are 0", range) { _ in zero + zero },
            bytes("r is n", range) { order + $0[32...] },
            bytes("s is n", range) { $0[..<32] + order },
            bytes("r is above n", range) { [UInt8](repeating: 0xff, count: 32) + $0[32...] },
            bytes("r and s are swapped", TokenRules.signature) { Array($0[32...] + $0[..<32]) },
            forged("the payload was replaced") { $0.with(payload: $0.another.payload) },
            forged("the signature is another token's") { $0.with(signature: $0.another.signature) },
            forged("the header was rewritten") { $0.with(header: encoded($0.headerText + " ")) },
            forged("it is signed by the key of another network") { $0.otherSigner.compact },
            forged("it is signed by the key that its header carries") { token in
                let key = String(decoding: otherSigner.key.publicKey.jwk(), as: UTF8.self)
                return token.otherSigner.signed(header: #"{"alg":"ES256","kid":\#(token.keyID),"jwk":\#(key)}"#)
            },
        ]
    }

    /// A postback under Apple's `kid`. An impression under this `kid` would break another rule.
    private var forgery: BrokenInput {
        token(.postback, "it has Apple's kid, but Apple did not sign it", TokenRules.signature, at: .signature) {
            $0.signed(header: #"{"kid":"apple-cas-identifier\/0","alg":"ES256"}"#)
        }
    }
}
