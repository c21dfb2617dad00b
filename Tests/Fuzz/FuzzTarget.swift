import AttributionBase
import AttributionCrypto
import AttributionModel

/// A part of aak that receives foreign bytes, with properties that must hold for any input.
enum FuzzTarget: String, CaseIterable {
    case json, base64url, token, key, body, plist, arguments, run
    case skadnetwork, openrtb, scenario, log, report

    /// Returns whether the part accepts an input, for comparison with other readers of the same format.
    func accepts(_ input: [UInt8]) -> Bool {
        switch self {
        case .json: (try? JSONValue(parsing: input)) != nil
        case .base64url: (try? Base64URL.decode(input)) != nil
        case .token: (try? UnverifiedJWS(parsing: input)) != nil
        // A key within another form is told apart by its wrappings, and other readers do not look for any.
        case .key: (try? KeyFile(SecretBytes(copying: input)))?.wrappings.isEmpty == true
        case .plist: (try? PropertyList.value(of: input)) != nil
        case .skadnetwork: (try? UnverifiedSKAdNetworkPostback(parsing: input)) != nil
        case .openrtb:
            OpenRTBFuzz.documents(input).request.flatMap { try? BidRequest($0) } != nil
                && OpenRTBFuzz.documents(input).response.flatMap { try? BidResponse($0) } != nil
        case .scenario: ScenarioFuzz.accepts(input)
        case .log: LogFuzz.accepts(input)
        case .report: ReportFuzz.accepts(input)
        case .body, .arguments, .run: false
        }
    }

    func test(_ input: ByteView) {
        switch self {
        case .json: JSONFuzz.test(input)
        case .base64url: Base64URLFuzz.test(input)
        case .token: TokenFuzz.test(input)
        case .key: KeyFuzz.test(input)
        case .body: BodyFuzz.test(input)
        case .plist: PropertyListFuzz.test(input)
        case .arguments: ArgumentsFuzz.test(input)
        case .run: RunFuzz.test(input)
        case .skadnetwork: SKAdNetworkFuzz.test(input)
        case .openrtb: OpenRTBFuzz.test(input)
        case .scenario: ScenarioFuzz.test(input)
        case .log: LogFuzz.test(input)
        case .report: ReportFuzz.test(input)
        }
    }
}

/// Ends the fuzzer if a property does not hold, so that the input is kept.
func demand(_ holds: Bool, _ property: @autoclosure () -> String) {
    if !holds { fatalError("does not hold: \(property())") }
}
