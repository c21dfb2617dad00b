// swift-tools-version: 6.2
import PackageDescription

// What a stranger writes who uses the library products: nothing here sees more than they do.
let package = Package(
    name: "network",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "aak", path: "../..")],
    targets: [
        .executableTarget(name: "Network", dependencies: [.product(name: "AdAttribution", package: "aak")]),
        .executableTarget(
            name: "Server",
            dependencies: [
                .product(name: "AdAttribution", package: "aak"),
                .product(name: "AttributionFoundation", package: "aak"),
                .product(name: "AttributionReport", package: "aak"),
                .product(name: "AttributionTesting", package: "aak"),
            ]),
        .executableTarget(
            name: "Simulation",
            dependencies: [
                .product(name: "AttributionTesting", package: "aak"),
                .product(name: "AttributionReport", package: "aak"),
            ]),
        .testTarget(name: "ServerTests", dependencies: [.product(name: "AttributionTesting", package: "aak")]),
    ],
    swiftLanguageModes: [.v6]
)
