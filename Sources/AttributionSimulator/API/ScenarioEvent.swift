import AttributionModel

extension AttributionScenario {
    /// Something that happens on the device, as a value.
    ///
    /// ```swift
    /// let events: [AttributionScenario.Event] = [
    ///     .tap(impression, at: .zero), .install(app, at: .seconds(3600)),
    ///     .update(app, at: .seconds(7200), through: .skAdNetwork, fine: 12, coarse: .low, locks: true),
    /// ]
    /// ```
    public struct Event: Hashable, Sendable {
        let json: JSONValue

        /// Creates an event with the same members as in a scenario document; `aak help scenario` describes them.
        ///
        /// - Parameters:
        ///   - kind: What happens.
        ///   - time: The time since the start of the scenario, to the millisecond.
        ///   - members: All members except `at` and `event`.
        public init(_ kind: AttributionEvent.Kind, at time: Duration, _ members: JSONValue.Member...) {
            self.init(kind, at: time, members)
        }

        private init(_ kind: AttributionEvent.Kind, at time: Duration, _ members: [JSONValue.Member]) {
            // This is longer than any scenario.
            let most = Duration.seconds(1 << 48)
            let span = TimeSpan.text(min(time < .zero ? .zero - max(time, .zero - most) : time, most).milliseconds)
            json = .object(
                [.init("at", .string((time < .zero ? "-" : "") + span)), .init("event", .string(kind.rawValue))]
                    + members)
        }

        /// A view of an ad, recorded by a single call.
        public static func view(_ impression: Impression, at time: Duration) -> Event {
            Event(.view, at: time, .init("presentation", "custom"), .init("impression", impression.json))
        }

        /// A view of a SKAdNetwork ad begins; ``endView(_:at:)`` ends it.
        public static func beginView(_ ad: SKAdNetworkImpression, at time: Duration) -> Event {
            Event(.beginView, at: time, .init("impression", json(of: ad)))
        }

        /// A view of a SKAdNetwork ad ends.
        public static func endView(_ ad: SKAdNetworkImpression, at time: Duration) -> Event {
            Event(.endView, at: time, .init("impression", json(of: ad)))
        }

        /// A tap on a SKAdNetwork ad, which opens the product page of the app.
        public static func tap(_ ad: SKAdNetworkImpression, at time: Duration) -> Event {
            Event(.tap, at: time, .init("impression", json(of: ad)))
        }

        /// The signed fields of an ad, in the names of scenarios, which are those of postbacks.
        private static func json(of ad: SKAdNetworkImpression) -> JSONValue {
            guard case .object(let members) = ad.values.json(as: .json, signature: .null) else { return .null }
            return ["skadnetwork": .object(members.filter { $0.value != .null })]
        }

        /// A tap on an ad.
        public static func tap(_ impression: Impression, at time: Duration) -> Event {
            Event(.tap, at: time, .init("presentation", "custom"), .init("impression", impression.json))
        }

        /// An installation of an app.
        public static func install(_ app: ItemIdentifier, at time: Duration) -> Event {
            Event(.install, at: time, .init("app", .number(app.description)))
        }

        /// A launch of an app.
        public static func launch(_ app: ItemIdentifier, at time: Duration) -> Event {
            Event(.launch, at: time, .init("app", .number(app.description)))
        }

        /// An update of an app's conversion value.
        ///
        /// - Parameters:
        ///   - app: the app.
        ///   - time: the time since the start of the scenario.
        ///   - framework: the framework that the app calls. AdAttributionKit's call reaches only postbacks of AdAttributionKit;
        ///     SKAdNetwork's reaches those of both.
        ///   - fine: the fine value.
        ///   - coarse: the coarse value.
        ///   - locks: whether the update ends the conversion window.
        public static func update(
            _ app: ItemIdentifier, at time: Duration, through framework: Framework, fine: FineConversionValue,
            coarse: CoarseConversionValue? = nil, locks: Bool = false
        ) -> Event {
            var members: [JSONValue.Member] = [
                .init("app", .number(app.description)), .init("api", .string(framework.rawValue)),
                .init("fine", .number(fine.description)),
            ]
            if let coarse { members.append(.init("coarse", .string(coarse.rawValue))) }
            if locks { members.append(.init("lock", true)) }
            return Event(.update, at: time, members)
        }
    }

    /// Creates a scenario of events.
    ///
    /// - Parameters:
    ///   - events: What happens.
    ///   - world: The other members of a scenario's document, such as `["receivers": ["acme.adattributionkit": [500, 200]]]`.
    ///   - keys: The keys that verify impressions given as tokens.
    /// - Throws: Everything that is wrong with the scenario, each fault with its path, such as `events[3].app`.
    public init(_ events: [Event], in world: JSONValue = [:], keys: TrustedKeys) throws(Problems) {
        guard case .object(let members) = world else {
            throw Problems(.value(found: quoted(world.text), wanted: "an object").at("world"))
        }
        let document = JSONValue.object(members + [.init("events", .array(events.map(\.json)))])
        try self.init(parsing: document.text.utf8, keys: keys)
    }
}
