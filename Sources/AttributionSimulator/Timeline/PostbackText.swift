import AdAttribution
import Bytes
import Rules
import SKAdNetwork
import StrictJSON

/// Signs the payload of an AdAttributionKit postback, or the values of an SKAdNetwork one. Whoever has a key gives one.
package protocol PostbackSealer {
    /// Appends the compact JWS of a payload.
    func appendToken(of payload: UnsafeRawBufferPointer, to output: inout ByteBuffer)
    /// Appends the `attribution-signature` of an SKAdNetwork body that lacks it, given as JSON text.
    func appendSignature(of body: UnsafeRawBufferPointer, to output: inout ByteBuffer)
}

extension PostbackDescription {
    /// Appends the body as a device would send it.
    func appendBody(sealedBy sealer: any PostbackSealer, scratch: inout ByteBuffer, to output: inout ByteBuffer) {
        switch framework {
        case .adAttributionKit:
            scratch.removeAll()
            appendPayload(to: &scratch)
            output.append(ASCII.openBrace)
            Self.append(BodyField.token.name, after: nil, to: &output)
            output.append(ASCII.quote)
            unsafe sealer.appendToken(of: scratch.bytes, to: &output)
            output.append(ASCII.quote)
            if let fine {
                Self.append(BodyField.conversionValue.name, to: &output)
                output.append(decimal: fine.rawValue)
            }
            if let coarse { Self.append(BodyField.coarseConversionValue.name, coarse.rawValue, to: &output) }
            Self.append(BodyField.interactionType.name, interaction.rawValue, to: &output)
            if let country { Self.append(BodyField.countryCode.name, country.description, to: &output) }
            output.append(ASCII.closeBrace)
        case .skAdNetwork:
            scratch.removeAll()
            appendSKAdNetwork(to: &scratch)
            unsafe output.append(scratch.bytes.part(0..<scratch.count - 1))
            Self.append(SignedField.signature.name, to: &output)
            output.append(ASCII.quote)
            unsafe sealer.appendSignature(of: scratch.bytes, to: &output)
            output.append("\"}")
        }
    }

    /// Appends what is signed, with the fields in the order of Apple's example.
    package func appendPayload(to output: inout ByteBuffer) {
        typealias Name = PostbackField
        output.append(ASCII.openBrace)
        Self.append(Name.identifier.name, after: nil, to: &output)
        output.append(ASCII.quote)
        identifier.append(to: &output, uppercase: true)
        output.append(ASCII.quote)
        if let publisher {
            Self.append(Name.publisherItemIdentifier.name, to: &output)
            Self.append(publisher, to: &output)
        }
        if let marketplace { Self.append(Name.marketplaceIdentifier.name, marketplace, to: &output) }
        Self.append(Name.impressionType.name, "app-impression", to: &output)
        Self.append(Name.adNetworkIdentifier.name, network, to: &output)
        Self.append(Name.didWin.name, didWin, to: &output)
        Self.append(Name.sequenceIndex.name, to: &output)
        output.append(decimal: window.rawValue)
        Self.append(Name.conversionType.name, type.rawValue, to: &output)
        Self.append(Name.sourceIdentifier.name, source.description, to: &output)
        Self.append(Name.advertisedItemIdentifier.name, to: &output)
        Self.append(advertised, to: &output)
        output.append(ASCII.closeBrace)
    }

    /// SKAdNetwork's version as its postbacks write it.
    package var versionText: String { version.map { "\($0 / 10).\($0 % 10)" } ?? "" }

    /// Appends the whole body but for its signature.
    private func appendSKAdNetwork(to output: inout ByteBuffer) {
        let version = version ?? 40
        output.append(ASCII.openBrace)
        Self.append(SignedField.version.name, after: nil, to: &output)
        output.append(ASCII.quote)
        output.append(text: versionText)
        output.append(ASCII.quote)
        Self.append(SignedField.adNetworkID.name, network, to: &output)
        if version >= 40 {
            Self.append(SignedField.sourceIdentifier.name, source.description, to: &output)
        } else if let campaign {
            Self.append(SignedField.campaignID.name, to: &output)
            output.append(decimal: campaign)
        }
        Self.append(SignedField.appID.name, to: &output)
        Self.append(advertised, to: &output)
        Self.append(SignedField.transactionID.name, to: &output)
        output.append(ASCII.quote)
        identifier.append(to: &output)
        output.append(ASCII.quote)
        Self.append(SignedField.redownload.name, type == .redownload, to: &output)
        if let publisher {
            Self.append(SignedField.sourceAppID.name, to: &output)
            Self.append(publisher, to: &output)
        }
        if let sourceDomain { Self.append(SignedField.sourceDomain.name, sourceDomain, to: &output) }
        if version >= 22, let fidelity {
            Self.append(SignedField.fidelityType.name, to: &output)
            output.append(decimal: fidelity)
        }
        if version >= 30 { Self.append(SignedField.didWin.name, didWin, to: &output) }
        if let fine {
            Self.append(SignedField.conversionValue.name, to: &output)
            output.append(decimal: fine.rawValue)
        }
        if let coarse { Self.append(SignedField.coarseConversionValue.name, coarse.rawValue, to: &output) }
        if let country { Self.append(SignedField.countryCode.name, country.description, to: &output) }
        if version >= 40 {
            Self.append(SignedField.postbackSequenceIndex.name, to: &output)
            output.append(decimal: window.rawValue)
        }
        output.append(ASCII.closeBrace)
    }

    /// Appends a member's name, behind the member before it.
    @inline(__always)
    private static func append(
        _ name: StaticString, after separator: UInt8? = ASCII.comma, to output: inout ByteBuffer
    ) {
        if let separator { output.append(separator) }
        output.append(ASCII.quote)
        output.append(name)
        output.append("\":")
    }

    private static func append(_ name: StaticString, _ value: Bool, to output: inout ByteBuffer) {
        append(name, to: &output)
        output.append(value ? "true" : "false")
    }

    @inline(__always)
    private static func append(_ name: StaticString, _ text: String, to output: inout ByteBuffer) {
        append(name, to: &output)
        JSONText.appendString(text, to: &output)
    }

    static func append(_ number: UInt64, to output: inout ByteBuffer) {
        if let small = Int(exactly: number) {
            output.append(decimal: small)
        } else {
            output.append(text: String(number))
        }
    }

    /// The name of a field in a body of this framework.
    package func name(of field: Disclosure.Field) -> StaticString {
        switch (framework, field) {
        case (.skAdNetwork, .publisher): (isWeb ? SignedField.sourceDomain : .sourceAppID).name
        case (_, .publisher): PostbackField.publisherItemIdentifier.name
        case (_, .marketplace): PostbackField.marketplaceIdentifier.name
        // Both frameworks call these the same.
        case (_, .fineValue): BodyField.conversionValue.name
        case (_, .coarseValue): BodyField.coarseConversionValue.name
        case (_, .country): BodyField.countryCode.name
        }
    }
}
