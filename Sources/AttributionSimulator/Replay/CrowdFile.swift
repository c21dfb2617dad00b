import AttributionBase
import AttributionModel
import AttributionSchema

// The file format of crowd counts: one JSON object per line, sorted, so that equal counts are written as equal bytes.

extension CrowdCounts {
    package static let model =
        "a model of crowds, not Apple's: production conversions won, by network, advertised app and last digits of "
        + "the source identifier, and by advertised app and country"

    package var text: String {
        let ads = ads.inOrder { Self.sortKey($0.key) < Self.sortKey($1.key) }
        let places = countries.inOrder { ($0.key.advertised, $0.key.country) < ($1.key.advertised, $1.key.country) }
        let lines =
            [Line(model: Self.model)] + ads.map { Line(ad: $0.key, count: $0.value) }
            + places.map { Line(place: $0.key, count: $0.value) }
        return lines.map { Self.record.json($0).text + "\n" }.joined()
    }

    /// The contents of a line: the model, the count of an ad, or the count of an app in a country.
    package struct Line {
        var model: String?
        var ad: Ad?
        var place: Place?
        var count: Int?
    }

    package static let record = Record<Line>(
        .init("model", "By which model crowds are counted, in words.") { $0.model.map { .string($0) } },
        .init(ImpressionField.adNetworkIdentifier.text) { $0.ad.map { .string($0.network) } },
        .init("app", "The advertised app.") {
            ($0.ad?.advertised ?? $0.place?.advertised).map { .number(String($0)) }
        },
        .init("digits", "The last digits of the source identifier.") { $0.ad.map { .string($0.digits) } },
        .init("publisher", "The app that showed the ads, if each has crowds of its own.") {
            $0.ad?.publisher.map { .number(String($0)) }
        },
        .init("country", "The country whose conversions are counted.") { $0.place.map { .string($0.country) } },
        .init("count", "The number of conversions.") { $0.count.map { .number(String($0)) } })

    private static func sortKey(_ ad: Ad) -> (String, UInt64, String, UInt64) {
        (ad.network, ad.advertised, ad.digits, ad.publisher ?? 0)
    }

    /// Adds the count in a line.
    ///
    /// - Throws: Why the line is not a valid count, or cannot be added.
    package mutating func add(line root: JSONView) throws(Problems) {
        if root.member("model") != nil { return }
        let line = try DocumentReader.read(root, Scenario.whole) { Self.lineShape.read($0, &$1) }
        let isSum =
            line.country.map { Self.raise(&countries[Place(line.ad.advertised, $0), default: 0], by: line.count) }
            ?? Self.raise(&ads[line.ad, default: 0], by: line.count)
        guard isSum else {
            let wanted = "small enough for the sum to fit 64 bits"
            throw Problems(.contradiction("exceeds 64 bits with the others", wanted: wanted).at("count"))
        }
    }

    /// Adds to a sum. If the result would exceed 64 bits, the sum stays and the function returns false.
    private static func raise(_ total: inout Int, by count: Int) -> Bool {
        let (sum, overflow) = total.addingReportingOverflow(count)
        if !overflow { total = sum }
        return !overflow
    }

    private typealias LineDraft = (ad: Ad, country: CountryCode?, count: Int)

    private static let network = ImpressionField.adNetworkIdentifier.name
    private static let digits = DocumentValue("two to four digits", .string(pattern: "^[0-9]{2,4}$")) { view in
        view.kind == .string ? SourceIdentifier(view.string)?.description : nil
    }

    private static let lineShape = DocumentShape(
        (Ad(network: "", advertised: 0, digits: ""), nil, 0) as LineDraft, check: isOfOneKind
    ) {
        DocumentMember("model", .string()) { _, _ in }
        DocumentMember(network, .string()) { $0.ad.network = $1 }
        DocumentMember("app", .item(from: 0), .required) { $0.ad.advertised = $1 }
        DocumentMember("digits", digits) { $0.ad.digits = $1 }
        DocumentMember("publisher", .item(from: 0)) { $0.ad.publisher = $1 }
        DocumentMember("country", .country) { $0.country = $1 }
        DocumentMember("count", .integer(0...Int.max), .required) { $0.count = $1 }
    }

    /// A line counts either a country or the ads of a network.
    private static let isOfOneKind: DocumentShape<LineDraft>.Check = { line, view, reader in
        guard reader.faults.isEmpty, line.country == nil else { return }
        if view.member(network) == nil {
            reader.report(
                .missing(wanted: "present, or country must be", .then(", and so is country")), at: .key(network))
        }
        if view.member("digits") == nil { reader.report(.missing(wanted: digits.wanted), at: .key("digits")) }
    }

    /// Counts an entry if it is a production conversion.
    package mutating func add(_ entry: TimelineEntry, countsPublisher: Bool) {
        guard case .conversion(let fact) = entry.fact, !fact.isDevelopment, let winner = fact.winner else { return }
        add(winner, country: fact.country, countsPublisher: countsPublisher)
    }
}
