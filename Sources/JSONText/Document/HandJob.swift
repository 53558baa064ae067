package struct HandJob: ~Copyable {
  var d: Document
  let version: Key, body: Key, text: Key, status: Key, legacy: Key, name: Key, first: Key,
    last: Key, prio: Key
  let v3: ValueText, zero: ValueText, pending: ValueText, active: ValueText, completed: ValueText
  package init(_ empty: Bool = false) {
    let g = Guide(
      paths: [
        "version", "body", "text", "status", "legacyFlag", "name", "firstName", "lastName",
        "priority",
      ].map { [.key(Array($0.utf8))] })
    var c = Constants()
    func k(_ s: String, _ c: inout Constants) -> Key { c.add(key: Array(s.utf8), guide: g) }
    version = k("version", &c); body = k("body", &c); text = k("text", &c);
    status = k("status", &c); legacy = k("legacyFlag", &c)
    name = k("name", &c); first = k("firstName", &c); last = k("lastName", &c);
    prio = k("priority", &c)
    v3 = c.add(value: "3".utf8); zero = c.add(value: "0".utf8);
    pending = c.add(value: "\"pending\"".utf8); active = c.add(value: "\"active\"".utf8);
    completed = c.add(value: "\"completed\"".utf8)
    d = Document(guide: empty ? .nothing : g, constants: c)
  }
  package mutating func load(_ b: [UInt8]) { d.load(b) }
  package mutating func edit() throws(JSONError) {
    let r = d.root
    if case .one(let n) = try d.member(body, of: r), case .none = try d.member(text, of: r) {
      d.rename(n, from: body, to: text)
    }
    if case .none = try d.member(prio, of: r) { _ = d.append(zero, key: prio, to: r) }
    if case .one(let n) = try d.member(status, of: r) {
      let v = d.valueRange(n)
      let t = d.source.view
      let c = t[v.lowerBound + 1], c2 = t[v.lowerBound + 3]
      d.replaceValue(of: n, with: c == 0x74 ? pending : c2 == 0x69 ? active : completed)
    }
    if case .one(let n) = try d.member(legacy, of: r) { d.remove(n, key: legacy) }
    if case .one(let n) = try d.member(name, of: r), case .none = try d.member(first, of: r),
      case .none = try d.member(last, of: r)
    {
      let v = d.valueRange(n)
      let t = d.source.view
      var i = v.lowerBound + 1
      while t.byte(i) != 0x20 && i < v.upperBound { i += 1 }
      let a = d.makeString(v.lowerBound + 1..<i), b = d.makeString(i + 1..<v.upperBound - 1)
      let x = d.insert(a, key: first, in: r, after: n)
      _ = d.insert(b, key: last, in: r, after: x)
      d.remove(n, key: name)
    }
    if case .one(let n) = try d.member(version, of: r) { d.replaceValue(of: n, with: v3) }
  }
  package mutating func run(_ lines: [Range<Int>], _ out: inout ByteBuffer, mode: Int) throws -> Int
  {
    var total = 0
    for l in lines {
      try d.read(l)
      if mode > 0 { try edit() }
      if mode > 1 {
        d.write(into: &out); out.append(0x0A);
        if out.count > 1_000_000 { total += out.count; out.truncate(to: 0) }
      }
    }
    total += out.count; out.truncate(to: 0)
    return total
  }
}
extension Document {
  package func valueRange(_ n: NodeID) -> Range<Int> { nodes[n.index].valueRange }
  package mutating func makeString(_ r: Range<Int>) -> ValueText {
    let s = made.count
    made.append(0x22); made.append(r, of: source.view); made.append(0x22)
    return ValueText(start: Address(made: s), end: UInt32(made.count))
  }
}
