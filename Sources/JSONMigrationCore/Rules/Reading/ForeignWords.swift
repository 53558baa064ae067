internal import JSONText

/// Words of other tools and languages that authors try, with what they are called here.
///
/// They are told before a similar word is looked for: `sort` is near to nothing, and `remove` means
/// `drop`.
package enum ForeignWords {
  /// What to write in the place of a word that is no verb; nil where nothing is known.
  package static func help(for word: String) -> String? {
    let word = word.lowercased()
    return advice.first { has(word, $0.words) }?.help
  }

  /// What to write in the place of a key that is unknown where these are known.
  static func key(for word: String, among known: [String]) -> String? {
    let word = word.lowercased()
    let placed = keyAdvice.first { has(word, $0.words) && known.contains($0.beside) }
    let meant = keys.filter { has(word, $0.words) }.map(\.key).first { known.contains($0) }
    if let placed, meant == nil || placed.isFirst { return placed.help }
    // A short word is near to many.
    guard word.utf8.count < 4 || NearestName.of(word, among: known) == nil else { return nil }
    return meant.map { "write `\($0)`" }
  }

  /// Whether a word is what others call a key.
  static func means(_ word: String, _ key: String) -> Bool {
    let word = word.lowercased()
    return keys.contains { $0.key == key && has(word, $0.words) }
  }

  /// What to write in the place of a word where these are known.
  static func word(for word: String, among known: [String]) -> String? {
    let word = word.lowercased()
    let meant = words.first { has(word, $0.words) && known.contains($0.meant) }
    return meant.map { "write `\($0.meant)`" }
  }

  /// The object to write in the place of a word, where these may stand there.
  static func object(for word: String, among others: [String]) -> String? {
    for other in others {
      if other.includes("\"form\""), word.lowercased().includes("yy") {
        // Letters of other tools.
        let form = word.map { "YD".contains($0) ? Character($0.lowercased()) : $0 }
        return "write `{ \"form\": \(JSON.string(String(form))) }`"
      }
      if other.includes("\"becomes\"") {
        return "as the new value write `{ \"becomes\": \(JSON.string(word)) }`"
      }
      if other.includes("\"sort-by\""), has(word.lowercased(), "sort sorted order") {
        return "write `{ \"sort-by\": \"@\" }`; of objects, the path to what they are sorted by"
      }
    }
    return nil
  }

  /// Whether the verb stands behind this key in other tools.
  static func isKeyOfVerb(_ word: String) -> Bool {
    has(word.lowercased(), "op operation verb action type kind command method")
  }

  /// Whether a word is among some; a list of texts would be much more code than one text.
  private static func has(_ word: String, _ words: String) -> Bool {
    words.split(separator: " ").contains { $0 == word }
  }

  /// Values of other tools and languages.
  private static let words: [(words: String, meant: String)] = [
    ("int int32 int64 long", "integer"),
    ("float double int integer decimal num", "number"),
    ("bool flag", "boolean"), ("str text varchar", "string"),
    ("list tuple", "array"), ("map dict dictionary record", "object"),
    ("timestamp epoch unix unixtime", "unix-seconds"),
    ("datetime iso iso-8601 rfc3339 iso8601-date", "iso8601"),
    ("json", "json-text"), ("guid uuid4", "uuid"),
    ("ignore pass leave unchanged skip", "keep"), ("ignore pass leave keep", "skip"),
    ("error throw raise", "fail"),
    ("replace force always", "overwrite"), ("unique distinct uniq", "dedupe"),
    ("lower downcase tolower", "lowercase"), ("upper upcase toupper", "uppercase"),
    ("strip", "trim"), ("any only-one single", "only"),
  ]

  /// What is said elsewhere, by a key that may stand where it is tried.
  private static let keyAdvice: [KeyAdvice] = [
    KeyAdvice(
      "format form pattern mask zone timezone dateformat", "expect",
      #"a form of dates is an object: `"to": { "form": "dd.MM.yyyy" }`"#
    ),
    KeyAdvice(
      "match matches regex regexp pattern like contains starts-with ends-with", "at-least",
      #"cases take no pattern: `{ "set": { "a": 1 }, "when": "match(@.a, 'x.*')" }`"#
    ),
    KeyAdvice(
      "from to", "at-least",
      "a case takes a value or numbers, and says what becomes of it: "
        + #"`{ "is": 1, "becomes": 2 }`, `{ "at-least": 3, "becomes": 4 }`"#, isFirst: true
    ),
    KeyAdvice(
      "generate", "stash",
      "`add-default` has `generate` (`uuid`, `now`, `position`), and writes only where nothing is: "
        + #"{ "drop": "a" }, { "add-default": ["a"], "generate": "uuid" }"#
    ),
    KeyAdvice(
      "at index position", "unless-present",
      "elements go to the end; in front: "
        + #"{ "set": { "new": [1] } }, { "concat": ["new", "a"], "into": "a" }"#, isFirst: true
    ),
    KeyAdvice("else otherwise elif else-if then", "undo", choose),
  ]

  private struct KeyAdvice {
    let words: String
    let beside: String
    let help: String
    /// Whether the word is no other name of a key there, though it is elsewhere.
    let isFirst: Bool

    init(_ words: String, _ beside: String, _ help: String, isFirst: Bool = false) {
      (self.words, self.beside, self.help, self.isFirst) = (words, beside, help, isFirst)
    }
  }

  private static let choose =
    #"`choose` has rules for each case: { "choose": [{ "when": "@.b == 1", "rules": [{ "drop": "a" }] }, "#
    + #"{ "rules": [{ "drop": "c" }] }] }"#

  /// Keys of other tools, the first choice first where a word may mean several.
  private static let keys: [(words: String, key: String)] = [
    ("equals eq == value if when key", "is"),
    ("then to result with output replacement new value", "becomes"),
    ("min minimum gte >= from", "at-least"),
    ("max maximum lte <=", "at-most"), ("gt > over", "above"),
    ("lt < under", "below"),
    ("else default fallback _ *", "otherwise"),
    ("into to target as in", "under"),
    ("to target under as output name result", "into"),
    ("separator delimiter sep on with char", "by"),
    ("separator delimiter sep by glue", "with"),
    ("factor times multiplier multiply multiply-by", "by"),
    ("divisor divide", "divide-by"), ("plus offset summand increment", "add"),
    ("map values mapping lookup cases", "table"),
    ("map values mapping rules conditions table", "cases"),
    ("by on index field", "key"),
    ("regex regexp re", "pattern"),
    ("version target newversion", "to"), ("start base since", "from"),
    ("steps operations ops changes actions migrations transforms then do", "rules"),
    ("description title summary comment", "about"),
    ("input old given in", "before"),
    ("output expected expect new out", "after"),
    ("error throws fail kind", "fails"),
    ("if where condition only-if filter unless", "when"),
    ("path at scope each for foreach on", "in"),
    ("comment description comments about doc", "note"),
    ("error reason msg", "message"),
    ("versionkey version-key version_key versionpath at schemaversion", "version"),
    ("path key field place name", "at"),
    ("default fallback none", "missing"),
    ("write stamped", "stamp"), ("name id title", "format"),
    ("glob globs include patterns", "files"), ("items documents every", "each"),
    ("keep backup remember preserve reversible", "stash"),
    ("schema shapes validate", "shape"), ("jsonc allowcomments", "comments"),
  ]

  /// The words of jq and Jolt are among them, and those of JSON Patch and of templates.
  static let advice: [(words: String, help: String)] = [
    (
      "remove delete del delpaths unset omit rm exclude",
      #"write `drop`: { "drop": "a" }"#
    ),
    (
      "default defaults add-defaults ensure setdefault coalesce",
      #"write `add-default`: { "add-default": { "a": 1 } }"#
    ),
    (
      "put assign value setpath update create write overwrite const",
      #"write `set`: { "set": { "a": 1 } }"#
    ),
    (
      "add",
      #"`set` writes a member, `add-default` only where it is missing; `append` adds an element, `scale` "#
        + "a number"
    ),
    (
      "sort sort_by sort-by order order-by unique distinct dedupe reverse",
      #"write `list`: { "list": "tags", "do": [{ "sort-by": "name" }, "dedupe", "reverse"] }"#
    ),
    (
      "unique_by",
      #"the first of each id stays: { "to-object": "a", "key": "id", "if-exists": "keep" }, "#
        + #"{ "to-list": "a", "key": "id" }"#
    ),
    (
      "limit first last", #"write a slice: { "drop": "a[3:]" } leaves the first three"#
    ),
    (
      "length contains startswith endswith any all",
      #"write a condition: "when": "length(@.a) > 3", "search(@.a, 'x')", "match(@.a, 'x.*')""#
    ),
    (
      "merge combine extend",
      "`unnest` puts the members of an object beside it, `concat` makes one list of several"
    ),
    (
      "flatten hoist spread explode",
      #"write `unnest`: { "unnest": "address" } puts its members in its place; for lists `concat`"#
    ),
    (
      "filter select where reject",
      #"write a filter into the path: { "drop": "items[?@.done == true]" }, or `in` for other verbs"#
    ),
    (
      "regex regexp re gsub sub pattern ltrimstr rtrimstr",
      #"write `text`: { "text": "a", "do": [{ "pattern": "^v(.*)$", "with": "$1" }] }"#
    ),
    (
      "replace substitute",
      #"write `text`: { "text": "a", "do": [{ "replace": "x", "with": "y" }] }; for whole values "#
        + "`map-values`, for any value `set`"
    ),
    (
      "lowercase ascii_downcase tolower lower",
      #"write `text`: { "text": "a", "do": ["lowercase"] }"#
    ),
    (
      "uppercase ascii_upcase toupper upper",
      #"write `text`: { "text": "a", "do": ["uppercase"] }"#
    ),
    ("capitalize titlecase", #"write `text`: { "text": "a", "do": ["capitalize"] }"#),
    ("trim strip", #"write `text`: { "text": "a", "do": ["trim"] }"#),
    (
      "prefix suffix",
      #"write `text`: { "text": "a", "do": [{ "prefix": "x" }, { "suffix": "y" }] }"#
    ),
    (
      "if unless cond condition",
      #"`when` is a key of every rule: { "drop": "a", "when": "@.b == 1" }; `choose` is one of several"#
    ),
    ("else switch case elif then", choose),
    (
      "multiply divide math calculate =* factor",
      #"write `scale`: { "scale": "a", "by": 1000 }"#
    ),
    ("subtract plus minus increment decrement", #"write `scale`: { "scale": "a", "add": 1 }"#),
    ("round floor ceil", #"write `scale`: { "scale": "a", "by": 1, "round": 0 }"#),
    (
      "steps actions changes operations ops migrations transforms",
      #"write `rules`: { "in": "items[*]", "rules": [{ "drop": "a" }, { "drop": "b" }] }"#
    ),
    (
      "map each foreach for-each for loop iterate map_values-each",
      #"write the elements into the path, or into `in`: { "in": "items[*]", "drop": "a" }"#
    ),
    (
      "map_values mapvalues map-value enum lookup-table translate mapping",
      #"write `map-values`: { "map-values": "a", "table": { "x": "y" } }"#
    ),
    (
      "with_entries rename_keys case camelcase snakecase keys",
      #"write `rename-keys`: { "rename-keys": "a", "case": "snake-to-camel" }"#
    ),
    ("to_entries entries values", #"write `to-list`: { "to-list": "a", "key": "id" }"#),
    (
      "from_entries index_by index key-by group_by group-by groupby",
      #"`to-object` makes an object of a list by a key in each: { "to-object": "a", "key": "id" }; there "#
        + "are no groups"
    ),
    (
      "stringify tojson",
      #"write `convert`: { "convert": "a", "to": "json-text" }"#
    ),
    (
      "parse fromjson",
      #"write `convert`: { "convert": "a", "from": "json-text", "to": "value" }"#
    ),
    (
      "tostring str",
      #"write `convert`: { "convert": "a", "to": "string" }"#
    ),
    (
      """
      tonumber cast type toint tointeger toboolean coerce
      """,
      #"write `convert`: { "convert": "a", "to": "number" }"#
    ),
    (
      "todate fromdate strptime strftime",
      #"write `convert`: { "convert": "a", "from": "unix-seconds", "to": "iso8601" }; for other forms "#
        + #"`"from": { "form": "dd.MM.yyyy" }`"#
    ),
    (
      "template format interpolate concatenate string join-text",
      #"write `compose`: { "compose": { "a": "{b}/{c}" } }"#
    ),
    (
      "pick keep whitelist only project",
      #"write `keep-only`: { "keep-only": ["a", "b"] }"#
    ),
    (
      "lookup look_up vlookup find ref resolve dereference",
      #"write `look-up`: { "look-up": "id", "among": "$.all[*]", "by": "id", "into": "a" }"#
    ),
    (
      "parent ancestor outer container up enclosing",
      #"no path leads to a parent: let the rule act there, and write the way down from there, as in "#
        + #"{ "in": "modules[*]", "add-default": { "resources[*].module": "{path}" }, "fill": true }"#
    ),
    ("push unshift insert", #"write `append`: { "append": { "tags": "new" } }"#),
    ("swap", #"write both pairs into one rule: { "rename": { "a": "b", "b": "a" } }"#),
    (
      "shift",
      #"write `rename` or `move` for each place: { "move": { "a.b": "c.d" } }"#
    ),
    (
      "cardinality to-array array listify",
      #"write `wrap` to make lists, `unwrap` for one value: { "wrap": "a", "if-array": "keep" }"#
    ),
    (
      "modify-overwrite-beta modify-default-beta operation spec",
      "each rule has one verb; `convert`, `scale`, `text` and `set` change values, `add-default` adds them"
    ),
    (
      "walk recurse paths getpath",
      #"`$..name` is a path to any depth: { "drop": "$..name" }"#
    ),
    (
      "has assert test validate check error fail",
      #"write `require`: { "require": "@.a", "message": "…" }"#
    ),
    (
      "uuid now position generate id",
      #"write `add-default` with `generate`, `uuid`, `now` or `position`: "#
        + #"{ "add-default": ["id"], "generate": "uuid" }"#
    ),
    (
      "group",
      #"write `nest`: { "nest": ["a", "b"], "under": "c" }; groups of a list's elements there are none"#
    ),
    ("nest-under embed", #"write `nest`: { "nest": ["a", "b"], "under": "c" }"#),
    ("script function eval exec js jq", "`call` runs Swift code of the app"),
  ]
}
