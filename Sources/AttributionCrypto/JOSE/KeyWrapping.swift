import AttributionBase

/// The layers in which environment variables, forms, editors and secret stores pass keys on, around a form that ``KeyFile`` reads.
enum KeyWrapping {
    /// All layers. Each may be inside another.
    static let all = [
        Layer("text in UTF-16 or with a byte order mark", open: utf8),
        Layer("lines that end in a carriage return") { text, put in
            guard text.firstOffset(of: ASCII.carriageReturn) != nil, text.firstOffset(of: ASCII.newline) == nil else {
                return false
            }
            for byte in text { put(byte == ASCII.carriageReturn ? ASCII.newline : byte) }
            return true
        },
        // The line breaks may be escaped repeatedly.
        Layer("text with escaped line breaks", open: unescaped),
        // Quotation marks or `NAME=` may be around it.
        Layer("a PEM that is on one line, indented, or surrounded by text", KeyContainer.ofPEM) { laidOut($0, $1) },
        Layer("a PEM with other characters in place of its line breaks") { text, put in
            lineBreaks.contains { laidOut(text, breaking: $0, put) }
        },
        Layer("a PEM with a prefix before each line", open: unprefixed),
        Layer("a PEM from which all blanks were removed", open: withBlanks),
        Layer("a PEM with base64url in place of base64", open: withPlainBase64),
        Layer("a PEM with other than five dashes around END", open: withWholeEnd),
        // A form encodes a blank as a plus sign.
        Layer(Layer.percents.words) { text, put in
            text.firstOffset(of: ASCII.percent) != nil
                && text.decodePercents(plus: text.includes("BEGIN+") ? ASCII.space : UInt8(ascii: "+"), put)
        },
        base64, hexadecimal,
        Layer("base64 behind a label", least: 30, open: labelled),
        Layer("a list of bytes", open: listed),
        // Before version 1.0 or so, OpenSSL wrote the curve before the key in DER too.
        Layer("DER with the parameters of the curve before the key") { text, put in
            guard text.first == DERElement.objectIdentifier, let name = DERElement(text, at: 0), name.end < text.count,
                text[name.end] == DERElement.sequence
            else { return false }
            text.part(name.end..<text.count).forEach(put)
            return true
        },
        // A line such as `ecdsa-sha2-nistp256 AAAA…`, or the format of RFC 4716.
        Layer("OpenSSH's form", open: sshKey),
        // The bytes of SEC 1 §2.3.3, without a structure around them.
        Layer("a 65-byte uncompressed point") { text, put in
            guard text.count == 1 + 2 * P256.size, text[0] == 4 else { return false }
            P256.spki(point: Array(text)).forEach(put)
            return true
        },
        Layer("a 33-byte compressed point") { text, put in
            text.count == 1 + P256.size && (text[0] == 2 || text[0] == 3) && spki(Array(text), put)
        },
        Layer("the 64 bytes of x and y") { text, put in text.count == 2 * P256.size && spki([4] + text, put) },
        // CryptoKit calls this form x963Representation.
        Layer("the 97 bytes of a point and its private scalar") { text, put in
            guard text.count == 1 + 3 * P256.size, text[0] == 4 else { return false }
            let scalar = SecretBytes(copying: text.part(1 + 2 * P256.size..<text.count))
            guard let key = try? P256PrivateKey(raw: scalar), text.starts(with: [4] + key.publicKey.rawRepresentation)
            else { return false }
            key.derRepresentation.withBytes { $0.forEach(put) }
            return true
        },
        // The strings are separated by `+`, commas, blanks or line breaks.
        Layer("string literals in source code", open: joinedLiterals),
        Layer("JWK members without { and }") { braced($0.trimmed, $1) },
    ]

    static let base64 = Layer(Layer.base64.words, KeyContainer.ofBase64, least: 30, open: decoded)
    static let hexadecimal = Layer(Layer.hexadecimal.words, least: 20) { text, put in
        let digits = text.trimmed
        let isMarked = digits.starts(with: "0x".utf8) || digits.starts(with: "0X".utf8)
        return Layer.digits(
            digits.part((isMarked ? 2 : 0)..<digits.count), bits: 4, ASCII.hexValue,
            passing: { ASCII.isWhiteSpace($0) || ":-<>".utf8.contains($0) }, put)
    }

    /// Decodes base64 of a key, which is padded properly if it is padded at all.
    private static func decoded(_ text: ByteView, _ put: (UInt8) -> Void) -> Bool {
        text.count(where: { $0 == UInt8(ascii: "=") }) <= 2 && Layer.base64.open(text, put)
    }

    /// Passes on the DER of a point in any form. Returns false if the point is not on the curve.
    private static func spki(_ point: [UInt8], _ put: (UInt8) -> Void) -> Bool {
        guard let point = try? P256.uncompressed(point) else { return false }
        P256.spki(point: point).forEach(put)
        return true
    }

    private static func utf8(_ text: ByteView, _ put: (UInt8) -> Void) -> Bool {
        if Layer.mark.open(text, put) { return true }
        guard text.count > 3, text.count & 1 == 0 else { return false }
        let isMarked = text.starts(with: [0xff, 0xfe]) || text.starts(with: [0xfe, 0xff])
        // Without a byte order mark, every second byte of ASCII text is zero, which shows the byte order.
        let isLittle = isMarked ? text[0] == 0xff : text[1] == 0
        guard isMarked || text[0] != text[1] && (text[0] == 0 || isLittle) else { return false }
        for index in stride(from: isMarked ? 2 : 0, to: text.count, by: 2) {
            // Keys in all forms are ASCII.
            guard text[isLittle ? index + 1 : index] == 0 else { return false }
            put(text[isLittle ? index : index + 1])
        }
        return true
    }

    private static func unescaped(_ text: ByteView, _ put: (UInt8) -> Void) -> Bool {
        var at = 0
        while let byte = text.byte(at: at) {
            at += 1
            guard byte == ASCII.backslash else {
                put(byte)
                continue
            }
            while text.byte(at: at) == ASCII.backslash { at += 1 }
            // A key does not end with backslashes, however often it was escaped.
            guard let letter = text.byte(at: at) else { return false }
            at += 1
            switch letter {
            case UInt8(ascii: "n"): put(ASCII.newline)
            case UInt8(ascii: "r"): break
            default: put(letter)
            }
        }
        return true
    }

    /// Joins the strings inside quotation marks, and decodes their escapes.
    private static func joinedLiterals(_ text: ByteView, _ put: (UInt8) -> Void) -> Bool {
        var quote: UInt8?
        var (at, count) = (0, 0)
        while let byte = text.byte(at: at) {
            at += 1
            if quote == nil, "\"'`".utf8.contains(byte) {
                quote = byte
            } else if byte == quote {
                quote = nil
            } else if quote != nil {
                count += 1
                guard byte == ASCII.backslash, let letter = text.byte(at: at) else {
                    put(byte)
                    continue
                }
                at += 1
                put(letter == UInt8(ascii: "n") || letter == UInt8(ascii: "r") ? ASCII.newline : letter)
            }
        }
        return quote == nil && count >= 40
    }

    private static func braced(_ text: ByteView, _ put: (UInt8) -> Void) -> Bool {
        guard text.first == ASCII.quote, text.includes("\"kty\"") else { return false }
        let members = text.last == ASCII.comma ? text.part(0..<text.count - 1) : text
        put(ASCII.openBrace)
        members.forEach(put)
        put(ASCII.closeBrace)
        return true
    }

    /// What shells, web pages and tools leave in place of line breaks. All but the first three contain characters that base64 does not
    /// have.
    private static let lineBreaks = [
        "/n", "n", "rn", "x0a", "x0A", "\\x0a", "\\x0A", "\\u000a", "\\u000A", "`n", "`r`n", "&#10;", "&#xA;", "&#xa;",
        "<br>", "<br/>",
        "<br />",
    ].map { Array($0.utf8) }

    /// Restores the layout of a PEM file with a single block. Of several blocks, other readers might use another one.
    ///
    /// - Parameter sign: The text in place of each line break; empty for white space or nothing.
    private static func laidOut(_ text: ByteView, breaking sign: [UInt8] = [], _ put: (UInt8) -> Void) -> Bool {
        guard let begin = text.onlyOffset(of: "-----BEGIN "), let end = text.onlyOffset(of: "-----END "), begin < end,
            let head = text.part(begin + 11..<end).firstOffset(of: Array("-----".utf8)),
            let tail = text.part(end + 9..<text.count).firstOffset(of: Array("-----".utf8))
        else { return false }
        let label = text.part(begin..<begin + head + 16)
        let body = text.part(begin + head + 16..<end)
        guard label.allSatisfy(ASCII.isPrintable), !body.contains(ASCII.colon), body.starts(with: sign) else {
            return false
        }
        // If all its characters are also base64 digits, only its position at the ends of lines identifies it.
        let isOfDigits = sign.allSatisfy { Base64.value(of: $0) != nil }
        let widths = [64, 76].filter { width in
            let at = sign.count + width
            return at < body.count && body.part(at..<body.count).starts(with: sign)
        }
        label.forEach(put)
        put(ASCII.newline)
        var at = sign.count
        var column = 0
        while let byte = body.byte(at: at) {
            let next = at + sign.count
            let isBreak = !sign.isEmpty && body.part(at..<body.count).starts(with: sign)
            if isBreak, !isOfDigits || column == widths.first || next == body.count {
                (at, column) = (next, 0)
                continue
            }
            if !ASCII.isWhiteSpace(byte) { put(byte) }
            (at, column) = (at + 1, column + 1)
        }
        put(ASCII.newline)
        text.part(end..<end + tail + 14).forEach(put)
        put(ASCII.newline)
        return true
    }

    /// The labels of keys, which have blanks.
    private static let labels = ["PRIVATE KEY", "EC PRIVATE KEY", "PUBLIC KEY", "ENCRYPTED PRIVATE KEY"]

    /// Restores the blanks in the frame of a PEM block, of which nothing is left but the dashes.
    private static func withBlanks(_ text: ByteView, _ put: (UInt8) -> Void) -> Bool {
        for label in labels {
            let name = label.filter { $0 != " " }
            let (head, tail) = ("-----BEGIN\(name)-----", "-----END\(name)-----")
            guard let begin = text.onlyOffset(of: head), let end = text.onlyOffset(of: tail), begin < end else {
                continue
            }
            "-----BEGIN \(label)-----\n".utf8.forEach(put)
            text.part(begin + head.utf8.count..<end).forEach(put)
            "\n-----END \(label)-----\n".utf8.forEach(put)
            return true
        }
        return false
    }

    /// Converts the body of the only PEM block from base64url, which has no padding, to base64.
    private static func withPlainBase64(_ text: ByteView, _ put: (UInt8) -> Void) -> Bool {
        for label in labels {
            let head = "-----BEGIN \(label)-----"
            guard let begin = text.onlyOffset(of: head), let end = text.onlyOffset(of: "-----END \(label)-----"),
                begin < end
            else { continue }
            let body = text.part(begin + head.utf8.count..<end)
            let count = body.count { !ASCII.isWhiteSpace($0) }
            guard body.contains(where: { $0 == ASCII.minus || $0 == UInt8(ascii: "_") }),
                body.allSatisfy({ ASCII.isWhiteSpace($0) || $0 == UInt8(ascii: "=") || Base64.anyValue(of: $0) != nil })
            else { return false }
            "\(head)\n".utf8.forEach(put)
            for byte in body {
                put(byte == ASCII.minus ? UInt8(ascii: "+") : byte == UInt8(ascii: "_") ? UInt8(ascii: "/") : byte)
            }
            for _ in 0..<(4 - count % 4) % 4 { put(UInt8(ascii: "=")) }
            "\n-----END \(label)-----\n".utf8.forEach(put)
            return true
        }
        return false
    }

    /// Restores the dashes of the END line of the only PEM block.
    private static func withWholeEnd(_ text: ByteView, _ put: (UInt8) -> Void) -> Bool {
        for label in labels {
            guard text.onlyOffset(of: "-----BEGIN \(label)-----") != nil,
                let name = text.onlyOffset(of: "END \(label)")
            else { continue }
            let behind = name + 4 + label.utf8.count
            let before = text.part(0..<name).reversed().prefix { $0 == ASCII.minus }.count
            let after = text.part(behind..<text.count).prefix { $0 == ASCII.minus }.count
            guard before > 0, before != 5 || after != 5 else { return false }
            text.part(0..<name - before).forEach(put)
            "\n-----END \(label)-----\n".utf8.forEach(put)
            text.part(behind + after..<text.count).forEach(put)
            return true
        }
        return false
    }

    /// How the base64 of a key's DER begins: a version or the algorithm, in the lengths that keys have.
    private static let beginnings = ["MFkwEwYH", "MDkwEwYH", "MHcCAQEE", "MIGHAgEA", "MIGTAgEA", "MEECAQAw"]

    /// Decodes base64 to which words lead, such as the name of the key on a web page. It may be on several lines.
    private static func labelled(_ text: ByteView, _ put: (UInt8) -> Void) -> Bool {
        // A PEM block has faults of its own.
        guard !text.includes("-----") else { return false }
        for beginning in beginnings {
            guard let start = text.onlyOffset(of: beginning), start > 0, Base64.value(of: text[start - 1]) == nil else {
                continue
            }
            return decoded(text.part(start..<text.count), put)
        }
        return false
    }

    /// Removes what precedes each line of a PEM file with a single block: a sign, as in mails and patches, or a line number.
    private static func unprefixed(_ text: ByteView, _ put: (UInt8) -> Void) -> Bool {
        guard let begin = text.onlyOffset(of: "-----BEGIN "), let end = text.onlyOffset(of: "-----END "), begin < end
        else { return false }
        let start = text.part(0..<begin).lastIndex(of: ASCII.newline).map { $0 + 1 } ?? 0
        let prefix = text.part(start..<begin)
        let number = Self.number(before: prefix)
        let sign = prefix.part(number..<prefix.count)
        guard !sign.isEmpty, !prefix.trimmed.isEmpty else { return false }
        for range in text.part(start..<text.count).split(separator: ASCII.newline) {
            let line = text.part(start + range.startIndex..<start + range.endIndex)
            let rest = line.part((number > 0 ? Self.number(before: line) : 0)..<line.count)
            guard rest.starts(with: sign) else { return false }
            let own = rest.part(sign.count..<rest.count)
            own.forEach(put)
            put(ASCII.newline)
            if own.starts(with: "-----END ".utf8) { return true }
        }
        return false
    }

    /// The number of blanks and digits at the beginning of a line; 0 if there is no digit.
    private static func number(before line: ByteView) -> Int {
        let blanks = line.prefix { ASCII.isWhiteSpace($0) }.count
        let digits = line.part(blanks..<line.count).prefix { ASCII.isDigit($0) }.count
        return digits == 0 ? 0 : blanks + digits
    }

    /// Reads bytes as programs print them: numbers with anything between them, either all decimal (with signs in Java), or all with `0x`.
    private static func listed(_ text: ByteView, _ put: (UInt8) -> Void) -> Bool {
        guard text.contains(ASCII.comma) || text.contains(ASCII.space) else { return false }
        var count = 0
        var isHexadecimal: Bool?
        var at = 0
        while let byte = text.byte(at: at) {
            let word = text.part(at..<text.count).prefix { ASCII.isDigit($0) || ASCII.isUppercase($0 & ~0x20) }
            guard !word.isEmpty else {
                at += 1
                continue
            }
            let isNegative = at > 0 && text[at - 1] == ASCII.minus
            at += word.count
            guard ASCII.isDigit(byte) else {
                // The name of a type may come before the list.
                guard count == 0 else { return false }
                continue
            }
            let isMarked = word.starts(with: "0x".utf8) || word.starts(with: "0X".utf8)
            guard word.count <= 4, isMarked == isHexadecimal ?? isMarked,
                let value = Int(
                    String(decoding: word.dropFirst(isMarked ? 2 : 0), as: UTF8.self), radix: isMarked ? 16 : 10),
                let number = isNegative ? Int8(exactly: -value).map(UInt8.init(bitPattern:)) : UInt8(exactly: value)
            else { return false }
            isHexadecimal = isMarked
            put(number)
            count += 1
        }
        // Thirty-two bytes or fewer are not enough: they may be a scalar or any other bytes.
        return count > P256.size
    }

    /// Returns the fault of a text that is base64 of a key except for the number of its characters; nil for any other text.
    fileprivate static func damage(in text: ByteView) -> KeyError? {
        let start = beginnings.lazy.compactMap { text.onlyOffset(of: $0) }.first
        guard let start, !text.includes("-----"),
            let read = try? SecretBytes.decoding(text.part(start..<text.count), Base64.anyValue),
            read.digits >= 40, !read.isWhole || read.padding > 0 && (read.digits + read.padding) % 4 != 0
        else { return nil }
        return .damagedBase64(read.digits + read.padding)
    }

    /// Passes on the public key of an SSH key (RFC 5656 §3.1) as DER.
    private static func sshKey(_ text: ByteView, _ put: (UInt8) -> Void) -> Bool {
        let name = Array("nistp256".utf8) + [0, 0, 0, 65]
        let words = text.split(whereSeparator: ASCII.isWhiteSpace)
        var body: [UInt8] = []
        if words.count >= 2, words[0].elementsEqual("ecdsa-sha2-nistp256".utf8) {
            body = Array(words[1])
        } else if text.includes("---- BEGIN SSH2 PUBLIC KEY ----") {
            // Lines with a colon are headers. A backslash at the end continues them.
            let lines = text.split(separator: ASCII.newline).map { Array($0) }
            body = lines.filter { !$0.contains(ASCII.colon) && !$0.contains(ASCII.minus) }.flatMap(\.self)
        }
        guard let blob = base64.bytes(in: body), let index = blob.withBytes({ $0.firstOffset(of: name) }),
            blob.count == index + name.count + 65
        else { return false }
        P256.spki(point: Array(blob.suffix(65))).forEach(put)
        return true
    }
}

extension ByteView {
    fileprivate func onlyOffset(of text: String) -> Int? {
        let text = Array(text.utf8)
        guard let found = firstOffset(of: text), firstOffset(of: text, from: found + 1) == nil else { return nil }
        return found
    }
}

extension KeyFile {
    /// The size in bytes of the largest file that is searched for keys in other encodings.
    private static let wrappedLimit = 1 << 16
    /// How many encodings may be inside each other, such as base64 of a PEM in a member of JSON.
    private static let wrappingLimit = 3
    /// How many members of a JSON document are searched.
    private static let memberLimit = 64

    /// Searches for a key inside other encodings.
    ///
    /// - Parameter fault: Why the text itself is not a key. It is thrown if nothing is found, not even a key of another kind.
    static func wrapped(
        in text: ByteView, _ fault: KeyError, _ password: SecretBytes?
    ) throws(KeyError) -> KeyFile {
        // A damaged key file is recognised as such. Searching it would hide the damage.
        guard fault.isVague, text.count <= wrappedLimit else { throw fault }
        var inner: KeyError?
        for depth in 1...wrappingLimit {
            if let file = search(text, depth, password, &inner) { return file }
        }
        throw inner ?? KeyWrapping.damage(in: text) ?? fault
    }

    private static func search(
        _ text: ByteView, _ depth: Int, _ password: SecretBytes?, _ fault: inout KeyError?
    ) -> KeyFile? {
        // What is deeper has other forms too, so each layer is searched like the text itself.
        Layer.search(text, in: KeyWrapping.all, depth: 1, isSecret: true) { held, layer in
            var inner: KeyError?
            let file = read(held, depth, password, &inner)
            let isDigits = layer.words == KeyWrapping.hexadecimal.words
            if isDigits || layer.words == KeyWrapping.base64.words, held.count == P256.size,
                (try? P256PrivateKey(raw: SecretBytes(copying: held))) != nil
            {
                fault = .container(.scalar(isDigits ? .digits : .base64))
            }
            if fault == nil, let inner { fault = .inside(layer.words, inner) }
            return .some(file.map { KeyFile($0.entries, wrappings: [layer.words] + $0.wrappings) })
        } ?? members(of: text, depth, password, &fault) ?? values(of: text, depth, password, &fault)
    }

    /// Reads keys from lines that have a name and a value, as in environment files and YAML.
    private static func values(
        of text: ByteView, _ depth: Int, _ password: SecretBytes?, _ fault: inout KeyError?
    ) -> KeyFile? {
        var found = KeyFile([], wrappings: [])
        var tried = 0
        for line in text.split(separator: ASCII.newline) where tried < memberLimit {
            let line = text.part(line.startIndex..<line.endIndex).trimmed
            let name = line.prefix {
                $0 < 0x80 && (ASCII.isDigit($0) || ASCII.isUppercase($0 & ~0x20) || "_.-\"' ".utf8.contains($0))
            }
            guard !name.isEmpty, let sign = line.byte(at: name.count), sign == ASCII.colon || sign == UInt8(ascii: "=")
            else { continue }
            var value = line.part(name.count + 1..<line.count).trimmed
            if let quote = value.first, "\"'".utf8.contains(quote), value.last == quote, value.count > 1 {
                value = value.part(1..<value.count - 1)
            }
            // A key takes more bytes than this in every form.
            guard value.count >= 40 else { continue }
            tried += 1
            let place = "a line with a name before the value"
            var inner: KeyError?
            let file = read(value, depth, password, &inner)
            fault = fault ?? inner?.within(place)
            if let file { found.add(file, at: place) }
        }
        return found.entries.isEmpty ? nil : found
    }

    /// Adds the keys of a part of the file.
    private mutating func add(_ part: KeyFile, at place: String) {
        let words = wrappings + [place] + part.wrappings
        let all = words.enumerated().filter { !words[..<$0.offset].contains($0.element) }.map(\.element)
        self = KeyFile(entries + part.entries, wrappings: all)
    }

    private static func read(
        _ text: ByteView, _ depth: Int, _ password: SecretBytes?, _ fault: inout KeyError?
    ) -> KeyFile? {
        do throws(KeyError) {
            return try KeyFile(strictly: text, password)
        } catch {
            if !error.isVague { fault = fault ?? error }
            return depth > 1 ? search(text, depth - 1, password, &fault) : nil
        }
    }

    /// Reads keys from the members of a JSON document, such as the answer of a key service.
    private static func members(
        of text: ByteView, _ depth: Int, _ password: SecretBytes?, _ fault: inout KeyError?
    ) -> KeyFile? {
        guard text.trimmed.first == ASCII.openBrace || text.trimmed.first == ASCII.openBracket else { return nil }
        var index = JSONIndex()
        guard let root = try? unsafe index.read(text) else { return nil }
        var pending: [(name: String, value: JSONView)] = [("", root)]
        var found = KeyFile([], wrappings: [])
        var tried = 0
        while tried < min(pending.count, memberLimit) {
            let (name, value) = pending[tried]
            let place = name.isEmpty ? "an array in JSON" : "the member \"\(name)\" of a JSON document"
            tried += 1
            var inner: KeyError?
            let file: KeyFile?
            switch value.kind {
            case .object where tried > 1 && value.member("kty") != nil: file = read(value.raw, 1, password, &inner)
            case .object:
                pending += value.members.map { ($0.name.string, $0.value) }
                continue
            case .array:
                pending += value.elements.map { (name, $0) }
                continue
            // A key takes more bytes than this in every form.
            case .string where value.content.count >= 40:
                var held = ByteBuffer(capacity: value.content.count)
                value.appendMeaning(to: &held)
                let secret = SecretBytes(cleansing: &held)
                file = secret.withBytes { read($0, depth, password, &inner) }
            default: continue
            }
            // Members of JWKs and other secrets may also have as many bytes as a scalar.
            if inner != .container(.scalar(.base64)) { fault = fault ?? inner?.within(place) }
            if let file { found.add(file, at: place) }
        }
        return found.entries.isEmpty ? nil : found
    }
}

extension KeyError {
    /// The same error about a part of a file. It has no command for a container, because such commands work on a whole file.
    fileprivate func within(_ place: String) -> KeyError {
        switch self {
        case .container, .inside: .inside(place, self)
        default: self
        }
    }

    /// Whether the error only says that the text has none of the forms of keys.
    fileprivate var isVague: Bool {
        switch self {
        case .empty, .unrecognized, .malformedPEM, .malformedJSON, .malformedDER, .missingMember("kty"), .noKeyBlock,
            .truncated, .trailingBytes, .container(.point):
            true
        default: false
        }
    }
}
