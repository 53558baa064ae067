import JSONText
import Testing

@testable import JSONMigrationAuthoring
@testable import JSONMigrationCore
@testable import JSONMigrationTesting

@Suite struct GeneratorTests {
  /// The verbs whose rules are not told by a document before and after: guards and what is around
  /// rules, code of an app, and nested formats.
  private static let untold: Set<String> = ["require", "rules", "choose", "migrate", "call"]

  /// Verbs that need another sample than their example: one member that goes is dropped, and a copy
  /// that reads the document is not tried in a scope inside it.
  private static let toldByMore: Set<String> = ["keep-only", "copy"]

  private static func example(of verb: any Verb.Type) throws -> StepSample {
    let example = verb.spec.example
    return StepSample(
      name: verb.name, before: try JSON(parsing: example.before.utf8),
      after: try JSON(parsing: example.after.utf8))
  }

  /// The verbs of the rules that help with a sample.
  private static func helpfulVerbs(_ sample: StepSample) -> Set<String> {
    let terms = Terms()
    let effort = Effort { false }
    let proposing = Proposing(Trials(terms, effort), Comparison(), effort)
    let pair = TermPair(before: terms.term(sample.before), after: terms.term(sample.after))
    return Set(proposing.candidates(for: [pair]).compactMap { RuleCost.verb(of: $0.rule) })
  }

  @Test(arguments: Verbs.names)
  func `each verb helps with its own example, which is explained`(_ name: String) throws {
    let sample = try Self.example(of: try #require(Verbs.named(name)))
    #expect(RuleLearner([sample]).learned(questions: 0).isComplete)
    if !Self.untold.union(Self.toldByMore).contains(name) {
      #expect(Self.helpfulVerbs(sample).contains(name))
    }
  }

  @Test func `every verb that documents tell has a generator`() {
    let generated = Set(Generators.all.map { $0.verb })
    #expect(generated == Set(Verbs.names).subtracting(Self.untold))
    #expect(Generators.all.count == generated.count)
  }

  @Test func `a value that holds nothing of its scope is no template`() {
    let terms = Terms()
    let template = FilledValue.template(
      for: terms.term(["size": "large"]), from: terms.term(["kind": "something"]))
    // Compared with nil it would be compared with null.
    #expect(template.map(\.description) == nil)
  }

  /// Samples, and the rules that an author would write for them.
  @Test(arguments: [
    (
      #"[[{"pos":"10,20"},{"x":10,"y":20}],[{"pos":"-3,7"},{"x":-3,"y":7}],"#
        + #"[{"pos":"55,-9"},{"x":55,"y":-9}]]"#,
      #"[{"rules":[{"split":"pos","by":",","into":["x","y"]},"#
        + #"{"convert":["x","y"],"to":"number"}]}]"#
    ),
    (
      #"[[{"o":{"size":"2.5 kg"}},{"o":{"size":2.5,"unit":"kg"}}],"#
        + #"[{"o":{"size":"3 g"}},{"o":{"size":3,"unit":"g"}}]]"#,
      #"[{"rules":[{"split":"o.size","by":" ","into":["size","unit"]},"#
        + #"{"convert":"o.size","to":"number"}]}]"#
    ),
    (
      #"[[{"a":[{"t":1,"x":1},{"t":2,"x":1}]},{"a":[{"t":1,"y":1},{"t":2,"x":1}]}]]"#,
      #"[{"in":"a[*]","when":"@.t == 1","rename":{"x":"y"}}]"#
    ),
    // Texts that become objects of their parts, and objects that become lists, and back.
    (
      #"[[{"r":"1-5"},{"r":{"from":1,"to":5}}],[{"r":"10-20"},{"r":{"from":10,"to":20}}]]"#,
      #"[{"rules":[{"split":"r","by":"-","into":["from","to"]},"#
        + #"{"convert":["from","to"],"to":"number"},{"nest":["from","to"],"under":"r"}]}]"#
    ),
    (
      #"[[{"c":{"r":255,"g":0,"b":16}},{"c":[255,0,16]}],[{"c":{"r":1,"g":2,"b":3}},{"c":[1,2,3]}]]"#,
      #"[{"set":{"c":["{c.r}","{c.g}","{c.b}"]},"fill":true}]"#
    ),
    (
      #"[[{"c":[255,0,16]},{"c":{"r":255,"g":0,"b":16}}],[{"c":[1,2,3]},{"c":{"r":1,"g":2,"b":3}}]]"#,
      #"[{"set":{"c":{"r":"{c[0]}","g":"{c[1]}","b":"{c[2]}"}},"fill":true}]"#
    ),
    (
      #"[[{"p":"12.50 EUR"},{"p":{"amount":12.5,"unit":"EUR"}}],"#
        + #"[{"p":"3.05 USD"},{"p":{"amount":3.05,"unit":"USD"}}]]"#,
      #"[{"rules":[{"split":"p","by":" ","into":["amount","unit"]},"#
        + #"{"convert":"amount","to":"number"},{"nest":["amount","unit"],"under":"p"}]}]"#
    ),
    // A list that gets another name, and its elements others too.
    (
      #"[[{"items":[{"text":"call mom","p":0},{"text":"buy milk","p":1}]},"#
        + #"{"todos":[{"title":"call mom","prio":"low"},{"title":"buy milk","prio":"high"}]}],"#
        + #"[{"items":[{"text":"rent car","p":0}]},{"todos":[{"title":"rent car","prio":"low"}]}]]"#,
      #"[{"rules":[{"rename":{"items":"todos"}},{"in":"todos[*]","rename":{"text":"title"}}]},"#
        + #"{"in":"todos[*]","rename":{"p":"prio"}},{"in":"todos[*]","map-values":"prio","#
        + #""cases":[{"is":0,"becomes":"low"},{"is":1,"becomes":"high"}],"otherwise":"keep"}]"#
    ),
    (
      #"[[{"data":{"list":[{"n":"x","q":1}]}},{"entries":[{"name":"x","qty":1}]}],"#
        + #"[{"data":{"list":[{"n":"y","q":2}]}},{"entries":[{"name":"y","qty":2}]}]]"#,
      #"[{"rules":[{"move":{"data.list":"entries"},"drop-empty-parents":true},"#
        + #"{"in":"entries[*]","rename":{"n":"name","q":"qty"}}]}]"#
    ),
    // Members that are made of others, which stay.
    (
      #"[[{"t":"Hello World"},{"t":"Hello World","slug":"hello-world"}],"#
        + #"[{"t":"My Big Dog"},{"t":"My Big Dog","slug":"my-big-dog"}]]"#,
      #"[{"rules":[{"copy":{"t":"slug"}},"#
        + #"{"text":"slug","do":["lowercase",{"replace":" ","with":"-"}]}]}]"#
    ),
    (
      #"[[{"id":1,"done":true},{"id":1,"status":"done"}],[{"id":2,"done":false},"#
        + #"{"id":2,"status":"open"}],[{"id":3},{"id":3,"status":"open"}]]"#,
      #"[{"add-default":{"status":"open"}},{"map-values":"status","table":{"open":"done"},"#
        + #""otherwise":"keep","when":"@.done == true"},{"drop":"done"}]"#
    ),
    (
      #"[[{"p":"+49 30 123"},{"p":"4930123"}],[{"p":"+1 555 99"},{"p":"155599"}]]"#,
      #"[{"text":"p","do":[{"pattern":"[^0-9]+","with":""}]}]"#
    ),
    // Ids in place of which what they stand for comes.
    (
      #"[[{"us":[{"id":1,"n":"Ann"},{"id":2,"n":"Bob"}],"notes":[{"by":1},{"by":2}]},"#
        + #"{"us":[{"id":1,"n":"Ann"},{"id":2,"n":"Bob"}],"notes":[{"by":"Ann"},{"by":"Bob"}]}]]"#,
      #"[{"in":"notes[*]","look-up":"by","among":"$.us[*]","by":"id","take":"n","into":"by","#
        + #""if-exists":"overwrite"}]"#
    ),
    // Numbers in texts with something around them.
    (
      #"[[{"l":"level_12"},{"l":12}],[{"l":"level_3"},{"l":3}],[{"l":"level_40"},{"l":40}]]"#,
      #"[{"rules":[{"text":"l","do":[{"replace":"level_","with":""}]},{"convert":"l","to":"number"}]}]"#
    ),
    (
      #"[[{"w":12},{"w":"12px"}],[{"w":3},{"w":"3px"}],[{"w":4.5},{"w":"4.5px"}]]"#,
      #"[{"rules":[{"convert":"w","to":"string"},{"text":"w","do":[{"suffix":"px"}]}]}]"#
    ),
    // What is new already stays as it is when it is found again.
    (
      #"[[{"u":"http://a.org/x"},{"u":"https://a.org/x"}],[{"u":"http://b.de"},{"u":"https://b.de"}]]"#,
      #"[{"text":"u","do":[{"pattern":"^http://","with":"https://"}]}]"#
    ),
    // What is put in before an end that all have.
    (
      #"[[{"at":"2024-01-03T10:20:30Z"},{"at":"2024-01-03T10:20:30.000Z"}],"#
        + #"[{"at":"2023-05-13T11:00:01Z"},{"at":"2023-05-13T11:00:01.000Z"}],"#
        + #"[{"at":"2022-12-31T23:59:59Z"},{"at":"2022-12-31T23:59:59.000Z"}]]"#,
      #"[{"text":"at","do":[{"pattern":"Z$","with":".000Z"}]}]"#
    ),
    // Elements that are counted.
    (
      #"[[{"s":[{"t":"mix"},{"t":"bake"},{"t":"eat"}]},"#
        + #"{"s":[{"t":"mix","n":0},{"t":"bake","n":1},{"t":"eat","n":2}]}],"#
        + #"[{"s":[{"t":"cut"},{"t":"fry"}]},{"s":[{"t":"cut","n":0},{"t":"fry","n":1}]}]]"#,
      #"[{"add-default":["s[*].n"],"generate":"position"}]"#
    ),
    (
      #"[[{"s":[{"t":"a"},{"t":"b"}]},{"s":[{"t":"a","n":1},{"t":"b","n":2}]}],"#
        + #"[{"s":[{"t":"c"}]},{"s":[{"t":"c","n":1}]}]]"#,
      #"[{"add-default":["s[*].n"],"generate":"position","first":1}]"#
    ),
    // Elements that lose what they are sorted by.
    (
      #"[[{"t":[{"id":"a","pos":3},{"id":"b","pos":1},{"id":"c","pos":2}]},"#
        + #"{"t":[{"id":"b"},{"id":"c"},{"id":"a"}]}],"#
        + #"[{"t":[{"id":"d","pos":8},{"id":"e","pos":4}]},{"t":[{"id":"e"},{"id":"d"}]}],"#
        + #"[{"t":[{"id":"f","pos":1},{"id":"g","pos":7},{"id":"h","pos":5},{"id":"i","pos":2}]},"#
        + #"{"t":[{"id":"f"},{"id":"i"},{"id":"h"},{"id":"g"}]}]]"#,
      #"[{"rules":[{"list":"t","do":[{"sort-by":"pos"}]},{"drop":"t[*].pos"}]}]"#
    ),
    // Lists some elements of which go into a new one, which may be left out where none does.
    (
      #"[[{"t":[{"n":"a","d":true},{"n":"b","d":false}]},{"t":[{"n":"b","d":false}],"#
        + #""e":[{"n":"a","d":true}]}],[{"t":[{"n":"f","d":false}]},{"t":[{"n":"f","d":false}],"#
        + #""e":[]}],[{"t":[]},{"t":[],"e":[]}]]"#,
      #"[{"rules":[{"copy":{"t":"e"}},"#
        + #"{"drop":["t[?@.d == true]","e[?!(@.d == true)]"]}]}]"#
    ),
    (
      #"[[{"p":["tabs","http://a.b"]},{"p":["tabs"],"h":["http://a.b"]}],[{"p":["tabs"]},"#
        + #"{"p":["tabs"]}],[{"p":["https://c.d","alarms"]},{"p":["alarms"],"h":["https://c.d"]}]]"#,
      #"[{"rules":[{"copy":{"p":"h"}},{"drop":["p[?match(@, 'http.*')]","#
        + #""h[?!(match(@, 'http.*'))]"]},{"when":"empty(@.h)","drop":"h"}]}]"#
    ),
    // Members of any name that change by one table.
    (
      #"[[{"r":{"semi":2,"no-var":"error"}},{"r":{"semi":"error","no-var":"error"}}],"#
        + #"[{"r":{"eqeqeq":1}},{"r":{"eqeqeq":"warn"}}]]"#,
      #"[{"map-values":"r[*]","cases":[{"is":2,"becomes":"error"},{"is":1,"becomes":"warn"}],"#
        + #""otherwise":"keep"}]"#
    ),
    // A list that stood in an element, and whose elements change.
    (
      #"[[{"w":[{"c":[{"s":"one","t":1}]}]},{"c":[{"u":"one","t":1}]}],"#
        + #"[{"w":[{"c":[{"s":"two","t":2},{"s":"six","t":3}]}]},"#
        + #"{"c":[{"u":"two","t":2},{"u":"six","t":3}]}]]"#,
      #"[{"move":{"w[0].c":"c"}},{"in":"c[*]","rename":{"s":"u"}},{"drop":"w"}]"#
    ),
    // Members that take each other's names.
    (
      #"[[{"a":1,"b":"x"},{"a":"x","b":1}],[{"a":5,"b":"y"},{"a":"y","b":5}],"#
        + #"[{"a":7,"b":"z"},{"a":"z","b":7}]]"#,
      #"[{"rename":{"a":"b","b":"a"}}]"#
    ),
    (
      #"[[{"now":"rome","next":"oslo"},{"last":"rome","now":"oslo"}],"#
        + #"[{"now":"kyiv","next":"bern"},{"last":"kyiv","now":"bern"}]]"#,
      #"[{"rename":{"now":"last","next":"now"}}]"#
    ),
    (
      #"[[{"p":[{"x":3,"y":4,"z":[5]}]},{"p":[{"x":[5],"y":3,"z":4}]}],"#
        + #"[{"p":[{"x":7,"y":8,"z":[9]}]},{"p":[{"x":[9],"y":7,"z":8}]}]]"#,
      #"[{"in":"p[*]","rename":{"x":"y","z":"x","y":"z"}}]"#
    ),
    (
      #"[[{"s":"on","n":"a"},{"s":"active","n":"a"}],[{"s":"off","n":"b"},{"s":"idle","n":"b"}]]"#,
      #"[{"map-values":"s","table":{"on":"active","off":"idle"},"otherwise":"keep"}]"#
    ),
    (
      #"[[{"timeout":2},{"timeout":2000}],[{"timeout":0.5},{"timeout":500}]]"#,
      #"[{"scale":"timeout","by":1000}]"#
    ),
    (
      #"[[{"d":{"host":"hh","port":81}},{"d":{"host":"hh","port":81,"url":"tcp://hh:81"}}],"#
        + #"[{"d":{"host":"kk","port":92}},{"d":{"host":"kk","port":92,"url":"tcp://kk:92"}}]]"#,
      #"[{"in":"d","compose":{"url":"tcp://{host}:{port}"}}]"#
    ),
    (
      #"[[{"a":"x"},{"a":"x","id":"7f3c2a10-1111-4abc-9def-0123456789ab"}]]"#,
      #"[{"add-default":["id"],"generate":"uuid"}]"#
    ),
    (
      #"[[{"kind":"b","items":[]},{"kind":"b","items":[{"of":"b"}]}],"#
        + #"[{"kind":"c","items":[]},{"kind":"c","items":[{"of":"c"}]}]]"#,
      #"[{"append":{"items":{"of":"{kind}"}},"fill":true}]"#
    ),
    (
      // The first of three, not the values that happened to be the first.
      #"[[{"rows":[{"steps":["7","8","9"]},{"steps":["70","80","90"]},{"steps":["3","4"]}]},"#
        + #"{"rows":[{"steps":["8","9"]},{"steps":["80","90"]},{"steps":["3","4"]}]}]]"#,
      #"[{"in":"rows[*]","when":"length(@.steps) >= 3","drop":"steps[0]"}]"#
    ),
    (
      // Members of the document itself, by what is in them.
      #"[[{"user:1":{"kind":"user"},"page:1":{"kind":"page"},"user:2":{"kind":"user"}},"#
        + #"{"page:1":{"kind":"page"}}]]"#,
      #"[{"drop":"[?@.kind == 'user']"}]"#
    ),
    (
      // What reads the document from a place inside it.
      #"[[{"unit":"meter","rows":[{"n":1},{"n":2}]},"#
        + #"{"unit":"meter","rows":[{"n":1,"unit":"meter"},{"n":2,"unit":"meter"}]}],"#
        + #"[{"unit":"inch","rows":[{"n":3}]},{"unit":"inch","rows":[{"n":3,"unit":"inch"}]}]]"#,
      #"[{"in":"rows[*]","copy":{"$.unit":"unit"}}]"#
    ),
    (
      // A map that gets other keys, which stand in its values.
      #"[[{"m":{"start":{"at":"p1","x":3},"end":{"at":"p2","x":51}}},"#
        + #"{"m":{"p1":{"x":3},"p2":{"x":51}}}],"#
        + #"[{"m":{"start":{"at":"p7","x":3}}},{"m":{"p7":{"x":3}}}]]"#,
      #"[{"rules":[{"to-list":"m","key":"oldKey"},{"to-object":"m","key":"at"},"#
        + #"{"in":"m[*]","keep-only":["x"]}]}]"#
    ),
    (
      // Lists that become one, with names around the elements that say which they were in.
      #"[[{"body":{"verses":[["a","b"],["c"]],"refrains":[["d"]]},"by":"x"},"#
        + #"{"body":[{"verse":{"_0":["a","b"]}},{"verse":{"_0":["c"]}},"#
        + #"{"refrain":{"_0":["d"]}}],"by":"x"}]]"#,
      #"[{"rules":[{"wrap":"body.verses[*]","under":"verse._0"},"#
        + #"{"wrap":"body.refrains[*]","under":"refrain._0"},"#
        + #"{"concat":["body.verses","body.refrains"],"into":"body.all"},"#
        + #"{"unwrap":"body","under":"all"}]}]"#
    ),
    (
      // The same beside them, in another order.
      #"[[{"plain":["aa","bb"],"bold":["cc"]},{"words":[{"b":"cc"},"aa","bb"]}]]"#,
      #"[{"rules":[{"wrap":"bold[*]","under":"b"},"#
        + #"{"concat":["bold","plain"],"into":"words"}]}]"#
    ),
    (
      // The time in another form.
      #"[[{"a":"x"},{"a":"x","at":1767225600}]]"#,
      #"[{"add-default":["at"],"generate":"now","as":"unix-seconds"}]"#
    ),
    (
      // An id that was there before is no new one.
      #"[[{"id":"7f3c2a10-1111-4abc-9def-0123456789ab"},"#
        + #"{"key":"7f3c2a10-1111-4abc-9def-0123456789ab"}]]"#,
      #"[{"rename":{"id":"key"}}]"#
    ),
  ])
  func `rules are found`(_ pairs: String, _ rules: String) throws {
    let samples = try (JSON(parsing: pairs.utf8).array ?? []).enumerated().map {
      StepSample(
        name: "\($0.offset)", before: try #require($0.element[0]),
        after: try #require($0.element[1]))
    }
    let learned = RuleLearner(samples).learned(questions: 0)
    #expect(JSON.array(learned.rules) == (try JSON(parsing: rules.utf8)))
  }

  /// Samples, and what their rules are to make of another document.
  @Test(arguments: [
    // Constants cost more than fields that stand in the document.
    (
      #"[[{"axes":[{"left":"meter","right":"second"}]},"#
        + #"{"axes":[{"units":["meter","second"]}]}],"#
        + #"[{"axes":[{"left":"inch","right":"hour"}]},{"axes":[{"units":["inch","hour"]}]}]]"#,
      #"{"axes":[{"left":"foot","right":"day"}]}"#, #"{"axes":[{"units":["foot","day"]}]}"#
    ),
    // Several names for one member, and values that occur more than once.
    (
      #"[[{"sites":[{"url":"https://a.example"},{"link":"https://bb.example"},"#
        + #"{"address":"https://a.example"}]},"#
        + #"{"sites":[{"href":"https://a.example"},{"href":"https://bb.example"},"#
        + #"{"href":"https://a.example"}]}]]"#,
      #"{"sites":[{"address":"https://c.example"}]}"#, #"{"sites":[{"href":"https://c.example"}]}"#
    ),
    // What tells each document from all others is no condition, however many elements it has.
    (
      #"[[{"name":"A","plan":"pro","l":[{"n":1},{"n":2}]},"#
        + #"{"name":"A","plan":"pro","l":[{"n":1,"x":true},{"n":2,"x":true}]}],"#
        + #"[{"name":"B","plan":"free","l":[{"n":4},{"n":5}]},"#
        + #"{"name":"B","plan":"free","l":[{"n":4},{"n":5}]}],"#
        + #"[{"name":"C","plan":"free","l":[{"n":7}]},{"name":"C","plan":"free","l":[{"n":7}]}]]"#,
      #"{"name":"A","plan":"free","l":[{"n":1}]}"#, #"{"name":"A","plan":"free","l":[{"n":1}]}"#
    ),
    (
      #"[[{"l":[{"o":"A","plan":"pro"},{"n":2,"o":"A","plan":"pro"}]},"#
        + #"{"l":[{"o":"A","plan":"pro","x":true},{"n":2,"o":"A","plan":"pro","x":true}]}],"#
        + #"[{"l":[{"o":"B","plan":"free"},{"n":5,"o":"B","plan":"free"}]},"#
        + #"{"l":[{"o":"B","plan":"free"},{"n":5,"o":"B","plan":"free"}]}],"#
        + #"[{"l":[{"o":"C","plan":"free"}]},{"l":[{"o":"C","plan":"free"}]}]]"#,
      #"{"l":[{"o":"A","plan":"free"}]}"#, #"{"l":[{"o":"A","plan":"free"}]}"#
    ),
    (
      #"[[{"s":[{"id":1,"way":"row","i":[{"v":3},{"v":4}]},{"id":2,"way":"col","i":[{"v":5}]},"#
        + #"{"id":3,"way":"col","i":[{"v":7},{"v":8}]}]},"#
        + #"{"s":[{"id":1,"way":"row","i":[{"v":3,"z":0},{"v":4,"z":0}]},"#
        + #"{"id":2,"way":"col","i":[{"v":5}]},{"id":3,"way":"col","i":[{"v":7},{"v":8}]}]}]]"#,
      #"{"s":[{"id":1,"way":"col","i":[{}]},{"id":9,"way":"row","i":[{}]}]}"#,
      #"{"s":[{"id":1,"way":"col","i":[{}]},{"id":9,"way":"row","i":[{"z":0}]}]}"#
    ),
    // What all texts lose is no sign for what others may lose.
    (
      #"[[{"i":"docker.io/a:1"},{"i":"a:1"}],[{"i":"docker.io/b:2"},{"i":"b:2"}]]"#,
      #"{"i":"docker.io/lib/c"}"#, #"{"i":"lib/c"}"#
    ),
    // What goes from all is dropped, and nothing that no sample has.
    (
      #"[[{"n":1,"r":2,"g":3,"b":4},{"n":1}],[{"n":2,"r":5,"g":6,"b":7},{"n":2}]]"#,
      #"{"n":3,"r":1,"g":1,"b":1,"alpha":0}"#, #"{"n":3,"alpha":0}"#
    ),
    // A value in front of a list.
    (
      #"[[{"p":[{"email":"a","emails":["b","c"]},{"email":"d"},{"email":"e","emails":[]}]},"#
        + #"{"p":[{"emails":["a","b","c"]},{"emails":["d"]},{"emails":["e"]}]}]]"#,
      #"{"p":[{"email":"x","emails":["z","y"]}]}"#, #"{"p":[{"emails":["x","z","y"]}]}"#
    ),
    // What is made of a member that is missing shows its default.
    (
      #"[[{"first":"Ann","last":"Lee"},{"name":"Ann Lee"}],[{"first":"Bo"},{"name":"Bo Doe"}],"#
        + #"[{"first":"Cy","last":"Ox"},{"name":"Cy Ox"}]]"#,
      #"{"first":"Di"}"#, #"{"name":"Di Doe"}"#
    ),
    (
      #"[[{"host":"aaa","port":80},{"url":"tcp://aaa:80"}],"#
        + #"[{"host":"bbb"},{"url":"tcp://bbb:8080"}],"#
        + #"[{"host":"ccc","port":99},{"url":"tcp://ccc:99"}]]"#,
      #"{"host":"q"}"#, #"{"url":"tcp://q:8080"}"#
    ),
    // Most elements of a list that came from an element of another show it.
    (
      #"[[{"w":[{"cells":[{"k":"code","input":"1+1"},{"k":"heading","n":"Title"},"#
        + #"{"k":"text","n":"words"}]}]},{"cells":[{"k":"code","source":"1+1"},"#
        + #"{"k":"big","n":"Title"},{"k":"text","n":"words"}]}]]"#,
      #"{"w":[{"cells":[{"k":"code","input":"2"}]}]}"#, #"{"cells":[{"k":"code","source":"2"}]}"#
    ),
    // The name of a job is none of the format, where the jobs are a map.
    (
      #"[[{"jobs":{"test":{"runs":"a","script":["x"]},"lint":{"runs":"a","needs":"test"}}},"#
        + #"{"jobs":{"test":{"runs":"a","steps":["x"]},"lint":{"runs":"a","needs":["test"]}}}]]"#,
      #"{"jobs":{"z":{"needs":"b"}}}"#, #"{"jobs":{"z":{"needs":["b"]}}}"#
    ),
  ])
  func `rules hold for other values too`(
    _ pairs: String, _ document: String, _ wanted: String
  ) throws {
    let samples = try (JSON(parsing: pairs.utf8).array ?? []).enumerated().map {
      StepSample(
        name: "\($0.offset)", before: try #require($0.element[0]),
        after: try #require($0.element[1]))
    }
    let learned = RuleLearner(samples).learned(questions: 0)
    var trial = RuleTrial(.array(learned.rules))
    let found = try trial?.result(for: JSON(parsing: document.utf8))
    #expect(try found == JSON(parsing: wanted.utf8), "\(JSON.array(learned.rules))")
  }
}
