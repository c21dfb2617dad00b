import AdAttribution
import Bytes
import CommandModel
import ECDSA
import JOSE
import StrictJSON

/// `aak fixtures`: makes reproducible test inputs.
enum FixturesCommand {
    static let command = Command(
        name: "fixtures",
        summary: "make reproducible test inputs",
        discussion: [
            """
            Writes test inputs, one a line, that follow byte for byte from --seed and the key: signed impressions, \
            postback bodies that go through every combination of tier, window, conversion type, interaction and \
            outcome, or broken inputs.
            """,
            """
            A broken input is {"input":...,"stage":...,"rule":...,"name":...}: for each rule at least one input that \
            breaks this rule and no other, and for each known attack on a JWS at least one. The stage is the first step \
            that must refuse it: components, header, payload, signature, or rules. aak validate takes these lines and \
            checks that it agrees.
            """,
            "The ad network is example.adattributionkit, whatever the key.",
        ],
        options: [
            Option(
                "kind", value: .init("KIND", .choice(Kind.allCases.map(\.rawValue))),
                summary: "what to make; impressions by default", group: "Fixtures"),
            Option(
                "count", value: .init("N", .integer(0...countLimit)),
                summary: "how many; 10 impressions, or each postback once, by default", group: "Fixtures"),
            Option(
                "key", short: "k", value: .init("FILE", .file),
                summary: "sign with the private key in FILE instead of the example key", group: "Fixtures"),
            Option(
                "manifest", summary: "write the counts of all kinds and rules instead, as one JSON object",
                group: "Fixtures"),
            CommonOptions.seed,
            Option(
                "jobs", short: "j", value: .init("N", .integer(1...1024)),
                summary: "work on N threads; all processors by default", group: "Fixtures"),
        ] + CommonOptions.output + CommonOptions.diagnostics,
        sections: [CommonOptions.exitStatus],
        examples: [
            Example("A thousand impressions", "aak fixtures --kind impressions --count 1000 --seed 7"),
            Example("Check that what must be refused is refused", "aak fixtures --kind broken | aak validate"),
        ])

    /// Timestamps are a second apart, and with more of them they would leave the year 9999.
    private static let countLimit = 100_000_000_000

    enum Kind: String, CaseIterable {
        case impressions, postbacks, broken
    }

    static func run(_ invocation: Invocation, _ console: Console) throws(Diagnostic) -> ExitStatus {
        let seed = UInt64(invocation.integer("seed") ?? 0)
        let key = try invocation.value("key").map { (path) throws(Diagnostic) in try KeyFiles.privateKey(path).0 }
        let signer = FixtureSigner(key: key ?? ExampleKey.privateKey, seed: seed)
        if invocation.flag("manifest") {
            try console.write(manifest(signer))
            return .good
        }
        let kind = invocation.value("kind").flatMap(Kind.init) ?? .impressions
        guard kind != .broken else {
            guard invocation.value("count") == nil else {
                throw invocation.usage("--count is given with --kind broken, which has one input a rule and attack")
            }
            try write(broken(signer), console)
            return .good
        }
        let count = invocation.integer("count") ?? (kind == .impressions ? 10 : PostbackCells.all.count)
        var options = LinePipelineOptions()
        options.jobs = invocation.integer("jobs") ?? System.processorCount
        options.context = LineContext(
            style: console.style, isPretty: console.isPretty, outputIsTerminal: console.outputIsTerminal)
        if Descriptor.diagnostics.isTerminal, !console.outputIsTerminal { options.progress = Progress() }
        let context = options.context
        let summary = LinePipeline([.numbers(count)], options) {
            FixtureWriter(context, signer, isPostback: kind == .postbacks)
        }.run()
        if let failure = summary.failure { throw failure }
        return .good
    }

    private static func broken(_ signer: FixtureSigner) -> [BrokenInput] {
        BrokenInputs(signer: signer, stranger: FixtureSigner(key: Self.strangerKey, seed: signer.seed)).all
    }

    /// The key of RFC 6979, Appendix A.2.5: as public as the example key, and another.
    private static let strangerKey: P256PrivateKey = {
        var scalar: [UInt8] = [
            0xc9, 0xaf, 0xa9, 0xd8, 0x45, 0xba, 0x75, 0x16, 0x6b, 0x5c, 0x21, 0x57, 0x67, 0xb1, 0xd6, 0x93,
            0x4e, 0x50, 0xc3, 0xdb, 0x36, 0xe8, 0x9b, 0x12, 0x7b, 0x8a, 0x62, 0x2b, 0x12, 0x0f, 0x67, 0x21,
        ]
        do throws(KeyError) {
            return try P256PrivateKey(rawRepresentation: SecretBytes(consuming: &scalar))
        } catch {
            fatalError("a published key is a key: \(error)")
        }
    }()

    private static func write(_ inputs: [BrokenInput], _ console: Console) throws(Diagnostic) {
        var lines = ResultLines()
        for input in inputs { lines.append(input.json) }
        try console.write(&lines)
    }

    /// How many inputs there are of each kind, and of the broken ones for each rule.
    private static func manifest(_ signer: FixtureSigner) -> JSONValue {
        let inputs = broken(signer)
        func counts(_ names: [String]) -> JSONValue {
            var counts: [String: Int] = [:]
            for name in names { counts[name, default: 0] += 1 }
            var order: [String] = []
            for name in names where !order.contains(name) { order.append(name) }
            return .object(order.map { .init($0, .number(String(counts[$0] ?? 0))) })
        }
        return .object([
            .init("seed", .number(String(signer.seed))),
            .init("postbacks", .number(String(PostbackCells.all.count))),
            .init("broken", .number(String(inputs.count))),
            .init("stages", counts(inputs.map(\.stage))),
            .init("rules", counts(inputs.map(\.rule))),
        ])
    }
}

/// Writes the fixture of each position.
private struct FixtureWriter: LineProcessor, ~Copyable {
    let context: LineContext
    private let signer: FixtureSigner
    private let isPostback: Bool
    private let tokens: JWSWriter
    private let postbacks: PostbackWriter
    private let header: [UInt8]
    private var payload = ByteBuffer()

    init(_ context: LineContext, _ signer: FixtureSigner, isPostback: Bool) {
        self.context = context
        self.signer = signer
        self.isPostback = isPostback
        tokens = JWSWriter(key: signer.key, nonce: .deterministic)
        postbacks = PostbackWriter(
            key: signer.key, keyID: ExampleKey.keyID, nonce: .deterministic)
        header = Array(signer.header(keyID: ExampleKey.keyID).utf8)
    }

    mutating func process(_ line: Line, _ result: inout BatchResult) throws(Rejection) {
        let position = line.number - 1
        if isPostback {
            let cells = PostbackCells.all
            let coarse = CoarseConversionValue.allCases
            let countries = ["US", "DE", "JP", "BR", "IN"].map(CountryCode.init(unchecked:))
            var request = signer.postback(position: position)
            request.fit(
                cells[position % cells.count], coarse: coarse[Int(signer.draw(3, "coarse", position))],
                country: countries[Int(signer.draw(5, "country", position))],
                digits: 2 + Int(signer.draw(3, "digits", position)))
            postbacks.append(request.build(), to: &result.output.bytes)
        } else {
            payload.removeAll()
            signer.impression(position: position).append(to: &payload)
            unsafe header.withUnsafeBytes { header in
                unsafe tokens.append(header: header, payload: payload.bytes, to: &result.output.bytes)
            }
        }
        result.output.endLine(as: isPostback ? .json : .text)
    }
}
