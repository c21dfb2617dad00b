import AttributionCommandModel

/// A small tool with an example of every feature.
enum Fixture {
    static let key = TypedOption.value(
        "key", short: "k", .file("FILE"), summary: "sign with the private key in FILE",
        details: "The file is PEM or JWK. A name of '-' means standard input.")
    static let verbose = Option("verbose", short: "v", isRepeatable: true, summary: "say more")
    static let deterministic = TypedOption.flag(
        "deterministic", summary: "sign the same payload the same way each time")
    static let field = TypedOption.values(
        "field", short: "f", .text("NAME=VALUE"), summary: "set a field", group: "Fields")
    static let count = TypedOption.value(
        "count", .integer("N", 1...9), summary: "sign this many times", group: "Fields")
    static let color = TypedOption.value(
        "color", .choice("WHEN", Color.self), summary: "color the output")

    enum Color: String, CaseIterable {
        case always, never
    }

    /// Text that a manual page must not interpret as markup.
    static let oddities =
        ".Nm at the start, a \\ and a ~/path must come out as typed -- and so must --key and "
        + "\u{201C}quotes\u{201D}."

    static let sign = Command(
        name: "sign",
        summary: "sign ad impressions",
        discussion: """
            Reads payloads, e.g. the output of another program, and signs each of them. The key never leaves
            memory.

            \(oddities)
            """,
        operand: Operand("PAYLOAD", summary: "file with a payload", isRepeating: true, value: .file),
        options: [
            key.essential, verbose, deterministic, field.essential, count,
            Option(
                "format", value: .init("FORMAT", .choice(["jws", "pem"])), summary: "write this format",
                group: "Output"),
            Option("out", short: "o", value: .init("DIR", .directory), summary: "write into DIR", group: "Output"),
        ],
        sections: [
            Section("Exit status", .items([.init("0", "Everything was signed."), .init("2", "Bad usage.")])),
            Section("Rules", .paragraph("There is one rule: it's signed."), .literal(".rule 'a' - b\n\n\\end")),
            Section("Environment", .items([.init("AAK_KEY", "The key to sign with.")])),
        ],
        examples: [
            "Sign one payload": "aak sign -k key.pem payload.json",
            "Sign from a pipe": "cat payload.json |\n  aak sign --key=key.pem -",
        ]
    )

    static let keyFamily = Command(
        name: "key",
        summary: "make and convert keys",
        subcommands: [
            Command(
                name: "public", summary: "extract the public key",
                operand: Operand("KEY", summary: "file with a private key", isRequired: true, value: .file)),
            Command(
                name: "jwk", summary: "write a key as JWK",
                options: [
                    Option("curve", value: .init("CURVE", .choice(["p256", "p384"])), summary: "expect this curve")
                ],
                operandName: "KEY"),
        ]
    )

    static let inspect = Command(
        name: "inspect", summary: "show what a token says",
        operand: Operand("TOKEN", summary: "token to show", isRepeating: true, isRequired: true),
        options: [
            Option(
                "part", value: .init("PART", .choice(["header", "payload", "signature", "everything-at-once"])),
                summary: "show one part: it's [a] choice")
        ]
    )

    static let convert = Command(
        name: "convert", summary: "convert a token",
        operand: Operand("FORMAT", summary: "format to convert to", value: .choice(["jws", "json"])))

    static let tool = Command(
        name: "aak",
        summary: "work with AdAttributionKit",
        discussion: "A toolkit for ad network engineers.",
        options: [color],
        subcommands: [
            sign, keyFamily, inspect, convert,
            Command(name: "debug-dump", summary: "show internals", isHidden: true),
        ],
        sections: [Section("Files", .items([.init("~/.aak", "Settings.")]))],
        examples: ["See the help": "aak help"]
    )
}

extension Command {
    fileprivate init(name: String, summary: String, options: [Option], operandName: String) {
        self.init(
            name: name, summary: summary, operand: Operand(operandName, summary: "file with a key", value: .file),
            options: options)
    }
}

extension Command {
    /// Returns the path from this command, as the root, along the names of subcommands; nil if one does not exist.
    func path(to names: [String]) -> CommandPath? {
        names.reduce(CommandPath(self)) { path, name in path?.child(named: name) }
    }
}
