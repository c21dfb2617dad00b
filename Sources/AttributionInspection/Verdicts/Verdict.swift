import AttributionBase
import AttributionModel

/// The result of verifying an input, or an object in it.
public struct Verdict: Equatable, Sendable {
    /// The index of the input, counted from 0.
    public let inputIndex: Int
    /// The path of the object in the input, such as `seatbid[0].bid[1].ext.adattributionkit`; nil for the input
    /// itself.
    public let path: String?
    /// The signed input, or the refusal.
    public let result: Result<VerifiedInput, RefusedInput>

    /// The outcome of verification.
    public var outcome: Outcome {
        switch result {
        case .success: .valid
        case .failure(let refusal): refusal.outcome
        }
    }

    /// The outcomes of verification. They have the same names and meanings as in `aak verify`.
    ///
    /// If several apply, the first of these is given: malformed, unknown key, invalid, not ours, against rules,
    /// repeated.
    public enum Outcome: String, CaseIterable, Codable, Sendable, CustomStringConvertible {
        /// A trusted key signed the input. If the verifier checks rules, the input also follows them.
        case valid
        /// The signature was not made by a trusted key, or a required identifier is missing.
        case invalid
        /// No trusted key matches the token's `kid`.
        case unknownKey = "unknown-key"
        /// The input has no signature that could be checked.
        case malformed
        /// A trusted key signed the input, but it breaks a rule, and the verifier checks rules.
        case againstRules = "against-rules"
        /// A trusted key signed the input, but its kind, network, app or environment is not accepted.
        case notOurs = "not-ours"
        /// A trusted key signed the input, but its identifier occurred before.
        case repeated

        /// The name, as `aak verify` writes it.
        public var description: String { rawValue }

        /// Whether the outcome depends on the receiver, and not only on the input.
        var isAboutReceiver: Bool { self == .notOurs || self == .repeated }
    }
}

extension Verdict.Outcome {
    /// How bad the outcome is. If several outcomes apply, the worst is reported; `valid` is the best.
    var gravity: Int {
        switch self {
        case .valid: 0
        case .repeated: 1
        case .againstRules: 2
        case .notOurs: 3
        case .invalid: 4
        case .unknownKey: 5
        case .malformed: 6
        }
    }
}

/// An input that a trusted key signed. Only verification creates one.
public struct VerifiedInput: Sendable {
    private struct Values: Equatable, Sendable {
        /// The content, as ranges of ``storage``.
        let content: SignedContent<Range<Int>>
        let keyID: String
        let repeatMark: RepeatMark?
        let owner: SKAdNetworkKeyOwner?
        let skAdNetworkVersion: SKAdNetworkVersion?
        let text: [UInt8]
        /// The signed payload, the unsigned fields and the identifier, concatenated.
        let storage: [UInt8]
        /// Whether the verifier checked the rules, so that the input breaks none of severity `error`.
        let areRulesChecked: Bool
        /// Whether the verifier accepts only inputs that belong to its user.
        let isForCounting: Bool
    }

    private let shared: Shared<Values>
    private var values: Values { shared.value }

    /// The kind: ``InputKind/impression``, ``InputKind/postback``, a SKAdNetwork kind, or ``InputKind/token`` for any
    /// other payload.
    public var kind: InputKind { values.content.kind }
    /// The `kid` of the key, or the owner of the key for SKAdNetwork.
    public var keyID: String { values.keyID }
    /// The environment of the signing key. Only `production` counts.
    public var environment: SigningEnvironment { values.content.environment }
    /// The key that identifies the input, which depends only on signed values; nil if there is no identifier.
    package var repeatKey: RepeatKey? { values.content.repeatKey }
    /// A digest of the contents; nil unless it was requested.
    package var repeatMark: RepeatMark? { values.repeatMark }
    /// The input as it was received.
    public var text: [UInt8] { values.text }
    /// The version of a SKAdNetwork postback or ad. Version 1.0 does not state it.
    package var skAdNetworkVersion: SKAdNetworkVersion? { values.skAdNetworkVersion }

    /// Whether the input may be counted: false if the verifier accepted everything.
    package var isForCounting: Bool { values.isForCounting }

    /// The JSON text of the signed payload, without white space between its tokens.
    package var payloadText: [UInt8] { Array(payloadSlice) }

    /// The JSON text of the unsigned fields of a postback body.
    package var unsignedText: [UInt8]? { unsignedSlice.map { Array($0) } }

    private var payloadSlice: ArraySlice<UInt8> { values.storage[values.content.payload] }
    private var unsignedSlice: ArraySlice<UInt8>? { values.content.unsigned.map { values.storage[$0] } }

    /// The `postback-identifier`, `impression-identifier`, `transaction-id` or `nonce`, if there is one. To count each
    /// postback once, use the key of the ``postback``, because several windows may share a `transaction-id`.
    public var identifier: FieldValue<AttributionUUID>? {
        repeatKey.map { _ in
            let text = identifierText
            return AttributionUUID(text).map { .known($0) } ?? .unknown(.string(text))
        }
    }

    /// The characters of the identifier; empty if there is none.
    var identifierText: String {
        let content = values.content
        return String(decoding: values.storage[(content.unsigned ?? content.payload).upperBound...], as: UTF8.self)
    }

    /// The signed payload.
    public var payload: JSONValue {
        get throws(Problem) { try JSONValue(parsing: payloadSlice) }
    }

    /// The unsigned fields.
    public var unsigned: JSONValue? {
        get throws(Problem) { try unsignedSlice.map { text throws(Problem) in try JSONValue(parsing: text) } }
    }

    /// The postback with typed fields and findings; nil if the input is not a postback in the body that a device
    /// sends, or has no identifier.
    public var postback: ReceivedPostback? {
        guard let key = repeatKey, let payload = try? JSONDocument(parsing: payloadSlice),
            let details = details(payload)
        else { return nil }
        return ReceivedPostback(
            key: key, mark: repeatMark ?? mark, payload: payload.json, details: details, input: self)
    }

    /// The first rule of severity `error` that the input breaks, if it is a postback, whether its verifier checked rules or not; nil if
    /// it breaks none.
    package var brokenRule: Rule? {
        guard !values.areRulesChecked, kind == .postback || kind == .skAdNetworkPostback else { return nil }
        // What cannot be examined breaks rules that nobody knows.
        guard let findings = try? findings else { return RunRules.more }
        return findings.brokenRule
    }

    /// The findings about a postback, with or without its unsigned fields or an identifier.
    private var findings: Findings? {
        get throws(Problem) {
            guard kind == .postback else {
                return values.owner.flatMap { VerifiedSKAdNetworkPostback(text, signedBy: $0)?.findings }
            }
            let payload = try JSONDocument(parsing: payloadSlice, orThrow: Problem.notJSON)
            let body = try unsignedSlice.map { text throws(Problem) in
                try JSONDocument(parsing: text, orThrow: Problem.notJSON)
            }
            return VerifiedPostback.findings(on: payload, body: body, keyID: keyID)
        }
    }

    private func details(_ payload: JSONDocument) -> ReceivedPostback.Details? {
        switch kind {
        case .postback:
            guard let unsignedSlice, let body = try? JSONDocument(parsing: unsignedSlice) else { return nil }
            return VerifiedPostback(signed: payload, body: body, keyID: keyID, environment: environment)
                .map { .adAttributionKit($0) }
        case .skAdNetworkPostback:
            return values.owner.flatMap { VerifiedSKAdNetworkPostback(text, signedBy: $0) }.map { .skAdNetwork($0) }
        default: return nil
        }
    }

    private var mark: RepeatMark {
        var marker = RepeatMarker()
        return payloadText.withBytes { signed in
            guard let unsignedText else { return marker.mark(signed: signed, unsigned: nil) }
            return unsignedText.withBytes { marker.mark(signed: signed, unsigned: $0) }
        }
    }

    /// Returns the impression with typed fields; nil if the input is not an AdAttributionKit impression.
    ///
    /// - Throws: `Findings` if the impression breaks a rule of severity `error`, although a trusted key signed it.
    public func impression() throws(Findings) -> Impression? {
        guard kind == .impression else { return nil }
        return try Impression(JSONDocument(parsing: payloadSlice, orThrow: Findings.notJSON), keyID: keyID)
    }

    init(
        _ signed: SignedContent<ByteView>, identifier: ByteView?, keyID: String, repeatMark: RepeatMark?,
        owner: SKAdNetworkKeyOwner?, skAdNetworkVersion: SKAdNetworkVersion?, areRulesChecked: Bool,
        isForCounting: Bool, text: [UInt8]
    ) {
        let end = signed.payload.count
        // All values share one allocation.
        var storage: [UInt8] = []
        storage.reserveCapacity(end + (signed.unsigned?.count ?? 0) + (identifier?.count ?? 0))
        for part in [signed.payload, signed.unsigned, identifier] { storage.append(contentsOf: part ?? .empty) }
        let content = SignedContent(
            kind: signed.kind, environment: signed.environment, repeatKey: signed.repeatKey, payload: 0..<end,
            unsigned: signed.unsigned.map { end..<end + $0.count })
        shared = Shared(
            Values(
                content: content, keyID: keyID, repeatMark: repeatMark, owner: owner,
                skAdNetworkVersion: skAdNetworkVersion, text: text, storage: storage,
                areRulesChecked: areRulesChecked, isForCounting: isForCounting))
    }
}

extension VerifiedInput: Equatable {
    public static func == (one: VerifiedInput, other: VerifiedInput) -> Bool { one.shared == other.shared }
}

extension VerifiedInput: CustomStringConvertible {
    /// The kind, the identifier and the signer; not the values.
    public var description: String {
        let identifier = identifier.map { " " + excerpt($0.description) } ?? ""
        return "\(kind.rawValue)\(identifier), signed by \(excerpt(keyID)) (\(environment.rawValue))"
    }
}

extension Findings {
    /// The first rule of severity `error` that is broken; nil if none is.
    var brokenRule: Rule? {
        // Of findings that are not listed, nobody knows which rules are broken.
        first { $0.severity == .error }?.rule ?? (hasErrors ? RunRules.more : nil)
    }
}

/// Values passed by reference, because a verdict is passed on several times before it is used.
private final class Shared<Value: Equatable & Sendable>: Equatable, Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }

    static func == (one: Shared, other: Shared) -> Bool { one === other || one.value == other.value }
}

/// An input that does not count, with the reason.
public struct RefusedInput: Error, Sendable {
    private struct Values: Equatable, Sendable {
        let outcome: Verdict.Outcome
        let fault: InputFault
        let keyID: String?
        let isSame: Bool?
        let signed: VerifiedInput?
    }

    private let shared: Shared<Values>
    private var values: Values { shared.value }

    /// The outcome, which is never ``Verdict/Outcome/valid``.
    public var outcome: Verdict.Outcome { values.outcome }
    package var fault: InputFault { values.fault }
    /// The unverified `kid` in the header, if it could be read.
    public var keyID: String? { values.keyID }
    /// For a repeat, whether it has the contents of the first input: true for an honest retry, false for the same
    /// identifier with different contents, nil if the first contents are unknown.
    public var isSame: Bool? { values.isSame }
    /// The signed values, if a trusted key signed the input but it is rejected all the same.
    public var signed: VerifiedInput? { values.signed }

    /// The rules that a signed input breaks, each of them an error, if it is ``Verdict/Outcome/againstRules``; otherwise
    /// the reason for the refusal alone.
    public var findings: Findings {
        var findings = Findings()
        if outcome == .againstRules, case .rules(let first, let others) = fault {
            for finding in [first] + others { findings.append(finding) }
        } else {
            findings.append(Finding(fault.rule, fault.problem.inLibrary).asError)
        }
        return findings
    }

    init(outcome: Verdict.Outcome, fault: InputFault, keyID: String?, isSame: Bool?, signed: VerifiedInput?) {
        shared = Shared(Values(outcome: outcome, fault: fault, keyID: keyID, isSame: isSame, signed: signed))
    }
}

extension RefusedInput {
    /// Creates the refusal of an input that was signed with a trusted key.
    init(_ outcome: Verdict.Outcome, _ fault: InputFault, _ input: VerifiedInput, isSame: Bool? = nil) {
        self.init(outcome: outcome, fault: fault, keyID: input.keyID, isSame: isSame, signed: input)
    }
}

extension RefusedInput: Equatable {
    public static func == (one: RefusedInput, other: RefusedInput) -> Bool { one.shared == other.shared }
}

extension RefusedInput: AttributionError {
    /// The reason for the refusal.
    public var problem: Problem { fault.problem.inLibrary }
}

extension RefusedInput: CustomStringConvertible {
    /// A description of the fault.
    public var description: String { Advice.inLibrary(fault.description) }
}
