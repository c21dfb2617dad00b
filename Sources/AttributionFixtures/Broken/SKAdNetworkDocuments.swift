import AttributionBase
import AttributionModel

/// A sound SKAdNetwork ad or postback, for making broken ones.
struct SKAdNetworkDocument: Sendable {
    let label: String
    let version: SKAdNetworkVersion
    let isAd: Bool
    private let make: @Sendable (FixtureValues) -> JSONValue

    /// An ad in an app, or on a web page.
    static func ad(_ version: SKAdNetworkVersion = .four, isWeb: Bool = false) -> SKAdNetworkDocument {
        SKAdNetworkDocument(
            label: isWeb ? "SKAdNetwork web ad" : "SKAdNetwork ad of \(version.rawValue)", version: version, isAd: true
        ) { values in
            values.skAdNetworkAd(
                version, isWeb ? .domain("example.com") : .app(values.publisher),
                version.hasFidelity ? .storeKitRendered : nil)
        }
    }

    /// The postback for a request after `ask` changed it. By default, it is the first postback of a winning ad in tier 3.
    static func postback(
        _ version: SKAdNetworkVersion = .four, as label: String? = nil,
        _ ask: @escaping @Sendable (inout SKAdNetworkPostbackRequest) -> Void = { _ in }
    ) -> SKAdNetworkDocument {
        let label = label ?? "SKAdNetwork postback of \(version.rawValue)"
        return SKAdNetworkDocument(label: label, version: version, isAd: false) { values in
            var request = values.skAdNetworkRequest(version)
            ask(&request)
            return values.body(request)
        }
    }

    static let webPostback = postback(as: "SKAdNetwork postback of a web ad") { $0.publisher = .domain("example.com") }
    /// The postback of the second window.
    static let later = postback(as: "later SKAdNetwork postback") {
        $0.window = .second
        ($0.fine, $0.coarse) = (nil, .low)
    }
    static let coarse = postback(as: "first SKAdNetwork postback of tier 1") {
        $0.tier = .one
        ($0.fine, $0.coarse) = (nil, .low)
    }
    static let lost = postback(as: "nonwinning SKAdNetwork postback") { $0.didWin = false }

    func signed(_ values: FixtureValues) -> JSONValue { make(values) }

    /// The document of the default fixtures. The names of inputs may contain its values, because they are always the same.
    var sample: JSONValue { make(Fixtures().values(at: 0)) }

    /// Returns an object with a signature for the version that it names, without checking its values. An object without a version is signed
    /// as 1.0, one with an unknown version as the newest.
    func sign(_ object: JSONValue, by fixtures: Fixtures) -> JSONValue {
        var version = SKAdNetworkVersion.one
        if case .string(let name)? = object[SignedField.version] { version = .init(rawValue: name) ?? .newest }
        let order = isAd ? version.ad(isWeb: object[SignedField.sourceDomain] != nil) : version.traits.postback
        let texts = order.fields.compactMap { object[$0]?.signedText }
        var signed = object
        signed[SignedField.signature] = fixtures.signature(of: texts.joined(separator: "\(SignedOrder.separator)"))
        return signed
    }
}
