import TestSupport

extension ShortRules {
  /// Members that objects may be renamed to, in which rules behind do something.
  static let renamings = [
    (old: "items", new: "things"), (old: "parts", new: "bits"), (old: "deep", new: "inner"),
  ]

  /// Lets a rule give a container another key, and rules behind mostly mean that.
  mutating func rename(_ pair: (old: String, new: String), using random: inout Seeded) {
    let step = steps.indices.randomElement(using: &random) ?? 0
    let place = Int.random(in: 0...steps[step].count, using: &random)
    for index in steps.indices where index >= step {
      for rule in steps[index].indices where index > step || rule >= place {
        if Int.random(in: 0...3, using: &random) == 0 { continue }
        for lead in ["\"", "@.", "parts.", "bits.", "]."] {
          for end in ["\"", "[", "."] {
            steps[index][rule].replace(lead + pair.old + end, with: lead + pair.new + end)
          }
        }
      }
    }
    let around = pair.old == "deep" ? Bool.random(using: &random) ? "parts." : "items[*]." : ""
    let exists = Int.random(in: 0...9, using: &random) == 0 ? ", \"if-exists\": \"keep\"" : ""
    steps[step].insert(
      "{ \"rename\": { \"\(around)\(pair.old)\": \"\(pair.new)\" }\(exists) }", at: place)
  }

  /// Values that are written in another form, parts of texts, and texts with values in them.
  static func reshape(
    _ names: [String], in place: String, _ random: inout Seeded
  ) -> String {
    func one(of texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }
    let start = place.isEmpty ? when(&random) : "\"in\": \"\(place)\", "
    let (own, other, third) = ("['\(names[0])']", "['\(names[1])']", "['\(names[2])']")
    switch Int.random(in: 0...8, using: &random) {
    case 8:
      let trim = one(of: ["", ", \"trim\": true"])
      let by = one(of: [#""by": "o""#, #""by": " ""#, #""pattern": "(.*)(o)(.*)""#])
      return "{ \(start)\"split\": \"\(own)\", \(by)\(trim), \"note\": \"a list\" }"
    case 5:
      let exists = one(of: ["", "", "", ", \"if-exists\": \"keep\""])
      let under = one(of: [third, "box"])
      return """
        { \(start)"nest": ["\(names[0])", "\(names[1])"], "under": "\(under)"\(exists) }
        """
    case 6:
      let how = one(of: [
        "", ", \"take\": \"first\"", ", \"under\": \"k\"", ", \"if-empty\": \"null\"",
      ])
      return "{ \(start)\"unwrap\": \"\(own)\"\(how) }"
    case 7:
      let value = one(of: ["1", "\"x\"", "null", "{\"k\":[1]}"])
      let once = one(of: ["", ", \"unless-present\": true"])
      return "{ \(start)\"append\": { \"\(own)\": \(value) }\(once) }"
    case 0:
      let forms = [
        "\"from\": \"number\", \"to\": \"string\"", "\"to\": \"string\"", "\"to\": \"number\"",
        "\"to\": \"boolean\"", "\"from\": \"number\", \"to\": \"boolean\"",
        "\"from\": \"unix-seconds\", \"to\": \"iso8601\"", "\"to\": \"integer\"",
        "\"from\": \"apple-seconds\", \"to\": \"date\"",
      ]
      let expect = one(of: ["", "", ", \"expect\": \"string\""])
      let otherwise = one(of: ["", ", \"otherwise\": \"keep\"", ", \"otherwise\": \"keep\""])
      return "{ \(start)\"convert\": \"\(own)\", \(one(of: forms))\(otherwise)\(expect) }"
    case 1:
      let how = one(of: ["\"by\": 10", "\"divide-by\": 3, \"round\": 2", "\"add\": -0.5"])
      return "{ \(start)\"scale\": \"\(own)\", \(how) }"
    case 2:
      let pattern = one(of: ["(.*)(o)(.*)", "([^ ]*)( ?)(.*)", "(.)?(.)(.*)", "(t|)(.*)([^o]*)"])
      let first = one(of: [names[0], names[1], names[1]])
      return """
        { \(start)"split": "\(own)", "pattern": "\(pattern)", "into": ["\(first)", "\(names[2])", \
        "\(names[3])"] }
        """
    case 3:
      return "{ \(start)\"compose\": { \"\(own)\": \"\\\"{\(other)}, {\(third)}\u{E9}\" } }"
    default:
      let text = one(of: ["{\(own)}", "{\(own)} days", "\u{7B}{ {\(own)} \u{7D}}"])
      let pair = "\"\(third)\": \"{\(other)}{\(other)}\""
      return "{ \(start)\"compose\": { \"\(own)\": \"\(text)\", \(pair) } }"
    }
  }
}
