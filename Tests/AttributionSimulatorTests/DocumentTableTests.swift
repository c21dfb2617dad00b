import AttributionSimulator
import TestSupport
import Testing

/// What is written down elsewhere of the members of documents.
@Suite struct DocumentTableTests {
    /// The fuzzers' dictionaries, whose lines are JSON strings in quotes.
    @Test(arguments: ["scenario", "log"]) func fuzzersKnowEveryWord(_ target: String) throws {
        let dictionary = String(
            decoding: try Repository.bytes(of: "Tests/Fuzz/dictionaries/\(target).dict"), as: UTF8.self)
        let lines = Set(dictionary.split(separator: "\n").map(String.init))
        let missing = DocumentTables.words.map { "\"\\\"\($0)\\\"\"" }.filter { !lines.contains($0) }.sorted()
        #expect(missing.isEmpty, "lines that \(target).dict lacks:\n\(missing.joined(separator: "\n"))")
    }

    @Test func helpTellsEveryMember() {
        #expect(DocumentTables.untold == [])
        let tables = [
            DocumentTables.world, DocumentTables.advertisedApp, DocumentTables.events, DocumentTables.eventMembers,
            DocumentTables.campaign, DocumentTables.rates, DocumentTables.host, DocumentTables.screen,
            DocumentTables.slot, DocumentTables.item, DocumentTables.hostEvents,
        ]
        for row in tables.joined() {
            #expect(!row.text.isEmpty, "\(row.name) is not told")
            #expect(!row.text.contains("{choices}") && !row.text.contains("{default}"), "\(row)")
        }
    }

    // MARK: - Shapes

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
        do throws(DocumentError) {
            _ = try DocumentReader.read(Array(text.utf8)) { Self.pair.read($0, &$1) }
            return []
        } catch {
            guard case .faults(let faults) = error else { return ["syntax"] }
            return faults.map { "\($0.place) \($0.message)" }
        }
    }

    @Test func faultsNamePlaceFoundAndWanted() {
        #expect(faults(#"{"first":3,"second":"x"}"#) == [])
        #expect(
            faults(#"{"second":1,"frst":2}"#) == [
                "second is 1, want a string", "frst is no key that is known there",
                "first is missing, want an integer from 0 to 9",
            ])
        #expect(faults("[]") == [" is an array, want an object"])
        #expect(faults("{") == ["syntax"])
    }

    @Test func rowsTellDefaultsAndWhatIsRequired() {
        #expect(Self.pair.rows.map(\.text) == ["a digit, 1 by default; required", "a word"])
        #expect(Self.pair.words == ["first", "second"])
        #expect(Self.pair.untold == [])
    }
}
