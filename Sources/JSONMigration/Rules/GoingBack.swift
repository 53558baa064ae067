internal import JSONText

extension Rule {
  /// How several rules go back that run one after the other: the last one first.
  static func inverse(of rules: [Rule]) -> Inverse {
    var back: [JSON] = []
    var isExact = true
    for rule in rules.reversed() {
      switch rule.verb.inverse {
      case .exact(let rules): back += rules
      case .conditional(let rules):
        back += rules
        isExact = false
      case .lossy(let why): return .lossy("`\(rule.name)`: \(why)")
      }
    }
    return isExact ? .exact(back) : .conditional(back)
  }
}
