import AttributionBase
import AttributionCommandModel
import AttributionInspection

/// Reads the identifiers of earlier runs from the files of `--seen`.
enum SeenFiles {
    private static let blockSize = 1 << 20
    /// An identifier is at most as long as an input, and each of its bytes takes at most three characters.
    private static let longestLine = 4 * InputFault.longestInput

    /// Prevents other runs from using the file of `--remember`, and its folder if this run reads that.
    static func lock(_ path: String, _ invocation: Invocation) throws(Diagnostic) {
        guard FileIdentity(target: path)?.isRegular == true, let target = try? System.target(of: path) else {
            return
        }
        let folder = System.folder(of: target)
        let readsFolder = invocation[RepeatOptions.seen].contains { FolderLock.isSame($0, folder) }
        try FolderLock.lock(target, as: path, readsFolder: readsFolder)
    }

    /// Returns the identifiers that were seen before; nil without `--unique`.
    static func load(_ invocation: Invocation, _ console: Console) throws(Diagnostic) -> SeenIdentifiers? {
        guard invocation[RepeatOptions.unique] else { return nil }
        let seen = SeenIdentifiers()
        let written = invocation[RepeatOptions.remember].flatMap { try? System.target(of: $0) }
        for path in invocation[RepeatOptions.seen] {
            guard path != "-", System.isDirectory(path) else {
                try add(Input(path: path), to: seen)
                continue
            }
            if FolderLock.isTaken(path) {
                console.report(
                    .note(
                        RunRules.seenUnfinished,
                        "another run is writing to \(path.concealed); what it has not finished writing is not read"))
            }
            for file in try Input.files(in: path, of: "--seen") where !isReplaced(file, in: path, by: written) {
                try add(.file(file), to: seen)
            }
        }
        return seen
    }

    /// Returns whether a file in a folder is the one that is written. Of a file with several names, only the one under which it is written
    /// is replaced; under the others, it keeps what was seen.
    private static func isReplaced(_ file: String, in folder: String, by written: String?) -> Bool {
        guard let written, let identity = FileIdentity(target: written), identity == FileIdentity(path: file) else {
            return false
        }
        let name = { (path: String) in path.split(separator: "/").last }
        return System.information(of: file)?.st_nlink == 1
            || name(file) == name(written) && FolderLock.isSame(System.folder(of: written), folder)
    }

    private static func add(_ input: Input, to seen: SeenIdentifiers) throws(Diagnostic) {
        let file: Descriptor
        do throws(SystemError) {
            file = try input.open()
        } catch {
            // With a wrong path, repeats would be counted. So the path must exist, even for a first run.
            throw .trouble(
                "cannot read \(input.name.concealed): \(error.words)",
                hint: System.exists(input.name)
                    ? nil : "for a first run, make an empty folder and name it with --seen")
        }
        defer { file.closeInput() }
        try add(file, input.name, to: seen)
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
                    throw fault(.longIdentifier(limit: longestLine), name, nextLine)
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
        let (line, problem) = seen.insert(lines: lines, firstLine: firstLine)
        if let problem { throw fault(problem, name, line) }
        return line
    }

    private static func fault(_ problem: Problem, _ name: String, _ line: Int) -> Diagnostic {
        var diagnostic = Diagnostic(problem, file: name)
        diagnostic.line = line
        return diagnostic
    }
}
