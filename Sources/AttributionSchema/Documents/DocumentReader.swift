import AttributionBase
import AttributionModel

/// The state of reading a document: the current path, and the faults with their paths, so that all of them are reported
/// together.
@usableFromInline package struct DocumentReader {
    @usableFromInline package enum Step {
        case key(StaticString)
        case name(String)
        case index(Int)
    }

    /// The path from the top to the value that is being read.
    @usableFromInline var steps: [Step] = []
    @usableFromInline package internal(set) var faults = Problems()
    /// The name of the document in messages, with its article, such as "a scenario".
    private let whole: String
    /// Valid network IDs that were read recently.
    private(set) var networks: [String] = []
    private static let networkLimit = 16

    @usableFromInline package init(_ whole: String = Problem.document) { self.whole = whole }

    package mutating func removeAll() {
        steps.removeAll(keepingCapacity: true)
        faults.removeAll()
    }

    /// Reads a whole text.
    ///
    /// - Parameter whole: The name of the document in messages, with its article.
    /// - Throws: All faults of the document.
    package static func read<Document: Sendable>(
        _ text: some Collection<UInt8>, _ whole: String, _ body: (JSONView, inout DocumentReader) -> Document?
    ) throws(Problems) -> Document {
        var index = JSONIndex()
        let result = Array(text).withBytes { bytes in
            Result { () throws(Problems) -> Document in
                let root: JSONView
                do throws(JSONSyntaxError) { root = try unsafe index.read(bytes) } catch {
                    throw Problems(.syntax(error))
                }
                return try read(root, whole, body)
            }
        }
        return try result.get()
    }

    /// Reads a text that was already scanned.
    package static func read<Document: Sendable>(
        _ root: JSONView, _ whole: String, _ body: (JSONView, inout DocumentReader) -> Document?
    ) throws(Problems) -> Document {
        var reader = DocumentReader(whole)
        guard let document = body(root, &reader), reader.faults.isEmpty else { throw reader.faults }
        return document
    }

    // MARK: - Places

    @inlinable package mutating func inside<Result>(_ step: Step, _ body: (inout DocumentReader) -> Result) -> Result {
        enter(step)
        defer { leave() }
        return body(&self)
    }

    @inlinable mutating func enter(_ step: Step) { steps.append(step) }

    @inlinable mutating func leave() { steps.removeLast() }

    /// Calls `body` for each element of an array, with the path set to the element.
    ///
    /// - Returns: Whether the value is an array.
    @inlinable package mutating func elements(
        of view: JSONView, _ wanted: String, _ body: (inout DocumentReader, JSONView) -> Void
    ) -> Bool {
        guard view.kind == .array else {
            reportValue(view, wanted: wanted)
            return false
        }
        for (offset, element) in view.elements.enumerated() { inside(.index(offset)) { body(&$0, element) } }
        return true
    }

    mutating func remember(_ network: String) {
        if networks.count == Self.networkLimit { networks.removeAll(keepingCapacity: true) }
        networks.append(network)
    }

    private static func path(_ steps: [Step]) -> String {
        var text = ""
        for step in steps {
            switch step {
            case .key(let key): text += (text.isEmpty ? "" : ".") + "\(key)"
            case .name(let name): text += (text.isEmpty ? "" : ".") + pathPart(name)
            case .index(let index): text += "[\(index)]"
            }
        }
        return text
    }

    // MARK: - Faults

    /// Reports a fault of the current value, or of one inside it.
    @usableFromInline package mutating func report(
        _ problem: @autoclosure () -> Problem, at inner: Step..., breaking rule: Rule? = nil
    ) {
        let steps = steps + inner
        faults.append(problem().at(Self.path(steps)).of(whole, breaking: rule))
    }

    /// Adds a fault that already has its path.
    package mutating func add(_ problem: Problem) { faults.append(problem) }

    /// Sets the broken rule of each fault from index `first` on that has none: one rule for unknown members, one for missing members, one
    /// for wrong values.
    package mutating func nameRules(ofFaultsFrom first: Int, unknown: Rule, missing: Rule, value: Rule) {
        faults.nameRules(from: first, unknown: unknown, missing: missing, value: value)
    }

    @usableFromInline package mutating func reportValue(
        _ view: JSONView, wanted: String, _ ending: MessageEnding = .be, nearest: String? = nil,
        breaking rule: Rule? = nil
    ) {
        report(.value(found: Self.excerpt(view), wanted: wanted, ending, nearest: nearest), breaking: rule)
    }

    /// Reports the value of an object's member, if it is present.
    package mutating func reportValue(
        _ name: StaticString, of object: JSONView, wanted: String, _ ending: MessageEnding = .be,
        breaking rule: Rule? = nil
    ) {
        guard let view = object.member(named: "\(name)") else { return }
        inside(.key(name)) { $0.reportValue(view, wanted: wanted, ending, breaking: rule) }
    }

    @usableFromInline package mutating func reportUnknown(_ name: String, known: [String]) {
        report(.unknownKey(nearest: Spelling.nearest(to: name, among: known), known: known), at: .name(name))
    }

    /// Returns a value for a message, shortened if it is long.
    package static func excerpt(_ view: JSONView) -> String {
        switch view.kind {
        case .object: return "an object"
        case .array: return "an array"
        default: return AttributionBase.excerpt(view.raw.text, limit: 60)
        }
    }
}
