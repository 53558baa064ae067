/// The version of this package.
package enum PackageVersion {
  /// The version as `jsonmigrate --version` prints it.
  package static var current: String { constant.description }

  /// The same, in memory that stays.
  package static let constant: StaticString = "0.1.0"
}
