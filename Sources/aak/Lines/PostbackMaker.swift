import AdAttribution
import AttributionInspection
import Bytes
import StrictJSON

/// Makes the postbacks of one impression after another.
struct PostbackMaker: LineProcessor, ~Copyable {
    let context: LineContext
    private let job: PostbackJob
    private let writer: PostbackOutput

    init(_ context: LineContext, _ job: PostbackJob) {
        self.context = context
        self.job = job
        writer = PostbackOutput(job)
    }

    mutating func process(_ line: Line, _ result: inout BatchResult) throws(Rejection) {
        let requests: [PostbackRequest]
        do throws(Diagnostic) {
            let impression = try ConvertedImpression(unsafe [UInt8](line.bytes))
            requests = try job.requests(for: impression, file: result.file, line: line.number)
        } catch {
            throw Rejection(error)
        }
        for request in requests {
            writer.append(request, to: &result.output)
        }
    }
}

/// What an impression says about a conversion that it leads to. It is the user's own, so it is not verified.
struct ConvertedImpression {
    let network: AdNetworkIdentifier
    let advertised: ItemIdentifier
    let publisher: ItemIdentifier
    let source: SourceIdentifier
    let isEligible: Bool

    /// - Parameter input: a token, an OpenRTB object around one, or a bare payload.
    init(_ input: [UInt8]) throws(Diagnostic) {
        let decoded = DecodedInput(unverified: input)
        guard decoded.kind != .postback, decoded.kind != .skadnetworkPostback, decoded.kind != .skadnetworkAd else {
            throw Diagnostic(
                message: "this is a postback, want the impression that leads to one",
                hint: "aak decode shows what is in it")
        }
        // Its signature does not matter here.
        let fault = decoded.faults.first {
            if case .token(let error) = $0 { error.stage != .signature } else { true }
        }
        if let fault { throw Diagnostic(fault) }
        try self.init(decoded.payload ?? .null)
    }

    private init(_ payload: JSONValue) throws(Diagnostic) {
        guard case .string(let network)? = payload["ad-network-identifier"] else {
            throw Self.fault("ad-network-identifier", "a string", payload)
        }
        func item(_ name: String) throws(Diagnostic) -> ItemIdentifier {
            guard case .number(let text)? = payload[name], let item = ItemIdentifier(text) else {
                throw Self.fault(name, "an integer", payload)
            }
            return item
        }
        advertised = try item("advertised-item-identifier")
        publisher = try item("publisher-item-identifier")
        guard case .number(let text)? = payload["source-identifier"], let number = Int(text),
            let source = SourceIdentifier(number)
        else { throw Self.fault("source-identifier", "an integer from 10 to 9999", payload) }
        self.source = source
        self.network = AdNetworkIdentifier(unchecked: network)
        isEligible = payload["eligible-for-re-engagement"] == .bool(true)
    }

    private static func fault(_ name: String, _ wanted: String, _ payload: JSONValue) -> Diagnostic {
        Diagnostic(
            field: name,
            message: "\"\(name)\" is \(payload[name]?.text ?? "missing"), want \(wanted) as in an impression",
            hint: "check the impression with: aak validate TOKEN")
    }
}
