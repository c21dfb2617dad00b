/// An input prepared for checking rules: the members of its objects, with each known field at its index.
///
/// It points into the text of the input, and is reused for the next one.
@usableFromInline package struct Examination {
    // Only the values in `present` are valid. The others may be left over from an earlier text.
    @usableFromInline package private(set) var values = [JSONView?](repeating: nil, count: Int(FieldSet.capacity))
    @usableFromInline package private(set) var present = FieldSet()
    /// The shapes of the objects that were loaded.
    private var shapes: [ObjectShape] = []
    /// The known fields that are `null`, which counts as absent.
    private var nulls = FieldSet()
    /// Whether any member is `null`.
    package private(set) var hasNulls = false
    /// The members that are not among the known fields of their object.
    private var unknown: [(name: JSONView, value: JSONView, shape: ObjectShape)] = []
    /// The current time for the checks, in milliseconds since 1970.
    package var now: Int64 = 0

    package init() {}

    package mutating func clear() {
        present = FieldSet()
        shapes.removeAll(keepingCapacity: true)
        nulls = FieldSet()
        hasNulls = false
        if !unknown.isEmpty { unknown.removeAll(keepingCapacity: true) }
    }

    /// Adds the members of an object to those that are already loaded. A member that is `null` counts as absent.
    package mutating func load(_ object: JSONView, as shape: ObjectShape) {
        shapes.append(shape)
        var members = object.members
        while let member = members.next() {
            let index = shape.names.number(of: member)
            guard member.value.kind != .null else {
                hasNulls = true
                if let index { nulls.insert(index) }
                continue
            }
            if let index {
                set(index, to: member.value)
            } else {
                unknown.append((member.name, member.value, shape))
            }
        }
    }

    /// Sets a single field, as if it had been loaded with its object.
    package mutating func set(_ field: Field, to value: JSONView) { set(field.index, to: value) }

    @inline(__always)
    private mutating func set(_ index: UInt8, to value: JSONView) {
        values[Int(index)] = value
        present.insert(index)
    }

    package subscript(field: Field) -> JSONView? {
        @inlinable get { present.contains(field.index) ? values[Int(field.index)] : nil }
    }

    /// Whether a field is `null`, which counts as absent.
    func isNull(_ field: Field) -> Bool { nulls.contains(field) }

    package func hasLoaded(_ shape: ObjectShape) -> Bool { shapes.contains { $0 === shape } }

    /// Returns the members of objects of this shape that are no known field.
    package func unknownMembers(of shape: ObjectShape) -> some Sequence<(name: JSONView, value: JSONView)> {
        unknown.lazy.filter { $0.shape === shape }.map { (name: $0.name, value: $0.value) }
    }

    package var hasUnknownMembers: Bool { !unknown.isEmpty }
}
