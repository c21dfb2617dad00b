import AdAttribution
import Bytes
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
            output.append("{\"jws-string\":\"")
            unsafe sealer.appendToken(of: scratch.bytes, to: &output)
            output.append(ASCII.quote)
            if let fine {
                output.append(",\"conversion-value\":")
                output.append(decimal: fine.rawValue)
            }
            if let coarse { Self.append(",\"coarse-conversion-value\":", coarse.rawValue, to: &output) }
            Self.append(",\"ad-interaction-type\":", interaction.rawValue, to: &output)
            if let country { Self.append(",\"country-code\":", country.description, to: &output) }
            output.append(ASCII.closeBrace)
        case .skAdNetwork:
            scratch.removeAll()
            appendSKAdNetwork(to: &scratch)
            unsafe output.append(scratch.bytes.part(0..<scratch.count - 1))
            output.append(",\"attribution-signature\":\"")
            unsafe sealer.appendSignature(of: scratch.bytes, to: &output)
            output.append("\"}")
        }
    }

    /// Appends what is signed, with the fields in the order of Apple's example.
    package func appendPayload(to output: inout ByteBuffer) {
        output.append("{\"postback-identifier\":\"")
        identifier.append(to: &output, uppercase: true)
        output.append(ASCII.quote)
        if let publisher {
            output.append(",\"publisher-item-identifier\":")
            Self.append(publisher, to: &output)
        }
        if let marketplace { Self.append(",\"marketplace-identifier\":", marketplace, to: &output) }
        Self.append(",\"impression-type\":\"app-impression\",\"ad-network-identifier\":", network, to: &output)
        output.append(didWin ? ",\"did-win\":true" : ",\"did-win\":false")
        output.append(",\"postback-sequence-index\":")
        output.append(decimal: window.rawValue)
        Self.append(",\"conversion-type\":", type.rawValue, to: &output)
        Self.append(",\"source-identifier\":", source.description, to: &output)
        output.append(",\"advertised-item-identifier\":")
        Self.append(advertised, to: &output)
        output.append(ASCII.closeBrace)
    }

    /// SKAdNetwork's version as its postbacks write it.
    package var versionText: String { version.map { "\($0 / 10).\($0 % 10)" } ?? "" }

    /// Appends the whole body but for its signature.
    private func appendSKAdNetwork(to output: inout ByteBuffer) {
        let version = version ?? 40
        output.append("{\"version\":\"")
        output.append(text: versionText)
        output.append(ASCII.quote)
        Self.append(",\"ad-network-id\":", network, to: &output)
        if version >= 40 {
            Self.append(",\"source-identifier\":", source.description, to: &output)
        } else if let campaign {
            output.append(",\"campaign-id\":")
            output.append(decimal: campaign)
        }
        output.append(",\"app-id\":")
        Self.append(advertised, to: &output)
        output.append(",\"transaction-id\":\"")
        identifier.append(to: &output)
        output.append(type == .redownload ? "\",\"redownload\":true" : "\",\"redownload\":false")
        if let publisher {
            output.append(",\"source-app-id\":")
            Self.append(publisher, to: &output)
        }
        if let sourceDomain { Self.append(",\"source-domain\":", sourceDomain, to: &output) }
        if version >= 22, let fidelity {
            output.append(",\"fidelity-type\":")
            output.append(decimal: fidelity)
        }
        if version >= 30 { output.append(didWin ? ",\"did-win\":true" : ",\"did-win\":false") }
        if let fine {
            output.append(",\"conversion-value\":")
            output.append(decimal: fine.rawValue)
        }
        if let coarse { Self.append(",\"coarse-conversion-value\":", coarse.rawValue, to: &output) }
        if let country { Self.append(",\"country-code\":", country.description, to: &output) }
        if version >= 40 {
            output.append(",\"postback-sequence-index\":")
            output.append(decimal: window.rawValue)
        }
        output.append(ASCII.closeBrace)
    }

    @inline(__always)
    private static func append(_ name: StaticString, _ text: String, to output: inout ByteBuffer) {
        output.append(name)
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
        switch field {
        case .publisher:
            framework == .adAttributionKit
                ? "publisher-item-identifier" : isWeb ? "source-domain" : "source-app-id"
        case .marketplace: "marketplace-identifier"
        case .fineValue: "conversion-value"
        case .coarseValue: "coarse-conversion-value"
        case .country: "country-code"
        }
    }
}
