import AttributionModel
import AttributionTestSupport
import Testing

/// The name of a field occurs only where the field is described.
@Suite struct FieldNameTests {
    /// The names that are not also words of another kind, like `timestamp` and `kid`.
    private static let names: Set<String> = {
        let shapes = [
            ImpressionField.shape, PostbackField.shape, BodyField.shape, ConfigurationField.top,
            ConfigurationField.configuration, ConfigurationField.strays, ConfigurationField.installWindows,
            ConfigurationField.cooldowns,
        ]
        let all = shapes.flatMap { $0.fields.map(\.text) } + SignedField.allCases.map(\.description)
        let ofBids = BidRules.memberNames.filter { $0.utf8.count > 8 && !wordsOfBids.contains($0) }
        return Set(all).filter { $0.contains("-") || $0.contains(where: \.isUppercase) }.union(ofBids)
    }()

    /// Long names of members of bids that other documents have too.
    private static let wordsOfBids: Set = ["timestamp", "signature"]

    private static let descriptions = [
        "AttributionModel/Fields/", "AttributionModel/Postbacks/PostbackFields.swift",
        "AttributionModel/SKAdNetwork/Versions/SignedField.swift",
        "AttributionModel/OpenRTB/BidName.swift", "AttributionModel/OpenRTB/BidShapes.swift",
        // The names of the form of ads in bids.
        "AttributionModel/SKAdNetwork/Signatures/AdForm.swift",
    ]

    /// Files that contain names nevertheless, with the reasons.
    private static let exceptions = [
        // Whole documents, as people write them.
        "AttributionFixtures/Broken/BrokenConfigurations.swift", "AttributionSimulator/Examples/",
        "AttributionFixtures/Broken/BidFixtures.swift", "AttributionFixtures/Broken/BrokenBids.swift",
        "aak/Topics.swift", "aak/Commands/Report/ReportCommand.swift",
        // An option for the list of networks that the Tech Lab publishes under that name.
        "aak/Commands/OpenRTB/OpenRTBCommand.swift",
        // Examples of remedies, as programs write them.
        "AttributionInspection/Remedies/",
        // Raw values, which must be literals.
        "AttributionInspection/Verdicts/PostbackRecord.swift",
        "AttributionModel/Explanation/SignatureMistake.swift",
    ]

    /// Returns the field names in a file's literals, also those that a literal quotes.
    private func names(in file: String) throws -> [String] {
        let lines = try Repository.bytes(of: "Sources/" + file).split(separator: UInt8(ascii: "\n"))
        let code = lines.filter { !$0.drop { $0 == UInt8(ascii: " ") }.starts(with: "//".utf8) }
        let parts = code.flatMap { $0.split { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") } }
        return Self.names.intersection(parts.map { String(decoding: $0, as: UTF8.self) }).sorted()
    }

    @Test func noNameIsSpelledElsewhere() throws {
        let files = try Repository.paths(below: "Sources", ending: ".swift")
        #expect(files.count > 300 && Self.names.count > 30)
        for file in files where !(Self.descriptions + Self.exceptions).contains(where: { file.hasPrefix($0) }) {
            #expect(try names(in: file) == [], "\(file)")
        }
    }

    @Test func exceptionsAreNeeded() throws {
        let files = try Repository.paths(below: "Sources", ending: ".swift")
        for path in Self.descriptions + Self.exceptions {
            let spelled = try files.filter { $0.hasPrefix(path) }.contains { try !names(in: $0).isEmpty }
            #expect(spelled, "\(path)")
        }
    }
}
