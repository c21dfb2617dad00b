import ECDSA
import Rules
import SKAdNetwork
import StrictJSON

/// A signed object of SKAdNetwork, before it is signed, and what it is in words.
struct SKAdNetworkDocument {
    let label: String
    var object: JSONValue

    /// The same with one member replaced, taken out (nil) or put at the end.
    func with(_ name: String, _ value: JSONValue?, as label: String? = nil) -> SKAdNetworkDocument {
        var copy = SKAdNetworkDocument(label: label ?? self.label, object: object)
        copy.object[name: name] = value
        return copy
    }
}

/// Ads and postbacks that break no rule, from which the broken ones are made.
struct SKAdNetworkDocuments {
    let network: JSONValue

    init(_ fixtures: Fixtures) { network = .string(fixtures.network.description) }

    // MARK: - Ads

    var ad: SKAdNetworkDocument {
        SKAdNetworkDocument(
            label: "SKAdNetwork ad of 4.0",
            object: .object([
                .init("version", .string("4.0")), .init("ad-network-id", network),
                .init("source-identifier", .number("5239")), .init("itunes-item-id", .number("525463029")),
                .init("nonce", .string("68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c")),
                .init("source-app-id", .number("880047117")), .init("fidelity-type", .number("1")),
                .init("timestamp", .number("1700000000123")),
            ]))
    }
    var webAd: SKAdNetworkDocument {
        ad.with("source-app-id", nil).with("source-domain", .string("example.com"), as: "SKAdNetwork web ad")
    }
    var adThree: SKAdNetworkDocument {
        ad.with("version", .string("3.0"), as: "SKAdNetwork ad of 3.0").with("source-identifier", nil)
            .with("campaign-id", .number("42"))
    }
    var adTwo: SKAdNetworkDocument {
        adThree.with("version", .string("2.1"), as: "SKAdNetwork ad of 2.1").with("fidelity-type", nil)
    }
    var adOne: SKAdNetworkDocument {
        adTwo.with("version", nil, as: "SKAdNetwork ad of 1.0").with("source-app-id", nil)
    }

    // MARK: - Postbacks

    var postback: SKAdNetworkDocument {
        SKAdNetworkDocument(
            label: "SKAdNetwork postback of 4.0",
            object: .object([
                .init("version", .string("4.0")), .init("ad-network-id", network),
                .init("source-identifier", .string("5239")), .init("app-id", .number("525463029")),
                .init("transaction-id", .string("6aafb7a5-0170-41b5-bbe4-fe71dedf1e30")),
                .init("redownload", .bool(true)), .init("source-app-id", .number("1234567891")),
                .init("fidelity-type", .number("1")), .init("did-win", .bool(true)),
                .init("postback-sequence-index", .number("0")), .init("conversion-value", .number("63")),
            ]))
    }
    var webPostback: SKAdNetworkDocument {
        postback.with("source-app-id", nil, as: "SKAdNetwork postback of a web ad")
            .with("source-domain", .string("example.com"))
    }
    /// A postback of the second window.
    var later: SKAdNetworkDocument {
        postback.with("source-app-id", nil, as: "later SKAdNetwork postback").with("conversion-value", nil)
            .with("source-identifier", .string("39")).with("postback-sequence-index", .number("1"))
            .with("coarse-conversion-value", .string("low"))
    }
    /// A first postback of tier 1.
    var coarse: SKAdNetworkDocument {
        later.with("postback-sequence-index", .number("0"), as: "first SKAdNetwork postback of tier 1")
    }
    var lost: SKAdNetworkDocument {
        postback.with("did-win", .bool(false), as: "nonwinning SKAdNetwork postback").with("source-app-id", nil)
            .with("conversion-value", nil)
    }
    var postbackThree: SKAdNetworkDocument {
        postback.with("version", .string("3.0"), as: "SKAdNetwork postback of 3.0").with("source-identifier", nil)
            .with("postback-sequence-index", nil).with("campaign-id", .number("42"))
    }
    var postbackTwoTwo: SKAdNetworkDocument {
        postbackThree.with("version", .string("2.2"), as: "SKAdNetwork postback of 2.2").with("did-win", nil)
    }
    var postbackTwo: SKAdNetworkDocument {
        postbackTwoTwo.with("version", .string("2.0"), as: "SKAdNetwork postback of 2.0").with("fidelity-type", nil)
    }
    var postbackOne: SKAdNetworkDocument {
        postbackTwo.with("version", nil, as: "SKAdNetwork postback of 1.0").with("redownload", nil)
            .with("source-app-id", nil).with("conversion-value", nil)
    }
}

// MARK: - Breaking them

extension BrokenInputs {
    /// A document with members changed before it is signed, but for the signature, which is changed afterwards.
    func skan(
        _ rule: Rule, _ document: SKAdNetworkDocument, _ changes: (name: String, value: JSONValue?)...
    ) -> BrokenInput {
        let signature = "\(SignedField.signature.name)"
        var broken = document
        for change in changes where change.name != signature { broken = broken.with(change.name, change.value) }
        broken.object = broken.signed(by: fixtures.key)
        for change in changes where change.name == signature { broken = broken.with(change.name, change.value) }
        let words = changes.map { "\"\($0.name)\" is " + ($0.value?.text ?? "missing") }
        return BrokenInput(
            document.label + ": " + words.joined(separator: ", "), rule, broken.object,
            sound: document.signed(by: fixtures.key))
    }

    /// A document that is signed by another network's key.
    func strangers(_ rule: Rule, _ document: SKAdNetworkDocument) -> BrokenInput {
        BrokenInput(
            document.label + ": it is signed by the key of another network", rule, at: .signature,
            document.signed(by: stranger.key), sound: document.signed(by: fixtures.key))
    }
}

extension SKAdNetworkDocument {
    /// The document with a signature of what its version signs, whatever the values are.
    fileprivate func signed(by key: P256PrivateKey) -> JSONValue {
        var version = SKAdNetworkVersion.one
        if case .string(let name)? = object["version"] { version = SKAdNetworkVersion(rawValue: name) ?? .four }
        let isAd = object["nonce"] != nil || object["itunes-item-id"] != nil
        let order =
            isAd
            ? SignedOrder.ad(version, isWeb: version == .four && object["source-domain"] != nil)
            : SignedOrder.postback(version)
        let values = (order?.fields ?? []).compactMap { object["\($0.name)"]?.signedText }
        let text = values.joined(separator: "\(SignedText.separator)")
        let der = Signer(key, nonce: .deterministic).derSignature(for: Array(text.utf8))
        var result = object
        result[name: "\(SignedField.signature.name)"] = .string(AttributionSignature.text(ofDER: der))
        return result
    }
}
