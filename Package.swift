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
    case speed
    /// What runs seldom.
    case size
}

let isReleased = Context.environment["AAK_RELEASED"] != nil
func settings(_ optimisation: Optimisation) -> [SwiftSetting] {
    var settings = moduleSettings
    if isReleased, optimisation == .size {
        settings.append(.unsafeFlags(["-Osize"], .when(configuration: .release)))
    }
    if isOptimised, optimisation == .loops {
        settings.append(.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug)))
    }
    return settings
}

func module(_ name: String, _ dependencies: [Target.Dependency] = [], for optimisation: Optimisation = .speed) -> Target
{
    .target(name: name, dependencies: dependencies, swiftSettings: settings(optimisation))
}

func tests(of name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: name + "Tests", dependencies: [.byName(name: name)] + dependencies, swiftSettings: settings)
}

/// What several test targets share.
let testSupport = Target.target(
    name: "AttributionTestSupport", dependencies: ["AttributionDrawing"], path: "Tests/AttributionTestSupport",
    swiftSettings: settings(.loops))

let package = Package(
    name: "aak",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "AdAttribution", targets: ["AdAttribution"]),
        .library(name: "SKAdNetwork", targets: ["SKAdNetwork"]),
        .library(name: "AttributionOpenRTB", targets: ["AttributionOpenRTB"]),
        .library(name: "AttributionFoundation", targets: ["AttributionFoundation"]),
        .library(name: "AttributionFixtures", targets: ["AttributionFixtures"]),
        .library(
            name: "AttributionInspection", targets: ["AttributionInspection", "AdAttribution", "AttributionRules"]),
        .library(name: "AttributionSchema", targets: ["AttributionSchema", "AttributionDocuments"]),
        .library(name: "AttributionSimulator", targets: ["AttributionSimulator", "AttributionDocuments"]),
        .library(name: "AttributionReport", targets: ["AttributionReport", "AttributionDocuments"]),
        .executable(name: "aak", targets: ["aak"]),
    ],
    targets: [
        .systemLibrary(
            name: "CAttributionOpenSSL", pkgConfig: "libcrypto",
            providers: [.apt(["libssl-dev", "pkg-config"]), .brew(["openssl@3"])]),
        module("AttributionBytes", for: .loops),
        module("AttributionECDSA", ["CAttributionOpenSSL", "AttributionBytes"], for: .loops),
        module("AttributionJSON", ["AttributionBytes"], for: .loops),
        module("AttributionDrawing", ["AttributionBytes", "AttributionJSON"], for: .size),
        module("AttributionJOSE", ["AttributionBytes", "AttributionECDSA", "AttributionJSON"], for: .loops),
        module("AttributionRules", ["AttributionBytes", "AttributionJOSE", "AttributionJSON"], for: .loops),
        module(
            "AdAttribution",
            ["AttributionBytes", "AttributionECDSA", "AttributionJOSE", "AttributionRules", "AttributionJSON"],
            for: .loops),
        module(
            "SKAdNetwork",
            [
                "AdAttribution", "AttributionBytes", "AttributionECDSA", "AttributionJOSE", "AttributionRules",
                "AttributionJSON",
            ]),
        module(
            "AttributionOpenRTB",
            [
                "AdAttribution", "AttributionBytes", "AttributionECDSA", "AttributionJOSE", "AttributionRules",
                "SKAdNetwork", "AttributionJSON",
            ]),
        module(
            "AttributionDocuments", ["AdAttribution", "AttributionBytes", "AttributionJSON", "AttributionRules"]),
        module(
            "AttributionSchema",
            ["AdAttribution", "AttributionBytes", "AttributionDocuments", "AttributionJSON", "AttributionRules"]),
        module("AttributionHost", ["AdAttribution", "AttributionBytes", "AttributionRules"]),
        module(
            "AttributionSimulator",
            [
                "AdAttribution", "AttributionDrawing", "AttributionBytes", "AttributionDocuments", "AttributionECDSA",
                "AttributionHost", "AttributionInspection", "AttributionJOSE", "AttributionRules", "AttributionSchema",
                "SKAdNetwork",
                "AttributionJSON",
            ]),
        module(
            "AttributionInspection",
            [
                "AdAttribution", "AttributionBytes", "AttributionECDSA", "AttributionJOSE", "AttributionOpenRTB",
                "AttributionRules", "AttributionSchema", "SKAdNetwork", "AttributionJSON",
            ], for: .loops),
        module(
            "AttributionReport",
            [
                "AdAttribution", "AttributionDocuments", "AttributionDrawing", "AttributionInspection",
                "AttributionBytes", "AttributionJOSE", "AttributionRules", "AttributionSchema", "SKAdNetwork",
                "AttributionJSON",
            ]),
        module(
            "AttributionFixtures",
            [
                "AdAttribution", "AttributionInspection", "AttributionBytes", "AttributionECDSA", "AttributionJOSE",
                "AttributionOpenRTB", "AttributionRules", "AttributionSchema", "SKAdNetwork",
                "AttributionJSON",
            ], for: .size),
        // The one module that imports Foundation, so that nothing else is linked with it.
        module(
            "AttributionFoundation",
            [
                "AdAttribution", "AttributionDocuments", "AttributionECDSA", "AttributionInspection", "AttributionJOSE",
                "AttributionJSON", "AttributionOpenRTB", "SKAdNetwork",
            ]),
        module("AttributionCommandModel", ["AttributionBytes"], for: .size),
        // The program is a library and a file that calls it, so that fuzzing makes whole runs of it within one process.
        .target(
            name: "AttributionProgram",
            dependencies: [
                "AdAttribution", "AttributionFixtures", "AttributionHost", "AttributionInspection",
                "AttributionReport", "AttributionSimulator", "AttributionBytes", "AttributionCommandModel",
                "AttributionDocuments", "AttributionECDSA", "AttributionJOSE",
                "AttributionOpenRTB", "AttributionRules", "AttributionSchema",
                "SKAdNetwork", "AttributionJSON",
            ],
            path: "Sources/aak", swiftSettings: settings(.size)),
        .executableTarget(
            name: "aak", dependencies: ["AttributionProgram"], path: "Sources/Main", swiftSettings: moduleSettings),
        testSupport,
        tests(of: "AttributionBytes"),
        tests(of: "AttributionJSON", ["AttributionBytes", "AttributionTestSupport"]),
        tests(of: "AttributionECDSA", ["AttributionBytes", "AttributionJSON", "AttributionTestSupport"]),
        tests(
            of: "AttributionJOSE",
            ["AttributionBytes", "AttributionECDSA", "AttributionJSON", "AttributionTestSupport"]),
        tests(of: "AttributionRules", ["AttributionBytes", "AttributionJSON"]),
        tests(
            of: "AdAttribution",
            [
                "AttributionBytes", "AttributionECDSA", "AttributionJOSE", "AttributionRules", "AttributionJSON",
                "AttributionTestSupport",
            ]),
        tests(
            of: "SKAdNetwork",
            [
                "AdAttribution", "AttributionBytes", "AttributionECDSA", "AttributionJOSE", "AttributionRules",
                "AttributionJSON", "AttributionTestSupport",
            ]),
        tests(
            of: "AttributionInspection",
            [
                "AdAttribution", "AttributionFixtures", "AttributionECDSA", "AttributionRules", "SKAdNetwork",
                "AttributionJSON", "AttributionTestSupport",
            ]),
        tests(
            of: "AttributionOpenRTB",
            [
                "AdAttribution", "AttributionBytes", "AttributionECDSA", "AttributionJOSE", "AttributionRules",
                "SKAdNetwork", "AttributionJSON",
            ]),
        tests(
            of: "AttributionFixtures",
            [
                "AdAttribution", "AttributionInspection", "AttributionBytes", "AttributionECDSA", "AttributionJOSE",
                "AttributionRules", "SKAdNetwork",
                "AttributionJSON",
                "AttributionTestSupport",
            ]),
        tests(
            of: "AttributionFoundation",
            [
                "AdAttribution", "AttributionFixtures", "AttributionInspection", "AttributionOpenRTB", "SKAdNetwork",
                "AttributionTestSupport",
            ]),
        tests(of: "AttributionDrawing", ["AttributionTestSupport"]),
        tests(of: "AttributionDocuments"),
        tests(
            of: "AttributionSchema",
            [
                "AdAttribution", "AttributionBytes", "AttributionDocuments", "AttributionJSON", "AttributionRules",
                "AttributionTestSupport",
            ]),
        tests(
            of: "AttributionSimulator",
            [
                "AdAttribution", "AttributionDrawing", "AttributionBytes", "AttributionDocuments", "AttributionHost",
                "AttributionInspection", "AttributionJOSE", "AttributionJSON", "AttributionSchema",
                "AttributionTestSupport",
            ]),
        tests(
            of: "AttributionReport",
            [
                "AdAttribution", "AttributionDocuments", "AttributionDrawing", "AttributionFixtures",
                "AttributionInspection", "AttributionBytes", "AttributionJSON", "AttributionSchema",
                "AttributionTestSupport",
            ]),
        tests(of: "AttributionCommandModel"),
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
            dependencies: ["AdAttribution", "AttributionBytes", "AttributionECDSA", "AttributionInspection"],
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
