import JSONText

@testable import JSONMigrationCore

/// A document that came out, or why none did.
enum Ending: Equatable, CustomStringConvertible {
  case after([UInt8])
  case fails(Diagnostic.Kind, String)

  init(_ body: () throws -> [UInt8]) {
    do {
      self = .after(try body())
    } catch let error as MigrationError {
      self = .fails(error.kind, error.diagnostics.first?.message ?? "")
    } catch {
      self = .fails(.callFailed, "\(error)")
    }
  }

  var kind: Diagnostic.Kind? {
    if case .fails(let kind, _) = self { kind } else { nil }
  }

  /// Whether both failed alike, or came out with the same JSON.
  func means(_ other: Ending) -> Bool {
    guard case .after(let left) = self, case .after(let right) = other else {
      return kind == other.kind
    }
    return (try? JSON(parsing: left) == JSON(parsing: right)) ?? false
  }

  var description: String {
    switch self {
    case .after(let bytes): String(decoding: bytes, as: UTF8.self)
    case .fails(let kind, let message): "\(kind): \(message)"
    }
  }
}

/// What was found to be wrong.
struct Mismatch: Error, CustomStringConvertible {
  let description: String
}

/// Stops a round where something is wrong.
func check(_ isRight: Bool, _ description: @autoclosure () -> String) throws {
  if !isRight { throw Mismatch(description: description()) }
}

extension Engine {
  /// The long way, whatever the plan has for a short one.
  mutating func migrate(_ text: [UInt8]) throws(MigrationError) -> [UInt8] {
    document.load(text)
    var out = ByteBuffer()
    do {
      try read(0..<text.count)
      _ = try migrate()
      try document.write(into: &out)
    } catch {
      throw MigrationError(diagnostic(for: error, name: "a"))
    }
    return out.view[0..<out.count].array
  }
}
