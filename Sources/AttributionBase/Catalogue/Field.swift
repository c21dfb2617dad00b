/// The description of an object's member: its name, its type, and whether it is required.
///
/// A framework declares its fields as constants and lists them in an ``ObjectShape``. No other code spells their
/// names.
@usableFromInline package struct Field: Hashable, Sendable {
    /// The JSON types, in words.
    package enum Kind: String, Sendable {
        case string = "a string"
        case integer = "an integer"
        /// A number inside a string, as OpenRTB writes it. Any other string is rejected: because a signed text has no quotation marks, the
        /// signature does not show whether a value was a string.
        case digits = "a string of digits"
        case boolean = "true or false"
        case object = "an object"
        case array = "an array"
        /// An integer of 0 or 1 in place of false and true.
        case flag = "0 or 1"
        case strings = "an array of strings"
        case integers = "an array of integers"
        case objects = "an array of objects"

        package func accepts(_ value: JSONView) -> Bool {
            switch self {
            case .string: value.kind == .string
            case .integer: value.isInteger
            case .digits: value.digitCount.map { $0 > 0 } ?? false
            case .boolean: value.kind == .true || value.kind == .false
            case .object: value.kind == .object
            case .array: value.kind == .array
            case .flag: value.isInteger && value.raw.first != ASCII.minus
            case .strings: value.kind == .array && value.elements.allSatisfy { $0.kind == .string }
            case .integers: value.kind == .array && value.elements.allSatisfy { Kind.flag.accepts($0) }
            case .objects: value.kind == .array && value.elements.allSatisfy { $0.kind == .object }
            }
        }
    }

    package let name: StaticString
    package let kind: Kind
    /// Whether an object of the shape must have the field.
    package let isRequired: Bool
    /// The field's index in an ``Examination``. Fields that can be examined together have different indices.
    @usableFromInline package let index: UInt8

    package init(_ index: UInt8, _ name: StaticString, _ kind: Kind, isRequired: Bool = true) {
        precondition(index < FieldSet.capacity, "a table has \(FieldSet.capacity) places")
        self.index = index
        self.name = name
        self.kind = kind
        self.isRequired = isRequired
    }

    /// The name as a string, for code that is not called often.
    package var text: String { "\(name)" }

    @usableFromInline package static func == (left: Field, right: Field) -> Bool {
        left.index == right.index
            && ByteView(left.name)
                .elementsEqual(right.name)
    }

    @usableFromInline package func hash(into hasher: inout Hasher) { hasher.combine(index) }

    package func accepts(_ value: JSONView) -> Bool { kind.accepts(value) }
}

extension FieldSet {
    package init(_ fields: Field...) { self.init(fields) }

    package init(_ fields: [Field]) { self.init(bits: fields.reduce(0) { $0 | Self.bit($1.index) }) }

    @inlinable package func contains(_ field: Field) -> Bool { contains(field.index) }

    package mutating func insert(_ field: Field) { insert(field.index) }
}

/// The fields that an object of one kind can have.
package final class ObjectShape: Sendable {
    package let fields: [Field]
    package let set: FieldSet
    /// The names of the fields, each with its place.
    package let names: MemberNames
    /// The index in ``fields`` of the field at each place.
    private let indices: [Int]

    package init(_ fields: [Field]) {
        self.fields = fields
        set = FieldSet(fields)
        names = MemberNames(fields.map { ($0.name, $0.index) })
        var indices = [Int](repeating: 0, count: Int(FieldSet.capacity))
        for (index, field) in fields.enumerated() { indices[Int(field.index)] = index }
        self.indices = indices
    }

    package func field(of member: JSONView.Member) -> Field? {
        names.number(of: member).map { fields[indices[Int($0)]] }
    }

    package func has(_ member: JSONView.Member) -> Bool { names.number(of: member) != nil }

    package func field(named name: String) -> Field? { fields.first { $0.text.utf8.elementsEqual(name.utf8) } }
}

extension MemberTable {
    /// Replaces all values with those of an object's fields. A member that is `null` counts as absent.
    package mutating func read(_ object: JSONView, as shape: ObjectShape) { read(object, shape.names) }

    package subscript(field: Field) -> JSONView? { self[field.index] }
}
