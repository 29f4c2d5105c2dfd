extension RecurrenceRule {
  /// Reads a rule as the user writes it, in English or Korean, or an RRULE of RFC 5545.
  ///
  ///     every 2 weeks on mon,fri        매주 월,금
  ///     every month on the 31st         매월 말일
  ///     every year on feb 29            매년 2월 29일
  ///     after 3 days                    완료 후 3일
  ///     every week until 2027-03-01     매주 10번
  ///
  /// - Parameter utcOffsetSeconds: On whose clock an RRULE's `UNTIL` in UTC names a day.
  package static func parse(
    _ text: some StringProtocol, utcOffsetSeconds: Int = 0
  ) throws(RecurrenceError) -> RecurrenceRule {
    let lower = text.lowercased()
    let upper = text.uppercased()
    if upper.hasPrefix("RRULE:") || upper.contains("FREQ=") {
      return try RecurrenceRule(rfc5545: upper, utcOffsetSeconds: utcOffsetSeconds)
    }
    var words = lower.split { $0.isWhitespace || $0 == "," || $0 == "·" }.map(String.init)
    guard !words.isEmpty else { throw .unknownWord("") }
    let end = try RecurrenceEnd.take(from: &words)
    var reader = RecurrenceReader(words: try RecurrenceReader.meanings(words)[...])
    var rule = try reader.rule(text: lower)
    rule.end = end
    rule.missingDay = .lastDay
    return rule
  }
}

/// The end of a rule: `until 2027-03-01`, `count 10`, `10 times`, `2027-03-01까지`, `10번`.
enum RecurrenceEnd {
  /// Takes the words of the end out of `words`.
  static func take(from words: inout [String]) throws(RecurrenceError) -> RecurrenceRule.End {
    let until = try takeUntil(from: &words)
    let count = takeCount(from: &words)
    switch (until, count) {
    case (let day?, nil): return .until(day)
    case (nil, let count?): return .count(count)
    case (nil, nil): return .never
    case (_?, _?): throw .contradiction("until, count")
    }
  }

  private static func takeUntil(from words: inout [String]) throws(RecurrenceError) -> Day? {
    if let last = words.firstIndex(where: { $0.hasSuffix("까지") }) {
      words[last] = String(words[last].dropLast(2))
      for first in max(0, last - 2)...last {
        guard let day = day(words[first...last]) else { continue }
        words.removeSubrange(first...last)
        return day
      }
      throw .wrongPart(name: "까지", value: words[last])
    }
    guard let start = words.firstIndex(where: { ["until", "till"].contains($0) }) else {
      return nil
    }
    let tail = words[(start + 1)...]
    let stops: Set<String> = ["count", "when", "for"]
    let end = tail.firstIndex(where: stops.contains) ?? words.count
    guard let day = day(words[(start + 1)..<end]) else {
      throw .wrongPart(name: "until", value: tail.joined(separator: " "))
    }
    words.removeSubrange(start..<end)
    return day
  }

  /// A day with its year: a rule is in a file for years, so no other would mean the same tomorrow.
  private static func day(_ words: ArraySlice<String>) -> Day? {
    let text = words.joined(separator: " ")
    let hasYear = text.split { !("0"..."9").contains($0) }.contains { $0.utf8.count == 4 }
    guard hasYear else { return nil }
    let reference = CivilMoment(day: Day(daysSinceEpoch: 0), time: .midnight)
    return DateExpression.parse(text, relativeTo: reference)?.lastDay
  }

  private static func takeCount(from words: inout [String]) -> Int? {
    for index in words.indices {
      let word = words[index]
      let attached = ["번", "회", "x"].contains { word.hasSuffix($0) } ? word.dropLast() : nil
      if let count = attached.flatMap({ Int($0) }), count > 0 {
        words.remove(at: index)
        return count
      }
      guard let count = Int(word), count > 0 else { continue }
      let follower = index + 1 < words.count ? words[index + 1] : ""
      if ["times", "time", "번", "회"].contains(follower) {
        words.removeSubrange(index...(index + 1))
        return count
      }
      if index > 0, words[index - 1] == "count" {
        words.removeSubrange((index - 1)...index)
        return count
      }
    }
    return nil
  }
}
