import AttributionBytes
import AttributionJSON

/// An address in the web, as far as its form tells.
package enum WebAddress {
    /// Whether a text is an https URL with a domain of at least two labels.
    static func isSecure(_ text: String) -> Bool { host(of: text) != nil }

    /// The domain of an https URL, in lowercase; nil for any other text.
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

    /// The part of a domain that somebody registered: a public suffix and one label more.
    ///
    /// Which suffixes are public stands in a list that is longer than this program and changes by the week. Here it is the last
    /// label, and under a country's the label before it where it is one of those that registries have for it. Where others can
    /// register names, as under the domains of hosting firms, the registrable domain is longer than what this gives.
    private static func registrableDomain(of host: String) -> String {
        let labels = host.split(separator: ".")
        guard labels.count > 2, let last = labels.last else { return host }
        let isOfCountry = last.count == 2 && registryLabels.contains(String(labels[labels.count - 2]))
        return labels.suffix(isOfCountry ? 3 : 2).joined(separator: ".")
    }

    private static let registryLabels: Set<String> = [
        "ac", "co", "com", "edu", "go", "gob", "gov", "ltd", "mil", "ne", "net", "nom", "or", "org", "plc", "sch",
    ]

    /// Whether an https URL is more than its registrable domain, which is all that the system takes of it.
    static func hasMoreThanDomain(_ text: String) -> Bool {
        // Most have a name and a top-level domain, and nothing else.
        func count(_ byte: UInt8) -> Int { text.utf8.count { $0 == byte } }
        if count(ASCII.dot) == 1, count(UInt8(ascii: "/")) == 2, count(ASCII.colon) == 1 { return false }
        guard let host = host(of: text) else { return false }
        let rest = text.dropFirst("https://".count + host.count)
        return registrableDomain(of: host) != host || !(rest.isEmpty || rest == "/")
    }

    /// The URL that copies of postbacks arrive at; nil for what is no https URL with a domain.
    package static func copyURL(for text: String, at path: String) -> String? {
        host(of: text).map { "https://" + registrableDomain(of: $0) + path }
    }
}

/// The paths at which copies of postbacks arrive, below an app developer's domain.
package enum CopyPath {
    /// Those of AdAttributionKit [Receiving ad attributions and postbacks].
    package static let adAttributionKit = "/.well-known/appattribution/report-attribution/"
    /// Those of SKAdNetwork [Receiving ad attributions and postbacks, of StoreKit].
    package static let skAdNetwork = "/.well-known/skadnetwork/report-attribution/"
}

/// Where a device sends the copies of postbacks, as the attribution rules in an Info.plist say.
package struct CopyDestinations {
    /// Whole URLs; nil where no copies are asked for, or for no https URL.
    package let adAttributionKit: String?
    package let skAdNetwork: String?

    /// - Parameter root: an Info.plist, or attribution rules given alone.
    package init(_ root: JSONView) {
        typealias Name = ConfigurationField
        func url(_ value: JSONView?, _ path: String) -> String? {
            guard let value, value.kind == .string else { return nil }
            return WebAddress.copyURL(for: value.string, at: path)
        }
        // The key at the top goes before those that are nested.
        let holders = [root, root.member(Name.configurations.name), root.member(Name.nestedCopies.name)]
        let endpoint = holders.lazy.compactMap { $0?.member(Name.copyEndpoint.name) }.first
        adAttributionKit = url(endpoint, CopyPath.adAttributionKit)
        skAdNetwork = url(root.member(Name.skAdNetworkCopies.name), CopyPath.skAdNetwork)
    }
}
