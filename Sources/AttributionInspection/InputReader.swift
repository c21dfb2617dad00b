import Bytes
import JOSE
import StrictJSON

/// Reads one input after another: what it is, and what its token says. Verifying, validating and decoding all begin here.
struct InputReader: ~Copyable {
    private var recogniser = InputRecogniser()
    private(set) var tokens: TokenReader

    /// - Parameter checksSignatures: whether a signature must be one that ES256 could verify, and not only base64url.
    init(checksSignatures: Bool = true) { tokens = TokenReader(checksSignatures: checksSignatures) }

    /// An input and its token, as far as they could be read. Valid while the input is looked at.
    @safe
    struct Reading {
        let input: RecognisedInput
        /// What came of its token, where it has one.
        let token: TokenReading?
    }

    /// - Parameters:
    ///   - text: the input without white space around it.
    ///   - output: gets the payload's JSON text.
    ///   - introducesHeader: as ``TokenReader/read(_:payloadTo:introducesHeader:)`` has it.
    mutating func read(
        _ text: UnsafeRawBufferPointer, payloadTo output: inout ByteBuffer, introducesHeader: Bool = false
    ) throws(InputFault) -> Reading {
        let input = try unsafe recogniser.recognise(text)
        guard let token = unsafe input.token else { return Reading(input: input, token: nil) }
        return Reading(
            input: input,
            token: unsafe tokens.read(token, payloadTo: &output, introducesHeader: introducesHeader))
    }

    /// Reads a text whose place says that it is a token: nothing else is looked for in it.
    mutating func read(
        token text: UnsafeRawBufferPointer, payloadTo output: inout ByteBuffer, introducesHeader: Bool = false
    ) -> Reading {
        let token = unsafe tokens.read(text, payloadTo: &output, introducesHeader: introducesHeader)
        return unsafe Reading(input: RecognisedInput(.token, token: text), token: token)
    }

    /// The payload of the token read last, which must still lie where it was appended.
    func payload(of reading: TokenReading, in output: borrowing ByteBuffer) -> JSONView? {
        reading.payload.flatMap { tokens.payloadView(in: output, from: $0.lowerBound) }
    }
}

extension JSONView {
    /// Appends an object without one of its members.
    func appendMembers(without name: StaticString, to output: inout ByteBuffer) {
        output.append(ASCII.openBrace)
        var isFirst = true
        var members = members
        while let member = members.next() {
            if member.name.isString(name) { continue }
            if !isFirst { output.append(ASCII.comma) }
            isFirst = false
            unsafe output.append(member.name.raw)
            output.append(ASCII.colon)
            JSONText.appendCompact(member.value, to: &output)
        }
        output.append(ASCII.closeBrace)
    }
}
