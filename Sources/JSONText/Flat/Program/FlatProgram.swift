/// What is to be done with the members of a root object: the same for every document, made once.
///
/// Most of what migrations do to a document is this: some members of the root get another name or
/// another value, some go, some are new. For that no tree is needed. A `FlatDocument` notes where
/// the members are that a program names, runs the program over these notes, and writes:
///
///     {"v": 1, "body": "Hi", "tags": ["a"], "old": true}      names: v, body, text, old
///      └ v ──┘└ body ──────┘               └ old ───────┘
///
///     rename body -> text; drop old; write v = 2
///
///     {"v": 2, "text": "Hi", "tags": ["a"]}
///
/// A member that is an object can have a program of its own, and so can the elements of one that is
/// an array. They are run while the document is read, and what they change is put in when it is
/// written: see `FlatPatches`.
///
/// A program knows the ordinary case and nothing else. Where a document is not like that (a key
/// twice, a value that no case covers, a name that is taken) it says so, has changed nothing, and
/// the document goes the long way, which knows it all: conflicts, errors, options.
package struct FlatProgram: Sendable {
  /// The name of a member, as a number.
  package struct Name: Hashable, Sendable {
    let number: Int
  }

  /// A place in the program where documents of some version start.
  package struct EntryPoint: Hashable, Sendable {
    let number: Int

    /// Nothing is to be done.
    package static let current = EntryPoint(number: -1)
  }

  /// One step: 32 bytes of plain data.
  struct Operation: BitwiseCopyable, Sendable {
    enum Code: UInt8, Sendable {
      case end, jump, test, need, lack, rename, drop, add, set, map, split, part, join, wrap, inner,
        below
      case combine, concat, array, render, run, enter, carry, settle, edit, divide, compose, unwrap,
        append, separate, refuse
    }

    var code: Code
    /// For `add`, whether null is replaced too; for `append`, whether equal elements keep it away;
    /// for `rename` and `carry`, whether what stands there stays; for `map`, whether what no case
    /// covers stays; for `split`, whether the last part takes what is too many; for `wrap`, whether
    /// arrays stay; for `unwrap`, whether an empty array becomes null; for `render`, `run` and
    /// `enter`, whether what is in the member is laid out as it stood; for `settle`, whether the
    /// member may have nothing as its value, and goes then.
    var isLenient = false
    /// For `carry` how many of its parts, the last ones, are members that go the same way.
    var together: UInt16 = 0
    var name: UInt32 = 0
    var target: UInt32 = 0
    /// Where the target's `"key":` begins.
    var head: UInt32 = 0
    /// A value; for `split`, `join` and `combine` what stands between parts, for `compose` what
    /// stands before all of them, and for each of its parts what stands behind it; for `jump` where
    /// to go on, for `test` where if it holds and where if not, for `inner` where the program for
    /// what is in the member starts, and what is asked first, from 1 on; for `run` and `enter`
    /// where that program starts; for `edit`, `divide` and `separate` which it is; for `unwrap`
    /// which element it takes; for `carry` how many of its parts lead to the value, and 1 if that
    /// stays; for `rename` 1 at the end if what has the name goes.
    var start: UInt32 = 0
    var end: UInt32 = 0
    /// For `map` its table, for `split` and `divide` how many parts follow, for `combine`, `concat`
    /// and `compose` how many with the names of what they take, for `wrap`, `unwrap` and `carry`
    /// how many of them, each with a head, for `test`, `inner`, `run`, `enter` and `below` which it
    /// is.
    var count: UInt32 = 0

    /// Whether it takes a member away, or gives another one its name.
    func moves(_ name: Int) -> Bool {
      switch code {
      case .end, .jump, .test, .need, .lack, .add, .set, .settle, .inner, .below, .render, .run,
        .append, .enter, .refuse:
        false
      case .drop, .map, .join, .wrap, .unwrap, .edit, .separate, .array: self.name == name
      case .rename, .split, .part, .combine, .concat, .carry, .divide, .compose:
        self.name == name || target == name
      }
    }

    /// Whether it leaves a value that begins with a byte, since that is an array.
    func staysArray(_ first: UInt8) -> Bool { code == .wrap && isLenient && first == 0x5B }

    /// Whether it brings a value into an object that may be new.
    var fillsObject: Bool { code == .carry && count > start + UInt32(together) }
  }

  /// What a value becomes: cases by the first bytes of their text and its length.
  struct Table: BitwiseCopyable, Sendable {
    var first = 0
    var mask = 0
    /// What becomes of a value that no case covers; nothing is said where the end is 0.
    var otherwise: UInt32 = 0
    var otherwiseEnd: UInt32 = 0
    /// Whether null is one of the cases.
    var takesNull = false
    /// Whether numbers are among them: then one that is written in another way may be meant.
    var takesNumbers = false
    /// The ranges of numbers that it has.
    var ranges: UInt32 = 0
    var rangesEnd: UInt32 = 0
  }

  /// Numbers that are asked some tests, and what they become.
  struct NumberRange: BitwiseCopyable, Sendable {
    let tests: UInt32
    let testsEnd: UInt32
    let start: UInt32
    let end: UInt32
  }

  /// A case of a table; a text without its quotes, anything else as it is written.
  struct Case: BitwiseCopyable, Sendable {
    var word: UInt64 = 0
    /// -1: none here.
    var length: Int32 = -1
    var isText = false
    /// The text, from its beginning.
    var text: UInt32 = 0
    /// What it becomes; in a table of versions where to go on.
    var start: UInt32 = 0
    var end: UInt32 = 0
  }

  var names: [[UInt8]] = []
  var operations: [Operation] = []
  var tables: [Table] = []
  var cases: [Case] = []
  var ranges: [NumberRange] = []
  /// The tests of the ranges.
  var bounds: [FlatTest] = []
  /// One for each operation that asks.
  var tests: [FlatTest] = []
  var patterns: [FlatPattern] = []
  /// The ways from members to what is asked about in them.
  var paths: [[[UInt8]]] = []
  var edits: [FlatEdit] = []
  var divisions: [FlatDivision] = []
  var bytes: [UInt8] = []
  /// The member that says the version, and the table that says what to do then.
  var version: (name: Int, table: Int)?
  /// Whether documents of some versions are not for this program.
  var isPartial = false
  /// Whether documents, or values, are arrays, and the program is for each of their elements.
  var isForElements = false
  /// Whether these are taken as they are: it has one name, which stands for the element.
  var isForValues = false
  /// The names that lead to it, where it is for what stands inside of objects that stay as they
  /// are.
  var way: [[UInt8]] = []
  /// The members that are one text each in all documents for this program, and where these are.
  var required: [(name: Int, text: Range<Int>)] = []
  /// Keys that no document for this program has, and those that may stand once below its root.
  var unwanted: [[UInt8]] = []
  var single: [[UInt8]] = []
  /// Where documents without a version start; nil: they are not for this program.
  var missing: Int?
  /// Which operations belong to what is noted, and what documents do that start somewhere.
  var notes: [(number: Int, operations: Range<Int>)] = []
  var startNotes: [(entry: Int, number: Int, next: Int)] = []
  /// Whether it makes containers, which are laid out as those around them.
  var makesContainers = false
  /// How many levels the deepest container has that it writes as a value.
  var levels = 0
  /// The programs for members that are objects, or for the elements of those that are arrays, and
  /// what some of them ask.
  var inner: [FlatProgram] = []
  var guards = FlatGuards()
  /// The keys of which members go, however deep they stand below the root.
  var below: [[UInt8]] = []

  /// The program for no document.
  package static let nothing = FlatProgram()

  package var isEmpty: Bool { version == nil && missing == nil }

  /// Notes of values that are written out whether all in them is laid out as it stood.
  mutating func noteKept() {
    let isKept = !inner.contains(where: \.laysOut)
    for index in operations.indices {
      let code = operations[index].code
      if code == .render || code == .run || code == .enter { operations[index].isLenient = isKept }
    }
  }

  /// Whether members or elements may come to what it is for, as others there are laid out.
  var addsAny: Bool {
    let adding: [Operation.Code] = [
      .add, .set, .split, .divide, .separate, .carry, .compose, .combine, .concat, .append, .wrap,
    ]
    return operations.contains { adding.contains($0.code) } || inner.contains(where: \.addsAny)
  }

  /// Whether what it leaves depends on what is around it.
  private var laysOut: Bool { makesContainers || needsObject || addsAny }
}
