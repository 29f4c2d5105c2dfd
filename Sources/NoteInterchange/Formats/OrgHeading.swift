import CivilCalendar
import NoteModel

/// A heading: stars, a state, a priority, words, tags.
struct OrgHeading {
  let level: Int
  let state: String?
  let priority: String?
  let title: String
  let tags: [String]

  init(_ line: Substring, states: Set<String>) {
    level = line.prefix { $0 == "*" }.count
    var words = line.drop { $0 == "*" }.split(separator: " ")[...]
    var tags: [String] = []
    if let last = words.last, last.count > 2, last.first == ":", last.last == ":" {
      tags = last.split(separator: ":").map(String.init)
      words.removeLast()
    }
    self.tags = tags
    var state: String?
    if let first = words.first, states.contains(String(first)) {
      let word = String(first)
      state = word == "STARTED" ? "doing" : TaskStatus(known: word)?.name ?? word.lowercased()
      words.removeFirst()
    }
    self.state = state
    var priority: String?
    if let first = words.first, first.hasPrefix("[#"), first.count == 4 {
      switch first.dropFirst(2).first {
      case "A": priority = "high"
      case "C": priority = "low"
      default: priority = nil
      }
      words.removeFirst()
    }
    self.priority = priority
    title = words.joined(separator: " ")
  }
}

/// `<2026-11-30 Mon 09:00 +1w -2d>`, `[2026-11-30 Mon]`
struct OrgTimestamp {
  let date: CivilDate
  /// The repeater as a rule.
  let rule: String?
  /// `-2d`, as written.
  let warning: String?

  init?(_ text: Substring) {
    guard let open = text.firstIndex(where: { $0 == "<" || $0 == "[" }),
      let close = text[open...].firstIndex(where: { $0 == ">" || $0 == "]" })
    else { return nil }
    let words = text[text.index(after: open)..<close].split(separator: " ")
    guard let day = words.first.flatMap({ Day(iso: $0) }) else { return nil }
    var (time, rule, warning): (TimeOfDay?, String?, String?) = (nil, nil, nil)
    for word in words.dropFirst() {
      if let clock = Self.time(word) {
        time = clock
      } else if word.first == "+" || word.hasPrefix(".+") {
        rule = Self.rule(word)
      } else if word.first == "-", word.count > 2 {
        warning = String(word)
      }
    }
    date = time.map { .moment(CivilMoment(day: day, time: $0)) } ?? .day(day)
    self.rule = rule
    self.warning = warning
  }

  private static func time(_ word: Substring) -> TimeOfDay? {
    let parts = word.prefix { $0 != "-" }.split(separator: ":").compactMap { Int($0) }
    guard word.contains(":"), parts.count == 2 else { return nil }
    return TimeOfDay(hour: parts[0], minute: parts[1])
  }

  /// `+1w` from the day, `.+1w` from completion; `++` counts as `+`.
  private static func rule(_ word: Substring) -> String? {
    let fromCompletion = word.first == "."
    let text = word.drop { $0 == "+" || $0 == "." }
    let units: [Character: String] = ["d": "day", "w": "week", "m": "month", "y": "year"]
    guard let unit = text.last.flatMap({ units[$0] }), let number = Int(text.dropLast()), number > 0
    else { return nil }
    let count = number == 1 ? unit : "\(number) \(unit)s"
    return fromCompletion ? "after \(number) \(unit)\(number == 1 ? "" : "s")" : "every \(count)"
  }
}
