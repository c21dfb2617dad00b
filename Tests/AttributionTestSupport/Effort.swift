#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Returns the number of repetitions of an open-ended test: the value of an environment variable, or `usual` by
/// default.
package func effort(_ variable: String, usual: Int) -> Int {
    ProcessInfo.processInfo.environment[variable].flatMap(Int.init) ?? usual
}
