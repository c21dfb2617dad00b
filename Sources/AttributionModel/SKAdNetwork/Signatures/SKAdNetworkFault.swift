import AttributionBase

/// The reason why the signature of an ad or a postback cannot be checked.
package enum SKAdNetworkFault: Error, Equatable, Sendable {
    case notObject(JSONKind)
    /// An unknown version, as it was written.
    case version(String)
    case missing(field: String, SKAdNetworkVersion)
    /// A signed value has the wrong JSON type; `found` is the value as it was written.
    case type(field: String, found: String, wanted: String)
    /// There are a source app and a source domain, but only one of them is signed.
    case bothSources(field: String)
    /// A value contains the separator, so that one signature would fit several sets of values.
    case separator(field: String)
    /// A source domain of digits only. The signed text would be the same as for a source app, so it may be a renamed
    /// one.
    case domainOfDigits(field: String, found: String)
    /// The text of the signature is invalid.
    case signature(field: String, AttributionSignature.Fault)
}

extension SKAdNetworkFault {
    package var field: String? {
        switch self {
        case .notObject: nil
        case .version: "version"
        case .missing(let field, _), .type(let field, _, _), .bothSources(let field), .separator(let field),
            .domainOfDigits(let field, _), .signature(let field, _):
            field
        }
    }

    package var found: String {
        switch self {
        case .notObject(let kind): kind.article
        case .version(let found), .type(_, let found, _), .domainOfDigits(_, let found): found
        case .missing: "missing"
        case .bothSources: "present together with a source app"
        case .separator: "a string that contains U+2063"
        case .signature(_, let fault): fault.found
        }
    }

    package var wanted: String {
        switch self {
        case .notObject: "an object"
        case .version: SKAdNetworkVersion.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        case .missing(_, let version): "present in version \(version.rawValue)"
        // If the value is not a string, the message first says that it must be one.
        case .type(_, let found, Field.Kind.digits.rawValue) where found.first != "\"": Field.Kind.string.rawValue
        case .type(_, _, let type): type
        case .bothSources: "only one of the two"
        case .separator: "a string without it, since it separates signed values"
        case .domainOfDigits: "a domain such as example.com"
        case .signature(_, let fault): fault.wanted
        }
    }

    package var demand: Demand {
        switch self {
        case .missing(_, let version): .then("; signatures of version \(version.rawValue) cover it")
        case .bothSources: .then("; only one of them may be present")
        case .signature(_, let fault): fault.demand
        default: .be
        }
    }

    package var hint: String? {
        switch self {
        case .signature(_, let fault): fault.hint
        case .type(_, let found, let type):
            (try? JSONDocument(parsing: found.utf8))?.withView { Field.Kind(rawValue: type)?.hint(for: $0) } ?? nil
        default: nil
        }
    }
}

extension SKAdNetworkFault: CustomStringConvertible {
    package var description: String { Problem(self).description }
}

extension Problem {
    package init(_ fault: SKAdNetworkFault) {
        let (found, wanted) = (fault.found, fault.wanted)
        let problem =
            fault.field.map { Problem.value(found: found, wanted: wanted, fault.demand).at($0) }
            ?? .whole(found: found, wanted: wanted)
        self = problem.hinting(fault.hint)
    }
}
