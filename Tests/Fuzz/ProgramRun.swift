import Glibc

@testable import AttributionProgram

/// Runs of the whole program within this process, with files in memory.
enum ProgramRun {
    struct Outcome: Equatable {
        var status: ExitStatus
        var output: [UInt8]
        var messages: [UInt8]
        var rejects: [UInt8]
    }

    static let rejectsPath = folder + "/rejects"

    private static let folder: String = {
        let path = "/dev/shm/fuzz-\(getpid())"
        unsafe mkdir(path, 0o700)
        return path
    }()

    /// Creates a file with the given name and contents, and returns its path.
    static func file(_ name: String, _ contents: [UInt8]) -> String {
        let descriptor = makeFile(name)
        unsafe contents.withUnsafeBytes { unsafe _ = write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
        return folder + "/" + name
    }

    /// Runs the program with these arguments on an input, which is a file or comes through a pipe in pieces.
    static func outcome(_ arguments: [String], _ input: [UInt8] = [], piece: Int? = nil) -> Outcome {
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
        // The pipe is no longer read, so a waiting writer gets an error.
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

/// Writes an input to a pipe in pieces.
private final class Writer: @unchecked Sendable {
    private let input: [UInt8]
    private let piece: Int
    private var descriptor: CInt = -1
    private var thread: pthread_t = 0

    init(_ input: [UInt8], piece: Int) {
        self.input = input
        self.piece = piece
    }

    /// Starts writing, and returns the descriptor to read from.
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
