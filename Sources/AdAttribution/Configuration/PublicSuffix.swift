import AttributionBase

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The end of a host name below which a registry, or a provider for its users, hands out names.
struct PublicSuffix {
    /// The number of its labels.
    let count: Int
    /// Whether it belongs to a provider and not to a registry. Whether Apple's systems take such a suffix for a public one
    /// is not documented.
    var isShared = false
    /// Whether a list has it. Otherwise it is what most names of its form have.
    var isCertain = true

    /// Finds the public suffix of a host name in lowercase, which may be the name itself.
    ///
    /// - Parameter list: The public suffix list; nil if the system has none.
    init(of labels: [Substring], _ list: PublicSuffixList? = .ofSystem) {
        if let (count, isShared) = list?.suffix(of: labels) {
            (self.count, self.isShared) = (count, isShared)
            return
        }
        let last = labels.suffix(2).joined(separator: ".")
        if Self.shared.contains(last) {
            (count, isShared) = (2, true)
        } else if Self.registries.contains(last) {
            count = 2
        } else {
            let isBelowCountry = labels.last?.utf8.count == 2 && labels.count > 1
            count = isBelowCountry && Self.kinds.contains(labels[labels.count - 2]) ? 2 : 1
            isCertain = count == 1 && Self.tops.contains(labels.last ?? "")
        }
    }

    /// What most countries have registries for, below which names are registered.
    private static let kinds: Set<Substring> = [
        "ac", "co", "com", "edu", "go", "gob", "gouv", "gov", "gub", "mil", "ne", "net", "nom", "or", "org", "sch",
    ]

    // The suffixes that most apps' addresses have, for systems without the list.

    private static let tops: Set<Substring> = [
        "app", "at", "be", "biz", "ch", "com", "cz", "de", "dev", "dk", "eu", "fi", "fr", "ie", "info", "io", "it",
        "net",
        "nl", "no", "org", "pl", "pt", "se",
    ]
    private static let registries: Set<String> = [
        "ac.uk", "co.id", "co.il", "co.in", "co.jp", "co.kr", "co.nz", "co.th", "co.uk", "co.za", "com.ar", "com.au",
        "com.br", "com.cn", "com.hk", "com.mx", "com.my", "com.sg", "com.tr", "com.tw", "com.ua", "com.vn", "gov.uk",
        "ne.jp", "or.jp", "org.au", "org.uk",
    ]
    private static let shared: Set<String> = [
        "appspot.com", "azurewebsites.net", "cloudfront.net", "firebaseapp.com", "fly.dev", "github.io",
        "herokuapp.com",
        "netlify.app", "onrender.com", "pages.dev", "run.app", "vercel.app", "web.app", "workers.dev",
    ]
}

/// The public suffix list [publicsuffix.org].
struct PublicSuffixList: Sendable {
    /// Whether a provider, and not a registry, hands out names below a suffix. A name that begins with `*.` stands for any
    /// label there, and one with `!` is no suffix despite that.
    private var shared: [String: Bool] = [:]

    /// The list that the system has, which its packages keep up to date; nil if it has none.
    static let ofSystem = contents(of: "/usr/share/publicsuffix/public_suffix_list.dat").map { PublicSuffixList($0) }

    init(_ text: [UInt8]) {
        var isShared = false
        for line in text.split(separator: ASCII.newline) {
            if line.starts(with: "//".utf8) {
                if line.count < 64, String(decoding: line, as: UTF8.self).includes("BEGIN PRIVATE DOMAINS") {
                    isShared = true
                }
            } else {
                let rule = line.prefix { !ASCII.isWhiteSpace($0) }
                // Host names are in ASCII here.
                if rule.allSatisfy({ $0 < 0x80 }) { shared[String(decoding: rule, as: UTF8.self)] = isShared }
            }
        }
    }

    /// Returns the number of labels of a name's suffix, and whether a provider hands out the names below it; nil if the list
    /// has none for the name, and the last label is one by default.
    func suffix(of labels: [Substring]) -> (count: Int, isShared: Bool)? {
        for count in stride(from: min(labels.count, 6), to: 0, by: -1) {
            let name = labels.suffix(count).joined(separator: ".")
            if let isShared = shared["!" + name] { return (count - 1, isShared) }
            if let isShared = shared[name] { return (count, isShared) }
            let above = labels.suffix(count - 1).joined(separator: ".")
            if count > 1, let isShared = shared["*." + above] { return (count, isShared) }
        }
        return labels.isEmpty ? nil : (1, false)
    }

    private static func contents(of path: String) -> [UInt8]? {
        guard let file = unsafe fopen(path, "r") else { return nil }
        defer { unsafe fclose(file) }
        var text: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe piece.withUnsafeMutableBytes { unsafe fread($0.baseAddress, 1, $0.count, file) }
            guard count > 0, text.count < 1 << 22 else { return text.isEmpty ? nil : text }
            text += piece[..<count]
        }
    }
}
