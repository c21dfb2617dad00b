import AttributionBase
import AttributionModel

// Remedies for the values of members that already have the right names.

extension Remedy {
    /// The remedies for values that follow from the type of a member alone, and those with several possible results, one of which must make
    /// the signature valid.
    static let values: [Remedy] = certainValues + provenValues

    static let certainValues: [Remedy] = [
        remedy(
            for: .absent, "members that are null or an empty text are left out",
            [#"{"ad-network-id":"a","did-win":""}"#: #"{"ad-network-id":"a"}"#]),
        remedy(
            for: .milliseconds, "times become milliseconds since 1970: seconds are multiplied by 1000",
            [
                #"{"ad-network-id":"a","nonce":"b","timestamp":1748766600}"#:
                    #"{"ad-network-id":"a","nonce":"b","timestamp":1748766600000}"#
            ]),
        remedy(
            for: .integers, "integers lose their quotes, exponents and zero fractions",
            [#"{"ad-network-id":"a","app-id":"20"}"#: #"{"ad-network-id":"a","app-id":20}"#]),
        remedy(
            for: .booleans, "words, letters and digits for true and false become true and false",
            [#"{"ad-network-id":"a","did-win":"t"}"#: #"{"ad-network-id":"a","did-win":true}"#]),
        remedy(
            for: .texts, "numbers become the texts that they must be",
            [#"{"ad-network-id":"a","version":4.0}"#: #"{"ad-network-id":"a","version":"4.0"}"#]),
        remedy(
            for: .identifiers, "UUIDs and the IDs of ad networks get the form in which they are compared",
            [#"{"ad-network-id":" A.skadnetwork"}"#: #"{"ad-network-id":"a.skadnetwork"}"#]),
    ]

    static let provenValues: [Remedy] = [zeros, dropped, bits, byteOrder]

    /// Creates the remedy for values of one kind of fault.
    private static func remedy(for fault: MemberForm.Fault, _ summary: String, _ example: Example) -> Remedy {
        Remedy(fault.rawValue, summary, example) { texts in
            var mended: [(name: String, value: String?)] = []
            let found = changed(texts) { _, place in
                texts.withMessage(at: place) { object in
                    let forms = MemberForm.forms(of: object)
                    guard !forms.isEmpty else { return nil }
                    var values: [(name: String, value: String?)] = []
                    for member in object.members {
                        let name = member.name.string
                        guard let (found, value) = forms[name]?.mend(member.value), found == fault
                        else { continue }
                        values.append((name, value))
                    }
                    guard !values.isEmpty else { return nil }
                    mended += values
                    return object.replacing(values).map { [$0] }
                }
            }
            let words = words(for: mended)
            return found.map { [Result(texts: $0, words: words, details: words)] } ?? []
        }
    }

    private static func words(for mended: [(name: String, value: String?)]) -> String {
        let shown = mended.prefix(4).map { member in
            member.value.map { "change \(quoted(member.name)) to \($0)" } ?? "omit \(quoted(member.name))"
        }
        let more = mended.count > shown.count ? " and \(mended.count - shown.count) more" : ""
        return shown.joined(separator: " and ") + more
    }

    // MARK: - Several possible values

    /// Creates a remedy for a value of a signed SKAdNetwork object that may stand for several values. The signature shows which one was
    /// signed.
    private static func proven(
        _ name: String, _ summary: String, because reason: String, _ example: Example,
        _ candidates: @escaping @Sendable (SignedForm, JSONView) -> [(name: String, value: String, isNew: Bool)]
    ) -> Remedy {
        Remedy(name, summary, example) { texts in
            // Each text is a message of its own, so a search over several would not end.
            guard texts.all.count == 1 else { return [] }
            let found = texts.withMessage(at: 0) { object -> [Result]? in
                SignedForm(recognising: object).map { candidates($0, object) }?.compactMap { name, value, isNew in
                    let members = "\(JSONValue.string(name).text):\(value)"
                    let result = isNew ? object.adding([members]) : object.replacing([(name, value)])
                    let words = isNew ? "add \(members)" : "change \(quoted(name)) to \(value)"
                    return result.map {
                        Result(texts: [$0], words: "\(words), as the signature says: \(reason)", details: words)
                    }
                }
            }
            return found ?? []
        }
    }

    private static let zeros = proven(
        "zeros", "the zeros before a source identifier that a column of numbers dropped are put back",
        because: "a column of numbers dropped zeros",
        [#"{"ad-network-id":"a","source-identifier":5}"#: #"{"ad-network-id":"a","source-identifier":"05"}"#]
    ) { form, object in
        let name = "\(form.name(of: .sourceIdentifier))"
        guard form == .postback, let value = object.member(named: name) else { return [] }
        let digits = value.kind == .string ? value.string : value.kind == .number ? value.raw.text : ""
        guard (1...3).contains(digits.utf8.count), digits.utf8.allSatisfy(ASCII.isDigit) else { return [] }
        return (digits.utf8.count + 1...4).map { width in
            let zeros = String(repeating: "0", count: width - digits.utf8.count)
            return (name, JSONValue.string(zeros + digits).text, false)
        }
    }

    private static let dropped = Remedy(
        "dropped", "members that a program left out because they are false or 0 are put back",
        [#"{"ad-network-id":"a"}"#: #"{"ad-network-id":"a","redownload":false}"#]
    ) { texts in
        guard texts.all.count == 1 else { return [] }
        let found = texts.withMessage(at: 0) { object -> [Result]? in
            guard SignedForm(recognising: object) == .postback else { return nil }
            let fields: [SignedField] = [.redownload, .postbackSequenceIndex, .didWin, .fidelityType]
            let absent = fields.filter { object.member(named: $0.description) == nil }.map {
                "\"\($0)\":\($0.type == .boolean ? "false" : "0")"
            }
            // The fewest first.
            let choices = (0..<1 << absent.count).dropFirst().sorted {
                ($0.nonzeroBitCount, $0) < ($1.nonzeroBitCount, $1)
            }
            return choices.compactMap { choice in
                let members = absent.indices.filter { choice & 1 << $0 != 0 }.map { absent[$0] }
                return object.adding(members).map {
                    Result(
                        texts: [$0], words: "add \(members.joined(separator: " and ")), which a program left out")
                }
            }
        }
        return found ?? []
    }

    private static let bits = proven(
        "bits", "an item ID that was cut to 32 bits becomes what it was", because: "it was cut to 32 bits",
        [#"{"ad-network-id":"a","app-id":2148909247}"#: #"{"ad-network-id":"a","app-id":6443876543}"#]
    ) { form, object in
        [SignedField.appID, .sourceAppID, .itunesItemID].flatMap { field in
            let name = "\(form.name(of: field))"
            guard let value = object.member(named: name), value.kind == .number, let number = Int(value.raw.text),
                abs(number) < 1 << 32
            else { return [(name: String, value: String, isNew: Bool)]() }
            return (1...3).map { number + $0 << 32 }.filter { $0 > 0 }.map { (name, "\($0)", false) }
        }
    }

    private static let byteOrder = proven(
        "order", "the first three groups of a UUID get their other byte order, as a GUID is printed",
        because: "its first groups were in the other byte order",
        [
            #"{"ad-network-id":"a","nonce":"00112233-4455-6677-8899-aabbccddeeff"}"#:
                #"{"ad-network-id":"a","nonce":"33221100-5544-7766-8899-aabbccddeeff"}"#
        ]
    ) { form, object in
        [SignedField.nonce, .transactionID].compactMap { field in
            let name = "\(form.name(of: field))"
            guard let value = object.member(named: name), value.kind == .string else { return nil }
            guard let text = UUIDText.inOtherByteOrder(value.string) else { return nil }
            return (name, JSONValue.string(text).text, false)
        }
    }
}

extension JSONView {
    /// The text of the object with other values, as JSON text; nil for a member to omit.
    fileprivate func replacing(_ values: [(name: String, value: String?)]) -> [UInt8]? {
        let values = Dictionary(values.map { ($0.name, $0.value) }) { first, _ in first }
        return edited { member in
            guard let value = values[member.name.string] else { return nil }
            return value.map { .replace($0) } ?? .omit
        }
    }

    fileprivate func adding(_ members: [String]) -> [UInt8]? { edited(adding: members) { _ in nil } }
}

/// The form that the value of a member has.
enum MemberForm {
    case integer, time, boolean, string, version, uuid, network

    /// What is wrong with a value that has another form. Its name is that of the remedy.
    enum Fault: String {
        case absent, milliseconds, integers, booleans, texts, identifiers
    }

    /// The greatest number of digits that every program preserves when it reads and writes JSON.
    private static let mostDigits = 15
    /// The number of digits of the greatest integer.
    private static let mostPlainDigits = 20

    // MARK: - Messages

    /// Returns the forms of an object's members, by name. There are none if it is not a message whose values could be changed. The contents
    /// of a token stay as they are.
    static func forms(of object: JSONView) -> [String: MemberForm] {
        if object.member(BodyField.token.name) != nil { return ofBody }
        if let form = SignedForm(recognising: object) { return of(form) }
        return switch object.messageKind {
        case .impression: ofImpression
        case .postback: ofPostback
        default: [:]
        }
    }

    static let ofBody = forms(of: BodyField.shape, network: nil, identifier: nil)
    static let ofImpression = forms(
        of: ImpressionField.shape, network: ImpressionField.adNetworkIdentifier, identifier: ImpressionField.identifier)
    static let ofPostback = forms(
        of: PostbackField.shape, network: PostbackField.adNetworkIdentifier, identifier: PostbackField.identifier)

    static func of(_ form: SignedForm) -> [String: MemberForm] {
        if case .ad(let form) = form { ofAds[form] ?? [:] } else { ofSKAdNetworkPostback }
    }

    private static let ofSKAdNetworkPostback = forms(of: .postback)
    private static let ofAds = Dictionary(uniqueKeysWithValues: AdForm.allCases.map { ($0, forms(of: .ad($0))) })

    private static func forms(of form: SignedForm) -> [String: MemberForm] {
        Dictionary(
            SignedField.allCases.filter { $0 != .signature }
                .map { ("\(form.name(of: $0))", MemberForm($0, form.type(of: $0))) }
        ) { first, _ in first }
    }

    private static func forms(of shape: ObjectShape, network: Field?, identifier: Field?) -> [String: MemberForm] {
        let forms = shape.fields.compactMap { field -> (String, MemberForm)? in
            switch field.kind {
            case .integer: (field.text, field == ImpressionField.timestamp ? .time : .integer)
            case .boolean: (field.text, .boolean)
            case .string, .digits: (field.text, field == network ? .network : field == identifier ? .uuid : .string)
            case .object, .array, .flag, .strings, .integers, .objects: nil
            }
        }
        return Dictionary(forms) { first, _ in first }
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

    // MARK: - Values

    /// Returns the value of a cell of a table or of a field of a form, as JSON text.
    func json(ofText text: String) -> String {
        mend(text: text, isQuoted: true)?.value ?? JSONValue.string(text).text
    }

    /// The type of the form's values, in words; nil for texts.
    var wantedType: String? {
        switch self {
        case .integer, .time: Field.Kind.integer.rawValue
        case .boolean: Field.Kind.boolean.rawValue
        case .version, .string, .network, .uuid: nil
        }
    }

    /// Converts a value to this form, as JSON text; nil for one to leave out. Returns nil if it already has the form, or if its meaning is
    /// unknown.
    func mend(_ value: JSONView) -> (fault: Fault, value: String?)? {
        switch value.kind {
        case .null: return (.absent, nil)
        case .string where value.isEmptyText: return (.absent, nil)
        case .string: return mend(text: value.string, isQuoted: true)
        case .number: return mend(text: value.raw.text, isQuoted: false)
        case .true, .false, .object, .array: return nil
        }
    }

    /// - Parameter isQuoted: Whether the text is that of a string rather than of a number.
    private func mend(text: String, isQuoted: Bool) -> (fault: Fault, value: String?)? {
        if JSONText.isRounded(text) { return nil }
        switch self {
        case .integer: return integer(text, isQuoted).map { (.integers, $0) }
        case .time:
            // Swift also reads other texts as numbers, such as hexadecimal digits.
            guard (try? JSONValue(parsing: text.utf8)) == .number(text), let number = Double(text),
                let found = TimestampBounds.milliseconds(of: number)
            else { return (integer(text, isQuoted) ?? (isQuoted ? time(text) : nil)).map { (.milliseconds, $0) } }
            return (.milliseconds, "\(found)")
        case .boolean:
            let word = text.lowercased()
            guard let truth = Self.truths[word], isQuoted || word == "0" || word == "1" else { return nil }
            return (.booleans, truth)
        case .version where !isQuoted:
            let tenths = Double(text).flatMap { Int(exactly: ($0 * 10).rounded()) }
            return tenths.map { (.texts, "\"\($0 / 10).\($0 % 10)\"") }
        case .string where !isQuoted:
            guard text.utf8.allSatisfy(ASCII.isDigit), text.utf8.count <= Self.mostPlainDigits else { return nil }
            return (.texts, "\"\(text)\"")
        case .network where isQuoted:
            let plain = String(decoding: text.utf8.filter { !ASCII.isWhiteSpace($0) }, as: UTF8.self).lowercased()
            return plain == text ? nil : (.identifiers, JSONValue.string(plain).text)
        case .uuid where isQuoted: return Self.uuid(text).map { (.identifiers, "\"\($0)\"") }
        case .version, .string, .network, .uuid: return nil
        }
    }

    private static let truths = [
        "true": "true", "t": "true", "1": "true", "yes": "true", "false": "false", "f": "false", "0": "false",
        "no": "false",
    ]

    private func integer(_ text: String, _ isQuoted: Bool) -> String? {
        let isPlain = !text.isEmpty && text.utf8.allSatisfy(ASCII.isDigit) && (text == "0" || text.first != "0")
        if isPlain { return isQuoted && text.utf8.count <= Self.mostPlainDigits ? text : nil }
        guard let digits = JSONText.digits(ofWhole: text), digits.utf8.count <= Self.mostDigits else { return nil }
        return digits
    }

    private func time(_ text: String) -> String? {
        guard let time = Timestamp(text), time.milliseconds > 0 else { return nil }
        return "\(time.milliseconds)"
    }

    private static func uuid(_ text: String) -> String? {
        let digits = text.utf8.filter { !"{}- ".utf8.contains($0) }
        let isHexadecimal = digits.count == 32 && digits.allSatisfy { ASCII.hexValue($0) != nil }
        var hex = String(decoding: digits, as: UTF8.self).lowercased()
        if !isHexadecimal {
            guard text.utf8.count == 22, let bytes = Base64URL.decodeLeniently(Array(text.utf8)), bytes.count == 16
            else { return nil }
            hex = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        }
        let bounds = [0, 8, 12, 16, 20, 32]
        let parts = zip(bounds, bounds.dropFirst()).map { String(hex.dropFirst($0).prefix($1 - $0)) }
        let plain = parts.joined(separator: "-")
        return plain == text ? nil : plain
    }
}
