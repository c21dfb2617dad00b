import AttributionECDSA

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Ends a process that runs out of memory, or whose libcrypto lacks a required feature, with a message and status 2
/// instead of a trap.
enum Exhaustion {
    /// Handles failures of OpenSSL and, if memory is limited (`ulimit -v`), of the Swift runtime. The runtime traps
    /// when an allocation fails, so that only a signal handler can report it.
    static func watch() {
        CryptoFailure.endProcess { failure in
            Exhaustion.end("aak: error: \(failure)\n" + (failure.hint.map { "aak: hint: \($0)\n" } ?? ""))
        }
        guard isLimited else { return }
        for number in [SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS] {
            _ = signal(number) { number in
                if Exhaustion.isNear { Exhaustion.endOutOfMemory() }
                // For any other fault, end the process as it would have ended.
                _ = signal(number, SIG_DFL)
                raise(number)
            }
        }
    }

    private static var isLimited: Bool {
        [limitOfAddresses, limitOfData].contains { $0 != UInt64.max && $0 < 1 << 40 }
    }

    private static var limitOfAddresses: UInt64 {
        var limit = rlimit()
        #if canImport(Glibc)
            let result = unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
        #else
            let result = unsafe getrlimit(RLIMIT_AS, &limit)
        #endif
        return result == 0 ? UInt64(limit.rlim_cur) : .max
    }

    private static var limitOfData: UInt64 {
        var limit = rlimit()
        #if canImport(Glibc)
            let result = unsafe getrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit)
        #else
            let result = unsafe getrlimit(RLIMIT_DATA, &limit)
        #endif
        return result == 0 ? UInt64(limit.rlim_cur) : .max
    }

    /// Whether there is not enough room for a few more megabytes. Safe to use in a signal handler.
    private static var isNear: Bool {
        let size = 64 << 20
        let memory = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
        guard unsafe memory != MAP_FAILED else { return true }
        unsafe munmap(memory, size)
        return false
    }

    /// Safe to use in a signal handler, since it does not allocate.
    private static func endOutOfMemory() -> Never {
        WriteGuard.close(patience: 1000)
        Interruption.leaveNothing()
        let message: StaticString = "aak: error: out of memory\n"
        unsafe _ = write(2, message.utf8Start, message.utf8CodeUnitCount)
        _exit(2)
    }

    private static func end(_ message: String) -> Never {
        WriteGuard.close()
        Interruption.leaveNothing()
        var message = message
        message.withUTF8 { bytes in unsafe _ = write(2, bytes.baseAddress, bytes.count) }
        _exit(2)
    }
}
