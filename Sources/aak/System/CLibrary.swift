// The functions of the system, for every file of this module.
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
    /// A signal asks for the end of the run.
    static let interrupted = SystemError(code: EINTR)
    static let isADirectory = SystemError(code: EISDIR)
    static let tooLarge = SystemError(code: EFBIG)

    /// Whether no process reads the other end of a pipe any more.
    var isClosedPipe: Bool { code == EPIPE }
    var isMissing: Bool { code == ENOENT }

    /// The description, such as `no space left on device`, in lower case like all messages.
    var words: String {
        let text = unsafe String(cString: strerror(code))
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
