import AttributionBase

/// An input in one of the lists of ``Fixtures``. It describes itself by its name, so that the log of a failing test does
/// not contain all of its values.
public protocol FixtureInput: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// A description of the input, unique in its list.
    var name: String { get }
    /// The input: a compact JWS or JSON text.
    var text: String { get }
}

extension FixtureInput {
    /// The ``name``.
    public var description: String { name }
    /// The ``name``.
    public var debugDescription: String { name }
}

/// An input whose line in the output of `aak fixtures` says what must become of it.
package protocol LabelledInput: FixtureInput {
    var value: JSONValue { get }
}

/// A kind of broken or sound input. If `aak` also has such a kind, the raw value is the name that `aak` writes in its
/// results.
public enum FixtureKind: String, CaseIterable, Sendable {
    /// A signed impression.
    case impression
    /// A postback body.
    case postback
    /// A compact JWS that is malformed or an attack, made from an impression. Those in postback bodies are of the kind ``postback``.
    case token
    /// A signed SKAdNetwork ad.
    case skAdNetworkAd = "skadnetwork-ad"
    /// A SKAdNetwork postback.
    case skAdNetworkPostback = "skadnetwork-postback"
    /// The attribution rules in an app's Info.plist.
    case configuration
    /// A conversion schema.
    case schema
    /// A bid request.
    case bidRequest = "bid-offer"
    /// A bid response, with its request.
    case bidResponse = "bid-response"
    /// A line that is not a single message.
    case line = "unreadable"
}

extension JSONValue {
    /// The input as one line: a string without its quotes, anything else as JSON text.
    var line: String {
        if case .string(let text) = self { return text }
        return text
    }

    /// The value as a member of a label. It becomes a string if a program that parses and rewrites JSON could change its text: many parse
    /// numbers as 64-bit floating point, and write 1.0 as 1.
    var labelled: JSONValue { isKept ? self : .string(text) }

    private var isKept: Bool {
        switch self {
        case .number(let text): Int(text).map { $0.magnitude < 1 << 53 && String($0) == text } ?? false
        case .array(let elements): elements.allSatisfy(\.isKept)
        case .object(let members): members.allSatisfy { $0.value.isKept }
        case .string, .bool, .null: true
        }
    }
}
