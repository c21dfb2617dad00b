import AdAttribution
import Bytes
import ECDSA
import Rules
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
    /// The UUID by which a conversion is counted once, as Apple wrote it: in version 4.0 once for each ``window``, since the
    /// postbacks of one conversion may share it.
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
        // Of ASCII alone: there are other letters whose lowercase is one of ASCII.
        adNetworkIdentifier.utf8.lazy.map { ASCII.isUppercase($0) ? $0 | 0x20 : $0 }
            .elementsEqual(network.description.utf8)
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

    /// Nil for a field that is there and holds none of its values.
    init?(_ reader: borrowing SignedReader) {
        if let value = reader[.conversionValue] {
            guard let fine = value.unsignedInteger.flatMap({ FineConversionValue(rawValue: Int(clamping: $0)) }) else {
                return nil
            }
            conversionValue = .fine(fine)
        } else if let value = reader[.coarseConversionValue] {
            guard let coarse = CoarseConversionValue(rawValue: value.string) else { return nil }
            conversionValue = .coarse(coarse)
        } else {
            conversionValue = nil
        }
        if let value = reader[.countryCode] {
            guard let code = CountryCode(value.string) else { return nil }
            country = code
        } else {
            country = nil
        }
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
    private let network: [UInt8]?

    /// Why a body is no postback that can be trusted.
    public enum Failure: Error, Equatable, Sendable {
        /// It is not JSON, or lacks what its version signs.
        case malformed(SKAdNetworkFault)
        /// The version's signatures are on P-192, which this build of libcrypto does not offer.
        case unknownKey
        /// The signature is not one of a trusted key, or the text is not the one that was signed.
        case signature
        /// Field by field, which rules it breaks, in signed and unsigned fields: Apple's, and that an object is one message.
        /// Each has severity `error`.
        case rules([Finding])
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
        guard unsafe text.withUnsafeBytes({ unsafe index.root(of: $0)?.member(BodyField.token.name) == nil }) else {
            throw .rules([InputRules.twoMessages(SignedField.signature.name, BodyField.token.name)])
        }
        version = reader.order.version
        body = text
        signedText = unsafe [UInt8](reader.signedText)
        signature = unsafe [UInt8](reader.derSignature)
        network = unsafe text.withUnsafeBytes { bytes in
            unsafe index.root(of: bytes)?.member(SignedField.adNetworkID.name).map { Array($0.string.utf8) }
        }
    }

    /// The postback, if a trusted key signed it and it keeps to Apple's rules.
    public func verified(by keys: SKAdNetworkKeys) throws(Failure) -> VerifiedSKAdNetworkPostback {
        let owner = try owner(keys)
        return try unsafe body.withUnsafeBytes { bytes in unsafe Self.read(bytes, signedBy: owner) }.get()
    }

    private static func read(
        _ bytes: UnsafeRawBufferPointer, signedBy owner: SKAdNetworkKeys.Owner
    ) -> Result<VerifiedSKAdNetworkPostback, Failure> {
        var index = JSONIndex()
        do throws(JSONSyntaxError) {
            try unsafe index.scan(bytes)
        } catch {
            return .failure(.malformed(.json(error)))
        }
        guard let root = unsafe index.root(of: bytes) else { return .failure(.malformed(.notObject(.null))) }
        var reader = SignedReader()
        if let fault = reader.read(root, as: .postback) { return .failure(.malformed(fault)) }
        var examiner = SKAdNetworkExaminer()
        // No rule about postbacks asks for the time.
        let findings = examiner.findings(of: root, as: .postback, now: Timestamp(milliseconds: .max))
        guard !findings.isBad(from: .error), let signed = SKAdNetworkPostback(reader),
            let unsigned = SKAdNetworkUnsignedFields(reader)
        else {
            let errors = findings.filter { $0.severity == .error }
            return .failure(.rules(errors.isEmpty ? Findings.unreadable("*").list : errors))
        }
        return .success(
            VerifiedSKAdNetworkPostback(
                signed: signed, unsigned: unsigned, key: owner, notes: findings.filter { $0.severity < .error }))
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
        if keys.local(for: network).contains(where: {
            $0.isValidSignature(derRepresentation: signature, for: signedText)
        }) {
            return .local
        }
        throw version.curve == .p192 && keys.p192 == nil ? .unknownKey : .signature
    }
}

/// A postback whose signature held and which keeps to Apple's rules. Only ``UnverifiedSKAdNetworkPostback/verified(by:)`` makes
/// one.
public struct VerifiedSKAdNetworkPostback: Equatable, Sendable {
    /// What the key's owner signed.
    public let signed: SKAdNetworkPostback
    /// What came with it, from whomever.
    public let unsigned: SKAdNetworkUnsignedFields
    /// Whose key it is. Only Apple's count.
    public let key: SKAdNetworkKeys.Owner
    /// Warnings and notes of Apple's rules, such as fields that are not known.
    public let notes: [Finding]

    fileprivate init(
        signed: SKAdNetworkPostback, unsigned: SKAdNetworkUnsignedFields, key: SKAdNetworkKeys.Owner, notes: [Finding]
    ) {
        self.signed = signed
        self.unsigned = unsigned
        self.key = key
        self.notes = notes
    }
}

extension UnverifiedSKAdNetworkPostback.Failure: CustomStringConvertible {
    /// What is wrong, in the words of the command line.
    public var description: String {
        switch self {
        case .malformed(let fault): fault.description
        case .unknownKey: "this libcrypto has no P-192, on which Apple signs versions 1.0 and 2.0"
        case .signature: "the signature is not one of the version's key over the postback's values"
        case .rules(let findings): findings.map(\.description).joined(separator: "\n")
        }
    }
}
