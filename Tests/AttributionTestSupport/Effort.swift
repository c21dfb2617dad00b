#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How much a test does that could go on for ever: the number that an environment variable gives, else `usual`.
package func effort(_ variable: String, usual: Int) -> Int {
    ProcessInfo.processInfo.environment[variable].flatMap(Int.init) ?? usual
}
