import AttributionBase
import AttributionInspection
import AttributionModel
import AttributionSchema

/// A population of devices, with rates of views, taps, installations, launches and updates. Each device is drawn from
/// the seed and its number.
package struct Population: Sendable {
    /// A value with its weight in a draw.
    typealias Weighted<Value> = (value: Value, weight: UInt64)

    typealias Source = (network: String, number: Int)

    /// Something that a person may do in the app at a launch, with its probability in millionths.
    typealias Event = (name: String, rate: Int, revenue: Revenue)

    /// What is paid with an event.
    enum Revenue: Sendable {
        case none
        /// A whole number of cents, between two amounts.
        case range(Money, Money)
        /// One of the given amounts.
        case list([Money])
    }

    package var world = World()
    package var app: UInt64 = 0
    var publisher: UInt64 = 0
    var days = 30
    /// Ad networks, each with one of its source identifiers.
    var sources = WeightedChoices<Source>()
    var countries = WeightedChoices<CountryCode>()
    var values = WeightedChoices<ValueUpdate>()
    var events: [Event] = []
    /// The following rates are probabilities in millionths: of a view, a tap, an installation after an ad, and an organic installation, on
    /// each day; of a launch, on each day after the installation; of an update, at each launch; and that an ad is eligible for
    /// re-engagement.
    var view = 0
    var tap = 0
    var install = 0
    var organic = 0
    var launch = 0
    var update = 0
    var eligible = 0

    private static let million: UInt64 = 1_000_000

    // MARK: - Devices

    package static func name(of number: Int) -> String { "device-\(number)" }

    /// Why the population cannot be used with conversion schemas, which must set all values in response to its events; nil if it can.
    ///
    /// - Parameter isCompared: Whether other schemas are compared with those of the world.
    package func problem(isCompared: Bool) -> Problem? {
        if isCompared, events.isEmpty {
            let end = MessageEnding.then("; a comparison of schemas requires events")
            return .missing(wanted: "an array of events", end).at("events")
        }
        guard update > 0, isCompared || !world.schemas.isEmpty else { return nil }
        let end = MessageEnding.then("; it must be 0, since only the conversion schemas set conversion values")
        return .value(found: "\(update)", wanted: "0", end).at("rates.update")
    }

    private func chance(of number: Int) -> SeededRandom {
        SeededRandom(seed: world.seed).of("population", number)
    }

    /// Returns the country of a device; nil if the population has no list of countries.
    package func country(of number: Int) -> CountryCode? { countries.draw(chance(of: number).of("country")) }

    /// Returns the events of a device in time order.
    package func events(of number: Int) -> [TimedEvent] {
        let chance = chance(of: number)
        var events: [TimedEvent] = []
        var isInstalled = world.app(app).isInstalled
        var hasAd = false
        for day in 0..<days {
            let first = events.count
            let drawn = DayRandom(chance: chance.of("day", day), start: world.start + Int64(day) * TimeSpan.day)
            // An installation needs an ad before it: on the day of the first ad, it comes later than that ad.
            let firstAd = showAds(drawn, &events)
            var installedAt: Int64?
            if !isInstalled, drawn.happens(hasAd || firstAd != nil ? install : organic, "install") {
                isInstalled = true
                let at = drawn.moment("install at", after: hasAd ? nil : firstAd, leaving: 5 * TimeSpan.second)
                installedAt = at
                events.append(
                    TimedEvent(
                        at: at, .install(app: app, kind: nil, marketplace: AdvertisedApp.appStore, country: nil)))
            }
            if firstAd != nil { hasAd = true }
            if isInstalled { use(drawn, after: installedAt, &events) }
            // Swift's sort is stable, so events of the same time keep their order.
            events[first...].sort { $0.at < $1.at }
        }
        return events
    }

    /// The random values of one day, which are spread over its 24 hours.
    private struct DayRandom {
        let chance: SeededRandom
        let start: Int64

        func happens(_ rate: Int, _ purpose: StaticString) -> Bool {
            chance.of(purpose).number(below: Population.million) < UInt64(max(0, rate))
        }

        /// Returns a time on this day that leaves room for the events that follow, and is after an earlier time, if one is given.
        func moment(_ purpose: StaticString, after earlier: Int64? = nil, leaving length: Int64) -> Int64 {
            let begin = earlier.map { $0 + 1 - start } ?? 0
            let end = max(begin, TimeSpan.day - length - 1)
            return start + Int64(chance.of(purpose).number(in: Int(begin)...Int(end)))
        }
    }

    /// The longest duration of an ad, with time for an installation, a launch and an update after it.
    private static let adLength = 20 * TimeSpan.second

    /// Adds the ads of a day.
    ///
    /// - Returns: The time of the first view or tap; nil if there was none.
    private func showAds(_ day: DayRandom, _ events: inout [TimedEvent]) -> Int64? {
        // Most days have no ad, so its values are drawn only if there is one. That is possible because no draw depends on another.
        let isSeen = day.happens(view, "view")
        let isTapped = day.happens(tap, "tap")
        guard isSeen || isTapped, let source = sources.draw(day.chance.of("source")) else { return nil }
        let impression = impression(source, day.chance)
        var first: Int64?
        if isSeen {
            let at = day.moment("view at", leaving: Self.adLength)
            let end = at + 1000 + Int64(day.chance.of("seen").number(below: 5000))
            let shown = ShownAd(impression, presentation: .viewThrough)
            events.append(TimedEvent(at: at, .ad(.beginView, shown)))
            events.append(TimedEvent(at: end, .ad(.endView, shown)))
            first = end
        }
        if isTapped {
            // A tap must come within 15 minutes of loading the ad, so the ad is loaded again.
            let at = day.moment("tap at", leaving: Self.adLength)
            let shown = ShownAd(impression, presentation: .custom)
            events.append(TimedEvent(at: at, .ad(.load, shown)))
            events.append(TimedEvent(at: at + 2000, .ad(.tap, shown)))
            first = min(first ?? .max, at + 2000)
        }
        return first
    }

    /// Adds the launch of a day, and the update after it.
    private func use(_ day: DayRandom, after installation: Int64?, _ events: inout [TimedEvent]) {
        guard day.happens(launch, "launch") else { return }
        let at = day.moment("launch at", after: installation, leaving: 2 * TimeSpan.second)
        events.append(TimedEvent(at: at, .launch(app: app)))
        if day.happens(update, "update"), let value = values.draw(day.chance.of("value")) {
            events.append(TimedEvent(at: at + 1000, .update(app: app, value)))
        }
        for (number, event) in self.events.enumerated() {
            let chance = day.chance.of("event", number)
            guard chance.of("happens").number(below: Self.million) < UInt64(event.rate) else { continue }
            let made = AppEvent(name: event.name, revenue: event.revenue.amount(chance.of("revenue")))
            events.append(TimedEvent(at: at + 1001 + Int64(number), .appEvent(app: app, made)))
        }
    }

    /// The greatest number of kinds of events at a launch.
    static let mostEvents = 64

    private func impression(_ source: Source, _ chance: SeededRandom) -> AdImpression {
        AdImpression(
            identifier: chance.of("impression").uuid.text, network: source.network, advertised: app,
            publisher: publisher, source: SourceIdentifier(clamping: source.number),
            isEligibleForReEngagement: chance.of("eligible").number(below: Self.million) < UInt64(max(0, eligible)))
    }

}

extension Population.Revenue {
    private static let cent: Int128 = Money.scale / 100

    fileprivate func amount(_ random: SeededRandom) -> Money? {
        switch self {
        case .none: return nil
        case .range(let least, let most):
            let cents = UInt64((most.millionths - least.millionths) / Self.cent) + 1
            return Money(millionths: least.millionths + Self.cent * Int128(random.number(below: cents)))
        case .list(let amounts): return amounts[random.number(in: 0...(amounts.count - 1))]
        }
    }
}

extension WeightedChoices {
    init(_ list: [Population.Weighted<Value>]) {
        self.init()
        for choice in list { append(choice.value, weight: choice.weight) }
    }
}

extension Population {
    /// Reads a population, from the members of its world and its own.
    ///
    /// - Throws: All faults of the document.
    package init(parsing text: [UInt8]) throws(Problems) {
        self = try DocumentReader.read(text, Scenario.whole) { root, reader in
            guard DocumentKind.population.isKind(of: root, &reader) else { return nil }
            defer { reader.nameScenarioRules() }
            return Self.document.read(root, &reader)
        }
    }

    package static let document = DocumentShape(
        Population(), of: World.shape.members.map { $0.within(\.world) } + shape.members, check: check)

    private static let check: DocumentShape<Population>.Check = { population, view, reader in
        // Updates need values. Without them, there would be no updates at all.
        if population.update > 0, view.member("values") == nil {
            reader.report(
                .missing(wanted: "an array of values", .then(", but rates.update is more than 0")), at: .key("values"))
        }
        if population.world.start + Int64(population.days) * TimeSpan.day - 1 > TimeSpan.lastEvent {
            let wanted = "days that end by \(TimeSpan.lastEventText), \(TimeSpan.lastEventReason)"
            reader.report(
                .value(found: String(population.days), wanted: wanted), at: .key("days"), breaking: ScenarioRules.time)
        }
    }

    /// The members that a population has besides those of its world.
    package static let shape = DocumentShape(Population()) {
        DocumentMember("app", .app(), \.app, .required, help: "the item ID of the advertised app")
        DocumentMember(
            "publisher", .app(from: 0), \.publisher, .required,
            help: "the item ID of the app that shows the ads; 0 for a test")
        DocumentMember(
            "days", .integer(1...3650), \.days, showsDefault: true,
            help: "the number of days, 1 to 3650; {default} by default")
        DocumentMember(
            "networks", networks, \.sources, .required,
            help: """
                The networks and their ads, required: [{"\(ImpressionField.adNetworkIdentifier.name)": \
                "acme.adattributionkit", "\(ImpressionField.sourceIdentifier.name)": 5239, "weight": 3}]. The weight, \
                1 by default, says how often a network is chosen, relative to the others.
                """)
        DocumentMember(
            "countries",
            DocumentValue.entries(
                of: .weight, known: "countries of two capital letters", key: { CountryCode(text: $0) }
            ).map { WeightedChoices($0.map { (value: $0, weight: $1) }) }, \.countries,
            help: "the countries of devices, with their weights: {\"US\": 3, \"DE\": 1}")
        DocumentMember(
            "rates", wanted: rates.wanted, .required, form: rates.form,
            help: "how often things happen; required; see below"
        ) { rates.read($1, into: &$0, &$2) }
        DocumentMember(
            "values", values, \.values,
            help: """
                The values that updates set; required if rates.update is more than 0: [{"fine": 12, "coarse": "low", "lock": \
                false, "weight": 5}].
                """)
        DocumentMember(
            "events",
            DocumentValue.list(of: .object(event), "an array of events").checked { events, view, reader in
                guard events.count > mostEvents else { return }
                reader.report(.value(found: "a list of \(events.count)", wanted: "at most \(mostEvents) events", .have))
            }, \.events,
            help: """
                What a person does at a launch, which the app's schema turns into updates: [{"name": "purchase", \
                "rate": 20000, "revenue": {"from": "0.99", "to": "49.99"}}]. The rate is per million; the revenue is a \
                whole number of cents in that range, or one of the amounts in a list such as ["4.99", "9.99"].
                """)
    }

    package static let rates = DocumentShape(Population()) {
        DocumentMember("view", .rate, \.view, help: "a view of one to six seconds, each day")
        DocumentMember("tap", .rate, \.tap, help: "a tap, each day")
        DocumentMember("install", .rate, \.install, help: "an installation, on each day from the first view or tap")
        DocumentMember(
            "organic", .rate, \.organic, help: "an installation without an ad, each day until the app is installed")
        DocumentMember("launch", .rate, \.launch, help: "a launch, each day once the app is installed")
        DocumentMember("update", .rate, \.update, help: "an update of the value at a launch")
        DocumentMember("eligible", .rate, \.eligible, help: "an ad is eligible for re-engagement")
    }

    private static let source = DocumentShape((value: (network: "", number: 0), weight: UInt64(1))) {
        DocumentMember(ImpressionField.adNetworkIdentifier.name, .network, \.value.network, .required)
        DocumentMember(
            ImpressionField.sourceIdentifier.name, .integer(SourceIdentifier.range), \.value.number,
            .required)
        DocumentMember("weight", .weight, \.weight)
    }

    private static let networks = DocumentValue<[Weighted<Source>]>.list(of: .object(source), "an array of networks")
        .map { WeightedChoices($0) }

    private static let values = DocumentValue<[Weighted<ValueUpdate>]>.list(of: .object(value), "an array of values")
        .map { WeightedChoices($0) }

    private static let event = DocumentShape((name: "", rate: 0, revenue: Revenue.none)) {
        DocumentMember("name", .title, \.name, .required)
        DocumentMember("rate", .rate, \.rate, .required)
        DocumentMember("revenue", .revenue, \.revenue)
    }

    fileprivate static let revenueRange = DocumentShape((least: Money.zero, most: Money.zero)) {
        DocumentMember("from", .price(decimals: 2), \.least, .required)
        DocumentMember("to", .price(decimals: 2), \.most, .required)
    }

    private static let value = DocumentShape((value: ValueUpdate(fine: 0), weight: UInt64(1))) {
        DocumentMember("fine", .integer(FineConversionValue.range), \.value.fine)
        DocumentMember("coarse", .choice, \.value.coarse)
        DocumentMember("lock", .bool, \.value.locks)
        DocumentMember("weight", .weight, \.weight)
    }
}

extension DocumentValue where Value == Population.Revenue {
    /// A range of amounts, or a list of amounts.
    fileprivate static var revenue: DocumentValue {
        let wanted = "{\"from\": \"0.99\", \"to\": \"49.99\"}, or a list of amounts"
        let amount = DocumentValue<Money>.price(decimals: Money.mostDecimals)
        let amounts = DocumentValue<[Money]>.list(of: amount)
        let form = DocumentForm.either([.list(amount.form, 1...Int.max), Population.revenueRange.form])
        return DocumentValue(wanted, form) { view, reader in
            switch view.kind {
            case .array:
                guard let list = amounts.read(view, &reader) else { return nil }
                if !list.isEmpty { return .list(list) }
                if view.elements.isEmpty { reader.reportValue(view, wanted: wanted) }
                return nil
            case .object:
                guard let range = Population.revenueRange.read(view, &reader) else { return nil }
                if range.least <= range.most { return .range(range.least, range.most) }
                let found = "from \(range.least.exact) to \(range.most.exact)"
                reader.report(.value(found: found, wanted: "in order, the lower amount first"))
                return nil
            default:
                reader.reportValue(view, wanted: wanted)
                return nil
            }
        }
    }
}

extension DocumentValue where Value == Int {
    /// A probability in millionths.
    fileprivate static var rate: DocumentValue { .integer(0...1_000_000) }
}

extension DocumentValue where Value == UInt64 {
    fileprivate static var weight: DocumentValue { DocumentValue<Int>.integer(0...1_000_000).map(UInt64.init) }
}
