import AttributionBase

/// A fast test that most inputs pass, and that takes a few instructions to show that a rule is satisfied.
///
/// If it fails, the rule's own check decides. It holds no references, so that testing the rules for every line of a
/// stream updates no reference counts. Fields are given by their indices.
package struct QuickTest: Sendable {
    private let test: Test

    private enum Test {
        case none
        case isThere(UInt8)
        case isAbsent(UInt8)
        case isOf(UInt8, JSONKind)
        case isInteger(UInt8)
        case isBoolean(UInt8)
        case isWithin(UInt8, UInt64, UInt64)
        case isWord(UInt8, StaticString)
        case isUUID(UInt8)
        case isName(UInt8, StaticString, StaticString)
        case isPast(UInt8)
        case hasNoUnknownFields
    }

    /// No test: the rule's own check always runs.
    package static let none = QuickTest(test: .none)
    package static func isThere(_ field: Field) -> QuickTest { QuickTest(test: .isThere(field.place)) }
    package static func isAbsent(_ field: Field) -> QuickTest { QuickTest(test: .isAbsent(field.place)) }
    /// The field is absent, or has its type.
    package static func isOfKind(_ field: Field) -> QuickTest {
        switch field.kind {
        case .string: QuickTest(test: .isOf(field.place, .string))
        case .integer: QuickTest(test: .isInteger(field.place))
        case .boolean: QuickTest(test: .isBoolean(field.place))
        case .object: QuickTest(test: .isOf(field.place, .object))
        case .array: QuickTest(test: .isOf(field.place, .array))
        }
    }
    /// The field is absent, or an integer in this range.
    package static func isWithin(_ field: Field, _ range: ClosedRange<UInt64>) -> QuickTest {
        QuickTest(test: .isWithin(field.place, range.lowerBound, range.upperBound))
    }
    /// The field is absent, or exactly this string.
    package static func isWord(_ field: Field, _ word: StaticString) -> QuickTest {
        QuickTest(test: .isWord(field.place, word))
    }
    package static func isUUID(_ field: Field) -> QuickTest { QuickTest(test: .isUUID(field.place)) }
    /// The field is a name in labels: ``ByteView/isName(endingIn:or:)``.
    package static func isName(_ field: Field, endingIn first: StaticString, or second: StaticString) -> QuickTest {
        QuickTest(test: .isName(field.place, first, second))
    }
    /// The field is a time in milliseconds since 1970 that is not in the future.
    package static func isPast(_ field: Field) -> QuickTest { QuickTest(test: .isPast(field.place)) }
    package static let hasNoUnknownFields = QuickTest(test: .hasNoUnknownFields)

    @inline(__always)
    func passes(_ examination: borrowing Examination) -> Bool {
        switch test {
        case .none: return false
        case .hasNoUnknownFields: return !examination.hasUnknownMembers
        case .isThere(let place): return examination.value(at: place) != nil
        case .isAbsent(let place): return examination.value(at: place) == nil
        case .isOf(let place, let kind): return examination.value(at: place).map { $0.kind == kind } ?? true
        case .isInteger(let place): return examination.value(at: place)?.isInteger ?? true
        case .isBoolean(let place):
            guard let value = examination.value(at: place) else { return true }
            return value.kind == .true || value.kind == .false
        case .isWithin(let place, let low, let high):
            guard let value = examination.value(at: place) else { return true }
            guard let number = value.unsignedInteger else { return false }
            return number >= low && number <= high
        case .isWord(let place, let word): return examination.value(at: place)?.isString(word) ?? true
        case .isUUID(let place): return examination.value(at: place)?.isUUID ?? true
        case .isName(let place, let first, let second):
            guard let value = examination.value(at: place), value.kind == .string, !value.hasEscapes else {
                return false
            }
            return value.content.isName(endingIn: first, or: second)
        case .isPast(let place):
            guard let moment = examination.value(at: place)?.unsignedInteger else { return false }
            return moment <= UInt64(max(examination.now, 0))
        }
    }
}
