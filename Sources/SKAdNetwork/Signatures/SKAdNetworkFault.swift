import AttributionJSON

/// Why an object is no postback, or no ad, whose signature could be checked.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum SKAdNetworkFault: Error, Equatable, Sendable {
    /// The text is not JSON.
    case json(JSONSyntaxError)
    /// It is JSON, and no object.
    case notObject(JSONKind)
    /// A version that there is not, as it was written.
    case version(String)
    /// A value that the version signs is not there.
    case missing(field: String, SKAdNetworkVersion)
    /// A value that is signed has another JSON type; as it was written.
    case type(field: String, found: String, wanted: SignedType)
    /// Both a source app and a source domain, of which one is signed.
    case bothSources(field: String)
    /// A value that has the separator inside, so that one signature would stand for several readings.
    case separator(field: String)
    /// A source domain of digits alone: in the signed text it stands like a source app, of which it may be a renamed one.
    case domainOfDigits(field: String, found: String)
    /// The text of the signature is none.
    case signature(field: String, AttributionSignature.Fault)
}

extension SKAdNetworkFault {
    /// The member at fault.
    public var field: String? {
        switch self {
        case .json, .notObject: nil
        case .version: "version"
        case .missing(let field, _), .type(let field, _, _), .bothSources(let field), .separator(let field),
            .domainOfDigits(let field, _), .signature(let field, _):
            field
        }
    }

    /// What is there instead of what is wanted.
    public var found: String {
        switch self {
        case .json(let error): error.found
        case .notObject(let kind): kind.article
        case .version(let found), .type(_, let found, _), .domainOfDigits(_, let found): found
        case .missing: "missing"
        case .bothSources: "beside a source app"
        case .separator: "a text with U+2063 inside"
        case .signature(_, let fault): fault.found
        }
    }

    /// What would be right.
    public var wanted: String {
        switch self {
        case .json(let error): error.wanted
        case .notObject: "an object"
        case .version: SKAdNetworkVersion.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        case .missing(_, let version): "a value, which version \(version.rawValue) signs"
        // Of what is no string it is said first that it has to be one.
        case .type(_, let found, .digits) where found.first != "\"": SignedType.string.rawValue
        case .type(_, _, let type): type.rawValue
        case .bothSources: "one of the two"
        case .separator: "one without the separator of signed values"
        case .domainOfDigits: "a domain such as example.com"
        case .signature(_, let fault): fault.wanted
        }
    }

    /// What the reader can most likely do about it.
    public var hint: String? {
        switch self {
        case .signature(_, let fault): fault.hint
        case .type(_, let found, .integer) where found.hasPrefix("\""): "write the number without quotes"
        case .type(_, let found, .string) where found.first?.isNumber == true: "write the number in quotes"
        case .type(_, let found, .digits) where found.first?.isNumber == true: "write the number in quotes"
        default: nil
        }
    }
}

extension SKAdNetworkFault: CustomStringConvertible {
    public var description: String {
        (field.map { "\"\($0)\" is " } ?? "this is ") + found + ", want " + wanted
    }
}
