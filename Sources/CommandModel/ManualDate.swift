/// The date of a manual page.
enum ManualDate {
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// A date as mdoc(7) wants it: "2025-11-21" becomes "November 21, 2025"; anything else is left alone.
    static func inWords(_ date: String) -> String {
        let parts = date.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2] else { return date }
        guard months.indices.contains(month - 1), (1...31).contains(day) else { return date }
        return "\(months[month - 1]) \(day), \(year)"
    }
}
