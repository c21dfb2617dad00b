import AttributionBase

enum Input: Equatable, Sendable {
    /// Arguments that are texts, each of which is an input. `first` is the number of the first argument, counted from
    /// 1.
    case arguments([[UInt8]], first: Int)
    case file(String)
    case standardInput
    /// One object without members, which options complete.
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

    /// Opens a file, or standard input. A pipe is waited for until somebody writes to it.
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

    /// Returns the files in a folder, sorted, without those whose names begin with a dot.
    ///
    /// - Parameter option: The option that names the folder, such as `--key`.
    /// - Throws: an error about anything but a regular file. To open a pipe that nobody writes to would take for ever.
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
            // What cannot be examined cannot be opened either.
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
    /// Closes what was opened to be read.
    func closeInput() { if number > 2 { try? close() } }
}
