import AttributionBase
import AttributionCrypto
import AttributionModel

/// The most valuable inputs inside a line, as in logs: bodies rather than bare tokens, which lack the unsigned fields, and tokens of ad
/// attribution rather than others.
package struct NestedInput: Sendable {
    /// The places of all these inputs. There is at least one.
    private let all: [InputPlace]

    private init?(_ found: [InputPlace]) {
        guard let completeness = found.map(\.completeness).max() else { return nil }
        let best = found.filter { $0.completeness == completeness }
        // A token that is in none of these bodies is an input of its own.
        let tokens = Set(best.map(\.token))
        let others = found.filter {
            $0.completeness < completeness && $0.completeness > .configuration && !tokens.contains($0.token)
        }
        // The same input in another member of the record, such as a body's text next to its object, counts only once.
        all = (best + others).reduce(into: []) { kept, place in
            let isRepeated = kept.contains {
                $0.token != nil && $0.token == place.token && $0.pattern != place.pattern
                    && $0.elements == place.elements
            }
            if !isRepeated { kept.append(place) }
        }
    }

    /// If an object is an input itself, returns the name of its kind.
    package static func name(of object: JSONView) -> String? { Search.name(of: object)?.0 }

    package static func find(in object: JSONView) -> NestedInput? { NestedInput(Search.of(object).found) }

    /// The path of the first input, in the syntax of `--at`.
    package var path: String { all[0].path }
    /// The name of the first input's kind.
    package var name: String { all[0].name }
    /// The path of all similar inputs, or that of the first input if their paths differ.
    package var reach: String { place.path }

    /// The fault of the object that contains the inputs.
    package var fault: InputFault {
        // The token of a postback alone lacks the members beside it.
        let isWhole = all[0].completeness > .configuration && all[0].completeness != .tokenOfPostback
        let isReached = isWhole && areAlike && all[0].canBeTyped
        return .nested(name, path: path, reach: isReached ? reach : nil, hint: hint)
    }

    private var place: InputPlace { areAlike ? all[0].reaching(all) : all[0] }
    private var areAlike: Bool { all.allSatisfy { $0.pattern == all[0].pattern } }

    /// How to read all similar inputs without losing anything; nil if there is no known way.
    package var hint: String? {
        guard all[0].completeness > .otherToken else { return all[0].look }
        if let other = all.first(where: { $0.pattern != all[0].pattern }) {
            return "there is another one at \(other.path); --at reads one of the two"
        }
        guard all[0].hasPath else { return "no path of --at names it; write the input as a line of its own" }
        return all[0].canBeTyped ? place.hint : "pass --at and the path of the member that contains it"
    }

    /// Returns the places where texts may have inputs, best first: that of the most valuable inputs, and that of the objects around their
    /// tokens.
    static func places(in texts: ScannedTexts) -> [InputPlace] {
        guard let found = texts.nested, found.all[0].completeness > .otherToken, found.areAlike,
            found.all[0].canBeTyped
        else { return [] }
        return [found.place] + (found.place.outer.map { [$0] } ?? [])
    }

    /// Returns the places of the most valuable inputs in the texts, if they are in members of different names.
    static func differentPlaces(in texts: ScannedTexts) -> [InputPlace] {
        guard let found = texts.nested, found.all[0].completeness > .otherToken else { return [] }
        var places: [InputPlace] = []
        for found in found.all where places.count <= mostPlaces && !places.contains(where: { $0.path == found.pattern })
        {
            places.append(found.reaching(2))
        }
        return places.count <= mostPlaces ? places : []
    }

    /// The greatest number of different places in a command.
    private static let mostPlaces = 4

    /// Returns the places of strings in the texts that have an object or a token among other text.
    static func placesOfText(in texts: ScannedTexts) -> [InputPlace] {
        let found = texts.firstValue { object in
            let found = Search.of(object, for: .texts).found
            return found.isEmpty ? nil : found
        }
        var counts: [String: Int] = [:]
        for place in found ?? [] { counts[place.pattern, default: 0] += 1 }
        var places: [InputPlace] = []
        for place in found ?? [] where places.count < mostPlaces && place.canBeTyped {
            guard let count = counts.removeValue(forKey: place.pattern) else { continue }
            places.append(place.reaching(count))
        }
        return places
    }

    /// Returns the places of objects in the texts whose members have names like those of a message.
    static func placesOfOtherNames(in texts: ScannedTexts) -> [InputPlace] {
        let found = texts.firstValue { object in NestedInput(Search.of(object, for: .otherNames).found) }
        guard let found, found.areAlike, found.all[0].canBeTyped else { return [] }
        return [found.place]
    }

    /// Returns the place and the format of the first compressed data in base64.
    package static func packed(in object: JSONView) -> (path: String, format: ForeignFormat)? {
        let packed = Search.of(object).packed
        guard let place = packed.first?.found.reaching(packed.count) else { return nil }
        return (place.path, packed[0].format)
    }
}

/// The place of an input in a line, or of the inputs in all elements of an array.
struct InputPlace: Sendable {
    enum Step: Sendable {
        case name(String)
        /// An element of an array: its index, whether it is the only element, and whether the array is a list of
        /// similar elements.
        case index(Int, isOnly: Bool, isOfList: Bool)
        /// Into the JSON text that a string contains.
        case text
        /// Into the data that a string encodes in base64.
        case base64
    }

    /// How much of the message in a line an input contains.
    enum Completeness: Comparable {
        /// The token of a message that has nothing to do with ad attribution, or an unreadable token.
        case otherToken
        /// The settings of an app, which are not a message.
        case configuration
        /// The signed part of a postback, without its unsigned fields.
        case tokenOfPostback
        case tokenOfImpression
        /// A complete input.
        case whole
    }

    var steps: [Step]
    var completeness: Completeness
    let name: String
    /// The token in the input, if there is one.
    var token: [UInt8]?
    /// What a token for another purpose looks like.
    var look: String?
    /// Whether the place is that of all elements of its arrays.
    private var isOfEach = false

    init(_ steps: [Step], _ completeness: Completeness, _ name: String, token: ByteView? = nil, look: String? = nil) {
        (self.steps, self.completeness, self.name, self.look) = (steps, completeness, name, look)
        self.token = token.map { [UInt8]($0) }
    }

    var path: String { path(isOfEach) }

    /// The array indices on the path, which distinguish the records of an array.
    var elements: [Int] {
        steps.compactMap { if case .index(let index, _, _) = $0 { index } else { nil } }
    }

    /// The path without its array indices.
    var pattern: String { path(true) }

    var word: String { shellWord(path) }

    /// Whether a path of `--at` can express all names on the way.
    var hasPath: Bool {
        steps.allSatisfy { if case .name(let name) = $0 { !name.isEmpty && !name.includes("[]") } else { true } }
    }

    /// Whether the path is short enough to be typed, and possible for `--at`.
    var canBeTyped: Bool { path(false).utf8.count <= 200 && hasPath }

    var hint: String {
        completeness == .tokenOfPostback
            ? "--at \(word) reads the token alone, without the unsigned fields of its body" : "pass --at \(word)"
    }

    /// Returns the place of all `count` inputs like this one. It covers whole arrays if there are several inputs, or if an array has only
    /// one element.
    func reaching(_ count: Int) -> InputPlace {
        var place = self
        place.isOfEach = count > 1 || steps.contains { if case .index(_, isOnly: true, _) = $0 { true } else { false } }
        return place
    }

    /// Returns the place of all these similar inputs. An array index that they all share, such as that of a column, is kept.
    func reaching(_ all: [InputPlace]) -> InputPlace {
        var place = reaching(all.count)
        let others = all.dropFirst().map(\.elements)
        var count = 0
        for (number, step) in steps.enumerated() {
            guard case .index(let index, let isOnly, _) = step else { continue }
            // Only indices are compared, because inputs with the same path may differ in how many strings are on the way.
            if !others.isEmpty, !isOnly, others.allSatisfy({ $0.dropFirst(count).first == index }) {
                place.steps[number] = .index(index, isOnly: false, isOfList: false)
            }
            count += 1
        }
        return place
    }

    /// The place of the object around a token; nil if that is the whole line.
    var outer: InputPlace? {
        guard completeness < .whole, case .name? = steps.last, steps.count > 1 else { return nil }
        var outer = self
        outer.steps.removeLast()
        outer.completeness = .whole
        return outer
    }

    private func path(_ isOfEach: Bool) -> String {
        var path = ""
        for step in steps {
            switch step {
            case .name(let name): path += path.isEmpty ? name : "." + name
            case .index(let place, _, let isOfList):
                path += isOfEach && isOfList ? "[]" : path.isEmpty ? String(place) : ".\(place)"
            case .text, .base64: break
            }
        }
        return path
    }

    /// Returns the texts at the place; nil if there are none.
    func texts(in line: ByteView) -> [[UInt8]]? {
        var extractor = MemberExtractor([path], keeping: [], skipsEmpty: false)
        do throws(Problem) {
            guard try extractor.findsEach(in: line) else { return try extractor.extract(line).map { [[UInt8]($0)] } }
            // Elements without an input are left out.
            return extractor.found.map { [UInt8](extractor.bytes(of: $0)) }
        } catch {
            return nil
        }
    }
}

extension MemberExtractor {
    /// Returns a hint that names a path with an input, or, if there is none, a member with a similar name.
    static func suggestion(for paths: [MemberPath], in root: JSONView) -> String? {
        if let name = NestedInput.name(of: root) { return "the line itself is \(name); read it without --at" }
        if let nested = NestedInput.find(in: root) {
            return "the line has \(nested.name) at \(nested.path)" + (nested.hint.map { "; \($0)" } ?? "")
        }
        var names: [String] = []
        if root.kind == .object {
            var members = root.members
            while names.count < 64, let member = members.next() { names.append(member.name.string) }
        }
        let near = paths.lazy.compactMap { Spelling.nearest(to: $0.name(from: 0, 1), among: names) }.first
        guard let near else {
            return names.isEmpty
                ? nil
                : "the line has the member\(names.count == 1 ? "" : "s") "
                    + names.prefix(8).map(quoted).joined(separator: ", ")
        }
        return "did you mean \(quoted(near))?"
    }
}

private struct Search {
    var found: [InputPlace] = []
    /// The places of compressed data that is encoded in base64.
    var packed: [(found: InputPlace, format: ForeignFormat)] = []
    enum Purpose { case inputs, texts, otherNames }
    /// What to search for: inputs, strings that have an input among other text, or objects that would be inputs if their members had the
    /// right names.
    let purpose: Purpose
    private var isForTexts: Bool { purpose == .texts }

    private static let depthLimit = 9
    /// The greatest number of strings inside each other that `--at` can open on its way to an input.
    private static let mostTexts = 3
    /// The greatest number of inputs to find. Several are needed to see which path they share.
    private static let most = 64

    static func of(_ object: JSONView, for purpose: Purpose = .inputs) -> Search {
        var search = Search(purpose: purpose)
        search.find(in: object, [], depth: 0)
        return search
    }

    private mutating func find(in value: JSONView, _ steps: [InputPlace.Step], depth: Int) {
        guard depth < Self.depthLimit, found.count < Self.most else { return }
        if !steps.isEmpty, !isForTexts, value.kind == .object, let (name, completeness) = Self.name(of: value) {
            let token = value.member(BodyField.token.name).flatMap { $0.kind == .string ? $0.content : nil }
            return found.append(InputPlace(steps, completeness, name, token: token))
        }
        // No message has more members, and with fewer, no message could be recognised.
        if purpose == .otherNames, !steps.isEmpty, value.kind == .object,
            (3...64).contains(value.members.underestimatedCount),
            Remedy.areOtherNames(value.members.map(\.name.string))
        {
            return found.append(InputPlace(steps, .whole, "an object"))
        }
        switch value.kind {
        case .object:
            var members = value.members
            while let member = members.next() {
                guard mayHold(member.value) else { continue }
                find(in: member.value, steps + [.name(member.name.string)], depth: depth + 1)
            }
        case .array:
            let elements = Array(value.elements.prefix(16))
            let kinds = elements.filter(mayHold).map(\.kind)
            let isOfList = elements.count == 1 || kinds.count > 1 && Set(kinds).count == 1
            for (place, element) in elements.enumerated() where mayHold(element) {
                // In a pair, such as a time and a text, each element has its own meaning.
                let step = InputPlace.Step.index(place, isOnly: elements.count == 1, isOfList: isOfList)
                find(in: element, steps + [step], depth: depth + 1)
            }
        case .string: if isForTexts { findText(value, steps) } else { findInText(of: value, steps, depth: depth) }
        default: break
        }
    }

    /// How a token begins, and how base64 of an object, a token or compressed data begins.
    private static let beginnings = ["eyJ", "eyAi", "ewog", "ewoJ", "ZXlK", "H4sI"].map { Array($0.utf8) }

    /// Most values cannot contain an input.
    private func mayHold(_ value: JSONView) -> Bool {
        switch value.kind {
        case .object, .array: return true
        case .string:
            let text = value.content
            return text.count > 20
                && (isForTexts || text.first == ASCII.openBrace || text.first == UInt8(ascii: "<")
                    || Self.beginnings.contains { text.starts(with: $0) })
        default: return false
        }
    }

    private mutating func findText(_ value: JSONView, _ steps: [InputPlace.Step]) {
        let text = value.content
        let holdsObject = text.firstOffset(of: ASCII.openBrace).map { $0 > 0 } ?? false
        guard holdsObject || text.includes("eyJ") && text.firstOffset(of: ASCII.dot) != nil else { return }
        found.append(InputPlace(steps, .whole, "a text"))
    }

    private mutating func findInText(of value: JSONView, _ steps: [InputPlace.Step], depth: Int) {
        value.unescapedOrContent { text in
            var decoded = ByteBuffer(capacity: 16)
            switch EncodedText.decode(text, to: &decoded) {
            // The payload of a broken token is not a message with other names.
            case .message where purpose == .otherNames: break
            case .message: unsafe find(inText: decoded.bytes, steps + [.base64], depth: depth)
            case .packed(let format):
                packed.append((InputPlace(steps, .otherToken, "packed data"), format))
            case nil: find(inText: text, steps, depth: depth)
            }
        }
    }

    private mutating func find(inText text: ByteView, _ steps: [InputPlace.Step], depth: Int) {
        if let token = Self.token(text, steps) { return found.append(token) }
        if text.first == UInt8(ascii: "<"), text.includes("<key>") {
            guard (try? PropertyListText([UInt8](text))) != nil else { return }
            return found.append(InputPlace(steps, .configuration, "a property list"))
        }
        guard text.first == ASCII.openBrace, let value = text.values?.first else { return }
        var index = JSONIndex()
        let texts = steps.count { if case .text = $0 { true } else { false } }
        guard texts < Self.mostTexts, let root = try? unsafe index.read(value) else { return }
        find(in: root, steps + [.text], depth: depth)
    }

    private static func token(_ text: ByteView, _ steps: [InputPlace.Step]) -> InputPlace? {
        guard text.starts(with: "eyJ".utf8), text.occurrences(of: ASCII.dot) == 2 else { return nil }
        let parts = [UInt8](text).split(separator: ASCII.dot, omittingEmptySubsequences: false)
        let payload = Base64URL.decodeLeniently(Array(parts[1])).flatMap { try? JSONDocument(parsing: $0) }
        switch payload?.withView({ $0.messageKind }) {
        case .impression?: return InputPlace(steps, .tokenOfImpression, "a token", token: text)
        case .postback?: return InputPlace(steps, .tokenOfPostback, "the token of a postback", token: text)
        default: return InputPlace(steps, .otherToken, "a token", look: text.lookAsForeignToken)
        }
    }

    static func name(of value: JSONView) -> (String, InputPlace.Completeness)? {
        let isBody = value.member(BodyField.token.name)?.kind == .string
        let isSigned = value.member(SignedField.signature.name)?.kind == .string
        // An object with two messages is rejected.
        guard !isBody || !isSigned else { return nil }
        if isBody { return ("a postback body", .whole) }
        if isSigned { return ("a SKAdNetwork postback", .whole) }
        if value.member(named: "seatbid") != nil, !BidInput.paths(in: value).isEmpty {
            return ("a bid response", .whole)
        }
        let token = value.member(BidName.attribution)?.member(BidName.token) ?? value.member(BidName.token)
        if token?.kind == .string { return ("an OpenRTB object", .whole) }
        return isConfiguration(value) ? ("an app's attribution rules", .configuration) : nil
    }

    /// Tools that generate an Info.plist name their settings like Apple's keys, but without NS at the beginning or in another case.
    private static func isConfiguration(_ value: JSONView) -> Bool {
        switch value.messageKind {
        case .configuration?: true
        case nil:
            // No Info.plist has so many keys, and each that resembles one of Apple's takes time.
            value.members.prefix(Remedy.mostMembers).contains { member in
                let start = member.name.content.prefix(2)
                let isApples = start.first.map(ASCII.isUppercase) ?? false || start.elementsEqual("ns".utf8)
                return isApples && member.isOfInfoPropertyList
            }
        default: false
        }
    }
}
