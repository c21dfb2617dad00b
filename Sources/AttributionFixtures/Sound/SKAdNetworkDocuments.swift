import AttributionECDSA
import AttributionJSON
import AttributionRules
import SKAdNetwork

/// An SKAdNetwork ad or postback before it is signed, with its description.
struct SKAdNetworkDocument {
    let label: String
    var object: JSONValue

    /// Returns a copy with one member replaced, removed (nil) or added at the end.
    func with(_ field: SignedField, _ value: JSONValue?, as label: String? = nil) -> SKAdNetworkDocument {
        var copy = SKAdNetworkDocument(label: label ?? self.label, object: object)
        copy.object[field] = value
        return copy
    }
}

/// Valid ads and postbacks, from which the broken ones are made.
struct SKAdNetworkDocuments {
    private let fixtures: Fixtures
    private let network: JSONValue

    init(_ fixtures: Fixtures) {
        self.fixtures = fixtures
        network = .string(fixtures.network.description)
    }

    // MARK: - Ads

    var ad: SKAdNetworkDocument {
        SKAdNetworkDocument(
            label: "SKAdNetwork ad of 4.0",
            object: .object([
                SignedField.version.member(.string("4.0")), SignedField.adNetworkID.member(network),
                SignedField.sourceIdentifier.member(.number("5239")),
                SignedField.itunesItemID.member(.number("525463029")),
                SignedField.nonce.member(.string("68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c")),
                SignedField.sourceAppID.member(.number("880047117")), SignedField.fidelityType.member(.number("1")),
                SignedField.timestamp.member(.number("1700000000123")),
            ]))
    }
    var webAd: SKAdNetworkDocument {
        ad.with(.sourceAppID, nil).with(.sourceDomain, .string("example.com"), as: "SKAdNetwork web ad")
    }
    var adThree: SKAdNetworkDocument {
        ad.with(.version, .string("3.0"), as: "SKAdNetwork ad of 3.0").with(.sourceIdentifier, nil)
            .with(.campaignID, .number("42"))
    }
    var adTwo: SKAdNetworkDocument {
        adThree.with(.version, .string("2.1"), as: "SKAdNetwork ad of 2.1").with(.fidelityType, nil)
    }
    var adOne: SKAdNetworkDocument { adTwo.with(.version, nil, as: "SKAdNetwork ad of 1.0").with(.sourceAppID, nil) }

    // MARK: - Postbacks

    var postback: SKAdNetworkDocument {
        SKAdNetworkDocument(
            label: "SKAdNetwork postback of 4.0",
            object: .object([
                SignedField.version.member(.string("4.0")), SignedField.adNetworkID.member(network),
                SignedField.sourceIdentifier.member(.string("5239")), SignedField.appID.member(.number("525463029")),
                SignedField.transactionID.member(.string("6aafb7a5-0170-41b5-bbe4-fe71dedf1e30")),
                SignedField.redownload.member(.bool(true)), SignedField.sourceAppID.member(.number("1234567891")),
                SignedField.fidelityType.member(.number("1")), SignedField.didWin.member(.bool(true)),
                SignedField.postbackSequenceIndex.member(.number("0")),
                SignedField.conversionValue.member(.number("63")),
            ]))
    }
    var webPostback: SKAdNetworkDocument {
        postback.with(.sourceAppID, nil, as: "SKAdNetwork postback of a web ad")
            .with(.sourceDomain, .string("example.com"))
    }
    /// The postback of the second window.
    var later: SKAdNetworkDocument {
        postback.with(.sourceAppID, nil, as: "later SKAdNetwork postback").with(.conversionValue, nil)
            .with(.sourceIdentifier, .string("39")).with(.postbackSequenceIndex, .number("1"))
            .with(.coarseConversionValue, .string("low"))
    }
    /// The first postback of tier 1.
    var coarse: SKAdNetworkDocument {
        later.with(.postbackSequenceIndex, .number("0"), as: "first SKAdNetwork postback of tier 1")
    }
    var lost: SKAdNetworkDocument {
        postback.with(.didWin, .bool(false), as: "nonwinning SKAdNetwork postback").with(.sourceAppID, nil)
            .with(.conversionValue, nil)
    }
    var postbackThree: SKAdNetworkDocument {
        postback.with(.version, .string("3.0"), as: "SKAdNetwork postback of 3.0").with(.sourceIdentifier, nil)
            .with(.postbackSequenceIndex, nil).with(.campaignID, .number("42"))
    }
    var postbackTwoTwo: SKAdNetworkDocument {
        postbackThree.with(.version, .string("2.2"), as: "SKAdNetwork postback of 2.2").with(.didWin, nil)
    }
    var postbackTwo: SKAdNetworkDocument {
        postbackTwoTwo.with(.version, .string("2.0"), as: "SKAdNetwork postback of 2.0").with(.fidelityType, nil)
    }
    var postbackOne: SKAdNetworkDocument {
        postbackTwo.with(.version, nil, as: "SKAdNetwork postback of 1.0").with(.redownload, nil)
            .with(.sourceAppID, nil).with(.conversionValue, nil)
    }

    /// Returns the first postback of a version: one of those above, or a generated one.
    func postback(of version: SKAdNetworkVersion) -> SKAdNetworkDocument {
        let written = [postback, postbackThree, postbackTwoTwo, postbackTwo, postbackOne]
        if let document = written.first(where: { $0.version == version }) { return document }
        let request = SKAdNetworkPostbackRequest(fixtures.postbackRequest(at: 0), version: version)
        return SKAdNetworkDocument(
            label: "SKAdNetwork postback of \(version.rawValue)", object: request.body(signedBy: fixtures.key)
        ).with(.signature, nil)
    }
}

// MARK: - Making broken documents

extension BrokenInputs {
    /// The number of the next, nonexistent version.
    static let noVersion =
        (SKAdNetworkVersion.newest.rawValue.split(separator: ".").first.flatMap { Int($0) } ?? 0)
        .advanced(by: 1).description + ".0"

    /// Returns a document that is signed after its members were changed; only a change to the signature is made
    /// afterwards.
    func skan(
        _ rule: Rule, _ document: SKAdNetworkDocument, _ changes: (field: SignedField, value: JSONValue?)...
    ) -> BrokenInput {
        var broken = document
        for (field, value) in changes where field != .signature { broken = broken.with(field, value) }
        broken.object = broken.signed(by: fixtures.key)
        for (field, value) in changes where field == .signature { broken = broken.with(field, value) }
        return skan(rule, document, broken, changes.map { ("\($0.field.name)", $0.value) })
    }

    /// Returns a document with a member that occurs in no article.
    func unknown(_ rule: Rule, _ document: SKAdNetworkDocument, _ name: String, _ value: JSONValue) -> BrokenInput {
        var broken = document
        broken.object[name: name] = value
        broken.object = broken.signed(by: fixtures.key)
        return skan(rule, document, broken, [(name, value)])
    }

    private func skan(
        _ rule: Rule, _ document: SKAdNetworkDocument, _ broken: SKAdNetworkDocument,
        _ changes: [(name: String, value: JSONValue?)]
    ) -> BrokenInput {
        let words = changes.map { "\"\($0.name)\" is " + ($0.value?.text ?? "missing") }
        return BrokenInput(
            document.brokenKind, document.label + ": " + words.joined(separator: ", "), rule, broken.object,
            sound: document.signed(by: fixtures.key))
    }

    /// Returns a document whose source app was changed to a source domain after signing; the signed text is the same.
    func renamed(_ rule: Rule, _ document: SKAdNetworkDocument) -> BrokenInput {
        let sound = document.signed(by: fixtures.key)
        var broken = sound
        broken[SignedField.sourceAppID] = nil
        broken[SignedField.sourceDomain] = sound[SignedField.sourceAppID].map { .string($0.signedText) }
        return BrokenInput(
            document.brokenKind, document.label + ": the source app is named as a source domain", rule, broken,
            sound: sound)
    }

    /// Returns a document that is signed by another network's key.
    func signedByAnother(_ rule: Rule, _ document: SKAdNetworkDocument) -> BrokenInput {
        BrokenInput(
            document.brokenKind, document.label + ": it is signed by the key of another network", rule, at: .signature,
            document.signed(by: otherSigner.key), sound: document.signed(by: fixtures.key))
    }
}

extension SKAdNetworkDocument {
    private var isAd: Bool { object[SignedField.nonce] != nil || object[SignedField.itunesItemID] != nil }

    /// The kind of an input that is made from the document.
    fileprivate var brokenKind: BrokenInput.Kind { isAd ? .skAdNetworkAd : .skAdNetworkPostback }

    /// The version that the document names: 1.0 if it names none, the newest if it is unknown.
    fileprivate var version: SKAdNetworkVersion {
        guard case .string(let name)? = object[SignedField.version] else { return .one }
        return SKAdNetworkVersion(rawValue: name) ?? .newest
    }

    /// Returns the document with a signature for its version, without checking its values.
    fileprivate func signed(by key: P256PrivateKey) -> JSONValue {
        let order =
            isAd
            ? version.ad(isWeb: object[SignedField.sourceDomain] != nil) : version.traits.postback
        let values = order.fields.compactMap { object[$0]?.signedText }
        let text = values.joined(separator: "\(SignedText.separator)")
        let der = Signer(key, nonce: .deterministic).derSignature(for: Array(text.utf8))
        var result = object
        result[SignedField.signature] = .string(AttributionSignature.text(ofDER: der))
        return result
    }
}
