/// The user's pager, for text that is longer than the screen. It is used in the same way as by git.
enum Pager {
    /// Shows a text in the pager named by `PAGER`, or in less.
    ///
    /// - Returns: false if nothing was shown, because no pager is wanted or it could not be run.
    static func show(_ text: String) -> Bool {
        let command = System.environment("PAGER") ?? "less"
        guard !command.isEmpty, command != "cat" else { return false }
        // Quit if the text fits the screen, keep colours, and leave the text on the screen.
        _ = unsafe setenv("LESS", "FRX", 0)
        _ = unsafe setenv("LV", "-c", 0)
        guard let pipe = unsafe popen(command, "w") else { return false }
        // The pager handles interrupts.
        let handler = signal(SIGINT, SIG_IGN)
        defer { _ = signal(SIGINT, handler) }
        // A user who leaves the pager early has seen enough.
        unsafe _ = fputs(text, pipe)
        let status = unsafe pclose(pipe)
        // The shell's statuses for a command that it cannot find or run.
        return status >> 8 != 127 && status >> 8 != 126
    }
}

extension Console {
    /// Writes a text to standard output, using the pager if that is a terminal with too few lines.
    func page(_ text: String) throws(Diagnostic) {
        let lines = text.utf8.count { $0 == UInt8(ascii: "\n") }
        if outputIsTerminal, let rows = Descriptor.output.rows, lines >= rows, Pager.show(text) { return }
        try write(text)
    }
}
