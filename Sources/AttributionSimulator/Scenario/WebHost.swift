/// The host of a web address.
enum WebHost {
    /// Returns the host of a URL, or of a URL without a scheme, in lowercase, without user information and port; nil if
    /// it is empty. An IPv6 address keeps its brackets.
    static func host(of url: some StringProtocol) -> String? {
        var text = Substring(url)
        if let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") { text = text[colon...].dropFirst(3) }
        let authority = text.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let address = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        let host =
            if address.first == "[", let end = address.firstIndex(of: "]") {
                address[...end]
            } else {
                address.prefix { $0 != ":" }
            }
        return host.isEmpty ? nil : host.lowercased()
    }
}
