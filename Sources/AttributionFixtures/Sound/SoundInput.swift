import AttributionBase
import AttributionModel

/// An unusual but valid postback: receivers must accept it, but overly strict ones reject it.
public struct SoundInput: FixtureInput {
    /// The kind of postback: of AdAttributionKit or of SKAdNetwork.
    public var kind: FixtureKind { version == nil ? .postback : .skAdNetworkPostback }
    /// A description of what is unusual, unique among the sound inputs.
    public let name: String
    let value: JSONValue
    /// The input: JSON text.
    public var text: String { value.line }
    /// The version of SKAdNetwork; nil for AdAttributionKit.
    package let version: SKAdNetworkVersion?
    /// The data tier; nil before version 4.0 of SKAdNetwork, which introduced tiers.
    package let tier: DataTier?
    package let window: ConversionWindow

}

extension SoundInput {
    package var label: String { labelValue.text }

    package var labelValue: JSONValue {
        var members: [JSONValue.Member] = [
            .init("input", value.labelled), .init("verdict", .string(FixtureLabel.accepted)),
            .init("framework", .string(version == nil ? "adattributionkit" : "skadnetwork")),
        ]
        if let version { members.append(.init("version", .string(version.rawValue))) }
        if let tier { members.append(.init("tier", .number("\(tier.rawValue)"))) }
        members.append(.init("window", .number("\(window.rawValue + 1)")))
        members.append(.init("name", .string(name)))
        return .object(members)
    }
}
