import AttributionInspection
import Bytes
import JOSE
import StrictJSON

/// A file that holds one JSON document, however it is laid out.
enum DocumentFile {
    private static let sizeLimit = 1 << 26

    /// - Parameter path: a file, or `-` for standard input.
    static func read(_ path: String) throws(Diagnostic) -> JSONValue {
        let name = path == "-" ? "<stdin>" : path
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try contents(path)
        } catch {
            throw .trouble("cannot read \(name): \(error.words)")
        }
        guard bytes.count <= sizeLimit else { throw .trouble("\(name) is too large, want at most 64 MiB") }
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

    private static func contents(_ path: String) throws(SystemError) -> [UInt8] {
        guard path == "-" || !System.isDirectory(path) else { throw SystemError.isADirectory }
        let file = path == "-" ? Descriptor.input : try Descriptor.open(path, .read)
        defer { if path != "-" { try? file.close() } }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= sizeLimit {
            var failure: SystemError?
            let count = unsafe chunk.withUnsafeMutableBytes { target in
                do throws(SystemError) {
                    return try unsafe file.read(into: target)
                } catch {
                    failure = error
                    return 0
                }
            }
            if let failure { throw failure }
            if count == 0 { break }
            bytes += chunk[..<count]
        }
        return bytes
    }
}
