import AdAttribution
import Bytes
import Rules
import StrictJSON

/// What an input is and what is wrong with it.
struct ValidationReport {
    var kind = "token"
    var findings = Findings()
    /// A fault for which there is no rule, such as text that is no JSON.
    var problem: Diagnostic?
    /// The step that an impression or postback fails at.
    var stage: String?
    var tiers: [DataTier]?
    var absences: [(field: String, reason: String)] = []
    /// The signature that is still to be checked, where its key is known.
    var signature: Signature?

    struct Signature {
        /// What ``SignatureChecks`` calls it.
        let proof: Int
        let keyID: String
        /// Where among the findings a word on it belongs.
        let place: Int
    }

    init() {}

    /// A report on what could not be looked at.
    init(unreadable problem: Diagnostic) {
        kind = "unreadable"
        self.problem = problem
    }

    /// - Parameter place: where among the findings it goes; behind the others, unless told.
    mutating func add(
        _ rule: Rule, _ field: String, _ found: String, wanted: String? = nil, hint: String? = nil, at place: Int? = nil
    ) {
        let finding = Finding(rule, field: field, found: found, wanted: wanted, hint: hint)
        findings.insert(finding, at: place ?? findings.list.count)
    }
}

// MARK: - Writing

extension ValidationReport {
    /// Appends the report as a line of JSON.
    ///
    /// - Parameter threshold: from which severity on a finding makes the input bad.
    func append(threshold: Rule.Severity, to lines: inout ResultLines) {
        appendMembers(threshold: threshold, to: &lines.bytes)
        lines.endLine(as: .json)
    }

    private func appendMembers(threshold: Rule.Severity, to output: inout ByteBuffer) {
        let isGood = problem == nil && !findings.isBad(from: threshold)
        Self.append(findings, kind: kind, isGood: isGood, to: &output)
        if let problem {
            output.append(",\"reason\":")
            JSONText.appendString(problem.message, to: &output)
        }
        if let tiers {
            output.append(",\"tiers\":[")
            output.append(text: tiers.map { "\($0.rawValue)" }.joined(separator: ","))
            output.append("],\"absent\":")
            JSONValue.object(absences.map { .init($0.field, .string($0.reason)) }).append(to: &output)
        }
        output.append(ASCII.closeBrace)
    }

    /// Appends a result up to its last member; the closing brace is the caller's.
    static func append(_ findings: Findings, kind: String, isGood: Bool, to output: inout ByteBuffer) {
        output.append(isGood ? "{\"ok\":true,\"kind\":" : "{\"ok\":false,\"kind\":")
        JSONText.appendString(kind, to: &output)
        output.append(",\"findings\":")
        JSONValue.array(findings.list.map { $0.json(of: kind) }).append(to: &output)
        if findings.more > 0 {
            output.append(",\"more\":")
            output.append(decimal: findings.more)
        }
    }
}

extension Finding {
    /// - Parameter kind: what the input is: a device throws errors for impressions, never for its own postbacks.
    fileprivate func json(of kind: String) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("rule", .string(rule.id)), .init("severity", .string(severity.rawValue)),
            .init("field", .string(field)), .init("found", .string(found)), .init("wanted", .string(wanted)),
        ]
        if let hint { members.append(.init("hint", .string(hint))) }
        members.append(.init("article", .string(rule.article.description)))
        if let error = rule.platformError, kind != "postback" {
            members.append(.init("apple-error", .string(error.name)))
        }
        return .object(members)
    }
}
