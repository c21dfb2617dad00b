import AttributionBase

extension Subject {
    package static let openRTB = Subject(
        "openrtb", "ext.skadn or ext.adattributionkit of a bid request or response",
        consequence: "the exchange filters the bid, or the ad earns nothing")
}

extension Article {
    static let extensions = Article(
        "OpenRTB community extensions: SKAdNetwork and AdAttributionKit",
        note: "the latter is a draft; some requirements are inferred")
}

extension RuleCatalogue {
    /// The rules for OpenRTB's objects.
    package static let openRTB = RuleCatalogue(BidRules.all)
}

/// The rules for bid objects, by themselves and compared with the request.
package enum BidRules {
    private static func rule(
        _ id: String, _ severity: Rule.Severity, field: StaticString = "*", _ summary: String, wanted: String,
        ending: MessageEnding? = nil, hint: String? = nil, suspicion: Rule.Suspicion = []
    ) -> Rule {
        Rule(
            id, severity, .openRTB, field: "\(field)", summary, wanted: wanted, ending: ending, hint: hint,
            article: .extensions, suspicion: suspicion)
    }

    private static func rule(
        _ id: String, field: StaticString = "*", _ summary: String, wanted: String, ending: MessageEnding? = nil,
        hint: String? = nil, suspicion: Rule.Suspicion = []
    ) -> Rule {
        rule(
            id, .error, field: field, summary, wanted: wanted, ending: ending, hint: hint, suspicion: suspicion)
    }

    /// The versions that bids can have, as text.
    package static let versions = alternatives(
        SKAdNetworkVersion.allCases.filter(\.isNamed).map { "\"\($0.rawValue)\"" })

    static let all = documents + members + values + relations

    // MARK: - Documents

    package static let noObject = rule(
        "openrtb-no-object", "a bid request or response must have a SKAdNetwork or AdAttributionKit object",
        wanted: "ext.skadn or ext.adattributionkit", suspicion: .otherForm)
    package static let response = rule(
        "openrtb-response", "a bid response must have bids", wanted: "an object with seatbid",
        suspicion: .otherForm)
    package static let impid = rule(
        "openrtb-impid", field: "impid", "a bid must answer an impression of the request",
        wanted: "the id of an imp in the request")
    package static let offered = rule(
        "openrtb-not-offered", "a bid may contain objects only for frameworks that the imp offers",
        wanted: "absent unless the imp offers its framework")
    /// The second draft of the extension used this name for its objects; the version under review does not.
    package static let draft = rule(
        "openrtb-draft-object", field: "aakn", "the AdAttributionKit objects must be called adattributionkit",
        wanted: "ext.adattributionkit", ending: .then("; only an early draft used that name"),
        hint: "use adattributionkit")
    package static let objectPlace = rule(
        "openrtb-object-place", "an object must be a member of the ext of its bid or imp, or nobody will find it",
        wanted: "at seatbid[].bid[].ext or imp[].ext")
    private static let documents = [noObject, response, impid, offered, draft, objectPlace]

    // MARK: - Members

    package static let missing = rule(
        "openrtb-member-missing", "an object must have the members that a device needs", wanted: "present",
        ending: .then(""), suspicion: .otherForm)
    package static let type = rule(
        "openrtb-member-type", "each member must have the type that the extension specifies",
        wanted: "a value of the type that the extension specifies"
    )
    package static let value = rule(
        "openrtb-member-value", "members must have known values", wanted: "a value that the extension defines")
    package static let unknown = rule(
        "openrtb-unknown-member", .note, "members should be defined by the extension",
        wanted: "a member of the extension",
        ending: .then(": the extension has no such member here"),
        hint: "exchanges add their own members")
    package static let place = rule(
        "openrtb-member-place", field: BidName.fidelities,
        "a value that all signatures share must not be in an entry of fidelities",
        wanted: "absent from the entries of fidelities")
    package static let versionGroup = rule(
        "openrtb-version-group", "an object must have only members of its version",
        wanted: "absent in this version")
    package static let deprecated = rule(
        "openrtb-deprecated", .warning, "a deprecated member should not occur together with its successor",
        wanted: "absent if its successor is present", ending: .then(", which replaces it"))
    private static let members = [missing, type, value, unknown, place, versionGroup, deprecated]

    // MARK: - Values

    package static let fidelityTwice = rule(
        "openrtb-fidelity-twice", field: BidName.fidelities, "each fidelity type must appear only once",
        wanted: "different in each entry")
    package static let nonce = rule(
        "openrtb-nonce", field: "nonce", "a nonce must be a lowercase UUID", wanted: "a lowercase UUID")
    package static let nonceReused = rule(
        "openrtb-nonce-reused", .warning, field: "nonce", "each fidelity type should have its own nonce",
        wanted: "different for each fidelity type")
    package static let digits = rule(
        "openrtb-source-identifier-digits", .warning, field: BidName.sourceIdentifier,
        "a source identifier should have four digits",
        wanted: "from 1000 to 9999")
    package static let signatureForm = rule(
        "openrtb-signature-der", field: "signature", "a signature must be DER in padded base64",
        wanted: "the DER sequence of r and s in padded base64")
    package static let signature = rule(
        "openrtb-signature", field: "signature", "a signature must match the network's key",
        wanted: "a signature by the network's key",
        ending: .sentence(Problem.mismatch("the network's key")),
        hint: "aak skan explain --key FILE looks for the difference")
    package static let token = rule(
        "openrtb-token", field: BidName.token, "\"\(BidName.token)\" must be a signed impression",
        wanted: "the token of an impression")
    package static let tokenSignature = rule(
        "openrtb-token-signature", field: BidName.token, "the token's signature must match the network's key",
        wanted: "a signature by the network's key", ending: .sentence(Problem.mismatch("the network's key")))
    package static let networkCase = rule(
        "openrtb-network-case", field: "network",
        "the signed network must be lowercase, or the system will not recognise it",
        wanted: "lowercase")
    private static let values = [
        fidelityTwice, nonce, nonceReused, digits, signatureForm, signature, token, tokenSignature, networkCase,
    ]

    // MARK: - Comparison with the request or within the bid

    package static let networkListed = rule(
        "openrtb-network-listed", field: "network", "the signed network must be one that the request lists",
        wanted: "a network that the request lists")
    package static let networkUndecided = rule(
        "openrtb-network-undecided", .note, field: "network",
        "the request should list the network individually, because aak does not have the common list that the request refers to",
        wanted: "a network in skadnetids or skadnetlist.addl")
    package static let sourceApp = rule(
        "openrtb-sourceapp", field: BidName.sourceApp, "the signed publisher item must be the request's sourceapp",
        wanted: "the sourceapp of the request")
    package static let item = rule(
        "openrtb-itunesitem", field: BidName.item, "\"\(BidName.item)\" must be the signed advertised item",
        wanted: "the signed advertised item")
    package static let version = rule(
        "openrtb-version-offered", field: "version", "the version must be one that the request offers",
        wanted: "a version that the request offers")
    package static let older = rule(
        "openrtb-version-older", .warning, field: "version", "the version should be the newest that the request offers",
        wanted: "the newest version that the request offers")
    package static let eligible = rule(
        "openrtb-reengagementurl-eligible", .warning, field: BidName.reEngagementURL,
        "a re-engagement URL should go with an impression that is eligible for re-engagement",
        wanted: "absent unless the impression is eligible")
    package static let osVersion = rule(
        "openrtb-reengagementurl-os", .warning, field: BidName.reEngagementURL,
        "a bid should have a re-engagement URL only for a device with iOS 18 or later",
        wanted: "absent below iOS 18")
    package static let overlay = rule(
        "openrtb-skoverlay-offered", .warning, field: BidName.overlay,
        "a bid should have an overlay only if the request supports it",
        wanted: "absent unless the request supports it")
    package static let productPage = rule(
        "openrtb-productpageid-offered", .warning, field: BidName.productPageID,
        "a bid should have a product page only if the request supports it",
        wanted: "absent unless the request supports it")
    package static let sourceBundle = rule(
        "openrtb-sourceapp-bundle", .warning, field: BidName.sourceApp,
        "\"\(BidName.sourceApp)\" should be the request's app.bundle",
        wanted: "the app.bundle of the request")
    package static let itemBundle = rule(
        "openrtb-itunesitem-bundle", .warning, field: BidName.item, "\"\(BidName.item)\" should be the bid's bundle",
        wanted: "the bundle of the bid")
    package static let bundleForm = rule(
        "openrtb-bundle-form", .note, field: "bundle",
        "app.bundle and a bid's bundle should be App Store item IDs, as for all apps on iOS",
        wanted: "an App Store item's ID")
    package static let requestCase = rule(
        "openrtb-request-case", .warning, field: BidName.networkIDs, "network IDs should be listed in lowercase",
        wanted: "lowercase")
    package static let networkCount = rule(
        "openrtb-network-count", .note, field: BidName.networkIDs,
        "a request should list at most ten networks individually",
        wanted: "at most 10, with the others in skadnetlist")
    private static let relations = [
        networkListed, networkUndecided, sourceApp, item, version, older, eligible, osVersion, overlay, productPage,
        sourceBundle, itemBundle, bundleForm, requestCase, networkCount,
    ]
}
