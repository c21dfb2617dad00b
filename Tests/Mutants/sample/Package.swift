// swift-tools-version: 6.2
import PackageDescription

// A module with code in which faults can be planted, some that the tests notice and some that they do not.
let package = Package(
    name: "sample",
    targets: [
        .target(name: "Sample"),
        .testTarget(name: "SampleTests", dependencies: ["Sample"]),
    ],
    swiftLanguageModes: [.v6]
)
