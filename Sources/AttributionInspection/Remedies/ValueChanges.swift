import AttributionBase
import AttributionModel

// Changes to the values of members that already have the right names.

extension InputChange {
    static let values = InputChange(
        "values", "values are changed to the type, unit and case that their members require"
    ) {
        texts in
        var mended: [(name: String, value: MendedValue)] = []
        var condition: String?
        let found = changed(texts) { text in
            let read = text.withObject { object in
                let (forms, isSigned, sign) = MemberForm.forms(of: object)
                var values: [(name: String, value: MendedValue)] = []
                if !forms.isEmpty {
                    for member in object.members {
                        let name = member.name.string
                        guard let form = forms[name], let value = form.mend(JSONValue(member.value)) else { continue }
                        // On another line, the value may have been signed as it is.
                        let isLetters = isSigned && (form == .network || form == .uuid)
                        values.append((name, isLetters ? (value.value, nil) : value))
                    }
                }
                return (sign, values, values.isEmpty ? nil : object.text(with: values))
            }
            guard let (sign, values, text) = read else { return nil }
            if condition == nil { condition = sign } else if condition != sign { condition = "false" }
            mended += values
            return text.map { [$0] }
        }
        guard let found else { return [] }
        let told = mended.prefix(4).map { member in
            member.value.value.map { "change \(quoted(member.name)) to \($0.text)" } ?? "omit \(quoted(member.name))"
        }
        let more = mended.count > told.count ? " and \(mended.count - told.count) more" : ""
        let words = "to make the input readable, \(told.joined(separator: " and "))\(more)"
        return [(found, Remedy.Step(name: "values", words: words, filter: filter(for: mended, where: condition)))]
    }

    /// Returns the command that makes the changes; nil if one of them has none.
    ///
    /// - Parameter condition: The jq condition for objects of the same kind.
    private static func filter(
        for mended: [(name: String, value: MendedValue)], where condition: String?
    ) -> String? {
        guard let condition else { return nil }
        var names: [(filter: String, names: [String])] = []
        for (name, value) in mended where value.value != nil {
            guard let filter = value.filter, !name.utf8.contains(UInt8(ascii: "'")) else { return nil }
            guard let known = names.firstIndex(where: { $0.filter == filter }) else {
                names.append((filter, [name]))
                continue
            }
            if !names[known].names.contains(name) { names[known].names.append(name) }
        }
        let absent = mended.filter { $0.value.value == nil }.map { $0.name }.inOrder()
        var filters =
            absent.isEmpty
            ? []
            : ["select(.value != null or (.key | IN(\(JSONValue.array(absent.map { .string($0) }).text)[]) | not))"]
        filters += names.map { filter, names in
            let list = JSONValue.array(names.inOrder().map { .string($0) }).text
            return
                "if .key as $name | \(list) | index($name) then .value = (.value as $value | try ($value | \(filter)) catch $value) else . end"
        }
        // In jq, another notation of a number is equal to it, so it needs no change.
        return LineFilter.ofValues(
            #"""
            select(\#(condition)) | . as $old | with_entries(\#(filters.joined(separator: " | "))) | \#
            select(. != $old or ($line | test("\":\\s*[0-9]+[.eE]")))
            """#)
    }
}

extension JSONView {
    /// Returns the text of an object with other values.
    fileprivate func text(with values: [(name: String, value: MendedValue)]) -> [UInt8] {
        let values = Dictionary(values.map { ($0.name, $0.value) }) { first, _ in first }
        return rewritten { member, output in
            let name = member.name.string
            guard let mended = values[name] else { return output.member(named: name, member.value) }
            guard let value = mended.value else { return }
            output.member(named: name)
            value.append(to: &output)
        }
    }
}

/// The value in the form that a message requires, or nil to remove the member; and the jq filter that makes it, or nil if there is none.
typealias MendedValue = (value: JSONValue?, filter: String?)

enum MemberForm {
    case integer, time, boolean, string, version, uuid, network

    private static let booleanFilter =
        #"if . == "true" or . == 1 then true elif . == "false" or . == 0 then false else . end"#

    /// The greatest number of digits that every program preserves when it reads and writes JSON.
    private static let mostDigits = 15

    /// Returns the forms of an object's members, by name. They are empty if it is not a message whose values could be changed. The contents
    /// of a token stay as they are. Also returns whether the values are signed individually, and the jq condition for objects of the same
    /// kind.
    static func forms(of object: JSONView) -> (forms: [String: MemberForm], isSigned: Bool, condition: String) {
        var (isSigned, condition) = (false, "false")
        var found: [(String, MemberForm)] = []
        if object.member(BodyField.token.name) != nil {
            condition = #"has("\#(BodyField.token.text)")"#
            found = forms(of: BodyField.shape, network: nil, identifier: nil)
        } else if let form = SignedForm(recognising: object) {
            isSigned = true
            condition = self.condition(of: form)
            found = SignedField.allCases.filter { $0 != .signature }
                .map { ("\(form.name(of: $0))", MemberForm($0, form.type(of: $0))) }
        } else {
            switch object.messageKind {
            case .impression:
                condition = impressionCondition
                found = forms(
                    of: ImpressionField.shape, network: ImpressionField.adNetworkIdentifier,
                    identifier: ImpressionField.identifier)
            case .postback:
                condition = postbackCondition
                found = forms(
                    of: PostbackField.shape, network: PostbackField.adNetworkIdentifier,
                    identifier: PostbackField.identifier)
            default: break
            }
        }
        return (Dictionary(found) { first, _ in first }, isSigned, condition)
    }

    private static let postbackCondition =
        #"has("\#(PostbackField.identifier.text)") and (has("\#(ImpressionField.identifier.text)") or has("\#(BodyField.token.text)") | not)"#

    /// A payload that `aak sign` completes may still lack its identifier.
    private static let impressionCondition =
        #"(has("\#(ImpressionField.identifier.text)") or has("\#(ImpressionField.advertisedItemIdentifier.text)") or has("\#(ImpressionField.sourceIdentifier.text)")) and (has("\#(PostbackField.identifier.text)") or has("\#(PostbackField.didWin.text)") or has("\#(BodyField.token.text)") | not)"#

    /// What ``SignedForm/init(recognising:)`` looks for.
    private static func condition(of form: SignedForm) -> String {
        func has(_ field: SignedField) -> String { "has(\"\(field)\")" }
        let own = "\(has(.signature)) or \(has(.adNetworkID))"
        let ofPostback = "(\(has(.transactionID)) or (\(has(.itunesItemID)) or \(has(.nonce)) | not))"
        return switch form {
        case .postback: "(\(own)) and \(ofPostback)"
        case .ad(.json): "(\(own)) and (\(ofPostback) | not)"
        case .ad:
            #"(\#(own) | not) and has("\#(form.name(of: .signature))") and has("\#(form.name(of: .adNetworkID))")"#
        }
    }

    private static func forms(of shape: ObjectShape, network: Field?, identifier: Field?) -> [(String, MemberForm)] {
        shape.fields.compactMap { field in
            switch field.kind {
            case .integer: (field.text, field == ImpressionField.timestamp ? .time : .integer)
            case .boolean: (field.text, .boolean)
            case .string, .digits: (field.text, field == network ? .network : field == identifier ? .uuid : .string)
            case .object, .array, .flag, .strings, .integers, .objects: nil
            }
        }
    }

    private init(_ field: SignedField, _ type: Field.Kind) {
        self =
            switch field {
            case .version: .version
            case .adNetworkID: .network
            case .nonce, .transactionID: .uuid
            case .timestamp where type == .integer: .time
            default:
                switch type {
                case .integer: .integer
                case .boolean: .boolean
                case .string, .digits, .object, .array, .flag, .strings, .integers, .objects: .string
                }
            }
    }

    /// Converts a value to this form; nil if it already has the form, or if its meaning is unknown.
    func mend(_ value: JSONValue) -> MendedValue? {
        if value == .null { return (nil, nil) }
        if case .number(let text) = value, JSONText.isRounded(text) { return nil }
        if case .string(let text) = value, JSONText.isRounded(text) { return nil }
        switch (self, value) {
        case (.integer, .string(let text)), (.integer, .number(let text)): return integer(text, value)
        case (.time, .string(let text)), (.time, .number(let text)):
            let isQuoted = if case .string = value { true } else { false }
            // Swift also reads other texts as numbers, such as hexadecimal digits, but jq reads only JSON numbers.
            guard (try? JSONValue(parsing: text.utf8)) == .number(text), let number = Double(text),
                let (found, filter) = TimestampBounds.milliseconds(of: number)
            else {
                return integer(text, value) ?? (isQuoted ? time(text) : nil)
            }
            return (.number("\(found)"), isQuoted ? "tonumber | \(filter)" : filter)
        case (.boolean, .string("true")), (.boolean, .string("false")), (.boolean, .number("1")),
            (.boolean, .number("0")):
            let isTrue = value == .string("true") || value == .number("1")
            return (.bool(isTrue), Self.booleanFilter)
        case (.version, .number(let text)):
            let tenths = Double(text).flatMap { Int(exactly: ($0 * 10).rounded()) }
            return tenths.map {
                (.string("\($0 / 10).\($0 % 10)"), #". * 10 | round | "\(. / 10 | floor).\(. % 10)""#)
            }
        case (.string, .number(let text))
        where text.utf8.allSatisfy(ASCII.isDigit) && text.utf8.count <= Self.mostDigits:
            return (.string(text), #"if type == "number" then tostring else . end"#)
        case (.network, .string(let text)):
            let plain = String(decoding: text.utf8.filter { !ASCII.isWhiteSpace($0) }, as: UTF8.self).lowercased()
            return plain == text
                ? nil : (.string(plain), #"gsub("\\s"; "") | ascii_downcase"#)
        case (.uuid, .string(let text)): return Self.uuid(text)
        default: return nil
        }
    }

    private func integer(_ text: String, _ value: JSONValue) -> MendedValue? {
        guard let digits = JSONText.digits(ofWhole: text), digits.utf8.count <= Self.mostDigits,
            value != .number(digits)
        else { return nil }
        return (.number(digits), "tonumber | if floor == . then floor else . end")
    }

    private func time(_ text: String) -> MendedValue? {
        guard let time = Timestamp(text), time.milliseconds > 0 else { return nil }
        // jq reads only times in UTC without a fraction.
        let isPlain = text.utf8.last == UInt8(ascii: "Z") && !text.utf8.contains(ASCII.dot)
        return (.number("\(time.milliseconds)"), isPlain ? "fromdateiso8601 * 1000" : nil)
    }

    private static func uuid(_ text: String) -> MendedValue? {
        let digits = text.utf8.filter { !"{}- ".utf8.contains($0) }
        let isHexadecimal = digits.count == 32 && digits.allSatisfy { ASCII.hexValue($0) != nil }
        var hex = String(decoding: digits, as: UTF8.self).lowercased()
        if !isHexadecimal {
            guard text.utf8.count == 22, let bytes = Base64URL.decodeLeniently(Array(text.utf8)), bytes.count == 16
            else {
                return nil
            }
            hex = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        }
        let bounds = [0, 8, 12, 16, 20, 32]
        let parts = zip(bounds, bounds.dropFirst()).map { String(hex.dropFirst($0).prefix($1 - $0)) }
        let plain = parts.joined(separator: "-")
        let filter = zip(bounds, bounds.dropFirst()).map { ".[\($0):\($1)]" }.joined(separator: #" + "-" + "#)
        guard plain != text else { return nil }
        return (.string(plain), isHexadecimal ? #"gsub("[-{} ]"; "") | ascii_downcase | \#(filter)"# : nil)
    }
}
