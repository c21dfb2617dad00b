import AdAttribution
import AttributionECDSA
import AttributionJOSE
import AttributionJSON
import AttributionOpenRTB
import SKAdNetwork

/// A part of aak that receives foreign bytes, with properties that must hold for any input.
enum FuzzTarget: String, CaseIterable {
    case json, base64url, token, key, body, plist, arguments, run
    case skadnetwork, openrtb, scenario, log, report

    /// Returns whether the part accepts an input, for comparison with other readers of the same format.
    func accepts(_ input: [UInt8]) -> Bool {
        switch self {
        case .json: (try? JSONValue(parsing: input)) != nil
        case .base64url: (try? Base64URL.decode(input)) != nil
        case .token: (try? UnverifiedJWS(compact: input)) != nil
        case .key: unsafe input.withUnsafeBytes { (try? KeyFile(unsafe SecretBytes(copying: $0))) != nil }
        case .plist: (try? PropertyList.value(ofXML: input)) != nil
        case .skadnetwork: (try? UnverifiedSKAdNetworkPostback(parsing: input)) != nil
        case .openrtb:
            OpenRTBFuzz.documents(input).request.flatMap(BidRequest.init) != nil
                && OpenRTBFuzz.documents(input).response.flatMap(BidResponse.init) != nil
        case .scenario: ScenarioFuzz.accepts(input)
        case .log: LogFuzz.accepts(input)
        case .report: ReportFuzz.accepts(input)
        case .body, .arguments, .run: false
        }
    }

    func test(_ input: UnsafeRawBufferPointer) {
        switch self {
        case .json: unsafe JSONFuzz.test(input)
        case .base64url: unsafe Base64URLFuzz.test(input)
        case .token: unsafe TokenFuzz.test(input)
        case .key: unsafe KeyFuzz.test(input)
        case .body: unsafe BodyFuzz.test(input)
        case .plist: unsafe PropertyListFuzz.test(input)
        case .arguments: unsafe ArgumentsFuzz.test(input)
        case .run: unsafe RunFuzz.test(input)
        case .skadnetwork: unsafe SKAdNetworkFuzz.test(input)
        case .openrtb: unsafe OpenRTBFuzz.test(input)
        case .scenario: unsafe ScenarioFuzz.test(input)
        case .log: unsafe LogFuzz.test(input)
        case .report: unsafe ReportFuzz.test(input)
        }
    }
}

/// Ends the fuzzer if a property does not hold, so that the input is kept.
func demand(_ holds: Bool, _ property: @autoclosure () -> String) {
    if !holds { fatalError("does not hold: \(property())") }
}
