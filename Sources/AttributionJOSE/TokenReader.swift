import AttributionBytes
import AttributionECDSA
import AttributionJSON

/// What came of taking a compact JWS apart: a broken part does not hide what the others say.
package struct TokenReading {
    /// Whether the header could be read; then it is the reader's ``TokenReader/header``.
    package fileprivate(set) var hasHeader = false
    /// Where the payload's JSON text lies in the buffer that it was appended to; nil if it could not be read.
    package fileprivate(set) var payload: Range<Int>?
    /// Whether the signature is one that ES256 could verify; then it is the reader's ``TokenReader/signature``.
    package fileprivate(set) var hasSignature = false
    /// What the signature is of: header and payload with the dot between them, just as they came.
    package fileprivate(set) var signed = 0..<0
    /// Whether anything is wrong with the token; then it is in the reader's ``TokenReader/faults``.
    package fileprivate(set) var hasFaults = false
}

/// Takes one compact JWS after another apart (RFC 7515 §3.1), reusing its memory.
///
/// The tokens of a stream mostly share their header, so a header equal to the last one is not read again.
package struct TokenReader: ~Copyable {
    /// The last good header's JSON text, without white space between its tokens.
    package private(set) var header = ByteBuffer()
    /// Grows by one with each new ``header``, so that what follows from it is worked out once.
    package private(set) var headerNumber = 0
    /// Why nothing under the last good header could be verified by ES256.
    private var headerFaults: [JWSError] = []
    /// Whether the last good header is one that ES256 could go with.
    private var headerIsForES256 = false
    private var headerIndex = JSONIndex()
    private var encodedHeader = ByteBuffer()
    private var payloadIndex = JSONIndex()
    private var scratch = ByteBuffer()
    /// The signature read last: r then s, 64 bytes.
    package private(set) var signature = ByteBuffer()
    /// All that is wrong with the token read last, in the order of RFC 7515 §5.2: components, header, payload, signature.
    package private(set) var faults: [JWSError] = []

    private let checksSignatures: Bool

    /// - Parameter checksSignatures: whether a signature must be one that ES256 could verify, and not only base64url.
    package init(checksSignatures: Bool = true) { self.checksSignatures = checksSignatures }

    /// The last good header's value. Valid until the next one is read.
    package var headerView: JSONView? { unsafe headerNumber > 0 ? headerIndex.root(of: header.bytes) : nil }

    /// The value of the payload read last, which must still lie at the end of `output` from offset `start` on.
    package func payloadView(in output: borrowing ByteBuffer, from start: Int) -> JSONView? {
        unsafe payloadIndex.root(of: output.bytes(from: start))
    }

    /// Decodes all parts that can be decoded.
    ///
    /// - Parameters:
    ///   - output: gets the payload's JSON text, without white space between its tokens, if it is JSON.
    ///   - introducesHeader: whether `{"header":…,"payload":` is to stand before the payload, so that a token that is shown
    ///     is copied no further; left out of a token without three parts, or without a header and payload that can be read.
    package mutating func read(
        _ token: UnsafeRawBufferPointer, payloadTo output: inout ByteBuffer, introducesHeader: Bool = false
    ) -> TokenReading {
        forgetFaults()
        var reading = unsafe readParts(token, payloadTo: &output, introducesHeader)
        reading.hasFaults = !faults.isEmpty
        return reading
    }

    // One by one, which for the one fault of most bad tokens is cheaper than all at once.
    private mutating func forgetFaults() { while faults.popLast() != nil {} }

    private mutating func readParts(
        _ token: UnsafeRawBufferPointer, payloadTo output: inout ByteBuffer, _ introducesHeader: Bool
    ) -> TokenReading {
        let known = unsafe endOfKnownHeader(token)
        guard let first = unsafe known ?? token.firstOffset(of: ASCII.dot),
            let second = unsafe token.firstOffset(of: ASCII.dot, from: first + 1)
        else { return unsafe readFragments(token, payloadTo: &output) }
        var reading = TokenReading()
        reading.signed = 0..<second
        if known == nil, let fault = unsafe readHeader(token.part(0..<first)) {
            faults.append(fault)
        } else {
            reading.hasHeader = true
            if !headerFaults.isEmpty { faults += headerFaults }
        }
        let whole = output.count
        if introducesHeader, reading.hasHeader {
            output.openObject()
            unsafe output.member("header", json: header.bytes)
            output.member("payload")
        }
        let start = output.count
        if let fault = unsafe appendPayload(token.part(first + 1..<second), to: &output) {
            faults.append(fault)
            output.truncate(to: whole)
        } else {
            reading.payload = start..<output.count
        }
        // What is not for ES256 has no length that ES256 could ask for.
        let isForES256 = checksSignatures && reading.hasHeader && headerIsForES256
        let signature = unsafe token.part(second + 1..<token.count)
        if let fault = unsafe readSignature(signature, isForES256: isForES256) {
            // No signature with a dot in it can be read, so only here more parts need to be looked for.
            if unsafe signature.firstOffset(of: ASCII.dot) != nil {
                output.truncate(to: whole)
                forgetFaults()
                return unsafe readFragments(token, payloadTo: &output)
            }
            faults.append(fault)
        } else {
            reading.hasSignature = isForES256
        }
        return reading
    }

    /// Reads what stands where header and payload would, in a text that has too few parts or too many.
    private mutating func readFragments(
        _ token: UnsafeRawBufferPointer, payloadTo output: inout ByteBuffer
    ) -> TokenReading {
        var reading = TokenReading()
        faults.append(.componentCount(unsafe token.occurrences(of: ASCII.dot) + 1))
        guard let first = unsafe token.firstOffset(of: ASCII.dot) else { return reading }
        let second = unsafe token.firstOffset(of: ASCII.dot, from: first + 1) ?? token.count
        reading.hasHeader = unsafe readHeader(token.part(0..<first)) == nil
        let start = output.count
        if unsafe appendPayload(token.part(first + 1..<second), to: &output) == nil {
            reading.payload = start..<output.count
        }
        return reading
    }

    // MARK: - Parts

    /// Where the first dot is in a token with the last good header, which has none itself.
    @inline(__always)
    private func endOfKnownHeader(_ token: UnsafeRawBufferPointer) -> Int? {
        let end = encodedHeader.count
        guard headerNumber > 0, token.count > end, unsafe token[end] == ASCII.dot,
            unsafe token.part(0..<end).elementsEqual(encodedHeader.bytes)
        else { return nil }
        return end
    }

    private mutating func readHeader(_ encoded: UnsafeRawBufferPointer) -> JWSError? {
        // Read aside, so that a broken header does not put the last good one out of mind.
        scratch.removeAll()
        if let error = unsafe Base64URL.decode(encoded, to: &scratch) { return .encoding(.header, error) }
        if let error = Self.scan(&scratch, from: 0, index: &payloadIndex) { return .syntax(.header, error) }
        swap(&header, &scratch)
        swap(&headerIndex, &payloadIndex)
        encodedHeader.removeAll()
        unsafe encodedHeader.append(encoded)
        headerNumber += 1
        headerFaults = headerView.map { JWSHeader.faults(of: $0) } ?? [.headerNotObject(.null)]
        headerIsForES256 = !headerFaults.contains(where: \.concernsAlgorithm)
        return nil
    }

    private mutating func appendPayload(_ encoded: UnsafeRawBufferPointer, to output: inout ByteBuffer) -> JWSError? {
        let start = output.count
        if let error = unsafe Base64URL.decode(encoded, to: &output) { return .encoding(.payload, error) }
        guard let error = Self.scan(&output, from: start, index: &payloadIndex) else { return nil }
        output.truncate(to: start)
        return .syntax(.payload, error)
    }

    /// Scans the end of a buffer and drops white space; the index then fits the compacted text.
    private static func scan(
        _ buffer: inout ByteBuffer, from start: Int, index: inout JSONIndex
    ) -> JSONSyntaxError? {
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

    private mutating func readSignature(_ encoded: UnsafeRawBufferPointer, isForES256: Bool) -> JWSError? {
        signature.removeAll()
        if let error = unsafe Base64URL.decode(encoded, to: &signature) {
            // Those of a DER signature are no canonical base64url, whatever they mean.
            guard isForES256, unsafe JWSError.SignatureLook.isHexadecimal(encoded) else {
                return .encoding(.signature, error)
            }
            return .signatureLength(encoded.count / 2, .hexadecimal)
        }
        guard isForES256 else { return nil }
        guard signature.count == RawSignature.count else {
            return unsafe .signatureLength(signature.count, .init(signature.array(), text: encoded))
        }
        return unsafe RawSignature.isInRange(signature.bytes) ? nil : .signatureRange
    }
}

extension UnsafeRawBufferPointer {
    /// Whether a text begins like a token, with the base64url of `{"`.
    @inlinable package var beginsLikeToken: Bool {
        unsafe count >= 3 && self[0] == UInt8(ascii: "e") && self[1] == UInt8(ascii: "y")
            && self[2] == UInt8(ascii: "J")
    }
}

extension JSONValue {
    /// The payload of a token that nobody verified: for those who look at it beside the signature.
    package init(unverifiedPayloadOf token: String) throws(JWSError) {
        let bytes = Array(token.utf8)
        let result = unsafe bytes.withUnsafeBytes { text in
            Result { () throws(JWSError) in
                var reader = TokenReader(checksSignatures: false)
                var payload = ByteBuffer()
                _ = unsafe reader.read(text.trimmed, payloadTo: &payload)
                let fault = reader.faults.first { $0.isUnreadable && $0.stage != .signature }
                if let fault { throw fault }
                guard let view = reader.payloadView(in: payload, from: 0) else {
                    throw .syntax(.payload, JSONSyntaxError(.empty, at: 0))
                }
                return JSONValue(view)
            }
        }
        self = try result.get()
    }
}
