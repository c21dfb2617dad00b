import AdAttribution
import AttributionBase

/// Signs the payload of an AdAttributionKit postback, or the values of a SKAdNetwork postback. It is supplied by the
/// caller, which has the key.
package protocol BodySigning {
    /// Appends the compact JWS of a payload.
    func appendToken(of payload: ByteView, to output: inout ByteBuffer)
    /// Appends the `attribution-signature` of the text that a version of SKAdNetwork signs.
    func appendSignature(of text: ByteView, to output: inout ByteBuffer)
}

extension PostbackDescription {
    /// Appends the body as a device would send it.
    func appendBody(signedBy signer: any BodySigning, scratch: inout ByteBuffer, to output: inout ByteBuffer) {
        if let version {
            return values(of: version).append(to: &output, signing: &scratch) {
                signer.appendSignature(of: $0, to: &$1)
            }
        }
        let values = values
        scratch.removeAll()
        values.appendPayload(to: &scratch)
        output.openObject()
        output.member(BodyField.token.name) { unsafe signer.appendToken(of: scratch.bytes, to: &$0) }
        values.appendUnsigned(to: &output)
        output.closeObject()
    }

    private var values: PostbackValues {
        PostbackValues(
            identifier: .uuid(identifier, uppercase: true), publisher: publisher, marketplace: marketplace,
            network: network, didWin: didWin, window: window, type: type, source: source, advertised: advertised,
            fine: fine, coarse: coarse, interaction: interaction, country: country)
    }

    private func values(of version: SKAdNetworkVersion) -> SKAdNetworkPostbackValues {
        SKAdNetworkPostbackValues(
            version: version, network: network, campaign: impression.skAdNetwork?.campaign, source: source,
            item: advertised,
            transaction: .uuid(identifier), isRedownload: type == .redownload, sourceApp: publisher,
            sourceDomain: sourceDomain, fidelity: impression.skAdNetwork?.fidelity, didWin: didWin, fine: fine,
            coarse: coarse, window: window,
            country: country, forced: [])
    }

    /// Returns the name of a field in a body of this framework.
    package func name(of field: Disclosure.Field) -> StaticString {
        if version != nil, let field = field.skAdNetworkField(isWeb: isWeb) { return field.name }
        return field.postbackField.name
    }
}
