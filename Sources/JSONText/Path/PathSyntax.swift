/// A query as it was understood: where it starts, and the segments to follow.
///
/// Names and text are bytes of UTF-8 after unescaping, so that they are compared as bytes.
package struct PathQuery: Hashable, Sendable {
  /// Where a query starts.
  package enum Root: Hashable, Sendable {
    /// `$`, the document.
    case document
    /// `@`, the scope of the rule, or in a filter the value that is tried.
    case scope
  }

  package var root: Root
  package var segments: [PathSegment]

  package init(root: Root, segments: [PathSegment]) {
    self.root = root
    self.segments = segments
  }

  /// Whether it matches one place at most, whatever the document: names and indices only.
  package var isSingular: Bool {
    segments.allSatisfy { $0.name != nil || $0.index != nil }
  }
}

/// One step of a query: to children, or to children of all descendants.
package struct PathSegment: Hashable, Sendable {
  package var isDescendant: Bool
  package var selectors: [PathSelector]

  package init(isDescendant: Bool = false, _ selectors: [PathSelector]) {
    self.isDescendant = isDescendant
    self.selectors = selectors
  }

  // Paths hold conditions, which hold paths: the compiler would take all of it for one function.
  @inline(never)
  package func hash(into hasher: inout Hasher) {
    hasher.combine(isDescendant)
    hasher.combine(selectors)
  }

  /// The name, if the segment is nothing but a name of a child.
  package var name: [UInt8]? {
    guard !isDescendant, selectors.count == 1, case .name(let name) = selectors[0] else {
      return nil
    }
    return name
  }

  /// The index, if the segment is nothing but an index of a child.
  package var index: Int? {
    guard !isDescendant, selectors.count == 1, case .index(let index) = selectors[0] else {
      return nil
    }
    return index
  }
}

/// What a segment chooses.
package enum PathSelector: Hashable, Sendable {
  case name([UInt8])
  case wildcard
  case index(Int)
  case slice(start: Int?, end: Int?, step: Int)
  case filter(PathCondition)
}

/// A logical expression of a filter, or of `when` and `require`.
package indirect enum PathCondition: Hashable, Sendable {
  case or([PathCondition])
  case and([PathCondition])
  case not(PathCondition)
  case exists(PathQuery)
  case comparison(PathOperand, PathComparison, PathOperand)
  /// `match`, which wants the whole text, or `search`.
  case pattern(PathOperand, PathPattern, isWhole: Bool)
  /// `empty`: what a singular query leads to is missing, null, or has nothing in it.
  case empty(PathQuery)
}

/// How two values are compared.
package enum PathComparison: String, Hashable, Sendable, BitwiseCopyable {
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="

  /// The same with its sides exchanged.
  package var turned: Self {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }
}

/// What has a value, or none: one side of a comparison, or an argument.
package indirect enum PathOperand: Hashable, Sendable {
  case literal(PathLiteral)
  /// A singular query.
  case query(PathQuery)
  case length(PathOperand)
  case count(PathQuery)
  case value(PathQuery)
  case type(PathOperand)
}

/// A value that is written in a condition.
package enum PathLiteral: Hashable, Sendable {
  case null
  case boolean(Bool)
  /// The number as it was written.
  case number([UInt8])
  case text([UInt8])
}

/// The pattern of `match` and `search`.
package enum PathPattern: Hashable, Sendable {
  case compiled(Pattern)
  /// Text that is no pattern: it fits nothing.
  case invalid([UInt8])
  /// A pattern that is only known when it is asked for.
  case operand(PathOperand)
}
