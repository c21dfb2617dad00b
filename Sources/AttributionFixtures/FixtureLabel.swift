import AdAttribution
import AttributionInspection
import AttributionJSON
import AttributionOpenRTB
import AttributionRules

/// A line of `aak fixtures --kind broken`: an input, and what must be found wrong with it.
///
/// ```json
/// {"input":"eyJ…","stage":"header","rule":"jws-alg","name":"token: alg is None"}
/// ```
///
/// The input is a token as a string, or the JSON object itself; a bid response may have the `request` beside it that it is
/// checked against. Whoever sends a line can have written what is in it, so
/// labels are read where the user asks for it and nowhere else.
public struct FixtureLabel: Sendable {
    /// The input: a compact JWS, or JSON text.
    public let input: String
    /// The step that must refuse it.
    public let stage: BrokenInput.Stage
    /// The rule that it breaks.
    public let rule: Rule
    /// The bid request that the input is checked against; nil for what is looked at by itself.
    public let request: BidRequest?

    /// Why a line has no label to go by.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Failure: Error, Equatable, Sendable {
        /// It is no JSON object with an input, a stage and a rule.
        case noLabel
        /// No step has this name.
        case unknownStage(String)
        /// The catalogue has no rule of this ID.
        case unknownRule(String)
        /// The request is none: it has no `imp`.
        case noRequest
    }

    /// Reads a label.
    ///
    /// - Parameter line: one line, without its end.
    public init(parsing line: [UInt8]) throws(Failure) {
        guard let value = try? JSONValue(parsing: line), let input = value["input"],
            case .string(let stage)? = value["stage"], case .string(let id)? = value["rule"]
        else { throw .noLabel }
        guard let stage = BrokenInput.Stage(rawValue: stage) else { throw .unknownStage(stage) }
        guard let rule = RuleCatalogue.messages[id] else { throw .unknownRule(id) }
        request = try value["request"].map { (value) throws(Failure) in
            guard let request = BidRequest(value) else { throw .noRequest }
            return request
        }
        self.input = input.line
        self.stage = stage
        self.rule = rule
    }

    /// Whether an input was refused as the label says: at its stage, and by its rule alone. Findings of less gravity than
    /// the labelled rule do not count, since a broken input may have some beside it.
    ///
    /// - Parameters:
    ///   - rules: the rules that were found broken.
    ///   - stage: the first step that refused the input; that of the rules where none did.
    public func agrees(with rules: [Rule], at stage: BrokenInput.Stage) -> Bool {
        let graveEnough = rules.filter { $0.severity >= rule.severity }
        return stage == self.stage && !graveEnough.isEmpty && graveEnough.allSatisfy { $0.id == rule.id }
    }

    /// What is wrong with a bid response, held against the label's request.
    ///
    /// - Parameters:
    ///   - keys: the networks' public keys.
    ///   - now: the moment after which a timestamp lies in the future.
    /// - Returns: the rules that it breaks, and the first step that refused it; nil for a label without a request.
    public func refusal(keys: TrustedKeys, at now: Timestamp) -> (rules: [Rule], stage: BrokenInput.Stage)? {
        guard let request else { return nil }
        do throws(BidResponseFault) {
            let reports = try BidCheck(request: request, keys: keys).reports(on: Array(input.utf8), at: now)
            let rules = reports.flatMap { $0.findings.map(\.rule) }
            let isSignature = rules.contains { $0 === BidRules.signature || $0 === BidRules.tokenSignature }
            return (rules, isSignature ? .signature : .rules)
        } catch {
            return ([error.rule], .input)
        }
    }

    /// Whether a report on the input says what the label says.
    public func agrees(with report: Report) -> Bool { agrees(with: report.brokenRules, at: report.firstStage) }
}

extension Report {
    /// All rules that the input breaks, that of its fault among them.
    package var brokenRules: [Rule] { findings.list.map(\.rule) + (fault.map { [$0.rule] } ?? []) }

    /// The first step that refused the input; that of the rules where none did.
    package var firstStage: Stage { stage ?? (fault == nil ? .rules : .input) }
}

extension FixtureLabel.Failure: CustomStringConvertible {
    /// What is wrong with the line, in words.
    public var description: String {
        switch self {
        case .noLabel: #"the line has no label, want {"input":…,"stage":…,"rule":…}"#
        case .unknownStage(let stage):
            "\"stage\" is \(JSONValue.string(stage).text), want "
                + BrokenInput.Stage.allCases.map(\.rawValue).joined(separator: ", ")
        case .noRequest: #""request" is no bid request, want an object with "imp""#
        case .unknownRule(let id): "\"rule\" is \(JSONValue.string(id).text), want the ID of a rule"
        }
    }
}

extension BrokenInput {
    /// The input with its label, as one line of JSON that ``FixtureLabel`` reads.
    public var label: String { labelValue.text }

    package var labelValue: JSONValue {
        .object(
            [.init("input", value)] + (requestValue.map { [.init("request", $0)] } ?? []) + [
                .init("stage", .string(stage.rawValue)), .init("rule", .string(rule.id)), .init("name", .string(name)),
            ])
    }
}
