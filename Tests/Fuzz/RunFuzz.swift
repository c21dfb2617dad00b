import Bytes
import Glibc
import StrictJSON

@testable import aak

/// Whole runs of the program: however the input arrives and however many threads work on it, the results are the same, one
/// for each line and in order; rejects are lines of the input; pretty output is the compact one, spread out.
///
/// The first four bytes of an input choose the command and its options, the rest is what comes on standard input.
enum RunFuzz {
    private static let commands: [[String]] = [
        ["verify", "--key", keyPath], ["verify", "--key", keyPath, "--unique"],
        ["verify", "--pass", "valid", "--key", keyPath],
        ["decode"], ["decode", "--payload"], ["decode", "--field", "timestamp"], ["decode", "--field", "x"],
        ["validate", "--now", "2026-01-01T00:00:00Z"], ["validate", "--strict", "--now", "2026-01-01T00:00:00Z"],
        ["sign", "--deterministic", "--seed", "7", "--now", "2026-01-01T00:00:00Z"],
        [
            "sign", "--no-validate", "--deterministic", "--seed", "7", "--now", "2026-01-01T00:00:00Z", "--format",
            "openrtb",
        ],
    ]

    private static let keyPath = folder + "/key.pem"
    private static let rejectsPath = folder + "/rejects"

    private static let folder: String = {
        let path = "/dev/shm/fuzz-\(getpid())"
        unsafe mkdir(path, 0o700)
        let key = unsafe open(path + "/key.pem", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        let pem = ExampleKeyFile.publicPEM
        unsafe _ = write(key, pem, pem.utf8.count)
        close(key)
        return path
    }()

    private struct Outcome: Equatable {
        var status: ExitStatus
        var output: [UInt8]
        var messages: [UInt8]
        var rejects: [UInt8]
    }

    static func test(_ input: UnsafeRawBufferPointer) {
        guard input.count >= 4 else { return }
        let command = unsafe commands[Int(input[0]) % commands.count]
        let flags = unsafe input[1]
        let jobs = unsafe Int(input[2] % 4) + 1
        let piece = unsafe 1 + Int(input[3]) * Int(input[3])
        let text = unsafe [UInt8](input[4...])
        var common = command + ["--compact"]
        if flags & 1 != 0 { common += ["--fail-fast"] }
        if flags & 2 != 0 { common += ["--diagnostics", "json"] }
        if flags & 4 != 0 { common += ["--rejects", rejectsPath] }

        let whole = run(common + ["-j1"], text, piece: nil)
        let pieces = run(common + ["-j\(jobs)"], text, piece: piece)
        demand(
            whole == pieces, "\(common): the same results from a file and from a pipe in pieces of \(piece), -j\(jobs)")
        if whole.status == .good { demand(whole.rejects.isEmpty, "a good run rejects nothing") }
        let lines = Set(text.split(separator: ASCII.newline, omittingEmptySubsequences: false).map(Array.init))
        for reject in whole.rejects.split(separator: ASCII.newline) {
            demand(lines.contains(Array(reject)), "\(common): rejects are lines of the input")
        }
        guard flags & 8 != 0, !command.contains("--field"), !command.contains("--pass"), command[0] != "sign" else {
            return
        }
        let spread = run(command + (flags & 1 != 0 ? ["--fail-fast"] : []) + ["--pretty"], text, piece: nil)
        guard whole.output.allSatisfy({ $0 < 0x7f }) else { return }
        var compacted = ByteBuffer()
        compacted.append(spread.output)
        JSONText.compact(&compacted, from: 0)
        demand(
            compacted.array() == whole.output.filter { $0 != ASCII.newline },
            "\(command): what is pretty compacts to what it was")
    }

    // MARK: - Running

    /// Runs the program with these arguments on this input: as a file, or through a pipe in pieces.
    private static func run(_ arguments: [String], _ input: [UInt8], piece: Int?) -> Outcome {
        let kept = (0...2).map { dup(CInt($0)) }
        let output = makeFile("output")
        let messages = makeFile("messages")
        unsafe unlink(rejectsPath)
        var writer: Writer?
        let source: CInt
        if let piece {
            let made = Writer(input, piece: piece)
            source = made.start()
            writer = made
        } else {
            source = makeFile("input")
            unsafe input.withUnsafeBytes { unsafe _ = write(source, $0.baseAddress, $0.count) }
            lseek(source, 0, SEEK_SET)
        }
        dup2(source, 0)
        dup2(output, 1)
        dup2(messages, 2)
        close(source)
        let status = Program.run(arguments)
        for (number, descriptor) in kept.enumerated() {
            dup2(descriptor, CInt(number))
            close(descriptor)
        }
        // Nobody reads on: a writer that waits gets an error.
        writer?.join()
        let rejects = unsafe open(rejectsPath, O_RDONLY)
        defer { if rejects >= 0 { close(rejects) } }
        return Outcome(
            status: status, output: contents(output), messages: contents(messages),
            rejects: rejects >= 0 ? contents(rejects, keepsOpen: true) : [])
    }

    private static func makeFile(_ name: String) -> CInt {
        let descriptor = unsafe open(folder + "/" + name, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        demand(descriptor >= 0, "a file can be made in \(folder)")
        return descriptor
    }

    private static func contents(_ descriptor: CInt, keepsOpen: Bool = false) -> [UInt8] {
        defer { if !keepsOpen { close(descriptor) } }
        let size = Int(lseek(descriptor, 0, SEEK_END))
        lseek(descriptor, 0, SEEK_SET)
        return unsafe [UInt8](unsafeUninitializedCapacity: max(size, 0)) { buffer, count in
            count = unsafe max(0, read(descriptor, buffer.baseAddress, buffer.count))
        }
    }
}

/// Writes an input into a pipe, piece by piece.
private final class Writer: @unchecked Sendable {
    private let input: [UInt8]
    private let piece: Int
    private var descriptor: CInt = -1
    private var thread: pthread_t = 0

    init(_ input: [UInt8], piece: Int) {
        self.input = input
        self.piece = piece
    }

    /// Starts writing; returns where to read.
    func start() -> CInt {
        var ends: [CInt] = [0, 0]
        let isMade = unsafe pipe(&ends) == 0
        demand(isMade, "a pipe can be made")
        descriptor = ends[1]
        let context = unsafe Unmanaged.passRetained(self).toOpaque()
        let status = unsafe pthread_create(&thread, nil, Self.writing, context)
        demand(status == 0, "a thread can be started")
        return ends[0]
    }

    private static let writing: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
        if let context = unsafe context {
            unsafe Unmanaged<Writer>.fromOpaque(context).takeRetainedValue().write()
        }
        return nil
    }

    func join() { _ = pthread_join(thread, nil) }

    private func write() {
        defer { close(descriptor) }
        var at = 0
        while at < input.count {
            let end = min(at + piece, input.count)
            let written = unsafe input[at..<end].withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            guard written > 0 else { return }
            at += written
        }
    }
}
