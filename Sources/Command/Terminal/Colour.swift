/// When colours are used.
enum ColourChoice: String, CaseIterable, Sendable {
  case auto, always, never

  /// Decides for one stream.
  ///
  /// The flag wins; then NO_COLOR, then CLICOLOR_FORCE and FORCE_COLOR; else a terminal that isn't
  /// "dumb" gets colours.
  func isOn(isTerminal: Bool, environment: (String) -> String?) -> Bool {
    func isSet(_ name: String) -> Bool {
      environment(name)?.isEmpty == false
    }
    func forces(_ name: String) -> Bool {
      isSet(name) && environment(name) != "0"
    }
    switch self {
    case .always: return true
    case .never: return false
    case .auto where isSet("NO_COLOR"): return false
    case .auto where forces("CLICOLOR_FORCE") || forces("FORCE_COLOR"): return true
    case .auto: return isTerminal && environment("TERM") != "dumb"
    }
  }
}

/// Puts text in colours, or leaves it as it is.
struct Painter: Sendable {
  enum Style: String, Sendable {
    case error = "1;31"
    case warning = "1;33"
    case note = "1;36"
    case bold = "1"
    case margin = "1;34"
    case removed = "31"
    case added = "32"
  }

  var isOn: Bool

  @inline(never)
  func paint(_ text: String, _ style: Style) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}
