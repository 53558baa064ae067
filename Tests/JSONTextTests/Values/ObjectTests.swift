import JSONText
import TestSupport
import Testing

@Suite struct ObjectTests {
  static func keys(_ object: JSONObject) -> [String] { object.map(\.key) }

  @Test func `members keep their order, replaced ones their place`() {
    var object: JSONObject = ["b": 1, "a": 2, "c": 3]
    object["a"] = "two"
    object["d"] = 4
    #expect(object.description == #"{"b":1,"a":"two","c":3,"d":4}"#)
    object["b"] = nil
    #expect(Self.keys(object) == ["a", "c", "d"])
    object["b"] = .null
    #expect(object.description == #"{"a":"two","c":3,"d":4,"b":null}"#)
    object["nothing"] = nil
    #expect(object.count == 4)
  }

  @Test func `the last of two members in a literal counts`() {
    let object: JSONObject = ["a": 1, "b": 2, "a": 3]
    #expect(object.description == #"{"a":3,"b":2}"#)
  }

  @Test func `keys are bytes`() {
    let object: JSONObject = ["\u{E9}": 1, "e\u{301}": 2]
    #expect(object.count == 2)
    #expect(object["\u{E9}"] == 1)
    #expect(object["e\u{301}"] == 2)
    #expect(object != ["\u{E9}": 2, "e\u{301}": 1])
    #expect(JSONObject() != ["": nil])
  }

  @Test func `inserting, renaming and removing keep the places of the others`() {
    var object: JSONObject = ["a": 1, "b": 2]
    let outcomes = [
      object.insert(0, forKey: "z", at: 0), object.insert(9, forKey: "a", at: 0),
      object.rename("a", to: "x"), object.rename("b", to: "x"), object.rename("a", to: "y"),
      object.rename("b", to: "b"),
    ]
    #expect(outcomes == [true, false, true, false, false, true])
    #expect(object.description == #"{"z":0,"x":1,"b":2}"#)
    let removed = [object.removeValue(forKey: "x"), object.removeValue(forKey: "x")]
    #expect(removed == [1, nil])
    let first = object.remove(at: 0)
    #expect(first.key == "z")
    #expect(object.description == #"{"b":2}"#)
    #expect(object.index(forKey: "b") == 0)
    #expect(object[0].value == 2)
  }

  @Test func `equality has no order`() {
    #expect(["a": 1, "b": [true]] as JSONObject == ["b": [true], "a": 1.0])
    #expect(["a": 1] as JSONObject != ["a": 1, "b": 1])
    #expect(["a": 1] as JSONObject != ["b": 1])
  }

  /// Large objects find their keys by an index; here every change is done to a plain list as well.
  @Test func `lookup stays right while an object grows and shrinks`() {
    var random = Seeded()
    for _ in 0..<40 {
      var object = JSONObject()
      var model: [(key: String, value: JSON)] = []
      for step in 0..<300 {
        let keys = 1...(step < 150 ? 60 : 20)
        let key = "\(Int.random(in: keys, using: &random))"
        let position = model.firstIndex { $0.key == key }
        let value = JSON.number(JSONNumber(step))
        switch Int.random(in: 0...5, using: &random) {
        case 0, 1:
          object[key] = value
          if let position { model[position].value = value } else { model.append((key, value)) }
        case 2:
          let place = Int.random(in: 0...model.count, using: &random)
          let isNew = object.insert(value, forKey: key, at: place)
          #expect(isNew == (position == nil), "\(random)")
          if position == nil { model.insert((key, value), at: place) }
        case 3:
          let newKey = "\(Int.random(in: keys, using: &random))"
          let isFree = newKey == key || !model.contains { $0.key == newKey }
          let isRenamed = object.rename(key, to: newKey)
          #expect(isRenamed == (position != nil && isFree), "\(random)")
          if let position, isFree { model[position].key = newKey }
        case 4 where step > 150:
          object[key] = nil
          if let position { model.remove(at: position) }
        default:
          guard let place = model.indices.randomElement(using: &random) else { continue }
          let removed = (object.remove(at: place), model.remove(at: place))
          #expect(removed.0 == removed.1, "\(random)")
        }
        #expect(object.elementsEqual(model) { $0 == $1 }, "\(random)")
        for (place, member) in model.enumerated() {
          guard object.index(forKey: member.key) == place else {
            Issue.record("\(member.key) is not at \(place) \(random)")
            return
          }
        }
        #expect(object["absent"] == nil)
      }
    }
  }

  @Test(.timeLimit(.patience))
  func `a large object is built and read in linear time`() {
    var object = JSONObject()
    for number in 0..<20_000 { object["key \(number)"] = .array([]) }
    for number in 0..<20_000 { object["key \(number)"]?.array?.append(1) }
    #expect(object.count == 20_000)
    #expect(object["key 19999"] == [1])
  }

  @Test(.timeLimit(.patience))
  func `many members of a large object are removed at once`() {
    let count = 100_000
    var object = JSONObject((0..<count).map { ("key \($0)", JSON($0)) })
    object.removeAll { $0.value.int.map { $0 % 10 != 0 } == true }
    #expect(object.count == count / 10)
    #expect(object.index(forKey: "key 99990") == count / 10 - 1)
    #expect(object["key 1"] == nil)
  }

  @Test func `members are filtered, mapped and removed as those of a dictionary`() {
    var object = JSONObject([("a", 1), ("b", 2), ("a", 3)])
    #expect(object.description == #"{"a":3,"b":2}"#)
    #expect(object.filter { $0.value == 2 } == ["b": 2])
    #expect(object.mapValues { [$0] }.description == #"{"a":[3],"b":[2]}"#)
    object.removeAll { $0.key == "a" }
    #expect(object.description == #"{"b":2}"#)
    object.removeAll()
    #expect(object == JSONObject())
  }
}
