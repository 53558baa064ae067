import JSONMigrationCore
import JSONText
import PropertyLists

/// Property lists with the errors that users see.
extension PropertyList {
  init(_ bytes: [UInt8], named name: String) throws(MigrationError) {
    self = try MigrationError.reported(of: name) { () throws(TextProblem) in
      try PropertyList(bytes)
    }
  }

  func bytes(_ json: [UInt8], named name: String) throws(MigrationError) -> [UInt8] {
    try MigrationError.reported(of: name) { () throws(TextProblem) in try bytes(json) }
  }

  func shown(_ json: [UInt8], named name: String) throws(MigrationError) -> [UInt8] {
    try MigrationError.reported(of: name) { () throws(TextProblem) in try shown(json) }
  }
}
