import AttributionBase
import AttributionCrypto
import AttributionFixtures
import AttributionInspection
import AttributionModel

/// Hints about bad lines: a remedy that was tried successfully, or else what the line looks like.
enum LineHints {
    /// Returns the message with a hint about its line; unchanged if there is none.
    static func hinting(
        _ problem: Diagnostic, for line: Line, file: String, isStream: Bool, beginning: ByteView?,
        _ context: LineContext
    ) -> Diagnostic {
        let (keys, readsDocuments) = (context.run.keys, context.run.readsPropertyLists)
        let command = context.command
        let bytes = line.forRemedies.bytes.trimmed
        if let format = problem.format, format != .marked(isUTF16: false) || bytes.first == UInt8(ascii: "<") {
            let isApp = format == .zip && file.hasSuffix(".ipa") && readsDocuments
            let hint = isApp ? "an .ipa is an archive of a built app, which has an Info.plist" : format.hint
            return problem.hinting(hint).trying(line.isPart ? nil : command?.line(reading: format, file: file))
        }
        // If a line has several inputs, each would be acceptable, and a remedy would leave out the others.
        guard problem.rule !== RunRules.oneInput, problem.rule !== RunRules.keptRoom else { return problem }
        guard let rule = problem.rule, bytes.count <= InputFault.longestInput else { return problem }
        if isStream, let language = PrintedObject.language(ofLine: bytes) { return problem.hinting(language.rawValue) }
        if line.isWhole, command?.readsLabels != true, bytes.first == ASCII.openBrace, bytes.includes("\"input\""),
            (try? FixtureLabel(parsing: [UInt8](bytes))) != nil
        {
            return problem.hinting("this is a labelled line of aak fixtures, whose input is in \"input\"").trying(
                command?.lineReadingLabels())
        }
        func search() -> RemedySearch {
            RemedySearch(readsDocuments: readsDocuments, keys: keys ?? TrustedKeys(.productionAndDevelopment))
        }
        if let document = line.document {
            var search = search()
            if let repair = search.repair(document.trimmed) {
                let remedied = problem.remedied(by: repair, command?.line(for: repair, file: file))
                // The fault may say more than that the syntax is mended.
                return repair.names == [Remedy.syntaxName] ? problem.hint.map(remedied.hinting) ?? remedied : remedied
            }
        }
        if isStream, line.number == 1, let words = command?.table(in: file, keys) {
            return problem.remedied(by: words, command?.line(for: words, file: file))
        }
        if isStream, let mismatch = beginning.flatMap({ Table.mismatch(inFirstRowOf: $0) }) {
            return problem.hinting("this looks like a table, but in its first row, \(mismatch)")
        }
        if isStream, let beginning, let columns = Table.unknownColumns(beginning) {
            return problem.hinting(Problem.unknownColumns(columns, command?.columns ?? []).description)
        }
        if rule == InputRules.reportInput {
            let isPostback = bytes.beginsLikeToken || problem.hint?.hasPrefix("aak verify ") ?? false
            return isPostback ? problem.trying(command?.line(verifying: file)) : problem
        }
        if let command, command.countsVerdicts, !command.hasPath, let path = problem.reach {
            let words = "verify the postbacks first; --at alone counts them, but does not verify them"
            return problem.hinting(words).trying(command.line(verifying: file, at: path))
        }
        // An input that was found in a member is repaired there, unless it is not the right member.
        let isInside = command?.hasPath == true && !line.isWhole && !line.isPart
        let texts = isInside ? [(line.bytes, true), (bytes, false)] : [(bytes, false)]
        for (text, isInside) in texts {
            guard
                let repair = repair(
                    text.trimmed, rule, isForm: rule.suspicion.contains(.otherForm) || problem.format != nil, search())
            else { continue }
            if isInside, repair.path != nil || repair.names.contains(Remedy.placesName) { continue }
            if isAboutKind(rule), repair.changesOnlyValues, isOfSameKind(repair.texts, as: text.trimmed) { continue }
            if repair.names == [Remedy.alphabetName], let cause = cause(ofEncoded: text.trimmed, keys) {
                return problem.hinting("\(repair.hint); then the signer's mistake is: \(cause)")
            }
            return problem.remedied(
                by: repair, command?.line(for: repair, file: file, isPart: line.isPart, isInside: isInside))
        }
        let mayBeOther = rule.suspicion.contains(.otherToken)
        if bytes.first == ASCII.openBrace, mayBeOther, rule != RunRules.unknownKey,
            rule != TokenRules.signature, let look = look(ofBody: bytes, problem.hint)
        {
            return problem.hinting(look)
        }
        if rule == RunRules.unknownKey, problem.field == HeaderField.keyID.text,
            let (keyID, wanted) = keys?.misnamed(signing: bytes)
        {
            let words =
                "the key given signed it, but has the kid \(quoted(keyID)), which names no ad network; "
                + "aak key jwk --kid gives it another"
            return problem.hinting(words).trying(command?.line(naming: wanted))
        }
        if isStream, bytes.first == UInt8(ascii: ">"), bytes.withoutQuotePrefix.first == ASCII.openBrace {
            return problem.hinting(
                "this looks like JSON with the quote prefix (>) of an e-mail; join its lines without it, or pass them as one argument"
            )
        }
        if mayBeOther, bytes.first != ASCII.openBrace, bytes.includes("eyJ"), problem.hint != FoldedTokens.hintOnQuoted,
            let look = bytes.lookOfToken
        {
            return problem.hinting(look)
        }
        if let packed = packed(in: bytes) {
            let name = packed.format.packedName ?? "packed"
            return problem.hinting("\(quoted(packed.path)) is \(name) data in base64; unpack it first").trying(
                line.isPart ? nil : command?.line(unpacking: packed.format, file: file))
        }
        if let format = problem.format, case .marked = format, bytes.includes("bplist0") {
            return problem.hinting(ForeignFormat.damagedPropertyList)
        }
        // For a foreign encoding, and for source code, the fault has a better hint.
        guard isStream, rule != InputRules.encoding, rule != InputRules.unrecognised || problem.hint == nil else {
            return problem
        }
        return look(of: bytes, readsDocuments).map(problem.hinting) ?? problem
    }

    /// - Parameter isForm: Whether the input may be one in another form, rather than one with a wrong value.
    private static func repair(_ text: ByteView, _ rule: Rule, isForm: Bool, _ search: consuming RemedySearch)
        -> Repair?
    {
        var search = search
        if isForm, let repair = search.repair(text) { return repair }
        return text.first == ASCII.openBrace ? search.repair(text, breaking: rule) : nil
    }

    /// Whether an input was refused for what it is, and not for a value.
    private static func isAboutKind(_ rule: Rule) -> Bool {
        rule == InputRules.unsupported || rule == InputRules.tokenMissing
    }

    /// Whether a changed input is still what it was, so that it is refused again.
    private static func isOfSameKind(_ texts: [[UInt8]], as text: ByteView) -> Bool {
        guard texts.count == 1, let before = otherInput(text)?.name else { return false }
        return texts[0].withBytes { otherInput($0)?.name } == before
    }

    /// Returns why the signature of a token is invalid after the token was converted to base64url; nil if it is valid, or the reason is
    /// unknown.
    private static func cause(ofEncoded token: ByteView, _ keys: TrustedKeys?) -> String? {
        guard let keys else { return nil }
        return Base64URL.inURLAlphabet(token.filter { $0 != UInt8(ascii: "=") }).withBytes { token in
            var search = SignatureSearch(in: token, keys: SKAdNetworkKeys(keys), within: SearchBudget())
            return search.mistake(at: nil)?.difference
        }
    }

    /// Returns what the token in a body looks like, because the message names only its parts.
    private static func look(ofBody line: ByteView, _ hint: String?) -> String? {
        var index = JSONIndex()
        guard let root = try? unsafe index.read(line), let token = root.member(BodyField.token.name),
            token.kind == .string
        else { return nil }
        let (name, text) = (quoted(BodyField.token.text), Array(token.string.utf8))
        guard !text.isEmpty else { return "\(name) is empty" }
        let tokens = text.split { ASCII.isWhiteSpace($0) || $0 == ASCII.comma }.filter { $0.starts(with: "eyJ".utf8) }
        if tokens.count > 1 { return "\(name) has \(tokens.count) tokens; it must be one" }
        let pasted = PastedText(text)
        if pasted.isInput, pasted.bytes != text {
            return "\(name) must be the token alone, without \(pasted.list ?? "white space around it")"
        }
        let look = text.withBytes { $0.lookOfToken }
        guard look != nil || hint == nil else { return nil }
        return "the token is that of \(name)" + (look.map { "; \($0)" } ?? "")
    }

    private static func packed(in text: ByteView) -> (path: String, format: ForeignFormat)? {
        var index = JSONIndex()
        guard text.first == ASCII.openBrace, let root = try? unsafe index.read(text) else { return nil }
        return NestedInput.packed(in: root)
    }

    /// Returns what a line looks like if there is no remedy.
    private static func look(of line: ByteView, _ readsDocuments: Bool) -> String? {
        if line.holdsEscapedQuote { return Remedy.hexEscapeWords }
        if line.first == UInt8(ascii: "<"), beginsLikeXML(line) == true {
            return readsDocuments ? nil : ForeignFormat.xml.hint
        }
        if readsDocuments, line.contains(where: { $0 < 0x20 && !ASCII.isWhiteSpace($0) }) {
            return "this looks like binary data; a binary property list begins with \"bplist00\""
        }
        return Remedy.isTable(line)
            ? Remedy.tableWords : PrintedObject.language(ofMember: line)?.rawValue
    }
}

extension ByteView {
    /// Whether the text has a quotation mark escaped as `\x22`, which no supported format does.
    fileprivate var holdsEscapedQuote: Bool {
        var at = 0
        while let escape = firstOffset(of: ASCII.backslash, from: at) {
            if part(escape..<count).starts(with: "\\x22".utf8) { return true }
            at = escape + 1
        }
        return false
    }
}

extension Diagnostic {
    static func lineTooLong(_ length: Int) -> Diagnostic { Diagnostic(InputFault.tooLong(length)) }

    static func moreFindings(_ count: Int) -> Diagnostic {
        .note(RunRules.more, "and \(counted(count, "more finding"))")
    }

    /// The note that a path chooses one of several elements.
    static func otherElements(besides path: String, _ toEach: String) -> Diagnostic {
        .note(
            nil, "\(quoted(path)) is one element of a list; the others are not read",
            hint: "--at \(shellWord(toEach)) reads each of them")
    }

    /// The note that the input in a member is base64.
    static func encodedMember(_ path: String) -> Diagnostic {
        .note(RunRules.encodedMember, field: path, "\(quoted(path)) is base64; the decoded text is read")
    }
}

/// Returns a hint about a missing value to sign. An option would give all lines the same value, so if the line has the value under another
/// name, the hint is about that name.
func hint(onMissing field: String, _ object: JSONView) -> String {
    Remedy.otherName(of: field, in: object).map { "rename \(quoted($0)) to \(quoted(field))" } ?? "pass --\(field)"
}

extension Problem {
    /// The problem of a table with a header whose names are not those of members.
    ///
    /// - Parameter known: The names that it can have, if only one kind of message is wanted.
    static func unknownColumns(_ unknown: [String], _ known: [String] = []) -> Problem {
        let (most, names) = (8, unknown.map(quoted))
        let more = names.count > most ? ", …" : ""
        let list = names.prefix(most).joined(separator: ", ") + more
        let wanted =
            known.isEmpty
            ? "columns are named like the members of messages, such as source-identifier"
            : "known columns: \(known.joined(separator: ", "))"
        return .sentence("this looks like a table with unknown columns (\(list)); \(wanted)")
    }

    /// The problem of a line with more or fewer inputs than it can have if it gets a single answer.
    static func several(_ count: Int, wanted: Int) -> Problem {
        let words = wanted == 1 ? "one" : "at most \(wanted)"
        return whole("the line", "has", found: counted(count, "input"), wanted: words).breaking(RunRules.oneInput)
    }

    /// The fault of an empty line if every line is an input.
    static let emptyLine = whole("the line", found: "empty", wanted: "an object or a token").breaking(
        InputRules.jsonObject)
}
