import AttributionCommandModel

/// `aak manual`: writes the man pages. It is used by packagers, the project's own checks and `make man`.
enum ManualCommand {
    static let command = Command(
        name: "manual",
        summary: "write the man pages into a folder",
        operand: Operand("FOLDER", summary: "an existing folder", isRequired: true, value: .directory),
        options: CommonOptions.diagnostics,
        isHidden: true)

    static func run(_ invocation: Invocation, _ console: Console) throws(Diagnostic) -> ExitStatus {
        guard let folder = invocation.operands.first else { return .trouble }
        for page in Program.root.manualPages(date: Program.manualDate) {
            let path = folder + "/" + page.fileName
            try attempting("write \(path)") { () throws(SystemError) in
                let file = try Descriptor.open(path, .createOrEmpty(permissions: 0o644))
                try file.write(page.text)
                try file.close()
            }
        }
        return .good
    }
}
