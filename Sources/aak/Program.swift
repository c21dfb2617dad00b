import AttributionCommandModel
import AttributionCrypto
import AttributionModel

/// The program: its commands, and how arguments lead to an exit status.
package enum Program {
    static let version = "0.1.0"
    /// The date on the manual pages, on which they were last changed.
    static let manualDate = "November 21, 2026"

    /// How the program gets libcrypto: linked into it, or from the system at each start.
    private static var libCryptoLink: String {
        #if AAK_STATIC
            "statically"
        #else
            "dynamically"
        #endif
    }

    struct Entry: Sendable {
        let name: String
        /// The heading for the command in help.
        fileprivate(set) var group: String?
        /// The description. It is created on demand, because a run needs only one.
        let command: @Sendable () -> Command
        /// Whether the command itself decides which key files its output may replace.
        let replacesKeys: Bool
        /// Whether the results of an invocation may contain a private key.
        let writesSecret: @Sendable (Invocation) -> Bool
        let run: @Sendable (Invocation, Console) throws(Diagnostic) -> ExitStatus

        init(
            _ name: String, _ command: @autoclosure @escaping @Sendable () -> Command, replacesKeys: Bool = false,
            writesSecret: @escaping @Sendable (Invocation) -> Bool = { _ in false },
            run: @escaping @Sendable (Invocation, Console) throws(Diagnostic) -> ExitStatus
        ) {
            self.name = name
            self.command = command
            self.replacesKeys = replacesKeys
            self.writesSecret = writesSecret
            self.run = run
        }
    }

    /// Runs the program and ends it with its exit status. It ends elsewhere only if libcrypto lacks something that it needs.
    package static func main() -> Never {
        System.ignoreWriteSignals()
        System.reserveStandardDescriptors()
        let isWatched = CryptoFailure.endProcess { failure in
            try? Output.finish(.trouble)
            let hint = failure.problem.advice.map { "aak: hint: \($0.text)\n" } ?? ""
            Descriptor.end(reporting: "aak: error: \(failure)\n\(hint)")
        }
        // Otherwise, a signature that is valid could appear invalid for lack of memory.
        guard isWatched else {
            Descriptor.end(reporting: "aak: error: libcrypto was used before the program began\n")
        }
        #if AAK_STATIC
            // The host's openssl.cnf is not meant for a statically linked libcrypto.
            CryptoFailure.ending { () throws(CryptoFailure) in try LibCrypto.ignoreConfiguration() }
        #endif
        // The Swift runtime reads the arguments from a file.
        guard CommandLine.argc > 0 else {
            Console().report(
                .trouble(
                    "cannot open any file: too many are open",
                    hint: "raise the limit on open files (ulimit -n)"))
            System.exit(.trouble)
        }
        System.exit(run(System.arguments))
    }

    /// The commands, in the order in which people look for them.
    static let entries: [Entry] =
        group(
            "Commands to begin with",
            Entry("keygen", KeygenCommand.command, replacesKeys: true, run: KeygenCommand.run),
            Entry("sign", SignCommand.command, run: SignCommand.run),
            Entry("decode", DecodeCommand.command, run: DecodeCommand.run),
            Entry("verify", VerifyCommand.command, run: VerifyCommand.run),
            Entry("validate", ValidateCommand.command, run: ValidateCommand.run),
            Entry("postback", PostbackCommand.command, run: PostbackCommand.run))
        + group(
            "Other commands",
            Entry("repair", RepairCommand.command, run: RepairCommand.run),
            Entry("fixtures", FixturesCommand.command, run: FixturesCommand.run),
            Entry("simulate", SimulateCommand.command, run: SimulateCommand.run),
            Entry("report", ReportCommand.command, run: ReportCommand.run),
            Entry("skan", SKAdNetworkCommand.command, run: SKAdNetworkCommand.run),
            Entry("openrtb", OpenRTBCommand.command, run: OpenRTBCommand.run),
            Entry(
                "key", KeyCommand.command, replacesKeys: true, writesSecret: KeyCommand.writesSecret,
                run: KeyCommand.run),
            Entry("explain", ExplainCommand.command, run: ExplainCommand.run),
            Entry("completions", CompletionsCommand.command) { (invocation, console) throws(Diagnostic) in
                try CompletionsCommand.run(invocation, console, of: root)
            },
            Entry("manual", ManualCommand.command) { (invocation, console) throws(Diagnostic) in
                try ManualCommand.run(invocation, console, of: root, date: manualDate)
            })

    private static func group(_ title: String, _ entries: Entry...) -> [Entry] {
        entries.map { entry in
            var entry = entry
            entry.group = title
            return entry
        }
    }

    static let root = root(of: entries)

    private static let discussion = """
        aak is a toolkit for ad network engineers who work with Apple's AdAttributionKit and SKAdNetwork: it makes ad
        network keys, signs and decodes impressions, and verifies postbacks with Apple's keys.

        Commands read arguments, files or standard input, one input per line, and write one line per input to standard
        output; messages go to standard error. aak help streams describes the options that most commands share.
        """

    private static func root(of entries: [Entry]) -> Command {
        Command(
            name: "aak",
            summary: "sign, decode and verify AdAttributionKit impressions and postbacks",
            discussion: discussion,
            subcommands: entries.map { entry in
                var command = entry.command()
                command.group = entry.group
                return command
            },
            sections: [CommonOptions.exitStatus],
            topics: [.scenario, .host, .population, .campaigns, .schema, .tiers, .streams],
            helpOptions: [JSONSchema.option])
    }

    /// Parses the arguments. Only the description of the named command is created, because describing all commands takes longer than most
    /// commands run.
    static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
        let named = entries.filter { $0.name == arguments.first }
        if let invocation = try? root(of: named).parse(arguments) {
            switch invocation.action {
            // Before a command, `--version` must be the first argument.
            case .version where arguments.first == "--version": return invocation
            case .run where !named.isEmpty: return invocation
            case .run, .help, .topic, .version: break
            }
        }
        // Help and errors also mention other commands, so all must be described.
        return try root.parse(arguments)
    }

    static func run(_ arguments: [String]) -> ExitStatus {
        // The words after it are not a complete command line yet.
        if arguments.first == Command.question { return CompletionsCommand.answer(arguments.dropFirst(), of: root) }
        var console = Console()
        if let secret = PathText.faultOfSecret(in: arguments) {
            console.style.form = form(askedForBy: arguments)
            console.report(secret)
            return .trouble
        }
        do throws(UsageError) {
            let invocation = try parse(arguments)
            console = Console(invocation)
            return perform(invocation, console)
        } catch {
            console = Console(error.invocation)
            if !error.invocation.takes(CommonOptions.form) { console.style.form = form(askedForBy: arguments) }
            console.report(diagnostic(error))
            return .trouble
        }
    }

    /// Returns the message about a command line. If a value is not valid for its field, the message names the rule that it breaks.
    static func diagnostic(_ error: UsageError) -> Diagnostic {
        let value = error.value
        let finding = value.flatMap { value in value.option.flatMap { error.invocation.finding(on: value.text, of: $0) }
        }
        let hint = error.hint ?? finding?.advice?.text ?? error.seeAlso
        return Diagnostic(
            .sentence(error.message, found: value?.found, wanted: value?.wanted, hint: hint)
                .at(value?.name ?? "", breaking: finding?.rule))
    }

    /// Determines the form of messages from the arguments, because there is no invocation.
    private static func form(askedForBy arguments: [String]) -> DiagnosticStyle.Form {
        let words = arguments.prefix { $0 != "--" }
        let option = CommonOptions.form.spelling
        return [DiagnosticStyle.Form.json, .github].first { form in
            words.contains("\(option)=\(form.rawValue)")
                || zip(words, words.dropFirst()).contains { $0 == option && $1 == form.rawValue }
        } ?? .text
    }

    private static func perform(_ invocation: Invocation, _ console: Console) -> ExitStatus {
        do throws(Diagnostic) {
            switch invocation.action {
            case .version:
                try console.write("aak \(version)\nlibcrypto: \(LibCrypto.version) (linked \(libCryptoLink))\n")
                return .good
            case .help(let length, let path):
                try console.page(path.help(length, width: console.helpWidth))
                return .good
            case .topic(let topic):
                try console.page(topic.text(width: console.helpWidth))
                return .good
            case .run where invocation.path.isRoot:
                try console.write(invocation[JSONSchema.option]?.value ?? .null)
                return .good
            case .run:
                guard let entry = entries.first(where: { $0.name == invocation.path.names.dropFirst().first })
                else { return .trouble }
                try invocation.checkFields()
                try RunFiles.check(invocation, keepsKeys: !entry.replacesKeys)
                return try run(entry, invocation, console)
            }
        } catch {
            // There is no message about an interruption.
            if Signals.isRequested { Signals.passOn() }
            if error.ending == .closedPipe { return .good }
            console.report(error)
            if error.ending == .nothingToRead, console.style.form == .text {
                try? Descriptor.diagnostics.write("usage: \(invocation.path.usage)\n")
            }
            return .trouble
        }
    }
}

extension Program {
    /// Runs a command, with its results in the file of `--output` if given.
    private static func run(
        _ entry: Entry, _ invocation: Invocation, _ console: Console
    ) throws(Diagnostic) -> ExitStatus {
        do throws(Diagnostic) {
            try Output.openResults(invocation, isSecret: entry.writesSecret(invocation))
            // The new console detects that standard output is no longer a terminal.
            let status = try entry.run(invocation, Console(invocation))
            try Output.finish(status)
            guard !Signals.isRequested else { throw .interrupted }
            return status
        } catch {
            // If the reader closed the pipe or a signal arrived, what was written until then is kept.
            let isWhole = [.closedPipe, .interrupted].contains(error.ending)
            try Output.finish(isWhole ? .good : .trouble)
            throw error
        }
    }
}

extension Console {
    var helpWidth: Int { min(Descriptor.output.columns ?? 80, 100) }
}
