internal import JSONMigrationCore
internal import JSONText

enum CopyGenerator: RuleGenerator {
  static let verb = "copy"
  static let cost = 7.0

  private struct Hit: Hashable {
    let from: Way
    let to: Way
  }

  static func propose(in scope: Scope, _ proposals: inout Proposals) {
    let targets = wanted(in: scope)
    guard !targets.isEmpty else { return }
    var counts: [Hit: Int] = [:]
    var hits: [Hit] = []
    for (item, pair) in scope.items.enumerated() where !pair.isDone {
      var wanted: [Int: [Way]] = [:]
      for (target, values) in targets {
        if let value = values[item] { wanted[value.number, default: []].append(target) }
      }
      for (source, term) in places(in: pair.before).prefix(400) {
        for target in wanted[term.number] ?? [] where source != target {
          let hit = Hit(from: source, to: target)
          if counts[hit] == nil { hits.append(hit) }
          counts[hit, default: 0] += 1
        }
      }
    }
    let sorted = hits.ordered { counts[$0, default: 0] > counts[$1, default: 0] }
    for hit in sorted.prefix(12) {
      guard let values = targets.first(where: { $0.way == hit.to })?.values,
        Double(counts[hit, default: 0]) >= max(1, Double(values.count) * 0.5)
      else { continue }
      let known = values.keys.sorted().compactMap { scope.items[$0].before.at(hit.from.segments) }
        .distinct.reduce(0) { $0 + $1.news }
      let likeness = hit.from.name.flatMap { from in
        hit.to.name.map { Likeness.ofNames(from, $0) }
      }
      let extra = max(0, 6 - known) - 4 * max(0, (likeness ?? 0) - 0.5)
      let isThere = scope.changed.has(hit.to)
      proposals.add([hit.from, hit.to], extra: extra) {
        let pair = JSON.object([$0[0].text: .string($0[1].text)])
        return [isThere ? .rule(verb, pair, ["if-exists": "overwrite"]) : .rule(verb, pair)]
      }
    }
    proposeFromDocument(targets, in: scope, &proposals)
    Derived.propose(in: scope, &proposals)
    Partings.propose(in: scope, &proposals)
  }

  /// New members, and scalars that change to one of several values.
  private static func wanted(in scope: Scope) -> [(way: Way, values: [Int: Term])] {
    var targets = scope.keyMoves.targets.ways.map { way in
      (
        way: way,
        values: Dictionary(
          scope.keyMoves.targets[way].map { ($0.item, $0.value) }, uniquingKeysWith: { a, _ in a })
      )
    }
    for way in scope.changed.ways where !way.isEmpty {
      let news = scope.changed[way].filter { !$0.value.isDone }
      guard news.allSatisfy({ $0.value.after.isScalar }),
        news.map(\.value.after).distinct.count > 1
      else { continue }
      targets.append(
        (way, Dictionary(news.map { ($0.item, $0.value.after) }, uniquingKeysWith: { a, _ in a })))
    }
    return targets
  }

  private static func places(in term: Term) -> [(way: Way, term: Term)] {
    var places: [(way: Way, term: Term)] = []
    for (way, value) in term.below() where !way.isEmpty {
      places.append((way, value))
      if let first = value.elements.first {
        places += first.below(way.appending(.index(0)))
      }
    }
    return places
  }

  /// Proposals to copy from the document into scopes inside it.
  private static func proposeFromDocument(
    _ targets: [(way: Way, values: [Int: Term])], in scope: Scope, _ proposals: inout Proposals
  ) {
    guard !scope.way.isEmpty else { return }
    for (target, values) in targets where values.count > 0 {
      let items = values.keys.sorted()
      guard let document = scope.asked[items[0]].document else { continue }
      for (source, term) in document.below(depth: 2).prefix(200)
      where !source.isEmpty && term === values[items[0]] && term.news > 1 {
        let fits = items.allSatisfy {
          scope.asked[$0].document?.at(source.segments) === values[$0]
        }
        guard fits else { continue }
        proposals.add([target]) {
          [.rule(verb, .object(["$" + source.asked.dropFirst(): .string($0[0].text)]))]
        }
      }
    }
  }
}

enum LookUpGenerator: RuleGenerator {
  static let verb = "look-up"
  static let cost = 7.0

  /// Longer lists are not searched.
  private static let mostElements = 200
  private static let mostLists = 200

  static func propose(in scope: Scope, _ proposals: inout Proposals) {
    for target in scope.new.ways where target.isNames {
      guard let (item, wanted) = scope.new[target].first,
        let document = scope.asked[item].document
      else { continue }
      let keys = scope.items[item].before.members.filter {
        $0.value.isScalar && $0.value.news > 1 || $0.value.kind == .number
      }.map { (Way([.name($0.key)]), $0.value) }
      propose(wanted, target, keys, in: document, of: scope, &proposals)
    }
    // In place of what it is looked up by.
    for target in scope.changed.ways where !target.isEmpty && target.isNames {
      guard let (item, pair) = scope.changed[target].first(where: { !$0.value.isDone }),
        pair.before.isScalar, pair.before.kind != .null, let document = scope.asked[item].document
      else { continue }
      let isOften = Set(scope.changed[target].map(\.value)).count > 1
      propose(
        pair.after, target, [(target, pair.before)], in: document, of: scope,
        inPlace: isOften ? -6 : 0, &proposals)
    }
  }

  private static func propose(
    _ wanted: Term, _ target: Way, _ keys: [(way: Way, value: Term)], in document: Term,
    of scope: Scope, inPlace: Double? = nil, _ proposals: inout Proposals
  ) {
    for (list, elements) in document.below(depth: 2).prefix(mostLists)
    where !list.isEmpty && (!wanted.isScalar || elements.leafNumbers.contains(wanted.number)) {
      let isOwn = list.appending(.every) == scope.way
      propose(wanted, target, keys, list, elements, isOwn: isOwn, inPlace, &proposals)
    }
  }

  private static func propose(
    _ wanted: Term, _ target: Way, _ keys: [(way: Way, value: Term)], _ list: Way,
    _ among: Term, isOwn: Bool, _ inPlace: Double?, _ proposals: inout Proposals
  ) {
    let path = "$" + list.asked.dropFirst()
    for (key, value) in keys {
      if among.kind == .array {
        for element in among.elements.prefix(mostElements) {
          guard let by = element.members.first(where: { $0.value === value }),
            // An element is no way to itself.
            !isOwn || key != Way([.name(by.key)])
          else { continue }
          var ways: [ByteString?] = element.members.filter { $0.value === wanted }.map { $0.key }
          if element === wanted { ways.append(nil) }
          for take in ways where take != by.key {
            proposals.add([key, target], extra: inPlace ?? 0, isWhole: inPlace != nil) {
              var rule = JSON.rule(
                verb, .string($0[0].text),
                ["among": .string(path + "[*]"), "by": .string(by.key.text)])
              if let take { rule["take"] = .string(take.text) }
              rule["into"] = .string($0[1].text)
              if inPlace != nil { rule["if-exists"] = "overwrite" }
              return [rule]
            }
          }
        }
      } else if among.kind == .object, let text = value.text, let found = among[ByteString(text)] {
        var ways: [ByteString?] = found.members.filter { $0.value === wanted }.map { $0.key }
        if found === wanted { ways.append(nil) }
        for take in ways {
          proposals.add([key, target], extra: inPlace ?? 0, isWhole: inPlace != nil) {
            var rule = JSON.rule(verb, .string($0[0].text), ["among": .string(path)])
            if let take { rule["take"] = .string(take.text) }
            rule["into"] = .string($0[1].text)
            if inPlace != nil { rule["if-exists"] = "overwrite" }
            return [rule]
          }
        }
      }
    }
  }
}
