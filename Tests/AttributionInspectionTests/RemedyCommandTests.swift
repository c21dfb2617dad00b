import AttributionBase
import AttributionFixtures
import Foundation
import Testing

@testable import AttributionInspection

/// The command of each remedy does to a file what the remedy did to the input in memory, and leaves other lines as they are.
@Suite struct RemedyCommandTests {
    /// Changes that make one file of several lines.
    private static let ofWholeFiles: Set = ["outer-element", "plist-frame"]

    private static func run(_ command: String) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", command]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }

    /// The lines, with JSON as it is compared: without white space.
    private static func plain(_ lines: [String]) -> [String] {
        lines.map { (try? JSONValue(parsing: Array($0.utf8)))?.text ?? $0 }
    }

    /// Each step of the remedies for broken inputs of several seeds.
    private static let steps: [(change: InputChange, text: [UInt8])] = (1...3).flatMap { seed in
        Fixtures(seed: seed).broken.flatMap { input -> [(change: InputChange, text: [UInt8])] in
            var text = Array(input.text.utf8)
            return (input.remedy ?? "").split(separator: "+").compactMap { name in
                guard let change = InputChange.all.first(where: { $0.name == name }) else { return nil }
                let before = text
                text = change.results([text]).first?.texts.first ?? text
                return (change, before)
            }
        }
    }

    @Test func commandsDoWhatWasTried() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("aak-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("input")
        let fixtures = Fixtures(seed: 9)
        let others = [fixtures.postback(at: 0), fixtures.impression(at: 0)]
        var tried = Set<String>()
        for (change, text) in Self.steps {
            for result in change.results([text]) {
                guard let filter = result.step.filter else { continue }
                let tool = String(filter.drop { $0.isUppercase || "_=".contains($0) }.prefix { $0 != " " })
                guard try !Self.run("command -v \(tool)").isEmpty else {
                    print("skipped: \(change.name) needs \(tool)")
                    continue
                }
                let around = Self.ofWholeFiles.contains(change.name) ? [] : others
                let lines = around + [String(decoding: text, as: UTF8.self)]
                try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
                let output = try Self.run(filter.replacing("FILE", with: file.path))
                let wanted = around + result.texts.map { String(decoding: $0, as: UTF8.self) }
                let found = output.split(separator: "\n").map(String.init)
                let isXML = text.first == UInt8(ascii: "<")
                #expect(
                    isXML
                        ? found.joined() == wanted.joined(separator: "\n").filter { $0 != "\n" }
                        : Self.plain(found)
                            == Self.plain(wanted.flatMap { $0.split(separator: "\n").map(String.init) }),
                    "\(change.name): \(filter): \(String(decoding: text, as: UTF8.self))")
                tried.insert(change.name)
            }
        }
        // What has no command is not among them.
        #expect(tried.isSuperset(of: Set(InputChange.all.map(\.name)).subtracting(["table", "printed"])))
    }
}
