internal import JSONText

/// Where rules act: the places of `$` and of `@`, as far as they can be told without a document.
struct Scopes: Sendable {
  /// More scopes than this are told roughly; each level of `in` multiplies them.
  private static let most = 16

  let root: Place
  private(set) var places: [Place]
  /// Whether these are all places that the scopes can be at.
  private(set) var areKnown: Bool
  /// Whether every value at these places is a scope.
  private(set) var areWhole = true

  /// The scopes of a format whose documents are at some places.
  init(documentsAt places: [Place] = [.root], areKnown: Bool = true) {
    self.places = places.isEmpty ? [.root] : places
    root = self.places[0]
    self.areKnown = areKnown
  }

  /// The scopes of rules that act at what queries find.
  func inside(_ queries: [Query]) -> Scopes {
    var inner = self
    inner.places = queries.flatMap { places(of: $0.path) }
    if inner.places.isEmpty { inner.places = [.root] }
    inner.areWhole = queries.allSatisfy { isWhole($0.path) }
    if inner.places.count > Self.most { (inner.places, inner.areWhole) = ([[.descendants]], false) }
    inner.areKnown = areKnown && queries.allSatisfy(\.path.hasOneWay)
    return inner
  }

  /// The scopes of what acts at these places.
  func at(_ places: [Place]) -> Scopes {
    var inner = self
    if !places.isEmpty { inner.places = places }
    return inner
  }

  /// Where a path leads to from all scopes.
  func places(of path: JSONPath) -> [Place] {
    places.flatMap { path.places(root: root, scope: $0) }
  }

  func place(of target: Target, in scope: Place) -> Place {
    (target.isFromDocument ? root : scope) + target.names.map { .key($0.text) }
  }

  /// Where a condition looks.
  func places(of condition: JSONCondition) -> [Place] {
    places.flatMap { condition.guidePaths(root: root, scope: $0) }
  }

  /// The same, those places apart of which it doesn't matter what is in a container there.
  func placesAsked(by condition: JSONCondition) -> [(values: [Place], containers: [Place])] {
    places.map { condition.placesAsked(root: root, scope: $0) }
  }

  /// Where the filters of a path look, told in the same way.
  func placesAsked(byFiltersIn path: JSONPath) -> [(values: [Place], containers: [Place])] {
    places.flatMap { scope in
      path.filters(root: root, scope: scope).flatMap { filter in
        filter.places.map {
          JSONCondition(expression: filter.condition).placesAsked(root: root, scope: $0)
        }
      }
    }
  }

  /// Whether a path leads to every value that is at its places, whatever the document.
  func isWhole(_ path: JSONPath) -> Bool {
    (areWhole || !path.isRelative) && path.isWhole
  }
}
