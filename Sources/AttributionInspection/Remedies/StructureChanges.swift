import AttributionBase
import AttributionModel

// Changes to the structure of objects.

extension InputChange {
    static let structures = [typedValues, tokenParts, names, wrapper, outerElement, frame]

    private static let outerElement = InputChange(
        "outer-element", "an XML element around a part of a property list is removed"
    ) { text, step in
        var (names, part) = ([String](), [UInt8](text))
        while names.count < 4, let (name, inner) = PropertyList.content(ofOutermost: part) {
            names.append(name)
            part = inner
        }
        guard !names.isEmpty else { return nil }
        let list = names.map { "<\($0)>" }.joined(separator: " and ")
        step.words =
            "\(list) \(names.count > 1 ? "are not elements" : "is not an element") of property lists: remove \(names.count > 1 ? "them" : "it") and keep what is inside"
        let steps = names.map { "-e 's/^[^<]*<\($0)[^>]*>//' -e 's/<\\/\($0)>[^>]*$//'" }.joined(separator: " ")
        step.filter = "sed -e ':a' -e '$!{N;ba' -e '}' \(steps) FILE"
        return [part]
    }

    private static let frame = InputChange(
        "plist-frame", "a part of a property list gets the missing elements around it"
    ) {
        text, step in
        guard text.first == UInt8(ascii: "<"), let frame = PropertyList.frame(of: [UInt8](text)) else { return nil }
        let (before, behind) = (
            frame.before.replacingEach("/", by: #"\/"#), frame.behind.replacingEach("/", by: #"\/"#)
        )
        step.words = "put \(frame.before) before the text and \(frame.behind) after it"
        step.filter = "sed -e '1s/^/\(before)/' -e '$s/$/\(behind)/' FILE"
        return [Array(frame.before.utf8) + text + Array(frame.behind.utf8)]
    }

    private static let typedValues = InputChange(
        "typed-values",
        #"use jq to replace typed wrappers such as {"S":"x"} (from DynamoDB, MongoDB or Node's Buffer) with their values"#,
        filter: LineFilter.ofValues(
            """
            select(\(LineFilter.isRead) | not) | . as $old | walk(if type == "object" and length == 2 and .type == "Buffer" and (.data | type) == "array" \
            then .data | implode elif type == "object" and length == 1 then if has("S") then .S elif has("N") then .N | tonumber \
            elif has("BOOL") then .BOOL elif has("M") then .M elif has("L") then .L elif has("NULL") then null \
            elif has("$numberLong") then .["$numberLong"] | tonumber elif has("$numberInt") then .["$numberInt"] | tonumber \
            elif has("$oid") then .["$oid"] else . end else . end) | select(. != $old)
            """)
    ) { text, _ in
        guard let value = text.withObject({ $0.mayHaveTypes ? JSONValue($0) : nil }) else { return nil }
        let plain = value.withoutTypes
        guard plain != value else { return nil }
        let text = if case .string(let text) = plain { text } else { plain.text }
        return [Array(text.utf8)]
    }

    /// Joins the parts of a token that are members of an object: the JSON serialisations of RFC 7515 §7.2.
    private static let tokenParts = InputChange(
        "token-parts",
        "this is a JWS in JSON: its \"protected\", \"payload\" and \"signature\", joined by dots, are the compact form",
        filter: joiningFilter()
    ) { text, step in
        let object = text.withObject { $0.member(named: "payload")?.kind == .string ? JSONValue($0) : nil }
        guard let value = object, case .string(let payload)? = value["payload"] else { return nil }
        let signatures = if case .array(let list)? = value["signatures"] { list } else { [value] }
        // Any other members may belong to a postback's body and must not be lost.
        if case .object(let members) = value, !members.allSatisfy({ partNames.contains($0.name) }) { step.filter = nil }
        var tokens: [(header: String, text: [UInt8])] = []
        for signature in signatures {
            guard case .string(let header)? = signature["protected"], case .string(let text)? = signature["signature"]
            else { return nil }
            tokens.append((header, Array("\(header).\(payload).\(text)".utf8)))
        }
        // If there are several signatures, a device checks that of the ad network.
        guard tokens.count > 1, let network = member(PostbackField.adNetworkIdentifier.text, ofPart: payload),
            let token = tokens.first(where: { member(HeaderField.keyID.text, ofPart: $0.header) == network })
        else { return tokens.map(\.text) }
        step.words += "; of its signatures, use the ad network's own"
        if step.filter != nil {
            step.filter = joiningFilter(
                #"(map(select(.protected == "\#(token.header)")) as $own | if $own == [] then . else $own end) | "#)
        }
        return [token.text]
    }

    /// - Parameter choice: The filter that chooses one of several signatures.
    private static func joiningFilter(_ choice: String = "") -> String {
        let names = JSONValue.array(partNames.map { .string($0) }).text
        return LineFilter.ofValues(
            """
            select(keys - \(names) == []) | .payload as $payload | \
            (.signatures // [.]) | \(choice).[] | .protected + "." + $payload + "." + .signature
            """)
    }

    private static let partNames = ["header", "payload", "protected", "signature", "signatures"]

    /// Returns a string member of the object that a part of a token encodes.
    private static func member(_ name: String, ofPart part: String) -> String? {
        guard part.utf8.allSatisfy(ASCII.isWordPart), let text = Base64URL.decodeLeniently(Array(part.utf8)),
            case .string(let value)? = (try? JSONValue(parsing: text))?[name]
        else { return nil }
        return value
    }

    private static let wrapper = InputChange(
        "wrapper", #"a bid's object without its name is wrapped as {"skadn":…} or {"adattributionkit":…}"#
    ) {
        texts in
        let names = texts.map { text in text.withBytes(\.trimmed.memberNames) }
        return [("skadn", skadn.members, 3), ("adattributionkit", membersOfAttribution, 2)].compactMap {
            name, own, least in
            let found = changed(texts, with: names) { text, names in
                // If the object has the members under other names, another remedy applies.
                guard names.count(where: own.contains) >= least,
                    name != "skadn" || ObjectNames(names).match(skadn).mapping.isEmpty
                else { return nil }
                let object = text.withObject { $0.rewritten { $1.member(named: $0.name.string, $0.value) } }
                return object.map { [Array("{\"\(name)\":".utf8) + $0 + Array("}".utf8)] }
            }
            let list = JSONValue.array(own.map { .string($0) }).text
            // A signed ad outside of OpenRTB has some of these names too, but none of the following.
            let present = names.lazy.flatMap { $0 ?? [] }
            let sign = present.first(where: ["network", "itunesitem", "fidelities", "jwt", "sourceapp"].contains)
            let filter = sign.map { sign in
                LineFilter.ofValues(
                    #"select(has("\#(sign)") and (keys - (keys - \#(list)) | length) >= \#(least)) | {\#(name): .}"#)
            }
            let words = "this is the object \(name) of a bid without its name; jq -c '{\(name): .}' FILE adds it"
            return found.map { ($0, Remedy.Step(name: "wrapper", words: words, filter: filter)) }
        }
    }

    /// The members that only an `adattributionkit` object has, and those that it shares with `skadn`.
    private static let membersOfAttribution = [
        "jwt", "itunesitem", "sourceapp", "skadnetids", "cpp", "reengagementurl",
    ]

    static let names = InputChange("names", "members are renamed to the names that this kind of input has") { texts in
        let matches = texts.map { text in
            text.withBytes(\.trimmed.memberNames).map { names in
                let names = ObjectNames(names)
                return kinds.map(names.match)
            }
        }
        return kinds.indices.compactMap { place in
            let kind = kinds[place]
            var all: [(old: String, new: String)] = []
            var twice: String?
            let found = changed(texts, with: matches) { text, matches in
                let match = matches[place]
                let mapping = match.mapping
                // A single name proves nothing, and the object may have more members of another kind.
                guard !mapping.isEmpty, match.count > 1, matches.allSatisfy({ $0.count <= match.count }) else {
                    return nil
                }
                let object = text.withObject { object in
                    object.rewritten { member, output in
                        let name = member.name.string
                        output.member(named: mapping[name] ?? name, member.value)
                    }
                }
                guard let object else { return nil }
                twice = twice ?? match.repeated
                for (name, new) in match.renamed where !all.contains(where: { $0.old == name }) {
                    all.append((name, new))
                }
                return [object]
            }
            guard let found else { return nil }
            let pairs = all.map { "\(quoted($0.old)) to \(quoted($0.new))" }
                .joined(separator: ", ")
            let words = "rename these members as in \(kind.words): \(pairs)"
            // It is unknown which of two members with the same meaning is the right one.
            if let twice {
                return (found, Remedy.Step(name: "names", words: words + "; remove one of the two \(quoted(twice))"))
            }
            return (found, Remedy.Step(name: "names", words: words, filter: kind.filter(renaming: all)))
        }
    }

    /// The names of an object's members, and their plain forms: in lowercase, without hyphens, underscores and blanks.
    private struct ObjectNames {
        let all: [String]
        let plain: [String]
        /// Whether the plain form of each name belongs to a member of any kind. Most names of a large object do not, and need no lookup for
        /// each kind.
        let areKnown: [Bool]

        init(_ names: [String]) {
            all = names
            plain = names.map(InputChange.plain)
            areKnown = plain.map(Self.known.contains)
        }

        private static let known = Set(InputChange.kinds.flatMap(\.names.keys))

        /// Returns which names stand for members of the given kind.
        func match(_ kind: Kind) -> Match {
            let rights = kind.rights(for: self)
            // Members that already have the right name keep it.
            return Match(rights: rights, kept: Set(rights.lazy.filter { $0.name == $0.right }.map(\.right)))
        }
    }

    /// The names of an object that stand for members of a kind of message, however they are written.
    private struct Match {
        let rights: [(name: String, right: String)]
        /// The right names that the object already has.
        let kept: Set<String>
        let count: Int

        init(rights: [(name: String, right: String)], kept: Set<String>) {
            (self.rights, self.kept) = (rights, kept)
            count = rights.reduce(0) { $0 + Kind.weight($1.right) }
        }

        /// The members to rename, in their order.
        var renamed: [(name: String, right: String)] {
            var taken = kept
            return rights.filter { taken.insert($0.right).inserted }
        }

        /// The new names of the members to rename.
        var mapping: [String: String] { Dictionary(renamed.map { ($0.name, $0.right) }) { $1 } }

        /// A right name for which two members stand; nil if there is none.
        var repeated: String? {
            var taken = Set<String>()
            return rights.first { !taken.insert($0.right).inserted }?.right
        }
    }

    /// A kind of message and the names of its members, by their plain forms.
    private struct Kind {
        let words: String
        /// The right names. ``names`` finds them by their plain forms, and by other names that were seen in practice.
        let members: [String]
        let names: [String: String]
        /// The names of which every object of the kind has one.
        let own: [String]
        /// The prefixes that exports put before the names.
        let prefixes: [String]

        init(
            _ words: String, _ names: [String], own: [String], seen: [String: String] = [:],
            behind prefixes: [String] = []
        ) {
            (self.words, members, self.own, self.prefixes) = (words, names, own, prefixes)
            self.names = seen.merging(names.map { (InputChange.plain($0), $0) }) { $1 }
        }

        /// Returns the right names of an object's members, however they are written, and even with a prefix: a known one, or one that most
        /// members share.
        func rights(for found: ObjectNames) -> [(name: String, right: String)] {
            var shared: [String: Int] = [:]
            for (name, plain) in zip(found.all, found.plain).prefix(64) where names[plain] == nil {
                // A prefix ends with a separator.
                for (index, byte) in name.utf8.enumerated() where "_-. ".utf8.contains(byte) {
                    let rest = InputChange.plain(String(decoding: name.utf8.dropFirst(index + 1), as: UTF8.self))
                    guard let right = names[rest] else { continue }
                    shared[String(plain.dropLast(rest.count)), default: 0] += Self.weight(right)
                    break
                }
            }
            let most = shared.max { ($0.value, $1.key) < ($1.value, $0.key) }
            let isShared = most.map { $0.value > 2 && $0.value * 2 > found.all.count } ?? false
            let prefixes = prefixes + (isShared ? most.map { [$0.key] } ?? [] : [])
            var rights: [(name: String, right: String)] = []
            for (place, plain) in found.plain.enumerated() {
                let own = found.areKnown[place] ? names[plain] : nil
                if let right = own ?? right(of: plain, behind: prefixes) { rights.append((found.all[place], right)) }
            }
            return rights
        }

        private func right(of plain: String, behind prefixes: [String]) -> String? {
            for prefix in prefixes where plain.utf8.starts(with: prefix.utf8) {
                if let right = names[String(plain.dropFirst(prefix.count))] { return right }
            }
            return nil
        }

        /// Only bodies have a token, so its name weighs more than names that other kinds share.
        static func weight(_ name: String) -> Int { name == BodyField.token.text ? 4 : 1 }

        /// Returns the command that renames the members of objects which lack the kind's own names; nil if there is no such command.
        func filter(renaming pairs: [(old: String, new: String)]) -> String? {
            let needed = pairs.filter { own.contains($0.new) }
            let (old, new) = (
                (needed.isEmpty ? pairs : needed).map(\.old), (needed.isEmpty ? pairs : needed).map(\.new)
            )
            // Other lines may have members that these lack. They are probably written in the same style.
            let others = style(of: pairs).map { style in
                members.map { (old: style($0), new: $0) }.filter { other in
                    other.old != other.new && !pairs.contains { $0.old == other.old || $0.new == other.new }
                }
            }
            let map = JSONValue.object((pairs + (others ?? [])).map { .init($0.old, .string($0.new)) }).text
            // In the shell, the filter is in single quotes.
            guard !map.utf8.contains(UInt8(ascii: "'")) else { return nil }
            return LineFilter.ofValues(
                """
                select(\(list(old)) - keys == [] and keys - \(list(new)) == keys) | . as $old | \
                with_entries(.key |= (\(map)[.] as $new | if $new == null or ($old | has($new)) then . else $new end)) | \
                select(length == ($old | length))
                """)
        }

        /// Returns the style in which the names are written; nil if it cannot be determined, or differs between names.
        private func style(of pairs: [(old: String, new: String)]) -> ((String) -> String)? {
            // A name of a single word looks the same in several styles.
            let telling = pairs.filter { $0.new.utf8.contains(ASCII.minus) }
            for style in Self.styles {
                guard let first = telling.first, first.old.hasSuffix(style(first.new)) else { continue }
                let prefix = first.old.dropLast(style(first.new).count)
                if pairs.allSatisfy({ $0.old == prefix + style($0.new) }) { return { prefix + style($0) } }
            }
            return nil
        }

        private static let styles: [@Sendable (String) -> String] = [
            { $0 }, { $0.replacingEach("-", by: "_") }, { $0.replacingEach("-", by: " ") },
            { $0.replacingEach("-", by: "") }, { $0.replacingEach("-", by: "_").uppercased() },
            { $0.uppercased() }, { words(of: $0).joined() },
            { ($0.split(separator: "-").first.map(String.init) ?? "") + words(of: $0).dropFirst().joined() },
        ]

        private static func words(of name: String) -> [String] {
            name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
        }

        private func list(_ names: [String]) -> String { JSONValue.array(names.map { .string($0) }).text }
    }

    private static let kinds = [
        Kind("a postback body", BodyField.shape.fields.map(\.text), own: [BodyField.token.text]), skAdNetwork,
        Kind("an impression", ImpressionField.shape.fields.map(\.text), own: [ImpressionField.identifier.text]),
        Kind("a postback", PostbackField.shape.fields.map(\.text), own: [PostbackField.identifier.text]), skadn,
    ]

    private static let skAdNetwork = Kind(
        "a SKAdNetwork postback or ad", SignedField.allCases.map(\.description),
        own: [SignedField.adNetworkID.description, SignedField.signature.description],
        seen: OtherNames.seen.mapValues(\.description), behind: OtherNames.prefixes)

    private static let skadn = Kind(
        "a bid's skadn",
        [
            "version", "network", "campaign", "itunesitem", "nonce", "sourceapp", "sourceidentifier", "timestamp",
            "signature", "fidelities", "fidelity",
        ], own: ["network", "itunesitem"])

    /// Whether a postback, an impression, an ad or an app's Info.plist has a member of this name.
    static func isMember(_ name: String) -> Bool {
        kinds.prefix(4).contains { $0.names[plain(name)] == name }
            || [ConfigurationField.skAdNetworkItems.text, ConfigurationField.networks.text].contains(name)
    }

    /// Whether texts are the names of members of one kind of message, with or without quotation marks.
    static func areNames(_ texts: [some Sequence<UInt8>]) -> Bool {
        guard (3...64).contains(texts.count) else { return false }
        let names = texts.map { text in String(decoding: text.filter { $0 != ASCII.quote }, as: UTF8.self) }
        let found = ObjectNames(names)
        return kinds.contains { found.match($0).count > 2 }
    }

    /// If most of an object's names stand for members of a SKAdNetwork postback or ad, returns the first that is not written like Apple's,
    /// with the right name.
    static func nameOfSKAdNetwork(among names: [String]) -> (found: String, right: String)? {
        let all = ObjectNames(names)
        let match = all.match(skAdNetwork)
        let mapping = match.mapping
        guard mapping.count > 1, match.count > 2, kinds.allSatisfy({ all.match($0).count <= match.count }),
            let found = names.first(where: { mapping[$0] != nil }), let right = mapping[found]
        else { return nil }
        return (found, right)
    }

    /// The name under which an object has a member that it seems to lack; nil if there is none. The number of members examined is limited,
    /// because this is called for each missing member.
    package static func otherName(of name: String, in object: JSONView) -> String? {
        let wanted = plain(name)
        return object.members.prefix(Findings.defaultLimit).lazy.map(\.name.string).first {
            $0 != name && plain($0) == wanted
        }
    }

    fileprivate static func plain(_ name: String) -> String {
        if name.utf8.allSatisfy({ ASCII.isDigit($0) || ASCII.isUppercase($0 ^ 0x20) }) { return name }
        return String(
            decoding: name.lowercased().utf8.filter {
                $0 != ASCII.minus && $0 != UInt8(ascii: "_") && $0 != ASCII.space
            }, as: UTF8.self)
    }

    /// Whether a text contains the name of an unsigned member of a postback body, however it is written.
    static func namesUnsignedMember(_ text: ByteView) -> Bool {
        let plain = plain(text.text)
        return BodyField.shape.fields.contains { field in
            field.text != BodyField.token.text && plain.includes(Self.plain(field.text))
        }
    }
}

extension JSONView {
    /// In databases and exports, an object around a value that states its type has one of these names.
    private static let namesOfTypes: [StaticString] = [
        "S", "N", "BOOL", "NULL", "M", "L", "$oid", "$numberLong", "$numberInt", "type", "data",
    ]

    /// Whether the value may contain an object that only states the type of another value.
    fileprivate var mayHaveTypes: Bool {
        switch kind {
        case .array: return elements.contains(where: \.mayHaveTypes)
        case .object:
            var members = members
            if let first = members.next(), Self.namesOfTypes.contains(where: first.name.isString) { return true }
            return self.members.contains(where: \.value.mayHaveTypes)
        default: return false
        }
    }
}

extension JSONValue {
    /// The value with each such object replaced by the value inside.
    fileprivate var withoutTypes: JSONValue {
        switch self {
        case .array(let elements): return .array(elements.map(\.withoutTypes))
        case .object(let members):
            let plain = members.map { Member($0.name, $0.value.withoutTypes) }
            if plain.count == 2, case .string("Buffer")? = self["type"], case .array(let bytes)? = self["data"] {
                // Only for ASCII does jq convert the numbers to the same text.
                let text = bytes.compactMap { byte in
                    if case .number(let digits) = byte { UInt8(digits).flatMap { $0 < 0x80 ? $0 : nil } } else { nil }
                }
                if text.count == bytes.count { return .string(String(decoding: text, as: UTF8.self)) }
            }
            guard plain.count == 1, let only = plain.first else { return .object(plain) }
            switch (only.name, only.value) {
            case ("S", .string), ("BOOL", .bool), ("M", .object), ("L", .array), ("$oid", .string): return only.value
            case ("NULL", .bool): return .null
            case ("N", .string(let text)), ("$numberLong", .string(let text)), ("$numberInt", .string(let text)):
                let number = try? JSONValue(parsing: Array(text.utf8))
                if case .number? = number { return .number(text) }
                return .object(plain)
            default: return .object(plain)
            }
        default: return self
        }
    }
}
