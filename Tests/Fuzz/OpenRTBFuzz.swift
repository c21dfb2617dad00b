import AdAttribution
import JOSE
import OpenRTB
import StrictJSON

/// Bid requests and responses: whatever they hold, every object that is found and every report on one lies where it says.
///
/// The first line of an input is a request, the rest a response.
enum OpenRTBFuzz {
    private static let key = ExampleKey.privateKey.publicKey

    static func documents(_ input: [UInt8]) -> (request: JSONValue?, response: JSONValue?) {
        let parts = input.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
        return (parts.first.flatMap(parse), parts.count > 1 ? parse(parts[1]) : nil)
    }

    private static func parse(_ text: ArraySlice<UInt8>) -> JSONValue? { try? JSONValue(parsing: Array(text)) }

    static func test(_ input: UnsafeRawBufferPointer) {
        let (request, response) = documents(unsafe [UInt8](input))
        for document in [request, response].compactMap({ $0 }) {
            for located in LocatedBidObject.all(in: document) {
                demand(lies(located.object, at: located.path, in: document), "an object lies at \(located.path)")
            }
        }
        guard let response, let bids = BidResponse(response) else { return }
        let empty = JSONValue.object([.init("imp", .array([]))])
        guard let offered = request.flatMap(BidRequest.init) ?? BidRequest(empty) else { return }
        for keys in [[], [key]] {
            let reports = BidCheck(request: offered, keys: keys).reports(on: bids)
            for report in reports {
                demand(lies(nil, at: report.path, in: response), "a report is on an object: \(report.path)")
                demand(report.isGood == !report.findings.isBad(from: .error), "a report with an error is not good")
                demand(report.findings.list.count <= 100, "findings have an end")
                let json = report.json
                demand((try? JSONValue(parsing: Array(json.text.utf8))) == json, "a report is JSON")
            }
        }
    }

    /// Whether a path leads to an object, or to anything for nil. Names may hold dots and brackets themselves.
    private static func lies(_ object: JSONValue?, at path: String, in value: JSONValue) -> Bool {
        lies(object, Array(path.utf8)[...], in: value, isFirst: true)
    }

    private static func lies(
        _ object: JSONValue?, _ path: ArraySlice<UInt8>, in value: JSONValue, isFirst: Bool
    ) -> Bool {
        if path.isEmpty { return object.map { $0 == value } ?? true }
        switch value {
        case .object(let members):
            guard isFirst || path.first == UInt8(ascii: ".") else { return false }
            let rest = isFirst ? path : path.dropFirst()
            return members.contains { member in
                rest.starts(with: member.name.utf8)
                    && lies(
                        object, rest.dropFirst(member.name.utf8.count), in: member.value,
                        // A member without a name at the top leaves nothing in the path.
                        isFirst: isFirst && member.name.isEmpty)
            }
        case .array(let elements):
            guard path.first == UInt8(ascii: "["), let end = path.firstIndex(of: UInt8(ascii: "]")),
                let index = Int(String(decoding: path[path.index(after: path.startIndex)..<end], as: UTF8.self)),
                elements.indices.contains(index)
            else { return false }
            return lies(object, path[(end + 1)...], in: elements[index], isFirst: false)
        default: return false
        }
    }
}
