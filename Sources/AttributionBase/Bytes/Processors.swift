#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

package let processorCount = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
