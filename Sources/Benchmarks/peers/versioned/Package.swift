// swift-tools-version: 6.2
import PackageDescription

// The package that this one is beside is not fetched: the environment says where a copy of it lies.
let package = Package(
  name: "versioned",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "jsonmigrate", path: "../../../.."),
    .package(
      name: "VersionedCodable",
      path: Context.environment["VERSIONED_CODABLE"] ?? "VersionedCodable"),
  ],
  targets: [
    .executableTarget(
      name: "Versioned",
      dependencies: [
        .product(name: "JSONMigration", package: "jsonmigrate"),
        .product(name: "VersionedCodable", package: "VersionedCodable"),
      ])
  ]
)
