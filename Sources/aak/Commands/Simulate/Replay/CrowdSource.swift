import AttributionBase
import AttributionCommandModel
import AttributionModel
import AttributionSchema
import AttributionSimulator

/// The crowd counts in the files of `--crowd`.
struct CrowdSource {
    private let paths: [String]

    /// Reports that the tiers come from this program's own model.
    init(_ invocation: Invocation, _ console: Console) {
        paths = invocation[SimulateOptions.crowd]
        console.report(
            .note(
                RunRules.crowdModel,
                "tiers come from aak's own model of crowds, since Apple publishes none; see aak-simulate(1)"))
    }

    /// Returns the sum of the counts in all `--crowd` files; nil if there are none.
    func given() throws(Diagnostic) -> CrowdCounts? {
        guard !paths.isEmpty else { return nil }
        var counts = CrowdCounts()
        for path in paths { try read(path, into: &counts) }
        return counts
    }

    private func read(_ path: String, into counts: inout CrowdCounts) throws(Diagnostic) {
        let text = try DocumentFile.text(path)
        let name = Input(path: path).name
        var index = JSONIndex()
        for (number, line) in text.split(separator: ASCII.newline).enumerated() {
            let fault = Array(line).withBytes { bytes -> String? in
                let root: JSONView
                do throws(JSONSyntaxError) { root = try unsafe index.read(bytes) } catch {
                    return "the line is not JSON: \(error)"
                }
                do throws(Problems) { try counts.add(line: root) } catch {
                    return "this is not a line of crowd counts: \(error.list[0])"
                }
                return nil
            }
            if let fault {
                throw .trouble("\(name):\(number + 1): \(fault)", hint: "aak simulate --count-crowd FILE writes them")
            }
        }
    }
}
