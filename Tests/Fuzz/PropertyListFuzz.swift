import AdAttribution
import AttributionJSON

/// What is read of a property list is JSON that can be written and read again.
enum PropertyListFuzz {
    static func test(_ input: UnsafeRawBufferPointer) {
        guard let value = try? PropertyList.value(ofXML: unsafe [UInt8](input)) else { return }
        demand((try? JSONValue(parsing: Array(value.text.utf8))) == value, "a value is read from its own text")
        let examiner = Examiner()
        _ = value.withView { examiner.findings(configuration: $0).count }
    }
}
