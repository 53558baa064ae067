internal import JSONText

/// The keys of an object as types see them, where a strategy makes others of them.
struct ConvertedKeys {
  /// The members' numbers, which rise, and their names in the same order.
  private let members: [Int]
  private let names: [String]
  /// Only where there are many.
  private let index: [ByteString: Int]

  /// Names are compared one by one up to here.
  static let few = 16

  init(members: [Int], names: [String]) {
    self.members = members
    self.names = names
    index =
      members.count > Self.few
      ? Dictionary(
        zip(names.map(ByteString.init), members), uniquingKeysWith: { first, _ in first })
      : [:]
  }

  var isSmall: Bool { members.count <= Self.few }

  /// The first member with a name.
  func member(_ name: String) -> Int? {
    if !isSmall { return index[ByteString(name)] }
    return names.firstIndex { ByteString.areEqual($0, name) }.map { members[$0] }
  }

  /// The name of a member.
  func name(of member: Int) -> String? {
    var (low, high) = (0, members.count)
    while low < high {
      let middle = (low + high) / 2
      if members[middle] < member { low = middle + 1 } else { high = middle }
    }
    return low < members.count && members[low] == member ? names[low] : nil
  }
}

/// The converted keys of objects that were asked for members.
struct ConvertedKeyTable {
  private var objects: [Int: ConvertedKeys] = [:]
  private var small = 0
  /// Keys of small objects are soon made again: no more are kept than this.
  private static let kept = 4_096

  subscript(object: Int) -> ConvertedKeys? {
    get { objects[object] }
    set {
      if let newValue, newValue.isSmall {
        if small >= Self.kept {
          objects = objects.filter { !$1.isSmall }
          small = 0
        }
        small += 1
      }
      objects[object] = newValue
    }
  }
}
