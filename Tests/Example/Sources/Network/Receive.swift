import AdAttribution

/// The article "Verify on a server".
struct Receiver {
    var keys = TrustedKeys(productionOnly: true)
    private(set) var counted: Set<String> = []

    /// The HTTP status for a postback that was sent.
    mutating func receive(_ request: [UInt8]) -> Int {
        do throws(PostbackBody.Failure) {
            let postback = try PostbackBody(parsing: request).verified(by: keys)
            // The signed identifier is what makes a conversion count once.
            counted.insert(postback.signed.identifier)
            return 200
        } catch {
            return 400
        }
    }
}
