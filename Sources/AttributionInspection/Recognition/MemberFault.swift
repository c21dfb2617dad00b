import AdAttribution
import AttributionBase

/// A reason why a line has no input at the given path.
package enum MemberFault: Error {
    /// The line, or a string in it that should contain the rest of the path, is not JSON.
    case json(JSONSyntaxError, isToken: Bool)
    /// The line is in another format.
    case foreign(ForeignFormat)
    /// The value is compressed data, or base64 of it. Without a path, the compressed data makes the line unreadable.
    case packed(path: String?, ForeignFormat, isEncoded: Bool)
    /// The value is neither an object nor a nonempty string.
    case kind(path: String, found: String)
    /// The line has no member at any of the paths.
    case missing(paths: [String], hint: String?)

    package var rule: Rule {
        switch self {
        case .json: InputRules.jsonSyntax
        case .foreign(let format): format.rule
        case .packed(_, let format, _): format.rule
        case .kind: InputRules.memberType
        case .missing: InputRules.memberMissing
        }
    }

    package var field: String? {
        switch self {
        case .json, .foreign: nil
        case .packed(let path, _, _): path
        case .kind(let path, _): path
        case .missing(let paths, _): paths.first
        }
    }

    package var hint: String? {
        switch self {
        case .missing(_, let hint): hint
        case .foreign(let format): format.hint
        case .packed: "have bodies unpacked, as their Content-Encoding says, before they are stored"
        case .json(_, isToken: true): "--at looks into JSON objects; a line that is a token is read without it"
        case .json, .kind: nil
        }
    }
}

extension MemberFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .json(let error, _): return "this is not JSON: \(error)"
        case .foreign(let format): return "\(format)"
        case .packed(let path, let format, let isEncoded):
            let data = (format.packedName ?? "packed") + " data" + (isEncoded ? " in base64" : "")
            return path.map { "\(quoted($0)) is \(data), want text" } ?? "this holds \(data), want text"
        case .kind(let path, let found):
            return "\(quoted(path)) is \(found), want an object or a string that holds an input"
        case .missing(let paths, _):
            let names = paths.map(quoted).joined(separator: " and ")
            return "\(names) \(paths.count == 1 ? "is" : "are") missing, want a member that holds an input"
        }
    }
}
