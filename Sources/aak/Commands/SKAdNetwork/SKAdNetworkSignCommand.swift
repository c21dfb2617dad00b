import AttributionBase
import AttributionCommandModel
import AttributionModel

enum SKAdNetworkSignCommand {
    static let command = Command(
        name: "sign",
        summary: "sign SKAdNetwork ads",
        discussion: """
            Signs either one ad, given by options, or a stream of ads, one JSON object per line with the fields as
            Apple's documentation names them (such as ad-network-id and itunes-item-id); options then supply missing
            fields. If the advertised item, the source app or domain and the campaign are all given as options, and no
            file is named, no input is read.

            Missing values are filled in: version and fidelity-type from their options; ad-network-id from its option,
            otherwise from the kid of a JWK or from the example key; nonce with a new UUID; timestamp with the current
            time. A nonce in capitals is rejected, never changed.

            A line can also be the request that a device sends after a tap on the link of a web ad. Its domain and its
            nonce are signed as they are, options supply the rest, and the answer has the names that the device expects.
            Whatever cannot be a part of the answer is an error. --link writes the opening tag of such a link, with the
            domain of --source-domain.

            The storekit format is what the system expects: for fidelity type 1, the parameters of a product page; for
            fidelity type 0, the properties of SKAdImpression; for a web ad, the response that the device fetches. json
            writes the fields as Apple's documentation names them, with the attribution-signature; openrtb writes a
            bid's ext object.
            """,
        operand: Operand("AD", summary: "an ad's values as JSON, or a request for a web ad", isRepeating: true),
        options: SKAdNetworkSignCommand.options,
        sections: [CommonOptions.exitStatus, SigningOptions.environment],
        examples: [
            "Sign an ad for a product page with the example key": "aak skan sign -a 1108187390 -p 0 -s 5239",
            "Sign for both fidelity types, as a bid needs them":
                "aak skan sign --fidelity both --format openrtb -a 1108187390 -p 0 -s 5239",
            "Sign a web ad": "aak skan sign --source-domain example.com -a 1108187390 -s 5239",
            "Answer a device's request for a web ad": "aak skan sign -a 1108187390 -s 5239 --input web-ad.json",
            "Write the link of a web ad": "aak skan sign --link --source-domain example.com -a 1108187390",
        ])

    static func run(_ invocation: Invocation, _ console: Console) throws(Diagnostic) -> ExitStatus {
        let job = try AdSigningJob(invocation)
        return try job.run.sign(
            invocation, console, absent: job.template.absentFields(ofLink: job.makesLinks).map(\.description),
            hasFields: job.template.hasOwnValues
        ) { AdSigner(context: $0, job: job, template: job.template, signer: $1, writer: $1.texts) }
    }
}

extension SKAdNetworkSignCommand {
    enum Fidelity: String, CaseIterable {
        case viewThrough = "0"
        case storeKitRendered = "1"
        case both
    }

    static let version = TypedOption.value(
        "version", .choice("V", SKAdNetworkVersion.self),
        summary: "the version of SKAdNetwork; \(SKAdNetworkVersion.standard.rawValue) by default", group: "Values"
    ).standing(for: .version)
    static let fidelity = TypedOption.value(
        "fidelity", .choice("TYPE", Fidelity.self), default: .storeKitRendered,
        summary: "0 for view-through, 1 for StoreKit-rendered, or both; 1 by default", group: "Values"
    ).standing(
        for: FieldOption(
            SignedField.fidelityType.inAd, .skAdNetworkAd,
            value: { $0 == Fidelity.both.rawValue ? nil : FieldOption.plain($0, of: $1) }))
    static let network = TypedOption.value(
        SignedField.adNetworkID.description, short: "n", .text("ID"), summary: "the ad network", group: "Values"
    ).standing(for: .adNetworkID)
    static let advertised = TypedOption.value(
        SignedField.itunesItemID.description, short: "a", .digits("N"),
        summary: "the advertised app, by its App Store item ID", group: "Values"
    ).standing(for: .itunesItemID)
    static let publisher = TypedOption.value(
        SignedField.sourceAppID.description, short: "p", .digits("N"),
        summary: "the app that shows the ad, by its item ID; 0 for development", group: "Values"
    ).standing(for: .sourceAppID)
    static let domain = TypedOption.value(
        SignedField.sourceDomain.description, .text("DOMAIN"),
        summary: "the domain of a web ad, instead of a source app", group: "Values",
        relations: [.excludes([publisher])]
    ).standing(for: .sourceDomain)
    static let source = TypedOption.value(
        SignedField.sourceIdentifier.description, short: "s", .digits("N"),
        summary: "the campaign: four digits or, in versions below 4.0, a campaign ID", group: "Values"
    ).standing(
        for: FieldOption(SignedField.sourceIdentifier.inAd, .skAdNetworkAd) { line in
            (line[version]?.hasSourceIdentifier ?? true) ? nil : (SignedField.campaignID.inAd, .skAdNetworkAd)
        })
    static let campaign = TypedOption.value(
        SignedField.campaignID.description, .digits("N"), summary: "the campaign ID of versions up to 3.0, 1 to 100",
        group: "Values", relations: [.excludes([source])]
    ).standing(for: .campaignID)
    static let nonce = TypedOption.value(
        SignedField.nonce.description, .text("UUID"), summary: "the nonce, in lowercase; by default, a new one",
        group: "Values",
        relations: [
            .excludes([fidelity.being(.both)]) {
                "\($0) and \($1) cannot be combined: each fidelity type needs its own nonce"
            }
        ]
    ).standing(for: .nonce)

    static let lines = LineOptions.lines(excluding: [fidelity.being(.both)])

    static let options: [any DeclaredOption] =
        SigningOptions.means + [
            version.essential, fidelity.essential, network.essential, advertised.essential, publisher.essential,
            domain, source.essential, campaign, nonce,
            SigningOptions.timestamp.worded("when the ad was signed: milliseconds, RFC 3339 or now", group: "Values")
                .standing(
                    for: FieldOption(
                        SignedField.timestamp.inAd, .skAdNetworkAd, value: SigningOptions.milliseconds)),
            AdSigningJob.format.essential, AdSigningJob.link, lines,
            SigningOptions.noValidate.worded("sign even ads that break Apple's rules"),
        ] + CommonOptions.output + LineOptions.streaming + [
            CommonOptions.now, CommonOptions.seed, CommonOptions.reproducible,
        ]
        + CommonOptions.diagnostics
}

extension TypedOption {
    /// Returns the same option, which stands for a field of signed ads.
    fileprivate func standing(for field: SignedField) -> TypedOption { standing(for: field.inAd, of: .skAdNetworkAd) }
}

extension AdSigningJob {
    init(_ invocation: Invocation) throws(Diagnostic) {
        makesLinks = invocation[Self.link]
        run = try SigningRun(invocation, signs: !makesLinks)
        format = invocation[Self.format]
        var template = AdTemplate()
        if let version = invocation[SKAdNetworkSignCommand.version] { template.version = version }
        switch invocation[SKAdNetworkSignCommand.fidelity] {
        case .both: template.fidelities = [.viewThrough, .storeKitRendered]
        case .viewThrough: template.fidelities = [.viewThrough]
        case .storeKitRendered: break
        }
        if let network = invocation[SKAdNetworkSignCommand.network] ?? run.keyID {
            template.values[.adNetworkID] = .string(network)
        }
        template.values[.itunesItemID] = invocation[SKAdNetworkSignCommand.advertised].map(JSONValue.number)
        template.values[.sourceAppID] = invocation[SKAdNetworkSignCommand.publisher].map(JSONValue.number)
        template.values[.campaignID] = invocation[SKAdNetworkSignCommand.campaign].map(JSONValue.number)
        template.campaign = invocation[SKAdNetworkSignCommand.source].map(JSONValue.number)
        template.values[.sourceDomain] = invocation[SKAdNetworkSignCommand.domain].map(JSONValue.string)
        template.values[.nonce] = invocation[SKAdNetworkSignCommand.nonce].map(JSONValue.string)
        template.values[.timestamp] = (invocation[SigningOptions.timestamp] ?? nil).map {
            .number(String($0.milliseconds))
        }
        self.template = template
    }
}
