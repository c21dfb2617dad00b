import AttributionJSON
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

    private var isAd: Bool { object[SignedField.nonce] != nil || object[SignedField.itunesItemID] != nil }

    /// The kind of an input that is made from the document.
    var kind: FixtureKind { isAd ? .skAdNetworkAd : .skAdNetworkPostback }

    /// The version that the document names: 1.0 if it names none, the newest if it is unknown.
    var version: SKAdNetworkVersion {
        guard case .string(let name)? = object[SignedField.version] else { return .one }
        return SKAdNetworkVersion(rawValue: name) ?? .newest
    }

    /// Returns the document with the identifier, the app and the source of a fixture, except in some fields.
    func with(_ values: FixtureValues, except fields: [SignedField]) -> SKAdNetworkDocument {
        let own: [SignedField: JSONValue] = [
            .nonce: .string(values.draw("nonce").uuid.text), .transactionID: .string(values.draw("nonce").uuid.text),
            .itunesItemID: .number(values.advertised.description), .appID: .number(values.advertised.description),
        ]
        var copy = self
        for (field, value) in own where object[field] != nil && !fields.contains(field) { copy.object[field] = value }
        if let source = object[SignedField.sourceIdentifier], !fields.contains(.sourceIdentifier) {
            let digits = values.source.last(source.signedText.utf8.count)
            copy.object[SignedField.sourceIdentifier] = isAd ? .number("\(digits.number)") : .string("\(digits)")
        }
        return copy
    }

    /// Returns the document with a signature for its version, without checking its values.
    func signed(by fixtures: Fixtures) -> JSONValue {
        let order = isAd ? version.ad(isWeb: object[SignedField.sourceDomain] != nil) : version.traits.postback
        let values = order.fields.compactMap { object[$0]?.signedText }
        return with(.signature, fixtures.signature(of: values.joined(separator: "\(SignedText.separator)"))).object
    }
}

/// Valid ads and postbacks, from which the broken ones are made.
struct SKAdNetworkDocuments {
    private let fixtures: Fixtures

    init(_ fixtures: Fixtures) { self.fixtures = fixtures }

    private func document(_ label: String, _ members: [(SignedField, JSONValue)]) -> SKAdNetworkDocument {
        let named = [(SignedField.version, JSONValue.string("4.0"))] + [(.adNetworkID, .string("\(fixtures.network)"))]
        return SKAdNetworkDocument(label: label, object: .object((named + members).map { $0.member($1) }))
    }

    // MARK: - Ads

    var ad: SKAdNetworkDocument {
        document(
            "SKAdNetwork ad of 4.0",
            [
                (.sourceIdentifier, .number("5239")), (.itunesItemID, .number("525463029")),
                (.nonce, .string("68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c")), (.sourceAppID, .number("880047117")),
                (.fidelityType, .number("1")), (.timestamp, .number("1700000000123")),
            ])
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
        document(
            "SKAdNetwork postback of 4.0",
            [
                (.sourceIdentifier, .string("5239")), (.appID, .number("525463029")),
                (.transactionID, .string("6aafb7a5-0170-41b5-bbe4-fe71dedf1e30")), (.redownload, .bool(true)),
                (.sourceAppID, .number("1234567891")), (.fidelityType, .number("1")), (.didWin, .bool(true)),
                (.postbackSequenceIndex, .number("0")), (.conversionValue, .number("63")),
            ])
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
        let request = fixtures.values(at: 0).skAdNetworkRequest(version)
        return SKAdNetworkDocument(
            label: "SKAdNetwork postback of \(version.rawValue)", object: request.body(signedBy: fixtures.key)
        ).with(.signature, nil)
    }
}
