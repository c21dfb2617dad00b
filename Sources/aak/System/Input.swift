import AttributionBase

enum Input: Equatable, Sendable {
    /// Texts given as arguments, each of which is an input. `first` is the number of the first one, counted from 1.
    case arguments([[UInt8]], first: Int)
    case file(String)
    case standardInput
    /// An empty object, to which options add the members.
    case options

    /// Creates the input that a path names, which is standard input for `-`.
    init(path: String) { self = path == "-" ? .standardInput : .file(path) }

    var name: String {
        switch self {
        case .arguments: "<argument>"
        case .file(let path): path
        case .standardInput: "<stdin>"
        case .options: "<options>"
        }
    }

    /// Opens a file or standard input. Opening a named pipe waits until another process opens it for writing.
    func open() throws(SystemError) -> Descriptor {
        guard case .file(let path) = self else { return .input }
        guard !System.isDirectory(path) else { throw .isADirectory }
        return try Descriptor.open(path, .read)
    }

    func reading<Result>(_ body: (Descriptor) throws(SystemError) -> Result) throws(SystemError) -> Result {
        let file = try open()
        defer { file.closeInput() }
        return try body(file)
    }

    /// Returns the files in a folder, sorted, except hidden ones.
    ///
    /// - Parameter option: The option that names the folder, such as `--key`.
    /// - Throws: An error if there is anything but regular files. Opening a named pipe to which nobody writes would never return.
    static func files(
        in folder: String, of option: String, ending endings: [String] = [""]
    ) throws(Diagnostic) -> [String] {
        let names = try System.names(in: folder).filter { endings.contains(where: $0.hasSuffix) }
        return try names.map { (name) throws(Diagnostic) in
            let path = System.path(of: name, in: folder)
            guard !System.isDirectory(path) else {
                throw .trouble(
                    path.concealed, found: "a folder",
                    wanted: "a regular file, like everything else in a folder given by \(option)",
                    hint: "move it elsewhere, or begin its name with a dot")
            }
            // If the path cannot be examined, opening it reports the error.
            guard System.isRegular(path) || System.information(of: path) == nil else {
                throw .trouble(
                    "\(path.concealed) is not a regular file; a folder given by \(option) may contain only regular files"
                )
            }
            return path
        }
    }
}

extension Descriptor {
    /// Closes a descriptor that was opened for reading, but not a standard stream.
    func closeInput() { if number > 2 { try? close() } }
}
