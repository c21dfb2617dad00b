import AttributionBase

/// Checks and splits web addresses by their syntax.
package enum WebAddress {
    /// Whether a text is an https URL with a domain that can be registered, or that a provider shares out.
    static func isSecure(_ text: String) -> Bool { host(of: text) != nil && sharedSuffix(of: text)?.isShared != false }

    /// Returns the domain of an https URL, in lowercase; nil for any other string.
    private static func host(of text: String) -> String? {
        guard text.lowercased().hasPrefix("https://") else { return nil }
        let host = text.dropFirst(8).prefix { $0 != "/" && $0 != "?" && $0 != "#" && $0 != ":" }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        let areGood = labels.allSatisfy { label in
            !label.isEmpty && label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        }
        // An IP address has no registrable domain.
        guard labels.count >= 2, areGood, labels.last?.contains(where: \.isLetter) == true else { return nil }
        return host.lowercased()
    }

    /// Returns the registrable part of a domain: a public suffix and one more label; nil if the domain is a public suffix.
    private static func registrableDomain(of host: String) -> String? {
        let labels = host.split(separator: ".")
        let suffix = PublicSuffix(of: labels)
        return suffix.count < labels.count ? labels.suffix(suffix.count + 1).joined(separator: ".") : nil
    }

    /// Returns the public suffix of an https URL if a provider shares it out, or if the domain is nothing else.
    static func sharedSuffix(of text: String) -> (name: String, isShared: Bool)? {
        guard let host = host(of: text) else { return nil }
        let labels = host.split(separator: ".")
        let suffix = PublicSuffix(of: labels)
        guard suffix.isShared || suffix.count == labels.count else { return nil }
        return (labels.suffix(suffix.count).joined(separator: "."), suffix.isShared)
    }

    /// Whether it is known, and not only likely, which part of an https URL's domain is the registrable one.
    static func isCertain(_ text: String) -> Bool {
        guard let host = host(of: text) else { return true }
        let suffix = PublicSuffix(of: host.split(separator: "."))
        return suffix.isCertain && !suffix.isShared
    }

    /// Whether an https URL contains more than its registrable domain, which is the only part that the system uses.
    static func hasMoreThanDomain(_ text: String) -> Bool {
        guard let host = host(of: text) else { return false }
        let rest = text.dropFirst("https://".count + host.count)
        return registrableDomain(of: host) ?? host != host || !(rest.isEmpty || rest == "/")
    }

    /// Returns the URL that receives copies of postbacks; nil if the text is not an https URL with a
    /// domain below a public suffix.
    package static func copyURL(for text: String, at path: String) -> String? {
        host(of: text).flatMap(registrableDomain).map { "https://" + $0 + path }
    }
}

/// The URLs to which a device sends copies of postbacks, according to the attribution settings in an Info.plist.
package struct CopyDestinations {
    /// Returns the path below an app developer's domain [Receiving ad attributions and postbacks, of either framework].
    static func path(_ framework: Framework) -> String {
        switch framework {
        case .adAttributionKit: "/.well-known/appattribution/report-attribution/"
        case .skAdNetwork: "/.well-known/skadnetwork/report-attribution/"
        }
    }

    /// The complete URL; nil if there is no endpoint or it is not an https URL.
    package let adAttributionKit: String?
    package let skAdNetwork: String?

    /// - Parameter root: An Info.plist, or attribution settings by themselves.
    package init(_ root: JSONView) {
        adAttributionKit = Self.endpoint(in: root).flatMap {
            WebAddress.copyURL(for: $0, at: Self.path(.adAttributionKit))
        }
        skAdNetwork = Self.text(root.member(ConfigurationField.skAdNetworkCopies.name))
            .flatMap { WebAddress.copyURL(for: $0, at: Self.path(.skAdNetwork)) }
    }

    /// Returns the URL for copies of AdAttributionKit postbacks; nil if there is no https URL.
    ///
    /// The key at the top takes precedence over the one inside the attribution settings.
    static func endpoint(in root: JSONView) -> String? {
        [root, root.member(ConfigurationField.configurations.name)].lazy
            .compactMap { Self.text($0?.member(ConfigurationField.copyEndpoint.name)) }
            .first(where: WebAddress.isSecure)
    }

    private static func text(_ value: JSONView?) -> String? { value.flatMap { $0.kind == .string ? $0.string : nil } }
}
