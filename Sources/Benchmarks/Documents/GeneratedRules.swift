import Foundation

/// Rules folders that are too long to be written by hand.
struct GeneratedRules {
  let folder: URL

  func write() throws {
    // The same four keys in every chain; what a step makes is what the next one finds.
    try write("chain-1", steps: 1) { _ in Self.link(0) + Self.link(1) + Self.link(2) + Self.link(3)
    }
    try write("chain-100", steps: 100) { Self.link($0) }
    for count in [0, 1, 10, 100, 1_000] {
      try write("idle-members-\(count)", steps: 1) { _ in
        Self.headline + (0..<count).map { #"{ "rename": { "old\#($0)": "new\#($0)" } }"# }
      }
      try write("idle-nested-\(count)", steps: 1) { _ in
        Self.headline
          + (0..<count).map { #"{ "rename": { "items[*].old\#($0)": "new\#($0)" } }"# }
      }
      try write("idle-waiting-\(count)", steps: 1) { _ in
        Self.headline
          + (0..<count).map { #"{ "when": "@.old\#($0) == true", "drop": "parent" }"# }
      }
      try write("idle-asking-\(count)", steps: 1) { _ in
        Self.headline
          + (0..<count).map { #"{ "when": "@.visits == -1\#($0)", "drop": "parent" }"# }
      }
    }
    try write("rules-200", steps: 1) { _ in Self.many }
  }

  private func write(_ name: String, steps: Int, rules: (Int) -> [String]) throws {
    let folder = folder.appending(path: name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for step in 0..<steps {
      let text = """
        {
          "to": \(step + 2),
          "rules": [
            \(rules(step).joined(separator: ",\n    "))
          ]
        }

        """
      try Data(text.utf8).write(to: folder.appending(path: "v\(step + 2).json"))
    }
  }

  /// One of four kinds of steps, each of which undoes or repeats the one four steps before.
  private static func link(_ step: Int) -> [String] {
    let isBack = step / 4 % 2 == 1
    switch step % 4 {
    case 0: return [#"{ "rename": { \#(isBack ? #""text": "body""# : #""body": "text""#) } }"#]
    case 1: return [#"{ "add-default": { "priority": 0 } }"#]
    case 2:
      let table =
        isBack
        ? #"{ "pending": "todo", "active": "doing", "completed": "done" }"#
        : #"{ "todo": "pending", "doing": "active", "done": "completed" }"#
      return [#"{ "map-values": "status", "table": \#(table) }"#]
    default: return [#"{ "drop": "legacyFlag" }"#]
    }
  }

  /// The headline job.
  private static let headline = [
    #"{ "rename": { "body": "text" } }"#,
    #"{ "add-default": { "priority": 0 } }"#,
    #"{ "map-values": "status", "table": { "todo": "pending", "doing": "active", "done": "completed" } }"#,
    #"{ "drop": "legacyFlag" }"#,
    #"{ "split": "name", "by": " ", "into": ["firstName", "lastName"] }"#,
  ]

  /// Two hundred rules of all kinds, of which five have something to do in a record with items.
  private static let many =
    headline
    + (0..<195).map { number in
      switch number % 5 {
      case 0: #"{ "rename": { "old\#(number)": "new\#(number)" } }"#
      case 1: #"{ "drop": "address.old\#(number)" }"#
      case 2: #"{ "rename": { "items[*].old\#(number)": "new\#(number)" } }"#
      case 3: #"{ "in": "settings", "when": "@.old\#(number) == true", "drop": "theme" }"#
      default: #"{ "convert": "settings.notify.old\#(number)", "to": "string" }"#
      }
    }
}
