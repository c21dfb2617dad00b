import AdAttribution
import Bytes
import JOSE
import StrictJSON

/// Makes the postbacks of one impression after another.
struct PostbackMaker: LineProcessor, ~Copyable {
    let context: LineContext
    private let job: PostbackJob
    private let writer: PostbackOutput
    private var recogniser = LineRecogniser()

    init(_ context: LineContext, _ job: PostbackJob) {
        self.context = context
        self.job = job
        writer = PostbackOutput(job)
    }

    mutating func process(_ line: Line, _ result: inout BatchResult) throws(Rejection) {
        let content = try recogniser.recognise(line)
        let requests: [PostbackRequest]
        do throws(Diagnostic) {
            let impression: ConvertedImpression
            if let token = try unsafe token(in: content) {
                impression = try ConvertedImpression(token: unsafe token.text)
            } else {
                impression = try ConvertedImpression(content.object.map { JSONValue($0) } ?? .null)
            }
            requests = try job.requests(for: impression, file: result.file, line: line.number)
        } catch {
            throw Rejection(error)
        }
        for request in requests {
            writer.append(request, to: &result.output)
        }
    }

    /// The token of an impression; nil for a bare payload.
    private func token(in content: LineContent) throws(Diagnostic) -> UnsafeRawBufferPointer? {
        switch content.kind {
        case .token, .openRTB, .object:
            if let problem = content.problem { throw problem }
            return unsafe content.token
        case .postbackBody, .skadnetworkPostback:
            throw Diagnostic(
                message: "this is a postback, want the impression that leads to one",
                hint: "aak decode shows what is in it")
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

    init(token: String) throws(Diagnostic) {
        let payload: JSONValue
        do throws(JWSError) {
            payload = try JSONValue(unverifiedPayloadOf: token)
        } catch {
            throw Diagnostic(error)
        }
        try self.init(payload)
    }

    init(_ payload: JSONValue) throws(Diagnostic) {
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
