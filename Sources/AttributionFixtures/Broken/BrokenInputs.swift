import AttributionBase
import AttributionCrypto
import AttributionModel

extension Fixtures {
    /// At least one input for each rule that inputs can break, and the known attacks on a JWS. Each breaks its rule
    /// and no other of the same or a higher severity. Names are unique.
    public var broken: [BrokenInput] { BrokenInputs(of: self, rules: nil).all }

    /// Returns the inputs that break one of the given rules.
    package func broken(_ rules: Set<Rule>) -> [BrokenInput] {
        BrokenInputs(of: self, rules: rules).all.filter { rules.contains($0.rule) }
    }
}

struct BrokenInputs {
    let fixtures: Fixtures
    /// Fixtures that are signed with another network's key.
    let otherSigner: Fixtures
    /// The rules that somebody wants inputs for; nil for all.
    private let rules: Set<Rule>?
    /// A member that Apple's articles do not mention.
    static let unknownField = Field(63, "campaign", .integer, isRequired: false)

    init(of fixtures: Fixtures, rules: Set<Rule>?) {
        self.fixtures = fixtures
        self.rules = rules
        otherSigner = fixtures.signed(by: Self.otherSignerKey)
    }

    var all: [BrokenInput] {
        lines + tokens + impressions + postbacks + configurations + schemas + skAdNetwork + bids
            + remediedLines
    }

    /// Returns an input. Its values, most of which are signed, are made only if somebody wants inputs that break its rule.
    func input(
        _ kind: FixtureKind, _ name: String, _ rule: Rule, at stage: BrokenInput.Stage = .rules, remedy: String? = nil,
        _ values: () -> BrokenInput.Values
    ) -> BrokenInput {
        let isWanted = rules?.contains(rule) ?? true
        return BrokenInput(
            kind, name, rule, at: stage, remedy: remedy, isWanted ? values() : .init(broken: .null, sound: nil))
    }

    /// Returns a value that breaks each of the given rules, apart from rules with a check of their own and rules that an input already
    /// breaks.
    func unbroken(_ rules: [Rule], by inputs: [BrokenInput]) -> [(rule: Rule, field: Field, value: JSONValue)] {
        rules.compactMap { rule in
            guard let (field, value) = rule.brokenValue, !inputs.contains(where: { $0.rule === rule }) else {
                return nil
            }
            return (rule, field, value)
        }
    }

    /// The private key of RFC 6979, Appendix A.2.5. Like the example key, it is public.
    static let otherSignerKey: P256PrivateKey = {
        var scalar: [UInt8] = [
            0xc9, 0xaf, 0xa9, 0xd8, 0x45, 0xba, 0x75, 0x16, 0x6b, 0x5c, 0x21, 0x57, 0x67, 0xb1, 0xd6, 0x93,
            0x4e, 0x50, 0xc3, 0xdb, 0x36, 0xe8, 0x9b, 0x12, 0x7b, 0x8a, 0x62, 0x2b, 0x12, 0x0f, 0x67, 0x21,
        ]
        do throws(KeyError) {
            return try P256PrivateKey(raw: SecretBytes(consuming: &scalar))
        } catch {
            CryptoFailure.end(CryptoFailure(of: error))
        }
    }()
}

extension Rule {
    /// A value that breaks the rule and no other rule of its field, if the rule's kind of check allows making one.
    var brokenValue: (field: Field, value: JSONValue)? {
        switch kind {
        case .isPresent?, .isOfType?, .hasPlace?, nil: nil
        case .isWithin(let field, let range)?:
            (field, .number(range.upperBound == .max ? "18446744073709551616" : "\(range.upperBound + 1)"))
        case .isOneOf(let field, _)?: (field, .string("another"))
        case .isUUID(let field)?: (field, .string("85546EB7"))
        }
    }
}

extension BrokenInputs {
    /// Returns an input for each fault that any field of a payload can have: it is missing or has the wrong JSON type. They follow the
    /// order of the rules about types.
    static func ofFields(
        in rules: [Rule], _ make: (String, Rule, (inout JSONValue) -> Void) -> BrokenInput
    ) -> [BrokenInput] {
        var missing: [UInt8: Rule] = [:]
        for rule in rules { if case .isPresent(let field)? = rule.kind { missing[field.index] = rule } }
        var result: [BrokenInput] = []
        for rule in rules {
            guard case .isOfType(let field)? = rule.kind else { continue }
            if let missing = missing[field.index] {
                result.append(make("\(field.name) is missing", missing) { $0[field] = nil })
                result.append(make("\(field.name) is null", missing) { $0[field] = .null })
            }
            for (words, change) in otherTypes(field.kind) {
                result.append(make("\(field.name) is \(words)", rule) { $0[field] = change($0[field]) })
            }
        }
        return result
    }

    private static func otherTypes(_ kind: Field.Kind) -> [(String, (JSONValue?) -> JSONValue)] {
        func digits(_ value: JSONValue?) -> String {
            guard case .number(let digits)? = value else { return "0" }
            return digits
        }
        let common: [(String, (JSONValue?) -> JSONValue)] = [("an array", { .array($0.map { [$0] } ?? []) })]
        switch kind {
        case .string, .digits: return [("a number", { _ in .number("7") })] + common
        case .integer:
            return [
                ("a string", { .string(digits($0)) }), ("written as 1.0", { .number(digits($0) + ".0") }),
                ("written as 1e3", { _ in .number("1e3") }), ("true", { _ in .bool(true) }),
            ] + common
        case .boolean:
            return [("a string", { _ in .string("true") }), ("the number 1", { _ in .number("1") })] + common
        case .object, .array, .flag, .strings, .integers, .objects: return [("a number", { _ in .number("7") })]
        }
    }
}
