import AttributionBase
import AttributionCrypto

/// Reads postbacks without verifying them. Its memory is reused.
package struct PostbackReader: ~Copyable {
    private var reader = InputReader(checksSignatures: false)
    private var payload = ByteBuffer()

    package init() {}

    /// The contents of an input, valid until the next one is read.
    @safe
    package enum Content {
        /// The payload of a token, and the body around it; nil for a bare token.
        case adAttributionKit(payload: JSONView, body: JSONView?)
        case skAdNetwork(JSONView)
        /// A token or a signed object that is not a postback.
        case other
        /// An object of an unknown kind, or without a signature.
        case unrecognised
    }

    /// - Parameter text: The input, without white space around it.
    package mutating func read(_ text: ByteView) throws(InputFault) -> Content {
        payload.removeAll()
        return try reader.open(text, nil, payloadTo: &payload) ? content(of: reader.reading) : .other
    }

    /// - Parameter object: An object that is already parsed, such as the body in a line of a timeline.
    package mutating func read(_ object: JSONView) throws(InputFault) -> Content {
        payload.removeAll()
        try reader.open(object, payloadTo: &payload)
        return try content(of: reader.reading)
    }

    private func content(of reading: InputReader.ReadInput) throws(InputFault) -> Content {
        if let fault = reading.input.fault { throw fault }
        if let token = reading.token {
            if let fault = reader.tokens.faults.first { throw .token(fault) }
            guard reading.input.form == .token || reading.input.form == .postbackBody,
                let payload = reader.payload(of: token, in: payload), InputKind.ofPayload(payload) == .postback
            else { return .other }
            return .adAttributionKit(payload: payload, body: reading.input.body)
        }
        guard case .skAdNetwork(let form) = reading.input.form, let object = reading.input.object else {
            return .unrecognised
        }
        return form == .postback ? .skAdNetwork(object) : .other
    }
}
