/// An ad impression: what an ad network signs for a publisher app to show [Generating JWS impressions].
///
/// ```swift
/// let impression = Impression(
///     identifier: "7aa9f8cc-5689-4c02-b963-22ca22136015", publisherItemIdentifier: 1_108_187_390,
///     adNetworkIdentifier: network, sourceIdentifier: source, timestamp: Timestamp(milliseconds: 1_679_790_422_446),
///     advertisedItemIdentifier: 10_738_027_756)
/// let token = try impression.signed(by: key, now: now)
/// ```
///
/// Types keep most values within Apple's ranges; ``findings(now:)`` tells what is wrong with the rest, and
/// ``signed(by:nonce:now:)`` signs nothing that breaks a rule.
public struct Impression: Hashable, Sendable {
    /// A UUID, fresh for every impression, in either letter case.
    public var identifier: String
    /// The App Store item ID of the app that shows the ad; ``ItemIdentifier/development`` makes a development impression.
    public var publisherItemIdentifier: ItemIdentifier
    /// The network that signs, which is also the `kid` of the token.
    public var adNetworkIdentifier: AdNetworkIdentifier
    /// The campaign, a number in ``SourceIdentifier/range``.
    public var sourceIdentifier: SourceIdentifier
    /// When the network made the impression, in milliseconds.
    public var timestamp: Timestamp
    /// The App Store item ID of the advertised app, not 0.
    public var advertisedItemIdentifier: ItemIdentifier
    /// Whether a tap may lead to a re-engagement. The field is left out unless it is true.
    public var isEligibleForReEngagement: Bool

    /// An impression of these values, which are checked when it is signed.
    public init(
        identifier: String, publisherItemIdentifier: ItemIdentifier, adNetworkIdentifier: AdNetworkIdentifier,
        sourceIdentifier: SourceIdentifier, timestamp: Timestamp, advertisedItemIdentifier: ItemIdentifier,
        isEligibleForReEngagement: Bool = false
    ) {
        self.identifier = identifier
        self.publisherItemIdentifier = publisherItemIdentifier
        self.adNetworkIdentifier = adNetworkIdentifier
        self.sourceIdentifier = sourceIdentifier
        self.timestamp = timestamp
        self.advertisedItemIdentifier = advertisedItemIdentifier
        self.isEligibleForReEngagement = isEligibleForReEngagement
    }

    /// Why there is no impression, or none that is signed.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Failure: Error, Equatable, Sendable {
        /// The text is not JSON.
        case json(JSONSyntaxError)
        /// Field by field, which of Apple's rules it breaks, warnings and notes included. At least one has severity `error`.
        case rules(Findings)
    }
}

// MARK: - From and to JSON

extension Impression {
    /// The impression of a payload's JSON text.
    ///
    /// A payload that comes from outside is believed only after its signature held: give that of a `VerifiedJWS`.
    ///
    /// - Throws: ``Failure`` for what is not JSON, or breaks a rule about types and values. The clock is not asked.
    public init(parsing payload: [UInt8]) throws(Failure) {
        let value: JSONValue
        do throws(JSONSyntaxError) {
            value = try JSONValue(parsing: payload)
        } catch {
            throw .json(error)
        }
        try self.init(value)
    }

    /// The impression of a payload.
    ///
    /// - Throws: ``Failure/rules(_:)`` for one that breaks a rule about types and values. The clock is not asked.
    public init(_ payload: JSONValue) throws(Failure) {
        let findings = Self.findings(of: payload)
        guard !findings.isBad(from: .error) else { throw .rules(findings) }
        try self.init(unchecked: payload)
    }

    /// The impression of a payload whose values may break rules, for what is wrong on purpose.
    ///
    /// - Throws: ``Failure/rules(_:)`` for one that is no impression at all: a value is missing, or of another type.
    package init(unchecked payload: JSONValue) throws(Failure) {
        typealias Name = ImpressionField
        guard let identifier = payload[Name.identifier]?.string,
            let publisher = payload[Name.publisherItemIdentifier]?.item,
            let network = payload[Name.adNetworkIdentifier]?.string,
            let source = payload[Name.sourceIdentifier]?.integer.flatMap({ SourceIdentifier($0) }),
            let moment = payload[Name.timestamp]?.integer,
            let advertised = payload[Name.advertisedItemIdentifier]?.item
        else { throw .rules(Self.findings(of: payload)) }
        self.init(
            identifier: identifier, publisherItemIdentifier: publisher,
            adNetworkIdentifier: AdNetworkIdentifier(unchecked: network), sourceIdentifier: source,
            timestamp: Timestamp(milliseconds: Int64(moment)), advertisedItemIdentifier: advertised,
            isEligibleForReEngagement: payload[Name.eligibleForReEngagement] == .bool(true))
    }

    /// The impression of a token's payload, which names the same network as the token's `kid`.
    package init(_ payload: JSONValue, keyID: String) throws(Failure) {
        let findings = Self.findings(of: payload, keyID: keyID)
        guard !findings.isBad(from: .error) else { throw .rules(findings) }
        try self.init(unchecked: payload)
    }

    /// What is wrong with a payload, the clock not asked.
    private static func findings(of payload: JSONValue, keyID: String? = nil) -> Findings {
        findings(of: payload, keyID: keyID, now: Timestamp(milliseconds: .max))
    }

    /// The payload, with the fields in the order of Apple's example.
    public var json: JSONValue {
        typealias Name = ImpressionField
        var members = [
            Name.identifier.member(.string(identifier)),
            Name.publisherItemIdentifier.member(.number(publisherItemIdentifier.description)),
            Name.type.member(.string("app-impression")),
            Name.adNetworkIdentifier.member(.string(adNetworkIdentifier.description)),
            Name.sourceIdentifier.member(.number(String(sourceIdentifier.number))),
            Name.timestamp.member(.number(String(timestamp.milliseconds))),
            Name.advertisedItemIdentifier.member(.number(advertisedItemIdentifier.description)),
        ]
        if isEligibleForReEngagement { members.append(Name.eligibleForReEngagement.member(.bool(true))) }
        return .object(members)
    }
}

// MARK: - Rules and signatures

extension Impression {
    /// Whether publisher item 0 makes it an impression that earns no production postback.
    public var isDevelopment: Bool { publisherItemIdentifier == .development }

    /// All that Apple's rules have against the impression, warnings and notes included.
    ///
    /// - Parameter now: what the timestamp is compared with.
    public func findings(now: Timestamp) -> Findings { Self.findings(of: json, now: now) }

    private static func findings(of payload: JSONValue, keyID: String? = nil, now: Timestamp) -> Findings {
        var examiner = Examiner()
        let header = JSONValue.string(keyID ?? "")
        let findings = payload.withView { payload in
            header.withView { examiner.findings(impression: payload, keyID: keyID == nil ? nil : $0, now: now) }
        }
        return findings.flatMap(\.self) ?? .unreadable("payload")
    }

    /// The impression as a compact JWS whose `kid` is its ad network.
    ///
    /// - Parameters:
    ///   - key: the private key that the ad network registered [Registering an ad network].
    ///   - nonce: `deterministic` gives the same token for the same impression (RFC 6979).
    ///   - now: what the timestamp is compared with.
    /// - Throws: ``Failure/rules(_:)`` if it breaks a rule of severity error.
    public func signed(
        by key: P256PrivateKey, nonce: Signer.Nonce = .random, now: Timestamp
    ) throws(Failure) -> String {
        let findings = findings(now: now)
        guard !findings.isBad(from: .error) else { throw .rules(findings) }
        do throws(JSONSyntaxError) {
            return try key.compactJWS(
                payload: Array(json.text.utf8), keyID: adNetworkIdentifier.description, nonce: nonce)
        } catch {
            throw .json(error)
        }
    }
}

extension Impression.Failure: CustomStringConvertible {
    /// What is wrong, in the words of the command line.
    public var description: String {
        switch self {
        case .json(let error): "this is not JSON: \(error)"
        case .rules(let findings): findings.description
        }
    }
}
