// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "jsonmigrate",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "JSONMigration", targets: ["JSONMigration", "JSONText"]),
    .executable(name: "jsonmigrate", targets: ["jsonmigrate"]),
  ],
  targets: [
    .target(name: "JSONText", swiftSettings: settings + [.strictMemorySafety()]),
    .target(name: "JSONMigration", dependencies: ["JSONText"], swiftSettings: settings),
    .executableTarget(
      name: "jsonmigrate", dependencies: ["JSONMigration", "JSONText"], path: "Sources/Command",
      swiftSettings: settings),
    .executableTarget(
      name: "Benchmarks", dependencies: ["JSONMigration", "JSONText"],
      exclude: ["README.md", "RESULTS.md", "peers", "rules"], swiftSettings: settings),
    .executableTarget(
      name: "HabitsApp", dependencies: ["JSONMigration"], path: "Examples/HabitsApp",
      exclude: ["README.md", "documents", "migrated"], resources: [.copy("rules")],
      swiftSettings: settings),
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
    .testTarget(
      name: "JSONTextTests", dependencies: ["JSONText", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "JSONMigrationTests",
      dependencies: ["HabitsApp", "JSONMigration", "JSONText", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "CommandTests", dependencies: ["jsonmigrate", "TestSupport"], swiftSettings: settings),
    .testTarget(name: "HouseTests", swiftSettings: settings),
  ]
)
