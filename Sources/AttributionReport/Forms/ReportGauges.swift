import AttributionBase

// Gauges in the text format of Prometheus, which node_exporter reads from files.
//
// Source: Prometheus, Exposition formats, text-based format 0.0.4.

extension ReportContents {
    /// The names of the labels of a gauge and their values.
    private typealias Labels = [[String]]

    package func appendGauges(to output: inout ByteBuffer) {
        func append(_ name: String, _ help: String, _ samples: [(labels: Labels, value: String)]) {
            guard !samples.isEmpty else { return }
            output.append(text: "# HELP aak_\(name) ")
            Self.appendEscaped(help, quotes: false, to: &output)
            output.append(text: "\n# TYPE aak_\(name) gauge\n")
            for sample in samples {
                output.append(text: "aak_\(name)")
                Self.appendLabels(sample.labels, to: &output)
                output.append(text: " \(sample.value)\n")
            }
        }
        func append(_ name: String, _ help: String, by label: String, _ counts: [(name: String, count: Int)]) {
            append(name, help, counts.map { ([[label, $0.name]], String($0.count)) })
        }
        append("inputs", "Inputs by verdict.", by: "verdict", section("verdicts"))
        append(
            "rejected_inputs", "Inputs with any other verdict than valid, by the rule that the verdict names.",
            by: "rule",
            counts.rules)
        append(
            "environment_postbacks", "Counted postbacks by the environment of the key that signed them.",
            by: "environment", section("environments"))
        let groups = gauges
        append("postbacks", "Counted postbacks by \(groupedBy).", groups.map { ($0.labels, String($0.inputs)) })
        append(
            "won_postbacks", "Counted postbacks that won, by \(groupedBy).", groups.map { ($0.labels, String($0.won)) })
        append("repeats", "Repeated postbacks.", [([], String(counts.repeats))])
        append("left_out", "Lines and inputs that are not counted, by reason.", by: "reason", leftOut)
        if let last = counts.period?.upperBound {
            let seconds = last.milliseconds / 1000
            append(
                "last_arrival_timestamp_seconds", "When the last postback that counts arrived.",
                [([], String(seconds))])
        }
    }

    private static func appendLabels(_ labels: Labels, to output: inout ByteBuffer) {
        guard !labels.isEmpty else { return }
        var separator = "{"
        for label in labels {
            output.append(text: "\(separator)\(label[0])=\"")
            appendEscaped(label[1], quotes: true, to: &output)
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

    /// Returns label names for the names of fields. Labels consist of letters, digits and underscores only.
    static func labelNames(of fields: [String]) -> [String] {
        var names: [String] = []
        for field in fields {
            var name = String(
                decoding: field.utf8.map {
                    ASCII.isUppercase($0 & ~0x20) || ASCII.isDigit($0) ? $0 : UInt8(ascii: "_")
                }, as: UTF8.self)
            // Prometheus reserves names that begin with two underscores.
            if name.utf8.first.map(ASCII.isDigit) ?? true || name.hasPrefix("__") { name = "field_" + name }
            while names.contains(name) { name += "_" }
            names.append(name)
        }
        return names
    }

    private func section(_ id: String) -> [(name: String, count: Int)] {
        overview.first { $0.id == id }?.rows.map { ($0.name, $0.count) } ?? []
    }

    /// The groups by their labels. Prometheus treats an empty label as missing. Groups that then have equal labels, such as a number and a
    /// string of the same digits, are merged.
    private var gauges: [(labels: Labels, inputs: Int, won: Int)] {
        let names = Self.labelNames(of: request.fields.map(\.name))
        var found: [(labels: Labels, inputs: Int, won: Int)] = []
        var places: [Labels: Int] = [:]
        for row in rows {
            let labels = zip(names, row.values).compactMap { name, value in
                value.cell.flatMap { $0.isEmpty ? nil : [name, $0] }
            }
            let index = places[labels] ?? found.count
            if index == found.count {
                places[labels] = index
                found.append((labels, 0, 0))
            }
            found[index].inputs += row.counts.inputs
            found[index].won += row.counts.won
        }
        // Without any gauge, an alert rule would not notice that there are no postbacks.
        return found.isEmpty ? [([], 0, 0)] : found
    }
}
