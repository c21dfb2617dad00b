import AttributionBase

/// The reason why the signature of an ad or a postback cannot be checked.
package enum SKAdNetworkFault: Error, Equatable, Sendable {
    case notObject(JSONKind)
    /// An unknown version, as it was written.
    case version(String)
    case missing(field: String, SKAdNetworkVersion)
    /// The version is missing, and the other members are those of the given versions.
    case missingVersion(field: String, [SKAdNetworkVersion])
    /// A signed value has the wrong JSON type; `found` is the value as it was written.
    case type(field: String, found: String, wanted: String)
    /// Both a source app and a source domain are present, but only one of them is signed.
    case bothSources(field: String)
    /// A value contains the separator, so that one signature would fit several sets of values.
    case separator(field: String)
    /// A source domain of digits only. The signed text would be the same as for a source app, so this may be a source
    /// app under the wrong name.
    case domainOfDigits(field: String, found: String)
    /// The text of the signature is invalid.
    case signature(field: String, AttributionSignature.Fault)
}

extension SKAdNetworkFault {
    /// What is wrong, with the field at fault; nil for the whole object.
    package var problem: Problem {
        switch self {
        case .notObject(let kind): return .whole(found: kind.article, wanted: "an object")
        case .version(let found):
            let versions = SKAdNetworkVersion.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            return Problem(found, wanted: versions, .be, field: "version")
        case .missing(let field, let version):
            return Problem(
                "missing", wanted: "present in version \(version.rawValue)",
                .then("; signatures of version \(version.rawValue) cover it"), field: field)
        case .missingVersion(let field, let versions): return .missing(field, ofVersion: versions)
        case .type(let field, let found, let type):
            let kind = Field.Kind(rawValue: type)
            let hint = (try? JSONDocument(parsing: found.utf8))?.withView { kind?.hint(for: $0) } ?? nil
            // If the value is not a string, the message first says that it must be one.
            let isNoString = kind == .digits && found.first != "\""
            return Problem(
                found, wanted: isNoString ? Field.Kind.string.rawValue : type, .be, hint: hint, field: field)
        case .bothSources(let field):
            return Problem(
                "present together with a source app", wanted: "only one of the two",
                .then("; only one of them may be present"), field: field)
        case .separator(let field):
            return Problem(
                "a string that contains U+2063", wanted: "a string without it, since it separates signed values", .be,
                field: field)
        case .domainOfDigits(let field, let found):
            return Problem(found, wanted: "a domain such as example.com", .be, field: field)
        case .signature(let field, let fault): return fault.problem.at(field)
        }
    }
}

extension Problem {
    /// A version that is missing, with those that the other members show.
    static func missing(_ field: String, ofVersion versions: [SKAdNetworkVersion]) -> Problem {
        let names = alternatives(versions.map(\.rawValue))
        return Problem(
            "missing", wanted: "present from version 2.0 on",
            .then("; the other members are those of version \(names)"),
            field: field)
    }
}

extension SKAdNetworkFault: CustomStringConvertible {
    package var description: String { problem.description }
}
