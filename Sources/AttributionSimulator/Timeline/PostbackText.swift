import AdAttribution
import AttributionBase

extension PostbackDescription {
    /// Appends the body as a device would send it.
    func append(to output: inout ByteBuffer, by writer: PostbackWriter) {
        guard let version else { return writer.append(values, to: &output) }
        writer.append(values(of: version), to: &output)
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
