import Bytes
import OpenRTB
import SKAdNetwork
import StrictJSON

/// An object of either framework in a bid request or response, with where it lies.
package struct BidObject {
    enum Content {
        case token([UInt8])
        /// An ad by OpenRTB's names.
        case ad(JSONValue)
        /// What a request offers, or what should hold a token and does not.
        case other(JSONValue, InputFault?)
    }

    package let path: String
    let content: Content

    /// All of them in order, what is offered in a request before what is signed in a response.
    ///
    /// - Returns: nil for what is no request or response, nor a part of one.
    package static func all(in text: UnsafeRawBufferPointer) -> [BidObject]? {
        guard let document = try? JSONValue(parsing: unsafe [UInt8](text)) else { return nil }
        let inputs = unsafe BidInput.all(in: text)
        guard !inputs.isEmpty || document["seatbid"] != nil || document["imp"] != nil else { return nil }
        return inputs.map { input in
            let content: Content =
                switch input.content {
                case .token(let token): .token(token)
                case .ad(let object): .ad(object)
                case .noToken(let found):
                    .other(.object([]), found.map { .tokenNotString(.jwt, found: $0) } ?? .noSignature)
                case .offer: .other(input.object.object, nil)
                case .noObject(let finding): .other(.object([]), .rules(finding, others: []))
                }
            return BidObject(path: input.path, content: content)
        }
    }
}

extension InputDecoder {
    /// Decodes an object of a bid request or response, as ``append(_:of:to:wasFound:)`` does an input, with its path.
    package mutating func append(
        _ selection: Selection, of bid: BidObject, to output: inout ByteBuffer, wasFound: (Int) -> Void = { _ in }
    ) -> Outcome {
        let start = output.count
        var outcome = Outcome()
        forgetFaults()
        switch bid.content {
        case .token(let token):
            unsafe token.withUnsafeBytes { token in
                unsafe append(selection, ofToken: token, &outcome, to: &output, wasFound)
            }
        case .ad(let object):
            let isRead: Void? = object.withView {
                append(selection, of: $0, as: .ad(.openRTB), &outcome, to: &output, wasFound)
            }
            if isRead == nil { faults.append(.noSignature) }
        case .other(let object, let fault?):
            if case .object(let members) = object, members.isEmpty { faults.append(fault) }
        case .other(let object, nil):
            let isRead: Void? = object.withView {
                append(selection, of: $0, as: nil, &outcome, to: &output, wasFound)
            }
            if isRead == nil { faults.append(.noSignature) }
        }
        guard selection == .everything, outcome.shown != nil, output.count > start else { return outcome }
        output.truncate(to: output.count - 1)
        output.append(",\"path\":")
        JSONText.appendString(bid.path, to: &output)
        output.append(ASCII.closeBrace)
        return outcome
    }
}

extension JSONView {
    /// Whether an object is a bid request or response.
    var isBidDocument: Bool { member(named: "seatbid") != nil || member(named: "imp") != nil }
}
