internal import JSONText

extension Reading {
  /// The text of a value that has a version of its own, at this place in its format.
  ///
  /// A strategy for keys has made `schema_version` of a version's key `schemaVersion` when the
  /// value was saved. A stamp is the format's business: here it is again as the format has it.
  package func leaf(_ number: Int, stampedAt place: ArraySlice<String>) -> [UInt8] {
    guard !areKeysAsTheyAre, kind(number) == .object, let key = place.first else {
      return json(number)
    }
    let members = members(of: number)
    let own = members.first { ByteString.areEqual(view.key($0), key) }
    guard own == nil || place.count > 1,
      let stamped = own
        ?? members.first(where: { ByteString.areEqual(convertedKey($0, of: number), key) })
    else { return json(number) }
    var text: [UInt8] = []
    for member in members {
      text.append(UInt8(ascii: text.isEmpty ? "{" : ","))
      JSON.write(member == stamped ? key : view.key(member), into: &text)
      text.append(UInt8(ascii: ":"))
      text += member == stamped ? leaf(member, stampedAt: place.dropFirst()) : json(member)
    }
    return text + [UInt8(ascii: "}")]
  }
}

/// JSON values, read from the bytes of a document: their numbers and keys are spelled as they are
/// there, whatever the strategy for keys is.
extension Reading {
  /// A value and all that is in it, without recursion.
  func anyJSON(_ number: Int) throws -> JSON {
    var open: [OpenContainer] = []
    var number = number
    while true {
      var value: JSON
      switch kind(number) {
      case .null: value = .null
      case .boolean: value = .bool(view.boolean(number))
      case .number: value = .number(jsonNumber(number))
      case .string: value = .string(try string(number))
      case .array:
        if view.count(number) > 0 {
          open.append(OpenContainer(array: number, of: view))
          number = view.first(number)
          continue
        }
        value = .array([])
      case .object:
        guard view.restart(number) else { throw corrupted("a key is no text", at: []) }
        if view.count(number) > 0 {
          open.append(OpenContainer(object: number, of: view))
          number = view.first(number)
          continue
        }
        value = .object(JSONObject())
      }
      // On to the next item, or out of the containers that end here.
      while true {
        guard let last = open.indices.last else { return value }
        if open[last].isObject {
          open[last].members.insert(
            value, forKey: view.key(number), at: open[last].members.count)
        } else {
          open[last].elements.append(value)
        }
        number = view.next(number)
        if number < open[last].end { break }
        let container = open.removeLast()
        number = container.number
        value = container.isObject ? .object(container.members) : .array(container.elements)
      }
    }
  }

  func jsonObject(_ number: Int) throws -> JSONObject {
    guard case .object(let object) = try anyJSON(number) else {
      throw mismatch(JSONObject.self, number)
    }
    return object
  }

  func exactNumber(_ number: Int) throws -> JSONNumber {
    guard case .number = kind(number) else { throw mismatch(JSONNumber.self, number) }
    return jsonNumber(number)
  }

  private struct OpenContainer {
    let number: Int
    let end: Int
    let isObject: Bool
    var elements: [JSON] = []
    /// Of members with the same key the first one counts, as everywhere here.
    var members = JSONObject()

    init(array number: Int, of view: OutlineView) {
      self.number = number
      end = view.next(number)
      isObject = false
      elements.reserveCapacity(view.count(number))
    }

    init(object number: Int, of view: OutlineView) {
      self.number = number
      end = view.next(number)
      isObject = true
      members = JSONObject(capacity: view.count(number))
    }
  }
}

extension DocumentDecoder: JSONSource {
  func json() throws -> JSON { try reading.anyJSON(number) }
  func jsonObject() throws -> JSONObject { try reading.jsonObject(number) }
  func jsonNumber() throws -> JSONNumber { try reading.exactNumber(number) }
}
