#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Whether tests of many cases try them all, as at night, instead of a tenth of them.
package let isAtLength = ProcessInfo.processInfo.environment["AAK_LENGTH"] == "full"

/// Returns how many of its cases a test of many tries.
package func part(of whole: Int) -> Int { isAtLength ? whole : whole / 10 }

/// Returns the elements that a test of many tries: all of them, or each tenth.
package func part<Element>(of whole: [Element]) -> [Element] {
    isAtLength ? whole : stride(from: 0, to: whole.count, by: 10).map { whole[$0] }
}

/// Returns the number of repetitions of an open-ended test: the value of an environment variable, or `usual` by
/// default.
package func effort(_ variable: String, usual: Int) -> Int {
    ProcessInfo.processInfo.environment[variable].flatMap(Int.init) ?? usual
}
