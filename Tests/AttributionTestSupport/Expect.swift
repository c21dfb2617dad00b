import Testing

/// Records an issue unless two values are equal.
///
/// It tells what `#expect(found == wanted)` tells, but takes the compiler a millisecond where the macro takes fifteen, and most of what tests
/// expect are equal values: with the macro, building the tests takes a tenth more processor time.
package func expect<Value: Equatable>(
    _ found: Value, _ wanted: Value, _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    guard let difference = difference(found, wanted) else { return }
    let words = [difference, comment()?.rawValue].compactMap(\.self).joined(separator: ": ")
    Issue.record(Comment(rawValue: words), sourceLocation: sourceLocation)
}

/// What ``expect(_:_:_:sourceLocation:)`` tells of two values; nil if they are equal.
package func difference<Value: Equatable>(_ found: Value, _ wanted: Value) -> String? {
    found == wanted ? nil : "found \(String(reflecting: found)), wanted \(String(reflecting: wanted))"
}
