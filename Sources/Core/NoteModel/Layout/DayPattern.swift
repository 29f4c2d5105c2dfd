package import CivilCalendar

/// The name pattern of daily notes, which is both written and read back.
///
///     Daily/{{year}}/{{day}}.md     Daily/2026/2026-11-21.md
package struct DayPattern: Sendable, Hashable {
  private enum Part: Sendable, Hashable {
    case text(String)
    case placeholder(DayPlaceholder)
  }

  /// The period that a note with such a name covers.
  package enum Period: Sendable, Hashable {
    case day, week, month
  }

  /// The pattern as written in the configuration.
  package let text: String
  private let parts: [Part]
  private var period = Period.day

  package enum Mistake: Error, Hashable {
    /// `{{…}}` with a name that is no ``DayPlaceholder``.
    case unknownPlaceholder(String)
    /// The name of a file does not determine its day, or its week or month.
    case noDay
    /// Absolute, or outside of the repository.
    case badPath
  }

  package init(_ text: String, of period: Period = .day) throws(Mistake) {
    var parts: [Part] = []
    var rest = (text.hasSuffix(".md") || text.hasSuffix(".markdown") ? text : text + ".md")[...]
    while let open = rest.firstRange(of: "{{"), let close = rest.firstRange(of: "}}") {
      guard open.upperBound <= close.lowerBound else { break }
      let name = rest[open.upperBound..<close.lowerBound].filter { $0 != " " }
      guard let placeholder = DayPlaceholder(rawValue: name) else { throw .unknownPlaceholder(name) }
      if open.lowerBound > rest.startIndex { parts.append(.text(String(rest[..<open.lowerBound]))) }
      parts.append(.placeholder(placeholder))
      rest = rest[close.upperBound...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    self.text = text
    self.parts = parts
    self.period = period
    let sample = Day(daysSinceEpoch: 20_000)
    guard let path = NotePath(name(of: sample)), path.string == name(of: sample) else { throw .badPath }
    guard period == .day ? day(of: path) == sample : tellsPeriodsApart else { throw .noDay }
  }

  /// True if no two weeks or months of two years have the same name.
  private var tellsPeriodsApart: Bool {
    let days = (0..<731).map { Day(daysSinceEpoch: 20_000 + $0) }
    let firsts = Set(days.map(firstDay))
    return Set(firsts.map(name)).count == firsts.count
  }

  /// Returns the day whose parts are in the name of the note that covers `day`.
  package func firstDay(of day: Day) -> Day {
    switch period {
    case .day: return day
    case .month: return Day(year: day.year, month: day.month, day: 1) ?? day
    case .week:
      let isFromSunday = parts.contains { part in
        if case .placeholder(let placeholder) = part { placeholder.beginsOnSunday } else { false }
      }
      return day.startOfWeek(isFromSunday ? .sunday : .monday)
    }
  }

  /// Returns `folder/{{year}}/{{day}}.md`, the default pattern.
  package static func standard(in folder: String) -> DayPattern {
    let start = folder.isEmpty ? [] : [Part.text(folder + "/")]
    return DayPattern(
      text: (folder.isEmpty ? "" : folder + "/") + "{{year}}/{{day}}.md",
      parts: start + [.placeholder(.year), .text("/"), .placeholder(.day), .text(".md")])
  }

  private init(text: String, parts: [Part]) {
    self.text = text
    self.parts = parts
  }

  package func path(of day: Day) -> NotePath { NotePath(trusted: name(of: day)) }

  private func name(of day: Day) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .placeholder(let placeholder): placeholder.text(of: day)
      }
    }.joined()
  }

  /// Returns the day whose note has this path, or nil for any other note.
  package func day(of path: NotePath) -> Day? {
    var rest = path.string[...]
    var read = DayParts()
    for part in parts {
      switch part {
      case .text(let text): guard Self.drop(text, from: &rest) else { return nil }
      case .placeholder(let placeholder):
        guard placeholder.read(&rest, into: &read) else { return nil }
      }
    }
    return rest.isEmpty ? read.result : nil
  }

  /// The folders before the first placeholder; empty if there are none.
  package var folder: String {
    guard case .text(let text)? = parts.first, let slash = text.lastIndex(of: "/") else { return "" }
    return String(text[..<slash])
  }

  /// Removes a text from the beginning of `rest`. Composed and decomposed letters are equal.
  private static func drop(_ text: String, from rest: inout Substring) -> Bool {
    if rest.utf8.starts(with: text.utf8) {
      rest = rest[rest.utf8.index(rest.startIndex, offsetBy: text.utf8.count)...]
      return true
    }
    guard !text.utf8.allSatisfy({ $0 < 0x80 }), rest.hasPrefix(text) else { return false }
    rest = rest.dropFirst(text.count)
    return true
  }
}
