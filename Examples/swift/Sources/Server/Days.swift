import AttributionReport

/// The number of postbacks of each day, in a time zone two hours east of Greenwich, from the records of a store.
func postbacksByDay(_ records: [PostbackRecord]) throws -> [String: Int] {
    let report = try PostbackReport(groupedBy: [.day(in: .seconds(7200))], refusingRepeats: false)
    for record in records { try report.add(trusting: record) }
    var days: [String: Int] = [:]
    for group in report.groups {
        let day = try group[.day(in: .seconds(7200))]
        days[day?.description ?? "unknown"] = group.counts.inputs
    }
    return days
}
