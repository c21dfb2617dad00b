import AttributionBase

/// An https URL with a domain, split by its syntax.
struct WebAddress {
    /// The labels of the domain, in lowercase.
    private let labels: [Substring]
    /// What follows the domain.
    private let rest: Substring
    let suffix: PublicSuffix

    /// Returns nil for any other string.
    init?(_ text: String) {
        guard text.lowercased().hasPrefix("https://") else { return nil }
        let host = text.dropFirst(8).prefix { $0 != "/" && $0 != "?" && $0 != "#" && $0 != ":" }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        let areGood = labels.allSatisfy { label in
            !label.isEmpty && label.utf8.allSatisfy { Self.isLetter($0) || ASCII.isDigit($0) || $0 == ASCII.minus }
        }
        // An IP address has no registrable domain.
        guard labels.count >= 2, areGood, labels.last?.utf8.contains(where: Self.isLetter) == true else { return nil }
        self.labels = host.lowercased().split(separator: ".")
        rest = text.dropFirst(8 + host.count)
        suffix = PublicSuffix(of: self.labels)
    }

    private static func isLetter(_ byte: UInt8) -> Bool { ASCII.isUppercase(byte & ~0x20) }

    private func domain(ofLast count: Int) -> String { labels.suffix(count).joined(separator: ".") }

    var suffixName: String { domain(ofLast: suffix.count) }

    /// The registrable part of the domain: a public suffix and one more label; nil if the domain is a public suffix.
    private var registrableDomain: String? { suffix.count < labels.count ? domain(ofLast: suffix.count + 1) : nil }

    /// Whether the domain can be registered, or is one that a provider shares out.
    var isRegistrable: Bool { suffix.isShared || suffix.count < labels.count }

    /// Whether it is known, and not only likely, which part of the domain is the registrable one.
    var isCertain: Bool { suffix.isCertain && !suffix.isShared }

    /// The other part that may be the registrable one; nil if there is no doubt. Some countries register names below words that
    /// no other country has, and the list of those is long.
    private var otherDomain: String? {
        guard !suffix.isCertain, suffix.count == 1, labels.count > 2, labels.last?.utf8.count == 2 else { return nil }
        return domain(ofLast: 3)
    }

    /// Whether there is more than the registrable domain, which is the only part that the system uses.
    var hasMoreThanDomain: Bool {
        registrableDomain.map { $0 != domain(ofLast: labels.count) } ?? false || !(rest.isEmpty || rest == "/")
    }

    /// Returns the URL that receives copies of a framework's postbacks; nil if the domain is a public suffix, or if it is not
    /// known which of two parts is the registrable one.
    func copyURL(for framework: Framework) -> String? {
        otherDomain == nil ? registrableDomain.map { url(of: $0, framework) } : nil
    }

    private func url(of domain: String, _ framework: Framework) -> String { "https://" + domain + framework.copyPath }

    /// Returns where copies of a framework's postbacks arrive, in words; nil if the domain is a public suffix.
    func arrival(of framework: Framework) -> String? {
        guard let domain = registrableDomain else { return nil }
        // Where a provider shares out the domain, another rule says that it is not certain.
        let likely = "copies \(isCertain ? "" : "probably ")arrive at \(url(of: domain, framework))"
        guard let otherDomain else { return likely }
        return "\(likely), but at \(url(of: otherDomain, framework)) if \(quoted(domain)) is a public suffix"
    }
}

extension WebAddress {
    /// Returns why a text is not an address, in words that go before what it must be; nil if the reason is not plain.
    static func fault(in text: String) -> String? {
        let rest = text.dropFirst(8)
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let host = authority.prefix { $0 != ":" }
        return switch true {
        case text.isEmpty: "it is empty"
        case text.first?.isWhitespace == true || text.last?.isWhitespace == true: "it has white space around it"
        case text.lowercased().hasPrefix("http://"): "it begins with http://, not https://"
        case !text.lowercased().hasPrefix("https://"): "it does not begin with https://"
        case text != withoutUser(text): "it has a user name or a password before the domain"
        case authority.isEmpty: "it has no domain"
        case !authority.utf8.allSatisfy { $0 < 0x80 }:
            "its domain has letters beyond ASCII; write it as DNS does, with xn--"
        case host.last == ".": "its domain ends in a dot"
        case host.contains("_") || host.contains { $0.isWhitespace || $0 == "%" || $0 == "*" }:
            "its domain has characters other than letters, digits and hyphens"
        case authority.first == "[" || host.split(separator: ".").last?.allSatisfy(\.isNumber) == true:
            "it has an IP address in place of a domain"
        case !host.contains("."): "\(quoted(String(host))) is not a domain that can be registered"
        default: nil
        }
    }

    /// Returns a text without the user name and the password of a URL, which may be secret.
    static func withoutUser(_ text: String) -> String {
        let slash = text.firstIndex(of: "/") ?? text.endIndex
        let start = text[slash...].hasPrefix("//") ? text.index(slash, offsetBy: 2) : text.startIndex
        let authority = text[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        // A password may have any of these unescaped.
        let all = authority.contains(":") ? text[start...] : authority
        guard let at = all.lastIndex(of: "@") else { return text }
        return text[..<start] + "…" + text[at...]
    }
}

extension Framework {
    /// The path below an app developer's domain that copies of postbacks go to [Receiving ad attributions and postbacks, of
    /// either framework].
    var copyPath: String {
        switch self {
        case .adAttributionKit: "/.well-known/appattribution/report-attribution/"
        case .skAdNetwork: "/.well-known/skadnetwork/report-attribution/"
        }
    }

    /// Returns the URL that receives copies of postbacks, according to an Info.plist or attribution settings by themselves;
    /// nil if there is no endpoint or it is not an https URL.
    package func copyURL(in root: JSONView) -> String? {
        let endpoint =
            switch self {
            case .adAttributionKit: root.copyEndpoint
            case .skAdNetwork: root.text(ConfigurationField.skAdNetworkCopies)
            }
        return endpoint.flatMap { WebAddress($0) }?.copyURL(for: self)
    }
}

extension JSONView {
    /// The URL for copies of AdAttributionKit postbacks, which counts only at the top; nil if it is no https URL.
    var copyEndpoint: String? {
        text(ConfigurationField.copyEndpoint).flatMap { WebAddress($0)?.isRegistrable == true ? $0 : nil }
    }

    fileprivate func text(_ field: Field) -> String? {
        member(field.name).flatMap { $0.kind == .string ? $0.string : nil }
    }
}
