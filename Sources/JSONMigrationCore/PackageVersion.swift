/// The version of this package.
package enum PackageVersion {
  /// The version as `jsonmigrate --version` prints it.
  package static let current = "0.1.0"
}
