public import AttributionModel
public import Foundation

// The library itself does not need Foundation. These conversions are for users who already import it.

extension Timestamp {
    /// The millisecond that is nearest to a date; dates beyond 64 bits of milliseconds become the first or last timestamp.
    ///
    /// ```swift
    /// let token = try impression.signed(by: key, now: Timestamp(Date()))
    /// ```
    public init(_ date: Date) { self.init(secondsSince1970: date.timeIntervalSince1970) }
}

extension Date {
    /// Creates the date of a timestamp.
    public init(_ timestamp: Timestamp) { self.init(timeIntervalSince1970: timestamp.secondsSince1970) }
}

extension AttributionUUID {
    /// The same UUID, in capitals as Foundation writes it.
    public init(_ uuid: UUID) { self.init(unchecked: uuid.uuidString) }
}

extension UUID {
    /// The same UUID; nil if the text is not a UUID, which is possible only for a simulated ad.
    public init?(_ identifier: AttributionUUID) { self.init(uuidString: identifier.description) }
}
