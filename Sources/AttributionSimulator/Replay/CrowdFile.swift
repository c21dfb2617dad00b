import AdAttribution
import Bytes
import Rules
import StrictJSON

// Counts of a crowd as a file: one JSON object a line, in order, so that the same counts are the same bytes.

extension CrowdCounts {
    package static let model =
        "a model of crowds, not Apple's: production conversions won, by network, advertised app and last digits of "
        + "the source identifier, and by advertised app and country"

    /// The lines of a file.
    package var text: String {
        var lines = [JSONValue.object([.init("model", .string(Self.model))])]
        for (ad, count) in ads.sorted(by: { Self.sortKey($0.key) < Self.sortKey($1.key) }) {
            var members: [JSONValue.Member] = [
                ImpressionField.adNetworkIdentifier.member(.string(ad.network)),
                .init("app", .number(String(ad.advertised))),
                .init("digits", .string(ad.digits)),
            ]
            if let publisher = ad.publisher { members.append(.init("publisher", .number(String(publisher)))) }
            members.append(.init("count", .number(String(count))))
            lines.append(.object(members))
        }
        let places = countries.sorted { ($0.key.advertised, $0.key.country) < ($1.key.advertised, $1.key.country) }
        for (place, count) in places {
            lines.append(
                .object([
                    .init("app", .number(String(place.advertised))), .init("country", .string(place.country)),
                    .init("count", .number(String(count))),
                ]))
        }
        return lines.map { $0.text + "\n" }.joined()
    }

    private static func sortKey(_ ad: Ad) -> (String, UInt64, String, UInt64) {
        (ad.network, ad.advertised, ad.digits, ad.publisher ?? 0)
    }

    /// Why a line is no count.
    package enum LineFault: Error, Sendable {
        case syntax(JSONSyntaxError)
        case notACount
    }

    /// Adds what a line counts.
    package mutating func add(line: UnsafeRawBufferPointer, _ index: inout JSONIndex) throws(LineFault) {
        do throws(JSONSyntaxError) {
            try unsafe index.scan(line)
        } catch {
            throw .syntax(error)
        }
        guard let root = unsafe index.root(of: line) else { throw .notACount }
        if root.member("model") != nil { return }
        guard let count = root.member("count")?.unsignedInteger.flatMap({ Int(exactly: $0) }),
            let app = root.member("app")?.unsignedInteger
        else { throw .notACount }
        if let country = root.member("country"), country.kind == .string {
            guard let code = CountryCode(country.string) else { throw .notACount }
            let place = Place(app, code)
            let (sum, overflow) = countries[place, default: 0].addingReportingOverflow(count)
            guard !overflow else { throw .notACount }
            countries[place] = sum
            return
        }
        guard let network = root.member(ImpressionField.adNetworkIdentifier.name), network.kind == .string,
            let digits = root.member("digits"), SourceIdentifier(digits.string) != nil
        else { throw .notACount }
        let ad = Ad(
            network: network.string, advertised: app, digits: digits.string,
            publisher: root.member("publisher")?.unsignedInteger)
        let (sum, overflow) = ads[ad, default: 0].addingReportingOverflow(count)
        guard !overflow else { throw .notACount }
        ads[ad] = sum
    }

    /// Counts a conversion, if it is one that counts.
    package mutating func add(_ entry: TimelineEntry, countsPublisher: Bool) {
        guard case .conversion(let fact) = entry.fact, !fact.isDevelopment, let winner = fact.winner else { return }
        add(winner, country: fact.country, countsPublisher: countsPublisher)
    }
}
