import Foundation

/// Documents shaped like the well known ones, made of a fixed seed.
enum DocumentShapes {
  /// Outlines: lists of lists of pairs of coordinates, 15 digits behind the point.
  static let canada: Data = {
    var random = Dice(seed: 1)
    let rings = (0..<240).map { _ -> String in
      var (longitude, latitude) = (random.real(-140, -55), random.real(42, 83))
      let pairs = (0..<117).map { _ -> String in
        longitude += random.real(-0.1, 0.1)
        latitude += random.real(-0.1, 0.1)
        return "[\(longitude),\(latitude)]"
      }
      return "[\(pairs.joined(separator: ","))]"
    }
    return Data(
      """
      {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"Canada"},\
      "geometry":{"type":"Polygon","coordinates":[\(rings.joined(separator: ","))]}}]}
      """.utf8)
  }()

  static let doubles: Data = {
    var random = Dice(seed: 2)
    return list((0..<100_000).map { _ in "\(random.real(-1000, 1000))" })
  }()

  static let floats: Data = {
    var random = Dice(seed: 3)
    return list((0..<100_000).map { _ in "\(Float(random.real(-1000, 1000)))" })
  }()

  static let integers: Data = {
    var random = Dice(seed: 4)
    return list((0..<100_000).map { _ in "\(Int(random.real(0, 1e9)))" })
  }()

  private static func list(_ elements: [String]) -> Data {
    Data("[\(elements.joined(separator: ","))]".utf8)
  }

  /// A catalogue: pretty-printed, objects whose keys are numbers, lists of small objects.
  static let citm: Data = {
    var random = Dice(seed: 5)
    func id() -> Int { 138_000_000 + random.below(999_999) }
    func object(_ members: [String]) -> String { "{\(members.joined(separator: ","))}" }
    func array(_ elements: [String]) -> String { "[\(elements.joined(separator: ","))]" }
    let names = (0..<17).map { "\"20570\(5_000 + $0)\":\"Balcon étage \($0)\"" }
    let events = (0..<184).map { number -> String in
      let id = id()
      return """
        "\(id)":{"description":null,"id":\(id),"logo":"/images/UE0AAAAACEKo6QAAAAZDSVRN",\
        "name":"30th Anniversary Tour \(number)","subTopicIds":[337184269,337184283],\
        "subjectCode":null,"subtitle":null,"topicIds":[324846099,107888604]}
        """
    }
    let performances = (0..<243).map { _ -> String in
      let prices = (0..<random.below(5) + 1).map { _ in
        "{\"amount\":\(90_250 + random.below(99) * 50),\"audienceSubCategoryId\":337100890,"
          + "\"seatCategoryId\":\(id())}"
      }
      let categories = (0..<random.below(4) + 1).map { _ -> String in
        let areas = (0..<random.below(9) + 1).map { _ in "{\"areaId\":\(id()),\"blockIds\":[]}" }
        return "{\"areas\":\(array(areas)),\"seatCategoryId\":\(id())}"
      }
      return """
        {"eventId":\(id()),"id":\(id()),"logo":null,"name":null,"prices":\(array(prices)),\
        "seatCategories":\(array(categories)),"seatMapImage":null,\
        "start":\(1_372_701_600_000 + random.below(1_000_000)),"venueCode":"PLEYEL_PLEYEL"}
        """
    }
    let text = """
      {"areaNames":\(object(names)),"events":\(object(events)),\
      "performances":\(array(performances))}
      """
    let value = try? JSONSerialization.jsonObject(with: Data(text.utf8))
    let pretty = value.flatMap {
      try? JSONSerialization.data(withJSONObject: $0, options: [.prettyPrinted, .sortedKeys])
    }
    return pretty ?? Data(text.utf8)
  }()

  /// Messages: texts in Japanese, many members, most of which no type asks for.
  static let twitter: Data = {
    var random = Dice(seed: 6)
    let letters = Array("日本語人大学生会社山川東京今年時間何見行食べたいのはをに、。!ABCabc ")
    func text(_ count: Int) -> String {
      String((0..<count).map { _ in letters[random.below(letters.count)] })
    }
    func user() -> String {
      let id = random.below(3_000_000_000)
      return """
        {"id":\(id),"id_str":"\(id)","name":"\(text(8))","screen_name":"user_\(id)",\
        "location":"\(text(5))","description":"\(text(60))","url":null,"entities":{"description":\
        {"urls":[]}},"protected":false,"followers_count":\(random.below(9999)),"friends_count":\
        \(random.below(999)),"listed_count":2,"created_at":"Sun Aug 31 00:29:15 +0000 2014",\
        "favourites_count":\(random.below(999)),"utc_offset":32400,"time_zone":"Tokyo",\
        "geo_enabled":false,"verified":false,"statuses_count":\(random.below(99_999)),\
        "lang":"ja","contributors_enabled":false,"is_translator":false,\
        "profile_background_color":"C0DEED","profile_background_image_url":\
        "http:\\/\\/abs.twimg.com\\/images\\/themes\\/theme1\\/bg.png","profile_image_url":\
        "http:\\/\\/pbs.twimg.com\\/profile_images\\/\(id)\\/a_normal.jpeg",\
        "profile_link_color":"0084B4","profile_use_background_image":true,\
        "default_profile":true,"default_profile_image":false,"following":false,\
        "follow_request_sent":false,"notifications":false}
        """
    }
    let messages = (0..<400).map { _ -> String in
      let id = 505_874_000_000_000_000 + random.below(999_999_999)
      return """
        {"metadata":{"result_type":"recent","iso_language_code":"ja"},\
        "created_at":"Sun Aug 31 00:29:15 +0000 2014","id":\(id),"id_str":"\(id)",\
        "text":"\(text(90))","source":"\\u003ca href=\\"http:\\/\\/twitter.com\\"\\u003e",\
        "truncated":false,"in_reply_to_status_id":null,"in_reply_to_status_id_str":null,\
        "in_reply_to_user_id":null,"user":\(user()),"geo":null,"coordinates":null,"place":null,\
        "contributors":null,"retweet_count":\(random.below(99)),"favorite_count":0,"entities":\
        {"hashtags":[],"symbols":[],"urls":[],"user_mentions":[{"screen_name":"ayuu0123",\
        "name":"\(text(6))","id":866260188,"id_str":"866260188","indices":[0,9]}]},\
        "favorited":false,"retweeted":false,"lang":"ja"}
        """
    }
    return Data(
      """
      {"statuses":[\(messages.joined(separator: ","))],"search_metadata":{"completed_in":0.087,\
      "max_id":505874924095815681,"query":"%E4%B8%80","count":100}}
      """.utf8)
  }()
}

/// A generator whose numbers are the same in every run.
private struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value &>> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value &>> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value &>> 31
  }

  mutating func real(_ low: Double, _ high: Double) -> Double {
    Double.random(in: low..<high, using: &self)
  }

  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
}
