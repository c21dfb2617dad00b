import AttributionBase
import AttributionModel

/// An unusual but valid postback: receivers must accept it, but overly strict ones reject it.
public struct SoundInput: FixtureInput, LabelledInput {
    /// The kind of postback: of AdAttributionKit or of SKAdNetwork.
    public var kind: FixtureKind { version == nil ? .postback : .skAdNetworkPostback }
    /// A description of what is unusual, unique among the sound inputs.
    public let name: String
    package let value: JSONValue
    /// The input: JSON text.
    public var text: String { value.line }
    /// The version of SKAdNetwork; nil for AdAttributionKit.
    package let version: SKAdNetworkVersion?
    /// The data tier; nil before version 4.0 of SKAdNetwork, which introduced tiers.
    package let tier: DataTier?
    package let window: ConversionWindow
}
