import JSONText
import TestSupport
import Testing

@Suite struct JSONTests {
  @Test func `literals of all kinds`() {
    let name = "Ann"
    let value: JSON = [
      "nothing": nil, "yes": true, "count": 3, "half": 0.5, "name": "\(name)!",
      "list": [1, [], [:]],
    ]
    #expect(
      value.description
        == #"{"nothing":null,"yes":true,"count":3,"half":0.5,"name":"Ann!","list":[1,[],{}]}"#)
  }

  @Test func `a null that is there is not a member that is missing`() {
    let value: JSON = ["a": nil]
    let isMissing = (value["a"] == nil, value["b"] == nil)
    #expect(isMissing == (false, true))
    #expect(value["a"] == .null)
    #expect(value["b"] != .null)
  }

  @Test func `accessors give the payload or nil`() {
    #expect(JSON.null.isNull)
    #expect(!JSON.bool(false).isNull)
    #expect(JSON.bool(true).bool == true)
    #expect(JSON.number(1).number == 1)
    #expect(JSON.string("a").string == "a")
    #expect(JSON.array([1]).array == [1])
    #expect(JSON.object(["a": 1]).object == ["a": 1])
    let text: JSON = "a"
    #expect(text.bool == nil && text.number == nil && text.array == nil && text.object == nil)
    #expect((1 as JSON).string == nil)
  }

  @Test func `subscripts read and write deep inside`() {
    var value: JSON = ["list": [1, ["a": 2]], "text": "x"]
    #expect(value["list"]?[1]?["a"] == 2)
    #expect(value["list"]?[2] == nil)
    #expect(value["list"]?[-1] == nil)
    #expect(value["text"]?["a"] == nil)
    #expect(value[0] == nil)
    value["list"]?[1]?["b"] = 3
    value["list"]?[0] = .null
    value["list"]?.array?.append("end")
    value["new"] = []
    value["text"] = nil
    #expect(value.description == #"{"list":[null,{"a":2,"b":3},"end"],"new":[]}"#)
    value["list"]?[0] = nil
    value["absent"]?["a"] = 1
    #expect(value.description == #"{"list":[{"a":2,"b":3},"end"],"new":[]}"#)
    value.object?.rename("new", to: "old")
    value["list"]?.array = nil
    #expect(value.description == #"{"list":null,"old":[]}"#)
    value["list"]?.object = ["a": 1]
    value["list"]?.array = nil
    #expect(value.description == #"{"list":{"a":1},"old":[]}"#)
  }

  #if os(Linux) || os(macOS)
    @Test func `setting a part of something else stops a debug build`() async {
      await #expect(processExitsWith: .failure) {
        var value: JSON = "a"
        value["a"] = 1
      }
      await #expect(processExitsWith: .failure) {
        var value: JSON = [1]
        value[1] = 1
      }
      await #expect(processExitsWith: .failure) {
        var value: JSON = ["a": 1]
        value[0] = 1
      }
    }
  #endif

  @Test func `taking a part out of something else does nothing`() {
    for original in [nil, true, 1, "a"] as [JSON] {
      var value = original
      value["a"] = nil
      value[0] = nil
      value["a"]?["b"] = 1
      #expect(value == original)
    }
  }

  @Test func `scalars are set as what they are`() {
    var value: JSON = ["count": 4, "rate": 0.5, "name": "x", "isOn": false]
    value["count"]?.int? += 1
    value["rate"]?.double = 2.5
    value["name"]?.string?.append("y")
    value["isOn"]?.bool?.toggle()
    #expect(value == ["count": 5, "rate": 2.5, "name": "xy", "isOn": true])
    #expect(value["count"]?.double == 5)
    #expect(value["rate"]?.int == nil)
    #expect((4.0 as JSON).int == 4)
    value["rate"]?.double = .infinity
    #expect(value["rate"] == 2.5)
    value["rate"]?.int = nil
    #expect(value["rate"] == 2.5)
    value["rate"]?.double = nil
    value["name"]?.number = 1
    value["isOn"]?.string = nil
    #expect(value == ["count": 5, "rate": nil, "name": 1, "isOn": true])
  }

  @Test func `values are made of variables`() {
    let (count, name, isOn, rate) = (Int8(4), "x"[...], true, 0.5)
    #expect(JSON(count) == 4)
    #expect(JSON(name) == "x")
    #expect(JSON(isOn) == true)
    #expect(JSON(rate) == 0.5)
    #expect(JSON(-Double.infinity) == nil)
    #expect((["b": 1, "a": 2] as JSON).keys == ["b", "a"])
    #expect((1 as JSON).keys == [])
  }

  @Test func `objects are merged member by member`() {
    var value: JSON = ["a": 1, "in": ["x": 1, "deep": ["k": 1]], "list": [1, 2]]
    value.merge(["in": ["deep": ["l": 2], "y": nil], "list": [3], "b": [:]])
    #expect(
      value.description
        == #"{"a":1,"in":{"x":1,"deep":{"k":1,"l":2},"y":null},"list":[3],"b":{}}"#)
    #expect(value.merging(1) == 1)
    #expect((1 as JSON).merging(["a": 2]) == ["a": 2])
    var deep: JSON = 1
    for _ in 0..<1_000 { deep = ["k": deep] }
    #expect(deep.merging(deep) == deep)
  }

  @Test func `a value is written on one line or many, in its order or sorted`() {
    let value: JSON = ["b": [1.0, ["z": nil, "y": "é"]], "a": [:]]
    #expect(value.text() == #"{"b":[1.0,{"z":null,"y":"é"}],"a":{}}"#)
    #expect(value.text(.sortedKeys) == #"{"a":{},"b":[1.0,{"y":"é","z":null}]}"#)
    #expect(value.text([.prettyPrinted, .sortedKeys]).hasPrefix("{\n  \"a\": {},\n  \"b\": ["))
    #expect(value.utf8() == Array(value.description.utf8))
  }

  /// A quadratic copy would take some hundred times as long.
  @Test(.timeLimit(.patience))
  func `changing in place copies nothing`() {
    var value: JSON = ["list": [], "members": [:]]
    for number in 0..<20_000 {
      value["list"]?.array?.append(.number(JSONNumber(number)))
      value["list"]?[number / 2] = "a"
      value["members"]?["\(number)"] = true
    }
    #expect(value["list"]?.array?.count == 20_000)
    #expect(value["members"]?.object?.count == 20_000)
  }

  @Test func `an array that is changed in place keeps its memory`() {
    func memory(_ value: JSON?) -> UnsafeRawPointer? {
      value?.array?.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
    }
    // An optimized build would keep arrays of constants in memory that nothing may change.
    let names = "abc".map { JSON.string(String($0)) }
    var value: JSON = [[.array(Array(names.prefix(2))), ["k": .array(Array(names.suffix(1)))]]]
    let pairs = (memory(value), memory(value[0]), memory(value[0]?[0]), memory(value[0]?[1]?["k"]))
    value[0]?[0]?[1] = "x"
    value[0]?[1]?["k"]?.array?[0] = "y"
    value[0]?[1]?.object?["k"]?[0] = "z"
    #expect(value == [[["a", "x"], ["k": ["z"]]]])
    #expect(memory(value) == pairs.0)
    #expect(memory(value[0]) == pairs.1)
    #expect(memory(value[0]?[0]) == pairs.2)
    #expect(memory(value[0]?[1]?["k"]) == pairs.3)
  }

  @Test func `values are equal by what they mean`() {
    #expect(["a": 1, "b": [1.0, "x"]] as JSON == ["b": [1, "x"], "a": 10e-1])
    #expect(("\u{E9}" as JSON) != "e\u{301}")
    #expect(("1" as JSON) != 1)
    #expect((true as JSON) != 1)
    #expect(([] as JSON) != [:])
    #expect(([1, 2] as JSON) != [2, 1])
    #expect(([1] as JSON) != [1, 1])
    #expect(([[1], 2] as JSON) != [[1, 2]])
    #expect((nil as JSON) != false)
    #expect((["a": nil] as JSON) != ["b": nil])
    #expect(([["a": 1], ["a": 2]] as JSON) != [["a": 2], ["a": 1]])
  }

  @Test func `unequal values hash apart`() {
    let values: [JSON] = [
      nil, true, false, 0, 1, "", "0", "\u{E9}", "e\u{301}", "a\0", "a", [], [:], [[]], [[], []],
      [nil], [0], ["a": 0], ["0": "a"], ["a": 1], ["a": ["b": 0]], ["a": 0, "b": 0], ["b": 0],
      ["a": 0, "b": 1], ["a": 1, "b": 0], [["a": 1], ["b": 0]], [1, 0], [0, 1], [[0], 1], [[0, 1]],
    ]
    #expect(Set(values).count == values.count)
    #expect(Set(values.map(\.hashValue)).count == values.count)
  }

  @Test func `equal values hash alike, and a changed one is unequal`() {
    var random = Seeded()
    var changed = 0
    for _ in 0..<1000 {
      let value = JSON.random(using: &random)
      let other = value.respelled(using: &random)
      #expect(value == other, "\(value) \(other) \(random)")
      #expect(value.hashValue == other.hashValue, "\(value) \(other) \(random)")
      let third = JSON.random(using: &random)
      let areSame = Self.meansTheSame(value, third)
      #expect((value == third) == areSame, "\(value) \(third) \(random)")
      guard case .array(var elements) = value, !elements.isEmpty else { continue }
      elements[elements.count - 1] = .array([elements[elements.count - 1]])
      #expect(value != .array(elements), "\(value) \(random)")
      changed += 1
    }
    #expect(changed > 100, "\(random)")
  }

  /// Equality again, the short and recursive way.
  private static func meansTheSame(_ left: JSON, _ right: JSON) -> Bool {
    switch (left, right) {
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { meansTheSame($0, $1) }
    case (.object(let left), .object(let right)):
      left.count == right.count
        && left.allSatisfy { key, value in right[key].map { meansTheSame(value, $0) } ?? false }
    case (.string(let left), .string(let right)): Array(left.utf8) == Array(right.utf8)
    case (.number(let left), .number(let right)): left == right
    case (.bool(let left), .bool(let right)): left == right
    case (.null, .null): true
    default: false
    }
  }
}
