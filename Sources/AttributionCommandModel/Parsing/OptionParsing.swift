import AttributionBase

extension Parser {
    /// Parses `--name`, `--name value` or `--name=value`.
    mutating func takeLongOption(_ argument: String, _ remaining: inout ArraySlice<String>) {
        // Search bytes, because a combining mark after "=" belongs to the value and not to the sign.
        let equals = argument.utf8.firstIndex(of: UInt8(ascii: "="))
        let spelling = String(argument[..<(equals ?? argument.endIndex)])
        let attached = equals.map { String(argument[argument.utf8.index(after: $0)...]) }
        let name = String(spelling.utf8.dropFirst(2)) ?? ""

        if let standard = StandardOption(rawValue: spelling), path.standardOptions.contains(standard) {
            takeStandard(standard, attached: attached)
        } else if isHelpCommand {
            let options = topic == nil ? path.command.helpOptions : []
            guard let option = options.first(where: { $0.name == name }) else {
                let nearest = Spelling.nearest(to: name, among: options.map(\.name)).map { "--\($0)" }
                return noteUnknownOption(spelling, likely: nearest)
            }
            takeLongOption(option, spelling, attached, &remaining)
        } else if let option = path.command.option(named: name) {
            takeLongOption(option, spelling, attached, &remaining)
        } else {
            let spelling = name.isEmpty ? argument : spelling
            note("unknown option \(shown(spelling))") { $0.hint(onOption: name, spelling: spelling) }
        }
    }

    private mutating func takeLongOption(
        _ option: Option, _ spelling: String, _ attached: String?, _ remaining: inout ArraySlice<String>
    ) {
        let count = spelling.utf8.count + (attached.map { 1 + $0.utf8.count } ?? 0)
        takeOption(option, spelling: spelling, attached: attached, at: 0..<count, &remaining)
    }

    /// Parses a cluster of short options: `-v`, `-vk FILE`, `-kFILE`.
    mutating func takeCluster(_ argument: String, _ remaining: inout ArraySlice<String>) {
        var rest = argument.unicodeScalars.dropFirst()
        var start = 1
        while request == nil, let scalar = rest.popFirst() {
            let spelling = "-\(Character(scalar))"
            if let standard = StandardOption(rawValue: spelling) {
                if rest.first == "=" { return takeStandard(standard, attached: String(rest.dropFirst())) }
                request = standard
            } else if isHelpCommand {
                return noteUnknownOption(argument, likely: nil)
            } else if let option = path.command.option(short: Character(scalar)) {
                let takesRest = option.value != nil
                if rest.first == "=" {
                    let value = String(rest.dropFirst())
                    guard takesRest else { return noteUnexpected(value: value, of: spelling) }
                    return note(
                        "option \(spelling) takes its value without an equals sign",
                        hint: "write \(spelling) \(VisibleText.of(excerpt(value.concealed)))")
                }
                let attached = takesRest && !rest.isEmpty ? String(rest) : nil
                let end = start + scalar.utf8.count + (attached?.utf8.count ?? 0)
                takeOption(option, spelling: spelling, attached: attached, at: start..<end, &remaining)
                if takesRest { return }
                start = end
            } else {
                // The text after an unknown option may be its value, so do not read the rest of the cluster.
                return noteUnknownShortOption(scalar, before: rest, in: argument)
            }
        }
    }

    private mutating func noteUnknownOption(_ spelling: String, likely: String?) {
        note("unknown option \(shown(spelling))", hint: likely.map { "did you mean \($0)?" })
    }

    private mutating func noteUnknownShortOption(
        _ scalar: Unicode.Scalar, before rest: Substring.UnicodeScalarView, in argument: String
    ) {
        // `-deterministic` is a long option without its second dash.
        let whole = String(argument.unicodeScalars.dropFirst())
        if path.command.option(named: whole) != nil { return noteUnknownOption(argument, likely: "--\(whole)") }
        // Show the whole character, including its combining marks.
        let shown = String(String.UnicodeScalarView([scalar] + Array(rest))).first ?? Character(scalar)
        noteUnknownOption("-\(shown)", likely: path.likelyOption(shownAs: shown))
    }

    private mutating func noteUnexpected(value: String, of spelling: String) {
        note("option \(spelling) takes no value, but was given \(shown(value))")
    }

    private mutating func takeStandard(_ option: StandardOption, attached: String?) {
        if let attached {
            noteUnexpected(value: attached, of: option.rawValue)
        } else {
            request = option
        }
    }

    private mutating func takeOption(
        _ option: Option, spelling: String, attached: String?, at bytes: Range<Int>,
        _ remaining: inout ArraySlice<String>
    ) {
        var option = option
        option.given = spelling
        let valueStart = attached.map { bytes.upperBound - $0.utf8.count } ?? 0
        var place = Invocation.Place(arguments: index..<index + 1, bytes: bytes, valueStart: valueStart)
        guard let value = option.value else {
            if let attached { return noteUnexpected(value: attached, of: spelling) }
            return record(option, "", (), place)
        }
        if let attached {
            read(attached, of: option, value, place)
        } else if let next = remaining.first, next.canBeSeparateValue {
            remaining.removeFirst()
            place = Invocation.Place(arguments: index..<index + 2, bytes: bytes, valueStart: 0)
            read(next, of: option, value, place)
        } else {
            if remaining.isEmpty { waiting = option }
            note("option \(spelling) needs a value (\(value.placeholder))")
        }
    }

    private mutating func read(
        _ text: String, of option: Option, _ value: Option.Value, _ place: Invocation.Place
    ) {
        do throws(ValueFault) {
            record(option, text, try value.read(text), place)
        } catch {
            note(error, of: text, name: option.spelling, option)
        }
    }

    /// Records an occurrence of an option. The text of a flag is empty.
    private mutating func record(
        _ option: Option, _ text: String, _ value: any Sendable, _ place: Invocation.Place
    ) {
        let key = ObjectIdentifier(option.identity)
        if !option.isRepeatable && given[key] != nil {
            // An option that was given by two of its names is told by the one that says most.
            let isSpelledAlike = order.contains { entry in
                if case .option(let other, _, _) = entry { other.spelling == option.spelling } else { false }
            }
            return note("option \(isSpelledAlike ? option.spelling : "--\(option.name)") was given more than once")
        }
        given[key, default: []].append(value)
        order.append(.option(option, text, place))
    }
}

extension String {
    /// Whether an argument is an option or `--`, that is, a dash and more text. A single dash is an operand.
    var startsLikeOption: Bool { utf8.first == UInt8(ascii: "-") && utf8.count > 1 }

    /// Whether an argument may be the value of the preceding option, rather than an option.
    var canBeSeparateValue: Bool { !startsLikeOption || looksLikeNegativeNumber }

    /// Whether the text is a dash and digits, with at most one decimal point, or one colon as in an offset from UTC.
    var looksLikeNegativeNumber: Bool {
        guard utf8.first == UInt8(ascii: "-") else { return false }
        var digits = 0
        var points = 0
        for byte in utf8.dropFirst() {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
            case UInt8(ascii: "."), UInt8(ascii: ":"): points += 1
            default: return false
            }
        }
        return digits > 0 && points <= 1
    }
}
