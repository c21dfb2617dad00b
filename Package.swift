// swift-tools-version: 6.2
import PackageDescription

// A user's compiler may warn of what ours does not, so only the project's own checks turn warnings into errors.
let warningsAreErrors = Context.environment["AAK_WARNINGS_AS_ERRORS"] != nil
let settings: [SwiftSetting] = [.strictMemorySafety()] + (warningsAreErrors ? [.treatAllWarnings(as: .error)] : [])

// What the tests look at is optimised for them, as most of their time goes into computing, and keeps every check of a build for
// debugging. The tests themselves are not: that takes longer than it saves.
let isOptimised = Context.environment["AAK_OPTIMISED"] != nil
let moduleSettings: [SwiftSetting] =
    settings
    + (isOptimised ? [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))] : [])

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: moduleSettings)
}

func tests(of name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: name + "Tests", dependencies: [.byName(name: name)] + dependencies, swiftSettings: settings)
}

/// What several test targets share.
let testSupport = Target.target(
    name: "TestSupport", dependencies: ["AttributionDrawing"], path: "Tests/TestSupport",
    swiftSettings: moduleSettings)

let package = Package(
    name: "aak",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "AdAttribution", targets: ["AdAttribution"]),
        .library(name: "SKAdNetwork", targets: ["SKAdNetwork"]),
        .library(name: "OpenRTB", targets: ["OpenRTB"]),
        .library(name: "AttributionFixtures", targets: ["AttributionFixtures"]),
        .library(name: "AttributionInspection", targets: ["AttributionInspection", "AdAttribution", "Rules"]),
        .library(name: "JOSE", targets: ["JOSE", "ECDSA", "StrictJSON"]),
        .executable(name: "aak", targets: ["aak"]),
    ],
    targets: [
        .systemLibrary(
            name: "COpenSSL", pkgConfig: "libcrypto",
            providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
        module("Bytes"),
        module("ECDSA", ["COpenSSL", "Bytes"]),
        module("StrictJSON", ["Bytes"]),
        module("AttributionDrawing", ["Bytes", "StrictJSON"]),
        module("JOSE", ["Bytes", "ECDSA", "StrictJSON"]),
        module("Rules", ["Bytes", "JOSE", "StrictJSON"]),
        module("AdAttribution", ["Bytes", "ECDSA", "JOSE", "Rules", "StrictJSON"]),
        module("SKAdNetwork", ["AdAttribution", "Bytes", "ECDSA", "JOSE", "Rules", "StrictJSON"]),
        module("OpenRTB", ["AdAttribution", "Bytes", "ECDSA", "JOSE", "Rules", "SKAdNetwork", "StrictJSON"]),
        module(
            "AttributionSimulator",
            [
                "AdAttribution", "AttributionDrawing", "Bytes", "Rules", "SKAdNetwork",
                "StrictJSON",
            ]),
        module(
            "AttributionInspection",
            ["AdAttribution", "Bytes", "ECDSA", "JOSE", "OpenRTB", "Rules", "SKAdNetwork", "StrictJSON"]),
        module(
            "AttributionReport",
            [
                "AdAttribution", "AttributionDrawing", "AttributionInspection", "Bytes", "JOSE", "Rules", "SKAdNetwork",
                "StrictJSON",
            ]),
        module(
            "AttributionFixtures",
            [
                "AdAttribution", "AttributionInspection", "Bytes", "ECDSA", "JOSE", "OpenRTB", "Rules", "SKAdNetwork",
                "StrictJSON",
            ]),
        module("CommandModel", ["Bytes"]),
        .target(name: "CStart"),
        .executableTarget(
            name: "aak",
            dependencies: [
                "AdAttribution", "AttributionFixtures", "AttributionInspection",
                "AttributionReport", "AttributionSimulator", "Bytes", "CStart", "CommandModel", "ECDSA", "JOSE",
                "OpenRTB", "Rules",
                "SKAdNetwork", "StrictJSON",
            ],
            swiftSettings: moduleSettings),
        testSupport,
        tests(of: "Bytes"),
        tests(of: "StrictJSON", ["Bytes", "TestSupport"]),
        tests(of: "ECDSA", ["Bytes", "StrictJSON", "TestSupport"]),
        tests(of: "JOSE", ["Bytes", "ECDSA", "StrictJSON", "TestSupport"]),
        tests(of: "Rules", ["Bytes", "StrictJSON"]),
        tests(of: "AdAttribution", ["Bytes", "ECDSA", "JOSE", "Rules", "StrictJSON", "TestSupport"]),
        tests(of: "SKAdNetwork", ["AdAttribution", "Bytes", "ECDSA", "JOSE", "Rules", "StrictJSON", "TestSupport"]),
        tests(
            of: "AttributionInspection",
            ["AdAttribution", "AttributionFixtures", "ECDSA", "Rules", "SKAdNetwork", "StrictJSON", "TestSupport"]),
        tests(of: "OpenRTB", ["AdAttribution", "Bytes", "ECDSA", "JOSE", "Rules", "SKAdNetwork", "StrictJSON"]),
        tests(
            of: "AttributionFixtures",
            [
                "AdAttribution", "AttributionInspection", "Bytes", "ECDSA", "JOSE", "Rules", "SKAdNetwork",
                "StrictJSON",
                "TestSupport",
            ]),
        tests(of: "AttributionDrawing", ["TestSupport"]),
        tests(
            of: "AttributionSimulator",
            ["AdAttribution", "AttributionDrawing", "Bytes", "StrictJSON", "TestSupport"]),
        tests(
            of: "AttributionReport",
            ["AdAttribution", "AttributionDrawing", "AttributionInspection", "Bytes", "StrictJSON", "TestSupport"]),
        tests(of: "CommandModel"),
    ],
    swiftLanguageModes: [.v6]
)

// What looks at some tests alone need not build the others.
if let named = Context.environment["AAK_TESTS"]?.split(separator: ",") {
    package.targets.removeAll { target in target.type == .test && !named.contains { target.name == "\($0)Tests" } }
}

// For fuzzing the program is a library, so that whole runs of it are made within one process.
if Context.environment["AAK_FUZZ"] != nil, let place = package.targets.firstIndex(where: { $0.name == "aak" }) {
    let parts = package.targets[place].dependencies
    package.targets[place] = .target(
        name: "aak", dependencies: parts, exclude: ["main.swift"], swiftSettings: settings)
    package.targets.append(
        .executableTarget(
            name: "Fuzz", dependencies: parts + ["aak"], path: "Tests/Fuzz",
            exclude: ["run", "differential", "dictionaries"], swiftSettings: settings))
    package.products = [.executable(name: "fuzz", targets: ["Fuzz"])]
}
