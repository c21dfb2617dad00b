import AttributionBase

/// The parts of an https URL with a domain.
struct WebAddress {
    /// The labels of the domain, in lowercase.
    private let labels: [Substring]
    /// The part of the URL after the domain.
    private let rest: Substring
    let suffix: PublicSuffix

    /// Returns nil if the text is not such a URL.
    init?(_ text: String) {
        let bytes = text.utf8
        guard bytes.count > 8, text.prefix(8).lowercased() == "https://" else { return nil }
        let host = bytes.dropFirst(8).prefix { !"/?#:".utf8.contains($0) }
        let labels = host.split(separator: ASCII.dot, omittingEmptySubsequences: false)
        let areGood = labels.allSatisfy { label in
            !label.isEmpty && label.allSatisfy { Self.isLetter($0) || ASCII.isDigit($0) || $0 == ASCII.minus }
        }
        // An IP address has no registrable domain.
        guard labels.count >= 2, areGood, labels.last?.contains(where: Self.isLetter) == true else { return nil }
        self.labels = Substring(host).lowercased().split(separator: ".")
        rest = text[host.endIndex...]
        suffix = PublicSuffix(of: self.labels)
    }

    private static func isLetter(_ byte: UInt8) -> Bool { ASCII.isUppercase(byte & ~0x20) }

    private func domain(ofLast count: Int) -> String { labels.suffix(count).joined(separator: ".") }

    var suffixName: String { domain(ofLast: suffix.count) }

    /// The registrable domain: the public suffix and one more label; nil if the whole domain is a public suffix.
    private var registrableDomain: String? { suffix.count < labels.count ? domain(ofLast: suffix.count + 1) : nil }

    /// Whether the domain is below a registry's suffix, or belongs to a provider.
    var isRegistrable: Bool { suffix.isShared || suffix.count < labels.count }

    /// Whether the registrable domain is known for certain.
    var isCertain: Bool { suffix.isCertain && !suffix.isShared }

    /// The other domain that may be the registrable one; nil if it is not in doubt. Some countries have second-level suffixes that no other
    /// country has, and the list of all of them is long.
    private var otherDomain: String? {
        guard !suffix.isCertain, suffix.count == 1, labels.count > 2, labels.last?.utf8.count == 2 else { return nil }
        return domain(ofLast: 3)
    }

    /// Whether the URL has more than the registrable domain, the only part that the system uses.
    var hasMoreThanDomain: Bool {
        registrableDomain.map { $0 != domain(ofLast: labels.count) } ?? false || !(rest.isEmpty || rest == "/")
    }

    /// Returns the URL to which a framework's copies are sent; nil if the domain is a public suffix, or if the registrable domain is in
    /// doubt.
    func copyURL(for framework: Framework) -> String? {
        otherDomain == nil ? registrableDomain.map { url(of: $0, framework) } : nil
    }

    private func url(of domain: String, _ framework: Framework) -> String { "https://" + domain + framework.copyPath }

    /// Says where a framework's copies are sent; nil if the domain is a public suffix.
    func arrival(of framework: Framework) -> String? {
        guard let domain = registrableDomain else { return nil }
        // If the domain belongs to a provider, another rule reports the uncertainty.
        let likely = "copies \(isCertain ? "" : "probably ")arrive at \(url(of: domain, framework))"
        guard let otherDomain else { return likely }
        return "\(likely), but at \(url(of: otherDomain, framework)) if \(quoted(domain)) is a public suffix"
    }
}

extension WebAddress {
    /// Returns why a text is not a valid address, in words that precede what is wanted; nil if the reason is not obvious.
    static func fault(in text: String) -> String? {
        let rest = text.dropFirst(8)
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let host = authority.prefix { $0 != ":" }
        return switch true {
        case text.isEmpty: "it is empty"
        case text.first?.isWhitespace == true || text.last?.isWhitespace == true: "it has white space around it"
        case ["https:", "http:"].contains(text.lowercased()):
            "it is cut off at //, with which a comment begins in an xcconfig file; write https:/$()/example.com there"
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

    /// Returns a text without the user name and password of a URL, because they may be secret.
    static func withoutUser(_ text: String) -> String {
        let slash = text.firstIndex(of: "/") ?? text.endIndex
        let start = text[slash...].hasPrefix("//") ? text.index(slash, offsetBy: 2) : text.startIndex
        let authority = text[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        // Passwords are often not escaped, so look for the last @ in the whole text if there may be one.
        let all = authority.contains(":") ? text[start...] : authority
        guard let at = all.lastIndex(of: "@") else { return text }
        return text[..<start] + "…" + text[at...]
    }
}

extension Framework {
    /// The path on an app developer's domain to which copies of postbacks are sent [Receiving ad attributions and postbacks, of either
    /// framework].
    var copyPath: String {
        switch self {
        case .adAttributionKit: "/.well-known/appattribution/report-attribution/"
        case .skAdNetwork: "/.well-known/skadnetwork/report-attribution/"
        }
    }

    /// Returns the URL to which copies of postbacks are sent, according to an Info.plist or to attribution settings alone; nil if there is
    /// no endpoint or it is not an https URL.
    package func copyURL(in root: JSONView) -> String? {
        switch self {
        case .adAttributionKit: root.copyAddress?.copyURL(for: self)
        case .skAdNetwork: root.address(in: ConfigurationField.skAdNetworkCopies)?.copyURL(for: self)
        }
    }
}

extension JSONView {
    /// The endpoint for copies of AdAttributionKit postbacks, which is read only at the top level; nil if it is not an https URL.
    var copyEndpoint: String? { copyAddress == nil ? nil : member(ConfigurationField.copyEndpoint.name)?.string }

    fileprivate var copyAddress: WebAddress? {
        address(in: ConfigurationField.copyEndpoint).flatMap { $0.isRegistrable ? $0 : nil }
    }

    fileprivate func address(in field: Field) -> WebAddress? {
        member(field.name).flatMap { $0.kind == .string ? WebAddress($0.string) : nil }
    }
}
