import ByteBasics
import CivilCalendar
import NoteModel
import NoteSyntax
import Wording

/// The value of an expression in a query: a field of a note, a part of it, or a result computed from these.
indirect enum QueryValue: Sendable {
  case null
  case boolean(Bool)
  case number(Double)
  case text(String)
  /// A date on the clock of the user.
  case date(CivilDate)
  case duration(TimeSpan)
  case link(QueryLink)
  case list([QueryValue])
  case object([Member])
  /// A note with all its fields, or a task: looked up on demand.
  case row(QueryRow)
  /// Obsidian's `file` object of a note.
  case file(Int)
  case function(Lambda)
  case pattern(QueryPattern)

  struct Member: Sendable {
    let key: String
    let value: QueryValue

    init(_ key: String, _ value: QueryValue) {
      self.key = key
      self.value = value
    }
  }

  /// `(a, b) => a + b`, and the names that it sees.
  struct Lambda: Sendable {
    let parameters: [String]
    let body: Expression
    let names: ExpressionNames
  }
}

/// A link in a field or an expression: as it was written, and from where.
struct QueryLink: Sendable {
  /// A path, a name or an address, without the part after `#`.
  let target: String
  var display: String?
  /// A heading, or a block with its `^`.
  var part: String?
  var isEmbed = false
  /// The note that contains the row.
  var source: Int?

  /// True for an address outside of the repository.
  var isAddress: Bool { LinkTarget.hasScheme(target) }
}

extension QueryLink {
  /// Reads the text between `[[` and `]]`.
  init(inner: some StringProtocol, source: Int? = nil) {
    let parts = String(inner).replacing("\\|", with: "|").split(
      separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    let names = parts[0].split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    self.init(
      target: trimmedSpaces(String(names[0])), display: parts.count > 1 ? trimmedSpaces(String(parts[1])) : nil,
      part: names.count > 1 ? String(names[1]) : nil, source: source)
  }
}

/// A length of time, in months, which have no fixed length, and seconds.
struct TimeSpan: Sendable, Hashable {
  let months: Double
  let seconds: Double

  init(months: Double = 0, seconds: Double = 0) {
    self.months = months
    self.seconds = seconds
  }

  /// The length in seconds, with years of 365 days and other months of 30.
  var totalSeconds: Double {
    let years = (months / 12).rounded(.towardZero)
    return (years * 365 + (months - years * 12) * 30) * 86_400 + seconds
  }

  /// Converts months and seconds together to a unit, by the lengths in ``units``.
  func total(in unit: Unit) -> Double {
    unit == .month || unit == .year ? totalMonths / unit.months : totalSeconds / unit.seconds
  }
  private var totalMonths: Double { months + seconds / (30 * 86_400) }

  enum Unit: String, CaseIterable, Sendable {
    case year, month, week, day, hour, minute, second

    var seconds: Double {
      switch self {
      case .year: 365 * 86_400
      case .month: 30 * 86_400
      case .week: 7 * 86_400
      case .day: 86_400
      case .hour: 3_600
      case .minute: 60
      case .second: 1
      }
    }

    /// The number of months of a year or a month.
    var months: Double { self == .year ? 12 : 1 }

    /// Finds a unit by its names in queries: `w`, `wk`, `weeks`.
    init?(name: some StringProtocol) {
      let name = name.lowercased()
      let found = Self.allCases.first { unit in
        let word = unit.rawValue
        return name == word || name == word + "s" || unit.shortNames.contains(name)
      }
      guard let found else { return nil }
      self = found
    }

    private var shortNames: [String] {
      switch self {
      case .year: ["yr", "yrs", "y"]
      case .month: ["mo", "mos"]
      case .week: ["wk", "wks", "w"]
      case .day: ["d"]
      case .hour: ["hr", "hrs", "h"]
      case .minute: ["min", "mins", "m"]
      case .second: ["sec", "secs", "s"]
      }
    }
  }

  /// Reads `8 minutes, 4 seconds`, `4hr2min`, `1d 3h`.
  init?(reading text: String) {
    var rest = Substring(trimmedSpaces(text))
    guard let first = rest.first, first.isASCII, first.isNumber || first == "-" else { return nil }
    var (months, seconds) = (0.0, 0.0)
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") }
      guard let count = Double(digits) else { return nil }
      rest = rest.dropFirst(digits.count).drop { $0 == " " }
      let name = rest.prefix { $0.isLetter }
      // `M` is a month where `m` is a minute.
      guard let unit = name == "M" ? .month : Unit(name: name) else { return nil }
      if unit == .year || unit == .month { months += count * unit.months } else { seconds += count * unit.seconds }
      rest = rest.dropFirst(name.count).drop { $0 == " " || $0 == "," }
    }
    self.init(months: months, seconds: seconds)
  }

  /// `1 year, 2 weeks`: each unit as often as it fits, without those that do not.
  var words: String {
    var parts: [String] = []
    var rest = abs(seconds)
    let years = (abs(months) / 12).rounded(.towardZero)
    var counts: [Unit: Double] = [.year: years, .month: abs(months) - years * 12]
    for unit in Unit.allCases {
      let count = (rest / unit.seconds + 1e-9).rounded(.towardZero)
      rest -= count * unit.seconds
      counts[unit, default: 0] += unit == .second ? count + max(0, (rest * 1_000).rounded() / 1_000) : count
    }
    let sign = totalSeconds < 0 ? "-" : ""
    for unit in Unit.allCases {
      guard let count = counts[unit], count > 0 else { continue }
      parts.append("\(sign)\(numberText(count)) \(unit.rawValue)\(count == 1 ? "" : "s")")
    }
    return parts.isEmpty ? "0 seconds" : parts.joined(separator: ", ")
  }

  static func + (left: TimeSpan, right: TimeSpan) -> TimeSpan {
    TimeSpan(months: left.months + right.months, seconds: left.seconds + right.seconds)
  }

  static func * (left: TimeSpan, factor: Double) -> TimeSpan {
    TimeSpan(months: left.months * factor, seconds: left.seconds * factor)
  }
}

extension CivilDate {
  /// A day begins at midnight.
  var moment: CivilMoment {
    switch self {
    case .day(let day): CivilMoment(day: day, time: .midnight)
    case .moment(let moment): moment
    }
  }

  /// The seconds since the epoch on the date's own clock.
  var seconds: Double { Double(moment.day.daysSinceEpoch * 86_400 + moment.time.secondsSinceMidnight) }

  /// Creates a moment on the clock of the user. Nil if no calendar reaches it.
  init?(seconds: Double, keepingDay: Bool = false) {
    guard abs(seconds) < 8e11,
      let moment = CivilMoment(secondsSinceEpoch: Int(seconds.rounded(.down)), utcOffsetSeconds: 0)
    else { return nil }
    let isMidnight = moment.time == .midnight
    self = keepingDay && isMidnight ? .day(moment.day) : .moment(CivilMoment(day: moment.day, time: moment.time))
  }

  func adding(_ span: TimeSpan) -> CivilDate? {
    guard abs(span.months) < 200_000 else { return nil }
    let whole = span.months.rounded(.towardZero)
    let day = moment.day.adding(months: Int(whole))
    let shifted = Double(day.daysSinceEpoch * 86_400 + moment.time.secondsSinceMidnight)
    let isDay = if case .day = self { true } else { false }
    return CivilDate(seconds: shifted + (span.months - whole) * 30 * 86_400 + span.seconds, keepingDay: isDay)
  }

  /// Returns the time since another date: whole months by the calendar, and the remainder.
  func span(since other: CivilDate) -> TimeSpan {
    let (start, end) = (min(seconds, other.seconds), max(seconds, other.seconds))
    let sign = seconds < other.seconds ? -1.0 : 1.0
    guard let first = CivilDate(seconds: start), let last = CivilDate(seconds: end) else { return TimeSpan() }
    var months = (last.moment.day.year - first.moment.day.year) * 12 + last.moment.day.month - first.moment.day.month
    if let reached = first.adding(TimeSpan(months: Double(months))), reached.seconds > end { months -= 1 }
    let rest = end - (first.adding(TimeSpan(months: Double(months)))?.seconds ?? end)
    return TimeSpan(months: Double(months), seconds: rest) * sign
  }
}

/// Formats a number: `3`, `2.5`.
func numberText(_ number: Double) -> String {
  guard number.isFinite else { return number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity" }
  if number == number.rounded(), abs(number) < 1e15 { return String(Int(number)) }
  return "\(number)"
}

extension QueryValue {
  var isNull: Bool { if case .null = self { true } else { false } }

  /// True if the value counts as true in a condition.
  var isTrue: Bool {
    switch self {
    case .null: false
    case .boolean(let flag): flag
    case .number(let number): number != 0
    case .text(let text): !text.isEmpty
    case .duration(let span): span.totalSeconds != 0
    case .link(let link): !link.target.isEmpty || link.part != nil
    case .list(let items): !items.isEmpty
    case .object(let members): !members.isEmpty
    case .date, .row, .file, .function, .pattern: true
    }
  }

  var typeName: String {
    switch self {
    case .null: "null"
    case .boolean: "boolean"
    case .number: "number"
    case .text: "string"
    case .date: "date"
    case .duration: "duration"
    case .link: "link"
    case .list: "array"
    case .object, .row: "object"
    case .file: "object"
    case .function: "function"
    case .pattern: "regexp"
    }
  }

  static func optional(_ text: String?) -> QueryValue { text.map { .text($0) } ?? .null }

  /// The items of a list; another value alone.
  var items: [QueryValue] {
    if case .list(let items) = self { items } else { [self] }
  }
}

/// The reason why an expression has no value. In a query over notes, one note is left out; if all are, it is reported.
struct QueryFailure: Error {
  let message: Message
  /// True if the query has no answer at all, whatever the other notes contain.
  let isFinal: Bool

  init(_ message: Message, isFinal: Bool = false) {
    self.message = message
    self.isFinal = isFinal
  }
}
