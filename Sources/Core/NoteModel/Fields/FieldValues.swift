import ByteBasics
package import CivilCalendar
package import NoteSyntax

extension FrontMatterValue {
  /// The items of a list; of another value the value alone.
  package var entries: [FrontMatterValue] { if case .list(let items) = self { items } else { [self] } }
  /// The members of a map; none of another value.
  package var pairs: [Pair] { if case .map(let pairs) = self { pairs } else { [] } }
  package func value(_ key: String) -> FrontMatterValue? { pairs.first { $0.key == key }?.value }

  /// The text of a scalar, or of a list's only item.
  package var text: String? {
    switch self {
    case .scalar(let scalar): scalar.text
    case .list(let items): items.count == 1 ? items[0].text : nil
    case .map: nil
    }
  }

  /// The scalars of a list; of a plain scalar its words between commas, as older tools write tags.
  package var texts: [String] {
    switch self {
    case .scalar(let scalar):
      scalar.isNull ? [] : scalar.text.split(separator: ",").map { String($0.trimming(while: \.isWhitespace)) }
    case .list(let items): items.flatMap(\.scalarTexts)
    case .map: []
    }
  }

  /// The tags of a list, or of a text with spaces or commas between them. `[[X]]` is a link, with quotes or without.
  package var tagTexts: [String] {
    switch self {
    case .scalar(let scalar):
      if scalar.isNull || isWikiLink(scalar.text) { return [] }
      return scalar.text.split { $0 == "," || $0.isWhitespace }.map(String.init)
    case .list(let items):
      return items.compactMap { item in
        guard case .scalar(let scalar) = item, !scalar.isNull, !isWikiLink(scalar.text) else { return nil }
        return scalar.text
      }
    case .map: return []
    }
  }

  /// Every scalar without splitting at commas.
  package var scalarTexts: [String] {
    switch self {
    case .scalar(let scalar): scalar.isNull ? [] : [scalar.text]
    case .list(let items): items.flatMap(\.scalarTexts)
    case .map: []
    }
  }

  /// The boolean value of the usual words for true and false. A quoted `"false"` means false.
  package var boolean: Bool? {
    switch text?.lowercased() {
    case "true", "yes", "on", "예", "네": true
    case "false", "no", "off", "아니요", "아니오": false
    default: nil
    }
  }

  /// A date, also one of several by name: `date: {created: 2026-11-21}`.
  package var date: CivilDate? {
    if case .map(let pairs) = self {
      return pairs.first { $0.key == "created" }?.value.text.flatMap { CivilDate(field: $0) }
    }
    return text.flatMap { CivilDate(field: $0) }
  }

  /// The last date that the value can mean: the date itself, else the end of the latest year in the text. A text
  /// without a year may mean any day, so it means the last possible day.
  package var latestDate: CivilDate {
    if let date { return date }
    return .day(scalarsWithin.map(WrittenDate.latestDay).max() ?? .latest)
  }

  /// True if a visible character is in it, however deep.
  var holdsText: Bool { scalarsWithin.contains { $0.contains { !$0.isWhitespace } } }

  /// The keys of the maps in it, however deep.
  var keysWithin: [String] {
    if case .list(let items) = self {
      items.flatMap(\.keysWithin)
    } else {
      pairs.flatMap { [$0.key] + $0.value.keysWithin }
    }
  }

  private var scalarsWithin: [String] {
    if case .map(let pairs) = self { return pairs.flatMap(\.value.scalarsWithin) }
    if case .list(let items) = self { return items.flatMap(\.scalarsWithin) }
    return [text ?? ""]
  }
}

extension CivilDate {
  /// Parses a date in a field: an ISO text, the milliseconds since the epoch that Dendron writes, or a day as other
  /// programs and people write it, see ``WrittenDate``.
  package init?(field text: String) {
    if let date = CivilDate(iso: text) {
      self = date
    } else if Self.isEpoch(text), let milliseconds = Int(text),
      let moment = CivilMoment(secondsSinceEpoch: milliseconds / 1_000, utcOffsetSeconds: 0)
    {
      self = .moment(moment)
    } else if let date = WrittenDate.read(text) {
      self = date
    } else {
      return nil
    }
  }

  /// Returns true for milliseconds since the epoch, from 2001 on.
  package static func isEpoch(_ text: String) -> Bool {
    text.utf8.count == 13 && text.utf8.allSatisfy { $0 &- 0x30 < 10 }
  }
}

/// Returns the name in `[[X]]`, `[[X|text]]` or `[[X#heading]]`, or nil for a text that is not a wiki link.
package func wikiLinkName(_ text: String) -> String? {
  guard isWikiLink(text), text.utf8.count > 4 else { return nil }
  return String(text.dropFirst(2).dropLast(2).prefix { $0 != "|" && $0 != "#" })
}

private func isWikiLink(_ text: String) -> Bool { text.utf8.starts(with: "[[".utf8) && text.hasSuffix("]]") }

extension NoteField {
  /// Reads a scalar as a value that can be compared: a number, a duration in seconds, a date.
  package init(key: String, ordinal: Int, scalar text: String) {
    let isDigit = text.utf8.first.map { $0 &- 0x30 < 10 } ?? false
    let date = isDigit ? CivilDate(iso: text) : nil
    let number = date == nil ? comparableNumber(text) : nil
    self.init(key: key, ordinal: ordinal, text: text, number: number, date: date)
  }
}

/// Parses a number, or a length of time as seconds. Returns nil for other texts and for values that cannot be compared.
func comparableNumber(_ text: String) -> Double? {
  guard let first = text.utf8.first,
    first &- 0x30 < 10 || first == UInt8(ascii: "-") || first == UInt8(ascii: "+") || first == UInt8(ascii: ".")
  else { return nil }
  let number = Double(text) ?? Duration(reading: text)?.seconds
  return number.flatMap { $0.isFinite ? $0 : nil }
}

/// A length of time such as `30m`, `2h`, `1d`, `2w`, `1h30m`, `1h 30m`.
package struct Duration: Hashable, Sendable {
  package let seconds: Double

  package init(seconds: Double) { self.seconds = seconds }

  /// Parses a duration. Nil for any other text, and for more than ten thousand years.
  package init?(reading text: some StringProtocol) {
    var seconds = 0.0
    var digits = ""
    var sawUnit = false
    for character in text.utf8 {
      if character &- 0x30 < 10 || character == UInt8(ascii: ".") {
        digits.unicodeScalars.append(Unicode.Scalar(character))
        continue
      }
      if character == UInt8(ascii: " "), sawUnit, digits.isEmpty { continue }
      guard let unit = Self.units[character], let value = Double(digits) else { return nil }
      seconds += value * unit
      digits = ""
      sawUnit = true
    }
    guard sawUnit, digits.isEmpty, seconds <= Self.longest else { return nil }
    self.seconds = seconds
  }

  /// The number of days of 24 hours.
  package var wholeDays: Int { Int(seconds) / 86_400 }

  /// The remainder in seconds after whole days.
  package var secondsBesideDays: Int { Int(seconds) % 86_400 }

  private static var longest: Double { 10_000 * 31_536_000 }

  private static let units: [UInt8: Double] = [
    UInt8(ascii: "s"): 1, UInt8(ascii: "m"): 60, UInt8(ascii: "h"): 3_600,
    UInt8(ascii: "d"): 86_400, UInt8(ascii: "w"): 604_800, UInt8(ascii: "y"): 31_536_000,
  ]
}
