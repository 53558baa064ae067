package import JSONText

/// Runs a plan on one document after the other.
///
/// It holds the document that is open, and for each path, condition, key and value of the rules
/// what belongs to it in documents of this plan. Its memory is kept from one document to the next.
package struct Engine: ~Copyable {
  package var document: Document
  package private(set) var plan: Plan
  /// What the plan has for a tree; nil until the first document is read.
  private var means: LongWay.Means?
  private var tables = Tables()
  /// Follows paths; it knows what `$` is.
  private var evaluator: PathEvaluator
  /// The matches of the rules that are at work, those of the innermost last.
  var matches: [Match] = []
  /// Which of them are still to be changed.
  private(set) var pending = 0..<0
  /// The nodes among them, where a rule has asked for them.
  var leaving: Leaving?
  /// Objects that the rule at work may have left empty, and that are to go then.
  var emptied: [NodeID] = []
  /// Objects that the rule at work has brought values into, where it may take such objects away.
  var holders: Set<NodeID> = []
  /// What is in the arrays that the rule at work adds to, or a rule of the block.
  var elements = AddedElements()
  /// How many names were compared to tell what may have been meant.
  var comparedNames = 0
  /// What the rule at work brings together.
  var gathered = Gathered()
  /// Which of the rule's items have been found besides those of its matches, where one match stands
  /// for several.
  var foundTogether: [Int] = []
  /// What the rule at work says.
  var ifMissing = Rule.Missing.skip
  var ifExists = Rule.Exists.fail
  /// The places of the scopes that blocks are at work in.
  var scopes: [NodeID] = []
  /// Which rules of the lists that are at work are awake, those of the innermost last.
  private var awake: [Waking.Rules] = []
  /// How many nodes there were before the first change of the rule at work.
  private(set) var earlierNodes = 0
  /// Whether the inverse of a rule is at work.
  var bringsHome = false
  /// How many rules are at work, each inside the one before.
  private(set) var level = 0
  /// Whether what `$` stands for is a document in a document.
  var isNested = false
  /// The version that the document that `$` stands for is brought to; nil if none was migrated yet.
  package var target: Version?
  /// In each array the element whose number was asked last, as long as those before it stay.
  var counted: [NodeID: (element: NodeID, index: Int)] = [:]
  var countedAt = 0
  /// The version that was written last.
  var stamped: (version: Version, json: [UInt8])?
  /// A list for whoever needs one for a moment, with the memory that it had before.
  var spare: [(node: NodeID, index: Int)] = []
  /// What things were looked up in last, by the number of the query.
  var catalogues: [Int: Catalogue] = [:]
  var order = EndOrder()
  package var generator: GeneratedValues
  /// Gathers a trace, where one is wanted.
  var tracer: Tracer?
  /// What the rules had to do, where that is counted.
  package var activity: Activity?
  /// Which rules have found something in any document so far.
  var finds: RuleFinds
  /// Whether `each` has led to any document so far.
  package internal(set) var hasFoundEach = false
  /// The documents in the last one.
  var parts = Parts()
  /// Which of the documents in one are to be migrated, by their numbers, where the format's own
  /// `when` is not to say it.
  var chosenParts: Set<Int>?

  /// Documents in a document: how many are of the format, and the first that isn't.
  struct Parts {
    var own = 0
    var firstOther: NodeID?
  }

  /// Rules in rules; a nested document may hold another of its kind.
  private static let levelLimit = 64

  /// What belongs to the symbols of the rules.
  private struct Tables {
    var paths: [BoundPath] = []
    var conditions: [BoundCondition] = []
    var keys: [Key] = []
    var values: [ValueText] = []

    init() {}

    init(_ symbols: Symbols, _ guide: Guide, _ constants: inout Constants) {
      for (path, around) in symbols.paths {
        paths.append(
          path.bound(
            to: guide, root: around.root, scope: around.scope, constants: &constants))
      }
      for (condition, around) in symbols.conditions {
        conditions.append(
          condition.bound(
            to: guide, root: around.root, scope: around.scope,
            isSteady: symbols.steadyConditions.contains(conditions.count), constants: &constants))
      }
      keys = symbols.keys.map {
        constants.add(key: $0.text, guide: guide, at: $0.parent)
      }
      values = symbols.values.map { constants.add(value: $0) }
    }
  }

  package init(
    _ plan: Plan, limits: Document.Limits = Document.Limits(), generator: GeneratedValues = .fixed
  ) {
    document = Document(limits: limits)
    evaluator = PathEvaluator(root: document.root)
    self.plan = plan
    self.generator = generator
    finds = RuleFinds(plan.rules)
  }

  /// Goes over to another plan for the same rules.
  ///
  /// The text stays; it has to be read again.
  mutating func adopt(_ plan: Plan) {
    self.plan = plan
    means = nil
  }

  /// Makes everything ready for the first document.
  private mutating func prepare() {
    let means = plan.longWay.means
    var constants = Constants()
    tables = Tables(plan.rules.symbols, means.guide, &constants)
    document.adopt(guide: means.guide, constants: constants)
    evaluator.adopt(constants)
    if !means.wakings.isEmpty { document.noteKeys() }
    self.means = means
  }

  /// Reads the document in a range of the text.
  package mutating func read(_ range: Range<Int>) throws(JSONError) {
    if means == nil { prepare() }
    parts = Parts()
    forgetWork()
    try document.read(range)
    root = document.root
  }

  /// Forgets what rules were at work, as if none had failed.
  mutating func forgetWork() {
    // What is empty already is mostly all there is, and emptying it takes a call each.
    if !matches.isEmpty { matches.removeAll(keepingCapacity: true) }
    if !scopes.isEmpty { scopes.removeAll(keepingCapacity: true) }
    isNested = false
    comparedNames = 0
    if !emptied.isEmpty { emptied.removeAll(keepingCapacity: true) }
    if gathered.groupCount > 0 { gathered.removeAll() }
    if !foundTogether.isEmpty { foundTogether.removeAll(keepingCapacity: true) }
    if !holders.isEmpty { holders.removeAll() }
    elements.forget()
    // A document that failed has left what it knew of its own nodes.
    if !counted.isEmpty { counted.removeAll() }
    if !catalogues.isEmpty { catalogues.removeAll() }
    evaluator.forgetAll()
    if !awake.isEmpty { awake.removeAll(keepingCapacity: true) }
    pending = 0..<0
    leaving = nil
    level = 0
  }

  /// What `$` stands for: the document, or one of many in a file, or a nested one.
  package internal(set) var root: NodeID {
    get { evaluator.root }
    set { evaluator.begin(at: newValue) }
  }
}

// MARK: - What belongs to a symbol

extension Engine {
  func key(_ name: Name) -> Key { tables.keys[name.number] }

  func value(_ constant: Constant) -> ValueText { tables.values[constant.number] }

  /// Whether a condition holds at a scope.
  mutating func holds(_ condition: Condition, at scope: NodeID) throws -> Bool {
    let result = try evaluator.holds(
      tables.conditions[condition.number], at: scope, in: &document)
    try checkDuplicates()
    return result
  }

  /// The key, if a query means a member of its scope and no more; mostly it does.
  func ownKey(_ query: Query) -> Key? { ownKey(ofQuery: query.number) }

  /// As `ownKey`, of the query with a number.
  @inline(__always)
  func ownKey(ofQuery number: Int) -> Key? { tables.paths[number].ownKey }

  /// What a query with such a key leads to.
  mutating func ownMember(_ key: Key, of scope: NodeID) throws -> NodeID? {
    try document.charge(1)
    return try member(key, of: scope)
  }

  /// The place that a query leads to, if there is one.
  ///
  /// A query for several gives the first.
  mutating func place(_ query: Query, from scope: NodeID) throws -> NodeID? {
    if let key = ownKey(query) { return try ownMember(key, of: scope) }
    return try place(bound(query.number), from: scope)
  }

  mutating func place(_ path: BoundPath, from scope: NodeID) throws -> NodeID? {
    let node = try evaluator.place(of: path, from: scope, in: &document)
    try checkDuplicates()
    return node
  }

  /// Finds all places that a query leads to, as numbers for `found`; what is found last is to be
  /// forgotten first.
  mutating func findPlaces(_ query: Query, from scope: NodeID) throws -> Range<Int> {
    try findPlaces(ofQuery: query.number, from: scope)
  }

  mutating func findPlaces(ofQuery number: Int, from scope: NodeID) throws -> Range<Int> {
    let places = try evaluator.find(tables.paths[number], from: scope, in: &document)
    try checkDuplicates()
    return places
  }

  /// Since when what a query leads to is the same.
  func moment(isSteady: Bool) -> Int {
    isSteady ? evaluator.steadyMoment ?? evaluator.moment : evaluator.moment
  }

  func found(_ place: Int) -> NodeID { evaluator[place] }

  mutating func forget(_ places: Range<Int>) { evaluator.forget(places) }

  /// All places that a query leads to, to be kept while others are found.
  mutating func places(_ query: Query, from scope: NodeID) throws -> [NodeID] {
    var nodes: [NodeID] = []
    try add(placesOf: query, from: scope, to: &nodes)
    return nodes
  }

  /// Adds all places that a query leads to.
  mutating func add(
    placesOf query: Query, from scope: NodeID, to nodes: inout [NodeID]
  ) throws {
    try add(placesOfQuery: query.number, from: scope, to: &nodes)
  }

  mutating func add(
    placesOfQuery number: Int, from scope: NodeID, to nodes: inout [NodeID]
  ) throws {
    if let key = ownKey(ofQuery: number) {
      if let member = try ownMember(key, of: scope) { nodes.append(member) }
      return
    }
    let places = try findPlaces(ofQuery: number, from: scope)
    for place in places { nodes.append(found(place)) }
    forget(places)
  }

  /// The query with a number, ready for the documents of this engine.
  @inline(__always)
  func bound(_ query: Int) -> BoundPath { tables.paths[query] }

  /// All places that the first segments of a query lead to.
  mutating func places(
    of query: Query, upTo count: Int, from scope: NodeID
  ) throws -> [NodeID] {
    let places = try evaluator.places(
      of: bound(query.number).prefix(count), from: scope, in: &document)
    try checkDuplicates()
    return places
  }

  /// Goes on as if no key had been met that stands twice.
  mutating func forgetDuplicate() { evaluator.forgetDuplicate() }

  private mutating func checkDuplicates() throws {
    if let member = evaluator.duplicate { throw duplicateKey(member) }
  }
}

// MARK: - Rules

extension Engine {
  /// Runs rules one after the other in a scope; nil is the document, whatever it is at the time.
  package mutating func run(_ rules: [Rule], in scope: NodeID?) throws {
    for rule in rules { try runNaming(rule, in: scope ?? root) }
  }

  /// Runs those rules of a list one after the other that may have something to do.
  ///
  /// What is known of it is known of the document that was read, and not of those in it.
  mutating func runAwake(_ rules: [Rule]) throws {
    guard !isNested, let waking = means?.wakings[rules] else {
      for rule in rules { try runIfThere(rule) }
      return
    }
    let start = awake.count
    waking.begin(&awake)
    defer { awake.removeLast(awake.count - start) }
    var known = 0
    var index = 0
    while document.knowsItsKeys {
      // Rules before have made keys that rules behind wait for.
      while known < document.knownKeyCount {
        waking.wake(&awake, at: start, by: document.knownKey(at: known))
        known += 1
      }
      guard let next = Waking.first(from: index, in: awake, at: start) else { return }
      try runIfThere(rules[next])
      index = next + 1
    }
    for rule in rules[index...] { try runIfThere(rule) }
  }

  /// Runs a rule in the innermost scope, if that is still there.
  private mutating func runIfThere(_ rule: Rule) throws {
    let scope = scopes.last ?? root
    if document.isPresent(scope) { try runNaming(rule, in: scope) }
  }

  /// Runs the rules of a block in one of its scopes, as long as that is there.
  mutating func runBlock(_ rules: [Rule], in scope: NodeID) throws {
    scopes.append(scope)
    defer { scopes.removeLast() }
    try runAwake(rules)
  }

  /// Runs a rule; what goes wrong tells that it was this one.
  private mutating func runNaming(_ rule: Rule, in scope: NodeID) throws {
    do {
      if rule.asksWithin, plan.rules.symbols.steadyRules.contains(ObjectIdentifier(rule)) {
        let outer = evaluator.steadyMoment
        evaluator.beginMoment()
        evaluator.steadyMoment = evaluator.moment
        defer {
          evaluator.steadyMoment = outer
          elements.forget()
        }
        try run(rule, in: scope)
      } else {
        try run(rule, in: scope)
      }
    } catch {
      throw named(error, rule, in: scope)
    }
  }

  private mutating func named(_ error: any Error, _ rule: Rule, in scope: NodeID) -> any Error {
    switch error {
    case var failure as RuleFailure:
      failure.said = failure.said ?? rule.message
      if failure.rule == nil {
        (failure.rule, failure.scope) = (rule, scope)
        explainMissing(&failure)
      }
      activity?.note(rule)
      // What fails has found something.
      finds.note(rule)
      return failure
    case let error as JSONError:
      var failure = RuleFailure(error)
      failure.rule = rule
      failure.said = rule.message
      // For each scope of a block, where what it looks through changes from one to the next.
      if error.kind == .tooBig, !scopes.isEmpty, let (query, _) = rule.verb.catalogue,
        !plan.rules.symbols.steadyQueries.contains(query.number)
      {
        failure.help =
          "`look-up` goes through all of `among` again in each scope of a block whose rules change "
          + "that: make it a rule of its own behind the block, with the same `in`"
      }
      return failure
    default: return error
    }
  }

  /// Finds everything, then changes it: the only place where this is decided.
  ///
  /// It runs inside itself, so that what it does before and after is in functions of its own: their
  /// variables need no stack meanwhile.
  private mutating func run(_ rule: Rule, in scope: NodeID) throws {
    let outer = (ifMissing, ifExists, pending)
    level += 1
    defer {
      (ifMissing, ifExists, pending) = outer
      level -= 1
    }
    let start = matches.count
    evaluator.beginMoment()
    try find(rule, in: scope)
    earlierNodes = document.nodeCount
    for index in start..<matches.count {
      pending = index + 1..<matches.count
      evaluator.beginMoment()
      try rule.verb.change(matches[index], &self)
      // An edit that went too far says so only now.
      try document.charge(0)
    }
    try finish(rule, from: start)
  }

  @inline(__always)
  private mutating func find(_ rule: Rule, in scope: NodeID) throws {
    if level > Self.levelLimit {
      throw RuleFailure(
        .tooDeep, "is inside \(Self.levelLimit) others: nested documents nest too deep", at: scope,
        help: "\(Self.levelLimit) rules in each other are the most, however deep documents may be")
    }
    (ifMissing, ifExists) = (rule.ifMissing, rule.ifExists)
    let start = matches.count
    activity?.begin(rule)
    if let queries = rule.scopes {
      let places = try scopes(queries, of: rule, from: scope)
      for place in places {
        let scope = found(place)
        if let when = rule.when {
          guard try holds(when, at: scope) else { continue }
        }
        try rule.verb.find(in: scope, &self)
      }
      forget(places)
    } else {
      if let when = rule.when {
        guard try holds(when, at: scope) else { return noteFinding(rule, in: scope, since: start) }
      }
      try rule.verb.find(in: scope, &self)
    }
    noteFinding(rule, in: scope, since: start)
    if activity != nil, matches.count > start {
      activity?.note(rule, times: matches.count - start)
    }
    if rule.needsOrder, matches.count > start + 1 { try order(rule, from: start, in: scope) }
  }

  @inline(__always)
  private mutating func noteFinding(_ rule: Rule, in scope: NodeID, since start: Int) {
    if matches.count > start {
      finds.note(rule)
      if !rule.paths.isEmpty {
        for index in start..<matches.count { finds.note(path: matches[index].item, of: rule) }
        for item in foundTogether { finds.note(path: item, of: rule) }
      }
    }
    if tracer != nil { noteInTrace(rule, in: scope, since: start) }
    if !foundTogether.isEmpty { foundTogether.removeAll(keepingCapacity: true) }
  }

  @inline(__always)
  private mutating func finish(_ rule: Rule, from start: Int) throws {
    evaluator.beginMoment()
    let found = matches.count - start
    if found == 1 { matches.removeLast() } else if found > 1 { matches.removeLast(found) }
    while !emptied.isEmpty { dropIfEmpty(emptied.removeLast()) }
    if gathered.groupCount > 0 { gathered.removeAll() }
    if !holders.isEmpty { holders.removeAll() }
    if elements.isAsked { forgetElements(after: rule) }
    if leaving?.level == level { leaving = nil }
    if tracer != nil { try noteEdits(of: rule) }
  }

  /// In a block what no other of its rules changes is known to the end of it.
  private mutating func forgetElements(after rule: Rule) {
    let isSteady =
      rule.verb.addsOnce.isEmpty
      || plan.rules.symbols.steadyAdders.contains(ObjectIdentifier(rule))
    if evaluator.steadyMoment == nil || !isSteady { elements.forget() }
  }

  private mutating func scopes(
    _ queries: [Query], of rule: Rule, from scope: NodeID
  ) throws -> Range<Int> {
    var places = try findPlaces(ofQuery: queries[0].number, from: scope)
    for index in 1..<queries.count {
      let more = try findPlaces(ofQuery: queries[index].number, from: scope)
      places = places.lowerBound..<more.upperBound
    }
    if places.count < 2 || !rule.needsOrder { return places }
    places = evaluator.forgetRepeats(in: places)
    if rule.needsScopesInOrder {
      try order.number(document.root, in: &document)
      evaluator.sort(places, by: order.rank)
    }
    return places
  }
}

extension Engine {
  /// What `change` makes of a document, where the clock stands and ids count up.
  package mutating func result(
    for document: [UInt8], _ change: (inout Engine) throws -> Void
  ) throws -> JSON {
    try JSON(parsing: bytes(for: document, change))
  }

  /// The same, as it would be written.
  package mutating func bytes(
    for document: [UInt8], _ change: (inout Engine) throws -> Void
  ) throws -> [UInt8] {
    self.document.load(document)
    generator = .fixed
    try read(0..<document.count)
    try change(&self)
    var out = ByteBuffer()
    try self.document.write(into: &out)
    return Array(out.view[0..<out.count])
  }
}
