import AttributionBase

/// The identity of a file, a pipe or a terminal, for finding out whether two paths name the same one. Other devices have no identity,
/// because it does no harm to use them twice.
struct FileIdentity: Equatable {
    private let device: dev_t
    private let node: ino_t
    /// Whether it is a regular file, or would be created as one. Only a regular file keeps what is written to it, so that it could be
    /// read again in the same run.
    let isRegular: Bool
    /// The file's name, if it does not exist yet. The other properties then identify its folder.
    private var name = ""

    /// Creates the identity of the file that a path would write to, whether or not it exists.
    init?(target path: String) {
        guard let path = try? System.target(of: path) else { return nil }
        if let there = FileIdentity(path: path) {
            self = there
            return
        }
        guard !System.exists(path), let information = System.information(of: System.folder(of: path)) else {
            return nil
        }
        device = information.st_dev
        node = information.st_ino
        isRegular = true
        name = path.split(separator: "/").last.map(String.init) ?? ""
    }

    init?(path: String) {
        guard let information = System.information(of: path) else { return nil }
        self.init(information)
    }

    init?(_ descriptor: Descriptor) {
        guard let information = descriptor.information else { return nil }
        self.init(information)
    }

    private init?(_ information: stat) {
        let format = information.st_mode & S_IFMT
        guard [S_IFREG, S_IFIFO, S_IFSOCK].contains(format) || Self.isTerminal(information) else { return nil }
        isRegular = format == S_IFREG
        device = information.st_dev
        node = information.st_ino
    }

    /// Returns whether a file is the terminal of a standard stream.
    private static func isTerminal(_ information: stat) -> Bool {
        guard information.st_mode & S_IFMT == S_IFCHR else { return false }
        return [Descriptor.output, .diagnostics].contains {
            $0.isTerminal && $0.information?.st_rdev == information.st_rdev
        }
    }
}
