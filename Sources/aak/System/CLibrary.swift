// The C library of the system, imported for every file of this module.
#if canImport(Glibc)
    @_exported import Glibc
#elseif canImport(Musl)
    @_exported import Musl
#elseif canImport(Darwin)
    @_exported import Darwin
#endif

struct SystemError: Error, Equatable {
    let code: Int32

    static var last: SystemError { SystemError(code: errno) }
    /// The error of a call that was ended because a signal requested the end of the run.
    static let interrupted = SystemError(code: EINTR)
    static let isADirectory = SystemError(code: EISDIR)
    static let tooLarge = SystemError(code: EFBIG)

    /// Whether the error is that nobody reads the other end of a pipe any more.
    var isClosedPipe: Bool { code == EPIPE }
    var isMissing: Bool { code == ENOENT }

    /// The description in lower case, like all messages: `no space left on device`.
    var words: String {
        let text = unsafe String(cString: strerror(code))
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
