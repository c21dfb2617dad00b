import AdAttribution

/// The test postbacks of one conversion, one for each window that the data tier has postbacks in. What a window withholds is left
/// out of its postback.
func postbacks(
    tier: DataTier, from impression: Impression, fine: FineConversionValue?, coarse: CoarseConversionValue?,
    signedBy key: P256PrivateKey
) throws -> [JSONValue] {
    var request = PostbackRequest(impression)
    (request.tier, request.fine, request.coarse) = (tier, fine, coarse)
    var bodies: [JSONValue] = []
    for window in try request.series { bodies.append(try window.body(signedBy: key, keyID: "acme-test/1")) }
    return bodies
}
