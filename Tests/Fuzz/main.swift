// A fuzzer for one of the targets: fuzz TARGET [libFuzzer's options and folders]. Tests/Fuzz/run builds and starts it.
//
// fuzz TARGET accepted FILE … prints the names of those files that the target accepts, for Tests/Fuzz/differential.

import AttributionBase
import Glibc

/// libFuzzer's own entry point, for programs with a main of their own.
@_silgen_name("LLVMFuzzerRunDriver")
func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// What is being fuzzed. Set once, before the first input.
nonisolated(unsafe) var target = FuzzTarget.json

/// Tries one input. The name is the one that libFuzzer's own main asks for, which is linked even though it never runs.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    unsafe target.test(ByteView(start: bytes, count: size))
    return 0
}

guard CommandLine.arguments.count >= 2, let chosen = FuzzTarget(rawValue: CommandLine.arguments[1]) else {
    print("fuzz: want one of", FuzzTarget.allCases.map(\.rawValue).joined(separator: ", "))
    exit(2)
}
unsafe target = chosen

if CommandLine.arguments.count > 2, CommandLine.arguments[2] == "accepted" {
    for path in CommandLine.arguments.dropFirst(3) where chosen.accepts(contents(of: path)) { print(path) }
    exit(0)
}

// What aak itself does before a run.
signal(SIGPIPE, SIG_IGN)
// libFuzzer sees the arguments without the target's name.
var words = [CommandLine.arguments[0]] + CommandLine.arguments.dropFirst(2)
var pointers: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
var count = CInt(words.count)
let status = unsafe pointers.withUnsafeMutableBufferPointer { buffer in
    guard let base = buffer.baseAddress else { return CInt(2) }
    var start = unsafe base
    return unsafe runDriver(&count, &start, testOneInput)
}
exit(status)

private func contents(of path: String) -> [UInt8] {
    guard let file = unsafe fopen(path, "r") else { return [] }
    defer { unsafe fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = unsafe fread(&bytes, 1, bytes.count, file)
    return Array(bytes[..<count])
}
