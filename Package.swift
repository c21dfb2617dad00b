// swift-tools-version: 6.2
import PackageDescription

// A user's compiler may warn of what ours does not, so only the project's own checks turn warnings into errors.
let warningsAreErrors = Context.environment["AAK_WARNINGS_AS_ERRORS"] != nil
let settings: [SwiftSetting] = [.strictMemorySafety()] + (warningsAreErrors ? [.treatAllWarnings(as: .error)] : [])

// The innermost loops are optimised for the tests too, and keep every check of a build for debugging. The rest and the tests
// themselves are not: to optimise takes four times as long to build, which is more than it saves.
let isOptimised = Context.environment["AAK_OPTIMISED"] != nil
// Fuzzing sees by these counters which code an input reaches. They are the ones that libFuzzer reads.
let isFuzzed = Context.environment["AAK_FUZZ"] != nil
let counters = "-sanitize-coverage=edge,indirect-calls,trace-cmp,inline-8bit-counters,pc-table"
let moduleSettings: [SwiftSetting] = settings + (isFuzzed ? [.unsafeFlags([counters])] : [])

/// How a module is optimised in what `make release` builds, and for the tests.
enum Optimisation {
    /// What all streams go through: for the tests too.
    case loops
    /// What lines go through besides.
    case lines
    case speed
    /// What nobody waits for.
    case size
    /// What nobody waits for once, but the tests ten thousand times: each start of the program reads its command line.
    case words

    var releaseFlags: [String] {
        switch self {
        // Functions begin on cache lines. Elsewhere, the time of a hot loop changes by up to 6 % with code that has nothing to do with it
        // but only comes before it in the program.
        case .loops, .lines: ["-Xllvm", "-align-all-functions=6"]
        case .speed: []
        case .size, .words: ["-Osize"]
        }
    }
}

// The program is the only user of the library that it is linked with, so the linker may drop what it does not call.
let dropped = ["-Xfrontend", "-internalize-at-link", "-Xfrontend", "-function-sections"]
let isReleased = Context.environment["AAK_RELEASED"] != nil
func settings(_ optimisation: Optimisation) -> [SwiftSetting] {
    var settings = moduleSettings
    if isReleased {
        settings.append(.unsafeFlags(dropped + optimisation.releaseFlags, .when(configuration: .release)))
    }
    if isOptimised, optimisation == .loops || optimisation == .words {
        // As a whole, since to optimise file by file takes a quarter longer; batches are what SwiftPM asks for otherwise.
        let flags = ["-O", "-wmo", "-disable-batch-mode", "-num-threads", "2", "-assert-config", "Debug"]
        settings.append(.unsafeFlags(flags, .when(configuration: .debug)))
    }
    return settings
}

func dependencies(_ modules: [String]) -> [Target.Dependency] { modules.map { .byName(name: $0) } }

func module(
    _ name: String, _ imports: [String] = [], for optimisation: Optimisation = .speed, embedding data: [String] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies(imports), resources: data.map { .embedInCode($0) },
        swiftSettings: settings(optimisation))
}

func tests(of name: String, _ imports: [String] = []) -> Target {
    .testTarget(
        name: name + "Tests",
        dependencies: dependencies([name, "AttributionTestSupport"] + imports.filter { $0 != name }),
        swiftSettings: settings)
}

// What a module may import: each list holds those below it.
let base = ["AttributionBase"]
let core = base + ["AttributionCrypto"]
let attribution = core + ["AttributionModel"]
let inspection = attribution + ["AttributionSchema", "AttributionInspection"]
let all =
    inspection + [
        "AttributionCommandModel", "AttributionFixtures", "AttributionReport", "AttributionSimulator",
    ]

let package = Package(
    name: "aak",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "AdAttribution", targets: ["AdAttribution"]),
        .library(name: "AttributionTesting", targets: ["AttributionTesting"]),
        .library(name: "AttributionReport", targets: ["AttributionReport"]),
        .library(name: "AttributionFoundation", targets: ["AttributionFoundation"]),
        .executable(name: "aak", targets: ["aak"]),
    ],
    targets: [
        .systemLibrary(
            name: "CAttributionOpenSSL", pkgConfig: "libcrypto",
            providers: [.apt(["libssl-dev", "pkg-config"]), .brew(["openssl@3"])]),
        module("AttributionBase", for: .loops),
        module("AttributionCrypto", ["CAttributionOpenSSL"] + base, for: .loops),
        module("AttributionModel", core),
        module("AttributionSchema", attribution),
        module("AttributionInspection", attribution + ["AttributionSchema"], for: .lines),
        module("AttributionFixtures", inspection, for: .size),
        module(
            "AttributionSimulator", inspection,
            embedding: ["Examples/Scenarios", "Drawing/light.css", "Drawing/dark.css"]),
        module("AttributionReport", inspection, for: .lines, embedding: ["Forms/page.css"]),
        // What a user imports of several modules: each only exports them.
        module("AdAttribution", inspection),
        module("AttributionTesting", ["AttributionFixtures", "AttributionSimulator"]),
        // The one module that imports Foundation, so that nothing else is linked with it.
        module("AttributionFoundation", inspection),
        module("AttributionCommandModel", base, for: .words),
        // The program is a library and a file that calls it, so that fuzzing makes whole runs of it within one process.
        .target(
            name: "AttributionProgram", dependencies: dependencies(all), path: "Sources/aak", exclude: ["Main"],
            swiftSettings: settings(.lines)),
        .executableTarget(
            name: "aak", dependencies: ["AttributionProgram"], path: "Sources/aak/Main", swiftSettings: moduleSettings),
        // What several test targets share.
        .target(
            name: "AttributionTestSupport", dependencies: dependencies(core),
            path: "Tests/AttributionTestSupport", swiftSettings: settings(.loops)),
        tests(of: "AttributionBase", base),
        tests(of: "AttributionCrypto", core),
        tests(of: "AttributionModel", attribution),
        tests(of: "AttributionSchema", inspection),
        tests(of: "AttributionInspection", inspection + ["AttributionFixtures"]),
        tests(of: "AttributionFixtures", inspection),
        tests(of: "AttributionFoundation", inspection + ["AttributionFixtures"]),
        tests(of: "AttributionSimulator", inspection),
        tests(of: "AttributionReport", inspection + ["AttributionFixtures"]),
        tests(of: "AttributionCommandModel", base + ["AttributionProgram"]),
    ],
    swiftLanguageModes: [.v6]
)

// What looks at some tests alone need not build the others.
if let named = Context.environment["AAK_TESTS"]?.split(separator: ",") {
    package.targets.removeAll { target in target.type == .test && !named.contains { target.name == "\($0)Tests" } }
}

// What measures the library by itself.
if Context.environment["AAK_BENCH"] != nil {
    package.targets.append(
        .executableTarget(
            name: "library",
            dependencies: dependencies(inspection),
            path: "Tests/Benchmarks/Library", swiftSettings: settings))
}

// The fuzzer is built with the tests, so that one build under the address sanitizer serves both.
if isFuzzed, let program = package.targets.first(where: { $0.name == "AttributionProgram" }) {
    package.targets.append(
        .executableTarget(
            name: "fuzz", dependencies: program.dependencies + ["AttributionProgram"], path: "Tests/Fuzz",
            exclude: ["run", "differential", "dictionaries"], swiftSettings: settings,
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]))
}
