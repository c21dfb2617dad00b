import AttributionBase

/// Writes a report as gauges in the text format of Prometheus, which node_exporter reads from files.
///
/// Source: Prometheus, Exposition formats, text-based format 0.0.4.
package enum ReportGauges {
    package static func append(_ report: ReportContents, to output: inout ByteBuffer) {
        func append(_ name: String, _ help: String, _ samples: [(labels: [Label], value: String)]) {
            guard !samples.isEmpty else { return }
            output.append(text: "# HELP aak_\(name) ")
            appendEscaped(help, quotes: false, to: &output)
            output.append(text: "\n# TYPE aak_\(name) gauge\n")
            for sample in samples {
                output.append(text: "aak_\(name)")
                appendLabels(sample.labels, to: &output)
                output.append(text: " \(sample.value)\n")
            }
        }
        func append(_ name: String, _ help: String, by label: String, _ counts: [(name: String, count: Int)]) {
            append(name, help, counts.map { ([Label(name: label, value: $0.name)], String($0.count)) })
        }
        append("inputs", "Inputs by verdict.", by: "verdict", report.section("verdicts"))
        append(
            "refused_inputs", "Refused inputs by the rule that their verdict names.", by: "rule",
            report.rules)
        append(
            "environment_postbacks", "Counted postbacks by the environment of the key that signed them.",
            by: "environment", report.section("environments"))
        let groups = report.gauges
        let fields = report.groupedBy
        append("postbacks", "Counted postbacks by \(fields).", groups.map { ($0.labels, String($0.inputs)) })
        append("won_postbacks", "Counted postbacks that won, by \(fields).", groups.map { ($0.labels, String($0.won)) })
        append("repeats", "Repeated postbacks.", [([], String(report.repeats))])
        append("left_out", "Lines and inputs that are not counted, by the reason.", by: "reason", report.leftOut)
        if let last = report.lastArrival {
            let seconds = last.milliseconds / 1000
            append("last_arrival_timestamp_seconds", "When the last postback arrived.", [([], String(seconds))])
        }
    }

    struct Label: Hashable {
        let name: String
        let value: String
    }

    private static func appendLabels(_ labels: [Label], to output: inout ByteBuffer) {
        guard !labels.isEmpty else { return }
        var separator = "{"
        for label in labels {
            output.append(text: "\(separator)\(label.name)=\"")
            appendEscaped(label.value, quotes: true, to: &output)
            output.append(ASCII.quote)
            separator = ","
        }
        output.append(text: "}")
    }

    private static func appendEscaped(_ text: String, quotes: Bool, to output: inout ByteBuffer) {
        for byte in text.utf8 {
            switch byte {
            case ASCII.newline: output.append(text: "\\n")
            case ASCII.quote where !quotes: output.append(byte)
            case ASCII.quote, ASCII.backslash:
                output.append(ASCII.backslash)
                output.append(byte)
            default: output.append(byte)
            }
        }
    }

    /// Returns names of labels for the names of fields, in which only letters, digits and underscores may stand.
    static func labelNames(of fields: [String]) -> [String] {
        var names: [String] = []
        for field in fields {
            var name = String(
                decoding: field.utf8.map {
                    ASCII.isUppercase($0 & ~0x20) || ASCII.isDigit($0) ? $0 : UInt8(ascii: "_")
                }, as: UTF8.self)
            // Names with two underscores in front are reserved.
            if name.utf8.first.map(ASCII.isDigit) ?? true || name.hasPrefix("__") { name = "field_" + name }
            while names.contains(name) { name += "_" }
            names.append(name)
        }
        return names
    }
}

extension ReportContents {
    fileprivate func section(_ id: String) -> [(name: String, count: Int)] {
        overview.first { $0.id == id }?.rows.map { ($0.name, $0.count) } ?? []
    }

    /// The groups by their labels. A label without a value counts as missing, as Prometheus has it; groups that differ in
    /// nothing else, such as a number and the same digits in a string, are one.
    fileprivate var gauges: [(labels: [ReportGauges.Label], inputs: Int, won: Int)] {
        let names = ReportGauges.labelNames(of: fields.map(\.name))
        var found: [(labels: [ReportGauges.Label], inputs: Int, won: Int)] = []
        var places: [[ReportGauges.Label]: Int] = [:]
        for row in rows {
            let labels = zip(names, row.values).compactMap { name, value in
                value.cell.flatMap { $0.isEmpty ? nil : ReportGauges.Label(name: name, value: $0) }
            }
            let place = places[labels] ?? found.count
            if place == found.count {
                places[labels] = place
                found.append((labels, 0, 0))
            }
            found[place].inputs += row.counts.inputs
            found[place].won += row.counts.won
        }
        // A rule that looks at nothing would not notice that there is nothing.
        return found.isEmpty ? [([], 0, 0)] : found
    }
}
