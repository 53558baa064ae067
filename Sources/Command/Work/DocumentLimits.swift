import JSONText

extension DocumentOptions {
  /// What one document may be and cost.
  func limits(_ calls: SystemCalls) -> Document.Limits {
    var limits = Document.Limits()
    if let maxDepth { limits = Document.Limits(depth: maxDepth) }
    if calls.memoryLeft() != nil { limits.memoryLeft = calls.memoryLeft }
    return limits
  }
}
