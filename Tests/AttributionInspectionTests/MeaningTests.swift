import AttributionBase
import AttributionCrypto
import AttributionFixtures
import AttributionInspection
import AttributionModel
import AttributionTestSupport
import Testing

/// SKAdNetwork signs values without their names and types. Therefore, an input with renamed or retyped members that
/// still verifies must have the meaning that was signed.
struct MeaningTests {
    private let verifier: InputVerifier

    init() throws { verifier = InputVerifier(keys: try Samples.keys, accepting: .everything, checksRules: false) }

    /// A signed object in one of its forms.
    private struct Sample {
        let object: JSONValue
        let form: SignedForm
        /// The signed values, with the names of Apple's articles.
        let meaning: [String: String]
    }

    /// Returns the signed values of an object as text, with the names of Apple's articles.
    private static func meaning(of payload: JSONValue, _ form: SignedForm) -> [String: String] {
        guard case .object(let members) = payload else { return [:] }
        var meaning: [String: String] = [:]
        for member in members {
            guard let field = names(form).first(where: { $0.name == member.name })?.field else { continue }
            meaning[field.description] = member.value.signedText
        }
        guard case .ad(let form) = form, let implied = form.impliedFidelity else { return meaning }
        // The form of an ad implies its fidelity, which newer versions sign.
        if !["1.0", "2.0", "2.1", nil].contains(meaning["version"]) {
            meaning["fidelity-type"] = "\(implied.rawValue)"
        }
        return meaning
    }

    private static func names(_ form: SignedForm) -> [(field: SignedField, name: String)] {
        switch form {
        case .postback: SignedField.allCases.map { ($0, $0.description) }
        case .ad(let form): form.names.map { ($0.field, "\($0.name)") }
        }
    }

    /// Returns an ad with the names and types of a form; nil if the form cannot represent it.
    private static func ad(_ ad: JSONValue, as form: AdForm) -> JSONValue? {
        guard case .object(let members) = ad else { return nil }
        // OpenRTB begins with version 2.0, and states the version.
        if form == .openRTB, [nil, .string("1.0")].contains(ad["version"]) { return nil }
        var result: [JSONValue.Member] = []
        for member in members {
            guard let field = SignedField.allCases.first(where: { $0.description == member.name }) else { return nil }
            guard let name = form.name(of: field) else {
                if field == .fidelityType,
                    form.impliedFidelity.map({ member.value == .number("\($0.rawValue)") }) == true
                {
                    continue
                }
                return nil
            }
            let isText = SignedForm.ad(form).type(of: field) == .digits
            result.append(.init("\(name)", isText ? .string(member.value.signedText) : member.value))
        }
        return .object(result)
    }

    private static let samples: [Sample] = {
        var samples: [Sample] = []
        var forms: Set<String> = []
        for postback in Samples.skAdNetworkPostbacks {
            guard case .object(let members) = postback,
                forms.insert(members.map(\.name).joined(separator: ",") + (postback["version"]?.text ?? "")).inserted
            else { continue }
            var signed = postback
            for name in ["attribution-signature", "conversion-value", "coarse-conversion-value"] {
                signed[name: name] = nil
            }
            samples.append(Sample(object: postback, form: .postback, meaning: meaning(of: signed, .postback)))
        }
        for ad in Samples.ads {
            for form in AdForm.allCases {
                guard let object = Self.ad(ad, as: form) else { continue }
                var signed = object
                if let name = form.name(of: .signature) { signed[name: "\(name)"] = nil }
                samples.append(Sample(object: object, form: .ad(form), meaning: meaning(of: signed, .ad(form))))
            }
        }
        return samples
    }()

    /// The names in all forms, and similar ones.
    private static let allNames: [String] = {
        let forms: [SignedForm] = [.postback] + AdForm.allCases.map { .ad($0) }
        let known = Set(forms.flatMap { names($0).map(\.name) })
        return known.sorted() + ["Source-App-ID", "source_app_id", "source-app-id ", "sourceAppId", "fidelities"]
    }()

    /// Returns a value in other types whose signed text is the same, or nearly.
    private static func rewritten(_ value: JSONValue) -> [JSONValue] {
        switch value {
        case .string(let text):
            let isNumber = (try? JSONValue(parsing: Array(text.utf8))).map {
                if case .number = $0 { true } else { false }
            }
            return (isNumber == true ? [.number(text)] : [])
                + (["true", "false"].contains(text) ? [.bool(text == "true")] : [])
                + [.array([value]), .null]
        case .number(let text):
            return [.string(text), .number(text + ".0"), .number(text + "e0"), .array([value]), .null]
        case .bool(let truth): return [.string(value.text), .number(truth ? "1" : "0"), .null]
        default: return []
        }
    }

    /// Returns the objects that differ from a sample in a name, a type or both, or in that two names are exchanged.
    private static func changes(_ object: JSONValue, _ form: SignedForm) -> [JSONValue] {
        let own = names(form).map(\.name)
        guard case .object(let members) = object else { return [] }
        var result: [JSONValue] = []
        for (index, member) in members.enumerated() {
            for name in allNames where !members.contains(where: { $0.name == name }) {
                for value in [member.value] + rewritten(member.value).prefix(own.contains(name) ? 1 : 0) {
                    var changed = members
                    changed[index] = .init(name, value)
                    result.append(.object(changed))
                }
            }
            for value in rewritten(member.value) {
                var changed = members
                changed[index].value = value
                result.append(.object(changed))
            }
            for other in members.indices where other > index {
                var changed = members
                changed[index].name = members[other].name
                changed[other].name = member.name
                result.append(.object(changed))
            }
        }
        return result
    }

    /// Returns an object as an input. OpenRTB objects are inside a bid.
    private static func input(_ object: JSONValue, _ form: SignedForm) -> JSONValue {
        guard form == .ad(.openRTB), case .object(let members) = object else { return object }
        // From version 2.2 on, the signature and its own values are in a nested object.
        let isOld =
            [nil, .string("2.0"), .string("2.1")].contains(object["version"]) || object["fidelities"] != nil
        let own = AdForm.openRTB.names.filter { SignedObject.ownFields.contains($0.field) }.map { "\($0.name)" }
        let inner = isOld ? [] : members.filter { own.contains($0.name) }
        let outer = members.filter { isOld || !own.contains($0.name) }
        let entries = isOld ? [] : [JSONValue.Member("fidelities", .array([.object(inner)]))]
        return .object([.init("skadn", .object(outer + entries))])
    }

    @Test func theSamplesAreValid() throws {
        expect(Self.samples.count, 51)
        for sample in Self.samples {
            let verified = try verifier.verdictNow(on: Self.input(sample.object, sample.form).bytes).result.get()
            let form =
                sample.form == .ad(.openRTB) ? sample.form : sample.object.withView { SignedForm(recognising: $0) }
            expect(form, sample.form)
            try expect(Self.meaning(of: verified.payload, sample.form), sample.meaning, "\(sample.object.text)")
        }
    }

    /// Returns the sum of what is counted for each sample, on all processors.
    private static func sum(_ count: @escaping @Sendable (Sample) async throws -> Int) async throws -> Int {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for sample in samples { group.addTask { try await count(sample) } }
            return try await group.reduce(0, +)
        }
    }

    /// Regression: a source app that was renamed to a domain remained valid, and 1234567891 was reported as a web
    /// page.
    @Test func nothingRenamedOrRetypedIsValidWithAnotherMeaning() async throws {
        let count = try await Self.sum { [verifier] sample in
            let changes = part(of: Self.changes(sample.object, sample.form))
            let inputs = changes.map { Self.input($0, sample.form).bytes }
            var count = 0
            for (change, verdict) in zip(changes, try await verifier.verdicts(on: inputs)) {
                guard case .success(let verified) = verdict.result else { continue }
                let form =
                    sample.form == .ad(.openRTB) ? sample.form : change.withView { SignedForm(recognising: $0) } ?? nil
                try expect(Self.meaning(of: verified.payload, #require(form)), sample.meaning, "\(change.text)")
                count += 1
            }
            return count
        }
        // These are changes of unsigned members, and of members with the same name in another form.
        #expect(count > part(of: 400))
    }

    /// Validation also reports what verification cannot read.
    @Test func whatIsMalformedIsFoundByValidatingToo() async throws {
        let validator = InputValidator(keys: try Samples.keys)
        let count = try await Self.sum { [verifier] sample in
            let changes = Self.changes(sample.object, sample.form)
            let inputs = stride(from: 0, to: changes.count, by: 7).map { Self.input(changes[$0], sample.form).bytes }
            let verdicts = try await verifier.verdicts(on: inputs)
            let reports = Dictionary(
                grouping: try await validator.reports(on: inputs, now: Timestamp(milliseconds: .max)), by: \.inputIndex)
            var count = 0
            for verdict in verdicts where verdict.outcome != .valid && verdict.outcome != .unknownKey {
                let own = reports[verdict.inputIndex] ?? []
                #expect(own.contains { $0.hasErrors }, "\(String(decoding: inputs[verdict.inputIndex], as: UTF8.self))")
                count += 1
            }
            return count
        }
        #expect(count > 500)
    }

    /// The same ad with the names and types of every other form.
    @Test func noFormTellsAnotherAd() async throws {
        var count = 0
        for sample in Self.samples {
            guard case .ad(let form) = sample.form, case .object(let members) = sample.object else { continue }
            for other in AdForm.allCases {
                let fields = members.map { member in form.names.first { "\($0.name)" == member.name }?.field }
                for field in [SignedField.sourceAppID, .sourceDomain] {
                    let renamed: [JSONValue.Member] = zip(members, fields).compactMap { member, found in
                        let isSource = found == .sourceAppID || found == .sourceDomain
                        guard let found, let name = other.name(of: isSource ? field : found) else { return nil }
                        let type = SignedForm.ad(other).type(of: isSource ? field : found)
                        let text = member.value.signedText
                        return .init(
                            "\(name)", type == .integer && text.allSatisfy(\.isNumber) ? .number(text) : .string(text))
                    }
                    let object = JSONValue.object(renamed)
                    let verdict = verifier.verdictNow(on: Self.input(object, .ad(other)).bytes)
                    guard case .success(let verified) = verdict.result else { continue }
                    try expect(Self.meaning(of: verified.payload, .ad(other)), sample.meaning, "\(object.text)")
                    count += 1
                }
            }
        }
        #expect(count > 60)
    }

    /// In OpenRTB, a value counts only where the SDK reads it: either in the object or in the fidelity.
    @Test func aFidelityStandsForNothingAroundIt() throws {
        let ad = try #require(Samples.ads.last { $0["source-app-id"] != nil })
        let flat = try #require(Self.ad(ad, as: .openRTB))
        guard case .object(let members) = flat else { return }
        let own = ["fidelity", "nonce", "timestamp", "signature"]
        let inner = members.filter { own.contains($0.name) }
        let outer = members.filter { !own.contains($0.name) }
        func outcome(_ outer: [JSONValue.Member], _ inner: JSONValue) -> Verdict.Outcome {
            let object = JSONValue.object(outer + [.init("fidelities", .array([inner]))])
            return verifier.verdictNow(on: Self.input(object, .ad(.openRTB)).bytes).outcome
        }
        expect(outcome(outer, .object(inner)), .valid)
        for member in outer {
            var changed = outer
            changed.removeAll { $0.name == member.name }
            #expect(outcome(changed, .object(inner + [member])) != .valid, "\(member.name)")
            changed.append(.init(member.name, .string("1")))
            #expect(outcome(changed, .object(inner + [member])) != .valid, "\(member.name)")
            // A member that is never read changes nothing.
            expect(outcome(outer, .object(inner + [.init(member.name, .string("1"))])), .valid, "\(member.name)")
        }
        for member in inner {
            let rest = inner.filter { $0.name != member.name }
            #expect(outcome(outer + [member], .object(rest)) != .valid, "\(member.name)")
        }
        #expect(outcome(outer + inner, .string("")) != .valid)
    }

    private static let refused: [(change: (String, JSONValue?), rule: String)] = [
        (("source-domain", .string("1234567891")), "skan-postback-source-domain-form"),
        (("source-domain", .string("-5")), "skan-postback-source-domain-form"),
        (("source-domain", .string("0")), "skan-postback-source-domain-form"),
    ]

    @Test func aDomainOfDigitsIsMalformed() {
        for (change, rule) in Self.refused {
            let verdict = verifier.verdictNow(on: Samples.four(("source-app-id", nil), change).bytes)
            expect(verdict.outcome, .malformed)
            guard case .failure(let refusal) = verdict.result else { continue }
            expect(refusal.fault.rule.id, rule)
        }
        for domain in ["example.com", "1.2", "9gag.com", "127.0.0.1"] {
            let domain = Samples.four(("source-app-id", nil), ("source-domain", .string(domain)))
            expect(verifier.verdictNow(on: domain.bytes).outcome, .valid)
        }
    }
}
