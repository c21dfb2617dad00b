import StrictJSON

/// What a compact JWS must satisfy before its payload is looked at (RFC 7515 §5.2), with the error that a device throws
/// for an impression that does not.
enum TokenRules {
    static let set = RuleSet(all)

    static let all: [Rule] = [
        rule("jws-components", "*", "a token has three parts", "3 (header.payload.signature)", .components),
        rule("jws-header-base64url", "header", "the header is canonical base64url", "A-Z a-z 0-9 - _", .header),
        rule("jws-header-json", "header", "the header is JSON with unique names", "JSON", .header),
        rule("jws-header-object", "header", "the header is an object", "an object", .header),
        rule("jws-alg", "alg", "the algorithm is ES256", "\"ES256\"", .header, .generatingJWSImpressions),
        rule("jws-kid", "kid", "the header names the key", "a string", .header, .generatingJWSImpressions),
        rule("jws-critical", "*", "no extension has to be understood", "neither crit nor b64", .header),
        rule("jws-payload-base64url", "payload", "the payload is canonical base64url", "A-Z a-z 0-9 - _", .payload),
        rule("jws-payload-json", "payload", "the payload is JSON with unique names", "JSON", .payload),
        rule("jws-payload-object", "payload", "the payload is an object", "an object", .payload),
        rule(
            "jws-signature-base64url", "signature", "the signature is canonical base64url", "A-Z a-z 0-9 - _",
            .signature),
        rule("jws-signature-length", "signature", "the signature is raw: r then s", "64 bytes", .signature),
        rule("jws-signature-range", "signature", "r and s are numbers that a key can give", "1 to n-1", .signature),
        rule(
            "jws-signature", "signature", "the signature is by the key of the kid", "one by the key of the kid",
            .signature,
            .verifyingAPostback),
        embeddedKey,
    ]

    private static func rule(
        _ id: String, _ field: String, _ summary: String, _ wanted: String, _ appleError: Rule.AppleError,
        _ article: Article = .jws
    ) -> Rule {
        Rule(
            id: id, severity: .error, subject: .token, field: field, summary: summary, wanted: wanted, hint: nil,
            article: article, appleError: appleError, isAboutOneValue: false, check: .elsewhere)
    }

    private static let embeddedKey = Rule(
        id: "jws-embedded-key", severity: .warning, subject: .token, field: "*",
        summary: "the header carries no key, since none in it is ever trusted", wanted: "no such member",
        hint: "keys are found by kid", article: .jws, appleError: nil, isAboutOneValue: false,
        check: .many { examination in
            guard let header = examination.header else { return [] }
            return ["jwk", "jku", "x5c", "x5u"].filter { header.member(named: $0) != nil }.map {
                Violation("present", field: $0)
            }
        })
}
