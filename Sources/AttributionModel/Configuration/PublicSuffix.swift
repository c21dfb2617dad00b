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
    /// What the list says of a name, by the bits of the compiled form.
    private struct Flags: OptionSet {
        let rawValue: UInt8
        /// The name is no suffix, though a rule with a wildcard has it.
        static let exception = Flags(rawValue: 1)
        /// Each name one label longer is a suffix.
        static let wildcard = Flags(rawValue: 2)
        /// A provider, and not a registry, hands out the names below it.
        static let shared = Flags(rawValue: 8)
        /// The name itself is a suffix.
        static let plain = Flags(rawValue: 16)
    }

    private enum Form {
        case names([String: Flags])
        /// An automaton whose nodes are characters, as libpsl reads it.
        case compiled([UInt8])
    }

    private let form: Form

    private static let path = "/usr/share/publicsuffix/public_suffix_list"
    private static let beginningOfCompiled = Array(".DAFSA@PSL_0   \n".utf8)

    /// The list that the system has, which its packages keep up to date; nil if it has none. Some systems have only the
    /// compiled form.
    static let ofSystem = (contents(of: path + ".dat") ?? contents(of: path + ".dafsa")).map { PublicSuffixList($0) }

    init(_ text: [UInt8]) {
        guard !text.starts(with: Self.beginningOfCompiled) else {
            form = .compiled(Array(text.dropFirst(Self.beginningOfCompiled.count)))
            return
        }
        var names: [String: Flags] = [:]
        var owner: Flags = []
        for line in text.split(separator: ASCII.newline) {
            if line.starts(with: "//".utf8) {
                if line.count < 64, String(decoding: line, as: UTF8.self).includes("BEGIN PRIVATE DOMAINS") {
                    owner = .shared
                }
                continue
            }
            let rule = Self.punycode(line.prefix { !ASCII.isWhiteSpace($0) })
            let (kind, name): (Flags, _) =
                rule.first == UInt8(ascii: "!")
                ? (.exception, rule.dropFirst())
                : rule.starts(with: "*.".utf8) ? (.wildcard, rule.dropFirst(2)) : (.plain, rule)
            names[String(decoding: name, as: UTF8.self), default: []].formUnion([kind, owner])
        }
        form = .names(names)
    }

    /// Returns the number of labels of a name's suffix, and whether a provider hands out the names below it; nil if the list
    /// has none for the name, and the last label is one by default.
    func suffix(of labels: [Substring]) -> (count: Int, isShared: Bool)? {
        for count in stride(from: min(labels.count, 6), to: 0, by: -1) {
            let flags = flags(of: labels.suffix(count).joined(separator: "."))
            if flags.contains(.exception) { return (count - 1, flags.contains(.shared)) }
            if flags.contains(.plain) { return (count, flags.contains(.shared)) }
            let above = self.flags(of: labels.suffix(count - 1).joined(separator: "."))
            if count > 1, above.contains(.wildcard) { return (count, above.contains(.shared)) }
        }
        return labels.isEmpty ? nil : (1, false)
    }

    private func flags(of name: String) -> Flags {
        switch form {
        case .names(let names): names[name] ?? []
        case .compiled(let graph): Self.flags(of: Array(name.utf8)[...], in: graph)
        }
    }

    /// Follows a name through the nodes. Each begins with a list of the distances to its children; a character with the highest
    /// bit set ends a node, and one from 0x80 to 0x9f has the flags of the name that ends there.
    private static func flags(of name: ArraySlice<UInt8>, in graph: [UInt8]) -> Flags {
        var name = name
        var (list, node) = (0, 0)
        var isLast = false
        while !isLast, list + 2 < graph.count {
            let byte = Int(graph[list])
            isLast = byte & 0x80 != 0
            switch byte & 0x60 {
            case 0x60:
                node += (byte & 0x1f) << 16 | Int(graph[list + 1]) << 8 | Int(graph[list + 2])
                list += 3
            case 0x40:
                node += (byte & 0x1f) << 8 | Int(graph[list + 1])
                list += 2
            default:
                node += byte & 0x3f
                list += 1
            }
            var at = node
            while at < graph.count, graph[at] < 0x80, graph[at] == name.first {
                name.removeFirst()
                at += 1
            }
            guard at < graph.count else { return [] }
            if graph[at] & 0xe0 == 0x80, name.isEmpty {
                // The list's own compiler does not mark plain names.
                let flags = Flags(rawValue: graph[at] & 0x1f)
                return flags.isDisjoint(with: [.exception, .wildcard]) ? flags.union(.plain) : flags
            }
            if let first = name.first, graph[at] == first | 0x80 {
                name.removeFirst()
                (list, node, isLast) = (at + 1, at + 1, false)
            } else if at > node {
                // No other child begins with the same character.
                return []
            }
        }
        return []
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

// The ASCII form of names in other scripts, which host names have [RFC 3492].
extension PublicSuffixList {
    /// Returns a name with each label that is not in ASCII encoded. It must be in the form that RFC 5891 wants, as in the
    /// public suffix list.
    private static func punycode(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard !name.allSatisfy({ $0 < 0x80 }) else { return name }
        let labels = name.split(separator: ASCII.dot, omittingEmptySubsequences: false)
        return Array(labels.map { $0.allSatisfy { $0 < 0x80 } ? Array($0) : label($0) }.joined(separator: [ASCII.dot]))[
            ...]
    }

    private static func label(_ text: ArraySlice<UInt8>) -> [UInt8] {
        // No label is as long, even in UTF-8.
        guard text.count <= 255 else { return Array(text) }
        let scalars = String(decoding: text, as: UTF8.self).unicodeScalars.map { Int($0.value) }
        let basic = scalars.filter { $0 < 0x80 }.map { UInt8($0) }
        var output = Array("xn--".utf8) + basic
        if !basic.isEmpty { output.append(ASCII.minus) }
        var (last, delta, bias, count) = (0x80, 0, 72, basic.count)
        while count < scalars.count, let next = scalars.filter({ $0 >= last }).min() {
            delta += (next - last) * (count + 1)
            last = next
            for scalar in scalars {
                if scalar < last { delta += 1 }
                guard scalar == last else { continue }
                append(delta, bias, to: &output)
                bias = adapted(delta, count: count + 1, isFirst: count == basic.count)
                delta = 0
                count += 1
            }
            delta += 1
            last += 1
        }
        return output
    }

    /// Appends a number whose digits have thresholds by the bias.
    private static func append(_ number: Int, _ bias: Int, to output: inout [UInt8]) {
        var rest = number
        for index in stride(from: 36, to: Int.max, by: 36) {
            let threshold = min(max(index - bias, 1), 26)
            let digit = rest < threshold ? rest : threshold + (rest - threshold) % (36 - threshold)
            output.append(UInt8(digit < 26 ? 0x61 + digit : 0x30 + digit - 26))
            if rest < threshold { return }
            rest = (rest - threshold) / (36 - threshold)
        }
    }

    private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var bias = 0
        while delta > 455 {
            delta /= 35
            bias += 36
        }
        return bias + 36 * delta / (delta + 38)
    }
}
