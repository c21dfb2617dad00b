import AdAttribution

/// The test postbacks of one conversion, one for each window that the data tier has postbacks in. What tier and window withhold
/// is left out.
func postbacks(
    tier: DataTier, from impression: Impression, fine: FineConversionValue?, coarse: CoarseConversionValue?,
    signedBy key: P256PrivateKey
) throws -> [JSONValue] {
    var request = PostbackRequest(impression)
    (request.tier, request.fine, request.coarse) = (tier, fine, coarse)
    var bodies: [JSONValue] = []
    for window in request.series { bodies.append(try window.body(signedBy: key, keyID: "acme-test/1")) }
    return bodies
}
