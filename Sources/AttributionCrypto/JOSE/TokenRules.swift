import AttributionBase

/// The rules that a compact JWS must follow before its payload is read (RFC 7515 §5.2), with the error that a device
/// throws for an impression that breaks them.
package enum TokenRules {
    package static let components = rule(
        "jws-components", "*", "a token must have three parts", "3 (header.payload.signature)", .components,
        suspicion: [.otherForm, .otherToken])
    package static let headerBase64URL = rule(
        "jws-header-base64url", "header", "the header must be canonical base64url", "made of A-Z a-z 0-9 - _, unpadded",
        .header, suspicion: [.otherForm, .otherToken])
    package static let headerJSON = rule(
        "jws-header-json", "header", "the header must be JSON with unique names", "JSON", .header,
        suspicion: [.otherForm, .otherToken])
    package static let headerObject = rule(
        "jws-header-object", "header", "the header must be an object", "an object", .header, suspicion: .otherForm)
    package static let algorithm = rule(
        "jws-alg", "alg", "the algorithm must be ES256", "\"ES256\"", .header, .generatingJWSImpressions,
        suspicion: .otherToken)
    package static let keyID = rule(
        "jws-kid", "kid", "the header must name the key", "a string", .header, .generatingJWSImpressions,
        suspicion: .otherToken)
    package static let critical = rule(
        "jws-critical", "*", "the header must have no critical extensions", "no crit or b64", .header,
        suspicion: .otherToken)
    package static let payloadBase64URL = rule(
        "jws-payload-base64url", "payload", "the payload must be canonical base64url",
        "made of A-Z a-z 0-9 - _, unpadded",
        .payload, suspicion: [.otherForm, .otherToken])
    package static let payloadJSON = rule(
        "jws-payload-json", "payload", "the payload must be JSON with unique names", "JSON", .payload,
        suspicion: [.otherForm, .otherToken])
    package static let payloadObject = rule(
        "jws-payload-object", "payload", "the payload must be an object", "an object", .payload, suspicion: .otherForm)
    package static let signatureBase64URL = rule(
        "jws-signature-base64url", "signature", "the signature must be canonical base64url",
        "made of A-Z a-z 0-9 - _, unpadded", .signature, suspicion: [.otherForm, .otherToken])
    package static let signatureLength = rule(
        "jws-signature-length", "signature", "the signature must be raw: r then s, 32 bytes each", "64 bytes",
        .signature, suspicion: .otherToken)
    package static let signatureRange = rule(
        "jws-signature-range", "signature",
        "both halves of the signature, r and s, must be from 1 to n-1, where n is the order of P-256",
        "r and s from 1 to n-1",
        .signature)
    package static let signature = rule(
        "jws-signature", "signature", "the signature must match the key that the kid names",
        "a signature by the key of the kid",
        .signature, .verifyingAPostback, suspicion: .otherToken)

    package static let embeddedKey = RuleBuilder(subject: .token, article: .jws).many(
        "jws-embedded-key", "the header should contain no key, since such a key is never trusted", severity: .warning,
        wanted: "absent from the header", ending: .then(", but never trusted"), hint: "keys are found by kid"
    ) { examination, report in
        let fields = [HeaderField.key, HeaderField.keySetURL, HeaderField.certificates, HeaderField.certificatesURL]
        for field in fields where examination[field] != nil {
            report(Problem("present", field: field.text))
        }
    }

    /// The rules that are checked for a readable header.
    package static let set = RuleSet([embeddedKey])

    package static let all: [Rule] = [
        components, headerBase64URL, headerJSON, headerObject, algorithm, keyID, critical, payloadBase64URL,
        payloadJSON, payloadObject, signatureBase64URL, signatureLength, signatureRange, signature, embeddedKey,
    ]

    private static func rule(
        _ id: String, _ field: String, _ summary: String, _ wanted: String, _ error: PlatformError,
        _ article: Article = .jws, suspicion: Rule.Suspicion = []
    ) -> Rule {
        Rule(
            id, .error, .token, field: field, summary, wanted: wanted, article: article, platformError: error,
            suspicion: suspicion)
    }
}
