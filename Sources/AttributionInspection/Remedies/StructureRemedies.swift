import AttributionBase
import AttributionModel

// Remedies for the structure of objects.

extension Remedy {
    static let structures = [typedValues, tokenParts, names, wrapper, outerElement, frame]

    private static let outerElement = Remedy(
        "element", "an XML element around a part of a property list is removed",
        ["<config-file><key>a</key><true/></config-file>": "<key>a</key><true/>"]
    ) { text, words in
        guard text.contains(UInt8(ascii: "<")) else { return nil }
        var (names, part) = ([String](), [UInt8](text))
        while names.count < 4, let (name, inner) = PropertyList.content(ofOutermost: part) {
            names.append(name)
            part = inner
        }
        guard !names.isEmpty else { return nil }
        let list = names.map { "<\($0)>" }.joined(separator: " and ")
        let (are, them) = names.count > 1 ? ("are not elements", "them") : ("is not an element", "it")
        words = "\(list) \(are) of property lists: remove \(them) and keep what is inside"
        return [part]
    }

    private static let frame = Remedy(
        "frame", "a part of a property list gets the missing elements around it",
        ["<key>a</key><true/>": "<plist><dict><key>a</key><true/></dict></plist>"]
    ) { text, words in
        guard text.first == UInt8(ascii: "<"), let frame = PropertyList.frame(of: [UInt8](text)) else { return nil }
        words = "put \(frame.before) before the text and \(frame.behind) after it"
        return [Array(frame.before.utf8) + text + Array(frame.behind.utf8)]
    }

    private static let typedValues = Remedy(
        "types",
        #"typed wrappers such as {"S":"x"} (from DynamoDB, MongoDB, Avro or Node's Buffer) are replaced with their values"#,
        [#"{"app-id":{"N":"1"},"did-win":{"boolean":true}}"#: #"{"app-id":1,"did-win":true}"#]
    ) { root, _ in
        guard root.mayHaveTypes else { return nil }
        if let content = root.contentOfBuffer { return [content] }
        var edits = TextEdits()
        root.removeTypes(&edits)
        guard !edits.isEmpty else { return nil }
        let plain = edits.applied(to: root.raw)
        // The whole text may be a wrapped string.
        guard plain.first == ASCII.quote else { return [plain] }
        guard case .string(let text)? = try? JSONValue(parsing: plain) else { return nil }
        return [Array(text.utf8)]
    }

    /// Joins the parts of a token that are members of an object: the JSON serialisations of RFC 7515 §7.2.
    private static let tokenParts = Remedy(
        "compact", "the parts of a JWS in JSON are joined to a token",
        look:
            "this is a JWS in JSON: its \"protected\", \"payload\" and \"signature\", joined by dots, are the compact form",
        [#"{"protected":"eyJ","payload":"e30","signature":"AA"}"#: "eyJ.e30.AA"]
    ) { object, words in
        guard object.member(named: "payload")?.kind == .string else { return nil }
        let value = JSONValue(object)
        guard case .object(let members) = value, case .string(let payload)? = value["payload"] else { return nil }
        // Any other members may belong to a postback's body and must not be lost.
        guard members.allSatisfy({ partNames.contains($0.name) }) else { return nil }
        let signatures = if case .array(let list)? = value["signatures"] { list } else { [value] }
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
        words += "; of its signatures, use the ad network's own"
        return [token.text]
    }

    private static let partNames = ["header", "payload", "protected", "signature", "signatures"]

    /// Returns a string member of the object that a part of a token encodes.
    private static func member(_ name: String, ofPart part: String) -> String? {
        guard part.utf8.allSatisfy(ASCII.isWordPart), let text = Base64URL.decodeLeniently(Array(part.utf8)),
            case .string(let value)? = (try? JSONValue(parsing: text))?[name]
        else { return nil }
        return value
    }

    package static let wrapperName = "wrapper"

    private static let wrapper = Remedy(
        wrapperName, #"a bid's object without its name is wrapped as {"skadn":…} or {"adattributionkit":…}"#,
        [
            #"{"version":"4.0","network":"a.skadnetwork","itunesitem":"1"}"#:
                #"{"skadn":{"version":"4.0","network":"a.skadnetwork","itunesitem":"1"}}"#
        ]
    ) { texts in
        let names = texts.memberNames
        let kinds = [("\(BidName.skadn)", skadn.members, 3), ("\(BidName.attribution)", BidRules.ownMemberNames, 2)]
        // An object may fit both, and of several objects each may be another one.
        return [kinds, kinds.reversed()].reduce(into: [Result]()) { results, kinds in
            var used: [String] = []
            let found = changed(texts) { text, place in
                guard let names = names[place] else { return nil }
                let kind = kinds.first { name, own, least in
                    // If the object has the members under other names, another remedy applies.
                    names.count(where: own.contains) >= least
                        && (name != "\(BidName.skadn)" || ObjectNames(names).match(skadn).mapping.isEmpty)
                }
                guard let name = kind?.0 else { return nil }
                if !used.contains(name) { used.append(name) }
                return [Array("{\"\(name)\":".utf8) + text + Array("}".utf8)]
            }
            guard let found, !results.contains(where: { $0.texts == found }) else { return }
            let words = used.map { "this is the object \($0) of a bid without its name, {\"\($0)\":…}" }
            results.append(Result(texts: found, words: words.joined(separator: " and ")))
        }
    }

    static let names = Remedy(
        "names", "members are renamed to the names that this kind of input has",
        [#"{"app_id":1,"transaction_id":"a","did_win":true}"#: #"{"app-id":1,"transaction-id":"a","did-win":true}"#]
    ) { texts in
        let matches = texts.memberNames.map { names in
            names.map { names in
                let names = ObjectNames(names)
                return kinds.map(names.match)
            }
        }
        return kinds.indices.compactMap { number in
            let kind = kinds[number]
            var all: [(old: String, new: String)] = []
            var twice: String?
            let found = changed(texts) { _, place in
                guard let matches = matches[place] else { return nil }
                let match = matches[number]
                let mapping = match.mapping
                // A single name proves nothing, and the object may have more members of another kind.
                guard !mapping.isEmpty, match.count > 1, matches.allSatisfy({ $0.count <= match.count }) else {
                    return nil
                }
                let object = texts.withObject(at: place) { object in
                    object.edited { mapping[$0.name.string].map { .rename($0) } }
                }
                guard let object else { return nil }
                twice = twice ?? match.repeated
                for (name, new) in match.renamed where !all.contains(where: { $0.old == name }) {
                    all.append((name, new))
                }
                return [object]
            }
            guard let found else { return nil }
            let pairs = all.map { "\(quoted($0.old)) to \(quoted($0.new))" }.joined(separator: ", ")
            let words = "rename these members as in \(kind.words): \(pairs)"
            // It is unknown which of two members with the same meaning is the right one.
            guard let twice else { return Result(texts: found, words: words, details: pairs) }
            return Result(texts: found, words: words + "; remove one of the two \(quoted(twice))", isDecided: false)
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
            plain = names.map(Remedy.plain)
            areKnown = plain.map(Self.known.contains)
        }

        private static let known = Set(Remedy.kinds.flatMap(\.names.keys))

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
        /// The bytes of the longest plain form.
        private let longest: Int
        /// The prefixes that exports put before the names.
        let prefixes: [String]
        /// Returns the forms of the members' values, given the right names of all of them.
        let forms: @Sendable (Set<String>) -> [String: MemberForm]

        init(
            _ words: String, _ names: [String], seen: [String: String] = [:], behind prefixes: [String] = [],
            forms: @escaping @Sendable (Set<String>) -> [String: MemberForm] = { _ in [:] }
        ) {
            (self.words, members, self.prefixes, self.forms) = (words, names, prefixes, forms)
            self.names = seen.merging(names.map { (Remedy.plain($0), $0) }) { $1 }
            longest = self.names.keys.map(\.utf8.count).max() ?? 0
        }

        /// Returns the right names of an object's members, however they are written, and even with a prefix: a known one, or one that most
        /// members share.
        func rights(for found: ObjectNames) -> [(name: String, right: String)] {
            var shared: [String: Int] = [:]
            for (name, plain) in zip(found.all, found.plain).prefix(64) where names[plain] == nil {
                guard let (prefix, right) = split(name, plain) else { continue }
                shared[prefix, default: 0] += Self.weight(right)
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

        /// Returns the shortest prefix behind which a name is known, and the right name; nil if there is none. A prefix ends with a
        /// separator. A name may be as long as the line, so that what follows is only looked at where it is short enough.
        private func split(_ name: String, _ plain: String) -> (prefix: String, right: String)? {
            /// The bytes of the plain form that follow.
            var rest = plain.utf8.count
            var last = Int.max
            for byte in name.utf8 {
                let isDropped = Remedy.isSeparator(byte)
                if !isDropped { rest -= 1 }
                guard isDropped || byte == ASCII.dot, rest <= longest, rest < last else { continue }
                last = rest
                if let right = names[String(decoding: plain.utf8.suffix(rest), as: UTF8.self)] {
                    return (String(decoding: plain.utf8.dropLast(rest), as: UTF8.self), right)
                }
            }
            return nil
        }

        private func right(of plain: String, behind prefixes: [String]) -> String? {
            for prefix in prefixes where plain.utf8.starts(with: prefix.utf8) {
                if let right = names[String(plain.dropFirst(prefix.count))] { return right }
            }
            return nil
        }

        /// Whether no two names stand for the same member.
        func isClear(_ names: [String]) -> Bool {
            let rights = rights(for: ObjectNames(names)).map(\.right)
            return Set(rights).count == rights.count
        }

        /// Only bodies have a token, so its name weighs more than names that other kinds share.
        static func weight(_ name: String) -> Int { name == BodyField.token.text ? 4 : 1 }
    }

    private static let kinds = [
        Kind("a postback body", BodyField.shape.fields.map(\.text)) { _ in MemberForm.ofBody }, skAdNetwork,
        Kind("an impression", ImpressionField.shape.fields.map(\.text)) { _ in MemberForm.ofImpression },
        Kind("a postback", PostbackField.shape.fields.map(\.text)) { _ in MemberForm.ofPostback }, skadn,
    ]

    private static let skAdNetwork = Kind(
        "a SKAdNetwork postback or ad", SignedField.allCases.map(\.description),
        seen: OtherNames.seen.mapValues(\.description), behind: OtherNames.prefixes
    ) { names in
        MemberForm.of(names.contains(SignedField.itunesItemID.description) ? .ad(.json) : .postback)
    }

    private static let skadn = Kind(
        "a bid's skadn", (AdForm.openRTB.names.map(\.name) + [BidName.fidelities]).map { "\($0)" })

    /// Returns an object made of texts: the names are corrected, and each text is converted to a value of its member's type. Empty texts
    /// are left out. There is no object if two texts have the same name. The mismatch is the problem of the first text that cannot be
    /// converted.
    static func object(of texts: [(name: String, text: String)]) -> (object: [UInt8]?, mismatch: Problem?) {
        let (kind, mapping) = kind(ofNames: texts.map(\.name), least: leastInTable)
        let names = texts.map { mapping[$0.name] ?? $0.name }
        // Two texts may also have one name in two spellings.
        guard Set(names).count == names.count, kind?.isClear(names) ?? true else { return (nil, nil) }
        let forms = kind?.forms(Set(names)) ?? [:]
        var output = ByteBuffer()
        output.openObject()
        // A SKAdNetwork postback has no time of its own, but rows have the time at which it arrived.
        let isWithoutTime = kind?.words == skAdNetwork.words && !names.contains(SignedField.itunesItemID.description)
        var mismatch: Problem?
        for (name, text) in zip(names, texts.map(\.text)) where !text.isEmpty {
            let value = forms[name]?.json(ofText: text) ?? JSONValue.string(text).text
            let isMember = !isWithoutTime || name != SignedField.timestamp.description
            if mismatch == nil, isMember, value.utf8.first == ASCII.quote, let wanted = forms[name]?.wantedType {
                mismatch = .value(found: excerpt(value), wanted: wanted).at(name)
            }
            output.member(named: name)
            output.append(text: value)
        }
        output.closeObject()
        return (output.array(), mismatch)
    }

    /// Returns the kind of message that most of the names belong to, if they are at least so many, and the right names of those that are
    /// not right.
    private static func kind(ofNames names: [String], least: Int = 3) -> (kind: Kind?, mapping: [String: String]) {
        let found = ObjectNames(names)
        let matches = kinds.map { (kind: $0, match: found.match($0)) }
        guard let best = matches.max(by: { $0.match.count < $1.match.count }), best.match.count >= least else {
            return (nil, [:])
        }
        return (best.kind, best.match.mapping)
    }

    /// Whether a postback, an impression, an ad or an app's Info.plist has a member of this name.
    static func isMember(_ name: String) -> Bool {
        kinds.prefix(4).contains { $0.names[plain(name)] == name }
            || [ConfigurationField.skAdNetworkItems.text, ConfigurationField.networks.text].contains(name)
    }

    /// The least number of names by which the header of a table is known.
    static let leastInTable = 2

    /// Whether texts are the names of members of one kind of message, with or without quotation marks.
    static func areNames(_ texts: [some Sequence<UInt8>], least: Int = 3) -> Bool {
        guard (least...256).contains(texts.count) else { return false }
        let names = texts.map { text in String(decoding: text.filter { $0 != ASCII.quote }, as: UTF8.self) }
        return kind(ofNames: names, least: least).kind != nil
    }

    /// Whether names are those of members of one kind of message, but written in another way.
    static func areOtherNames(_ names: [String]) -> Bool {
        let (kind, mapping) = kind(ofNames: names)
        return kind != nil && !mapping.isEmpty
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

    static func plain(_ name: String) -> String {
        if name.utf8.allSatisfy({ ASCII.isDigit($0) || ASCII.isUppercase($0 ^ 0x20) }) { return name }
        return String(decoding: plain(name.utf8), as: UTF8.self)
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        byte == ASCII.minus || byte == UInt8(ascii: "_") || byte == ASCII.space
    }

    /// Returns a text in lowercase, without what the forms of names separate words by.
    private static func plain(_ text: some Sequence<UInt8>) -> [UInt8] {
        text.filter { !isSeparator($0) }
            .map { ASCII.isUppercase($0) ? $0 | 0x20 : $0 }
    }

    /// How often texts contain the names of the members of postbacks, however they are written.
    struct MemberCounts {
        /// The unsigned members of bodies.
        private(set) var unsigned = 0
        /// The members that only postbacks have: a token or a signature.
        private(set) var signed = 0

        init(_ texts: [[UInt8]]) { for text in texts { text.withBytes { add($0) } } }

        init(_ text: ByteView) { add(text) }

        private mutating func add(_ text: ByteView) {
            count(text)
            // The parts of a token have no such members.
            text.forEachEncoded { count($0) }
        }

        private mutating func count(_ text: ByteView) {
            let names = Self.names
            plain(text).withBytes { text in
                for offset in 0..<text.count {
                    for name in names[Int(text[offset])]
                    where text.part(offset..<text.count).starts(with: name.bytes) {
                        if name.isSigned { signed += 1 } else { unsigned += 1 }
                    }
                }
            }
        }

        /// The names, by their first byte. They are all searched for at once, since a line may have a megabyte.
        private static let names: [[(bytes: [UInt8], isSigned: Bool)]] = {
            var names = [[(bytes: [UInt8], isSigned: Bool)]](repeating: [], count: 256)
            func add(_ name: String, isSigned: Bool) {
                let bytes = Array(plain(name).utf8)
                names[Int(bytes[0])].append((bytes, isSigned))
            }
            add(BodyField.token.text, isSigned: true)
            add(SignedField.signature.description, isSigned: true)
            for field in BodyField.shape.fields where field.text != BodyField.token.text {
                add(field.text, isSigned: false)
            }
            return names
        }()

        /// Whether there are fewer unsigned members for each postback. A copy of a whole postback may be left out.
        func hasFewerUnsigned(than other: MemberCounts) -> Bool {
            // A token in a member with another name was not counted.
            let count = max(signed, 1)
            return other.unsigned * count > unsigned * (other.signed == 0 ? count : other.signed)
        }
    }
}

extension JSONView {
    /// In databases and exports, an object around a value that states its type has one of these names.
    private static let namesOfTypes: [StaticString] = [
        "S", "N", "BOOL", "NULL", "M", "L", "$oid", "$numberLong", "$numberInt", "type", "data", "string", "boolean",
        "int", "long", "double", "float",
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

    /// The text in a buffer as Node prints it; nil if this is none.
    fileprivate var contentOfBuffer: [UInt8]? {
        guard kind == .object, let type = member("type"), type.kind == .string, type.string == "Buffer",
            let data = member("data"), data.kind == .array, members.underestimatedCount == 2
        else { return nil }
        let bytes = data.elements.map { $0.unsignedInteger.flatMap { UInt8(exactly: $0) } }
        guard !bytes.contains(nil), String(validating: bytes.compactMap(\.self), as: UTF8.self) != nil else {
            return nil
        }
        return bytes.compactMap(\.self)
    }

    /// Replaces each object that only states the type of another value with that value.
    fileprivate func removeTypes(_ edits: inout TextEdits) {
        switch kind {
        case .array: for element in elements { element.removeTypes(&edits) }
        case .object:
            if let content = contentOfBuffer {
                return edits.replace(self, by: JSONValue.string(String(decoding: content, as: UTF8.self)).text)
            }
            var members = members
            guard let only = members.next(), members.next() == nil else {
                for member in self.members { member.value.removeTypes(&edits) }
                return
            }
            let value = only.value
            switch (only.name.string, value.kind) {
            case ("S", .string), ("BOOL", .true), ("BOOL", .false), ("M", .object), ("L", .array), ("$oid", .string),
                ("string", .string),
                ("boolean", .true), ("boolean", .false), ("int", .number), ("long", .number), ("double", .number),
                ("float", .number):
                edits.remove(start..<value.start)
                value.removeTypes(&edits)
                edits.remove(value.end..<end)
            case ("NULL", .true), ("NULL", .false): edits.replace(self, by: "null")
            case ("N", .string), ("$numberLong", .string), ("$numberInt", .string):
                guard case .number(let digits)? = try? JSONValue(parsing: Array(value.string.utf8)) else { return }
                edits.replace(self, by: digits)
            default: value.removeTypes(&edits)
            }
        default: break
        }
    }
}
