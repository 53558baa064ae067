import JSONText
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore

@Suite struct GoingBackTests {
  /// Rules that look at, or leave, something that they don't change.
  static let whatIsElsewhere = [
    RuleCase(
      "the version is another one on the way back",
      #"{ "when": "@.version == 1", "rename": { "a": "b" } }"#, #"{ "b": 1, "version": 2 }"#,
      fails: .noWayBack),
    RuleCase(
      "also where a filter asks for it", #"{ "wrap": "p[?$.version == 1].a" }"#,
      #"{ "p": [{ "a": [1] }], "version": 2 }"#, fails: .noWayBack),
    RuleCase(
      "what asks for something beside it goes back",
      #"{ "when": "@.kind == 1", "rename": { "a": "b" } }"#,
      #"{ "b": 1, "kind": 1, "version": 2 }"#, #"{ "a": 1, "kind": 1, "version": 1 }"#),
    RuleCase(
      "what it changes may be what it asks for, at any depth",
      #"{ "in": "$..panel", "when": "$..options.on", "rename": { "options": "settings" } }"#,
      #"{ "row": { "panel": { "settings": { "on": true } } }, "version": 2 }"#, fails: .noWayBack),
    RuleCase(
      "what is beside it is another, wherever they are",
      #"{ "in": "$..panel", "when": "@.kind == 1", "rename": { "a": "b" } }"#,
      #"{ "panel": { "b": 1, "kind": 1 }, "version": 2 }"#,
      #"{ "panel": { "a": 1, "kind": 1 }, "version": 1 }"#),
    RuleCase(
      "scopes that act on each other",
      #"{ "in": "p[*]", "rules": [{ "when": "$.flag", "rename": { "a": "b" } }, { "rename": { "$.draft": "flag" } }] }"#,
      #"{ "flag": 1, "p": [{ "a": 1 }, { "b": 2 }], "version": 2 }"#, fails: .noWayBack),
    RuleCase(
      "which of several scopes had it", #"{ "in": "p[*]", "rules": [{ "move": { "a": "$.n" } }] }"#,
      #"{ "p": [{}, {}], "n": 1, "version": 2 }"#, fails: .noWayBack),
    RuleCase(
      "the only scope had it", #"{ "in": "p[*]", "rules": [{ "move": { "a": "$.n" } }] }"#,
      #"{ "p": [{}], "n": 1, "version": 2 }"#, #"{ "p": [{"a": 1}], "version": 1 }"#),
    RuleCase(
      "each scope by what the rule says itself",
      #"{ "in": "p[*]", "rules": [{ "move": { "a": "$.n" }, "if-exists": "keep", "undo": [{ "set": { "a": 0 } }] }] }"#,
      #"{ "p": [{}, {}], "n": 1, "version": 2 }"#,
      #"{ "p": [{"a": 0}, {"a": 0}], "n": 1, "version": 1 }"#),
    RuleCase(
      "a scope that went with what was in it",
      #"{ "in": "q", "move": { "b": "$.b" }, "drop-empty-parents": true }"#,
      #"{ "b": 1, "version": 2 }"#, fails: .noWayBack),
    RuleCase(
      "an object that was made for something is part of a map",
      #"{ "to-object": "users", "key": "id" }, { "add-default": { "users.guest.name": "Guest" } }"#,
      #"{ "users": { "guest": { "name": "Guest" } }, "version": 2 }"#, fails: .noWayBack),
    RuleCase(
      "or answers a condition",
      #"{ "when": "!@.settings", "rename": { "theme": "look" } }, { "add-default": { "settings.size": 1 } }"#,
      #"{ "look": "dark", "settings": { "size": 1 }, "version": 2 }"#, fails: .noWayBack),
    RuleCase(
      "and is only there where nobody asks",
      #"{ "when": "!@.other", "rename": { "theme": "look" } }, { "add-default": { "settings.size": 1 } }"#,
      #"{ "look": "dark", "settings": { "size": 1 }, "version": 2 }"#,
      #"{ "theme": "dark", "settings": {}, "version": 1 }"#),
    RuleCase(
      "what comes off again is not left",
      #"""
      { "convert": "t", "from": "iso8601", "to": "unix-seconds" }, { "wrap": "t", "under": "at" },
      { "when": "@.t.at", "map-values": "o.s", "table": { "on": true } }, { "wrap": "o.s" }
      """#,
      #"{ "t": { "at": 0 }, "o": { "s": [true] }, "version": 2 }"#,
      #"{ "t": "1970-01-01T00:00:00Z", "o": { "s": "on" }, "version": 1 }"#),
    RuleCase(
      "nor is an object in which members were nested",
      #"""
      { "convert": "o", "from": "json-text", "to": "value" },
      { "in": "o", "nest": ["a"], "under": "b" }, { "unwrap": "o.c" }
      """#,
      #"{ "o": { "b": { "a": 1 }, "c": 2 }, "version": 2 }"#,
      #"{ "o": "{\"a\":1,\"c\":[2]}", "version": 1 }"#),
    RuleCase(
      "but one around it is",
      #"""
      { "convert": "o", "from": "json-text", "to": "value" },
      { "in": "o", "nest": ["a"], "under": "b.c" }
      """#,
      #"{ "o": { "b": { "c": { "a": 1 } } }, "version": 2 }"#, fails: .noWayBack),
    RuleCase(
      "a key that is there twice", #"{ "nest": ["a"], "under": "c" }"#,
      #"{ "c": { "a": 1, "a": 2 }, "version": 2 }"#, fails: .duplicateKey),
    RuleCase(
      "also where the rule is run again", #"{ "add-default": { "a": 1 } }"#,
      #"{ "a": 1, "a": 1, "version": 2 }"#, fails: .duplicateKey),
    RuleCase(
      "separators that lie over each other", #"{ "join": ["a", "b"], "with": "--", "into": "c" }"#,
      #"{ "c": "x---y", "version": 2 }"#, fails: .noWayBack),
    RuleCase(
      "in place too, with signs that mean something in patterns",
      #"{ "join": "a", "with": ".\n." }"#,
      #"{ "a": "x.\n.\n.y", "version": 2 }"#, fails: .noWayBack),
    RuleCase(
      "separators that don't", #"{ "join": "a", "with": ".\n." }"#,
      #"{ "a": "x.\n..\n.y", "version": 2 }"#, #"{ "a": [ "x", "", "y" ], "version": 1 }"#),
  ]

  /// Objects that later rules have made where something comes home.
  static let whatIsInTheWay = [
    RuleCase(
      "an object that nothing is left in makes room",
      #"{ "rename": { "a": "w" } }, { "move": { "w": "a.b" } }"#,
      #"{ "a": { "b": 1 }, "version": 2 }"#, #"{ "version": 1, "a": 1 }"#),
    RuleCase(
      "in each scope, and for what comes from elsewhere",
      #"{ "in": "l[*]", "move": { "a": "m.w" } }, { "in": "l[*]", "move": { "b": "a.b" } }"#,
      #"{ "l": [{ "m": { "w": 1 }, "a": { "b": 2 } }], "version": 2 }"#,
      #"{ "l": [{ "m": {}, "b": 2, "a": 1 }], "version": 1 }"#),
    RuleCase(
      "also where a rule is run again",
      #"{ "rename": { "a": "w" } }, { "add-default": { "a.b": 1 } }"#,
      #"{ "w": 2, "a": { "b": 1 }, "version": 2 }"#, #"{ "a": 2, "version": 1 }"#),
    RuleCase(
      "and one that something is left in doesn't",
      #"{ "rename": { "a": "w" } }, { "move": { "w": "a.b" } }"#,
      #"{ "a": { "b": 1, "c": 2 }, "version": 2 }"#, fails: .conflict),
    RuleCase(
      "nor one in which there is a list",
      #"{ "rename": { "a": "w" } }, { "move": { "w": "a.c.b" } }"#,
      #"{ "a": { "c": { "b": 1 }, "d": [] }, "version": 2 }"#, fails: .conflict),
    RuleCase(
      "one in which others were made does",
      #"{ "rename": { "a": "w" } }, { "move": { "w": "a.c.b", "v": "a.d.b" } }"#,
      #"{ "a": { "c": { "b": 1 }, "d": { "b": 2 } }, "version": 2 }"#,
      #"{ "version": 1, "v": 2, "a": 1 }"#),
    RuleCase(
      "for what is nested too, alone or beside others",
      #"{ "nest": ["a", "b"], "under": "o" }, { "move": { "v": "a.c" } }"#,
      #"{ "o": { "a": 1, "b": 2 }, "a": { "c": 3 }, "version": 2 }"#,
      #"{ "a": 1, "b": 2, "version": 1, "v": 3 }"#),
    RuleCase(
      "nor one in the way of what is written as `undo`",
      #"{ "rename": { "a": "w" }, "undo": [{ "rename": { "w": "a" } }] }, { "move": { "w": "a.b" } }"#,
      #"{ "a": { "b": 1 }, "version": 2 }"#, fails: .conflict),
  ]

  /// Rules of the step to version 2, a document that they made, and the one that it comes from.
  static let cases =
    whatIsElsewhere + whatIsInTheWay + [
      RuleCase(
        "what was in another value comes back into it, in whatever order they are written",
        #"{ "move": { "a": "b", "a.x.y": "c", "a.z": "d" } }"#,
        #"{ "b": { "x": {} }, "c": 1, "d": 2, "version": 2 }"#,
        #"{ "a": { "x": { "y": 1 }, "z": 2 }, "version": 1 }"#),
      RuleCase(
        "a member and its parent by another root are renamed at once",
        #"{ "rename": { "a.x": "y", "$.a": "b" } }"#, #"{ "b": { "y": 1 }, "version": 2 }"#,
        fails: .noWayBack),
      RuleCase(
        "a member is renamed in what has come by a new name",
        #"{ "rename": { "a": "b", "b.c": "d" } }"#, #"{ "b": { "d": 1 }, "version": 2 }"#,
        fails: .noWayBack),
      RuleCase(
        "and of what was there before", #"{ "rename": { "a.x": "y", "b": "a" } }"#,
        #"{ "a": { "y": 1 }, "version": 2 }"#, fails: .noWayBack),
      RuleCase(
        "and comes back where that tells", #"{ "rename": { "a": "b", "b.c": "d" } }"#,
        #"{ "b": { "e": 1 }, "version": 2 }"#, #"{ "a": { "e": 1 }, "version": 1 }"#),
      RuleCase(
        "what is changed from the document may be on the way to a scope however deep",
        #"{ "in": "$..n", "to-list": "$.b.c", "key": "k" }"#,
        #"{ "b": { "c": [{ "k": "n" }] }, "version": 2 }"#, fails: .noWayBack),
      RuleCase(
        "also where it is found there", #"{ "in": "@..c", "to-list": "$..a", "pairs": true }"#,
        #"{ "a": [["c", null]], "version": 2 }"#, fails: .noWayBack),
      RuleCase(
        "what changes in scopes however deep comes back",
        #"{ "in": "$..n", "rename": { "a": "b" } }"#,
        #"{ "x": { "n": { "b": 1 } }, "version": 2 }"#,
        #"{ "x": { "n": { "a": 1 } }, "version": 1 }"#),
      RuleCase(
        "what is empty and no object was not nested", #"{ "nest": ["a"], "under": "c.c" }"#,
        #"{ "c": { "c": "" }, "version": 2 }"#, #"{ "c": { "c": "" }, "version": 1 }"#),
      RuleCase(
        "an object that was empty stays", #"{ "nest": ["b"], "under": "a.d" }"#,
        #"{ "a": { "d": {} }, "version": 2 }"#, #"{ "a": { "d": {} }, "version": 1 }"#),
      RuleCase(
        "what came into a value that went elsewhere",
        #"{ "move": { "c": "b.q", "b": "d" } }"#, #"{ "d": { "x": 1, "q": 2 }, "version": 2 }"#,
        fails: .noWayBack),
      RuleCase(
        "also out of it", #"{ "move": { "a.x": "a.y", "a": "b" } }"#,
        #"{ "b": { "y": 1 }, "version": 2 }"#, fails: .noWayBack),
      RuleCase(
        "what several scopes have added once goes once",
        #"{ "in": "p[*]", "append": { "$.l": 1 } }"#,
        #"{ "l": [0, 1], "p": [{}, {}], "version": 2 }"#,
        #"{ "l": [0], "p": [{}, {}], "version": 1 }"#),
      RuleCase(
        "if they may have made it nothing does",
        #"{ "in": "p[*]", "append": { "$.l": 1 } }"#,
        #"{ "l": [1], "p": [{}, {}], "version": 2 }"#, fails: .noWayBack),
      RuleCase(
        "and without scopes neither", #"{ "in": "p[*]", "append": { "$.l": 1 } }"#,
        #"{ "l": [1], "p": [], "version": 2 }"#, #"{ "l": [1], "p": [], "version": 1 }"#),
      RuleCase(
        "what several scopes have joined at once comes apart once",
        #"{ "in": "p[*]", "join": "$.a", "with": "," }"#,
        #"{ "a": "1,2", "p": [{}, {}], "version": 2 }"#,
        #"{ "a": ["1", "2"], "p": [{}, {}], "version": 1 }"#),
      RuleCase(
        "what was nested outside of its scope comes back into it",
        #"{ "in": "o", "nest": ["a"], "under": "$.b" }"#,
        #"{ "o": {}, "b": { "a": 1 }, "version": 2 }"#, #"{ "o": { "a": 1 }, "version": 1 }"#),
      RuleCase(
        "what undoes a rule runs in the scopes of the rule",
        #"{ "in": "p[?@.t == 'x']", "rename": { "a": "b" } }"#,
        #"{ "p": [{ "t": "x", "b": 1 }, { "t": "y", "b": 2 }], "version": 2 }"#,
        #"{ "p": [{ "t": "x", "a": 1 }, { "t": "y", "b": 2 }], "version": 1 }"#),
      RuleCase(
        "`undo` doesn't ask `when`",
        #"{ "when": "@.a == 1", "drop": "a", "undo": [{ "set": { "a": 1 } }] }"#,
        #"{ "version": 2 }"#, #"{ "version": 1, "a": 1 }"#),
      RuleCase(
        "rules of a block go back in its scopes, each by itself",
        #"""
        { "in": "p[*]", "when": "@.t == 'x'", "rules": [
          { "rename": { "a": "b" } }, { "rename": { "b": "c" } }, { "add-default": { "d": 0 } },
          { "drop": "e", "undo": [{ "set": { "e": 5 } }] }
        ] }
        """#,
        #"{ "p": [{ "t": "x", "c": 1, "d": 0 }, { "t": "y", "c": 2, "d": 0 }], "version": 2 }"#,
        #"{ "p": [{ "t": "x", "a": 1, "e": 5 }, { "t": "y", "c": 2, "d": 0 }], "version": 1 }"#),
      RuleCase(
        "a rule in a block is asked for by itself, whatever another one's `undo` does",
        #"""
        { "rules": [
          { "set": { "n": 7 }, "undo": [{ "set": { "n": 6 } }] }, { "add-default": { "d": 0 } }
        ] }
        """#,
        #"{ "n": 9, "d": 0, "version": 2 }"#, #"{ "n": 6, "version": 1 }"#),
      RuleCase(
        "a filter looks at what the rule changes", #"{ "rename": { "p[?@.a == 1].a": "b" } }"#,
        #"{ "p": [{ "b": 1 }], "version": 2 }"#, fails: .noWayBack),
      RuleCase(
        "a filter looks at something beside it", #"{ "rename": { "p[?@.k == 1].a": "b" } }"#,
        #"{ "p": [{ "k": 1, "b": 1 }], "version": 2 }"#,
        #"{ "p": [{ "k": 1, "a": 1 }], "version": 1 }"#),
      RuleCase(
        "a condition looks at the object that the rule adds to",
        #"{ "when": "length(@) == 2", "add-default": { "a": 0 } }"#,
        #"{ "a": 0, "version": 2 }"#, fails: .noWayBack),
      RuleCase(
        "a condition looks beside what the rule takes elsewhere",
        #"{ "when": "@.o.kind == 1", "move": { "o.unit": "unit" } }"#,
        #"{ "o": { "kind": 1 }, "unit": 2, "version": 2 }"#,
        #"{ "o": { "kind": 1, "unit": 2 }, "version": 1 }"#),
      RuleCase(
        "a condition of a block looks at what its rules change",
        #"{ "when": "@.a", "rules": [{ "require": "true == true" }, { "rename": { "a": "b" } }] }"#,
        #"{ "b": 1, "version": 2 }"#, fails: .noWayBack),
      RuleCase(
        "the way to the scopes is what the rule changes",
        #"{ "in": "a.b", "rename": { "$.a": "c" } }"#,
        #"{ "c": { "b": 1 }, "version": 2 }"#, fails: .noWayBack),
      RuleCase(
        "a copy that is no copy any more", #"{ "copy": { "a": "b" } }"#,
        #"{ "a": 1, "b": 2, "version": 2 }"#, fails: .noWayBack),
      RuleCase(
        "a copy, its members in another order", #"{ "copy": { "a": "b" } }"#,
        #"{ "a": { "x": 1, "y": 2 }, "b": { "y": 2, "x": 1.0 }, "version": 2 }"#,
        #"{ "a": { "x": 1, "y": 2 }, "version": 1 }"#),
      RuleCase(
        "the last element is still what was added", #"{ "append": { "a": 3 } }"#,
        #"{ "a": [3, 1, 3], "version": 2 }"#, #"{ "a": [3, 1], "version": 1 }"#),
      RuleCase(
        "the last element is another one", #"{ "append": { "a": 3 } }"#,
        #"{ "a": [3, 1], "version": 2 }"#, fails: .noWayBack),
      RuleCase(
        "keys that were spelled otherwise", #"{ "rename-keys": "o", "case": "snake-to-camel" }"#,
        #"{ "o": { "tabSize": 2 }, "version": 2 }"#, #"{ "o": { "tab_size": 2 }, "version": 1 }"#),
      RuleCase(
        "a key that no key can have become", #"{ "rename-keys": "o", "case": "snake-to-camel" }"#,
        #"{ "o": { "tabSIZE": 2 }, "version": 2 }"#, fails: .noWayBack),
      RuleCase(
        "members are nested in an object that has others", #"{ "nest": ["a"], "under": "p" }"#,
        #"{ "p": { "a": 1, "z": 2 }, "version": 2 }"#, #"{ "p": { "z": 2 }, "version": 1, "a": 1 }"#
      ),
      RuleCase(
        "a condition looks at what comes out of an object that has the name of a member",
        #"{ "when": "@.b", "nest": ["b", "d"], "under": "d" }"#,
        #"{ "d": { "b": 0, "d": 1 }, "version": 2 }"#, fails: .noWayBack),
      RuleCase(
        "so does the filter of an `in`",
        #"{ "in": "p[?@.size > 1]", "nest": ["id", "size"], "under": "id" }"#,
        #"{ "p": [{ "id": { "id": 7, "size": 3 } }], "version": 2 }"#, fails: .noWayBack),
      RuleCase(
        "and the condition of a block",
        #"{ "when": "@.b", "rules": [{ "nest": ["b", "d"], "under": "d" }] }"#,
        #"{ "d": { "b": 0 }, "version": 2 }"#, fails: .noWayBack),
      RuleCase(
        "a condition looks beside what comes out of such an object",
        #"{ "when": "@.k", "nest": ["b", "d"], "under": "d" }"#,
        #"{ "k": 1, "d": { "b": 0, "d": 1 }, "version": 2 }"#,
        #"{ "k": 1, "b": 0, "d": 1, "version": 1 }"#),
      RuleCase(
        "a value inside another one that was written as text",
        #"{ "convert": "$..a", "from": "value", "to": "json-text" }"#,
        #"{ "a": "{\"a\":\"1\"}", "version": 2 }"#, fails: .noWayBack),
      RuleCase(
        "scopes inside each other, the outer one written as text",
        #"""
        { "in": ["p", "p.q"], "rules": [{ "convert": "q", "from": "value", "to": "json-text" }] }
        """#,
        #"{ "p": { "q": "{\"q\":\"1\"}" }, "version": 2 }"#, fails: .noWayBack),
      RuleCase(
        "lists in each other, in another order",
        #"{ "list": ["a", "a[0]"], "do": ["reverse"] }"#,
        #"{ "a": [3, [2, 1]], "version": 2 }"#, fails: .noWayBack),
      RuleCase(
        "a value that two paths lead to comes out of its list once", #"{ "wrap": ["c", "$..c"] }"#,
        #"{ "c": [5], "version": 2 }"#, #"{ "c": 5, "version": 1 }"#),
      RuleCase(
        "also where it is in another one", #"{ "wrap": ["c", "$..c"] }"#,
        #"{ "c": [{ "c": [5] }], "version": 2 }"#, #"{ "c": { "c": 5 }, "version": 1 }"#),
      RuleCase(
        "and where what is around it comes out of one too",
        #"{ "wrap": ["p[*].x", "p[0].x", "p"] }"#,
        #"{ "p": [[{ "x": [1] }, { "x": [2] }]], "version": 2 }"#,
        #"{ "p": [{ "x": 1 }, { "x": 2 }], "version": 1 }"#),
      RuleCase(
        "and where several scopes lead to it", #"{ "in": "p[*]", "wrap": "$.c" }"#,
        #"{ "c": [1], "p": [1, 2], "version": 2 }"#, #"{ "c": 1, "p": [1, 2], "version": 1 }"#),
      RuleCase(
        "it goes into its list once", #"{ "in": "p[*]", "unwrap": "$.c" }"#,
        #"{ "c": 1, "p": [1, 2], "version": 2 }"#, #"{ "c": [1], "p": [1, 2], "version": 1 }"#),
      RuleCase(
        "by two paths too", #"{ "unwrap": ["$.c", "c"] }"#,
        #"{ "c": 1, "version": 2 }"#, #"{ "c": [ 1 ], "version": 1 }"#),
      RuleCase(
        "parts that two paths lead to are joined once", #"{ "split": ["n", "$.n"], "by": " " }"#,
        #"{ "n": ["a", "b"], "version": 2 }"#, #"{ "n": "a b", "version": 1 }"#),
      RuleCase(
        "and those that several scopes lead to",
        #"{ "in": "p[*]", "when": "@ > 0", "split": "$.n", "by": " " }"#,
        #"{ "n": ["a", "b"], "p": [0, 1, 2], "version": 2 }"#,
        #"{ "n": "a b", "p": [0, 1, 2], "version": 1 }"#),
      RuleCase(
        "a number that several scopes lead to", #"{ "in": "p[*]", "scale": "$.c", "by": 10 }"#,
        #"{ "c": 10, "p": [1, 2], "version": 2 }"#, #"{ "c": 1, "p": [1, 2], "version": 1 }"#),
      RuleCase(
        "members come into an object that has the name of one",
        #"{ "nest": ["a", "b"], "under": "b.z" }"#,
        #"{ "b": { "z": { "a": 1 } }, "version": 2 }"#, fails: .noWayBack),
      RuleCase(
        "an exact rule has no room", #"{ "rename": { "a": "b" } }"#,
        #"{ "a": 1, "b": 2, "version": 2 }"#, fails: .conflict),
      RuleCase(
        "a root that was wrapped, with the version in it", #"{ "wrap": "$", "under": "items" }"#,
        #"{ "items": { "a": 1, "version": 1 }, "version": 2 }"#, #"{ "a": 1, "version": 1 }"#),
      RuleCase(
        "a version that got another name", #"{ "rename": { "version": "old" } }"#,
        #"{ "old": 1, "a": 1, "version": 2 }"#, #"{ "version": 1, "a": 1 }"#),
    ]

  @Test(arguments: cases)
  func `a rule is undone`(_ one: RuleCase) throws {
    let result = Result { () throws(MigrationError) in
      try Self.goBack(over: [#"{ "to": 2, "rules": [\#(one.rules)] }"#], one.before)
    }
    switch (result, one.outcome) {
    case (.success(let text), .after(let after)): #expect(text == after)
    case (.failure(let error), .fails(let kind)): #expect(error.kind == kind, "\(error)")
    default: Issue.record("\(result)")
    }
  }

  private static func goBack(
    over steps: [String], to target: Version = .integer(1), _ document: String,
    format: String? = nil
  ) throws(MigrationError) -> String {
    var sources = steps.enumerated().map {
      RuleSource(name: "step\($0.offset).json", bytes: $0.element.utf8)
    }
    if let format { sources.append(RuleSource(name: "format.json", bytes: format.utf8)) }
    var worker = try Worker(Migrator(rules: sources), to: target)
    return String(
      decoding: try worker.migrate(Array(document.utf8), named: "a.json"), as: UTF8.self)
  }

  /// Where `each` has an index, nodes are made in another order.
  @Test(arguments: ["[*]", "[0]"]) func `a key that stands twice is compared in its order`(
    each: String
  ) throws {
    let result = try Self.goBack(
      over: [
        #"""
        { "to": 2,
          "rules": [
            { "in": "i[*]", "copy": { "o": "h" } }, { "rename": { "i[*].n": "m" } }] }
        """#
      ],
      #"[{"i":[{"o":0,"r":1,"h":0,"r":2}],"version":2}]"#, format: #"{ "each": "\#(each)" }"#)
    #expect(result == #"[{"i":[{"o":0,"r":1,"r":2}],"version":1}]"#)
  }

  @Test(arguments: [1, 2]) func `what later steps leave counts, those before them don't`(
    _ target: Int
  ) throws {
    let steps = [
      #"{ "to": 2, "rules": [{ "when": "!@.s", "rename": { "a": "b" } }] }"#,
      #"{ "to": 3, "rules": [{ "drop": "x", "undo": [] }] }"#,
      #"{ "to": 4, "rules": [{ "add-default": { "s.t": 1 } }] }"#,
    ]
    let result = Result { () throws(MigrationError) in
      try Self.goBack(
        over: steps, to: .integer(target), #"{ "b": 1, "s": { "t": 1 }, "version": 4 }"#)
    }
    switch result {
    case .success(let text): #expect(target == 2 && text == #"{ "b": 1, "s": {}, "version": 2 }"#)
    case .failure(let error): #expect(target == 1 && error.kind == .noWayBack)
    }
  }

  @Test func `all rules that can't be undone are named, those of the steps between only`() throws {
    let steps = [
      #"{ "to": 2, "rules": [{ "drop": "a" }] }"#,
      #"{ "to": 3, "rules": [{ "drop": "b" }, { "rules": [{ "set": { "c": 1 } }] }] }"#,
      #"{ "to": 4, "rules": [{ "text": "d", "do": ["trim"] }, { "rename": { "e": "f" } }] }"#,
      #"{ "to": 5, "rules": [{ "drop": "g" }] }"#,
    ]
    let error = #expect(throws: MigrationError.self) {
      try Self.goBack(over: steps, to: .integer(2), #"{ "f": 1, "version": 4 }"#)
    }
    let diagnostic = try #require(error?.diagnostics.first)
    #expect(diagnostic.kind == .noWayBack)
    #expect(
      diagnostic.message == "can't go back from version 4 to 2: 3 rules have no way back")
    #expect(
      diagnostic.relatedPlaces.map { "\($0.file) \($0.label ?? "")" } == [
        "rules/step1.json `drop`: what is dropped is gone",
        "rules/step1.json `set`: what was there before is gone",
        "rules/step2.json `text`: what the text was is not known",
      ])
  }

  @Test func `rules tell what keeps documents from going back`() throws {
    let steps = [
      #"{ "to": 2, "rules": [{ "drop": "a" }], "undo": [] }"#,
      #"{ "to": 3, "rules": [{ "rename": { "a": "b" } }, { "set": { "c": 1 } }] }"#,
    ]
    let sources = steps.map { RuleSource(name: "\($0.utf8.count).json", bytes: $0.utf8) }
    let missing = try Migrator(rules: sources).rulesWithoutWayBack
    #expect(
      missing.map(\.message) == ["`set` has no way back: what was there before is gone"])
    #expect(missing.first?.place?.span?.line == 1)
  }

  @Test func `an error in what undoes a rule is at that rule`() throws {
    let error = #expect(throws: MigrationError.self) {
      try Self.goBack(
        over: [#"{ "to": 2, "rules": [{ "split": "n", "by": " ", "into": ["f", "l"] }] }"#],
        #"{ "f": "A B", "l": "C", "version": 2 }"#)
    }
    let diagnostic = try #require(error?.diagnostics.first)
    #expect(
      diagnostic.message
        == "`split` can't be undone here: run again it would not give this document")
    #expect(diagnostic.relatedPlaces.map(\.file) == ["rules/step0.json"])
  }

  @Test func `a step from several versions goes back to the one that is asked for`() throws {
    let steps = [
      #"{ "to": 1, "rules": [{ "rename": { "z": "a" } }] }"#,
      #"{ "from": [1, 2], "to": 3, "rules": [{ "rename": { "a": "b" } }] }"#,
    ]
    let document = #"{"b":1,"version":3}"#
    for (target, after) in [
      (0, #"{"z":1,"version":0}"#), (1, #"{"a":1,"version":1}"#), (2, #"{"a":1,"version":2}"#),
    ] {
      #expect(try Self.goBack(over: steps, to: .integer(target), document) == after)
    }
    let error = #expect(throws: MigrationError.self) {
      try Self.goBack(over: steps, to: .integer(2), #"{"z":1,"version":0}"#)
    }
    #expect(error?.kind == .noWayBack)
  }

  @Test func `a root that had no place for a version comes back without one`() throws {
    let wrapping = #"{ "to": 2, "rules": [{ "wrap": "$", "under": "items" }] }"#
    let further = #"{ "to": 3, "rules": [{ "rename": { "items": "list" } }] }"#
    let wrapped = #"{"items":[1],"version":2}"#
    #expect(try Self.goBack(over: [wrapping], wrapped) == "[1]")
    #expect(try Self.goBack(over: [wrapping, further], #"{"list":7,"version":3}"#) == "7")
    #expect(
      try Self.goBack(over: [wrapping], #"{"items":{"a":1},"version":2}"#)
        == #"{"a":1,"version":1}"#)
    // Read again it would have another version, or none.
    for missing in ["2", #""fail""#, #"[{ "when": "type(@) == 'array'", "version": 1 }]"#] {
      let format = #"{ "version": { "missing": \#(missing) } }"#
      let error = #expect(throws: MigrationError.self) {
        try Self.goBack(over: [wrapping], wrapped, format: format)
      }
      #expect(error?.kind == .wrongType)
    }
    let late = [
      #"{ "to": 2, "rules": [] }"#, #"{ "to": 3, "rules": [{ "wrap": "$", "under": "items" }] }"#,
    ]
    let error = #expect(throws: MigrationError.self) {
      try Self.goBack(over: late, to: .integer(2), #"{"items":[1],"version":3}"#)
    }
    #expect(error?.kind == .wrongType)
  }

  @Test func `a path that finds the version too leaves it out on the way back`() throws {
    #expect(
      try Self.goBack(
        over: [#"{ "to": 2, "rules": [{ "wrap": "*" }] }"#], #"{"version":2,"a":[7],"b":[[8]]}"#)
        == #"{"a":7,"b":[8],"version":1}"#)
    #expect(
      try Self.goBack(
        over: [#"{ "to": 2, "rules": [{ "convert": "*", "to": "string", "from": "number" }] }"#],
        #"{"version":2,"a":"7"}"#) == #"{"a":7,"version":1}"#)
    // Keys that are spelled otherwise are no reason to take it from its place.
    #expect(
      try Self.goBack(
        over: [#"{ "to": 2, "rules": [{ "rename-keys": "$", "case": "camel-to-snake" }] }"#],
        #"{"version":2,"a_b":7}"#) == #"{"version":1,"aB":7}"#)
  }

  @Test func `that a rule in a block can't be undone is said once`() throws {
    let step = """
      { "to": 2, "rules": [{ "in": ["id[*]", "c.n[*]"], "rules": [
        { "join": "c", "with": " " }, { "move": { "c.id": "c" }, "drop-empty-parents": true }
      ] }] }
      """
    let error = #expect(throws: MigrationError.self) {
      try Self.goBack(over: [step], to: .integer(1), #"{"version":2,"id":[{"c":"a b"}]}"#)
    }
    #expect(error?.kind == .noWayBack)
    let message = error?.diagnostics.first?.message ?? ""
    #expect(message.hasPrefix("`move` can't be undone here: needs an object at "), "\(message)")
  }

  @Test func `documents behind the target come to it, those at it stay as they are`() throws {
    let steps = [
      #"{ "to": 2, "rules": [{ "rename": { "a": "b" } }] }"#,
      #"{ "to": 3, "rules": [{ "drop": "b" }] }"#,
    ]
    let target = Version.integer(2)
    #expect(try Self.goBack(over: steps, to: target, #"{"a":1}"#) == #"{"b":1,"version":2}"#)
    let current = #"{ "version" : 2 }"#
    #expect(try Self.goBack(over: steps, to: target, current) == current)
  }

  @Test func `each document of many goes back, and its version to the first place`() throws {
    let result = try Self.goBack(
      over: [
        #"{ "to": 2, "rules": [{ "rename": { "$.a": "b" } }, { "add-default": { "c": 0 } }] }"#
      ],
      #"[{"v":2,"b":1,"c":0},{"meta":{"v":1},"a":1},{"meta":{"v":2},"b":3,"c":0}]"#,
      format: #"{ "each": "[*]", "version": { "at": ["meta.v", "v"] } }"#)
    #expect(
      result == #"[{"a":1,"meta":{"v":1}},{"meta":{"v":1},"a":1},{"meta":{"v":1},"a":3}]"#)
  }

  @Test func `versions on a command line are those of the rules`() throws {
    let rules = RuleSource(name: "v.json", bytes: #"{ "from": "1", "to": "2", "rules": [] }"#.utf8)
    let migrator = try Migrator(rules: [rules])
    #expect(try migrator.version("1") == .text("1"))
    let error = #expect(throws: MigrationError.self) { try migrator.version("3") }
    #expect(error?.kind == .unknownVersion)
    #expect(error?.diagnostics.first?.help == "they name 1, 2")
    #expect(throws: MigrationError.self) { _ = try Worker(migrator, to: .integer(1)) }
    #expect(throws: MigrationError.self) { _ = try Worker(migrator, from: .integer(1)) }
  }

  @Test func `documents that don't tell have the version that is given`() throws {
    let steps = [2, 3].map { to in
      RuleSource(
        name: "v\(to).json",
        bytes: #"{ "to": \#(to), "rules": [{ "set": { "v\#(to)": 1 } }] }"#.utf8)
    }
    var worker = try Worker(Migrator(rules: steps), from: .integer(2))
    for (before, after) in [
      ("{}", #"{"v3":1,"version":3}"#), (#"{"version":1}"#, #"{"version":3,"v2":1,"v3":1}"#),
    ] {
      let result = try worker.migrate(Array(before.utf8), named: "")
      #expect(String(decoding: result, as: UTF8.self) == after)
    }
  }
}
