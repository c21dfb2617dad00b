import AttributionSchema
import AttributionTestSupport
import Testing

/// The results of describing a document with shapes.
struct ShapeTests {
    private struct Pair {
        var first = 1
        var second: String?
    }

    private static let pair = DocumentShape(Pair()) {
        DocumentMember("first", .integer(0...9), .required, default: \.first, help: "a digit, {default} by default") {
            $0.first = $1
        }
        DocumentMember("second", .string(), help: "a word") { $0.second = $1 }
    }

    private func faults(_ text: String) -> [String] {
        do throws(Problems) {
            _ = try DocumentReader.read(text.utf8, "the document") { Self.pair.read($0, &$1) }
            return []
        } catch {
            if error.list[0].wanted == "JSON" { return ["syntax"] }
            return error.list.map { "\($0.place) \($0.message)" }
        }
    }

    @Test func faultsNamePlaceFoundAndWanted() {
        expect(faults(#"{"first":3,"second":"x"}"#), [])
        expect(
            faults(#"{"second":1,"frst":2}"#),
            [
                "second is 1; it must be a string", "frst is unknown: there is no such member here",
                "first is missing; it must be an integer from 0 to 9",
            ])
        expect(faults("[]"), [" is an array; it must be an object"])
        expect(faults("{"), ["syntax"])
    }

    @Test func rowsTellDefaultsAndWhatIsRequired() {
        expect(Self.pair.rows.map(\.text), ["a digit, 1 by default; required", "a word"])
        expect(Self.pair.form.jsonSchema("").schemaWords, ["first", "second"])
        expect(Self.pair.form.jsonSchema("").undescribedNames(), [])
    }

    // MARK: - Values

    private enum Size: String, CaseIterable { case small, medium, large }

    private static let sizes = DocumentShape([Size]()) {
        DocumentMember(
            "sizes", DocumentValue<[Size]>.list(of: .choice(of: [.small, .medium], otherwise: "one that fits"))
        ) { $0 = $1 }
        DocumentMember(
            "of",
            DocumentValue<[(Int, Size)]>.entries(of: .choice, known: "numbers") { Int($0) }
        ) { $0 += $1.map(\.1) }
    }

    private func sizes(_ text: String) -> (read: [Size]?, faults: Problems) {
        do throws(Problems) {
            return (try DocumentReader.read(text.utf8, "the document") { Self.sizes.read($0, &$1) }, Problems())
        } catch {
            return (nil, error)
        }
    }

    /// A document of numbers where words are wanted took far more memory for its faults than for itself.
    @Test func moreFaultsThanAnyoneReadsAreCounted() {
        let faults = sizes(
            #"{"sizes":[\#([String](repeating: "1", count: 250).joined(separator: ","))],"of":{"1":"x"}}"#
        ).faults
        #expect(faults.list.count == 100 && faults.count == 251 && faults.more == 151)
        expect(faults.list.last?.place, "sizes[99]")
        #expect(faults.description.hasSuffix("\nand 151 more"))
    }

    @Test func choicesTellWordsThatAreMeantOrStandElsewhere() {
        expect(sizes(#"{"sizes":["medium","small"],"of":{"1":"large"}}"#).read, [.medium, .small, .large])
        expect(
            sizes(#"{"sizes":["large","smal",1]}"#).faults.list,
            [
                .value(found: #""large""#, wanted: "one that fits").at("sizes[0]"),
                .value(found: #""smal""#, wanted: "small or medium", nearest: "small").at("sizes[1]"),
                .value(found: "1", wanted: "small or medium").at("sizes[2]"),
            ])
        expect(
            Self.sizes.form.jsonSchema("").schemaWords,
            [
                "sizes", "small", "medium", "of", "small", "medium", "large",
            ])
    }

    @Test func namesThatAreDataAreToldWithTheirPlace() {
        expect(
            sizes(#"{"of":{"one":"small","2":"tiny"}}"#).faults.list,
            [
                .unknownKey(nearest: nil, known: ["numbers"]).at("of.one"),
                .value(found: #""tiny""#, wanted: "small, medium or large").at("of.2"),
            ])
        expect(sizes(#"{"of":[]}"#).faults.list.map(\.message), ["is an array; it must be an object"])
    }
}
