import JSONMigration

@main
enum Main {
  static func main() {
    print("jsonmigrate \(PackageVersion.current)")
  }
}
