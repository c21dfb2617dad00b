import AttributionCommandModel
import AttributionCrypto
import AttributionModel

enum KeyCommand {
    private static let publicHalf = TypedOption.flag("public", summary: "write the public half of a private key")
    private static let force = TypedOption.flag(
        "force", summary: "let a private key replace an existing --output file")
    private static let binary = TypedOption.flag("der", summary: "write binary DER instead of PEM")
    private static let sec1 = TypedOption.flag(
        "sec1", summary: "write SEC 1 (EC PRIVATE KEY), the form of openssl ecparam -genkey")
    private static let set = TypedOption.flag("set", summary: "write a JWKS: an object with all the file's keys")
    private static let password = KeyFiles.passwordFile
    private static let keyID = TypedOption.value("kid", .text("ID"), summary: "the kid to give the key")

    static let command = Command(
        name: "key",
        summary: "convert keys and show what they are",
        discussion: """
            Reads a key in any of these encodings: SEC 1 PEM (as openssl ecparam -genkey writes it), PKCS#8 PEM,
            SubjectPublicKeyInfo PEM, the DER of each, JWK and JWKS. Text before a PEM block, and blocks that are not
            keys, are skipped. Keys are also read, with a note, in the forms that environment variables, editors, secret
            stores and key services give them: in base64 or hexadecimal digits, in UTF-16 or after a byte order mark, as
            PEM on one line, as PEM with \\n in place of line breaks, as PEM with another label or with other text
            around it, in a member of a JSON object, as string literals in source code, as a bare curve point, or as an
            OpenSSH public key. Only P-256 is accepted. Encrypted PKCS#8 is read with --password-file.
            """,
        subcommands: Action.allCases.map(\.command),
        sections: [
            CommonOptions.ownExitStatus(
                good: "The keys were read, and the result was written; for match: the keys are the same.",
                bad: "For match: the keys are different.")
        ],
        examples: [
            "Write the public key that Apple gets": "aak key public acme.private.pem",
            "Show what a key file contains, without its secrets": "aak key inspect keys/apple-cas-identifier-0.pem",
        ])

    enum Action: String, CaseIterable {
        case `public`, `private`, jwk, jwks, pem, der, thumbprint, inspect, match

        var command: Command {
            let file = Operand("FILE", summary: "the key file; standard input by default", value: .file)
            func files(_ summary: String) -> Operand {
                Operand("FILE", summary: summary, isRepeating: true, isRequired: true, value: .file)
            }
            func command(
                _ summary: String, _ operand: Operand, _ options: [any DeclaredOption],
                _ example: KeyValuePairs<String, String>
            ) -> Command {
                Command(
                    name: rawValue, summary: summary, operand: operand, options: options + CommonOptions.diagnostics,
                    examples: example)
            }
            let replaced = CommonOptions.outputFile.worded(
                CommonOptions.outputFile.option.summary,
                details: """
                    The results are written to a temporary file, which replaces FILE if the status is 0. A private key \
                    replaces an existing FILE only with --force.
                    """)
            let output: [any DeclaredOption] = [
                (isSecret ? replaced : CommonOptions.outputFile).essential, password.essential,
            ]
            return switch self {
            case .public:
                command(
                    "write the public key as PEM", file, [binary.essential] + output,
                    [
                        "Write the public half of a private key": "aak key public acme.private.pem",
                        "Write it as DER": "aak key public --der acme.private.pem > acme.public.spki",
                    ])
            case .private:
                command(
                    "write the private key as PKCS#8 PEM", file,
                    [sec1.essential, binary.essential, force.essential] + output,
                    [
                        "Turn a SEC 1 key into PKCS#8": "aak key private sec1.pem > pkcs8.pem",
                        "Turn a PKCS#8 key into SEC 1": "aak key private --sec1 pkcs8.pem -o copy.pem",
                    ])
            case .jwk:
                command(
                    "write the key as JWK, including the private part if the file has it", file,
                    [publicHalf.essential, set.essential, keyID.essential, force] + output,
                    [
                        "Write a public JWK": "aak key jwk --public --kid acme.adattributionkit acme.private.pem",
                        "Write all keys of a file as one JWKS": "aak key jwk --public --set acme.private.jwk.json",
                    ])
            case .jwks:
                command(
                    "write the public keys of all files as one JWKS", files("a key file"), output,
                    [
                        "Put the keys that a receiver trusts into one file":
                            "aak key jwks acme.public.pem beta.public.pem",
                        "Let aak verify trust them": "aak key jwks acme.public.pem beta.public.pem -o trusted.jwks",
                    ])
            case .match:
                command(
                    "check whether two files have the same key: exit status 0 or 1",
                    files("one of two key files, each private or public"), [password.essential],
                    [
                        "Check whether this is the registered key": "aak key match acme.private.pem acme.public.pem",
                        "Compare two JWK files": "aak key match acme.private.jwk.json acme.public.jwk.json",
                    ])
            case .pem:
                command(
                    "write the key as PEM, including the private part if the file has it", file,
                    [publicHalf.essential, force] + output,
                    [
                        "Turn a JWK into PEM": "aak key pem acme.private.jwk.json",
                        "Write its public half": "aak key pem --public acme.private.jwk.json",
                    ])
            case .der:
                command(
                    "write the key as binary DER, including the private part if the file has it", file,
                    [publicHalf.essential, force] + output,
                    [
                        "Write a public key as DER": "aak key der -o acme.public.der acme.public.pem",
                        "Write the public half of a private key": "aak key der --public -o acme.der acme.private.pem",
                    ])
            case .thumbprint:
                command(
                    "write the RFC 7638 thumbprint of the key", file, output,
                    [
                        "Show the thumbprint of a key": "aak key thumbprint acme.public.pem",
                        "Show those of a JWKS": "aak key jwks acme.public.pem beta.public.pem | aak key thumbprint",
                    ])
            case .inspect:
                command(
                    "show what a key file contains, without its secrets", file,
                    [password.essential] + CommonOptions.output,
                    [
                        "Show whether a key is private, and which key it is": "aak key inspect acme.private.pem",
                        "Show what one of Apple's keys is": "aak key inspect keys/apple-cas-identifier-0.pem",
                    ])
            }
        }

        /// Whether the action may write a private key.
        fileprivate var isSecret: Bool {
            switch self {
            case .public, .jwks, .thumbprint, .inspect, .match: false
            case .private, .jwk, .pem, .der: true
            }
        }

        /// Whether the action writes a private key, given the file.
        fileprivate func isSecret(_ file: KeyFile, _ invocation: Invocation) -> Bool {
            isSecret && (self == .private || !invocation[publicHalf] && file.entries.contains(where: \.isPrivate))
        }

        fileprivate init?(_ invocation: Invocation) {
            let names = invocation.path.names.dropFirst()
            guard names.first == KeyCommand.command.name, let name = names.dropFirst().first else { return nil }
            self.init(rawValue: name)
        }
    }

    static func writesSecret(_ invocation: Invocation) -> Bool { Action(invocation)?.isSecret ?? false }

    static func run(_ invocation: Invocation, _ console: Console) throws(Diagnostic) -> ExitStatus {
        guard let action = Action(invocation) else { return .trouble }
        if action == .match { return try match(invocation, console) }
        if action == .jwks { return try writeSet(invocation, console) }
        if invocation.operands.isEmpty, Descriptor.input.isTerminal { throw .nothingToRead }
        let path = invocation.operands.first ?? "-"
        try RunFiles.check(invocation, inputs: [path == "-" ? .standardInput : .file(path)])
        var files = KeyFiles(invocation, console)
        let file = try files.read(path)
        if action.isSecret(file, invocation) {
            try refuseReplacing(invocation)
            let isBinary = action == .der || action == .private && invocation[binary]
            if !isBinary { try refuseShowing(invocation) }
        }
        switch action {
        case .public:
            let key = try only(file, path).publicKey
            let text = invocation[binary] ? key.derRepresentation : Array(key.pemRepresentation.utf8)
            try write(text, console, isBinary: invocation[binary])
        case .private:
            let key = try files.privateKey(of: file, path)
            switch (invocation[binary], invocation[sec1]) {
            case (false, false): try console.write(key.pemRepresentation)
            case (false, true): try console.write(key.sec1PEMRepresentation)
            case (true, let isSEC1):
                try refuseTerminal()
                try console.write(isSEC1 ? key.sec1Representation : key.derRepresentation)
            }
        case .jwk: try writeJWK(file, path, invocation, console)
        case .pem:
            for entry in file.entries {
                if !invocation[publicHalf], let key = entry.privateKey {
                    try console.write(key.pemRepresentation)
                } else {
                    try console.write(entry.publicKey.pemRepresentation)
                }
            }
        case .der:
            try refuseTerminal()
            let entry = try only(file, path)
            if !invocation[publicHalf], let key = entry.privateKey {
                try console.write(key.derRepresentation)
            } else {
                try write(entry.publicKey.derRepresentation, console, isBinary: true)
            }
        case .jwks, .match: return .trouble
        case .thumbprint:
            for entry in file.entries { try console.write(entry.publicKey.thumbprint + "\n") }
        case .inspect: for entry in file.entries { try console.write(KeyFile.Entry.inspection.json(entry)) }
        }
        return .good
    }

    private static func match(_ invocation: Invocation, _ console: Console) throws(Diagnostic) -> ExitStatus {
        let paths = invocation.operands
        guard paths.count == 2 else {
            throw invocation.usage("aak key match takes two files, not \(paths.count)")
        }
        var files = KeyFiles(invocation, console)
        var keys: [P256PublicKey] = []
        for path in paths { keys.append(try only(files.read(path), path).publicKey) }
        guard keys[0] != keys[1] else { return .good }
        let thumbprints = keys.map(\.thumbprint).joined(separator: " and ")
        console.report(.trouble("\(paths[0]) and \(paths[1]) have different keys, with the thumbprints \(thumbprints)"))
        return .bad
    }

    /// Writes the public keys of several files as one JWKS, each once.
    private static func writeSet(_ invocation: Invocation, _ console: Console) throws(Diagnostic) -> ExitStatus {
        try RunFiles.check(invocation, inputs: invocation.operands.map { $0 == "-" ? .standardInput : .file($0) })
        var files = KeyFiles(invocation, console)
        var seen: Set<P256PublicKey> = []
        var keys: [SecretBytes] = []
        for path in invocation.operands {
            for entry in try files.read(path).entries where seen.insert(entry.publicKey).inserted {
                keys.append(SecretBytes(copying: entry.publicKey.jwk(keyID: entry.keyID)))
            }
        }
        try console.write(SecretBytes.jwks(keys).withNewline)
        return .good
    }

    private static func only(_ file: KeyFile, _ path: String) throws(Diagnostic) -> KeyFile.Entry {
        guard let key = file.soleKey else {
            throw .trouble(
                "\(path): the file", "has", found: "\(file.keyCount) keys", wanted: "one",
                hint: "aak key jwk --set writes them all")
        }
        return key
    }

    /// Refuses to replace a file with a private key without `--force`. The file may contain the only copy of another
    /// key.
    private static func refuseReplacing(_ invocation: Invocation) throws(Diagnostic) {
        guard !invocation[force], let path = invocation[CommonOptions.outputFile], path != "-" else { return }
        // Writing to a pipe or a device does not replace it.
        guard System.isRegular(path) else { return }
        throw .keyExists(path)
    }

    /// Refuses to show a private key on a terminal unless the user asked for it.
    private static func refuseShowing(_ invocation: Invocation) throws(Diagnostic) {
        guard !invocation.has(CommonOptions.outputFile), Descriptor.output.isTerminal else { return }
        throw invocation.usage(
            "the private key would be shown on the terminal", hint: "pass -o FILE, or -o - to see it")
    }

    private static func refuseTerminal() throws(Diagnostic) {
        guard !Descriptor.output.isTerminal else {
            throw .trouble("binary DER would be shown on the terminal", hint: "redirect standard output to a file")
        }
    }

    private static func write(_ bytes: [UInt8], _ console: Console, isBinary: Bool) throws(Diagnostic) {
        if isBinary { try refuseTerminal() }
        try console.write(SecretBytes(copying: bytes))
    }

    private static func writeJWK(
        _ file: KeyFile, _ path: String, _ invocation: Invocation, _ console: Console
    ) throws(Diagnostic) {
        func text(_ entry: KeyFile.Entry, _ key: KeyFile.Entry) -> SecretBytes {
            let keyID = invocation[keyID] ?? entry.keyID
            if !invocation[publicHalf], let key = key.privateKey { return key.jwk(keyID: keyID) }
            return SecretBytes(copying: key.publicKey.jwk(keyID: keyID))
        }
        let written =
            invocation[set]
            ? SecretBytes.jwks(file.entries.map { text($0, $0) }) : try text(file.entries[0], only(file, path))
        try console.write(written.withNewline)
    }
}
