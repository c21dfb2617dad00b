#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The user's pager, for text that is longer than the screen; git's ways with it.
enum Pager {
    /// Shows a text in the pager that `PAGER` names, or in less.
    ///
    /// - Returns: false where nothing was shown: no pager is wanted, or it could not be run.
    static func show(_ text: String) -> Bool {
        let command = System.environment("PAGER") ?? "less"
        guard !command.isEmpty, command != "cat" else { return false }
        // End at once what fits the screen, keep colours, and leave the text there.
        _ = unsafe setenv("LESS", "FRX", 0)
        _ = unsafe setenv("LV", "-c", 0)
        guard let pipe = unsafe popen(command, "w") else { return false }
        // An interrupt is the pager's business.
        let handler = signal(SIGINT, SIG_IGN)
        defer { _ = signal(SIGINT, handler) }
        // Whoever leaves the pager before the end has seen enough.
        unsafe _ = fputs(text, pipe)
        let status = unsafe pclose(pipe)
        // The shell's word for a command that it does not find, or that cannot be run.
        return status >> 8 != 127 && status >> 8 != 126
    }
}

extension Console {
    /// Writes a text to standard output, through the pager where that is a terminal with fewer lines.
    func page(_ text: String) throws(Diagnostic) {
        let lines = text.utf8.count { $0 == UInt8(ascii: "\n") }
        if outputIsTerminal, let rows = Descriptor.output.rows, lines >= rows, Pager.show(text) { return }
        try write(text)
    }
}
