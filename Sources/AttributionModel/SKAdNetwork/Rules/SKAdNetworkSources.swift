extension Subject {
    package static let skAdNetworkAd = Subject(
        "skan-ad", "a signed SKAdNetwork ad", consequence: "the ad may be shown, but no postback comes")
    package static let skAdNetworkPostback = Subject(
        "skan-postback", "a SKAdNetwork postback", consequence: "Apple's devices send no such postback")
}

extension Article {
    static let signingAds = Article("StoreKit: Generating the signature to validate StoreKit-rendered ads")
    static let signingViews = Article("StoreKit: Generating the signature to validate view-through ads")
    static let signingWebAds = Article("SKAdNetwork for Web Ads: Generating a signature for attributable web ads")
    static let verifyingPostbacks = Article("StoreKit: Verifying an install-validation postback")
    static let receivingSKAdNetworkPostbacks = receivingPostbacks.ofStoreKit()
    static let conversionWindows = multipleConversionWindows.ofStoreKit()
    static let registering = registeringAnAdNetwork.ofStoreKit()
    static let carriedOverWindows = multipleConversionWindows.ofStoreKit("inferred from its table")
}

/// The errors of StoreKit Test for each fault. Which error belongs to which fault is inferred from the names.
extension PlatformError {
    private static func test(_ name: String) -> PlatformError {
        PlatformError("SKAdTestError." + name, reporter: "StoreKit Test throws")
    }

    static let missingSignature = test("missingSignature")
    static let signatureVerificationFailed = test("signatureVerificationFailed")
    static let invalidVersion = test("invalidVersion")
    static let invalidCampaignID = test("invalidCampaignId")
    static let invalidSourceIdentifier = test("invalidSourceIdentifier")
    static let invalidSourceApp = test("invalidSourceAppAdamId")
    static let invalidSourceDomain = test("invalidSourceDomain")
    static let invalidImpressionID = test("invalidImpressionId")
    static let invalidConversionValue = test("invalidConversionValue")
    static let invalidRunnerUp = test("invalidRunnerUpPostback")
    static let missingNetwork = test("signatureMissingAdNetworkId")
    static let missingCampaign = test("signatureMissingCampaignId")
    static let missingSourceIdentifier = test("signatureMissingSourceIdentifier")
    static let missingItem = test("signatureMissingAppAdamId")
    static let missingNonce = test("signatureMissingNonce")
    static let missingSourceApp = test("signatureMissingSourceAppAdamId")
    static let missingFidelity = test("signatureMissingFidelityType")
    static let missingTimestamp = test("signatureMissingTimestamp")
}
