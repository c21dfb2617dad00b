#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The files of this repository that tests read. They are found relative to this source file.
package enum Repository {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The whole path of a file, by that from the top of the repository.
    package static func path(of path: String) -> String { root.appendingPathComponent(path).path }

    /// Returns the bytes of a file, given its path from the root of the repository.
    package static func bytes(of path: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: root.appendingPathComponent(path)))
    }

    /// Returns the bytes of a file in `Tests/Vectors`.
    package static func vector(_ path: String) throws -> [UInt8] {
        try bytes(of: "Tests/Vectors/" + path)
    }

    /// Returns the first line of a file in `Tests/Vectors`, without its terminator.
    package static func line(ofVector path: String) throws -> [UInt8] {
        Array(try vector(path).prefix { $0 != UInt8(ascii: "\n") })
    }

    /// Returns the sorted paths of all files below a folder, relative to it, that have a suffix.
    package static func paths(below folder: String, ending: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: root.appendingPathComponent(folder).path)
            .filter { $0.hasSuffix(ending) }.sorted()
    }

    /// Whether there is a file or a folder of this path.
    package static func has(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path)
    }

    /// Returns the sorted names of the files in a folder.
    package static func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(folder).path).sorted()
    }
}
