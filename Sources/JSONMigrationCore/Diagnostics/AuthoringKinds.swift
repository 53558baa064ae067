/// The kinds of errors about rules, and of commands that check them.
extension Diagnostic.Kind {
  /// A test of a rules folder failed.
  package static let failedTest = Diagnostic.Kind(rawValue: "failed-test")
  /// A rule that no test gives anything to do.
  package static let untestedRule = Diagnostic.Kind(rawValue: "untested-rule")
  /// A change to the rules that no test notices.
  package static let unnoticedChange = Diagnostic.Kind(rawValue: "unnoticed-change")
  /// A step that was released means something else than then.
  package static let changedStep = Diagnostic.Kind(rawValue: "changed-step")
  /// A document that comes back as another one.
  package static let lostGoingBack = Diagnostic.Kind(rawValue: "lost-going-back")
  /// A patch that is none, or that doesn't fit the document.
  package static let badPatch = Diagnostic.Kind(rawValue: "bad-patch")
}
