import AttributionBase
import AttributionCrypto
import AttributionInspection
import AttributionModel

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

// Measures the library by itself, one part a run, and prints one line of JSON: `library PART KEY.pem BODIES [COUNT]`. BODIES has
// one input a line. Tests/Benchmarks/bench runs it and compares.

let arguments = CommandLine.arguments
guard arguments.count >= 4 else { fatalError("want PART KEY BODIES") }

func bytes(_ path: String) -> [UInt8] {
    guard let file = unsafe fopen(path, "rb") else { fatalError("\(path) cannot be read") }
    defer { unsafe fclose(file) }
    var all: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = unsafe fread(&chunk, 1, chunk.count, file)
        guard count > 0 else { return all }
        all += chunk[..<count]
    }
}

let clock = ContinuousClock()

func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
}

var keys = TrustedKeys(.productionAndDevelopment)
try keys.add(P256PublicKey(pemRepresentation: String(decoding: bytes(arguments[2]), as: UTF8.self)), keyID: nil)
let bodies = bytes(arguments[3]).split(separator: UInt8(ascii: "\n")).map { Array($0) }
let verifier = InputVerifier(keys: keys, accepting: .everything, checksRules: false)

/// Prints the rate of verdicts that were reached since a moment, by the clock and by the processors' time.
func printRate(since start: (moment: ContinuousClock.Instant, processor: Double)) {
    let time = seconds(clock.now - start.moment)
    let processor = processorSeconds() - start.processor
    print("{\"rate\":\(Double(bodies.count) / time),\"processor\":\(Double(bodies.count) / processor)}")
}

/// The time that this process has used on all processors.
func processorSeconds() -> Double {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { fatalError("there is no processor time") }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Learns the tables of the key.
func warmUp() async throws { _ = try await verifier.verdicts(on: Array(bodies.prefix(1_024))) }

/// Prints the median and the latest of many short sleeps while a task runs, and ends the task.
func printSleeps<Failure: Error>(beside task: Task<Void, Failure>) async throws {
    var late: [Double] = []
    for _ in 0..<200 {
        let start = clock.now
        try await Task.sleep(for: .milliseconds(2))
        late.append(seconds(clock.now - start))
    }
    task.cancel()
    _ = await task.result
    late.sort()
    print("{\"median\":\(late[late.count / 2]),\"latest\":\(late[late.count - 1])}")
}

switch arguments[1] {
case "array":
    try await warmUp()
    let start = (clock.now, processorSeconds())
    let verdicts = try await verifier.verdicts(on: bodies)
    printRate(since: start)
    guard verdicts.allSatisfy({ $0.outcome == .valid }) else { fatalError("not all are valid") }
case "single":
    // So many requests at a time, each of one body. Each task takes the next body when it has a verdict, so that all of
    // them are busy until the last body.
    let width = arguments.count > 4 ? Int(arguments[4]) ?? 64 : 64
    try await warmUp()
    let next = Locked(0)
    let start = (clock.now, processorSeconds())
    let valid = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<width {
            group.addTask {
                var valid = 0
                while true {
                    let index = next.withLock { next in
                        defer { next += 1 }
                        return next
                    }
                    guard index < bodies.count else { return valid }
                    if try await verifier.verdict(on: bodies[index]).outcome == .valid { valid += 1 }
                }
            }
        }
        var valid = 0
        for try await some in group { valid += some }
        return valid
    }
    printRate(since: start)
    guard valid == bodies.count else { fatalError("\(valid) of \(bodies.count) are valid") }
case "allocations":
    // Told by the library that counts them, in front of libc; see bench.
    try await warmUp()
    let count = arguments.count > 4 ? Int(arguments[4]) ?? 1 : 1
    for _ in 0..<count { _ = try await verifier.verdicts(on: bodies) }
case "seen":
    let count = arguments.count > 4 ? Int(arguments[4]) ?? 10_000_000 : 10_000_000
    let seen = SeenIdentifiers()
    var random = SplitMix64(seed: 1)
    var longest = Duration.zero
    let mark = RepeatMark("0123456789abcdef")!
    let start = clock.now
    var before = start
    for _ in 0..<count {
        _ = seen.insert(RepeatKey(.postback, high: random.next(), low: random.next()), mark: mark)
        let now = clock.now
        longest = max(longest, now - before)
        before = now
    }
    let time = seconds(clock.now - start)
    guard seen.count == count else { fatalError("\(seen.count) are seen") }
    print("{\"seconds\":\(time),\"longest\":\(seconds(longest))}")
case "cancel":
    try await warmUp()
    let many = Array((0..<max(1, 400_000 / bodies.count)).map { _ in bodies }.joined())
    let task = Task { try await verifier.verdicts(on: many) }
    try await Task.sleep(for: .milliseconds(50))
    let start = clock.now
    task.cancel()
    let result = await task.result
    let time = seconds(clock.now - start)
    guard case .failure = result else { fatalError("it was not cancelled") }
    print("{\"seconds\":\(time)}")
case "sleep":
    // Beside an array that keeps all threads busy.
    try await warmUp()
    let many = Array((0..<max(1, 200_000 / bodies.count)).map { _ in bodies }.joined())
    try await printSleeps(beside: Task { _ = try await verifier.verdicts(on: many) })
case "sleep-requests":
    // Beside so many requests at a time.
    try await warmUp()
    let requests = Task {
        await withThrowingTaskGroup { group in
            for lane in 0..<64 {
                group.addTask {
                    var index = lane
                    while !Task.isCancelled {
                        _ = try await verifier.verdict(on: bodies[index % bodies.count])
                        index += 64
                    }
                }
            }
        }
    }
    try await printSleeps(beside: requests)
default: fatalError("no part is called \(arguments[1])")
}
