import AdAttribution

/// The postback that SKAdNetwork would send of the same conversion.
func skAdNetworkPostback(
    of request: PostbackRequest, version: SKAdNetworkVersion, campaign: CampaignIdentifier, signedBy key: P256PrivateKey
) throws -> JSONValue {
    var postback = SKAdNetworkPostbackRequest(request, version: version)
    // Before version 4.0 a campaign takes the place of the source identifier.
    postback.campaignIdentifier = campaign
    return try postback.body(signedBy: key)
}
