import AdAttribution
import Bytes
import CommandModel
import ECDSA
import JOSE
import StrictJSON

/// `aak postback`: makes test postbacks.
enum PostbackCommand {
    static let command = Command(
        name: "postback",
        summary: "make test postbacks, as a device would send them",
        discussion: [
            """
            Writes a postback body with exactly the fields that its data tier and conversion window allow. Asking for \
            what they forbid is an error that names the rule; --no-validate makes such a postback on purpose.
            """,
            """
            With --window all come the postbacks of a whole conversion, one line each: the first with the fine value \
            (tiers 2 and 3) or the coarse one (tier 1), the later ones with the coarse value; tier 0 sends the first only.
            """,
            """
            It is signed by --key, else AAK_KEY, else the published example key, under a kid that is not Apple's: \
            a postback that anyone can make must never look like one that counts.
            """,
        ],
        options: [
            Option(
                "from", value: .init("JWS"),
                summary: "take network, items and source identifier from this impression", group: "Impression"),
            Option(
                "ad-network-identifier", short: "n", value: .init("ID"), summary: "the ad network", group: "Impression"),
            Option(
                "advertised-item-identifier", short: "a", value: .init("N"), summary: "item ID of the advertised app",
                group: "Impression"),
            Option(
                "publisher-item-identifier", short: "p", value: .init("N"), summary: "item ID of the publisher app",
                group: "Impression"),
            Option(
                "source-identifier", short: "s", value: .init("N"),
                summary: "all digits of the source identifier; the tier decides how many are sent", group: "Impression"),
            Option(
                "tier", value: .init("N", .integer(0...3)), summary: "the data tier; 3 by default", group: "Conversion"),
            Option(
                "window", value: .init("N", .choice(["1", "2", "3", "all"])),
                summary: "the conversion window; 1 by default", group: "Conversion"),
            Option(
                "fine", value: .init("N", .integer(FineConversionValue.range)), summary: "the fine conversion value",
                group: "Conversion"),
            Option(
                "coarse", value: .init("VALUE", .choice(CoarseConversionValue.allCases.map(\.rawValue))),
                summary: "the coarse conversion value", group: "Conversion"),
            Option(
                "conversion-type",
                value: .init("TYPE", .choice(ConversionType.allCases.map(\.rawValue))),
                summary: "download by default", group: "Conversion"),
            Option(
                "interaction", value: .init("TYPE", .choice(InteractionType.allCases.map(\.rawValue))),
                summary: "click by default", group: "Conversion"),
            Option("lost", summary: "make the postback of an impression that did not win", group: "Conversion"),
            Option(
                "source-digits", value: .init("N", .integer(SourceIdentifier.digitCounts)),
                summary: "digits that crowd anonymity leaves in tiers 2 and 3; 4 by default", group: "Conversion"),
            Option(
                "country", value: .init("CC"), summary: "the country, if its own crowd is tier 3", group: "Conversion"),
            Option(
                "marketplace", value: .init("ID"), summary: "the marketplace; com.apple.AppStore by default",
                group: "Conversion"),
            Option(
                "postback-identifier", value: .init("UUID"), summary: "the identifier; a fresh one by default",
                group: "Conversion"),
            Option(
                "key", short: "k", value: .init("FILE", .file), summary: "sign with the private key in FILE",
                group: "Key and signature"),
            Option(
                "kid", value: .init("ID"), summary: "the header's kid; the JWK's own, or local/0, by default",
                group: "Key and signature"),
            Option(
                "deterministic", summary: "derive the nonce from key and message (RFC 6979)",
                group: "Key and signature"),
            Option("no-validate", summary: "make what Apple's rules forbid", group: "Output"),
            CommonOptions.seed,
        ] + CommonOptions.output + CommonOptions.diagnostics,
        sections: [
            CommonOptions.exitStatus,
            Section("Environment", [.items([.init("AAK_KEY", "The key file, where --key is not given.")])]),
        ],
        examples: [
            Example("A first postback of the highest tier", "aak postback --tier 3 --fine 42 --country US"),
            Example("All postbacks of a conversion", "aak postback --window all --tier 2 --fine 42 --coarse high"),
            Example("What a network that lost receives", "aak postback --lost --tier 1"),
        ])

    static func run(_ invocation: Invocation, _ console: Console) throws(Diagnostic) -> ExitStatus {
        let key = try SigningKey(invocation)
        let isForced = invocation.flag("no-validate")
        let keyID = invocation.value("kid") ?? key.keyID ?? "local/0"
        guard isForced || !AppleKey.isReserved(keyID) else {
            throw .trouble(
                "\"kid\" is \(quoted(keyID)), which is Apple's, want one of your own",
                hint: "pass --no-validate to forge one on purpose; it will not verify")
        }
        guard !keyID.isEmpty else { throw invocation.usage("\"--kid\" is \"\", want the ID of a key") }
        var request = try request(invocation)
        if isForced { request.forcedFields = fieldsAskedFor(invocation) }
        let window = invocation.value("window") ?? "1"
        let isSeries = window == "all"
        let first =
            isSeries ? ConversionWindow.first : Int(window).flatMap { ConversionWindow(rawValue: $0 - 1) } ?? .first
        request.window = first
        if !isForced {
            if let refusal = request.refusal(isSeries: isSeries)
                ?? (invocation.value("marketplace").flatMap { _ in request.refusal(of: .marketplace) })
                ?? request.sourceDigitsRefusal
                ?? (invocation.value("publisher-item-identifier").flatMap { _ in
                    request.refusal(of: .publisher, isSeries: isSeries)
                })
            {
                throw Diagnostic(
                    rule: refusal.rule.id, message: refusal.reason,
                    hint: "pass --no-validate to make it on purpose")
            }
            try check(request)
        }
        key.announce(on: console)
        let isDeterministic = invocation.flag("deterministic") || invocation.integer("seed") != nil
        let writer = PostbackWriter(key: key.key, keyID: keyID, nonce: isDeterministic ? .deterministic : .random)
        let random = RandomSource(seed: invocation.integer("seed"))
        let windows = ConversionWindow.allCases.filter { window in
            window == first
                || isSeries && Disclosure(tier: request.tier, window: window, didWin: request.didWin).isPostback
        }
        var lines = ResultLines()
        for (offset, window) in windows.enumerated() {
            var postback = request
            postback.window = window
            if invocation.value("postback-identifier") == nil {
                postback.postbackIdentifier = random.uuid("postback-identifier", file: "", line: offset).uppercaseText
            }
            writer.append(postback.build(), to: &lines.bytes)
            lines.endLine(as: .json)
        }
        try console.write(&lines)
        return .good
    }

    /// The fields that the user named, which --no-validate puts in whatever the tier.
    private static func fieldsAskedFor(_ invocation: Invocation) -> Set<String> {
        let fields = [
            "fine": "conversion-value", "coarse": "coarse-conversion-value", "country": "country-code",
            "marketplace": "marketplace-identifier", "publisher-item-identifier": "publisher-item-identifier",
            "source-digits": "source-identifier",
        ]
        return Set(fields.filter { invocation.value($0.key) != nil }.values)
    }

    // MARK: - From options to a request

    private static func request(_ invocation: Invocation) throws(Diagnostic) -> PostbackRequest {
        let impression = try invocation.value("from").map { (token) throws(Diagnostic) in try Impression(token) }
        var request = PostbackRequest(
            postbackIdentifier: invocation.value("postback-identifier") ?? "",
            // Texts go through the rules later, which say better what is wrong.
            adNetworkIdentifier: invocation.value("ad-network-identifier").map(AdNetworkIdentifier.init(unchecked:))
                ?? impression?.network ?? ExampleKey.adNetworkIdentifier,
            advertisedItemIdentifier: try item("advertised-item-identifier", invocation) ?? impression?.advertised
                ?? 1_108_187_390,
            sourceIdentifier: try source(invocation) ?? impression?.source ?? SourceIdentifier(clamping: 5239))
        request.publisherItemIdentifier =
            try item("publisher-item-identifier", invocation) ?? impression?.publisher ?? .development
        request.tier = invocation.integer("tier").flatMap(DataTier.init) ?? .three
        request.fine = invocation.integer("fine").flatMap(FineConversionValue.init)
        request.coarse = invocation.value("coarse").flatMap(CoarseConversionValue.init)
        request.conversionType =
            invocation.value("conversion-type").flatMap(ConversionType.init) ?? .download
        request.interaction = invocation.value("interaction").flatMap(InteractionType.init) ?? .click
        request.didWin = !invocation.flag("lost")
        request.sourceDigits = invocation.integer("source-digits")
        request.country = invocation.value("country").map(CountryCode.init(unchecked:))
        if let marketplace = invocation.value("marketplace") { request.marketplace = marketplace }
        if request.conversionType == .reEngagement, let impression, !impression.isEligible,
            !invocation.flag("no-validate")
        {
            throw Diagnostic(
                file: "--from", rule: PostbackRequest.reEngagementRefusal.rule.id, field: "eligible-for-re-engagement",
                message: "\"eligible-for-re-engagement\" is not true, want true for a re-engagement",
                hint: "sign the impression with --eligible-for-re-engagement")
        }
        return request
    }

    private static func item(_ name: String, _ invocation: Invocation) throws(Diagnostic) -> ItemIdentifier? {
        guard let text = invocation.value(name) else { return nil }
        guard let item = ItemIdentifier(text) else {
            throw invocation.usage("\"--\(name)\" is \(quoted(text)), want 0 to \(UInt64.max)")
        }
        return item
    }

    private static func source(_ invocation: Invocation) throws(Diagnostic) -> SourceIdentifier? {
        guard let text = invocation.value("source-identifier") else { return nil }
        guard let source = SourceIdentifier(text) else {
            throw invocation.usage("\"--source-identifier\" is \(quoted(text)), want 2 to 4 digits")
        }
        return source
    }

    /// Puts the request through the rules, for the values that options do not check.
    private static func check(_ request: PostbackRequest) throws(Diagnostic) {
        var probe = request
        if probe.postbackIdentifier.isEmpty { probe.postbackIdentifier = "00000000-0000-4000-8000-000000000000" }
        guard let worst = probe.findings.first(where: { $0.rule.severity == .error }) else { return }
        throw Diagnostic(worst)
    }
}

/// What an impression's token says about a conversion that it leads to. It is the user's own, so it is not verified.
private struct Impression {
    let network: AdNetworkIdentifier
    let advertised: ItemIdentifier
    let publisher: ItemIdentifier
    let source: SourceIdentifier
    let isEligible: Bool

    init(_ token: String) throws(Diagnostic) {
        let payload: JSONValue
        do throws(JWSError) {
            payload = try JSONValue(unverifiedPayloadOf: token)
        } catch {
            var problem = Diagnostic(error)
            problem.file = "--from"
            throw problem
        }
        guard case .string(let network)? = payload["ad-network-identifier"] else {
            throw Self.fault("ad-network-identifier", "a string", payload)
        }
        func item(_ name: String) throws(Diagnostic) -> ItemIdentifier {
            guard case .number(let text)? = payload[name], let item = ItemIdentifier(text) else {
                throw Self.fault(name, "an integer", payload)
            }
            return item
        }
        advertised = try item("advertised-item-identifier")
        publisher = try item("publisher-item-identifier")
        guard case .number(let text)? = payload["source-identifier"], let number = Int(text),
            let source = SourceIdentifier(number)
        else { throw Self.fault("source-identifier", "an integer from 10 to 9999", payload) }
        self.source = source
        self.network = AdNetworkIdentifier(unchecked: network)
        isEligible = payload["eligible-for-re-engagement"] == .bool(true)
    }

    private static func fault(_ name: String, _ wanted: String, _ payload: JSONValue) -> Diagnostic {
        Diagnostic(
            file: "--from", field: name,
            message: "\"\(name)\" is \(payload[name]?.text ?? "missing"), want \(wanted) as in an impression",
            hint: "check the impression with: aak validate TOKEN")
    }
}
