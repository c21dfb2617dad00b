extension Article {
    package static let generatingJWSImpressions = Article("Generating JWS impressions")
    package static let registeringAnAdNetwork = Article("Registering an ad network")
    package static let identifyingPostbackParameters = Article("Identifying the parameters in a postback")
    package static let multipleConversionWindows = Article("Receiving postbacks in multiple conversion windows")
    package static let receivingPostbacks = Article("Receiving ad attributions and postbacks")
    package static let verifyingAPostback = Article("Verifying a postback")
    package static let creatingPostbacks = Article("Creating postbacks in developer settings")
    package static let configuringAttributionRules = Article("Configuring attribution rules for your app")
    package static let advertisedApp = Article("Configuring an advertised app")
    package static let publisherApp = Article("Configuring a publisher app")
    package static let jws = Article("RFC 7515, JSON Web Signature")
    package static let json = Article("RFC 8259, The JavaScript Object Notation (JSON) Data Interchange Format")
    /// For rules that aak itself sets.
    package static let commandLine = Article("aak(1)")

    private static let carriedOver = "documented for SKAdNetwork, applied to AdAttributionKit"
    package static let receivingStoreKitPostbacks = receivingPostbacks.ofStoreKit(carriedOver)
    package static let updatePostbackConversionValue = Article("updatePostbackConversionValue")
    package static let updatingConversionValues = updatePostbackConversionValue.ofStoreKit(carriedOver)

    /// Returns the StoreKit article that has the same title as an article about AdAttributionKit.
    package func ofStoreKit(_ note: String? = nil) -> Article { Article("StoreKit: " + title, note: note) }
}

extension Subject {
    private static let readerRefuses = "a receiver must reject the input"
    private static let neverSent = "Apple's devices send no such postback, so something else made it"

    package static let token = Subject(
        "token", "a signed token (compact JWS)", consequence: readerRefuses)
    package static let impression = Subject(
        "impression", "the payload of a signed impression", consequence: readerRefuses)
    package static let postback = Subject("postback", "the signed token of a postback", consequence: neverSent)
    package static let body = Subject(
        "body", "the body of a postback, outside the signed token", consequence: neverSent)
    package static let configuration = Subject(
        "configuration", "an app's attribution settings",
        consequence: "the system does not read it as intended")
    package static let request = Subject(
        "request", "the options of a command", consequence: "Apple's devices would neither send nor accept it")
    package static let input = Subject(
        "input", "the raw line or file",
        consequence: "nothing in the input can be checked")
    package static let run = Subject("run", "the input or output of a command", consequence: "the input does not count")

    /// Whether violations of this subject's rules are found in the content of inputs that could be read.
    package var isOfMessages: Bool { ![.request, .input, .run].contains(self) }
}

/// The cases of `AdAttributionKitError` for tokens. Which case belongs to which fault is inferred from the names, because Apple does not
/// document it.
extension PlatformError {
    package static let components = device("invalidImpressionJWSComponents", since: "iOS 18.0")
    package static let header = device("invalidImpressionJWSHeader", since: "iOS 17.4")
    package static let payload = device("invalidImpressionJWSPayload", since: "iOS 17.4")
    package static let signature = device("invalidImpressionJWSSignature", since: "iOS 18.0")

    private static func device(_ name: String, since version: String) -> PlatformError {
        PlatformError(name, reporter: "a device throws", since: version)
    }
}
