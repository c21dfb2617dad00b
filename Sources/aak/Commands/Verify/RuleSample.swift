import AttributionBase
import AttributionInspection
import AttributionModel

/// The first valid inputs of a run whose rules are not checked otherwise, and the rules that they break.
///
/// A verdict without `--validate` says only who signed an input. A user who is not told that devices reject such an input would count on
/// it.
final class RuleSample: Sendable {
    /// The greatest number of inputs.
    private static let most = 64
    /// The longest input that is kept until its rules are checked.
    private static let longestText = 1 << 16

    private let validator: InputValidator
    private let state = Locked(State())

    private struct State {
        var checked = 0
        var broken = 0
        var rules = RuleCounts()
    }

    init(keys: TrustedKeys) { validator = InputValidator(keys: keys) }

    /// Whether another input can be added. Only ``add(_:at:)`` decides.
    var hasRoom: Bool { state.withLock { $0.checked < Self.most } }

    /// Keeps a valid input of a batch, if there is room.
    func keep(_ text: ByteView, in texts: inout [[UInt8]]) {
        if texts.count < Self.most, text.count <= Self.longestText { texts.append([UInt8](text)) }
    }

    /// Checks inputs, which are given in the order of the run.
    func add(_ texts: [[UInt8]], at now: Timestamp) {
        for text in texts where hasRoom {
            let rules = validator.reports(on: text, now: now).flatMap(\.brokenRules).filter { $0.severity == .error }
            state.withLock { state in
                state.checked += 1
                if !rules.isEmpty { state.broken += 1 }
                for rule in Set(rules.map(\.rule)) { state.rules.add(rule) }
            }
        }
    }

    /// What to say at the end of the run; nil if no rule is broken.
    var note: Diagnostic? {
        let state = state.withLock { $0 }
        guard state.broken > 0 else { return nil }
        let all = (state.checked < Self.most ? "" : "the first ") + counted(state.checked, "valid input")
        return .note(
            nil, "\(state.broken) of \(all) break\(state.broken == 1 ? "s" : "") Apple's rules: \(state.rules.list)",
            hint: "--validate rejects them; the verdict valid only says that a trusted key signed the input")
    }
}
