import AttributionBase
import AttributionModel

/// An event on the simulated device, or a decision that the device made.
public struct AttributionEvent: Equatable, Sendable {
    /// The time of the event, to the millisecond.
    public let time: Timestamp
    /// The kind of event.
    public let kind: Kind
    /// The advertised app; nil if the event concerns no app, or identifies it only by its ``conversion``.
    public let advertisedItemIdentifier: ItemIdentifier?
    /// The network of the ad that the event concerns; for a conversion, the winner's network.
    public let adNetworkIdentifier: AdNetworkIdentifier?
    /// The ad's `impression-identifier`, or its nonce for SKAdNetwork; nil if it could not be read.
    public let impressionIdentifier: AttributionUUID?
    /// The outcome; nil if there was nothing to decide.
    public let outcome: Outcome?
    /// The name of the reason, such as `view-against-click`, if there is one. Where Apple has a name for it, that name
    /// is used.
    public let code: String?
    /// The reason in words, in lower case and without a final period. The wording may improve in later versions.
    public let reason: String?
    /// An explanation that cites the title of Apple's article or states that the behaviour is this simulator's choice.
    /// It is nil if the event needs no explanation. `aak simulate --explain` prints the same words.
    public let explanation: String?
    /// The number of the conversion that the event concerns, counted from 1.
    public let conversion: Int?
    /// The conversion window that the event concerns.
    public let window: ConversionWindow?
    /// The postback that is sent to a server; nil for every kind except ``Kind/postback``.
    public let postback: SimulatedPostback?
    /// The event as `aak simulate` writes it: one JSON object without a line terminator.
    package let jsonText: String

    /// A kind of event, identified by its name in a timeline. Later versions may add kinds.
    public struct Kind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The name.
        public let rawValue: String

        /// Creates the kind with the given name, which may be one that this version does not list.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The name.
        public var description: String { rawValue }

        /// A tap opened a URL of the app.
        public static let openURL = Kind(rawValue: "open-url")
        /// A tap opened the app.
        public static let openApp = Kind(rawValue: "open-app")
        /// A tap opened the app's page in the store.
        public static let openMarketplace = Kind(rawValue: "open-marketplace")
        /// A view was evicted to make room for a later one.
        public static let evicted = Kind(rawValue: "evicted")
        /// An installation or a re-engagement was attributed to an ad. Other networks' ads may be runners-up.
        public static let conversion = Kind(rawValue: "conversion")
        /// An installation or a re-engagement was not attributed to any ad.
        public static let noConversion = Kind(rawValue: "no-conversion")
        /// A conversion window was opened, locked, closed or removed.
        public static let window = Kind(rawValue: "window")
        /// An attempt was made to deliver a postback.
        public static let postback = Kind(rawValue: "postback")
        /// A postback will not be sent.
        public static let noPostback = Kind(rawValue: "no-postback")
        /// The scenario, or the app that shows ads in it, probably contains a mistake.
        public static let warning = Kind(rawValue: "warning")
    }

    /// The outcome for an ad, a call by an app, or a postback.
    public enum Outcome: String, CaseIterable, Sendable {
        /// The event counts.
        case recorded
        /// The event does not count, and the caller receives an error.
        case refused
        /// The event does not count, but no error is reported.
        case ignored
        /// The conversion is attributed to this ad.
        case won
        /// The conversion is attributed to another ad.
        case lost
        /// The ad does not qualify, regardless of any other ads.
        case notQualified = "not-qualified"
        /// There is no conversion.
        case noConversion = "no-conversion"
        /// No postback is sent.
        case noPostback = "no-postback"
        /// The server responded with status 200.
        case delivered
        /// The postback will be sent again.
        case retry
        /// The postback will not be sent again.
        case givenUp = "given-up"
    }
}

extension AttributionEvent {
    /// The event as an object, as `aak simulate` writes it.
    public var json: JSONValue { (try? JSONValue(parsing: jsonText)) ?? .null }
}

/// The outcome of an event, a candidate or a delivery attempt.
package typealias Outcome = AttributionEvent.Outcome
