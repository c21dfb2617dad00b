import AdAttribution
import AttributionJSON
import SKAdNetwork

/// A postback that a receiver must accept, and one that is too strict refuses.
public struct SoundInput: Sendable {
    /// What is unusual about it, in words; no two sound inputs have the same.
    public let name: String
    /// The input: JSON text.
    public var text: String { value.line }
    /// The version of SKAdNetwork; nil for AdAttributionKit.
    public let version: SKAdNetworkVersion?
    /// The data tier; nil before version 4.0 of SKAdNetwork, which has none.
    public let tier: DataTier?
    /// The conversion window.
    public let window: ConversionWindow

    let value: JSONValue

    init(
        _ name: String, _ value: JSONValue, version: SKAdNetworkVersion? = nil, tier: DataTier?,
        window: ConversionWindow
    ) {
        self.name = name
        self.value = value
        self.version = version
        self.tier = tier
        self.window = window
    }
}

extension SoundInput {
    /// The input with its label, as one line of JSON that ``SoundLabel`` reads: what it is of, and why it is unusual.
    public var label: String { labelValue.text }

    package var labelValue: JSONValue {
        var members: [JSONValue.Member] = [
            .init("input", value), .init("verdict", .string(SoundLabel.verdict)),
            .init("framework", .string(version == nil ? "adattributionkit" : "skadnetwork")),
        ]
        if let version { members.append(.init("version", .string(version.rawValue))) }
        if let tier { members.append(.init("tier", .number("\(tier.rawValue)"))) }
        members.append(.init("window", .number("\(window.rawValue + 1)")))
        members.append(.init("name", .string(name)))
        return .object(members)
    }
}

/// A line of `aak fixtures --kind sound`: an input, and that it must be accepted.
///
/// ```json
/// {"input":{…},"verdict":"valid","framework":"adattributionkit","tier":1,"window":1,"name":"tier 1 names no publisher"}
/// ```
///
/// Whoever sends a line can have written what is in it, so labels are read where the user asks for it and nowhere else.
public struct SoundLabel: Sendable {
    static let verdict = "valid"

    /// The input: a compact JWS, or JSON text.
    public let input: String

    /// Reads a label; nil for a line that has none of this kind.
    ///
    /// - Parameter line: one line, without its end.
    public init?(parsing line: [UInt8]) {
        guard let value = try? JSONValue(parsing: line), let input = value["input"],
            value["verdict"] == .string(Self.verdict), value["rule"] == nil
        else { return nil }
        self.input = input.line
    }
}
