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
            !label.isEmpty && label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        }
        // An IP address has no registrable domain.
        guard labels.count >= 2, areGood, labels.last?.contains(where: \.isLetter) == true else { return nil }
        self.labels = host.lowercased().split(separator: ".")
        rest = text.dropFirst(8 + host.count)
        suffix = PublicSuffix(of: self.labels)
    }

    private func domain(ofLast count: Int) -> String { labels.suffix(count).joined(separator: ".") }

    var suffixName: String { domain(ofLast: suffix.count) }

    /// The registrable part of the domain: a public suffix and one more label; nil if the domain is a public suffix.
    private var registrableDomain: String? { suffix.count < labels.count ? domain(ofLast: suffix.count + 1) : nil }

    /// Whether the domain can be registered, or is one that a provider shares out.
    var isRegistrable: Bool { suffix.isShared || suffix.count < labels.count }

    /// Whether it is known, and not only likely, which part of the domain is the registrable one.
    var isCertain: Bool { suffix.isCertain && !suffix.isShared }

    /// Whether there is more than the registrable domain, which is the only part that the system uses.
    var hasMoreThanDomain: Bool {
        registrableDomain.map { $0 != domain(ofLast: labels.count) } ?? false || !(rest.isEmpty || rest == "/")
    }

    /// Returns the URL that receives copies of a framework's postbacks; nil if the domain is a public suffix.
    func copyURL(for framework: Framework) -> String? {
        registrableDomain.map { "https://" + $0 + framework.copyPath }
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
    /// The URL for copies of AdAttributionKit postbacks; nil if there is no https URL.
    ///
    /// The key at the top takes precedence over the one inside the attribution settings.
    var copyEndpoint: String? {
        [self, member(ConfigurationField.configurations.name)].lazy
            .compactMap { $0?.text(ConfigurationField.copyEndpoint) }
            .first { WebAddress($0)?.isRegistrable == true }
    }

    fileprivate func text(_ field: Field) -> String? {
        member(field.name).flatMap { $0.kind == .string ? $0.string : nil }
    }
}
