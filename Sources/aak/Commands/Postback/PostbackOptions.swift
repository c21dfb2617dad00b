import AttributionCommandModel
import AttributionModel

enum PostbackOptions {
    // MARK: - Impression

    static let from = TypedOption.value(
        "from", ValueForm.text("JWS").parsed(wanting: "an impression") { $0.isEmpty ? nil : $0 },
        summary: "take the fields of this impression", group: "Impression",
        relations: [.excludes([LineOptions.inputs("inputs"), LineOptions.lines])])
    // The rules check the text later, with better messages than the option could give.
    static let network = TypedOption.value(
        ImpressionField.adNetworkIdentifier.text, short: "n",
        ValueForm.text("ID").map(AdNetworkIdentifier.init(unchecked:)),
        summary: "the ad network", group: "Impression"
    ).standing(for: PostbackField.adNetworkIdentifier, .postback, or: .adNetworkID)
    static let advertised = TypedOption.value(
        ImpressionField.advertisedItemIdentifier.text, short: "a", .item("N"),
        summary: "the advertised app, by its App Store item ID", group: "Impression"
    ).standing(for: PostbackField.advertisedItemIdentifier, .postback, or: .appID)
    static let publisher = TypedOption.value(
        ImpressionField.publisherItemIdentifier.text, short: "p", .item("N"),
        summary: "the app that showed the ad, by its item ID", group: "Impression"
    ).standing(for: PostbackField.publisherItemIdentifier, .postback, or: .sourceAppID)
    static let domain = TypedOption.value(
        SignedField.sourceDomain.description, .text("DOMAIN"),
        summary: "the domain of a web ad of SKAdNetwork", group: "Impression",
        relations: [.excludes([publisher])]
    ).standing(for: SignedField.sourceDomain.inPostback, of: .skAdNetworkPostback)
    static let source = TypedOption.value(
        ImpressionField.sourceIdentifier.text, short: "s",
        ValueForm.text("N").parsed(wanting: "two to four digits") { SourceIdentifier($0) },
        summary: "all digits of the source identifier; the tier decides how many are sent", group: "Impression"
    ).standing(for: PostbackField.sourceIdentifier, .postback, or: .sourceIdentifier)

    static let ofImpression: [any DeclaredOption] = [from, network, advertised, publisher, domain, source]

    // MARK: - Framework

    static let framework = TypedOption.value(
        "framework", .choice("NAME", Framework.self), default: .adAttributionKit,
        summary: "the framework; adattributionkit by default", group: "Framework")
    static let version = TypedOption.value(
        "version", .choice("V", SKAdNetworkVersion.self), default: .standard,
        summary: "the version of SKAdNetwork; \(SKAdNetworkVersion.standard.rawValue) by default", group: "Framework",
        relations: [.requires([framework.being(.skAdNetwork)])]
    ).standing(for: SignedField.version.inPostback, of: .skAdNetworkPostback)

    // MARK: - Conversion

    static let tier = TypedOption.value(
        "tier", .integer("N", 0...3, as: DataTier.init(rawValue:)), default: .three,
        summary: "the data tier; 3 by default", group: "Conversion")
    /// The window; nil for all windows.
    static let window: TypedOption<ConversionWindow?> = .value(
        "window", .choice("N", ConversionWindow.allCases + [nil]) { $0.map { "\($0.rawValue + 1)" } ?? "all" },
        default: .first,
        summary: "the conversion window; 1 by default, which is \(PostbackField.sequenceIndex.name) 0",
        group: "Conversion"
    ).standing(
        for: PostbackField.sequenceIndex, .postback, or: .postbackSequenceIndex,
        value: { text, _ in Int(text).map { .number("\($0 - 1)") } })
    static let fine = TypedOption.value(
        BodyField.conversionValue.text,
        .integer("N", FineConversionValue.range, as: FineConversionValue.init(rawValue:)),
        summary: "the fine conversion value", group: "Conversion"
    ).named(briefly: "fine").standing(for: BodyField.conversionValue, .body, or: .conversionValue)
    static let coarse = TypedOption.value(
        BodyField.coarseConversionValue.text, .choice("VALUE", CoarseConversionValue.self),
        summary: "the coarse conversion value", group: "Conversion"
    ).named(briefly: "coarse").standing(for: BodyField.coarseConversionValue, .body, or: .coarseConversionValue)
    static let conversionType = TypedOption.value(
        PostbackField.conversionType.text, .choice("TYPE", ConversionType.self), default: .download,
        summary: "the type of conversion; download by default", group: "Conversion"
    ).standing(for: PostbackField.conversionType, of: .postback)
    static let interaction = TypedOption.value(
        BodyField.interactionType.text, .choice("TYPE", InteractionType.self), default: .click,
        summary: "the interaction with the ad; click by default", group: "Conversion"
    ).standing(for: BodyField.interactionType, of: .body)
    static let lost = TypedOption.flag(
        "lost", summary: "set \(PostbackField.didWin.name) to false: the impression lost", group: "Conversion"
    ).standing(for: PostbackField.didWin, of: .postback)
    static let sourceDigits = TypedOption.value(
        "source-digits", .integer("N", SourceIdentifier.digitCounts),
        summary:
            "how many digits tiers 2 and 3 disclose; 4 by default",
        group: "Conversion")
    static let country = TypedOption.value(
        BodyField.countryCode.text, ValueForm.text("CC").map(CountryCode.init(unchecked:)),
        summary: "the country, whose crowd is in tier 3", group: "Conversion"
    ).standing(for: BodyField.countryCode, .body, or: .countryCode)
    static let marketplace = TypedOption.value(
        PostbackField.marketplaceIdentifier.text, .text("ID"),
        summary: "the marketplace; com.apple.AppStore by default", group: "Conversion"
    ).standing(for: PostbackField.marketplaceIdentifier, of: .postback)
    static let identifier = TypedOption.value(
        PostbackField.identifier.text, .text("UUID"), summary: "the postback's identifier; a new one by default",
        group: "Conversion"
    ).standing(for: PostbackField.identifier, .postback, or: .transactionID)

    static let lines = LineOptions.lines(excluding: [window.being(nil, named: "all")])

    static let all: [any DeclaredOption] =
        [
            from.essential, network, advertised, publisher, domain, source, framework.essential, version,
            tier.essential,
            window.essential, fine.essential, coarse.essential, conversionType, interaction, lost.essential,
            sourceDigits,
            country, marketplace, identifier,
        ] + SigningOptions.means + [
            SigningOptions.keyID,
            lines, SigningOptions.noValidate.worded("make postbacks that Apple's rules forbid", group: "Conversion"),
            CommonOptions.seed, CommonOptions.reproducible,
        ] + CommonOptions.output + LineOptions.streaming + CommonOptions.diagnostics

    // MARK: - What they ask for

    /// An option, and what it changes in the request.
    struct PostbackOption: Sendable {
        let option: any DeclaredOption
        /// The field that the option sets. With --no-validate, it is written in every tier.
        let disclosed: Disclosure.Field?
        /// The field of SKAdNetwork if not all versions have it, and what a version without the field has instead.
        let signed: (field: SignedField, without: String)?
        /// Whether the option asks for a postback that versions without the field do not have.
        let isSpecial: @Sendable (Invocation) -> Bool
        let set: @Sendable (inout PostbackRequest, Invocation) -> Void

        init<Value>(
            _ option: TypedOption<Value>, _ disclosed: Disclosure.Field? = nil,
            _ signed: (field: SignedField, without: String)? = nil,
            if isSpecial: @escaping @Sendable (Value) -> Bool = { _ in true },
            set: @escaping @Sendable (inout PostbackRequest, Value) -> Void
        ) {
            (self.option, self.disclosed, self.signed) = (option, disclosed, signed)
            self.isSpecial = { isSpecial($0[option]) }
            self.set = { set(&$0, $1[option]) }
        }
    }

    static let optionsOfRequest: [PostbackOption] = [
        .init(fine, .fine, (.conversionValue, "no conversion values")) { $0.fine = $1 },
        .init(publisher, .publisher, (.sourceAppID, "no source apps")) {
            $0.publisherItemIdentifier = $1 ?? .development
        },
        .init(domain, .publisher, (.sourceDomain, "no web ads")) { _, _ in },
        .init(coarse, .coarse, (.coarseConversionValue, "no coarse values")) { $0.coarse = $1 },
        .init(country, .country, (.countryCode, "no country")) { $0.country = $1 },
        .init(sourceDigits, nil, (.sourceIdentifier, "no source identifiers")) { $0.sourceDigits = $1 },
        .init(
            window, nil, (.postbackSequenceIndex, "one postback only"),
            if: { $0 != .first }, set: { $0.window = $1 ?? .first }),
        .init(lost, nil, (.didWin, "no nonwinning postbacks")) { $0.didWin = !$1 },
        .init(
            interaction, nil, (.fidelityType, "no view-through ads"),
            if: { $0 == .view }, set: { $0.interaction = $1 }),
        .init(marketplace, .marketplaceIdentifier) { if let given = $1 { $0.marketplaceIdentifier = given } },
        .init(tier) { $0.tier = $1 },
        .init(conversionType) { $0.conversionType = $1 },
    ]

    static func request(_ invocation: Invocation) -> PostbackRequest {
        var request = PostbackRequest(
            identifier: AttributionUUID(unchecked: invocation[identifier] ?? ""),
            adNetworkIdentifier: invocation[network] ?? ExampleKey.adNetworkIdentifier,
            advertisedItemIdentifier: invocation[advertised] ?? 1_108_187_390,
            sourceIdentifier: invocation[source] ?? SourceIdentifier(clamping: 5239))
        for asked in optionsOfRequest { asked.set(&request, invocation) }
        if invocation[SigningOptions.noValidate] {
            request.forcedFields = Set(optionsOfRequest.filter { invocation.has($0.option) }.compactMap(\.disclosed))
            request.forcesSourceDigits = request.sourceDigits != nil
        }
        return request
    }
}

extension TypedOption {
    /// Returns the same option, whose value is for a field of AdAttributionKit's postbacks, or of SKAdNetwork's.
    fileprivate func standing(
        for field: Field, _ subject: Subject, or signed: SignedField,
        value: @escaping @Sendable (String, Field) -> JSONValue? = FieldOption.plain
    ) -> TypedOption {
        standing(
            for: FieldOption(
                field, subject,
                place: {
                    $0[PostbackOptions.framework] == .skAdNetwork ? (signed.inPostback, .skAdNetworkPostback) : nil
                }, value: value))
    }
}

extension ValueForm where Value == ItemIdentifier {
    fileprivate static func item(_ placeholder: String) -> ValueForm {
        ValueForm<String>.text(placeholder).reading { (text) throws(ValueFault) in
            if let item = ItemIdentifier(text) { return item }
            throw .unwanted("an unsigned 64-bit integer", hint: ItemText.look(of: text))
        }
    }
}
