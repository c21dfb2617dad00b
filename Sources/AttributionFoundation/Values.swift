public import AttributionModel
public import Foundation

// The library itself needs no Foundation. This is for those who have it anyway.

extension Timestamp {
    /// The nearest millisecond to a date; beyond 64 bits of them the first or last moment.
    ///
    /// ```swift
    /// let token = try await impression.signed(by: key, now: Timestamp(Date()))
    /// ```
    public init(_ date: Date) { self.init(secondsSince1970: date.timeIntervalSince1970) }
}

extension Date {
    /// The date of a moment.
    public init(_ timestamp: Timestamp) { self.init(timeIntervalSince1970: timestamp.secondsSince1970) }
}

extension AttributionUUID {
    /// The same UUID, in capitals as Foundation writes it.
    public init(_ uuid: UUID) { self.init(unchecked: uuid.uuidString) }
}

extension UUID {
    /// The same UUID. Nil for what is none, which only a simulated ad can have.
    public init?(_ identifier: AttributionUUID) { self.init(uuidString: identifier.description) }
}
