import AdAttribution

let keys = TrustedKeys(productionOnly: true)

/// The HTTP status for a body that a device sent.
func receive(_ request: [UInt8], trusting keys: TrustedKeys = keys) -> Int {
    do throws(PostbackBody.Failure) {
        let postback = try PostbackBody(parsing: request).verified(by: keys)
        // The signed identifier is what makes a conversion count once.
        store(postback.signed.identifier, postback.signed.sourceIdentifier, postback.unsigned.conversionValue)
        return 200
    } catch {
        log("refused: \(error)")
        return 400
    }
}
