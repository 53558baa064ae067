/// What a program comes down to for documents that have the same of its names.
///
/// Which operations of a program apply, and what they make, depends on the members that are there
/// and hardly ever on their values. So it is worked out once for each set of them, and what is left
/// is a few copies and looks into tables, for each member that is named:
///
///     rename body -> text; add priority = 0; drop old; set v = 2
///
///     v: copy up to the value, write 2          body: copy up to the key, write "text":
///     old: copy up to what is in front of it    at the end: write ,"priority":0
///
/// A script that adds members is for compact objects, and all are for values that can be looked up
/// as they stand. The rest is left to the execution of the program.
struct FlatScript: BitwiseCopyable {
  /// What is done with a member, or a part of that: 32 bytes of plain data.
  struct Step: BitwiseCopyable {
    enum Code: UInt8 {
      /// Documents that have it are not for this script.
      case refuse
      /// Nothing.
      case keep
      /// Another value.
      case value
      /// Another name.
      case name
      case drop
      /// A value looked up in a table.
      case map
      /// Parts of a text, one for each of the steps `part` that begin at `parts`.
      case split
      case part
      /// One of several texts that become one; each of those has a step `part` from `parts` on,
      /// with the name by which it came.
      case combine
      /// What the operation that begins at `start` makes of the value.
      case make
    }

    var code: Code
    /// For `map`, whether what no case covers stays; for `split`, whether the last part takes what
    /// is too many.
    var isLenient = false
    /// For `map` how many operations have yet to find a value that doesn't stay: each is the
    /// `count` of a step `part`, from `parts` on.
    var searching: UInt16 = 0
    /// What else is done with the member; 0: nothing.
    var next: UInt32 = 0
    /// What is written, among the program's bytes; for `part` behind it.
    var start: UInt32 = 0
    var end: UInt32 = 0
    /// For `map` its table; for `split` and `combine` how many parts there are.
    var count: UInt32 = 0
    var parts: UInt32 = 0
    /// What stands between parts, among the program's bytes.
    var separator: UInt32 = 0
    var separatorEnd: UInt32 = 0
  }

  /// What is to be done with a document.
  enum Use: UInt8 {
    /// There is no script for it.
    case none
    case write
    /// Nothing: it is current.
    case keep
  }

  var use = Use.none
  /// Whether it adds members, which only compact objects tell how.
  var needsLayout = true
  /// Whether it writes containers, and what is new in them without white space.
  var areCompact = false
  /// How many of the names there are, and where the steps are, one for each name.
  var noted = 0
  var first: UInt32 = 0
  /// What is new at the end, among the program's bytes.
  var added: UInt32 = 0
  var addedEnd: UInt32 = 0
}
