import AttributionInspection
import Bytes
import JOSE
import StrictJSON

/// A file that holds one JSON document, however it is laid out.
enum DocumentFile {
    private static let sizeLimit = 1 << 26

    /// - Parameter path: a file, or `-` for standard input.
    static func read(_ path: String) throws(Diagnostic) -> JSONValue {
        let name = name(of: path)
        guard let bytes = try contents(path) else { throw .trouble("\(name) is too large, want at most 64 MiB") }
        try refuseKey(bytes, name)
        do throws(JSONSyntaxError) {
            return try JSONValue(parsing: bytes)
        } catch {
            throw .trouble("\(name) is not JSON: \(error)")
        }
    }

    /// Refuses a private key, none of which shall come to stand in a message or a result.
    static func refuseKey(_ bytes: [UInt8], _ name: String) throws(Diagnostic) {
        var index = JSONIndex()
        let isKey = unsafe bytes.withUnsafeBytes { text in
            if unsafe ForeignFormat(text) == .pem { return true }
            // No key is large.
            guard text.count <= 1 << 16, (try? unsafe index.scan(text)) != nil else { return false }
            return unsafe index.root(of: text)?.isPrivateKey ?? false
        }
        guard isKey else { return }
        throw .trouble("\(name) holds a key, want another kind of document", hint: "aak key inspect FILE says which")
    }

    static func name(of path: String) -> String { path == "-" ? "<stdin>" : path }

    /// The bytes of a file, or of standard input for `-`; nil for more than 64 MiB.
    static func contents(_ path: String) throws(Diagnostic) -> [UInt8]? {
        do throws(SystemError) {
            guard path == "-" || !System.isDirectory(path) else { throw SystemError.isADirectory }
            let file = path == "-" ? Descriptor.input : try Descriptor.open(path, .read)
            defer { if path != "-" { try? file.close() } }
            var bytes: [UInt8] = []
            while bytes.count <= sizeLimit {
                var failure: SystemError?
                let block = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
                    do throws(SystemError) {
                        count = try unsafe file.read(into: UnsafeMutableRawBufferPointer(buffer))
                    } catch {
                        failure = error
                        count = 0
                    }
                }
                if let failure { throw failure }
                if block.isEmpty { return bytes }
                bytes += block
            }
            return nil
        } catch {
            throw .trouble("cannot read \(name(of: path).concealed): \(error.words)")
        }
    }
}
