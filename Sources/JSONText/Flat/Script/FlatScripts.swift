/// The scripts of a program, for the kinds of documents that came.
///
/// When a kind comes for the second time a script is worked out for it.
struct FlatScripts: ~Copyable {
  /// What documents have in common that have one script.
  struct Kind: BitwiseCopyable, Equatable {
    /// Which names are there, whatever their order: a count for each, or for each 64th.
    let names: UInt64
    /// The version, as it is written; 0 where there is none.
    let version: UInt64
    /// Where the program starts, or -1 if it wasn't told, and what its tests say of the members.
    ///
    /// A bit for each test; in one word, because kinds are compared for each document.
    private let startAndAnswers: UInt64

    init(names: UInt64, version: UInt64, start: Int, answers: UInt32 = 0) {
      (self.names, self.version) = (names, version)
      startAndAnswers =
        UInt64(answers) &<< 32 | UInt64(UInt32(bitPattern: Int32(truncatingIfNeeded: start)))
    }

    var start: Int { Int(Int32(truncatingIfNeeded: startAndAnswers)) }
    var answers: UInt32 { UInt32(truncatingIfNeeded: startAndAnswers &>> 32) }

    /// The top bits are the best.
    @inline(__always)
    var hash: UInt64 {
      let mixed = names ^ (version &<< 24 | version &>> 40) ^ startAndAnswers
      let once = mixed &* 0x9E37_79B9_7F4A_7C15
      return (once ^ once &>> 32) &* 0xD6E8_FEB8_6659_FD93
    }
  }

  struct KnownScript: BitwiseCopyable {
    var kind: Kind
    var script = FlatScript()
    /// Whether its script was worked out.
    var isDone = false
    /// How many documents of another kind it gets to stay for.
    var patience = 0
  }

  /// 1 << 8 places.
  private static let placeBits: UInt64 = 8
  /// The most steps, bytes and cases of tables that are kept, and the most scripts where there are
  /// many names; with more of them the cache is emptied.
  private static let mostSteps = 1 &<< 14
  private static let mostBytes = 1 &<< 20
  private static let mostCases = 1 &<< 16
  private static let fewScripts = 32

  /// Made for the second document: a start doesn't need them.
  private var places = Slab<KnownScript>(capacity: 1)
  private var hasBegun = false
  private(set) var last = KnownScript(kind: Self.noKind)
  var tables = FlatLines.Tables()
  var steps = Slab<FlatScript.Step>(capacity: 1)

  private static var noKind: Kind { Kind(names: 0, version: 0, start: -2) }

  /// The script for a kind of documents.
  @inline(__always)
  mutating func find(_ kind: Kind) -> FlatScript {
    if last.kind != kind { recall(kind) }
    return last.script
  }

  @inline(never)
  private mutating func recall(_ kind: Kind) {
    let place = places.count == 0 ? nil : places[Self.place(of: kind)]
    if let place, place.kind == kind, place.isDone {
      last = place
    } else {
      last = KnownScript(kind: kind)
    }
  }

  private static func place(of kind: Kind) -> Int {
    Int(truncatingIfNeeded: kind.hash &>> (64 - placeBits))
  }

  /// Notes a document for which no script was found; tells whether it is time to work one out.
  mutating func note(_ kind: Kind) -> Bool {
    if last.isDone { return false }
    if !hasBegun {
      hasBegun = true
      return false
    }
    if places.count == 0 {
      _ = places.append(repeating: KnownScript(kind: Self.noKind), count: 1 &<< Int(Self.placeBits))
    }
    let place = Self.place(of: kind)
    if places[place].kind == kind { return true }
    if places[place].patience > 0 {
      places[place].patience -= 1
    } else {
      places[place] = KnownScript(kind: kind)
    }
    return false
  }

  /// Takes in a script; from now on it is found.
  mutating func keep(_ script: FlatScript, for kind: Kind) {
    last = KnownScript(kind: kind, script: script, isDone: true, patience: 16)
    places[Self.place(of: kind)] = last
  }

  /// Notes that documents of a kind are current, as long as no other comes.
  mutating func noteCurrent(_ kind: Kind) {
    last = KnownScript(kind: kind, script: FlatScript(use: .keep))
  }

  /// Whether it is time to begin anew.
  func isFull(_ program: borrowing FlatProgramText) -> Bool {
    steps.count > max(Self.mostSteps, Self.fewScripts * program.nameCount)
      || program.written > Self.mostBytes || program.grown > Self.mostCases
  }
}
