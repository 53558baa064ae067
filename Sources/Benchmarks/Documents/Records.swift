/// The records of the headline job, about 560 bytes each, one after the other.
///
/// As in data that others have written, 58 of 100 records have escapes in their texts: one to three
/// of `\"`, `\n`, `\u2014` and an emoji as a surrogate pair. Of 100 records 67 have characters
/// beyond ASCII as UTF-8, all of them in the text, half of them in the name and the city too. Both
/// are drawn for each record anew. The records of `unescaped`, `escaped` and `ascii` are the same
/// ones.
struct Records {
  enum Style {
    case plain
    /// The same without the escapes.
    case unescaped
    /// An escape behind each word of the text.
    case escaped
    /// As Python's `json.dumps` writes them: each character beyond ASCII is an escape.
    case ascii
    /// Each record has its keys in an order of its own.
    case shuffled
    /// Each key but `id` and `version` is missing in one record of five.
    case sparse
    /// Names and texts in Chinese, Japanese and Korean, as UTF-8.
    case cjk
    /// Each record has the newest version.
    case current
    /// The version is the last member.
    case versionLast
    /// Each record has a list of ten items.
    case items
  }

  private var random: Random
  private let style: Style
  private let words: Vocabulary
  private var count = 0

  init(seed: UInt64, style: Style) {
    random = Random(seed: seed)
    self.style = style
    words = style == .cjk ? .cjk : .english
  }

  mutating func next() -> MadeValue {
    let record = record()
    return style == .ascii ? record.ascii : record
  }

  private mutating func record() -> MadeValue {
    count += 1
    let hasEscapes = random.below(100) < 58
    let isForeign = random.below(100) < 67
    let names = isForeign && random.below(2) == 0 && style != .cjk ? Vocabulary.european : words
    let first = random.pick(names.first)
    let last = random.pick(names.last)
    let mail =
      "\(random.pick(Vocabulary.english.last).lowercased())\(random.below(10_000))@example.com"
    var members: [(key: String, value: MadeValue)] = [
      ("id", .text("rec-\(padded(count, 9))-\(padded(random.below(100_000_000), 8))")),
      ("version", .scalar(style == .current ? "3" : "1")),
      ("createdAt", .text(moment())),
      ("name", .text("\(first) \(last)")),
      ("email", .text(mail)),
      ("status", .text(random.pick(["todo", "doing", "done"]))),
      ("body", .text(body(hasEscapes: hasEscapes, isForeign: isForeign))),
      ("tags", .array((0..<random.below(5)).map { _ in .text(random.pick(words.tags)) })),
      ("legacyFlag", .scalar(random.pick(["true", "false"]))),
      ("address", address(in: random.pick(names.cities))),
      ("settings", settings()),
      ("score", .scalar("\(random.below(100)).\(padded(1 + random.below(999), 3))")),
      ("visits", .scalar("\(random.below(100_000))")),
      ("parent", random.below(2) == 0 ? .scalar("null") : .text("rec-\(padded(count / 2, 9))")),
    ]
    switch style {
    case .plain, .unescaped, .escaped, .ascii, .cjk, .current: break
    case .versionLast: members.append(members.remove(at: 1))
    case .items: members.append(("items", .array((0..<10).map { _ in item() })))
    case .shuffled: random.shuffle(&members)
    case .sparse: members = members.filter { keep($0.key) }
    }
    return .object(members)
  }

  /// An element of a list, for documents that hold one.
  mutating func item() -> MadeValue {
    .object([
      ("sku", .text("sku-\(padded(random.below(1_000_000), 6))")),
      ("title", .text("\(random.pick(words.body)) \(random.pick(words.body))")),
      ("price", .scalar("\(random.below(1_000)).\(padded(random.below(100), 2))")),
      ("quantity", .scalar("\(1 + random.below(9))")),
      ("done", .scalar(random.pick(["true", "false"]))),
    ])
  }

  private mutating func keep(_ key: String) -> Bool {
    key == "id" || key == "version" || random.below(5) > 0
  }

  private mutating func moment() -> String {
    let day = "\(2015 + random.below(11))-\(padded(1 + random.below(12), 2))"
    let time = "\(padded(random.below(24), 2)):\(padded(random.below(60), 2))"
    return "\(day)-\(padded(1 + random.below(28), 2))T\(time):\(padded(random.below(60), 2))Z"
  }

  /// About a hundred characters, besides the escapes.
  private mutating func body(hasEscapes: Bool, isForeign: Bool) -> String {
    // The words behind which escapes stand, and the one that is foreign.
    let escaped = (0...random.below(3)).map { _ in 1 + random.below(10) }
    let foreign = 1 + random.below(10)
    var text = random.pick(words.body)
    var length = text.count
    var number = 1
    while length < 98 {
      let (word, other) = (random.pick(words.body), random.pick(Vocabulary.european.body))
      let next = words.space + (isForeign && number == foreign ? other : word)
      let escape = random.pick(Vocabulary.escapes)
      let isHere = style == .escaped || hasEscapes && escaped.contains(number)
      text += next + (isHere && style != .unescaped ? escape : "")
      length += next.count
      number += 1
    }
    return text
  }

  private mutating func address(in city: String) -> MadeValue {
    .object([
      ("street", .text("\(1 + random.below(300)) \(random.pick(words.streets))")),
      ("city", .text(city)),
      ("zip", .text(padded(random.below(100_000), 5))),
      ("geo", .object([("lat", degrees(90)), ("lon", degrees(180))])),
    ])
  }

  private mutating func degrees(_ most: Int) -> MadeValue {
    let sign = random.pick(["", "-"])
    return .scalar("\(sign)\(1 + random.below(most - 1)).\(padded(1 + random.below(99_999), 5))")
  }

  private mutating func settings() -> MadeValue {
    .object([
      ("theme", .text(random.pick(["light", "dark", "system"]))),
      ("pageSize", .scalar("\(random.pick([10, 25, 50, 100]))")),
      (
        "notify",
        .object([
          ("email", .scalar(random.pick(["true", "false"]))),
          ("push", .scalar(random.pick(["true", "false"]))),
        ])
      ),
    ])
  }

  private func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

/// SplitMix64, with its own draws: the standard library's may change from release to release.
struct Random {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// From 0 up to, not including, `bound`.
  mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }

  mutating func shuffle<Element>(_ elements: inout [Element]) {
    for index in elements.indices.dropFirst().reversed() {
      elements.swapAt(index, below(index + 1))
    }
  }
}

/// What the texts are made of.
private struct Vocabulary {
  let first: [String]
  let last: [String]
  let cities: [String]
  let streets: [String]
  let tags: [String]
  let body: [String]
  let space: String

  static let english = Vocabulary(
    first: ["Ada", "Alan", "Barbara", "Edsger", "Grace", "Hedy", "Katherine", "Linus", "Margaret"],
    last: [
      "Hamilton", "Hopper", "Johnson", "Kay", "Lamarr", "Liskov", "Lovelace", "Turing", "Wirth",
    ],
    cities: ["Aberdeen", "Bergen", "Coimbra", "Delft", "Evora", "Freiburg", "Ghent", "Hobart"],
    streets: ["Bridge Street", "Harbour Road", "Long Lane", "Mill Lane", "Station Road"],
    tags: ["archive", "draft", "family", "garden", "invoice", "music", "travel", "urgent"],
    body: [
      "about", "before", "bring", "call", "check", "garden", "letter", "morning", "music", "number",
      "only", "order", "paper", "people", "place", "river", "send", "spring", "table", "the", "to",
      "under", "water", "when", "with", "write",
    ],
    space: " ")

  /// What stands behind a word where a text has escapes.
  static let escapes = [#" \"so\""#, #"\n"#, #" \u2014"#, #" \ud83d\ude00"#]

  static let european = Vocabulary(
    first: ["Zoë", "José", "Łukasz", "Søren", "Chloé", "Jürgen", "Ágnes", "Đorđe", "Renée"],
    last: [
      "Müller", "García", "Nowák", "Ångström", "Brontë", "Gödel", "Erdős", "Čapek", "Lemaître",
    ],
    cities: ["Zürich", "Málaga", "Łódź", "Tromsø", "Győr", "Köln", "Besançon", "São Paulo"],
    streets: english.streets, tags: english.tags,
    body: ["café", "naïve", "jalapeño", "—", "…", "für", "„gut“", "50 €", "5 °C", "señor", "😀"],
    space: " ")

  static let cjk = Vocabulary(
    first: ["王", "李", "张", "佐藤", "鈴木", "田中", "김", "이", "박"],
    last: ["小明", "美玲", "建国", "太郎", "花子", "健一", "민준", "서연", "지훈"],
    cities: ["北京", "上海", "広州", "東京", "大阪", "京都", "서울", "부산"],
    streets: ["中山路", "人民路", "桜通り", "本町", "종로", "한강로"],
    tags: ["旅行", "音楽", "家族", "草稿", "紧急", "발표", "정원", "여행"],
    body: [
      "春天", "河流", "书信", "早晨", "音乐", "人们", "在桌上", "写下", "朝の光", "手紙を", "書いて",
      "送る", "川の水", "庭で", "아침", "편지를", "써서", "보내고", "강가에", "음악을",
    ],
    space: "")
}
