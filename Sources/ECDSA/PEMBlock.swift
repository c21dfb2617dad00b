import COpenSSL

/// One block of a PEM file (RFC 7468): its label and the DER inside.
package struct PEMBlock {
    package let label: String
    package let isEncrypted: Bool
    package let der: SecretBytes

    /// Reads all blocks of a file, whatever stands before and between them. It never asks for a passphrase.
    package static func all(in text: UnsafeRawBufferPointer) throws(KeyError) -> [PEMBlock] {
        defer { drainErrors() }
        drainErrors()
        guard text.count < Int(Int32.max), let input = unsafe BIO_new_mem_buf(text.baseAddress, Int32(text.count))
        else { throw .malformedPEM("it is too large") }
        defer { unsafe BIO_free(input) }
        var blocks: [PEMBlock] = []
        while true {
            var name: UnsafeMutablePointer<CChar>?
            var header: UnsafeMutablePointer<CChar>?
            var data: UnsafeMutablePointer<UInt8>?
            var count = 0
            let isRead = unsafe PEM_read_bio(input, &name, &header, &data, &count) == 1
            defer {
                unsafe CRYPTO_free(name, #file, Int32(#line))
                unsafe CRYPTO_free(header, #file, Int32(#line))
                unsafe CRYPTO_clear_free(data, count, #file, Int32(#line))
            }
            guard isRead, let name = unsafe name, let header = unsafe header else {
                // "No start line" is how OpenSSL says that nothing more follows.
                let reason = ERR_GET_REASON(ERR_peek_last_error())
                if reason == PEM_R_NO_START_LINE { return blocks }
                throw .malformedPEM(Self.fault(reason))
            }
            let bytes = unsafe UnsafeRawBufferPointer(start: data, count: count)
            let procType = unsafe String(cString: header)
            unsafe blocks.append(
                PEMBlock(
                    label: String(cString: name), isEncrypted: procType.contains("ENCRYPTED"),
                    der: SecretBytes(copying: bytes)))
        }
    }

    private static func fault(_ reason: Int32) -> String {
        switch reason {
        case PEM_R_BAD_END_LINE: "a block has no matching END line"
        case PEM_R_BAD_BASE64_DECODE: "a block is not base64"
        case PEM_R_SHORT_HEADER, PEM_R_NOT_PROC_TYPE, PEM_R_NOT_ENCRYPTED, PEM_R_NOT_DEK_INFO:
            "a block's header lines are cut short"
        default: "a block cannot be read"
        }
    }

    /// Writes a block with lines of 64 characters.
    package static func encode(_ der: UnsafeRawBufferPointer, label: StaticString) -> SecretBytes {
        let lineBytes = 48
        let lines = (der.count + lineBytes - 1) / lineBytes
        let head = "-----BEGIN \(label)-----\n"
        let tail = "-----END \(label)-----\n"
        let count = head.utf8.count + (der.count + 2) / 3 * 4 + lines + tail.utf8.count
        // EVP_EncodeBlock ends each line with a NUL, so one byte more than is kept.
        let scratch = unsafe SecretBytes(count: count + 1) { target in
            guard let base = unsafe target.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
            var output = unsafe base
            func put(_ text: String) {
                for byte in text.utf8 {
                    unsafe output.pointee = byte
                    unsafe output += 1
                }
            }
            put(head)
            var at = 0
            while at < der.count {
                let length = min(lineBytes, der.count - at)
                let source = unsafe der.baseAddress?.advanced(by: at).assumingMemoryBound(to: UInt8.self)
                unsafe output += Int(EVP_EncodeBlock(output, source, Int32(length)))
                put("\n")
                at += length
            }
            put(tail)
        }
        return unsafe scratch.withUnsafeBytes {
            unsafe SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[..<count]))
        }
    }
}
