import AttributionBase

/// jq commands that change only the lines to which a remedy applies, and write all others unchanged.
package enum LineFilter {
    /// The base64url of `-identifier` at each possible offset. The payloads of impressions and postbacks contain one of these.
    fileprivate static let marks = ["LWlkZW50aWZpZX", "1pZGVudGlmaWVy", "taWRlbnRpZmllc"]
    /// The same for `postback-id`, which only the payloads of postbacks contain.
    fileprivate static let marksOfPostback = ["cG9zdGJhY2staW", "Bvc3RiYWNrLWlk", "wb3N0YmFjay1pZ"]

    private static let part = "[A-Za-z0-9_-]"
    /// A whole token with an ES256 signature.
    private static let token = #"(?<!77u[_/])eyJ\#(part)*\\.\#(part)*\\.\#(part){86}(?=\\.?eyJ|[^A-Za-z0-9_=+/.-]|$)"#

    /// The condition that the object in a line can be read without a change.
    static let isRead = #"([.["\#(BodyField.token.text)", "\#(SignedField.signature)"]? | strings] != [])"#

    /// Returns the command for lines that are JSON. A line is not changed if jq would round one of its numbers, or if a signed part would
    /// be lost.
    ///
    /// - Parameter change: The filter whose result replaces the value.
    static func ofValues(_ change: String) -> String {
        let signed =
            #"eyJ\#(part)*\\.\#(part)*(?:\#(marks.joined(separator: "|")))\#(part)*\\.\#(part){86}|\\bME[QUY]C[A-Za-z0-9+]+"#
        return """
            jq -Rr 'def signed: [scan("\(signed)")]; . as $line | [(fromjson | \(change) | values)?] | if . != [] and \
            all(.. | numbers; fabs < 1e15) and ($line | signed) - (tostring | signed) == [] then .[] | strings // tojson \
            else $line end' FILE
            """
    }

    /// Returns the command for lines that are not JSON.
    ///
    /// - Parameter change: The filter whose results replace a text. It must not lose any signed part.
    static func ofTexts(_ change: String) -> String {
        "jq -Rr '. as $line | (select(fromjson? // null | not) | \(change))? // $line' FILE"
    }

    /// Returns the command for lines that are not JSON and from which the filter makes an object.
    static func ofObjects(_ change: String) -> String {
        ofTexts(#"\#(change) | select(fromjson? // null | type == "object")"#)
    }

    /// The jq function `hex`, which converts two hexadecimal digits to a character.
    static let hexDefinition =
        "def hex: ascii_downcase | explode | map(if . > 96 then . - 87 else . - 48 end) | [.[0] * 16 + .[1]] | implode;"
    /// The filter that decodes percent-encoding. It needs the definition of `hex`.
    static let percents = #"gsub("%(?<digits>[0-9A-Fa-f]{2})"; .digits | hex)"#

    /// Returns the command for lines that are encoded as a whole, and are therefore neither JSON, nor a token, nor a string.
    ///
    /// - Parameter filters: The filters that decode the line, from the outside in. A result that is only the header of a token does not
    ///   count, although it is an object.
    static func ofEncodings(_ filters: [String]) -> String {
        let kind = #"fromjson? // null | type"#
        let steps = filters.joined(separator: #" | sub("\\s+$"; "") | "#)
        return """
            jq -Rr '\(hexDefinition) . as $line | (select(\(kind) | . != "object" and . != "array") | \
            select(test("^\\\\s*eyJ[\\\\w-]*\\\\.") | not) | sub("\\\\s+$"; "") | \(steps) | sub("\\\\s+$"; "") | \
            select((fromjson? // null | type == "object" and (has("alg") | not)) or \
            test("^eyJ[\\\\w-]*\\\\.[\\\\w.-]*$")))? // $line' FILE
            """
    }

    /// The command that takes whole tokens out of other text. The token of a postback is left alone if members of its body may be around
    /// it.
    static let tokens = ofTexts(
        #"""
        select(test("^\\s*[]\\[\"{},]") | not) | select((test("\#(marksOfPostback.joined(separator: "|"))") | not) or \#
        (gsub("\#(token)"; "~") | test("[,;|\\t(]|~[^~]*\\w[^~]*$|(^|\\s)([0-9]{1,2}|click|view|high|medium|low|true|false)\#
        (\\s|$)|conversion|interaction|country|jws.?string"; "i") | not)) | scan("\#(token)")
        """#)

    /// Returns a version of the command that reads the whole input as one document.
    static func ofDocument(_ filter: String) -> String {
        filter.hasPrefix("jq -Rr ") ? "jq -Rrs " + filter.dropFirst("jq -Rr ".count) : filter
    }

    package static func isOfDocument(_ filter: String) -> Bool { filter.hasPrefix("jq -Rrs ") }
}

extension ByteView {
    /// Whether the token is that of a postback or an impression.
    private var isOfAttribution: Bool { LineFilter.marks.contains { includes($0) } }

    /// The tokens of ad attribution in the text, and everything that begins like a signature of SKAdNetwork. No remedy may lose any of
    /// them.
    var signedParts: Set<[UInt8]> {
        var parts = Set(tokens.lazy.filter(\.isOfAttribution).map { [UInt8]($0) })
        var at = 0
        while let start = firstOffset(of: UInt8(ascii: "M"), from: at), parts.count < 128 {
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

    /// Whether one of the tokens in the text is a postback's, and members of its body may be around it.
    func mayHaveMembers(around tokens: [ByteView]) -> Bool {
        guard tokens.contains(where: { token in LineFilter.marksOfPostback.contains { token.includes($0) } }) else {
            return false
        }
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

    /// Whether JSON has a number that jq would round or write in another notation.
    var hasInexactNumber: Bool {
        var (at, isInString) = (0, false)
        while at < count {
            let byte = self[at]
            if isInString, byte == ASCII.backslash { at += 1 }
            if byte == ASCII.quote { isInString.toggle() }
            at += 1
            guard !isInString, byte == ASCII.minus || ASCII.isDigit(byte) else { continue }
            let number = part(at - 1..<count).prefix { ASCII.isDigit($0) || "+-.eE".utf8.contains($0) }
            let digits = number.filter(ASCII.isDigit)
            if digits.count > 15 || number.contains(where: { $0 | 0x20 == UInt8(ascii: "e") })
                || number.contains(ASCII.dot) && (number.last == UInt8(ascii: "0") || digits.starts(with: "0000".utf8))
                || number.elementsEqual("-0".utf8)
            {
                return true
            }
            at += number.count - 1
        }
        return false
    }
}
