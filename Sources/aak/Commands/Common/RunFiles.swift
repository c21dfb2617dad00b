import AttributionBase
import AttributionCommandModel
import AttributionCrypto
import AttributionInspection

/// Checks for conflicts between the files of a run before any is opened for writing. Files are compared by identity and not by name.
struct RunFiles {
    /// The files that are read. For a file in a folder, also the option that names the folder.
    private var sources: [(name: String, role: String, identity: FileIdentity, folderOption: String?)] = []
    /// The files that options name for writing, apart from the standard streams, with the options as they are given.
    private var targets: [(option: String, path: String, use: ValueKind.Writing)] = []

    /// - Parameter keepsKeys: Whether files with a key or a certificate must not be replaced, even if this run does not read them.
    /// - Throws: An error if standard input would be read twice, or if a file to write is also read, or would be written to twice.
    static func check(
        _ invocation: Invocation, inputs: [Input] = [], keepsKeys: Bool = false
    ) throws(Diagnostic) {
        var files = RunFiles()
        var readers: [String] = []
        for given in invocation.order {
            guard case .option(let option, let text, _) = given, let kind = option.value?.kind,
                let value = kind.path(in: text)
            else { continue }
            let name = option.spelling
            if let fault = PathText.fault(value, of: "\"\(name)\"") { throw fault }
            switch kind {
            case .writtenFile(.several): break
            case .writtenFile(.results) where value == "-": break
            case .writtenFile where value == "-":
                throw invocation.usage(
                    "\"\(name)\" is \"-\"" + ending(wanting: "the path of a file"),
                    hint: "standard output is for the results")
            case .writtenFile(let use): files.targets.append((name, value, use))
            default:
                if value == "-" {
                    readers.append("\(name) -")
                } else {
                    files.add(
                        value, role: LineOptions.input.is(option) ? "an input" : "read by \(name)",
                        option: option.name)
                }
            }
        }
        for input in inputs {
            switch input {
            case .file(let path):
                if let fault = PathText.fault(path, of: "the argument") { throw fault }
                files.add(path, role: "an input")
            case .standardInput: readers.append("the input")
            case .arguments, .options: break
            }
        }
        guard readers.count < 2 else {
            throw invocation.usage(
                readers[0] == readers[1]
                    ? "standard input cannot be read twice"
                    : "\(readers[0]) and \(readers[1]) cannot both come from standard input")
        }
        if !readers.isEmpty, let identity = FileIdentity(.input), identity.isRegular {
            files.sources.append(("<stdin>", "an input", identity, nil))
        }
        if let path = System.environment("AAK_KEY"), !path.isEmpty {
            files.add(path, role: "the key file named by AAK_KEY")
        }
        try files.checkTargets()
        if keepsKeys { try files.keepKeys() }
    }

    private mutating func add(_ path: String, role: String, option: String? = nil) {
        if let identity = FileIdentity(path: path), identity.isRegular {
            sources.append((path, role, identity, nil))
        } else if System.isDirectory(path), let names = try? System.names(in: path) {
            for name in names {
                let file = System.path(of: name, in: path)
                guard let identity = FileIdentity(path: file), identity.isRegular else { continue }
                sources.append((file, role, identity, option))
            }
        }
    }

    /// - Throws: An error if a file to write begins like a key, because it may be the only copy of that key.
    private func keepKeys() throws(Diagnostic) {
        for target in targets where System.isRegular(target.path) {
            let isKey = try attempting("read \(target.path) before replacing it") { () throws(SystemError) in
                try Input.file(target.path).reading { (file) throws(SystemError) in
                    let beginning = PEMBlock.beginning.utf8
                    var bytes = ByteBuffer()
                    while bytes.count < beginning.count {
                        if try file.read(upTo: beginning.count - bytes.count, to: &bytes) == 0 { break }
                    }
                    return bytes.withBytes { $0.starts(with: beginning) }
                }
            }
            guard !isKey else {
                throw .trouble(
                    "\(target.path) begins with \(PEMBlock.beginning), as keys and certificates do; "
                        + "\(target.option) cannot write to it",
                    hint: "name another file")
            }
        }
    }

    private func checkTargets() throws(Diagnostic) {
        for stream in [Descriptor.output, .diagnostics] {
            guard let identity = FileIdentity(stream) else { continue }
            if stream.number == Descriptor.output.number,
                let source = sources.first(where: { $0.identity == identity })
            {
                throw .trouble(
                    "\(source.name) and standard output are the same file; they must differ",
                    hint: "write to another file and rename it afterwards")
            }
            // If standard output is a pipe, an option for the results may name the same pipe.
            let target = targets.first {
                FileIdentity(target: $0.path) == identity && (identity.isRegular || $0.use != .results)
            }
            if let target {
                let name = stream.number == Descriptor.output.number ? "standard output" : "standard error"
                throw .trouble("\(target.path) is \(name); \(target.option) cannot write to it")
            }
        }
        for (index, target) in targets.enumerated() {
            guard let identity = FileIdentity(target: target.path) else { continue }
            // When a folder is read, the file in it that is written is left out.
            let reader = if case .memory(let reader) = target.use { reader } else { "" }
            if let source = sources.first(where: { $0.identity == identity && $0.folderOption != reader }) {
                let name = source.name == target.path ? "" : " is the same file as \(source.name), which"
                throw .trouble("\(target.path)\(name) is \(source.role); \(target.option) cannot write to it")
            }
            if let other = targets[..<index].first(where: { FileIdentity(target: $0.path) == identity }) {
                throw .trouble("\(other.option) and \(target.option) name the same file; they must differ")
            }
        }
    }
}

enum PathText {
    static let hintOnEmptyText = "did it come from an unset variable?"
    private static let longest = 4095
    private static let longestName = 255

    /// Returns the problem of a text that cannot be a path, or that is a secret; nil if it may be a path. The text is never quoted.
    ///
    /// - Parameter subject: The name of the option or variable that has the text, such as `"--key"`.
    static func fault(_ text: String, of subject: String) -> Diagnostic? {
        guard !text.isEmpty else {
            return .trouble(subject, found: "empty", wanted: "a path", hint: hintOnEmptyText)
        }
        let hasLines = text.utf8.contains { $0 == 0x0a || $0 == 0x0d }
        // Nearly all texts are shorter than any key.
        let isMarkup = text.utf8.first == UInt8(ascii: "<")
        guard text.utf8.count >= 32 || hasLines || isMarkup || KeyMaterial(in: text) != nil else { return nil }
        guard !System.exists(text) else { return nil }
        if KeyMaterial(in: text) != nil { return holdsKey(subject) }
        if KeyMaterial.mayBeScalar(text) {
            // A key ID may look the same, but does not make sense where a key file is expected.
            guard namesKey(subject) else {
                return .trouble(subject, "looks like", found: "a key or a key ID", wanted: "the path of a file")
            }
            return holdsKey(subject)
        }
        if isMarkup, Array(text.utf8).withBytes({ beginsLikeXML($0) }) == true {
            let format = Array(text.utf8).withBytes { ForeignFormat(markup: $0) }
            return .trouble(
                subject, found: format.found, wanted: "a token, JSON or the path of a file", hint: format.hint)
        }
        let names = text.utf8.split(separator: UInt8(ascii: "/"))
        guard hasLines || text.utf8.count > longest || names.contains(where: { $0.count > longestName }) else {
            return nil
        }
        if text.includes("eyJ") {
            if let look = Array(text.utf8).withBytes({ $0.trimmed.lookOfMisplacedParts }) {
                return .trouble(subject, found: "no whole token", wanted: "a token or the path of a file", hint: look)
            }
            return .trouble(subject, "contains", found: "more than a token", wanted: "only the token")
        }
        return .trouble(subject, found: "\(counted(text.count, "character")) long", wanted: "the path of a file")
    }

    /// Whether a text with this name should be the path of a key.
    private static func namesKey(_ subject: String) -> Bool {
        SigningOptions.key.option.spellings.contains { subject == "\"\($0)\"" } || subject == "AAK_KEY"
    }

    static func holdsKey(_ subject: String) -> Diagnostic {
        .trouble(
            subject, found: "a key itself", wanted: "the path of a file",
            hint: namesKey(subject)
                ? "to pass a key that is not in a file, use --key <(COMMAND), or --key - for standard input"
                : "to pass a key that is not in a file, write it to standard input, and pass - in place of a file")
    }

    /// Returns the problem of the first argument that contains a private key. Such an argument is neither used nor shown.
    static func faultOfSecret(in arguments: [String]) -> Diagnostic? {
        for (index, argument) in arguments.enumerated() where argument.utf8.count >= 10 {
            guard let material = KeyMaterial(in: argument) else { continue }
            // A PEM block is never valid as an argument, even if it is public.
            guard material == .privateKey || argument.utf8.first == UInt8(ascii: "-") else { continue }
            return holdsKey(subject(of: index, in: arguments))
        }
        return nil
    }

    /// Returns the name of an argument for messages: the option whose value it is, or else its number.
    private static func subject(of index: Int, in arguments: [String]) -> String {
        func isOption(_ word: Substring) -> Bool {
            word.hasPrefix("-") && word.utf8.count > 1 && word.utf8.count <= 40
                && word.utf8.dropFirst().contains { $0 != UInt8(ascii: "-") }
        }
        if let equals = arguments[index].firstIndex(of: "="), isOption(arguments[index][..<equals]) {
            return "\"\(arguments[index][..<equals])\""
        }
        if index > 0, isOption(arguments[index - 1][...]), !arguments[index - 1].contains("=") {
            return "\"\(arguments[index - 1])\""
        }
        return "argument \(index + 1)"
    }
}
