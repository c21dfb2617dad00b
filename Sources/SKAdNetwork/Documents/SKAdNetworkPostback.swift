import AdAttribution
import Bytes
import ECDSA
import StrictJSON

/// What the signed part of a postback says [Verifying an install-validation postback].
///
/// It can only be had from a ``VerifiedSKAdNetworkPostback``.
public struct SKAdNetworkPostback: Equatable, Sendable {
    /// The version whose order is signed.
    public let version: SKAdNetworkVersion
    /// As it was signed, which may be in capitals: compare it by ``isFor(_:)``.
    public let adNetworkIdentifier: String
    /// As many digits of the source identifier as crowd anonymity allows.
    public let campaign: SKAdNetworkCampaign
    /// The advertised app.
    public let appIdentifier: ItemIdentifier
    /// The UUID by which a conversion is counted once, as Apple wrote it.
    public let transactionIdentifier: String
    /// Whether the account had installed the app before; nil in version 1.0.
    public let isRedownload: Bool?
    /// Where the ad was shown, past the privacy threshold only.
    public let source: SKAdNetworkSource?
    /// Nil before version 2.2.
    public let fidelity: FidelityType?
    /// False for a qualifying ad that did not win; nil before version 3.0, which tells winners only.
    public let didWin: Bool?
    /// Nil before version 4.0, which sends one postback only.
    public let window: ConversionWindow?

    /// Whether the postback is for a network, whatever the case of its letters.
    public func isFor(_ network: AdNetworkIdentifier) -> Bool {
        adNetworkIdentifier.lowercased().utf8.elementsEqual(network.description.utf8)
    }

    /// Nil for values that no rule lets through.
    init?(_ reader: borrowing SignedReader) {
        version = reader.order.version
        guard let network = reader[.adNetworkID]?.string, let transaction = reader[.transactionID]?.string,
            let app = reader[.appID]?.unsignedInteger
        else { return nil }
        adNetworkIdentifier = network
        transactionIdentifier = transaction
        appIdentifier = ItemIdentifier(rawValue: app)
        if version.hasSourceIdentifier {
            guard let source = reader[.sourceIdentifier].flatMap({ SourceIdentifier($0.string) }) else { return nil }
            campaign = .source(source)
        } else {
            guard let number = reader[.campaignID]?.unsignedInteger,
                let campaign = Int(exactly: number).flatMap(CampaignIdentifier.init)
            else { return nil }
            self.campaign = .campaign(campaign)
        }
        func signed(_ field: SignedField) -> JSONView? {
            reader.order.fields.contains(field) ? reader[field] : nil
        }
        isRedownload = signed(.redownload).map { $0.kind == .true }
        didWin = signed(.didWin).map { $0.kind == .true }
        if let item = signed(.sourceAppID) {
            guard let number = item.unsignedInteger else { return nil }
            source = .app(ItemIdentifier(rawValue: number))
        } else {
            source = signed(.sourceDomain).map { .domain($0.string) }
        }
        if let value = signed(.fidelityType) {
            guard let fidelity = value.unsignedInteger.flatMap({ FidelityType(rawValue: Int(clamping: $0)) }) else {
                return nil
            }
            self.fidelity = fidelity
        } else {
            fidelity = nil
        }
        if let value = signed(.postbackSequenceIndex) {
            guard let window = value.unsignedInteger.flatMap({ ConversionWindow(rawValue: Int(clamping: $0)) }) else {
                return nil
            }
            self.window = window
        } else {
            window = nil
        }
    }
}

/// The fields of a postback that nobody signed: whoever saw it on its way can have changed them.
public struct SKAdNetworkUnsignedFields: Equatable, Sendable {
    /// What the conversion was worth; nil where none was set or the tier withholds it.
    public let conversionValue: ConversionValue?
    /// Only of tier 3.
    public let country: CountryCode?

    init(_ reader: borrowing SignedReader) {
        if let fine = reader[.conversionValue]?.unsignedInteger.flatMap({
            FineConversionValue(rawValue: Int(clamping: $0))
        }) {
            conversionValue = .fine(fine)
        } else {
            conversionValue = (reader[.coarseConversionValue]?.string).flatMap(CoarseConversionValue.init)
                .map(ConversionValue.coarse)
        }
        country = (reader[.countryCode]?.string).flatMap { CountryCode($0) }
    }
}

/// A postback that could be verified, but was not: nothing in it may be believed.
///
/// ```swift
/// let body = try UnverifiedSKAdNetworkPostback(parsing: request)
/// let postback = try body.verified(by: SKAdNetworkKeys())
/// count(postback.signed.transactionIdentifier, postback.signed.didWin)
/// ```
public struct UnverifiedSKAdNetworkPostback: Sendable {
    /// The version whose order is signed.
    public let version: SKAdNetworkVersion
    private let body: [UInt8]
    private let signedText: [UInt8]
    private let signature: [UInt8]

    /// Why a body is no postback that can be trusted.
    public enum Failure: Error, Equatable, Sendable {
        /// It is not JSON, or lacks what its version signs.
        case malformed(SKAdNetworkFault)
        /// The version's signatures are on P-192, which this build of libcrypto does not offer.
        case unknownKey
        /// The signature is not one of a trusted key, or the text is not the one that was signed.
        case signature
        /// A value that Apple never sends.
        case values
    }

    /// Reads a body as far as that takes no key.
    public init(parsing text: [UInt8]) throws(Failure) {
        var index = JSONIndex()
        var reader = SignedReader()
        let fault: SKAdNetworkFault? = unsafe text.withUnsafeBytes { bytes in
            do throws(JSONSyntaxError) {
                try unsafe index.scan(bytes)
            } catch {
                return .json(error)
            }
            guard let root = unsafe index.root(of: bytes) else { return .notObject(.null) }
            return reader.read(root, as: .postback)
        }
        if let fault { throw .malformed(fault) }
        version = reader.order.version
        body = text
        signedText = unsafe [UInt8](reader.signedText)
        signature = unsafe [UInt8](reader.derSignature)
    }

    /// The postback, if a trusted key signed it.
    public func verified(by keys: SKAdNetworkKeys) throws(Failure) -> VerifiedSKAdNetworkPostback {
        let owner = try owner(keys)
        var index = JSONIndex()
        var reader = SignedReader()
        let verified: VerifiedSKAdNetworkPostback? = unsafe body.withUnsafeBytes { bytes in
            guard (try? unsafe index.scan(bytes)) != nil, let root = unsafe index.root(of: bytes),
                reader.read(root, as: .postback) == nil, let signed = SKAdNetworkPostback(reader)
            else { return nil }
            return VerifiedSKAdNetworkPostback(
                signed: signed, unsigned: SKAdNetworkUnsignedFields(reader), key: owner)
        }
        guard let verified else { throw .values }
        return verified
    }

    private func owner(_ keys: SKAdNetworkKeys) throws(Failure) -> SKAdNetworkKeys.Owner {
        switch version.curve {
        case .p256:
            if SKAdNetworkKeys.appleP256.isValidSignature(derRepresentation: signature, for: signedText) {
                return .appleP256
            }
        case .p192:
            if let key = keys.p192, key.isValidSignature(derRepresentation: signature, for: signedText) {
                return .appleP192
            }
        }
        if keys.local.contains(where: { $0.isValidSignature(derRepresentation: signature, for: signedText) }) {
            return .local
        }
        throw version.curve == .p192 && keys.p192 == nil ? .unknownKey : .signature
    }
}

/// A postback whose signature held. Only ``UnverifiedSKAdNetworkPostback/verified(by:)`` makes one.
public struct VerifiedSKAdNetworkPostback: Equatable, Sendable {
    /// What the key's owner signed.
    public let signed: SKAdNetworkPostback
    /// What came with it, from whomever.
    public let unsigned: SKAdNetworkUnsignedFields
    /// Whose key it is. Only Apple's count.
    public let key: SKAdNetworkKeys.Owner

    fileprivate init(
        signed: SKAdNetworkPostback, unsigned: SKAdNetworkUnsignedFields, key: SKAdNetworkKeys.Owner
    ) {
        self.signed = signed
        self.unsigned = unsigned
        self.key = key
    }
}
