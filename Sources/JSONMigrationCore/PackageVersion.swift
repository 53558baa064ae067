/// The version of this package.
public enum PackageVersion {
  /// The version as `jsonmigrate --version` prints it.
  public static let current = "0.1.0"
}
