import AttributionBase
import AttributionCommandModel
import AttributionModel

enum SigningOptions {
    /// The options for the means of signing, in every command that signs.
    static let means: [any DeclaredOption] = [
        key.essential, exampleKey, KeyFiles.passwordFile.worded(group: "Key and signature").described(by: home), signer,
        publicKey, signerTimeout,
        deterministic,
    ]

    static let environment = Section(
        "Environment", .items([.init("AAK_KEY", "The key file, unless --key, --example-key or --signer is given.")]))

    /// The command whose help describes how a program signs, for all commands that sign.
    private static let home = "aak sign --help"

    static let key = TypedOption.value(
        "key", short: "k", .file("FILE"),
        summary: "sign with the private key in FILE (PEM, DER or JWK); - is standard input",
        group: "Key and signature", relations: [.excludes([exampleKey])])

    static let exampleKey = TypedOption.flag(
        "example-key", summary: "sign with the published example key for any ad network: for tests only",
        group: "Key and signature")

    static let deterministic = TypedOption.flag(
        "deterministic",
        summary: "derive the signature's random number from the key and the message (RFC 6979)",
        details: "The same message always gets the same signature.",
        group: "Key and signature"
    ).described(by: home)

    static let signer: TypedOption<String?> = TypedOption.value(
        "signer",
        .text("CMD").parsed(wanting: "a shell command") { $0.utf8.allSatisfy(ASCII.isWhiteSpace) ? nil : $0 },
        summary: "sign with CMD, which holds the key",
        details: """
            CMD is started once, by sh -c, for the first signature. For each message to sign, it gets one line, which \
            contains the message in base64url. For each, it must write one line, immediately and in order; the line \
            contains the signature in base64 (either alphabet), as DER or as 64 bytes. Many lines may be sent before a \
            signature is read. CMD must end when its input ends; what it writes to standard error is shown. CMD has no \
            terminal to read from. Every user of the machine can see the text of CMD, so do not put a PIN in it. A \
            wrong, late or missing signature ends the run with status 2; no result is written for its message, nor for \
            the other messages of the same batch, which aak sends to CMD together. An extra line after the last \
            signature also leads to status 2, but it is noticed only when CMD ends. Without -o, all results, with \
            checked signatures, have already been written by then.
            """,
        group: "Key and signature",
        relations: [.requires([publicKey]), .excludes([key, exampleKey, deterministic, CommonOptions.reproducible])]
    ).described(by: home)

    static let publicKey: TypedOption<String?> = TypedOption.value(
        "public", .file("FILE"), summary: "check each signature from --signer with the public key in FILE",
        details: """
            FILE is PEM, DER or JWK. If the ad network ID is missing and FILE is a JWK, aak sign and aak skan sign use
            its kid, as they do with --key.
            """,
        group: "Key and signature", relations: [.requires([signer])]
    ).described(by: home)

    static let signerTimeout: TypedOption<Int> = TypedOption.value(
        "signer-timeout", .integer("SECONDS", 1...86400), default: 30,
        summary: "wait this long for each signature from --signer; 30 by default", group: "Key and signature",
        relations: [.requires([signer])]
    ).described(by: home)

    /// The time; nil for the current one.
    static let timestamp: TypedOption<Timestamp??> = .value(
        ImpressionField.timestamp.text,
        ValueForm.text("TIME").time(wanting: "an RFC 3339 time, milliseconds since 1970, or now") { text in
            text == "now" ? .some(nil) : Timestamp(text).map { .some($0) }
        },
        summary: "when the impression was made: milliseconds since 1970, RFC 3339, or now", group: "Fields"
    ).standing(for: FieldOption(ImpressionField.timestamp, .impression, value: milliseconds))

    /// Returns the time that a text means as the value of a field; nil for the current time.
    static func milliseconds(_ text: String, of field: Field) -> JSONValue? {
        guard text != "now" else { return nil }
        return Timestamp(text).map { .number(String($0.milliseconds)) } ?? FieldOption.plain(text, of: field)
    }

    static let noValidate = TypedOption.flag(
        "no-validate", summary: "sign even payloads that break Apple's rules", group: "Output")

    /// The `kid` of signatures made for tests.
    static let keyID = TypedOption.value(
        "kid", .text("ID").parsed(wanting: "the ID of a key") { $0.isEmpty ? nil : $0 },
        summary: "the header's kid; \(PostbackRequest.testKeyID) by default", group: "Key and signature"
    ).standing(for: HeaderField.keyID, of: .token)
}

extension Invocation {
    /// Refuses a value of an option that breaks a rule of the field that it stands for, before anything is read. What breaks rules
    /// can be made on purpose, with `--no-validate`.
    func checkFields() throws(Diagnostic) {
        guard !takes(SigningOptions.noValidate) || !self[SigningOptions.noValidate] else { return }
        for case .option(let option, let text, _) in order {
            guard option.checkedField?.isInput == false, let finding = finding(on: text, of: option) else { continue }
            throw option.problem(finding, text)
        }
    }
}

extension ValueForm where Value == String {
    /// An unsigned integer in JSON's notation.
    static func digits(_ placeholder: String) -> ValueForm {
        text(placeholder).reading { (text) throws(ValueFault) in
            guard !text.isEmpty, text.utf8.allSatisfy(ASCII.isDigit), text == "0" || !text.hasPrefix("0") else {
                let plain = text.drop { $0 == "0" }
                let isPadded = plain.count < text.count && Int(plain) != nil
                throw .unwanted(
                    "an integer of at least 0, without leading zeros",
                    hint: isPadded ? "write \(plain): a JSON number has no leading zeros" : ItemText.look(of: text))
            }
            return text
        }
    }
}
