import Bytes
import ECDSA
import StrictJSON

/// Where the three parts of a compact JWS lie (RFC 7515 §3.1).
package struct JWSParts {
    package let header: Range<Int>
    package let payload: Range<Int>
    package let signature: Range<Int>

    /// What the signature is of: header and payload with the dot between them, just as they came.
    package var signed: Range<Int> { header.lowerBound..<payload.upperBound }

    @inline(__always)
    package init(_ token: UnsafeRawBufferPointer) throws(JWSError) {
        guard let first = unsafe token.firstOffset(of: ASCII.dot),
            let second = unsafe token.firstOffset(of: ASCII.dot, from: first + 1),
            unsafe token.firstOffset(of: ASCII.dot, from: second + 1) == nil
        else {
            let dots = unsafe token.reduce(0) { $0 + ($1 == ASCII.dot ? 1 : 0) }
            throw .componentCount(dots + 1)
        }
        header = 0..<first
        payload = first + 1..<second
        signature = second + 1..<token.count
    }
}

/// Decodes the parts of one token after another, reusing its memory.
///
/// The tokens of a stream mostly share their header, so a header equal to the last one is not read again.
package struct JWSReader: ~Copyable {
    /// The last good header's JSON text, without white space between its tokens.
    package private(set) var header = ByteBuffer()
    private var headerIndex = JSONIndex()
    private var encodedHeader = ByteBuffer()
    private var hasHeader = false
    private var payloadIndex = JSONIndex()
    private var scratch = ByteBuffer()

    package init() {}

    /// The last good header's value. Valid until the next one is read.
    package var headerView: JSONView? { unsafe hasHeader ? headerIndex.root(of: header.bytes) : nil }

    /// Decodes a header and checks that it is JSON.
    ///
    /// - Returns: whether it differs from the one before.
    @discardableResult
    package mutating func readHeader(_ encoded: UnsafeRawBufferPointer) throws(JWSError) -> Bool {
        if hasHeader, unsafe encoded.elementsEqual(encodedHeader.bytes) { return false }
        // Read aside, so that a broken header does not put the last good one out of mind.
        scratch.removeAll()
        if let error = unsafe Base64URL.decode(encoded, to: &scratch) { throw .encoding(.header, error) }
        try Self.scan(&scratch, from: 0, index: &payloadIndex, part: .header)
        swap(&header, &scratch)
        swap(&headerIndex, &payloadIndex)
        encodedHeader.removeAll()
        unsafe encodedHeader.append(encoded)
        hasHeader = true
        return true
    }

    /// Appends a payload's JSON text, checked and without white space between its tokens; appends nothing if it is
    /// not JSON.
    package mutating func appendPayload(
        _ encoded: UnsafeRawBufferPointer, to output: inout ByteBuffer
    ) throws(JWSError) {
        let start = output.count
        if let error = unsafe Base64URL.decode(encoded, to: &output) { throw .encoding(.payload, error) }
        do {
            try Self.scan(&output, from: start, index: &payloadIndex, part: .payload)
        } catch {
            output.truncate(to: start)
            throw error
        }
    }

    /// The value of the payload appended last, which must still lie at the end of `output` from offset `start` on.
    package func payloadView(in output: borrowing ByteBuffer, from start: Int) -> JSONView? {
        unsafe payloadIndex.root(of: output.bytes(from: start))
    }

    /// Scans the end of a buffer and drops white space; the index then fits the compacted text.
    private static func scan(
        _ buffer: inout ByteBuffer, from start: Int, index: inout JSONIndex, part: JWSPart
    ) throws(JWSError) {
        do {
            try unsafe index.scan(buffer.bytes(from: start))
            guard index.hasInsignificantSpace else { return }
            JSONText.compact(&buffer, from: start)
            try unsafe index.scan(buffer.bytes(from: start))
        } catch {
            throw .syntax(part, error)
        }
    }

    /// Decodes a signature of whatever length.
    package mutating func checkSignatureEncoding(_ encoded: UnsafeRawBufferPointer) throws(JWSError) {
        scratch.removeAll()
        if let error = unsafe Base64URL.decode(encoded, to: &scratch) { throw .encoding(.signature, error) }
    }

    /// Decodes a signature for ES256: 64 bytes, appended to `output`.
    package mutating func appendSignature(
        _ encoded: UnsafeRawBufferPointer, to output: inout ByteBuffer
    ) throws(JWSError) {
        let start = output.count
        if let error = unsafe Base64URL.decode(encoded, to: &output) { throw .encoding(.signature, error) }
        let count = output.count - start
        guard count == RawSignature.count else {
            let isDER = unsafe RawSignature.looksLikeDER([UInt8](output.bytes(from: start)))
            output.truncate(to: start)
            throw .signatureLength(count, isDER: isDER)
        }
        guard unsafe RawSignature.isInRange(output.bytes(from: start)) else {
            output.truncate(to: start)
            throw .signatureRange
        }
    }
}

extension JSONValue {
    /// The payload of a token, unverified: for tokens that the user made.
    package init(unverifiedPayloadOf token: String) throws(JWSError) {
        let bytes = Array(token.utf8)
        let result = unsafe bytes.withUnsafeBytes { text in
            Result { () throws(JWSError) in
                let text = unsafe text.trimmed
                let parts = try unsafe JWSParts(text)
                var reader = JWSReader()
                var payload = ByteBuffer()
                try unsafe reader.readHeader(text.part(parts.header))
                try unsafe reader.appendPayload(text.part(parts.payload), to: &payload)
                return reader.payloadView(in: payload, from: 0).map { JSONValue($0) } ?? .null
            }
        }
        self = try result.get()
    }
}
