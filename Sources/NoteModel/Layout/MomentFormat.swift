package import CivilCalendar

/// A date format in the tokens of Moment, which Obsidian uses: `YYYY-MM-DD`, `[on] dddd`.
package enum MomentFormat {
  /// The format as a name pattern of daily notes.
  ///
  /// - Parameters:
  ///   - format: As Obsidian's settings have it.
  ///   - isKorean: Names of months and weekdays are Korean.
  /// - Returns: The pattern, or the token that has no counterpart.
  package static func pattern(_ format: String, isKorean: Bool) -> Result<String, UnknownToken> {
    var text = ""
    for part in parts(of: format) {
      switch part {
      case .literal(let literal): text += literal
      case .token(let token):
        guard let placeholder = placeholders(isKorean)[token] else {
          return .failure(UnknownToken(token: token))
        }
        text += "{{\(placeholder.rawValue)}}"
      }
    }
    return .success(text.replacing("{{year}}-{{month}}-{{dayOfMonth}}", with: "{{day}}"))
  }

  package struct UnknownToken: Error, Hashable {
    package let token: String
  }

  /// A moment in the format; tokens that are not known stay as they are.
  package static func text(_ format: String, of moment: CivilMoment) -> String {
    parts(of: format).map { part in
      switch part {
      case .literal(let literal): literal
      case .token(let token):
        placeholders(false)[token]?.text(of: moment.day) ?? time(token, moment.time) ?? token
      }
    }.joined()
  }

  private enum Part {
    case literal(String)
    case token(String)
  }

  private static func parts(of format: String) -> [Part] {
    var parts: [Part] = []
    var rest = format[...]
    while let first = rest.first {
      if first == "[", let end = rest.firstIndex(of: "]") {
        parts.append(.literal(String(rest[rest.index(after: rest.startIndex)..<end])))
        rest = rest[rest.index(after: end)...]
      } else if rest.hasPrefix("Do") {
        parts.append(.token("Do"))
        rest = rest.dropFirst(2)
      } else if first.isASCII, first.isLetter {
        let token = rest.prefix { $0 == first }
        parts.append(.token(String(token)))
        rest = rest.dropFirst(token.count)
      } else {
        parts.append(.literal(String(first)))
        rest = rest.dropFirst()
      }
    }
    return parts
  }

  private static func placeholders(_ isKorean: Bool) -> [String: DayPlaceholder] {
    [
      "YYYY": .year, "YY": .shortYear, "MMMM": isKorean ? .koreanMonth : .monthName,
      "MMM": isKorean ? .koreanMonth : .shortMonthName, "MM": .month, "M": .plainMonth,
      "DDDD": .dayOfYear, "DD": .dayOfMonth, "D": .plainDayOfMonth, "Do": .ordinalDay,
      "dddd": isKorean ? .koreanWeekday : .weekday,
      "ddd": isKorean ? .koreanShortWeekday : .shortWeekday, "E": .weekdayNumber,
      "GGGG": .weekYear, "WW": .week, "W": .plainWeek, "Q": .quarter,
      "gggg": isKorean ? .koreanWeekYear : .englishWeekYear,
      "ww": isKorean ? .koreanWeek : .englishWeek,
    ]
  }

  private static func time(_ token: String, _ time: TimeOfDay) -> String? {
    let hour = time.hour % 12 == 0 ? 12 : time.hour % 12
    return switch token {
    case "HH": padded(time.hour, to: 2)
    case "H": String(time.hour)
    case "hh": padded(hour, to: 2)
    case "h": String(hour)
    case "mm": padded(time.minute, to: 2)
    case "m": String(time.minute)
    case "ss": padded(time.second, to: 2)
    case "A": time.hour < 12 ? "AM" : "PM"
    case "a": time.hour < 12 ? "am" : "pm"
    default: nil
    }
  }
}

/// A date format of C's `strftime`, which zk uses: `%Y-%m-%d`.
package enum StrftimeFormat {
  /// The format as a name pattern of daily notes; nil where a part has no counterpart.
  package static func pattern(_ format: String) -> String? {
    var text = ""
    var rest = format[...]
    while let first = rest.popFirst() {
      guard first == "%" else {
        text.append(first)
        continue
      }
      let name = rest.prefix(rest.first == "-" ? 2 : 1)
      rest = rest.dropFirst(name.count)
      guard let part = parts[String(name)] else { return nil }
      text += part
    }
    return text.replacing("{{year}}-{{month}}-{{dayOfMonth}}", with: "{{day}}")
  }

  private static let parts = [
    "Y": "{{year}}", "y": "{{shortYear}}", "m": "{{month}}", "-m": "{{plainMonth}}",
    "d": "{{dayOfMonth}}", "-d": "{{plainDayOfMonth}}", "F": "{{day}}", "j": "{{dayOfYear}}",
    "B": "{{monthName}}", "b": "{{shortMonthName}}", "A": "{{weekday}}", "a": "{{shortWeekday}}",
    "u": "{{weekdayNumber}}", "V": "{{week}}", "G": "{{weekYear}}", "%": "%",
  ]
}
