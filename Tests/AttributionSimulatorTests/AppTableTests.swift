import AttributionTestSupport
import Testing

@testable import AttributionSimulator

/// What a device knows of its apps.
struct AppTableTests {
    /// Few apps are found in a list, many in a dictionary.
    @Test(arguments: [1, 7, 8, 9, 10, 100]) func everyAppIsFound(count: Int) {
        var table = AppTable()
        for round in 0..<2 {
            #expect(table.index(of: 0) == nil)
            for app in 1...count {
                var state = AppState()
                state.installation = app
                expect(table.add(UInt64(app), state), app - 1)
            }
            for app in 1...count { table.states[table.index(of: UInt64(app)) ?? 0].records.append(app) }
            expect(table.states.count, count, "\(round)")
            for app in 1...count {
                expect(table.index(of: UInt64(app)), app - 1)
                expect(table.states[app - 1].installation, app)
                expect(table.states[app - 1].records, [app])
            }
            #expect(table.index(of: UInt64(count + 1)) == nil)
            table.removeAll()
        }
    }
}
