import Bytes

extension String {
    /// Text of the system: an argument, a variable, the name of a file, whatever bytes are in it.
    @unsafe
    init(system text: UnsafePointer<CChar>) {
        var count = 0
        while unsafe text[count] != 0 { count += 1 }
        self = unsafe SystemText.text(of: UnsafeRawBufferPointer(start: text, count: count))
    }

    /// The path as the system takes it.
    func withPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        let bytes = SystemText.bytes(of: self).map { CChar(bitPattern: $0) } + [0]
        return unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { preconditionFailure("a path has an end") }
            return unsafe body(base)
        }
    }
}
