import AdAttribution
import AttributionBase

/// The state of reading a document: the current path, and the faults with their paths, so that they are reported at
/// once.
@usableFromInline
package struct DocumentReader {
    @usableFromInline
    package enum Step {
        case key(StaticString)
        case name(String)
        case index(Int)
    }

    /// The path from the top to the value that is being read.
    @usableFromInline var steps: [Step] = []
    @usableFromInline package internal(set) var faults = DocumentFaults()
    /// Recently read network IDs, all valid.
    private(set) var networks: [String] = []
    private static let networkLimit = 16

    @usableFromInline
    package init() {}

    package mutating func removeAll() {
        steps.removeAll(keepingCapacity: true)
        faults.removeAll()
    }

    /// Reads a whole text.
    ///
    /// - Throws: ``DocumentError`` with all faults.
    package static func read<Document>(
        _ text: [UInt8], _ body: (JSONView, inout DocumentReader) -> Document?
    ) throws(DocumentError) -> Document {
        var index = JSONIndex()
        let result = unsafe text.withBytes { bytes in
            Result { () throws(DocumentError) -> Document in
                try unsafe read(root(of: bytes, &index), body)
            }
        }
        return try result.get()
    }

    /// Scans a text, and returns its value.
    ///
    /// - Throws: ``DocumentError/syntax(_:)``.
    @unsafe
    package static func root(of text: ByteView, _ index: inout JSONIndex) throws(DocumentError) -> JSONView {
        do throws(JSONSyntaxError) {
            try index.scan(text)
        } catch {
            throw .syntax(error)
        }
        guard let root = unsafe index.root(of: text) else { throw .syntax(JSONSyntaxError(.empty, at: 0)) }
        return root
    }

    /// Reads a text that was already scanned.
    @inlinable
    package static func read<Document>(
        _ root: JSONView, _ body: (JSONView, inout DocumentReader) -> Document?
    ) throws(DocumentError) -> Document {
        var reader = DocumentReader()
        guard let document = body(root, &reader), reader.faults.isEmpty else { throw .faults(reader.faults) }
        return document
    }

    // MARK: - Places

    @inlinable
    package mutating func inside<Result>(_ step: Step, _ body: (inout DocumentReader) -> Result) -> Result {
        enter(step)
        defer { leave() }
        return body(&self)
    }

    @inlinable mutating func enter(_ step: Step) { steps.append(step) }

    @inlinable mutating func leave() { steps.removeLast() }

    /// Calls `body` for each element of an array, with the path set to the element.
    ///
    /// - Returns: Whether the value is an array.
    @inlinable
    package mutating func elements(
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

    private static func place(_ steps: [Step]) -> String {
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
    @usableFromInline
    package mutating func report(
        _ problem: @autoclosure () -> DocumentFault.Problem, at inner: Step..., breaking rule: Rule? = nil
    ) {
        let steps = steps + inner
        faults.append(DocumentFault(Self.place(steps), problem(), breaking: rule))
    }

    @usableFromInline
    package mutating func report(
        _ step: Step, _ problem: @autoclosure () -> DocumentFault.Problem, breaking rule: Rule? = nil
    ) {
        report(problem(), at: step, breaking: rule)
    }

    /// Reports a fault whose place is known.
    package mutating func report(_ fault: DocumentFault) { faults.append(fault) }

    /// Names the rule of all faults from an index on that have none.
    package mutating func nameRule(ofFaultsFrom first: Int, _ rule: (DocumentFault.Problem) -> Rule) {
        faults.nameRules(from: first, rule)
    }

    @usableFromInline
    package mutating func reportValue(
        _ view: JSONView, wanted: String, nearest: String? = nil, breaking rule: Rule? = nil
    ) {
        report(.value(found: Self.excerpt(view), wanted: wanted, nearest: nearest), breaking: rule)
    }

    /// Reports the value of an object's member, if it is present.
    package mutating func reportValue(
        _ name: StaticString, of object: JSONView, wanted: String, breaking rule: Rule? = nil
    ) {
        guard let view = object.member(named: "\(name)") else { return }
        inside(.key(name)) { $0.reportValue(view, wanted: wanted, breaking: rule) }
    }

    @usableFromInline
    package mutating func reportUnknown(_ name: String, known: [String]) {
        report(.name(name), .unknownKey(nearest: Spelling.nearest(to: name, among: known), known: known))
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
