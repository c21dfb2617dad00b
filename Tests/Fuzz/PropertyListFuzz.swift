import AttributionBase
import AttributionModel

/// The value of a property list can be written as JSON and read again.
enum PropertyListFuzz {
    static func test(_ input: ByteView) {
        guard let value = try? PropertyList.value(of: [UInt8](input)) else { return }
        demand((try? JSONValue(parsing: Array(value.text.utf8))) == value, "a value is read from its own text")
        let examiner = Examiner()
        _ = value.withView { examiner.findings(configuration: $0).count }
    }
}
