import AttributionTestSupport
import Foundation
import Testing

/// What a user of the library should not be able to write, given to the compiler with the modules of this build.
struct Misuses {
    /// What the type checker stops.
    static let compiled = Misuses(
        """
        import AdAttribution

        func takeAll(_ body: [UInt8], _ token: String) throws {
            _ = try UnverifiedPostback(parsing: body).signed  // believes a body of AdAttributionKit
            _ = try UnverifiedSKAdNetworkPostback(parsing: body).signed  // believes a body of SKAdNetwork
            _ = try UnverifiedJWS(parsing: token).payload  // believes a token
            _ = VerifiedPostback(signed: nothing(), body: nothing(), keyID: "", environment: .production)  // makes a postback
        }

        func nothing<Value>() -> Value { fatalError() }

        func count(_ postback: VerifiedPostback) -> Int {
            if postback.signed.didWin { 1 } else { 0 }  // takes what came for won
        }

        func pay(_ postback: ReceivedPostback) {
            _ = postback.conversionValue  // pays for what nobody signed
        }

        func trust(_ key: P256PublicKey, _ keys: inout TrustedKeys, _ body: UnverifiedPostback) throws {
            _ = TrustedKeys()  // says not which of Apple's keys
            try keys.add(key, keyID: nil)  // says not for what
            _ = try body.verified(by: keys)  // says not in which environment
        }

        func accept(_ names: [String], _ acceptance: inout Acceptance) {
            _ = names.compactMap { AdNetworkIdentifier($0) }  // drops the name that is wrong
            acceptance.networks = []  // accepts nobody later
        }
        """)

    /// The same as it should be.
    static let right = Misuses(
        """
        import AdAttribution

        func takeAll(_ body: [UInt8], _ keys: TrustedKeys) throws {
            _ = try UnverifiedPostback(parsing: body).verified(by: keys, in: [.production]).signed
            _ = try UnverifiedSKAdNetworkPostback(parsing: body)
                .verified(by: TrustedKeys(.production), in: [.production]).signed
        }

        func count(_ postback: VerifiedPostback) -> Int {
            if postback.signed.didWin == true { 1 } else { 0 }
        }

        func pay(_ postback: ReceivedPostback) {
            _ = postback.unsigned.conversionValue
        }

        func trust(_ key: P256PublicKey, _ body: UnverifiedPostback) throws {
            var keys = TrustedKeys(.productionAndDevelopment)
            try keys.add(key, for: .network("acme.adattributionkit"))
            _ = try body.verified(by: keys, in: [.local])
        }

        func accept(_ names: [String]) throws -> Acceptance {
            try .postbacks(forNetworks: Set(names.map { try AdNetworkIdentifier(parsing: $0) }))
        }
        """)

    /// What the compiler has against the text, by its lines.
    struct Complaint {
        let line: Int
        let message: String
    }

    /// Why the compiler could not be asked.
    struct NoCompiler: Error, CustomStringConvertible {
        let description: String
    }

    private let text: String
    private let result: Result<[Complaint], NoCompiler>

    var errors: [Complaint] { get throws { try result.get() } }

    private init(_ text: String) {
        self.text = text
        result = Result { () throws(NoCompiler) in try Self.complaints(about: text) }
    }

    /// Expects an error at the line that ends in a comment.
    func expect(_ message: String, of comment: String, _ location: SourceLocation = #_sourceLocation) throws {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let line = try #require(lines.firstIndex { $0.hasSuffix("// " + comment) }, sourceLocation: location) + 1
        let found = try errors
        #expect(
            found.contains { $0.line == line && $0.message.contains(message) }, "line \(line): \(found)",
            sourceLocation: location)
    }

    private static func complaints(about text: String) throws(NoCompiler) -> [Complaint] {
        do {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("misuses-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            try Data(text.utf8).write(to: folder.appendingPathComponent("main.swift"))
            let output = try compile(in: folder)
            let complaints = output.split(separator: "\n").compactMap { line -> Complaint? in
                let parts = line.split(separator: ":", maxSplits: 4, omittingEmptySubsequences: false)
                guard parts.count == 5, parts[0].hasSuffix("main.swift"), parts[3] == " error",
                    let number = Int(parts[1])
                else { return nil }
                return Complaint(line: number, message: String(parts[4]))
            }
            // An error of no line, as for a module that is missing, is none that is expected.
            guard complaints.count == output.split(separator: "\n").count(where: { $0.contains("error:") }) else {
                throw NoCompiler(description: output)
            }
            return complaints
        } catch let error as NoCompiler {
            throw error
        } catch {
            throw NoCompiler(description: "\(error)")
        }
    }

    /// What the compiler writes about `main.swift` in a folder.
    private static func compile(in folder: URL) throws -> String {
        // The tests of a package are one bundle, which lies beside the modules that it was built of.
        guard let bundle = CommandLine.arguments.first(where: { $0.contains(".xctest") }),
            let place = bundle.range(of: ".xctest")
        else { throw NoCompiler(description: "no bundle of tests in \(CommandLine.arguments)") }
        let modules = URL(fileURLWithPath: String(bundle[..<place.lowerBound])).deletingLastPathComponent()
            .appendingPathComponent("Modules")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "swiftc", "-emit-sil", "-o", "/dev/null", "-swift-version", "6", "-diagnostic-style", "llvm",
            "-I", modules.path, "-I", Repository.path(of: "Sources/CAttributionOpenSSL"),
            "-module-cache-path", folder.path, "main.swift",
        ]
        process.currentDirectoryURL = folder
        let pipe = Pipe()
        process.standardOutput = FileHandle.nullDevice
        process.standardError = pipe
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: output, as: UTF8.self)
    }
}
