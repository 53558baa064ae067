// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// Apple's tools look for it in the bundle of a target; elsewhere a bundle would be in the way.
let privacyInfo = "PrivacyInfo.xcprivacy"
#if canImport(Darwin)
  let (resources, leftOut): ([Resource], [String]) = ([.copy(privacyInfo)], [])
#else
  let (resources, leftOut): ([Resource], [String]) = ([], [privacyInfo])
#endif

// What plugins run is built apart, with all that it stands on, though nothing here uses them. Who builds
// everything, as the tests do, saves a quarter without them.
let hasPlugins = Context.environment["JSONMIGRATE_WITHOUT_PLUGINS"] == nil

let package = Package(
  name: "jsonmigrate",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "JSONMigration", targets: ["JSONMigration"]),
    .library(name: "JSONMigrationTesting", targets: ["JSONMigrationTesting"]),
    .library(name: "JSONText", targets: ["JSONText"]),
    .library(name: "JSONMigrationC", type: .dynamic, targets: ["JSONMigrationC"]),
    .executable(name: "jsonmigrate", targets: ["jsonmigrate"]),
  ],
  targets: [
    .target(name: "LockedFiles", swiftSettings: settings),
    .target(name: "JSONText", swiftSettings: settings + [.strictMemorySafety()]),
    .target(name: "JSONMigrationCore", dependencies: ["JSONText"], swiftSettings: settings),
    .target(name: "PropertyLists", dependencies: ["JSONText"], swiftSettings: settings),
    .target(
      name: "JSONMigrationCoding", dependencies: ["JSONText", "PropertyLists"],
      swiftSettings: settings),
    .target(
      name: "JSONMigration",
      dependencies: [
        "JSONMigrationCoding", "JSONMigrationCore", "JSONText", "LockedFiles", "PropertyLists",
      ],
      exclude: leftOut, resources: resources, swiftSettings: settings),
    .target(
      name: "JSONMigrationAuthoring", dependencies: ["JSONMigrationCore", "JSONText"],
      swiftSettings: settings),
    .target(
      name: "JSONMigrationTesting",
      dependencies: [
        "JSONMigration", "JSONMigrationAuthoring", "JSONMigrationCoding", "JSONMigrationCore",
        "JSONText",
      ],
      swiftSettings: settings),
    .target(name: "CJSONMigration", exclude: ["exports.map"]),
    .target(
      name: "JSONMigrationC", dependencies: ["CJSONMigration", "JSONMigrationCore", "JSONText"],
      swiftSettings: settings),
    .executableTarget(
      name: "jsonmigrate",
      dependencies: [
        "JSONMigrationAuthoring", "JSONMigrationCore", "JSONText", "PropertyLists",
      ],
      path: "Sources/Command", swiftSettings: settings),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "JSONMigration", "JSONMigrationAuthoring", "JSONMigrationCore", "JSONText", "PropertyLists",
      ],
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
      dependencies: [
        "HabitsApp", "JSONMigration", "JSONMigrationAuthoring", "JSONMigrationCoding",
        "JSONMigrationCore", "JSONMigrationTesting", "JSONText", "LockedFiles", "PropertyLists",
        "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "JSONMigration", "JSONMigrationAuthoring", "JSONMigrationCore", "JSONText", "TestSupport",
        "jsonmigrate",
      ],
      swiftSettings: settings),
    .testTarget(name: "HouseTests", swiftSettings: settings),
  ]
)

if hasPlugins {
  package.products += [
    .plugin(name: "CheckRules", targets: ["CheckRules"]),
    .plugin(name: "RunJSONMigrate", targets: ["RunJSONMigrate"]),
  ]
  package.targets += [
    .plugin(name: "CheckRules", capability: .buildTool(), dependencies: ["jsonmigrate"]),
    .plugin(
      name: "RunJSONMigrate",
      capability: .command(
        intent: .custom(verb: "jsonmigrate", description: "Run jsonmigrate on rules and documents")),
      dependencies: ["jsonmigrate"]),
  ]
}
