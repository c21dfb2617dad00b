import JOSE
import Rules

extension PostbackBody {
    /// Reads a body as far as that takes no key.
    ///
    /// - Throws: ``Failure/json(_:)``, ``Failure/noToken`` or ``Failure/token(_:)``.
    public init(parsing text: String) throws(Failure) { try self.init(parsing: Array(text.utf8)) }
}

extension PostbackBody.Failure: CustomStringConvertible {
    /// What is wrong, in the words of the command line.
    public var description: String {
        switch self {
        case .json(let error): "this is not JSON: \(error)"
        case .noToken: "this has no signature, want a compact JWS or a body with \(BodyField.token.name)"
        case .token(let error): error.description
        case .unknownKey(let absence): "\"\(HeaderField.keyID.name)\" is \(absence)"
        case .signature: "the signature does not match the key of the \(HeaderField.keyID.name)"
        case .rules(let findings): findings.map(\.description).joined(separator: "\n")
        }
    }
}

extension TrustedKeys.Absence: CustomStringConvertible {
    /// What the `kid` is instead of that of a trusted key.
    public var description: String {
        switch self {
        case .unknown: "unknown, want the kid of a trusted key"
        case .developmentRefused: "a development key, want Apple's production key"
        case .unknownApple: "in Apple's name, which is none of the keys that Apple published"
        }
    }
}
