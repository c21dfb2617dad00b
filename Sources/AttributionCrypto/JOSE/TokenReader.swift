import AttributionBase

/// The result of reading a compact JWS. A broken part does not prevent the others from being read.
package struct TokenReading {
    /// Whether the header could be read. If so, the reader's ``TokenReader/header`` has it.
    package fileprivate(set) var hasHeader = false
    /// The range of the payload's JSON text in the output buffer; nil if the payload could not be read.
    package fileprivate(set) var payload: Range<Int>?
    /// Whether ES256 could verify the signature. If so, the reader's ``TokenReader/signature`` has it.
    package fileprivate(set) var hasSignature = false
    /// The range of the signed bytes: header and payload as written, with the dot between them.
    package fileprivate(set) var signed = 0..<0
    /// Whether the token has faults. If so, the reader's ``TokenReader/faults`` has them.
    package fileprivate(set) var hasFaults = false
}

/// Reads compact JWS (RFC 7515 §3.1) one after another and reuses its memory.
///
/// Most tokens of a stream have the same header, so a header that equals the last one is not parsed again.
package struct TokenReader: ~Copyable {
    /// The last result. It stays here, because copying it would take as long as decoding the signature.
    package private(set) var reading = TokenReading()
    /// The JSON text of the last readable header, without white space between its tokens.
    package private(set) var header = ByteBuffer()
    /// What comes before a payload that is shown with the last readable header: `{"header":…,"payload":`.
    private var introduction = ByteBuffer()
    /// The number of headers so far. It increases with each new ``header``, so that a caller can cache what depends on the header.
    package private(set) var headerNumber = 0
    /// The faults of the last readable header that prevent verification with ES256.
    private var headerFaults: [JWSError] = []
    /// Whether the last readable header allows verification with ES256.
    private var headerIsForES256 = false
    private var headerIndex = JSONIndex()
    private var encodedHeader = ByteBuffer()
    private var payloadIndex = JSONIndex()
    private var scratch = ByteBuffer()
    /// The last readable signature: r then s, 64 bytes.
    package private(set) var signature = ByteBuffer()
    /// All faults of the last token, in the order of RFC 7515 §5.2: components, header, payload, signature.
    package private(set) var faults: [JWSError] = []

    private let checksSignatures: Bool

    /// - Parameter checksSignatures: Whether a signature must have the form that ES256 requires. Otherwise, any base64url is accepted.
    package init(checksSignatures: Bool = true) { self.checksSignatures = checksSignatures }

    /// The last readable header as a value, valid until the next header is read.
    package var headerView: JSONView? { headerNumber > 0 ? unsafe headerIndex.root(of: header.bytes) : nil }

    /// Returns the last payload as a value. Its text must still be the end of `output`, from offset `start` on.
    package func payloadView(in output: borrowing ByteBuffer, from start: Int) -> JSONView? {
        unsafe payloadIndex.root(of: output.bytes(from: start))
    }

    /// Returns the header and the payload of the last token, as far as they could be read.
    ///
    /// - Parameter payload: The buffer to which ``read(_:payloadTo:introducesHeader:)`` appended the payload. It must have been empty
    ///   before.
    consuming func documents(payload: consuming ByteBuffer) -> (header: JSONDocument?, payload: JSONDocument?) {
        let (hasHeader, hasPayload) = (reading.hasHeader, reading.payload != nil)
        return (
            hasHeader ? JSONDocument(header, headerIndex) : nil, hasPayload ? JSONDocument(payload, payloadIndex) : nil
        )
    }

    /// Decodes all parts that can be decoded, and stores the result in ``reading``.
    ///
    /// - Parameters:
    ///   - output: Receives the payload's JSON text without white space between its tokens, if the payload is JSON.
    ///   - introducesHeader: Whether to append `{"header":…,"payload":` before the payload, which saves a copy when the token is shown.
    ///     Nothing is added unless the token has three parts and both header and payload can be read.
    package mutating func read(
        _ token: ByteView, payloadTo output: inout ByteBuffer, introducesHeader: Bool = false
    ) {
        forgetFaults()
        reading = TokenReading()
        if !readParts(token, payloadTo: &output, introducesHeader) {
            forgetFaults()
            reading = TokenReading()
            readFragments(token, payloadTo: &output)
        }
        reading.hasFaults = !faults.isEmpty
    }

    // Most bad tokens have a single fault. Removing faults one by one is then faster than removing all.
    private mutating func forgetFaults() { while faults.popLast() != nil {} }

    /// - Returns: False unless there are three parts. Then nothing is appended to the output.
    private mutating func readParts(
        _ token: ByteView, payloadTo output: inout ByteBuffer, _ introducesHeader: Bool
    ) -> Bool {
        let known = endOfKnownHeader(token)
        guard let first = known ?? token.firstOffset(of: ASCII.dot) else { return false }
        if known == nil, let fault = readHeader(token.part(0..<first)) {
            faults.append(fault)
        } else {
            reading.hasHeader = true
            if !headerFaults.isEmpty { faults += headerFaults }
        }
        let whole = output.count
        if introducesHeader, reading.hasHeader { output.append(introduction) }
        let start = output.count
        guard let second = appendPayload(token, from: first + 1, to: &output) else {
            output.truncate(to: whole)
            return false
        }
        reading.signed = 0..<second
        if output.count == start { output.truncate(to: whole) } else { reading.payload = start..<output.count }
        // If the algorithm is not ES256, the length of its signatures is unknown.
        let isForES256 = checksSignatures && reading.hasHeader && headerIsForES256
        let signature = token.part(second + 1..<token.count)
        if let fault = readSignature(signature, isForES256: isForES256) {
            // A signature with a dot is never readable, so only here it is checked whether there are more parts.
            if signature.firstOffset(of: ASCII.dot) != nil {
                output.truncate(to: whole)
                return false
            }
            faults.append(fault)
        } else {
            reading.hasSignature = isForES256
        }
        return true
    }

    /// Reads the header and payload of a text that has too few or too many parts.
    private mutating func readFragments(_ token: ByteView, payloadTo output: inout ByteBuffer) {
        faults.append(.componentCount(token.occurrences(of: ASCII.dot) + 1))
        guard let first = token.firstOffset(of: ASCII.dot) else { return }
        let second = token.firstOffset(of: ASCII.dot, from: first + 1) ?? token.count
        reading.hasHeader = readHeader(token.part(0..<first)) == nil
        let start = output.count
        if Base64URL.decode(token.part(first + 1..<second), to: &output) == nil,
            Self.scan(&output, from: start, index: &payloadIndex) == nil
        {
            reading.payload = start..<output.count
        } else {
            output.truncate(to: start)
        }
    }

    // MARK: - Parts

    /// Returns the offset of the first dot in a token that begins with the last readable header, which contains no dot.
    @inline(__always)
    private func endOfKnownHeader(_ token: ByteView) -> Int? {
        let end = encodedHeader.count
        guard headerNumber > 0, token.count > end, token[end] == ASCII.dot,
            encodedHeader.withBytes({ token.part(0..<end).elementsEqual($0) })
        else { return nil }
        return end
    }

    private mutating func readHeader(_ encoded: ByteView) -> JWSError? {
        // A broken header must not replace the last readable one, so it is read into scratch memory.
        scratch.removeAll()
        if let error = Base64URL.decode(encoded, to: &scratch) { return .encoding(.header, error) }
        if let error = Self.scan(&scratch, from: 0, index: &payloadIndex) { return .syntax(.header, error) }
        swap(&header, &scratch)
        swap(&headerIndex, &payloadIndex)
        introduction.removeAll()
        introduction.openObject()
        introduction.member(DecodedMember.header.name, json: header)
        introduction.member(DecodedMember.payload.name)
        encodedHeader.removeAll()
        encodedHeader.append(encoded)
        headerNumber += 1
        headerFaults = headerView.map { JWSHeader.faults(of: $0) } ?? [.headerNotObject(.null)]
        headerIsForES256 = !headerFaults.contains(where: \.concernsAlgorithm)
        return nil
    }

    /// Appends the payload that begins at an offset of the token, or notes why it cannot be read.
    ///
    /// - Returns: The offset of the dot after the payload; nil if there is none.
    private mutating func appendPayload(_ token: ByteView, from first: Int, to output: inout ByteBuffer) -> Int? {
        let start = output.count
        var (count, fault) = Base64URL.decodeRun(token.part(first..<token.count), to: &output)
        var end = first + count
        if token.byte(at: end) != ASCII.dot {
            output.truncate(to: start)
            guard let dot = token.firstOffset(of: ASCII.dot, from: end) else { return nil }
            fault = .character(token[end], offset: count)
            end = dot
        }
        if let fault {
            faults.append(.encoding(.payload, fault))
        } else if let error = Self.scan(&output, from: start, index: &payloadIndex) {
            output.truncate(to: start)
            faults.append(.syntax(.payload, error))
        }
        return end
    }

    /// Scans the end of a buffer and removes white space. The index then matches the compacted text.
    private static func scan(_ buffer: inout ByteBuffer, from start: Int, index: inout JSONIndex) -> JSONSyntaxError? {
        do throws(JSONSyntaxError) {
            try unsafe index.scan(buffer.bytes(from: start))
            guard index.hasInsignificantSpace else { return nil }
            JSONText.compact(&buffer, from: start)
            try unsafe index.scan(buffer.bytes(from: start))
            return nil
        } catch {
            return error
        }
    }

    private mutating func readSignature(_ encoded: ByteView, isForES256: Bool) -> JWSError? {
        signature.removeAll()
        if let error = Base64URL.decode(encoded, to: &signature) {
            let hexadecimal = isForES256 ? JWSError.hexadecimalSignature(encoded) : nil
            return hexadecimal ?? .encoding(.signature, error)
        }
        guard isForES256 else { return nil }
        guard signature.count == ECDSASignature.count else {
            return .wrongLength(of: signature.array(), text: encoded)
        }
        return signature.withBytes { ECDSASignature.isInRange($0) } ? nil : .signatureRange
    }
}

extension ByteView {
    /// Whether a text begins like a token, with the base64url of `{"`.
    @inlinable package var beginsLikeToken: Bool {
        count >= 3 && self[0] == UInt8(ascii: "e") && self[1] == UInt8(ascii: "y")
            && self[2] == UInt8(ascii: "J")
    }
}
