internal import JSONMigrationCore
internal import JSONText

extension ShapeFlow {
  /// The result for documents of a shape, each from its own version.
  ///
  /// Documents of versions and formats that the rules don't know are left out.
  func carry(_ shape: Shape, to target: Version? = nil) throws(UnknownShape) -> Shape {
    let format = rules.format
    guard let each = format.each else {
      return carryDocument(shape, format, to: target ?? format.chain.newest)
    }
    return try ShapeUpdate(isRoot: true).update(shape, each.path.query.segments[...]) {
      part, _ in
      let others = format.when.map {
        part.refined(by: $0.condition.expression, false, isRoot: true)
      }
      let carried = self.carryDocument(part, format, to: target ?? format.chain.newest)
      return Carried(carried.joined(others ?? .never))
    }.shape
  }

  /// The documents of a shape by what they say of their version.
  func versions(_ shape: Shape, _ format: Format) -> VersionParts {
    var left = shape.refined(of: format)
    var parts = VersionParts()
    let starts = Set(format.chain.stepsInOrder.flatMap(\.from)).union([format.chain.newest])
    let known = format.chain.inOrder(starts)
    for place in format.at {
      guard let names = place.names?.map(\.text) else {
        // The version stands in an array, so any may be there.
        parts.known = known.map { ($0, left) }
        parts.misread = left
        if case .version = format.missing { return parts }
        parts.unsaid = left
        return parts
      }
      for version in known {
        let part = left.changed(at: names, orAbsent: false) { there in
          if version.beginning != nil { return there.only(.string) }
          return there.equal(to: version.value)
        }
        if !part.isNever { parts.known.append((version, part)) }
      }
      if shape.mentions(names[...]) {
        let misread = left.changed(at: names, orAbsent: false) {
          VersionParts.misread($0, format.chain)
        }
        parts.misread = parts.misread.joined(misread)
      }
      left = left.lacking(names)
    }
    if left.isNever { return parts }
    switch format.missing {
    case .version(let version): parts.known.append((version, left))
    case .fail: parts.unsaid = left
    case .probes(let probes):
      for probe in probes where !left.isNever {
        let part = left.refined(by: probe.when.condition.expression, isRoot: true)
        left = left.refined(by: probe.when.condition.expression, false, isRoot: true)
        if !part.isNever { parts.known.append((probe.version, part)) }
      }
      parts.unsaid = left
    }
    return parts
  }

  /// Carries a document, or one nested in another, to a version.
  func carryDocument(_ shape: Shape, _ format: Format, to target: Version) -> Shape {
    let parts = versions(shape, format)
    note(parts)
    return Shape(
      joining: parts.known.map { version, part in
        carryDocument(checked(part, version, format), format, from: version, to: target)
      })
  }

  private func carryDocument(
    _ shape: Shape, _ format: Format, from version: Version, to target: Version
  ) -> Shape {
    if version == target || shape.isNever { return shape }
    guard let steps = format.chain.steps(from: version, to: target) else {
      noteFailure("be asked for a version that no step leads to")
      return .any
    }
    var result = shape
    for number in steps { result = carry(result, over: format.chain.steps[number].rules) }
    return checked(stamped(result, target, format), target, format)
  }

  /// The part of the shape that fits what the format says of a version.
  private func checked(_ shape: Shape, _ version: Version, _ format: Format) -> Shape {
    format.shapes.filter { $0.version == version }.reduce(shape) { shape, check in
      let condition = check.condition.condition.expression
      if !shape.refined(by: condition, false, isRoot: true).isNever {
        noteFailure("find that a document does not look like version \(version)")
      }
      return shape.refined(by: condition, isRoot: true)
    }
  }

  private func stamped(_ shape: Shape, _ version: Version, _ format: Format) -> Shape {
    guard format.isStamped else { return shape }
    guard let first = format.at.first else { return shape }
    rule = nil
    // A place inside of elements need not be there.
    let places = format.at.compactMap { $0.names?.map(\.text) }
    guard let names = first.names?.map(\.text), places.count == format.at.count else { return .any }
    // The place can be made, so that every document has the version there.
    let written = put(Shape(version.value), at: names, in: shape, .overwrite)
    return places.dropFirst().reduce(written) { $0.removing($1) }
  }

  /// Carries a nested document.
  func carry(_ shape: Shape, toNested nested: NestedFormat) -> Carried {
    guard nestedLevel < 4 else {
      noteUnknown("may make anything")
      noteFailure("fail")
      return Carried(.any)
    }
    let format = rules.formats[rules.nested[nested.format]]
    let inner = ShapeFlow(rules, level: nestedLevel + 1)
    let target = nested.target ?? format.chain.newest
    let documents = shape.minus(.null)
    let part = documents.refined(of: format)
    var result = inner.carryDocument(part, format, to: target)
    if nested.isSame, nested.target == nil {
      // The nested document goes to the version of the one around it, which may be an older one.
      for version in format.chain.versions {
        result = result.joined(inner.carryDocument(part, format, to: version))
      }
    }
    take(inner)
    // Documents whose version the format doesn't know fail.
    noteFailure("find a nested document without a version that is known")
    let others = format.when.map {
      documents.refined(by: $0.condition.expression, false, isRoot: true)
    }
    let null = shape.spelled.takesNull ? Shape.null : .never
    return Carried(result.joined(others ?? .never).joined(null))
  }
}

extension Shape {
  /// The part of the shape that belongs to a format.
  fileprivate func refined(of format: Format) -> Shape {
    format.when.map { refined(by: $0.condition.expression, isRoot: true) } ?? self
  }
}
