#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The files of this repository that tests read, found from where this source file lies.
package enum Repository {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The bytes of a file, by its path from the top of the repository.
    package static func bytes(of path: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: root.appendingPathComponent(path)))
    }

    /// The bytes of a file of `Tests/Vectors`.
    package static func vector(_ path: String) throws -> [UInt8] {
        try bytes(of: "Tests/Vectors/" + path)
    }

    /// The one line of a file of `Tests/Vectors`, without its end.
    package static func line(ofVector path: String) throws -> [UInt8] {
        Array(try vector(path).prefix { $0 != UInt8(ascii: "\n") })
    }

    /// The paths of all files below a folder, from there, that end in a text; sorted.
    package static func paths(below folder: String, ending: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: root.appendingPathComponent(folder).path)
            .filter { $0.hasSuffix(ending) }.sorted()
    }

    /// The names of the files in a folder, sorted.
    package static func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(folder).path).sorted()
    }
}
