import AttributionInspection
import AttributionModel

package struct ReportRequest: Sendable {
    package var fields: [GroupField] = []
    /// The conversion schemas; nil for a report without revenue.
    package var schemas: SchemaReadings?
    /// The listed campaigns; nil without a list.
    package var campaigns: CampaignTable?
    /// The path of the member with a postback's arrival time, in the line or in a verdict's `log`: names separated by
    /// dots.
    package var timePath: String?
    package var zone = TimeZoneOffset.utc
    /// Whether to count by day besides the groups, for a chart.
    package var countsDays = false
    package var title: String?
    /// The currency of all amounts; nil if unknown.
    package var currency: String?
    /// Whether to count countries, marketplaces and publishers, of which there may be many.
    package var countsNames = true
    package var isUnique = false
    /// Which source the counted lines come from.
    package var source: Source

    /// Who wrote the counted lines, and therefore what may be believed.
    package enum Source: Sendable {
        /// `aak verify` or `aak simulate`.
        case results
        /// Anybody. Nothing that a line claims is believed.
        case anybody
    }

    package init(_ source: Source) { self.source = source }
}

/// The identifiers of the postbacks so far.
package struct SeenPostbacks: Sendable {
    private let verified = SeenIdentifiers()
    private let unverified = SeenIdentifiers()

    package init() {}

    /// Adds the key of a postback. Returns false if it is a repeat.
    ///
    /// A verified postback is never a repeat of an unverified one, because anyone can write an unverified one.
    func insert(_ key: RepeatKey, isVerified: Bool) -> Bool {
        if isVerified { return verified.insert(key) }
        return !verified.contains(key) && unverified.insert(key)
    }
}

/// The counts of a part of a stream. If repeats are detected, its postbacks wait here until all parts before have been
/// counted.
package struct ReportPart: ~Copyable {
    package var counts = ReportCounts()
    /// The postbacks that have not been counted yet, each with the key that repeats have in common; nil without an identifier.
    package private(set) var waiting: [(fact: CountedPostback, key: RepeatKey?)] = []

    package init() {}

    /// Makes room for the next part of the stream.
    package mutating func clear() {
        counts.clear()
        waiting.removeAll(keepingCapacity: true)
    }

    mutating func wait(_ fact: CountedPostback, _ key: RepeatKey?) { waiting.append((fact, key)) }

    /// Counts the waiting postbacks that are not repeats. It must be called for each part, in the order of the stream.
    package mutating func settle(_ seen: SeenPostbacks, _ schemas: SchemaReadings?) {
        for postback in waiting {
            let isVerified = postback.fact.environment != nil
            let isRepeat = postback.key.map { !seen.insert($0, isVerified: isVerified) } ?? false
            if isRepeat { counts.addRepeat() } else { counts.add(postback.fact, schemas) }
        }
        waiting.removeAll(keepingCapacity: true)
    }
}

/// The counts of a stream. One thread at a time may use it.
package final class ReportTotal {
    let request: ReportRequest
    var part = ReportPart()
    private let seen = SeenPostbacks()

    package init(_ request: ReportRequest) { self.request = request }

    /// Adds a part, in the order of the stream.
    package func add(_ other: inout ReportPart) {
        if request.isUnique { other.settle(seen, request.schemas) }
        part.counts.add(other.counts)
    }

    /// Counts the postbacks that were added to ``part`` itself.
    func settle() { if request.isUnique { part.settle(seen, request.schemas) } }
}

extension ReportRequest {
    /// Returns the currency of all amounts, which must be the same because they are added up and compared; nil if none is named.
    package static func currency(
        stated: String? = nil, campaigns: (name: String, currency: String?), schemas: (name: String, currency: String?)
    ) throws(Problem) -> String? {
        guard let wanted = stated ?? campaigns.currency ?? schemas.currency else { return nil }
        let source = stated == nil ? "in the list of campaigns" : "--currency says"
        for (name, found) in [campaigns, schemas] {
            guard let found, found != wanted else { continue }
            throw .whole("the currency of \(name)", found: found, wanted: "\(wanted), as \(source)")
        }
        return wanted
    }
}

extension ReportCounts {
    /// What the values of the counted postbacks are worth; nil without schemas.
    func revenues(_ request: ReportRequest) -> RevenueByValue? { request.schemas.map { RevenueByValue(values, $0) } }
}
