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
        identifiers = found.compactMap { AdNetworkIdentifier(text: $0.lowercased())?.description }
            .filter { seen.insert($0).inserted }
        guard !identifiers.isEmpty else {
            throw .sentence("it has no ad network ID such as example.skadnetwork", wanted: "an ad network ID")
        }
    }

    /// The greatest number of an app's unknown IDs, and of missing ones, that are compared with each other to find misspellings.
    private static let most = 200

    /// Returns the published IDs that an app's lists of ad networks lack, and the findings about these, about misspelt ones, and about the
    /// list that was not compared.
    ///
    /// An ID belongs in the list of the framework whose ending it has. If the app has only the list of the other framework, it may not use
    /// this one, so the ID is not compared.
    package func comparison(with root: JSONView) -> (missing: [String], findings: Findings) {
        var listed: [(list: Field, id: String, path: String)] = []
        var lists: [Field] = []
        ConfigurationEntry.visit(root) { entry in
            guard entry.isRead, let field = entry.field, Framework(list: field) != nil else { return }
            lists.append(field)
            entry.visitNetworks { network, place in
                if !network.isBuildSetting { listed.append((field, network.string.lowercased(), entry.path + place)) }
            }
        }
        let known = Set(identifiers)
        var (missing, findings): ([String], Findings) = ([], Findings())
        for framework in Framework.allCases {
            let list = framework.listOfNetworks
            let own = identifiers.filter { $0.hasSuffix(".\(framework.rawValue)") }
            guard !own.isEmpty, lists.contains(list) || lists.isEmpty else {
                if own.isEmpty != lists.contains(list) { continue }
                findings.append(Self.notCompared(framework, own.count))
                continue
            }
            let there = Set(listed.lazy.filter { $0.list == list }.map(\.id))
            var absent = own.filter { !there.contains($0) }
            // Both endings are valid in both lists, so an ID with the other one may be a misspelt one too.
            let others = identifiers.filter { !$0.hasSuffix(".\(framework.rawValue)") && !there.contains($0) }
            for item in listed.filter({ $0.list == list && !known.contains($0.id) }).prefix(Self.most) {
                let near = Array(absent.prefix(Self.most)) + others.prefix(Self.most)
                guard let right = Spelling.nearest(to: item.id, among: near) else { continue }
                absent.removeAll { $0 == right }
                findings.append(
                    Finding(RunRules.networkMisspelt, field: item.path, found: item.id.excerpt, wanted: right.excerpt))
            }
            missing += absent
            for id in absent {
                findings.append(
                    Finding(
                        RunRules.networkNotListed, field: list.text, found: "incomplete: \(id.excerpt) is missing",
                        ending: .then("; the list given by --network-list contains it")))
            }
        }
        return (missing, findings)
    }

    /// - Parameter count: the number of published IDs with the framework's ending.
    private static func notCompared(_ framework: Framework, _ count: Int) -> Finding {
        let (name, ending) = (quoted(framework.listOfNetworks.text), ".\(framework.rawValue)")
        let words =
            count == 0
            ? "\(name) was not compared: the list given by --network-list has no ID ending in \(ending)"
            : "\(name) is missing here, so it was not compared with the \(counted(count, "ID")) ending in "
                + "\(ending) in the list given by --network-list"
        return Finding(
            RunRules.networksNotCompared, field: framework.listOfNetworks.text, found: "not compared",
            ending: .sentence(words))
    }

    /// Returns the entries to add to an app's property list for missing networks, as a fragment of XML.
    package static func propertyList(adding networks: [String]) -> String {
        entries(adding: networks).map { framework, ids in
            let items = ids.map { id in
                let string = "<string>\(id)</string>"
                guard framework == .skAdNetwork else { return "\t\(string)\n" }
                let key = "<key>\(ConfigurationField.skAdNetworkIdentifier)</key>"
                return "\t<dict>\n\t\t\(key)\n\t\t\(string)\n\t</dict>\n"
            }
            return "<key>\(framework.listOfNetworks.text)</key>\n<array>\n\(items.joined())</array>\n"
        }.joined()
    }

    /// Returns the same entries as a JSON object.
    package static func json(adding networks: [String]) -> JSONValue {
        .object(
            entries(adding: networks).map { framework, ids in
                let items = ids.map { id in
                    framework == .skAdNetwork
                        ? JSONValue.object([.init("\(ConfigurationField.skAdNetworkIdentifier)", .string(id))])
                        : .string(id)
                }
                return .init(framework.listOfNetworks.text, .array(items))
            })
    }

    private static func entries(adding networks: [String]) -> [(Framework, [String])] {
        Framework.allCases.compactMap { framework in
            let ids = networks.filter { $0.hasSuffix(".\(framework.rawValue)") }
            return ids.isEmpty ? nil : (framework, ids)
        }
    }
}

extension Framework {
    /// The key of an Info.plist whose list of ad networks the framework reads.
    var listOfNetworks: Field {
        switch self {
        case .adAttributionKit: ConfigurationField.networks
        case .skAdNetwork: ConfigurationField.skAdNetworkItems
        }
    }

    fileprivate init?(list: Field) {
        guard let framework = Self.allCases.first(where: { $0.listOfNetworks == list }) else { return nil }
        self = framework
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
