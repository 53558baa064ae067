import JSONText

@main
enum Main {
  static func main() {}
}
