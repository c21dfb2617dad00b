import AttributionJSON

/// The members of objects, with each known field at its index.
struct FieldTable {
    // Values that are not in `present` may be left over from an earlier text and are never read.
    private var values = [JSONView?](repeating: nil, count: Int(FieldSet.capacity))
    /// The fields that are present.
    private(set) var present = FieldSet()
    /// All fields of the objects that were loaded, present or not.
    private(set) var known = FieldSet()
    /// The members that no field describes.
    private(set) var unknown: [UnknownMember] = []

    struct UnknownMember {
        let name: JSONView
        let value: JSONView
        let shape: ObjectShape
    }

    @inline(__always)
    func value(at place: UInt8) -> JSONView? { present.contains(place) ? values[Int(place)] : nil }

    mutating func clear() {
        present = FieldSet()
        known = FieldSet()
        if !unknown.isEmpty { unknown.removeAll(keepingCapacity: true) }
    }

    mutating func load(_ object: JSONView, as shape: ObjectShape) {
        known.formUnion(shape.set)
        var members = object.members
        while let member = members.next() {
            if let field = shape.field(named: member.name) {
                values[Int(field.place)] = member.value
                present.insert(field.place)
            } else {
                unknown.append(UnknownMember(name: member.name, value: member.value, shape: shape))
            }
        }
    }

    mutating func set(_ field: Field, _ value: JSONView) {
        known.insert(field)
        values[Int(field.place)] = value
        present.insert(field)
    }
}

/// An input prepared for rules: the fields of its objects.
///
/// It points into the text it was created from, and is reused for the next one.
package struct Examination {
    private var table = FieldTable()
    /// The time that "now" means, in milliseconds since 1970-01-01T00:00:00Z.
    package var now: Int64 = 0

    package init() {}

    package mutating func clear() { table.clear() }

    /// Adds an object's members to those that were already loaded.
    package mutating func load(_ object: JSONView, as shape: ObjectShape) { table.load(object, as: shape) }

    /// Sets one field, as if its object had been loaded.
    package mutating func set(_ field: Field, to value: JSONView) { table.set(field, value) }

    package subscript(field: Field) -> JSONView? { table.value(at: field.place) }

    @inline(__always)
    func value(at place: UInt8) -> JSONView? { table.value(at: place) }

    /// The fields that are present.
    package var present: FieldSet { table.present }

    /// Whether an object of this shape was loaded.
    package func hasLoaded(_ shape: ObjectShape) -> Bool { table.known.contains(shape.set) }

    /// Returns the members of objects of this shape that no field describes.
    package func unknownMembers(of shape: ObjectShape) -> [(name: JSONView, value: JSONView)] {
        table.unknown.filter { $0.shape === shape }.map { ($0.name, $0.value) }
    }

    var hasUnknownMembers: Bool { !table.unknown.isEmpty }
}
