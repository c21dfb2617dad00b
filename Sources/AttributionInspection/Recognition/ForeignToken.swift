import AttributionBase
import AttributionCrypto

// Recognises tokens that are for other purposes by their claims. This is used only for hints.

extension JSONView {
    /// Whether an object has the claims of the token with which a marketplace confirms an installation.
    var isInstallVerification: Bool {
        guard let audience = member("aud"), audience.kind == .string else { return false }
        return audience.string.hasPrefix("AppleDownloadVerification")
    }
}

extension ByteView {
    /// The name of the token, with its article, if the text is a token for another purpose. White space around it is ignored. Nil for a
    /// token of AdAttributionKit, and for one that cannot be read.
    package var nameAsForeignToken: String? {
        guard count <= InputFault.longestInput else { return nil }
        if isEncryptedToken { return "an encrypted token (JWE)" }
        var reader = TokenReader(checksSignatures: false)
        var payload = ByteBuffer()
        reader.read(self, payloadTo: &payload)
        guard let header = reader.headerView, reader.reading.payload != nil,
            let claims = reader.payloadView(in: payload, from: 0), claims.kind == .object, claims.messageKind == nil
        else { return nil }
        return Self.name(of: claims, header)
    }

    /// Says what a token for another purpose looks like; nil for any other text.
    var lookAsForeignToken: String? {
        nameAsForeignToken.map { "this looks like \($0), not an AdAttributionKit token" }
    }

    /// Says what a text looks like that is similar to a token of AdAttributionKit: a shortened copy, or a token for another purpose. Nil
    /// for any other text.
    package var lookOfToken: String? {
        guard count <= InputFault.longestInput else { return nil }
        if includes("...") || includes("…") {
            return "this looks like a shortened copy of a token: its dots replace what was left out"
        }
        if let look = lookAsForeignToken { return look }
        if let part = partWithByteOrderMark {
            return "the \(part) begins with a byte order mark; the signer must write UTF-8 without one"
        }
        if let look = lookOfMisplacedParts { return look }
        if isElided { return "this looks like a copy of a token in which a part was replaced or left out" }
        return text.unicodeScalars.first { !$0.isASCII }.map { scalar in
            "the token contains \(codePoint(scalar)), which no token has; was it changed by a text editor?"
        }
    }

    /// Says what is wrong with a token whose beginning is missing, or whose header and payload are in the wrong order; nil for any other
    /// text.
    package var lookOfMisplacedParts: String? {
        guard occurrences(of: ASCII.dot) == 2, areTokenCharacters, let first = firstOffset(of: ASCII.dot),
            let second = firstOffset(of: ASCII.dot, from: first + 1)
        else { return nil }
        func object(_ text: [UInt8]) -> JSONValue? {
            guard let json = try? Base64URL.decode(text), let value = try? JSONValue(parsing: json),
                case .object = value
            else { return nil }
            return value
        }
        let (header, payload) = ([UInt8](part(0..<first)), [UInt8](part(first + 1..<second)))
        if let header = object(header) {
            return header["alg"] == nil && object(payload)?["alg"] != nil
                ? "the header and the payload are in the wrong order: the second part is the header" : nil
        }
        // A longer header would be decoded for each beginning.
        guard !beginsLikeToken, header.count <= 1 << 10, object(payload) != nil else { return nil }
        // What most tokens begin with.
        let beginning = Base64URL.encode(Array(#"{"alg":"ES256","kid":""#.utf8))
        let cut = (1..<beginning.count).first { object(Array(beginning[..<$0]) + header)?["alg"] == .string("ES256") }
        let missing = cut.map { count in
            "with \(quoted(String(decoding: beginning[..<count], as: UTF8.self))) before it, its header can be read"
        }
        return "the beginning of the token is missing: " + (missing ?? "a token begins with \"eyJ\"")
    }

    /// The name of the token's part that has a byte order mark before its JSON; nil if none has.
    private var partWithByteOrderMark: String? {
        starts(with: "77u_ey".utf8) || starts(with: "77u/ey".utf8)
            ? "header" : beginsLikeToken && (includes(".77u_ey") || includes(".77u/ey")) ? "payload" : nil
    }

    /// Whether a text contains something by which logs and documents replace a part of a token, such as `[REDACTED]`, `***` or `<payload>`.
    private var isElided: Bool {
        let marks = "*[]<>{}()".utf8
        guard beginsLikeToken || first.map(marks.contains) == true else { return false }
        return contains(where: marks.contains) || includes("..") && occurrences(of: ASCII.dot) != 2
    }

    /// Whether a text is a JWE: it has five parts, and its header names the encryption (RFC 7516 §3).
    private var isEncryptedToken: Bool {
        guard occurrences(of: ASCII.dot) == 4, let dot = firstOffset(of: ASCII.dot) else { return false }
        let header = Base64URL.decodeLeniently([UInt8](part(0..<dot))).flatMap { try? JSONValue(parsing: $0) }
        return header?["enc"] != nil
    }

    private static func name(of claims: JSONView, _ header: JSONView) -> String? {
        func has(_ name: String) -> Bool { claims.member(named: name) != nil }
        let issuer = claims.member("iss").flatMap { $0.kind == .string ? $0.string : nil } ?? ""
        if claims.isInstallVerification { return "an install verification token of a marketplace" }
        if has("deviceVerification"), has("bundleId") { return "an AppTransaction of StoreKit" }
        if has("notificationType") { return "a notification of the App Store Server API" }
        if has("transactionId") { return "a signed App Store transaction, as in StoreKit" }
        if has("autoRenewStatus") || has("autoRenewProductId") { return "renewal information of the App Store" }
        if claims.member("aud")?.isString("appstoreconnect-v1") == true {
            return "a token for the App Store Connect API"
        }
        if let owner = tokenOwners.first(where: { issuer.includes($0.host) }) {
            return "an identity token of \(owner.name)"
        }
        if header.member("typ")?.isString("at+jwt") == true { return "an access token of OAuth" }
        let known = ["iss", "sub", "aud", "exp", "nbf", "iat", "jti", "scope", "nonce", "email"].filter(has)
        if known == ["iss", "iat"], issuer.utf8.count == 10 {
            return "a provider token for another Apple service, such as push notifications"
        }
        return known.count > 1 ? "a JWT for authorisation (it has \(known.joined(separator: ", ")))" : nil
    }

    private static let tokenOwners: [(host: String, name: String)] = [
        ("appleid.apple.com", "Sign in with Apple"), ("accounts.google.com", "Google"),
        ("securetoken.google.com", "Firebase"), ("login.microsoftonline.com", "Microsoft"),
        ("sts.windows.net", "Microsoft"), ("cognito-idp.", "Amazon Cognito"), (".auth0.com", "Auth0"),
    ]
}
