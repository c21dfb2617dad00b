import AttributionBase
import AttributionCrypto

// Changes to the bytes of an input.

extension InputChange {
    static let texts = [
        InputChange(
            "record-separator", "remove the character 0x1E before each JSON text (RFC 7464, application/json-seq)",
            filter: #"tr -d '\036' <FILE"#
        ) { text, _ in text.contains(0x1e) ? [text.filter { $0 != 0x1e }] : nil },
        InputChange(
            "hex-escapes", hexEscapeWords,
            filter: #"perl -pe 's/\\x([0-9A-Fa-f]{2})/chr hex $1/ge' FILE"#
        ) { text, _ in text.withoutHexEscapes.map { [$0] } },
        InputChange(
            "html-entities", "the quotation marks are written as in HTML (&quot;)",
            filter: LineFilter.ofObjects(##"gsub("&(quot|#34|#x22);"; "\"") | gsub("&amp;"; "&")"##)
        ) { text, _ in text.withoutEntities.map { [$0] } },
        alphabet, braces,
        InputChange(
            "trailing-comma", "JSON allows no comma after the last element or member",
            filter: #"perl -0777 -pe 's/("(?:[^"\\\n]|\\.)*")|,(?=\s*[]}])/$1/g' FILE"#
        ) { text, _ in text.withoutLastCommas.map { [$0] } },
        partsOfJSON, prefix, pasted, tail, timeInside, tokens, memberName, unescaped, form, table, printed,
    ]

    // The commands must leave lines unchanged that need no remedy, such as bodies and tokens.

    private static let alphabet = InputChange(
        "base64url", "drop the \"=\" characters: a JWS has no padding",
        filter: "sed '/^ey/{s/[\"=]//g;y,+/,-_,;}' FILE"
    ) { text, step in
        guard text.beginsLikeToken, text.contains(where: "\"=+/".utf8.contains) else { return nil }
        if text.contains(ASCII.quote) { step.words = "the parts of a JWS are not in quotes" }
        if text.contains(where: "+/".utf8.contains) {
            step.words = "this is standard base64; a JWS is base64url: \"+\" becomes \"-\" and \"/\" becomes \"_\""
        }
        return [Base64URL.inURLAlphabet(text.filter { !"\"=".utf8.contains($0) })]
    }

    private static let braces = InputChange(
        "braces", "these are the members of an object without its { and }",
        filter: LineFilter.ofTexts(
            #"select(test("^\\s*\"")) | "{" + sub("[,\\s]*$"; "") + "}" | select(fromjson | length > 1)"#)
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

    private static let partsOfJSON = InputChange(
        "json-parts", "the header and the payload are JSON here; a token has them in base64url",
        filter: """
            perl -MMIME::Base64=encode_base64url -pe \
            's/^(\\{.*?\\})\\.(\\{.*\\})\\.([\\w-]+)\\s*$/join(".", encode_base64url($1), encode_base64url($2), $3) . "\\n"/e' FILE
            """
    ) { text, _ in
        guard text.first == ASCII.openBrace, let dot = text.lastIndex(of: ASCII.dot), dot + 1 < text.count,
            text.part(dot + 1..<text.count).allSatisfy(ASCII.isWordPart), let header = text.endOfValue,
            header < dot, text[header] == ASCII.dot, text.byte(at: header + 1) == ASCII.openBrace,
            text.part(header + 1..<dot).endOfValue == dot - header - 1
        else { return nil }
        let parts = [text.part(0..<header), text.part(header + 1..<dot)].map { Base64URL.encode([UInt8]($0)) }
        return [parts[0] + [ASCII.dot] + parts[1] + [UInt8](text.part(dot..<text.count))]
    }

    private static let prefix = InputChange(
        "prefix", "there is text before the object, as in log lines",
        filter: LineFilter.ofTexts(
            #"""
            select(test("^\\s*([]\\[\"{},]\\s*)*\\{|^\\s*\"[^\"]*\"\\s*:|^[^{]*eyJ") | not) | sub("^.*?(?=\\{\\s*\")"; "") | \#
            select(sub("}[^}]*$"; "}") | fromjson | type == "object") | sub("}[]\\[ ]+$"; "}")
            """#)
    ) { text, step in
        if let map = text.startOfMap, map > 0 {
            step.filter = nil
            return [[UInt8](text.part(map..<text.count))]
        }
        guard !text.beginsLikeToken, let first = text.firstOffset(of: ASCII.openBrace), first > 0 else { return nil }
        var start = text.startOfObject(from: first) ?? first
        // The percent sign of a map in Elixir.
        if start > 0, text[start - 1] == UInt8(ascii: "%") { start -= 1 }
        guard start > 0 else { return nil }
        var object = text.part(start..<text.count)
        let end = object.lastIndex(of: ASCII.closeBrace) ?? 0
        // After the object, Monolog writes an empty context or extra as `[]`.
        if end > 0, object.part(end + 1..<object.count).allSatisfy("[] ".utf8.contains) {
            object = object.part(0..<end + 1)
        }
        let before = text.part(0..<start)
        let isJSON =
            text.values?.count == 1 || before.allSatisfy("[]{}\", \t".utf8.contains)
            || before.first == ASCII.quote && before.trimmed.last == ASCII.colon
        if isJSON || before.includes("eyJ") || object.part(0..<end + 1).withObject({ _ in true }) == nil {
            step.filter = nil
        }
        return [[UInt8](object)]
    }

    private static let tail = InputChange(
        "tail", "there is text after the object",
        filter: LineFilter.ofObjects(
            #"select(test("^\\s*\\{") and (test("}[^}]*eyJ[^}]*$|}\\s*[,;]\\s*$") | not)) | sub("}[^}]*$"; "}")"#)
    ) { text, step in
        guard let end = text.lastIndex(of: ASCII.closeBrace), end < text.count - 1 else { return nil }
        let tail = text.part(end + 1..<text.count)
        if text.first != ASCII.openBrace || tail.includes("eyJ") || tail.trimmed.allSatisfy(",;".utf8.contains) {
            step.filter = nil
        }
        return [[UInt8](text.part(0..<end + 1))]
    }

    private static let timeInside = InputChange(
        "time-inside",
        "the time of a log line is inside the token, where the log split a long line; sed removes the time",
        filter: """
            sed -E '/^eyJ/s/[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}([.,][0-9]+)?\
            (Z|[+-][0-9]{2}:[0-9]{2}|[[:blank:]])[[:blank:]]*(std(out|err) [FP] )?//g' FILE
            """
    ) { text, _ in text.withoutTimes.map { [$0] } }

    /// The words about a postback's token that may have members of its body around it.
    fileprivate static let bodyWords =
        "a postback's token has text around it; its unsigned members are needed too: pass the whole body as JSON"

    /// Takes whole tokens with an ES256 signature, which has 86 characters, out of other text.
    private static let tokens = InputChange(
        "tokens", "there is text around the token", filter: LineFilter.tokens
    ) { text, step in
        let tokens = text.tokens
        guard let first = tokens.first, first.count < text.count, !text.beginsLikeJSON else { return nil }
        if tokens.count > 1 {
            step.words = "these look like several tokens on one line; put each token on its own line"
        }
        if text.mayHaveMembers(around: tokens) { (step.words, step.filter) = (bodyWords, nil) }
        return tokens.map { [UInt8]($0) }
    }

    private static let memberName = InputChange(
        "member-name",
        "the body became a member's name because it was sent or parsed as a form; the Content-Type application/json keeps it whole",
        filter: LineFilter.ofValues(
            #"select(type == "object" and length == 1) | keys[0] | select(fromjson | type == "object")"#)
    ) { text, _ in
        let only: [UInt8]? = text.withObject { object in
            var members = object.members
            guard let first = members.next(), members.next() == nil else { return nil }
            return Array(first.name.string.utf8)
        }
        return only.flatMap { $0.first == ASCII.openBrace ? [$0] : nil }
    }

    private static let unescaped = InputChange(
        "unescaped-body",
        "the quotes inside the body are not escaped; have the log escape them, as nginx does with escape=json"
    ) { text, step in
        guard text.first == ASCII.openBrace, let (name, object) = text.unescapedObject else { return nil }
        if name.utf8.allSatisfy(ASCII.isWordPart) {
            step.filter = LineFilter.ofObjects(
                #"capture("\"\#(name)\":\"(?<body>\\{\".*})\"").body | select([scan("eyJ")] == [$line | scan("eyJ")])"#)
        }
        return [object]
    }

    private static let form = InputChange(
        "form", "these are the fields of a form (application/x-www-form-urlencoded); a postback is sent as JSON",
        filter: formFilter
    ) { text, step in
        guard let fields = text.formFields else { return nil }
        // The command decodes only ASCII.
        if fields.contains(where: { $0 >= 0x80 }) { step.filter = nil }
        return [fields]
    }

    private static let formFilter = LineFilter.ofTexts(
        """
        \(LineFilter.hexDefinition) def plain: gsub("[+]"; " ") | \(LineFilter.percents); \
        select(test("^[^{?&=]*[?]?[A-Za-z0-9_%.-]+=.*&") and (test("[{}]") | not)) | [sub("^[^?]*[?]"; "") | \
        sub("[[:space:]].*$"; "") | split("&")[] | capture("^(?<key>[^=]*)=(?<value>.*)$") | map_values(plain) | \
        .value |= if test("^(0|[1-9][0-9]{0,14}|true|false)$") then fromjson else . end] | \
        select(length == (map(.key) | unique | length)) | from_entries | tojson
        """)

    private static let table = InputChange("table", tableWords) { text, _ in text.cellWithInput.map { [$0] } }

    package static let hexEscapeWords =
        "this looks like nginx's default escaping; log_format NAME escape=json '…' writes JSON lines"
    package static let tableWords =
        "this looks like CSV; pass only the column with the tokens or JSON objects, one per line"

    package static let headerWords =
        "this looks like the header of CSV; write each row as a JSON object with these names, one per line"

    /// Whether a line is a table's header: at least two of its cells are names of fields in messages.
    package static func isHeader(_ line: ByteView) -> Bool {
        guard line.first != ASCII.openBrace, line.first != ASCII.openBracket, line.count <= 1 << 12 else {
            return false
        }
        let cells = line.text.split { ",;\t".contains($0) }.map { cell in
            String(cell.drop { " \"".contains($0) }.prefix { !" \"".contains($0) })
        }
        return Set(cells).intersection(fieldNames).count > 1
    }

    private static let fieldNames = Set(
        ImpressionField.shape.fields.map(\.text) + PostbackField.shape.fields.map(\.text)
            + SignedField.allCases.map(\.description))

    /// Whether a line has a cell that begins like an input, and another cell before it.
    package static func isTable(_ line: ByteView) -> Bool { line.cellWithInput != nil }

    private static let printed = InputChange(
        "printed", "an object as a programming language prints it is rewritten as JSON"
    ) { text, step in
        guard let object = PrintedObject(text) else { return nil }
        step.words = object.language.rawValue
        return [Array(object.value.text.utf8)]
    }

    private static let pasted = InputChange("pasted", "what was copied along with the text is removed") { text, step in
        guard text.count <= 1 << 14 else { return nil }
        let pasted = PastedText([UInt8](text))
        guard pasted.isInput, let list = pasted.list else { return nil }
        step.words = "this looks like pasted text; pass it without \(list)"
        let isAlone = pasted.bytes.first == ASCII.openBrace || !text.mayHaveMembers(around: text.tokens)
        if isAlone { step.filter = pasted.filter(from: text) } else { step.words = bodyWords }
        return [pasted.bytes]
    }
}

extension PastedText {
    /// Returns the command that removes the same wrappings; nil unless the input is a token, or the wrappings are only quotation marks and
    /// a comma.
    fileprivate func filter(from text: ByteView) -> String? {
        let tokens = text.tokens
        if tokens.count == 1, tokens[0].elementsEqual(bytes), !text.beginsLikeJSON { return LineFilter.tokens }
        if let filter = decoder(of: text) { return filter }
        if let straight = text.straightQuotes, straight == bytes {
            return LineFilter.ofObjects(#"gsub("[“”„]"; "\"")"#)
        }
        var expressions: [String] = []
        var rest = [UInt8](text)[...]
        for wrapping in [Wrapping.comma, .quotes] where wrappings.contains(wrapping) {
            if wrapping == .comma {
                expressions.append(#"sub("[,;]\\s*$"; "")"#)
                rest = rest.dropLast()
            } else {
                expressions.append(#"sub("^[\"`]"; "") | sub("[\"`]\\s*$"; "")"#)
                let quotes: [UInt8] = [ASCII.quote, UInt8(ascii: "`")]
                if let first = rest.first, quotes.contains(first) { rest = rest.dropFirst() }
                if let last = rest.last, quotes.contains(last) { rest = rest.dropLast() }
            }
        }
        guard rest.elementsEqual(bytes), !expressions.isEmpty else { return nil }
        let result = #"select((fromjson? // null | type == "object") or test("^eyJ[A-Za-z0-9_.-]*$"))"#
        return LineFilter.ofTexts((expressions + [result]).joined(separator: " | "))
    }

    /// Returns the command that decodes a whole line in the same way, from the outside in; nil if anything else was removed.
    private func decoder(of text: ByteView) -> String? {
        let mostEncodings = 4
        var (rest, filters) = ([UInt8](text), [String]())
        while rest != bytes {
            guard filters.count < mostEncodings, let (decoded, filter) = Self.decoded(rest) else { return nil }
            rest = decoded.withBytes { [UInt8]($0.trimmed) }
            filters.append(filter)
        }
        return filters.isEmpty ? nil : LineFilter.ofEncodings(filters)
    }

    /// Returns the text that is encoded as a whole, and the jq filter that decodes it; nil if the text is not encoded.
    private static func decoded(_ text: [UInt8]) -> (text: [UInt8], filter: String)? {
        if text.first == ASCII.quote {
            guard case .string(let inner)? = try? JSONValue(parsing: text) else { return nil }
            return (Array(inner.utf8), "fromjson")
        }
        if text.contains(ASCII.backslash) {
            let quoted = [ASCII.quote] + text + [ASCII.quote]
            guard case .string(let inner)? = try? JSONValue(parsing: quoted) else { return nil }
            return (Array(inner.utf8), #""\"\(.)\"" | fromjson"#)
        }
        if let bytes = ASCII.bytes(ofHexDigits: text) {
            // The filter decodes only ASCII.
            guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
            return (bytes, #"select(test("^[0-9A-Fa-f]+$")) | gsub("(?<digits>..)"; .digits | hex)"#)
        }
        if text.first == UInt8(ascii: "%"), let bytes = ASCII.withoutPercents(text[...]) {
            return bytes.allSatisfy { $0 < 0x80 } ? (bytes, LineFilter.percents) : nil
        }
        return Base64URL.decodeLeniently(text).map { bytes in
            (bytes, #"select(test("^[A-Za-z0-9+/_-]+=*$")) | gsub("-"; "+") | gsub("_"; "/") | @base64d"#)
        }
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

    /// JSON without commas after last elements and members; nil if there are no such commas.
    fileprivate var withoutLastCommas: [UInt8]? {
        guard first == ASCII.openBrace || first == ASCII.openBracket else { return nil }
        var (result, isInString, isEscaped) = ([UInt8](), false, false)
        var comma: Int?
        for byte in self {
            if !isInString, let index = comma, !ASCII.isWhiteSpace(byte) {
                if byte == ASCII.closeBrace || byte == ASCII.closeBracket { result.remove(at: index) }
                comma = nil
            }
            if byte == ASCII.quote, !isEscaped { isInString.toggle() }
            if byte == ASCII.comma, !isInString { comma = result.count }
            isEscaped = byte == ASCII.backslash && !isEscaped
            result.append(byte)
        }
        return result.count < count ? result : nil
    }

    /// The text with typographic quotation marks replaced by straight ones.
    fileprivate var straightQuotes: [UInt8]? {
        guard contains(0xe2) else { return nil }
        let straight = text.replacingEach("“", by: "\"").replacingEach("”", by: "\"").replacingEach("„", by: "\"")
        return Array(straight.utf8)
    }

    /// The text with escapes such as `\x22` decoded; nil if no quotation mark is escaped in this way, which only formats that cannot be
    /// read do.
    fileprivate var withoutHexEscapes: [UInt8]? {
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

    /// All tokens in the text that have an ES256 signature.
    var tokens: [ByteView] {
        let signature = 86
        var found: [ByteView] = []
        var at = 0
        while let start = firstOffset(of: UInt8(ascii: "e"), from: at), found.count < 64 {
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
        var members: [JSONValue.Member] = []
        for field in query.prefix(while: { !ASCII.isWhiteSpace($0) }).split(separator: UInt8(ascii: "&")) {
            guard let sign = field.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            guard let name = Self.formText(field[..<sign]), let text = Self.formText(field[(sign + 1)...]) else {
                return nil
            }
            let isNumber = !text.isEmpty && text.utf8.allSatisfy(ASCII.isDigit) && (text == "0" || text.first != "0")
            let isTruth = text == "true" || text == "false"
            members.append(.init(name, isNumber ? .number(text) : isTruth ? .bool(text == "true") : .string(text)))
        }
        return Array(JSONValue.object(members).text.utf8)
    }

    private static func formText(_ text: some Sequence<UInt8>) -> String? {
        ASCII.withoutPercents(text, plus: ASCII.space).flatMap { String(validating: $0, as: UTF8.self) }
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
