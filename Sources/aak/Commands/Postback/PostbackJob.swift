import AttributionBase
import AttributionCommandModel
import AttributionInspection
import AttributionModel

struct PostbackJob: Sendable {
    let run: SigningRun
    let keyID: String
    /// The version of SKAdNetwork; nil for AdAttributionKit.
    let version: SKAdNetworkVersion?
    /// Whether postbacks that break Apple's rules are made anyway.
    let isForced: Bool
    /// The fields that a SKAdNetwork postback has even if its version, tier, window or outcome forbids them.
    let forcedFields: Set<SignedField>
    private let isSeries: Bool
    private let first: ConversionWindow
    /// The request that the options describe. The other values come from the impression.
    private let template: PostbackRequest
    /// The values of options that replace those of the impression.
    private let network: AdNetworkIdentifier?
    private let advertised: ItemIdentifier?
    private let publisher: ItemIdentifier?
    /// The domain of a web ad, which only SKAdNetwork has.
    let domain: String?
    private let source: SourceIdentifier?

    init(_ invocation: Invocation) throws(Diagnostic) {
        run = try SigningRun(invocation)
        isForced = !run.validates
        let version = invocation[PostbackOptions.version]
        switch invocation[PostbackOptions.framework] {
        case .adAttributionKit:
            self.version = nil
            // An option's value is checked before what it requires, so this is no relation of the option.
            guard !invocation.has(PostbackOptions.domain) else {
                throw invocation.usage("\(PostbackOptions.domain.spelling) requires --framework skadnetwork")
            }
        case .skAdNetwork:
            self.version = version
            try Self.checkFramework(version, invocation)
            if !isForced { try Self.checkVersion(version, invocation) }
        }
        keyID = invocation[SigningOptions.keyID] ?? PostbackRequest.testKeyID
        guard isForced || !AppleKey.isReserved(keyID) else {
            throw .trouble(
                "\"\(SigningOptions.keyID.spelling)\" is \(AppleKey.words(ofReserved: keyID))",
                hint: "pass --no-validate to make the postback anyway; it will not verify")
        }
        network = invocation[PostbackOptions.network]
        advertised = invocation[PostbackOptions.advertised]
        publisher = invocation[PostbackOptions.publisher]
        domain = invocation[PostbackOptions.domain]
        source = invocation[PostbackOptions.source]
        isSeries = invocation[PostbackOptions.window] == nil
        first = invocation[PostbackOptions.window] ?? .first
        template = PostbackOptions.request(invocation)
        let given = PostbackOptions.optionsOfRequest.filter { invocation.has($0.option) }
        forcedFields = isForced ? Set(given.compactMap(\.signed?.field)) : []
        if !isForced { try checkCombination(invocation) }
        if let network, let refusal = run.refusal(for: network.description) { throw refusal }
    }

    // MARK: - Impressions

    func impression(_ input: [UInt8]) throws(InputFault) -> Impression {
        try Impression(unverified: input, filledIn: defaults, checksRules: !isForced)
    }

    /// The members that an impression may lack, because no postback repeats them, or because an option replaces them.
    private var defaults: [JSONValue.Member] {
        var members = [
            ImpressionField.identifier.member(.string("00000000-0000-4000-8000-000000000000")),
            ImpressionField.type.member(.string("app-impression")),
            ImpressionField.timestamp.member(.number("1679790422446")),
        ]
        if let network {
            members.append(ImpressionField.adNetworkIdentifier.member(.string(network.description)))
        }
        if let advertised {
            members.append(ImpressionField.advertisedItemIdentifier.member(.number(advertised.description)))
        }
        if let source {
            members.append(ImpressionField.sourceIdentifier.member(.number("\(source.number)")))
        }
        if let publisher = self.publisher ?? (sendsPublisher ? nil : .development) {
            members.append(ImpressionField.publisherItemIdentifier.member(.number(publisher.description)))
        }
        return members
    }

    private var sendsPublisher: Bool { plan(of: template).refusal(of: .publisher, isSeries: isSeries) == nil }

    // MARK: - Requests

    /// Returns the postbacks for an impression, or for the values of options and defaults.
    ///
    /// - Parameter text: The impression as it was read, from which a seeded run derives its random values.
    /// - Throws: The first rule that they break.
    func requests(for impression: Impression?, of text: ByteView = .empty) throws(Diagnostic) -> [PostbackRequest] {
        var request = template
        if let impression {
            request.adNetworkIdentifier = network ?? impression.adNetworkIdentifier
            request.advertisedItemIdentifier = advertised ?? impression.advertisedItemIdentifier
            request.publisherItemIdentifier = publisher ?? impression.publisherItemIdentifier
            request.sourceIdentifier = source ?? impression.sourceIdentifier
            if !isForced, request.conversionType == .reEngagement, !impression.isEligibleForReEngagement {
                let field = ImpressionField.eligibleForReEngagement.text
                throw Diagnostic(
                    .value(
                        found: "not true", wanted: "true for a re-engagement",
                        hint: "sign the impression with --\(field)"
                    ).at(field, breaking: RequestRules.reEngagement))
            }
        }
        if !isForced { try check(request) }
        if let refusal = run.refusal(for: request.adNetworkIdentifier.description) { throw refusal }
        let windows = isSeries ? request.plan.windows : [first]
        let repetition = run.repetition(of: text)
        func uuid(_ offset: Int) -> RandomUUID {
            let index = repetition &* ConversionWindow.allCases.count &+ offset
            return run.uuid(PostbackField.identifier.name, of: text, index)
        }
        // In SKAdNetwork, all windows of a conversion share one identifier, which Apple writes in lower case.
        let shared = version.map { _ in uuid(0).text }
        return windows.enumerated().map { offset, window in
            var postback = request
            postback.window = window
            if postback.identifier.description.isEmpty {
                postback.identifier = AttributionUUID(unchecked: shared ?? uuid(offset).uppercaseText)
            }
            return postback
        }
    }

    /// Checks a request against the rules, because options do not check all of their values.
    private func check(_ request: PostbackRequest) throws(Diagnostic) {
        var probe = request
        if probe.identifier.description.isEmpty {
            probe.identifier = AttributionUUID(unchecked: "00000000-0000-4000-8000-000000000000")
        }
        guard let worst = plan(of: probe).values.findings.first(where: { $0.severity == .error }) else { return }
        throw Diagnostic(worst)
    }

    // MARK: - What cannot be

    /// Rejects combinations that no impression can lead to.
    private func checkCombination(_ invocation: Invocation) throws(Diagnostic) {
        let plan = plan(of: template)
        let refusal =
            plan.refusal(isSeries: isSeries)
            ?? (invocation.has(PostbackOptions.marketplace) ? plan.refusal(of: .marketplaceIdentifier) : nil)
            ?? plan.sourceDigitsRefusal
            ?? (publisher?.description ?? domain).flatMap { _ in plan.refusal(of: .publisher, isSeries: isSeries) }
        guard let refusal else { return }
        let isOfPublisher = refusal === plan.refusal(of: .publisher, isSeries: isSeries)
        let given = invocation.asGiven(domain == nil ? PostbackOptions.publisher.option : PostbackOptions.domain.option)
        let change = isOfPublisher ? "leave out \(given.spelling)" : "change the options"
        throw Diagnostic(
            .refused(by: refusal, hint: "\(change), or pass --no-validate to make the postback anyway"))
    }
}
