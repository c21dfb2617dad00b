import AttributionCrypto
import AttributionFixtures
import AttributionTestSupport
import Testing

@testable import AttributionInspection

/// Tokens for other purposes are named, unlike those of AdAttributionKit.
struct ForeignTokenTests {
    static let vectors: [(header: String, payload: String, name: String?)] = [
        (#"{"alg":"ES256","x5c":[]}"#, #"{"transactionId":"1","signedDate":1}"#, "a signed App Store transaction"),
        (#"{"alg":"ES256","x5c":[]}"#, #"{"notificationType":"TEST"}"#, "a notification of the App Store Server API"),
        (#"{"alg":"ES256","x5c":[]}"#, #"{"autoRenewStatus":1}"#, "renewal information"),
        (#"{"alg":"ES256","kid":"A"}"#, #"{"aud":"appstoreconnect-v1"}"#, "App Store Connect"),
        (#"{"alg":"ES256","kid":"A"}"#, #"{"iss":"ABCDE12345","iat":1}"#, "another Apple service"),
        (#"{"alg":"RS256"}"#, #"{"iss":"https://appleid.apple.com"}"#, "Sign in with Apple"),
        (#"{"alg":"RS256"}"#, #"{"iss":"https://accounts.google.com"}"#, "an identity token of Google"),
        (#"{"alg":"RS256"}"#, #"{"iss":"https://securetoken.google.com/p"}"#, "Firebase"),
        (#"{"alg":"RS256","typ":"at+jwt"}"#, #"{"iss":"https://a"}"#, "an access token"),
        (#"{"alg":"HS256"}"#, #"{"sub":"1","iat":1}"#, "a JWT for authorisation (it has sub, iat)"),
        (#"{"alg":"ES256"}"#, #"{"a":1}"#, nil), (#"{"alg":"ES256"}"#, "[]", nil),
        (#"{"alg":"ES256"}"#, #"{"impression-identifier":"a","iss":"b","exp":1}"#, nil),
        (#"{"alg":"ES256"}"#, #"{"postback-identifier":"a","iss":"b","exp":1}"#, nil),
    ]

    private func name(of text: String) -> String? {
        Array(text.utf8).withBytes { $0.nameAsForeignToken }
    }

    private func encoded(_ text: String) -> String {
        String(decoding: Base64URL.encode(Array(text.utf8)), as: UTF8.self)
    }

    @Test func otherTokensHaveTheirName() {
        for (header, payload, wanted) in Self.vectors {
            let found = name(of: "\(encoded(header)).\(encoded(payload)).AA")
            #expect(wanted.map { found?.contains($0) == true } ?? (found == nil), "\(payload): \(found ?? "none")")
        }
        // Five parts are a JWE only if the header names the encryption.
        expect(name(of: encoded(#"{"alg":"dir","enc":"A256GCM"}"#) + "..b.c.d"), "an encrypted token (JWE)")
        #expect(name(of: "eyJ.a.b.c.d") == nil)
        for text in ["", ".", "eyJ", "eyJ..", "{}", "a.b.c"] { #expect(name(of: text) == nil) }
        // The purpose is detected only if the whole token is readable.
        for (header, payload, _) in Self.vectors {
            for text in [".\(encoded(payload)).AA", "!.\(encoded(payload)).AA", "\(encoded(header)).!.AA"] {
                #expect(name(of: text) == nil, "\(text)")
            }
        }
        let fixtures = Fixtures(seed: 1)
        #expect(name(of: fixtures.impression(at: 0)) == nil)
    }
}
