import AttributionBytes
import AttributionCommandModel
import AttributionInspection

/// Reads the identifiers of earlier runs from the files of `--seen`.
enum SeenFiles {
    private static let blockSize = 1 << 20
    /// An identifier is at most as long as an input, and each of its bytes is encoded as at most three.
    private static let longestLine = 4 * InputFault.longestInput

    /// Returns the identifiers that were seen before; nil without `--unique`.
    static func load(_ invocation: Invocation) throws(Diagnostic) -> SeenIdentifiers? {
        guard invocation[VerifyOptions.unique] else { return nil }
        let seen = SeenIdentifiers()
        let written = invocation[VerifyOptions.remember].flatMap { System.FileIdentity(target: $0) }
        for path in invocation[VerifyOptions.seen] {
            if path == "-" {
                try add(.input, "<stdin>", to: seen)
            } else if System.isDirectory(path) {
                for name in try System.names(in: path) {
                    let file = System.path(of: name, in: path)
                    guard written == nil || System.FileIdentity(path: file) != written else { continue }
                    try add(file, isOfFolder: true, to: seen)
                }
            } else {
                try add(path, isOfFolder: false, to: seen)
            }
        }
        return seen
    }

    private static func add(_ path: String, isOfFolder: Bool, to seen: SeenIdentifiers) throws(Diagnostic) {
        if isOfFolder, System.isDirectory(path) {
            throw .trouble(
                "\(path.concealed) is a folder in a folder of --seen, want only files",
                hint: "move it elsewhere, or let its name begin with a dot")
        }
        // A pipe is read only if it is named, because opening one without a writer blocks.
        if isOfFolder, System.isSpecial(path) {
            throw .trouble("\(path.concealed) in a folder of --seen is not a regular file, want only files")
        }
        let file: Descriptor
        do throws(SystemError) {
            file = try Descriptor.open(path, .read)
        } catch {
            // A wrong name must not count a repeat, so a first run is no exception.
            throw .trouble(
                "cannot read \(path.concealed): \(error.words)",
                hint: isOfFolder || System.exists(path)
                    ? nil : "let --seen name a folder, which is empty before the first run")
        }
        defer { try? file.close() }
        try add(file, path, to: seen)
    }

    private static func add(_ file: Descriptor, _ name: String, to seen: SeenIdentifiers) throws(Diagnostic) {
        var buffer = ByteBuffer(capacity: blockSize)
        var nextLine = 1
        while true {
            let count = try attempting("read \(name.concealed)") { () throws(SystemError) in
                try file.read(upTo: blockSize, to: &buffer)
            }
            if count == 0 { break }
            guard let last = buffer.lastOffset(of: ASCII.newline) else {
                guard buffer.count <= longestLine else {
                    throw fault(
                        name, nextLine, field: nil, "the line is longer than \(longestLine) bytes, want an identifier")
                }
                continue
            }
            nextLine = try unsafe add(buffer.bytes.part(0..<last + 1), nextLine, name, to: seen)
            buffer.removeFirst(last + 1)
        }
        _ = try unsafe add(buffer.bytes, nextLine, name, to: seen)
    }

    private static func add(
        _ lines: ByteView, _ firstLine: Int, _ name: String, to seen: SeenIdentifiers
    ) throws(Diagnostic) -> Int {
        do throws(SeenLineFault) {
            return try seen.insert(lines: lines, firstLine: firstLine)
        } catch {
            throw fault(name, error.line, field: error.field, error.message)
        }
    }

    private static func fault(_ name: String, _ line: Int, field: String?, _ message: String) -> Diagnostic {
        var diagnostic = Diagnostic(
            file: name, field: field, message: message,
            hint: "--remember FILE writes such files: one identifier per line, and nothing else")
        diagnostic.line = line
        return diagnostic
    }
}
