import Foundation

/// Runs the programs that check the module's output: shells and mandoc.
enum Script {
    /// Returns the path of a program; nil if it is not installed.
    static func find(_ program: String) -> String? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return path.split(separator: ":").map { "\($0)/\(program)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    static func has(_ program: String) -> Bool {
        find(program) != nil
    }

    /// Runs a program in a new directory with the given files, and returns its status and complete output.
    static func run(_ program: String, _ arguments: [String], files: [String: String]) throws -> (Int32, String) {
        let manager = FileManager.default
        let directory = manager.temporaryDirectory.appendingPathComponent("command-model-\(UUID().uuidString)")
        try manager.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? manager.removeItem(at: directory) }
        for (name, text) in files {
            let file = directory.appendingPathComponent(name)
            try manager.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: find(program) ?? program)
        process.arguments = arguments
        process.currentDirectoryURL = directory
        process.environment = [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": directory.path,
            "LC_ALL": "C", "TERM": "dumb",
        ]
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}
