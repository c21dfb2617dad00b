import AttributionBase
import AttributionCommandModel

extension Invocation {
    /// Whether standard input is read, because it is named or because no other input is.
    var readsStandardInput: Bool {
        let drawsInputs = takes(SimulateOptions.devices) && has(SimulateOptions.devices)
        return takes(LineOptions.input) && !namesInputs && !drawsInputs || filesToRead.contains { $0.path == "-" }
    }

    /// Returns the command line that reads a file from a pipe instead; nil if there is none.
    func again(piping path: String) -> String? {
        let mentions = filesToRead.filter { $0.path == path }.map(\.given)
        guard !readsStandardInput, mentions.count == 1 else { return nil }
        return commandLine(arguments(changing: [(mentions[0], mentions[0].text.dropLast(path.count) + "-")]))
    }
}
