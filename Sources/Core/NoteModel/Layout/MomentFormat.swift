package import CivilCalendar

/// A date format in the tokens of Moment, which Obsidian uses: `YYYY-MM-DD`, `[on] dddd`.
package enum MomentFormat {
  /// Converts the format to a name pattern of daily notes.
  ///
  /// - Parameters:
  ///   - format: A format of Moment.js, as in Obsidian's settings.
  ///   - isKorean: True for Korean names of months and weekdays, weeks and ordinals.
  /// - Returns: The pattern, or the token without a counterpart.
  package static func pattern(_ format: String, isKorean: Bool) -> Result<String, UnknownToken> {
    var text = ""
    for part in parts(of: format) {
      switch part {
      case .literal(let literal): text += literal
      case .token(let token):
        guard let pattern = pattern(ofToken: token, isKorean) else {
          return .failure(UnknownToken(token: token))
        }
        text += pattern
      }
    }
    return .success(text.replacing("{{year}}-{{month}}-{{dayOfMonth}}", with: "{{day}}"))
  }

  package struct UnknownToken: Error, Hashable {
    package let token: String
  }

  /// Formats a moment, in English. Unknown tokens are kept.
  package static func text(_ format: String, of moment: CivilMoment) -> String {
    parts(of: format).map { part in
      switch part {
      case .literal(let literal): literal
      case .token(let token):
        placeholders(false)[token]?.text(of: moment.day) ?? time(token, moment.time)
          ?? longForm(token, isKorean: false).map { text($0, of: moment) } ?? token
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
      } else if let token = tokens.first(where: { rest.hasPrefix($0) }) {
        parts.append(.token(token))
        rest = rest.dropFirst(token.count)
      } else {
        parts.append(.literal(String(first)))
        rest = rest.dropFirst()
      }
    }
    return parts
  }

  /// The letters that Moment reads as parts of a date, the longest first; other letters are literal.
  private static let tokens = [
    "YYYYYY", "NNNNN", "Hmmss", "hmmss", "YYYYY", "NNNN", "YYYY", "yyyy", "gggg", "GGGG", "MMMM",
    "DDDo", "DDDD", "dddd", "LLLL", "llll", "NNN", "Hmm", "hmm", "yyy", "MMM", "DDD", "ddd", "LTS",
    "LLL", "lll", "SSS", "Mo", "MM", "Do", "DD", "do", "dd", "wo", "ww", "Wo", "WW", "Qo", "NN",
    "YY", "yy", "yo", "gg", "GG", "hh", "HH", "kk", "mm", "ss", "SS", "zz", "ZZ", "LT", "LL", "ll",
    "M", "D", "d", "w", "W", "Q", "N", "Y", "y", "e", "E", "a", "A", "h", "H", "k", "m", "s", "S",
    "x", "X", "z", "Z", "L", "l",
  ]

  private static func pattern(ofToken token: String, _ isKorean: Bool) -> String? {
    if isKorean, let ordinal = koreanOrdinals[token] { return ordinal }
    if let placeholder = placeholders(isKorean)[token] { return "{{\(placeholder.rawValue)}}" }
    guard let long = longForm(token, isKorean: isKorean) else { return nil }
    return try? pattern(long, isKorean: isKorean).get()
  }

  private static func placeholders(_ isKorean: Bool) -> [String: DayPlaceholder] {
    [
      "YYYY": .year, "Y": .year, "y": .year, "yyyy": .year, "YY": .shortYear,
      "MMMM": isKorean ? .koreanMonth : .monthName,
      "MMM": isKorean ? .koreanMonth : .shortMonthName, "MM": .month, "M": .plainMonth,
      "DDDD": .dayOfYear, "DDD": .plainDayOfYear, "DD": .dayOfMonth, "D": .plainDayOfMonth,
      "Do": .ordinalDay, "dddd": isKorean ? .koreanWeekday : .weekday,
      "ddd": isKorean ? .koreanShortWeekday : .shortWeekday,
      "dd": isKorean ? .koreanShortWeekday : .shortestWeekday, "E": .weekdayNumber,
      "d": .englishWeekdayNumber, "e": .englishWeekdayNumber,
      "GGGG": .weekYear, "WW": .week, "W": .plainWeek, "Q": .quarter,
      "gggg": isKorean ? .koreanWeekYear : .englishWeekYear,
      "ww": isKorean ? .koreanWeek : .englishWeek,
      "w": isKorean ? .koreanPlainWeek : .englishPlainWeek,
    ]
  }

  /// Numbers with the word that Korean puts after them. English endings depend on the number: `Do` alone has a
  /// counterpart.
  private static let koreanOrdinals = [
    "Mo": "{{plainMonth}}월", "Do": "{{plainDayOfMonth}}일", "DDDo": "{{plainDayOfYear}}일",
    "wo": "{{plainWeek-ko}}주", "Wo": "{{plainWeek}}주", "Qo": "{{quarter}}",
    "do": "{{weekdayNumber-en}}일",
  ]

  /// Returns the tokens that a token for a whole date is short for.
  private static func longForm(_ token: String, isKorean: Bool) -> String? {
    switch token {
    case "LT": isKorean ? "A h:mm" : "h:mm A"
    case "LTS": isKorean ? "A h:mm:ss" : "h:mm:ss A"
    case "L": isKorean ? "YYYY.MM.DD." : "MM/DD/YYYY"
    case "l": isKorean ? "YYYY.MM.DD." : "M/D/YYYY"
    case "LL": isKorean ? "YYYY년 MMMM D일" : "MMMM D, YYYY"
    case "ll": isKorean ? "YYYY년 MMMM D일" : "MMM D, YYYY"
    case "LLL": isKorean ? "YYYY년 MMMM D일 A h:mm" : "MMMM D, YYYY h:mm A"
    case "lll": isKorean ? "YYYY년 MMMM D일 A h:mm" : "MMM D, YYYY h:mm A"
    case "LLLL": isKorean ? "YYYY년 MMMM D일 dddd A h:mm" : "dddd, MMMM D, YYYY h:mm A"
    case "llll": isKorean ? "YYYY년 MMMM D일 dddd A h:mm" : "ddd, MMM D, YYYY h:mm A"
    default: nil
    }
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
    case "Hmm": String(time.hour) + padded(time.minute, to: 2)
    case "hmm": String(hour) + padded(time.minute, to: 2)
    case "ss": padded(time.second, to: 2)
    case "s": String(time.second)
    case "A": time.hour < 12 ? "AM" : "PM"
    case "a": time.hour < 12 ? "am" : "pm"
    default: nil
    }
  }
}

/// A date format of C's `strftime`, which zk uses: `%Y-%m-%d`.
package enum StrftimeFormat {
  /// Converts the format to a name pattern of daily notes. Returns nil if a part has no counterpart.
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
    "-j": "{{plainDayOfYear}}", "h": "{{shortMonthName}}", "-V": "{{plainWeek}}",
    "w": "{{weekdayNumber-en}}",
    "B": "{{monthName}}", "b": "{{shortMonthName}}", "A": "{{weekday}}", "a": "{{shortWeekday}}",
    "u": "{{weekdayNumber}}", "V": "{{week}}", "G": "{{weekYear}}", "%": "%",
  ]
}
