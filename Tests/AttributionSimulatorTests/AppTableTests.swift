import AttributionTestSupport
import Testing

@testable import AttributionSimulator

/// What a device knows of its apps.
struct AppTableTests {
    /// Few apps are found in a list, many in a dictionary.
    @Test(arguments: [1, 7, 8, 9, 10, 100]) func everyAppIsFound(count: Int) {
        var table = AppTable()
        for round in 0..<2 {
            #expect(table[0] == nil && table.index(of: 0) == nil)
            for app in 1...count {
                var state = AppState()
                state.installation = app
                table[UInt64(app)] = state
            }
            for app in 1...count {
                table[UInt64(app)]?.records.append(app)
                table[UInt64(app)]?.installation += 1
                // Nothing is known of the app, and nothing is changed.
                table[UInt64(count + app)]?.installation += 1
            }
            expect(table.states.count, count, "\(round)")
            for app in 1...count {
                expect(table.index(of: UInt64(app)), app - 1)
                expect(table[UInt64(app)]?.installation, app + 1)
                expect(table[UInt64(app)]?.records, [app])
            }
            #expect(table[UInt64(count + 1)] == nil)
            table.removeAll()
        }
    }
}
