import AttributionBase

/// Reads a DER key of any form. Returns the form, the private half if there is one, and the public half.
package func readDERKey(
    _ der: ByteView
) throws(KeyError) -> (DERKeyKind, P256PrivateKey?, P256PublicKey) {
    let key = try DERKey(der)
    guard key.scalar != nil else { return (key.kind, nil, try P256PublicKey(checked: key.point)) }
    let privateKey = try P256PrivateKey(key)
    return (key.kind, privateKey, privateKey.publicKey)
}
