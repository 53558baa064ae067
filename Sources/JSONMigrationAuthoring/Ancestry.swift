package import JSONMigrationCore
package import JSONText

/// Where a value of today was in documents before some rules, found by going back over them.
package struct Ancestry {
  /// Where it may have been; nowhere if rules have taken away what was there.
  package var places: [Place]
  /// Rules that add it where it is missing, for certain.
  package var isSupplied = false
  /// Rules that add it under a condition, or not everywhere.
  package var helpers: [Rule] = []
  /// Rules that took away what was at its places.
  package var takers: [Rule] = []
  /// Rules that may take it away, under a condition or not everywhere.
  package var threats: [Rule] = []
  /// Whether rules may have made it of something else, so that it can't be said where it was.
  package var isUnclear = false

  package init(_ place: Place) { places = [place] }

  /// Whether there was no place for it and no rule adds it.
  package var isLost: Bool { places.isEmpty && !isSupplied && !isUnclear }

  /// Whether documents of today have it only if it was there before, and have it then.
  package var isUntouched: Bool {
    !isSupplied && !isUnclear && !places.isEmpty && helpers.isEmpty && threats.isEmpty
  }

  /// Goes back over rules, the last one first.
  package mutating func goBack(over rules: [RuleTree]) {
    for tree in rules.reversed() {
      if places.isEmpty || isUnclear { return }
      switch tree {
      case .rule(let effects): goBack(over: effects)
      case .choice(let options, let hasElse, let rule):
        goBack(overOneOf: options, hasElse: hasElse, rule)
      }
    }
  }

  private mutating func goBack(overOneOf options: [[RuleTree]], hasElse: Bool, _ rule: Rule) {
    var ways = options.map { option in
      var way = self
      way.goBack(over: option)
      return way
    }
    if !hasElse { ways.append(self) }
    let known = (helpers: helpers.count, threats: threats.count)
    let isAdded = !isSupplied && ways.contains { $0.isSupplied }
    let open = ways.filter { !$0.isSupplied || isSupplied }
    if open.isEmpty { isSupplied = true } else if isAdded { helpers.append(rule) }
    isUnclear = ways.contains { $0.isUnclear }
    helpers += ways.flatMap { $0.helpers.dropFirst(known.helpers) }
    threats += ways.flatMap { $0.threats.dropFirst(known.threats) }
    let lost = open.filter(\.places.isEmpty)
    if !lost.isEmpty, lost.count < open.count { threats += lost.flatMap(\.takers) }
    if lost.count == open.count { takers += lost.flatMap(\.takers) }
    var found: Set<Place> = []
    places = (open.isEmpty ? ways : open).flatMap(\.places).filter { found.insert($0).inserted }
  }

  private mutating func goBack(over effects: RuleEffects) {
    for write in effects.writes { add(write, effects) }
    if isUnclear { return }
    if places.contains(where: { place in
      effects.reshaped.contains { $0.count < place.count && $0.meets(place) }
    }) {
      isUnclear = true
      return
    }
    var before: [Place] = []
    var isTaken = false
    for place in places {
      for source in sources(of: place, effects) where !before.contains(source) {
        before.append(source)
      }
      if takes(place, effects) {
        isTaken = true
      } else if !before.contains(place) {
        before.append(place)
      }
    }
    if isTaken { takers.append(effects.rule) }
    places = before
  }

  /// What a write means for what is needed.
  private mutating func add(_ write: RuleEffects.Write, _ effects: RuleEffects) {
    for place in places {
      let isCertain = effects.isCertain && write.site.isWhole
      if write.mode != .inPlace,
        write.site.place.rest(to: place)?.isEmpty == true
          || write.makesParents && place.rest(to: write.site.place) != nil
            && !effects.scopes.contains(where: { place.isAround($0) })
      {
        if isCertain { isSupplied = true } else { helpers.append(effects.rule) }
      } else if let rest = write.site.place.rest(to: place), !rest.isEmpty {
        switch write.mode {
        case .whereMissing: break
        case .inPlace: isUnclear = true
        case .always:
          if write.value.has(rest) { continue }
          if isCertain {
            places.removeAll { $0 == place }
            takers.append(effects.rule)
          } else {
            threats.append(effects.rule)
          }
        }
      }
    }
  }

  /// The places that rules bring to this one.
  private mutating func sources(of place: Place, _ effects: RuleEffects) -> [Place] {
    var sources: [Place] = []
    for move in effects.moves {
      guard let rest = move.to.rest(to: place) else { continue }
      if move.isOfMembers, rest.isEmpty { continue }
      if !move.isDeep, !rest.isEmpty {
        isUnclear = isUnclear || !move.isShell
        continue
      }
      sources.append(move.from.place + rest)
    }
    for (object, old, new) in effects.spellings {
      guard let rest = object.rest(to: place), case .key(let key)? = rest.first,
        let spelled = old.spelling(of: key, from: new)
      else { continue }
      sources.append(object.member(spelled) + rest.dropFirst())
    }
    return sources
  }

  /// Whether what was at a place before isn't there any more.
  private mutating func takes(_ place: Place, _ effects: RuleEffects) -> Bool {
    for move in effects.moves where move.rest != .source {
      guard let rest = move.from.place.rest(to: place),
        move.rest == .nothing || !rest.isEmpty
      else { continue }
      if effects.isCertain, move.from.isWhole { return true }
      if move.isDeep { threats.append(effects.rule) }
    }
    for site in effects.drops {
      let isTaken = site.place.isAround(place)
      if effects.isCertain, site.isWhole, isTaken { return true }
      let isAtAnyDepth = isTaken && site.place.contains(.descendants)
      if isAtAnyDepth
        || site.place.last == place.last && site.place.count == place.count
          && site.place.meets(place)
      {
        threats.append(effects.rule)
      }
    }
    guard let kept = effects.kept else { return false }
    for object in kept.objects {
      guard case .key(let key)? = object.place.rest(to: place)?.first, !kept.names.contains(key)
      else { continue }
      if effects.isCertain, object.isWhole { return true }
      threats.append(effects.rule)
    }
    return false
  }
}

extension JSON {
  /// Whether something is at a place.
  package func has(_ place: ArraySlice<Place.Segment>) -> Bool {
    guard let first = place.first else { return true }
    let rest = place.dropFirst()
    switch (first, self) {
    case (.key(let key), .object(let members)):
      return members[String(decoding: key, as: UTF8.self)]?.has(rest) ?? false
    case (.every, .object(let members)), (.some, .object(let members)):
      return members.contains { $0.value.has(rest) }
    case (.every, .array(let elements)), (.some, .array(let elements)):
      return elements.contains { $0.has(rest) }
    default: return false
    }
  }
}
