import AttributionModel
import AttributionTestSupport
import Testing

@testable import AttributionSimulator

/// Other files that list the members of documents are complete.
struct DocumentTableTests {
    /// All distinct names and words of scenarios, worlds, populations and logs, and the members of a file of crowds.
    private static let words = Set(
        [ScenarioDraft.withHost.form, Population.document.form, DocumentForm.either(EventTable.log.forms)]
            .flatMap { $0.jsonSchema("").schemaWords }
            + ["model", "ad-network-identifier", "app", "digits", "publisher", "country", "count"])

    /// The fuzzers' dictionaries, whose lines are JSON strings in quotes.
    @Test(arguments: ["scenario", "log"]) func fuzzersKnowEveryWord(_ target: String) throws {
        let dictionary = String(
            decoding: try Repository.bytes(of: "Tests/Fuzz/dictionaries/\(target).dict"), as: UTF8.self)
        let lines = Set(dictionary.split(separator: "\n").map(String.init))
        let missing = Self.words.map { "\"\\\"\($0)\\\"\"" }.filter { !lines.contains($0) }.sorted()
        #expect(missing.isEmpty, "lines that \(target).dict lacks:\n\(missing.joined(separator: "\n"))")
    }

    @Test(arguments: SKAdNetworkVersion.allCases) func everyFieldOfAnAdIsRead(_ version: SKAdNetworkVersion) {
        for field in SignedField.allCases where version.hasPlaceInAds(for: field) {
            #expect(Self.words.contains(field.description), "\(field)")
        }
    }

    @Test func helpTellsEveryMember() {
        let whole = [ScenarioDraft.withHost.form, Population.document.form]
        for form in whole {
            expect(form.jsonSchema("").undescribedNames(besides: ["events", "configuration"]), [])
        }
        expect(DocumentForm.either(EventTable.log.forms).jsonSchema("").undescribedNames(), [])
        let tables = [
            World.shape.rows + ScenarioDraft.own.rows, AdvertisedApp.shape.rows,
            EventTable.log.rows(describesMembers: false), EventTable.log.memberRows,
            Population.shape.rows, Population.rates.rows, HostDraft.shape.rows, HostDraft.screenShape.rows,
            HostDraft.slotShape.rows, HostDraft.itemShape.rows, EventTable.host.rows(describesMembers: true),
        ]
        for row in tables.joined() {
            #expect(!row.text.isEmpty, "\(row.name) is not told")
            #expect(!row.text.contains("{choices}") && !row.text.contains("{default}"), "\(row)")
        }
    }
}
