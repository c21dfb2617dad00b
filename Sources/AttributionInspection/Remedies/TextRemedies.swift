import AttributionBase
import AttributionCrypto

// Remedies for the bytes of an input.

extension Remedy {
    static let texts = [
        mark, separators, hexEscapes, entities, alphabet, quotes, escapes, base64, hexadecimal, percent, braces,
        printed,
        syntax, partsOfJSON, prefix, pasted, tail, timeInside, tokens, memberName, unescaped, form, cell,
    ]

    private static let mark = Remedy(
        "mark", "a byte order mark before a line is removed", ["\u{feff}{}": "{}"]
    ) { text, _ in Layer.mark.bytes(in: text).map { [$0] } }

    package static let packedName = "packed"

    /// Only the result shows whether it helps.
    static let packed = Remedy(
        packedName, "compressed data in base64 is decoded, wherever it is in the line; gunzip then unpacks it",
        [#"{"data":"H4sI…"}"#: "…"]
    ) { text, _ in
        var data = ByteBuffer(capacity: 256)
        if case .packed? = EncodedText.decode(text, to: &data) { return [data.array()] }
        data.removeAll()
        _ = text.withObject { $0.appendPacked(to: &data) }
        return data.isEmpty ? nil : [data.array()]
    }

    private static let separators = Remedy(
        "separators", "the character 0x1E before each JSON text (RFC 7464, application/json-seq) is removed",
        ["\u{1e}{}": "{}"]
    ) { text, _ in text.contains(0x1e) ? [text.filter { $0 != 0x1e }] : nil }

    private static let hexEscapes = Remedy(
        "nginx", "escapes such as \\x22 are undone, which nginx writes unless told otherwise", look: hexEscapeWords,
        [#"{\x22a\x22:1}"#: #"{"a":1}"#]
    ) { text, _ in
        text.withoutHexEscapes.map { [$0] }
    }

    private static let entities = Remedy(
        "html", "quotation marks that are written as in HTML are decoded",
        look: "the quotation marks are written as in HTML (&quot;)", ["{&quot;a&quot;:1}": #"{"a":1}"#]
    ) { text, _ in text.withoutEntities.map { [$0] } }

    package static let alphabetName = "base64url"

    private static let alphabet = Remedy(
        alphabetName, "a token in standard base64 becomes base64url without padding",
        look: "drop the \"=\" characters: a JWS has no padding", ["eyJ.e30=.A+A=": "eyJ.e30.A-A"]
    ) { text, words in
        guard text.beginsLikeToken, text.contains(where: "\"=+/".utf8.contains) else { return nil }
        if text.contains(ASCII.quote) { words = "the parts of a JWS are not in quotes" }
        if text.contains(where: "+/".utf8.contains) {
            words = "this is standard base64; a JWS is base64url: \"+\" becomes \"-\" and \"/\" becomes \"_\""
        }
        return [Base64URL.inURLAlphabet(text.filter { !"\"=".utf8.contains($0) })]
    }

    // MARK: - Encodings of a whole line

    private static let quotes = Remedy(
        "quotes", "quotation marks around the whole line are removed",
        look: "this looks like pasted text; pass it without quotes", ["'eyJ.e30.AA'": "eyJ.e30.AA"]
    ) { text, _ in
        guard let first = text.first, "\"'`".utf8.contains(first), text.count > 2, text.last == first else {
            return nil
        }
        let inner = text.part(1..<text.count - 1)
        return inner.beginsLikeInput ? [[UInt8](inner)] : nil
    }

    private static let escapes = Remedy(
        "escapes", "the escapes of a JSON string are undone",
        look: "this is the text of a JSON string, with its escapes", [#"{\"a\":1}"#: #"{"a":1}"#]
    ) { text, _ in
        guard text.first == ASCII.quote || text.contains(ASCII.backslash) else { return nil }
        return decoded(text, .escapes)
    }

    private static let base64 = Remedy(
        "base64", "a line in base64 is decoded", look: "this is base64 of an input",
        ["eyJjb252ZXJzaW9uLXZhbHVlIjoxfQ==": #"{"conversion-value":1}"#]
    ) { text, _ in
        guard !text.contains(ASCII.dot), text.first != ASCII.openBrace else { return nil }
        return eachDecoded(text, .base64)
    }

    private static let hexadecimal = Remedy(
        "hex", "a line in hexadecimal is decoded", look: "this is an input in hexadecimal",
        ["7b2261223a317d": #"{"a":1}"#]
    ) { text, _ in
        text.first != ASCII.openBrace && text.first != ASCII.openBracket ? eachDecoded(text, .hexadecimal) : nil
    }

    private static let percent = Remedy(
        "percent", "a percent-encoded line is decoded", look: "this is a percent-encoded input",
        ["%7B%22a%22%3A1%7D": #"{"a":1}"#]
    ) { text, _ in
        text.first == ASCII.percent ? eachDecoded(text, .percents) : nil
    }

    /// The greatest number of times that the same encoding is undone.
    private static let mostEncodings = 4

    /// The greatest number of encoded inputs in a line.
    private static let mostParts = 64

    /// Undoes an encoding of a line, or of each part of it if all are inputs. Blanks within a single input come from folded lines.
    private static func eachDecoded(_ text: ByteView, _ layer: Layer) -> [[UInt8]]? {
        let parts = text.split { ASCII.isWhiteSpace($0) || ",;|\"'".utf8.contains($0) }
        var found: [[UInt8]] = []
        for part in parts where 2...mostParts ~= parts.count {
            guard let inputs = decoded(text.part(part.startIndex..<part.endIndex), layer) else { break }
            found += inputs
        }
        return found.count > 1 && found.count == parts.count ? found : decoded(text, layer)
    }

    /// Undoes an encoding until an input appears. The header of a token alone is an object too, but does not count.
    private static func decoded(_ text: ByteView, _ layer: Layer) -> [[UInt8]]? {
        Layer.search(text, in: [layer], depth: mostEncodings) { inner, _ -> [[UInt8]]?? in
            let inner = inner.trimmed
            let isHeader = inner.withObject { object in
                object.members.underestimatedCount < 8 && object.member("alg") != nil ? true : nil
            }
            if isHeader == true { return .some(nil) }
            let isInput = inner.beginsLikeInput && String(validating: inner, as: UTF8.self) != nil
            return isInput ? [[UInt8](inner)] : nil
        }
    }

    // MARK: - JSON

    private static let braces = Remedy(
        "braces", "members without braces around them become an object",
        look: "these are the members of an object without its { and }",
        [#""a":1,"b":2"#: #"{"a":1,"b":2}"#]
    ) { text, _ in
        guard text.first == ASCII.quote,
            let last = text.lastIndex(where: { $0 != ASCII.comma && !ASCII.isWhiteSpace($0) })
        else { return nil }
        let object = [ASCII.openBrace] + text.part(0..<last + 1) + [ASCII.closeBrace]
        // A single member is more likely to be a copy of its value.
        return object.withBytes { text in
            text.withObject { object in
                var members = object.members
                return members.next() != nil && members.next() != nil ? [Array(text)] : nil
            }
        }
    }

    package static let syntaxName = "syntax"

    /// Returns the repair of a line that is only a code fence of Markdown, of which nothing is left; nil for any other line.
    static func fence(_ line: ByteView) -> Repair? {
        let rest = line.drop { $0 == UInt8(ascii: "`") }
        guard line.count - rest.count >= 3, rest.count < 20, rest.allSatisfy(ASCII.isWordPart) else { return nil }
        let words = "this is a code fence, as around JSON in a chat; only what is between two of them is needed"
        return Repair(steps: [Repair.Step(name: syntaxName, words: words)])
    }

    static let syntax = Remedy(
        syntaxName, "the syntax of JSON is mended: quotation marks, commas, comments, words of other languages",
        [#"{a: 'b', "c": True,}"#: #"{"a": "b", "c": true}"#]
    ) { texts in
        var words = ""
        let found = changed(texts) { text, place in
            guard !texts.isKnownToBeJSON(at: place), let repair = SyntaxRepair.repair(text) else { return nil }
            words = "this is nearly JSON, but for \(repair.faults.joined(separator: ", "))"
            return [repair.text.withBytes { [UInt8]($0.trimmed) }]
        }
        return found.map { [Result(texts: $0, words: words)] } ?? []
    }

    private static let partsOfJSON = Remedy(
        "encode", "a header and a payload in JSON are encoded as in a token",
        look: "the header and the payload are JSON here; a token has them in base64url",
        [#"{"alg":"ES256"}.{"a":1}.AA"#: "eyJhbGciOiJFUzI1NiJ9.eyJhIjoxfQ.AA"]
    ) { text, _ in
        guard text.first == ASCII.openBrace, let dot = text.lastIndex(of: ASCII.dot), dot + 1 < text.count,
            text.part(dot + 1..<text.count).allSatisfy(ASCII.isWordPart), let header = text.endOfValue,
            header < dot, text[header] == ASCII.dot, text.byte(at: header + 1) == ASCII.openBrace,
            text.part(header + 1..<dot).endOfValue == dot - header - 1
        else { return nil }
        let parts = [text.part(0..<header), text.part(header + 1..<dot)].map { Base64URL.encode([UInt8]($0)) }
        return [parts[0] + [ASCII.dot] + parts[1] + [UInt8](text.part(dot..<text.count))]
    }

    // MARK: - What is around an input

    private static let prefix = Remedy(
        "prefix", "text before an object is removed, such as the time in a log",
        look: "there is text before the object, as in log lines", [#"2026-01-01 INFO {"a":1}"#: #"{"a":1}"#]
    ) { text, _ in
        if let map = text.startOfMap, map > 0 { return [[UInt8](text.part(map..<text.count))] }
        guard !text.beginsLikeToken, let first = text.firstOffset(of: ASCII.openBrace), first > 0 else { return nil }
        var start = text.startOfObject(from: first) ?? first
        // The percent sign of a map in Elixir.
        if start > 0, text[start - 1] == UInt8(ascii: "%") { start -= 1 }
        guard start > 0, !text.part(0..<start).mayHoldMore else { return nil }
        var object = text.part(start..<text.count)
        let end = object.lastIndex(of: ASCII.closeBrace) ?? 0
        // After the object, Monolog writes an empty context or extra as `[]`.
        if end > 0, object.part(end + 1..<object.count).allSatisfy("[] ".utf8.contains) {
            object = object.part(0..<end + 1)
        }
        return [[UInt8](object)]
    }

    private static let tail = Remedy(
        "suffix", "text after an object is removed", look: "there is text after the object",
        [#"{"a":1} 200 12"#: #"{"a":1}"#]
    ) { text, _ in
        guard let end = text.lastIndex(of: ASCII.closeBrace), end < text.count - 1,
            !text.part(end + 1..<text.count).mayHoldMore
        else { return nil }
        return [[UInt8](text.part(0..<end + 1))]
    }

    private static let timeInside = Remedy(
        "stamps", "times that a log wrote into a token are removed",
        look: "the time of a log line is inside the token, where the log split a long line",
        ["eyJ.e3\("2026-01-01T00:00:00Z ")0.AA": "eyJ.e30.AA"]
    ) { text, _ in text.withoutTimes.map { [$0] } }

    /// The words about a postback's token that may have members of its body around it.
    private static let bodyWords =
        "a postback's token has text around it; its unsigned members are needed too: pass the whole body as JSON"

    /// Takes whole tokens with an ES256 signature, which has 86 characters, out of other text.
    private static let tokens = Remedy(
        "tokens", "tokens are taken out of the text around them",
        ["jws eyJ.e30.\(exampleSignature) ok": "eyJ.e30.\(exampleSignature)"]
    ) { texts in
        var (words, isDecided) = ("there is text around the token", true)
        let found = changed(texts) { text, _ in
            let tokens = text.tokens
            guard let first = tokens.first, first.count < text.count, !text.beginsLikeJSON else { return nil }
            if tokens.count > 1 {
                words = "these look like several tokens on one line; put each token on its own line"
            }
            if text.mayHaveMembers(around: tokens) { (words, isDecided) = (bodyWords, false) }
            return tokens.map { [UInt8]($0) }
        }
        return found.map { [Result(texts: $0, words: words, isDecided: isDecided)] } ?? []
    }

    private static let exampleSignature = String(repeating: "A", count: 86)

    private static let memberName = Remedy(
        "content", "a body that became a member's name is taken out of it",
        look:
            "the body became a member's name because it was sent or parsed as a form; the Content-Type application/json keeps it whole",
        [#"{"{\"a\":1}":""}"#: #"{"a":1}"#]
    ) { object, _ in
        var members = object.members
        guard let first = members.next(), members.next() == nil else { return nil }
        let name = Array(first.name.string.utf8)
        return name.first == ASCII.openBrace ? [name] : nil
    }

    private static let unescaped = Remedy(
        "body", "a body is taken out of a string in which its quotation marks are not escaped",
        look: "the quotes inside the body are not escaped; have the log escape them, as nginx does with escape=json",
        [#"{"t":1,"body":"{"a":1}"}"#: #"{"a":1}"#]
    ) { text, _ in
        guard text.first == ASCII.openBrace, let (_, object) = text.unescapedObject else { return nil }
        return [object]
    }

    private static let form = Remedy(
        "form", "the fields of a form or of a URL's query become an object",
        look:
            "these are the fields of a form (application/x-www-form-urlencoded) or of a query; a postback is sent as JSON",
        ["app-id=1&version=4.0&did-win=true": #"{"app-id":1,"version":"4.0","did-win":true}"#]
    ) { text, _ in text.formFields.map { [$0] } }

    private static let cell = Remedy(
        "cell", "an object or a token is taken out of the row of a table", [#"7,"{""a"":1}""#: #"{"a":1}"#]
    ) { texts in
        var isDecided = true
        let found = changed(texts) { text, _ in
            guard let cell = text.cellWithInput else { return nil }
            // The other cells may be the unsigned members of a postback.
            if cell.first != ASCII.openBrace, text.mayHaveMembers(around: text.tokens) { isDecided = false }
            return [cell]
        }
        return found.map { [Result(texts: $0, words: tableWords, isDecided: isDecided)] } ?? []
    }

    package static let hexEscapeWords =
        "this looks like nginx's default escaping; log_format NAME escape=json '…' writes JSON lines"
    package static let tableWords =
        "this looks like CSV; pass only the column with the tokens or JSON objects, one per line"

    /// Whether a line has a cell that begins like an input, and another cell before it.
    package static func isTable(_ line: ByteView) -> Bool { line.cellWithInput != nil }

    private static let printed = Remedy(
        "printed", "an object as a programming language prints it is rewritten as JSON",
        ["map[app-id:1 did-win:true]": #"{"app-id":1,"did-win":true}"#]
    ) { text, words in
        // The layout of a document over several lines is kept if possible.
        guard let object = PrintedObject(text),
            text.firstOffset(of: ASCII.newline) == nil || SyntaxRepair.repair(text) == nil
        else { return nil }
        words = object.language.rawValue
        return [Array(object.value.text.utf8)]
    }

    private static let pasted = Remedy(
        "pasted", "what was copied along with the text is removed", ["Bearer eyJ.e30.AA": "eyJ.e30.AA"]
    ) { texts in
        var (words, isDecided) = ("", true)
        let found = changed(texts) { text, _ in
            guard text.count <= 1 << 14 else { return nil }
            let pasted = PastedText([UInt8](text))
            guard pasted.isInput, let list = pasted.list else { return nil }
            words = "this looks like pasted text; pass it without \(list)"
            isDecided = pasted.bytes.first == ASCII.openBrace || !text.mayHaveMembers(around: text.tokens)
            if !isDecided { words = bodyWords }
            return [pasted.bytes]
        }
        return found.map { [Result(texts: $0, words: words, isDecided: isDecided)] } ?? []
    }
}

extension ASCII {
    /// Whether a byte is a letter, a digit, or a character that joins words.
    static func isWordPart(_ byte: UInt8) -> Bool {
        isDigit(byte) || isUppercase(byte & ~0x20) || byte == minus || byte == UInt8(ascii: "_")
    }
}

extension ByteView {
    /// Whether the line may be a part of JSON that extends over several lines.
    fileprivate var beginsLikeJSON: Bool { first.map { "]\"{}[,".utf8.contains($0) } ?? false }

    /// Whether a text that a remedy would remove may be a part of a message: unsigned members of a postback, or another message in another
    /// encoding.
    fileprivate var mayHoldMore: Bool {
        var run = 0
        for byte in self {
            run = ASCII.isWordPart(byte) || "+/=".utf8.contains(byte) ? run + 1 : 0
            // Nothing shorter is a postback, and few other things are so long.
            if run > 120 { return true }
        }
        return Remedy.MemberCounts(self).unsigned > 0
    }

    /// Whether a text begins like an object, an array or a token. Base64 of an object also begins like a token, but has no dot.
    fileprivate var beginsLikeInput: Bool {
        first == ASCII.openBrace || first == ASCII.openBracket || beginsLikeToken && contains(ASCII.dot)
    }

    /// The text with escapes such as `\x22` decoded; nil if no quotation mark is escaped in this way, which only formats that cannot be
    /// read do.
    fileprivate var withoutHexEscapes: [UInt8]? {
        guard contains(ASCII.backslash), includes("\\x22") else { return nil }
        var result: [UInt8] = []
        var at = 0
        var holdsQuote = false
        while at < count {
            if self[at] == ASCII.backslash, at + 3 < count, self[at + 1] == UInt8(ascii: "x"),
                let high = ASCII.hexValue(self[at + 2]), let low = ASCII.hexValue(self[at + 3])
            {
                let byte = high << 4 | low
                if byte == ASCII.quote { holdsQuote = true }
                result.append(byte)
                at += 4
            } else {
                result.append(self[at])
                at += 1
            }
        }
        return holdsQuote ? result : nil
    }

    /// JSON with HTML entities of quotation marks decoded; nil if there are none.
    fileprivate var withoutEntities: [UInt8]? {
        guard contains(UInt8(ascii: "&")), includes("&quot;") || includes("&#34;") || includes("&#x22;") else {
            return nil
        }
        let plain = ["&quot;", "&#34;", "&#x22;"].reduce(text) { $0.replacingEach($1, by: "\"") }
        return Array(plain.replacingEach("&amp;", by: "&").utf8)
    }

    /// A token without the log times that interrupt it; nil if there are none.
    fileprivate var withoutTimes: [UInt8]? {
        guard beginsLikeToken, contains(ASCII.colon) else { return nil }
        var result: [UInt8] = []
        var at = 0
        while at < count {
            if ASCII.isDigit(self[at]), let end = endOfTime(from: at) {
                at = end
            } else {
                result.append(self[at])
                at += 1
            }
        }
        return result.count < count ? result : nil
    }

    /// Returns the end of a time as logs write it, including its zone, a blank, and what CRI adds after it; nil if there is no time.
    private func endOfTime(from start: Int) -> Int? {
        var at = start
        /// Skips bytes that match a pattern, in which some characters stand for several.
        func skip(_ pattern: String) -> Bool {
            let rest = part(at..<Swift.min(at + pattern.utf8.count, count))
            let fits = zip(rest, pattern.unicodeScalars).allSatisfy { byte, sign in
                let alike = ["0": "0123456789", "T": "T ", "+": "+-", ".": ".,", "F": "FP"][sign] ?? String(sign)
                return alike.utf8.contains(byte)
            }
            guard fits, rest.count == pattern.utf8.count else { return false }
            at += rest.count
            return true
        }
        guard skip("0000-00-00T00:00:00") else { return nil }
        if skip(".0") { while skip("0") {} }
        guard skip("Z") || skip("+00:00") || skip(" ") else { return nil }
        while skip(" ") {}
        if !skip("stdout F ") { _ = skip("stderr F ") }
        return at
    }

    /// Whether a text ends with a byte order mark in base64url or base64.
    private var endsWithByteOrderMark: Bool {
        count > 3 && part(count - 4..<count - 1).elementsEqual("77u".utf8) && "_/".utf8.contains(self[count - 1])
    }

    /// Whether a token can end at an offset, because neither padding nor another part follows.
    private func mayEndToken(at end: Int) -> Bool {
        guard let next = byte(at: end), ASCII.isWordPart(next) || "=+/.".utf8.contains(next) else { return true }
        return part((next == ASCII.dot ? end + 1 : end)..<count).starts(with: "eyJ".utf8)
    }

    /// The tokens in the text that have an ES256 signature: as many as a remedy takes out of a text.
    var tokens: [ByteView] { tokens(atMost: 64) }

    private func tokens(atMost most: Int) -> [ByteView] {
        let signature = 86
        var found: [ByteView] = []
        var at = 0
        while let start = firstOffset(of: UInt8(ascii: "e"), from: at), found.count < most {
            at = start + 1
            guard part(start..<count).starts(with: "eyJ".utf8), !part(0..<start).endsWithByteOrderMark else { continue }
            var end = start
            for _ in 0..<2 {
                while end < count, ASCII.isWordPart(self[end]) { end += 1 }
                guard byte(at: end) == ASCII.dot else { break }
                end += 1
            }
            // Bytes that turned out not to be a token are not searched again, so that the time grows only with the length of the text.
            guard self[end - 1] == ASCII.dot, end + signature <= count,
                part(end..<end + signature).allSatisfy(ASCII.isWordPart), mayEndToken(at: end + signature)
            else {
                at = Swift.max(at, end)
                continue
            }
            found.append(part(start..<end + signature))
            at = end + signature
        }
        return found
    }

    /// The object in a text such as `"NAME":"{"…}"`, and the name.
    fileprivate var unescapedObject: (name: String, object: [UInt8])? {
        let beginning = Array(#"":"{""#.utf8)
        var at = 0
        while let colon = firstOffset(of: ASCII.colon, from: at) {
            at = colon + 1
            guard colon > 0, part(colon - 1..<count).starts(with: beginning),
                let quote = part(0..<colon - 1).lastIndex(of: ASCII.quote)
            else { continue }
            let start = colon + 2
            guard let values = part(start..<count).endOfValue else { return nil }
            return (part(quote + 1..<colon - 1).text, [UInt8](part(start..<start + values)))
        }
        return nil
    }

    /// The object that results from the fields of a form or of a URL's query.
    fileprivate var formFields: [UInt8]? {
        guard let first, ASCII.isWordPart(first), contains(UInt8(ascii: "&")) else { return nil }
        // In the log of a server, the fields may be the query of a URL.
        let query = firstOffset(of: UInt8(ascii: "?")).map { part($0 + 1..<count) } ?? self
        var fields: [(name: String, text: String)] = []
        for field in query.prefix(while: { !ASCII.isWhiteSpace($0) }).split(separator: UInt8(ascii: "&")) {
            guard let sign = field.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            guard let name = Self.formText(field[..<sign]), let text = Self.formText(field[(sign + 1)...]) else {
                return nil
            }
            fields.append((name, text))
        }
        return Remedy.object(of: fields).object
    }

    private static func formText(_ text: some Sequence<UInt8>) -> String? {
        // In base64, a plus sign that was not encoded is kept: it does not mean a blank.
        let isBase64 =
            text.count(where: { _ in true }) > 40
            && text.allSatisfy { ASCII.isWordPart($0) || "+/=%".utf8.contains($0) }
        var plain: [UInt8] = []
        let isWhole = Array(text).withBytes { text in
            text.decodePercents(plus: isBase64 ? UInt8(ascii: "+") : ASCII.space) { plain.append($0) }
        }
        return isWhole ? String(validating: plain, as: UTF8.self) : nil
    }

    /// The contents of the first cell that begins like an input, if another cell and a comma, semicolon or tab come before it.
    fileprivate var cellWithInput: [UInt8]? {
        guard let first, ASCII.isPrintable(first), !"{[<}".utf8.contains(first) else { return nil }
        var at = 0
        while at < count {
            let byte = self[at]
            at += 1
            guard byte == ASCII.comma || byte == ASCII.tab || byte == UInt8(ascii: ";"), at < count else { continue }
            let isQuoted = self[at] == ASCII.quote
            let cell = part((isQuoted ? at + 1 : at)..<count)
            guard cell.first == ASCII.openBrace || cell.starts(with: "eyJ".utf8) else { continue }
            guard isQuoted else { return [UInt8](cell.prefix { $0 != byte }) }
            var text: [UInt8] = []
            var index = 0
            while index < cell.count {
                if cell[index] == ASCII.quote {
                    guard cell.byte(at: index + 1) == ASCII.quote else { return text }
                    index += 1
                }
                text.append(cell[index])
                index += 1
            }
            return nil
        }
        return nil
    }

    /// The start of a map printed by Go; nil if an object begins before it.
    fileprivate var startOfMap: Int? {
        guard let bracket = firstOffset(of: ASCII.openBracket), bracket > 2,
            !part(0..<bracket).contains(ASCII.openBrace)
        else { return nil }
        return part(bracket - 3..<bracket).elementsEqual("map".utf8) ? bracket - 3 : nil
    }

    /// The start of the first object that has members. The text before it may contain braces too.
    fileprivate func startOfObject(from first: Int) -> Int? {
        var at = first
        while let brace = firstOffset(of: ASCII.openBrace, from: at) {
            if part(brace + 1..<count).first(where: { !ASCII.isWhiteSpace($0) }) == ASCII.quote { return brace }
            at = brace + 1
        }
        return nil
    }

    /// The end of the value with which the text begins.
    fileprivate var endOfValue: Int? {
        var extent = JSONExtent()
        guard case .ended(let end) = extent.advance(over: self) else { return nil }
        return end
    }
}

/// What the base64url of payloads contains.
private enum AttributionMarks {
    /// The base64url of `-identifier` at each possible offset. The payloads of impressions and postbacks contain one of these.
    static let all = ["LWlkZW50aWZpZX", "1pZGVudGlmaWVy", "taWRlbnRpZmllc"]
    /// The same for `postback-id`, which only the payloads of postbacks contain.
    static let ofPostback = ["cG9zdGJhY2staW", "Bvc3RiYWNrLWlk", "wb3N0YmFjay1pZ"]
}

extension ByteView {
    /// Whether the token is that of a postback or an impression.
    private var isOfAttribution: Bool { AttributionMarks.all.contains { includes($0) } }

    /// The tokens of ad attribution in the text, and everything that begins like a signature of SKAdNetwork. No remedy may lose any of
    /// them.
    var signedParts: Set<[UInt8]> {
        var parts = Set(tokens(atMost: .max).lazy.filter(\.isOfAttribution).map { [UInt8]($0) })
        var at = 0
        while let start = firstOffset(of: UInt8(ascii: "M"), from: at) {
            at = start + 1
            guard part(start..<count).starts(with: "ME".utf8), let length = byte(at: start + 2),
                "QUY".utf8.contains(length), byte(at: start + 3) == UInt8(ascii: "C"),
                start == 0 || !ASCII.isWordPart(self[start - 1])
            else { continue }
            let run = part(start..<count).prefix {
                $0 == UInt8(ascii: "+") || ASCII.isWordPart($0) && $0 != ASCII.minus
            }
            parts.insert([UInt8](run))
            at = start + run.count
        }
        return parts
    }

    /// The signed parts of the text, and of what it encodes.
    var signedPartsAtAnyDepth: Set<[UInt8]> {
        var parts = signedParts
        forEachEncoded { parts.formUnion($0.signedParts) }
        return parts
    }

    /// Calls `body` with what each run of base64 or hexadecimal digits in the text encodes, if it may be a message.
    func forEachEncoded(_ body: (ByteView) -> Void) {
        // Nothing shorter encodes a signature and what it signs.
        let shortest = 200
        func mayEncode(_ byte: UInt8) -> Bool { ASCII.isWordPart(byte) || "+/=\\".utf8.contains(byte) }
        var at = 0
        while let start = self[at...].firstIndex(where: mayEncode) {
            let run = self[start...].prefix(while: mayEncode)
            at = run.endIndex
            guard run.count >= shortest else { continue }
            // In a string of JSON, a slash may have an escape.
            let text = run.filter { $0 != ASCII.backslash }
            (Layer.hexadecimal.bytes(in: text) ?? Layer.base64.bytes(in: text))?.withBytes(body)
        }
    }

    /// Whether the text has the token of a postback.
    var mayHoldPostback: Bool { AttributionMarks.ofPostback.contains { includes($0) } }

    /// Whether one of the tokens in the text is a postback's, and members of its body may be around it.
    func mayHaveMembers(around tokens: [ByteView]) -> Bool {
        guard tokens.contains(where: \.mayHoldPostback) else { return false }
        var rest = text
        for token in tokens { rest = rest.replacingEach(token.text, by: "~") }
        let behind = rest.utf8.reversed().prefix { $0 != UInt8(ascii: "~") }
        let values: Set = ["click", "view", "high", "medium", "low", "true", "false"]
        let plain = rest.lowercased()
        let names = ["conversion", "interaction", "country"] + ["-", "_", "", " "].map { "jws\($0)string" }
        return rest.utf8.contains(where: ",;|\t(".utf8.contains) || behind.contains(where: ASCII.isWordPart)
            || names.contains { plain.includes($0) }
            || plain.split(separator: " ").contains {
                values.contains(String($0)) || $0.utf8.count < 3 && $0.utf8.allSatisfy(ASCII.isDigit)
            }
    }
}

extension JSONView {
    /// Appends the compressed data in all strings.
    fileprivate func appendPacked(to output: inout ByteBuffer) {
        switch kind {
        case .object: for member in members { member.value.appendPacked(to: &output) }
        case .array: for element in elements { element.appendPacked(to: &output) }
        case .string:
            var decoded = ByteBuffer(capacity: 16)
            unescapedOrContent { text in
                if text.count > 20, case .packed? = EncodedText.decode(text, to: &decoded) {
                    output.append(decoded, from: 0)
                }
            }
        default: break
        }
    }
}
