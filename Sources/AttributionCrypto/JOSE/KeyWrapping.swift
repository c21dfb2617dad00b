import AttributionBase

/// A form in which environments, forms, editors and secret stores hand keys on, around a form that ``KeyFile`` reads.
enum KeyWrapping: CaseIterable {
    /// A byte order mark, or UTF-16.
    case encoding
    /// Lines that end in a carriage return alone.
    case carriageReturns
    /// A PEM with the characters `\n` in place of its line breaks, however often they were escaped.
    case escapes
    /// A PEM on one line, indented, or with other text around it, such as quotes or `NAME=`.
    case layout
    /// Base64 in any form, or hexadecimal digits, of a key.
    case base64, hexadecimal
    /// The key of OpenSSH, `ecdsa-sha2-nistp256 AAAA…`, or of RFC 4716.
    case ssh

    /// What a key stands in, for the note about it.
    var words: String {
        switch self {
        case .encoding: "a text with a byte order mark or in UTF-16"
        case .carriageReturns: "lines that end in a carriage return"
        case .escapes: "a text with escaped line breaks"
        case .layout: "a PEM on one line, indented, or with text around it"
        case .base64: "base64"
        case .hexadecimal: "hexadecimal digits"
        case .ssh: "the form of OpenSSH"
        }
    }

    /// Returns the inner text in memory of its own; nil if `text` does not have this form.
    func undo(_ text: ByteView) -> SecretBytes? {
        switch self {
        case .encoding: Self.utf8(of: text)
        case .carriageReturns:
            text.firstOffset(of: ASCII.carriageReturn) != nil && text.firstOffset(of: ASCII.newline) == nil
                ? Self.text(text.count) { put in
                    for byte in text { put(byte == ASCII.carriageReturn ? ASCII.newline : byte) }
                    return true
                } : nil
        case .escapes: text.firstOffset(of: ASCII.backslash) == nil ? nil : Self.unescaped(text)
        case .layout: Self.laidOut(text)
        case .base64: Self.decoded(text, bits: 6) { Base64.anyValue(of: $0) }
        case .hexadecimal: Self.decoded(text, bits: 4) { ASCII.hexValue($0) }
        case .ssh: Self.sshKey(text)
        }
    }

    /// Makes a text of at most `count` bytes, in memory that is erased. `body` returns false if there is none.
    private static func text(_ count: Int, _ body: ((UInt8) -> Void) -> Bool) -> SecretBytes? {
        var end = 0
        var isWhole = false
        let memory = SecretBytes(count: count) { target in
            isWhole = body { byte in
                target[end] = byte
                end += 1
            }
        }
        return isWhole ? memory.withBytes { SecretBytes(copying: $0.part(0..<end)) } : nil
    }

    private static func utf8(of text: ByteView) -> SecretBytes? {
        if text.starts(with: [0xef, 0xbb, 0xbf]) { return SecretBytes(copying: text.part(3..<text.count)) }
        let isLittle = text.starts(with: [0xff, 0xfe])
        guard isLittle || text.starts(with: [0xfe, 0xff]), text.count & 1 == 0 else { return nil }
        return Self.text(text.count / 2) { put in
            for place in stride(from: 2, to: text.count, by: 2) {
                // All forms of keys are ASCII.
                guard text[isLittle ? place + 1 : place] == 0 else { return false }
                put(text[isLittle ? place : place + 1])
            }
            return true
        }
    }

    private static func unescaped(_ text: ByteView) -> SecretBytes? {
        Self.text(text.count) { put in
            var at = 0
            while let byte = text.byte(at: at) {
                at += 1
                guard byte == ASCII.backslash else {
                    put(byte)
                    continue
                }
                while text.byte(at: at) == ASCII.backslash { at += 1 }
                // However often it was escaped, no key ends in backslashes.
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
    }

    /// Writes the only block of PEM anew. With several it would not be clear which one another reader sees.
    private static func laidOut(_ text: ByteView) -> SecretBytes? {
        guard let begin = text.onlyOffset(of: "-----BEGIN "), let end = text.onlyOffset(of: "-----END "), begin < end,
            let head = text.part(begin + 11..<end).offset(of: "-----"),
            let tail = text.part(end + 9..<text.count).offset(of: "-----")
        else { return nil }
        let label = text.part(begin..<begin + head + 16)
        let body = text.part(begin + head + 16..<end)
        guard label.allSatisfy(ASCII.isPrintable), !body.contains(ASCII.colon) else { return nil }
        // Three line breaks are added.
        return Self.text(text.count + 3) { put in
            label.forEach(put)
            put(ASCII.newline)
            for byte in body where !ASCII.isWhiteSpace(byte) { put(byte) }
            put(ASCII.newline)
            text.part(end..<end + tail + 14).forEach(put)
            put(ASCII.newline)
            return true
        }
    }

    /// Decodes digits of some bits each. Keys are longer than words, which may happen to be digits.
    private static func decoded(_ text: ByteView, bits width: UInt32, _ value: (UInt8) -> UInt8?) -> SecretBytes? {
        let read = try? SecretBytes.decoding(text, bits: width, value) { $0 == ASCII.colon && width == 4 }
        guard let read, read.digits >= 40, read.padding <= 2, read.isWhole else { return nil }
        return read.bytes
    }

    /// Returns the public key in the blob of an SSH key (RFC 5656 §3.1) as DER.
    private static func sshKey(_ text: ByteView) -> SecretBytes? {
        let name = Array("nistp256".utf8) + [0, 0, 0, 65]
        func point(_ blob: ByteView) -> [UInt8]? {
            guard let place = blob.offset(of: name), blob.count == place + name.count + 65 else { return nil }
            return Array(blob.suffix(65))
        }
        let words = text.split(whereSeparator: ASCII.isWhiteSpace)
        var body: [UInt8] = []
        if words.count >= 2, words[0].elementsEqual("ecdsa-sha2-nistp256".utf8) {
            body = Array(words[1])
        } else if text.includes("---- BEGIN SSH2 PUBLIC KEY ----") {
            // Lines with a colon are headers, which a backslash continues.
            let lines = text.split(separator: ASCII.newline).map { Array($0) }
            body = lines.filter { !$0.contains(ASCII.colon) && !$0.contains(ASCII.minus) }.flatMap(\.self)
        }
        guard !body.isEmpty,
            let blob = body.withBytes({ decoded($0, bits: 6) { Base64.anyValue(of: $0) } }),
            let point = blob.withBytes({ point($0) })
        else { return nil }
        return P256DER.spki(point: point).withBytes { SecretBytes(copying: $0) }
    }
}

extension ByteView {
    /// Returns the offset of the first occurrence of some bytes.
    fileprivate func offset(of bytes: some Collection<UInt8>) -> Int? {
        guard let first = bytes.first else { return nil }
        var at = 0
        while let found = firstOffset(of: first, from: at) {
            if part(found..<count).starts(with: bytes) { return found }
            at = found + 1
        }
        return nil
    }

    fileprivate func offset(of text: String) -> Int? { offset(of: Array(text.utf8)) }

    fileprivate func onlyOffset(of text: String) -> Int? {
        guard let found = offset(of: text), part(found + 1..<count).offset(of: text) == nil else { return nil }
        return found
    }
}

extension KeyFile {
    /// The largest file in which keys in other forms are looked for, in bytes.
    private static let wrappedLimit = 1 << 16
    /// How many forms may stand in one another: base64 of a PEM in a member of JSON, say.
    private static let wrappingLimit = 3
    /// How many members of a JSON document are looked at.
    private static let memberLimit = 64

    /// Looks for a key within other forms.
    ///
    /// - Parameter fault: why the text itself is not read, which is thrown if nothing in it is a key either, unless something in
    ///   it is one of another kind.
    static func wrapped(
        in text: ByteView, _ fault: KeyError, _ password: SecretBytes?
    ) throws(KeyError) -> KeyFile {
        // What is a key file in a form of its own, and damaged, is not searched for others.
        guard fault.isVague, text.count <= wrappedLimit else { throw fault }
        var inner: KeyError?
        for depth in 1...wrappingLimit {
            if let file = search(text, depth, password, &inner) { return file }
        }
        throw inner ?? fault
    }

    private static func search(
        _ text: ByteView, _ depth: Int, _ password: SecretBytes?, _ fault: inout KeyError?
    ) -> KeyFile? {
        for wrapping in KeyWrapping.allCases {
            guard let held = wrapping.undo(text) else { continue }
            var inner: KeyError?
            let file = held.withBytes { read($0, depth, password, &inner) }
            if fault == nil, let inner { fault = .inside(wrapping.words, inner) }
            if let file { return KeyFile(file.entries, wrappings: [wrapping.words] + file.wrappings) }
        }
        return members(of: text, depth, password, &fault)
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

    /// Reads the keys in members of a JSON document, such as the answer of a key service.
    private static func members(
        of text: ByteView, _ depth: Int, _ password: SecretBytes?, _ fault: inout KeyError?
    ) -> KeyFile? {
        guard text.trimmed.first == ASCII.openBrace || text.trimmed.first == ASCII.openBracket else { return nil }
        var index = JSONIndex()
        guard let root = try? index.read(text) else { return nil }
        var pending: [(name: String, value: JSONView)] = [("", root)]
        var entries: [Entry] = []
        var wrappings: [String] = []
        var place = 0
        while place < min(pending.count, memberLimit) {
            let (name, value) = pending[place]
            place += 1
            let file: KeyFile?
            switch value.kind {
            case .object where place > 1 && value.member("kty") != nil: file = read(value.raw, 1, password, &fault)
            case .object:
                pending += value.members.map { ($0.name.string, $0.value) }
                continue
            case .array:
                pending += value.elements.map { (name, $0) }
                continue
            // A key takes more bytes than that in every form.
            case .string where value.content.count >= 40:
                var held = ByteBuffer(capacity: value.content.count)
                value.appendMeaning(to: &held)
                let secret = SecretBytes(cleansing: &held)
                file = secret.withBytes { read($0, depth, password, &fault) }
            default: continue
            }
            guard let file else { continue }
            entries += file.entries
            for words in ["the member \"\(name)\" of a JSON document"] + file.wrappings where !wrappings.contains(words)
            {
                wrappings.append(words)
            }
        }
        return entries.isEmpty ? nil : KeyFile(entries, wrappings: wrappings)
    }
}

extension KeyError {
    /// Whether this says only that a text has none of the forms of keys.
    fileprivate var isVague: Bool {
        switch self {
        case .empty, .unrecognized, .malformedPEM, .malformedJSON, .malformedDER, .missingMember("kty"), .noKeyBlock,
            .truncated, .trailingBytes:
            true
        default: false
        }
    }
}
