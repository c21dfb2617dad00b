/// An ad impression, signed by an ad network and shown by a publisher app [Generating JWS impressions].
///
/// ```swift
/// let impression = Impression(
///     identifier: AttributionUUID(), publisherItemIdentifier: 1_108_187_390,
///     adNetworkIdentifier: network, sourceIdentifier: source,
///     timestamp: Timestamp(milliseconds: 1_679_790_422_446), advertisedItemIdentifier: 10_738_027_756)
/// let token = try impression.signed(by: key)
/// ```
///
/// The types keep most values within Apple's ranges. ``findings(now:)`` checks the other values, and
/// `signed(by:now:)` refuses to sign an impression that breaks a rule of severity `error`.
public struct Impression: Hashable, Sendable {
    /// A UUID, new for every impression: `AttributionUUID()`.
    public var identifier: AttributionUUID
    /// The App Store item ID of the app that shows the ad; ``ItemIdentifier/development`` for a development
    /// impression.
    public var publisherItemIdentifier: ItemIdentifier
    /// The network that signs the impression, which is also the `kid` of the token.
    public var adNetworkIdentifier: AdNetworkIdentifier
    /// The campaign as a number in ``SourceIdentifier/range``.
    public var sourceIdentifier: SourceIdentifier
    /// The time at which the network made the impression, in milliseconds.
    public var timestamp: Timestamp
    /// The App Store item ID of the advertised app, not 0.
    public var advertisedItemIdentifier: ItemIdentifier
    /// Whether a tap may lead to a re-engagement. The field is written only if it is true.
    public var isEligibleForReEngagement: Bool

    /// Creates an impression. Its values are checked when it is signed.
    public init(
        identifier: AttributionUUID = AttributionUUID(), publisherItemIdentifier: ItemIdentifier,
        adNetworkIdentifier: AdNetworkIdentifier,
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
}

// MARK: - From and to JSON

extension Impression {
    /// Reads an impression from the JSON text of a payload.
    ///
    /// Trust a received payload only after its signature was verified: pass the payload of a `VerifiedJWS`.
    ///
    /// - Throws: ``Findings``, including warnings and notes, if the text is not JSON or breaks a rule about types and
    ///   values. The timestamp is not compared with the clock.
    public init(parsing payload: some Collection<UInt8>) throws(Findings) {
        try self.init(JSONDocument(parsing: payload, orThrow: Findings.notJSON), keyID: nil)
    }

    /// Reads an impression from a string with the JSON text of a payload.
    public init(parsing payload: String) throws(Findings) { try self.init(parsing: payload.utf8) }

    /// Reads an impression from a payload.
    ///
    /// - Throws: ``Findings`` if the payload breaks a rule about types and values. The timestamp is not
    ///   compared with the clock.
    public init(_ payload: JSONValue) throws(Findings) {
        guard let document = try? JSONDocument(payload) else { throw .unreadable("payload") }
        try self.init(document, keyID: nil)
    }

    /// Reads an impression whose values may break rules, for deliberately broken impressions. Returns nil if a value cannot be read.
    package init?(unchecked payload: JSONValue) {
        typealias Name = ImpressionField
        guard let identifier = payload[Name.identifier]?.string,
            let publisher = payload[Name.publisherItemIdentifier]?.item,
            let network = payload[Name.adNetworkIdentifier]?.string,
            let source = payload[Name.sourceIdentifier]?.integer.flatMap({ SourceIdentifier($0) }),
            let moment = payload[Name.timestamp]?.integer,
            let advertised = payload[Name.advertisedItemIdentifier]?.item
        else { return nil }
        self.init(
            identifier: AttributionUUID(unchecked: identifier), publisherItemIdentifier: publisher,
            adNetworkIdentifier: AdNetworkIdentifier(unchecked: network), sourceIdentifier: source,
            timestamp: Timestamp(milliseconds: Int64(moment)), advertisedItemIdentifier: advertised,
            isEligibleForReEngagement: payload[Name.eligibleForReEngagement] == .bool(true))
    }

    /// Reads an impression from a token's payload, which must name the same network as the token's `kid`.
    package init(_ payload: JSONDocument, keyID: String?) throws(Findings) {
        let findings = Self.findings(of: payload, keyID: keyID, now: nil)
        guard !findings.hasErrors, let impression = Self(unchecked: payload.json) else { throw findings }
        self = impression
    }

    /// The payload, with its fields in the order of Apple's example.
    public var json: JSONValue {
        typealias Name = ImpressionField
        var members = [
            Name.identifier.member(.string(identifier.description)),
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
    /// Whether this is a development impression, with publisher item 0, which never leads to a production postback.
    public var isDevelopment: Bool { publisherItemIdentifier == .development }

    /// Checks the impression against Apple's rules and returns all findings, including warnings and notes.
    ///
    /// - Parameter now: The time to compare the timestamp with.
    public func findings(now: Timestamp) -> Findings {
        payload.map { Self.findings(of: $0, now: now) } ?? .unreadable("payload")
    }

    /// The payload in the bytes that are signed.
    private var payload: JSONDocument? { try? JSONDocument(json) }

    private static func findings(of payload: JSONDocument, keyID: String? = nil, now: Timestamp?) -> Findings {
        var examiner = Examiner()
        return payload.withView { payload in
            keyID.withView { examiner.findings(impression: payload, keyID: $0, now: now) }
        } ?? .unreadable("payload")
    }

    /// Returns the impression as a compact JWS whose `kid` is its ad network.
    ///
    /// - Parameters:
    ///   - signer: The private key that the ad network registered [Registering an ad network], or a signer for it.
    ///   - now: The time to compare the timestamp with.
    /// - Throws: `WrongSignatureError`, the signer's error, or ``Findings`` if it breaks a rule of severity `error`.
    public func signed(by signer: some MessageSigner, now: Timestamp = .now) async throws -> String {
        let payload = try payload(now: now)
        return try await signer.text { $0.appendToken(of: payload, keyID: adNetworkIdentifier.description, to: &$1) }
    }

    /// Returns the impression as a token, like `signed(by:now:)` for any signer, but at once: the key is in memory.
    ///
    /// - Throws: ``Findings`` if the impression breaks a rule of severity `error`, or `CryptoFailure`.
    public func signed(by key: P256PrivateKey, now: Timestamp = .now) throws -> String {
        let payload = try payload(now: now)
        return try key.textAtOnce { $0.appendToken(of: payload, keyID: adNetworkIdentifier.description, to: &$1) }
    }

    private func payload(now: Timestamp) throws(Findings) -> [UInt8] {
        guard let payload else { throw .unreadable("payload") }
        let findings = Self.findings(of: payload, now: now)
        guard !findings.hasErrors else { throw findings }
        return payload.bytes
    }
}
