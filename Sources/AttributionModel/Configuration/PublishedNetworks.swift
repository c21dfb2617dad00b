import AttributionBase

/// The ad networks that a publisher is asked to list in an app's Info.plist.
package struct PublishedNetworks: Sendable {
    /// The IDs in lowercase, each once, in the order of the list.
    package let identifiers: [String]

    /// Reads a list in any form in which ad networks and exchanges publish it: `skadnetworkids.json`, a property list or a part of one, or
    /// a text that contains IDs.
    package init(parsing text: [UInt8]) throws(Problem) {
        let found: [String]
        switch text.first(where: { !ASCII.isWhiteSpace($0) }) {
        case ASCII.openBrace, ASCII.openBracket:
            found = try JSONValue(parsing: text).allStrings
        case UInt8(ascii: "<"):
            let frame = PropertyList.frame(of: text) ?? ("", "")
            found = try PropertyList.value(of: Array(frame.before.utf8) + text + Array(frame.behind.utf8)).allStrings
        case _ where text.withBytes(PropertyList.isBinary): found = try PropertyList.value(of: text).allStrings
        default:
            let words = text.split { !ASCII.isDigit($0) && !ASCII.isUppercase($0 & ~0x20) && !"._-".utf8.contains($0) }
            found = words.map { String(decoding: $0, as: UTF8.self) }
        }
        var seen = Set<String>()
        identifiers = found.compactMap { AdNetworkIdentifier($0.lowercased())?.description }
            .filter { seen.insert($0).inserted }
        guard !identifiers.isEmpty else {
            throw .sentence("it has no ad network ID such as example.skadnetwork", wanted: "an ad network ID")
        }
    }

    /// The greatest number of an app's unknown IDs, and of missing ones, that are compared with each other to find misspellings.
    private static let most = 200

    /// Returns the IDs that an app's lists of ad networks lack, and those that are misspelt.
    package func findings(about root: JSONView) -> Findings {
        var listed: [(id: String, path: String)] = []
        ConfigurationEntry.visit(root) { entry in
            guard entry.isRead else { return }
            entry.visitNetworks { listed.append(($0.string.lowercased(), entry.path + $1)) }
        }
        let (known, there) = (Set(identifiers), Set(listed.map(\.id)))
        var missing = identifiers.filter { !there.contains($0) }
        var findings = Findings()
        for (id, path) in listed.filter({ !known.contains($0.id) }).prefix(Self.most) {
            guard let right = Spelling.nearest(to: id, among: Array(missing.prefix(Self.most))) else { continue }
            missing.removeAll { $0 == right }
            findings.append(Finding(RunRules.networkMisspelt, field: path, found: id.excerpt, wanted: right.excerpt))
        }
        for id in missing {
            findings.append(
                Finding(
                    RunRules.networkNotListed, found: "incomplete: \(id.excerpt) is missing",
                    demand: .then("; the list given by --network-list contains it")))
        }
        return findings
    }
}

extension JSONValue {
    fileprivate var allStrings: [String] {
        switch self {
        case .string(let text): [text]
        case .array(let elements): elements.flatMap(\.allStrings)
        case .object(let members): members.flatMap(\.value.allStrings)
        default: []
        }
    }
}
