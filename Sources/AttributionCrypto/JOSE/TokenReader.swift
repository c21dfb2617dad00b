import AttributionBase

/// The result of separating a compact JWS. A broken part does not hide the others.
package struct TokenReading {
    /// Whether the header could be read. If so, it is the reader's ``TokenReader/header``.
    package fileprivate(set) var hasHeader = false
    /// The range of the payload's JSON text in the output buffer; nil if the payload could not be read.
    package fileprivate(set) var payload: Range<Int>?
    /// Whether ES256 could verify the signature. If so, it is the reader's ``TokenReader/signature``.
    package fileprivate(set) var hasSignature = false
    /// The range of the signed bytes: header and payload as written, with the dot between them.
    package fileprivate(set) var signed = 0..<0
    /// Whether the token has faults. If so, they are the reader's ``TokenReader/faults``.
    package fileprivate(set) var hasFaults = false
}

/// A reader that separates compact JWS (RFC 7515 §3.1) one after another and reuses its memory.
///
/// Most tokens of a stream have the same header, so a header equal to the last one is not read again.
package struct TokenReader: ~Copyable {
    /// The last good header's JSON text, without white space between its tokens.
    package private(set) var header = ByteBuffer()
    /// The number of headers so far. It grows by one with each new ``header``, so that a caller can cache what
    /// depends on it.
    package private(set) var headerNumber = 0
    /// The faults of the last good header that prevent verification by ES256.
    private var headerFaults: [JWSError] = []
    /// Whether the last good header is compatible with ES256.
    private var headerIsForES256 = false
    private var headerIndex = JSONIndex()
    private var encodedHeader = ByteBuffer()
    private var payloadIndex = JSONIndex()
    private var scratch = ByteBuffer()
    /// The last signature that was read: r then s, 64 bytes.
    package private(set) var signature = ByteBuffer()
    /// All faults of the last token, in the order of RFC 7515 §5.2: components, header, payload, signature.
    package private(set) var faults: [JWSError] = []

    private let checksSignatures: Bool

    /// - Parameter checksSignatures: Whether a signature must be one that ES256 could verify, and not only base64url.
    package init(checksSignatures: Bool = true) { self.checksSignatures = checksSignatures }

    /// The last good header as a value. Valid until the next header is read.
    package var headerView: JSONView? { unsafe headerNumber > 0 ? headerIndex.root(of: header.bytes) : nil }

    /// Returns the last payload as a value. Its text must still be at the end of `output`, from offset `start` on.
    package func payloadView(in output: borrowing ByteBuffer, from start: Int) -> JSONView? {
        unsafe payloadIndex.root(of: output.bytes(from: start))
    }

    /// Decodes all parts that can be decoded.
    ///
    /// - Parameters:
    ///   - output: Receives the payload's JSON text without white space between its tokens, if the payload is JSON.
    ///   - introducesHeader: Whether to append `{"header":…,"payload":` before the payload, which saves a copy when
    ///     the token is shown. Nothing is added unless the token has three parts and both header and payload can be
    ///     read.
    package mutating func read(
        _ token: ByteView, payloadTo output: inout ByteBuffer, introducesHeader: Bool = false
    ) -> TokenReading {
        forgetFaults()
        var reading = readParts(token, payloadTo: &output, introducesHeader)
        reading.hasFaults = !faults.isEmpty
        return reading
    }

    // Removing faults one by one is faster than all at once, because most bad tokens have a single fault.
    private mutating func forgetFaults() { while faults.popLast() != nil {} }

    private mutating func readParts(
        _ token: ByteView, payloadTo output: inout ByteBuffer, _ introducesHeader: Bool
    ) -> TokenReading {
        let known = endOfKnownHeader(token)
        guard let first = known ?? token.firstOffset(of: ASCII.dot),
            let second = token.firstOffset(of: ASCII.dot, from: first + 1)
        else { return readFragments(token, payloadTo: &output) }
        var reading = TokenReading()
        reading.signed = 0..<second
        if known == nil, let fault = readHeader(token.part(0..<first)) {
            faults.append(fault)
        } else {
            reading.hasHeader = true
            if !headerFaults.isEmpty { faults += headerFaults }
        }
        let whole = output.count
        if introducesHeader, reading.hasHeader {
            output.openObject()
            output.member("header", json: header)
            output.member("payload")
        }
        let start = output.count
        if let fault = appendPayload(token.part(first + 1..<second), to: &output) {
            faults.append(fault)
            output.truncate(to: whole)
        } else {
            reading.payload = start..<output.count
        }
        // For other algorithms, the required signature length is unknown.
        let isForES256 = checksSignatures && reading.hasHeader && headerIsForES256
        let signature = token.part(second + 1..<token.count)
        if let fault = readSignature(signature, isForES256: isForES256) {
            // A signature that contains a dot is never readable, so extra parts are only looked for here.
            if signature.firstOffset(of: ASCII.dot) != nil {
                output.truncate(to: whole)
                forgetFaults()
                return readFragments(token, payloadTo: &output)
            }
            faults.append(fault)
        } else {
            reading.hasSignature = isForES256
        }
        return reading
    }

    /// Reads the header and payload of a text that has too few or too many parts.
    private mutating func readFragments(_ token: ByteView, payloadTo output: inout ByteBuffer) -> TokenReading {
        var reading = TokenReading()
        faults.append(.componentCount(token.occurrences(of: ASCII.dot) + 1))
        guard let first = token.firstOffset(of: ASCII.dot) else { return reading }
        let second = token.firstOffset(of: ASCII.dot, from: first + 1) ?? token.count
        reading.hasHeader = readHeader(token.part(0..<first)) == nil
        let start = output.count
        if appendPayload(token.part(first + 1..<second), to: &output) == nil { reading.payload = start..<output.count }
        return reading
    }

    // MARK: - Parts

    /// Returns the offset of the first dot in a token that begins with the last good header, which contains no dot.
    @inline(__always)
    private func endOfKnownHeader(_ token: ByteView) -> Int? {
        let end = encodedHeader.count
        guard headerNumber > 0, token.count > end, token[end] == ASCII.dot,
            unsafe token.part(0..<end).elementsEqual(encodedHeader.bytes)
        else { return nil }
        return end
    }

    private mutating func readHeader(_ encoded: ByteView) -> JWSError? {
        // Read into scratch memory, so that a broken header does not replace the last good one.
        scratch.removeAll()
        if let error = Base64URL.decode(encoded, to: &scratch) { return .encoding(.header, error) }
        if let error = Self.scan(&scratch, from: 0, index: &payloadIndex) { return .syntax(.header, error) }
        swap(&header, &scratch)
        swap(&headerIndex, &payloadIndex)
        encodedHeader.removeAll()
        encodedHeader.append(encoded)
        headerNumber += 1
        headerFaults = headerView.map { JWSHeader.faults(of: $0) } ?? [.headerNotObject(.null)]
        headerIsForES256 = !headerFaults.contains(where: \.concernsAlgorithm)
        return nil
    }

    private mutating func appendPayload(_ encoded: ByteView, to output: inout ByteBuffer) -> JWSError? {
        let start = output.count
        if let error = Base64URL.decode(encoded, to: &output) { return .encoding(.payload, error) }
        guard let error = Self.scan(&output, from: start, index: &payloadIndex) else { return nil }
        output.truncate(to: start)
        return .syntax(.payload, error)
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
            // Hexadecimal digits of a DER signature may not be canonical base64url.
            guard isForES256, JWSError.ApparentEncoding.isHexadecimal(encoded) else {
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

extension ByteView {
    /// Whether a text begins like a token: with the base64url of `{"`.
    @inlinable package var beginsLikeToken: Bool {
        count >= 3 && self[0] == UInt8(ascii: "e") && self[1] == UInt8(ascii: "y")
            && self[2] == UInt8(ascii: "J")
    }
}

extension JSONValue {
    /// Creates a value from a token's payload without verifying the token. Use it only to inspect the payload.
    ///
    /// - Throws: ``JWSError`` if the header or payload cannot be read.
    package init(unverifiedPayloadOf token: String) throws(JWSError) {
        var reader = TokenReader(checksSignatures: false)
        var payload = ByteBuffer()
        unsafe Array(token.utf8).withBytes { _ = reader.read($0.trimmed, payloadTo: &payload) }
        let fault = reader.faults.first { $0.isUnreadable && $0.stage != .signature }
        if let fault { throw fault }
        guard let view = reader.payloadView(in: payload, from: 0) else {
            throw .syntax(.payload, JSONSyntaxError(.empty, at: 0))
        }
        self.init(view)
    }
}
