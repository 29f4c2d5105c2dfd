package import CivilCalendar

/// Finds the day, the time, the recurrence and the priority in a sentence, and returns them as fields.
///
/// ```
/// 내일 3시 치과 #건강                      due:내일 3시, 치과, #건강
/// pay the rent on friday !!              pay, the, rent, due:friday, priority:high
/// 매주 월요일 9시 물 주기                  repeat:매주 월요일, due:2026-11-23 9시, 물, 주기
/// ```
///
/// A single word with other meanings is not a date: `may`, `sat`, `2nd`, `3d`, `저녁`, a bare number. `by 5th`, `3일까지`
/// and `저녁에` are days and times, and so is `저녁` next to a rule.
package struct TaskSentence {
  private let now: CivilMoment
  private let zone: LocalZone?

  package init(now: CivilMoment, zone: LocalZone?) {
    self.now = now
    self.zone = zone
  }

  /// The most words of a day with its time, or of a rule.
  private static let longestRun = 7

  /// Finds fields in a sentence.
  ///
  /// - Parameter words: The words as typed. One of them may be a whole sentence.
  /// - Returns: The words for ``TaskDraft``, with fields in place of the words that were found. Typed fields are kept,
  ///   and a field that was typed is not searched for.
  package func fields(in words: [String]) -> [String] {
    var tokens = words.flatMap { word -> [Token] in
      TaskDraft.namesField(word)
        ? [.field(word)]
        : word.split(whereSeparator: \.isWhitespace).map { piece in
          TaskDraft.namesField(String(piece)) ? .field(String(piece)) : .word(String(piece))
        }
    }
    var rule: RecurrenceRule?
    if !names("repeat", in: tokens), let found = repetition(in: tokens) {
      tokens.replaceSubrange(found.range, with: [.field("repeat:" + found.text)])
      rule = found.rule
    }
    if !["due", "scheduled", "start"].contains(where: { names($0, in: tokens) }) { addDay(to: &tokens, rule) }
    if !names("priority", in: tokens) {
      tokens = tokens.map { token in
        Self.priorities[token.text].map { .field("priority:" + $0) } ?? token
      }
    }
    // `repeat:매일` would take over `3회` from a title behind it.
    if let index = tokens.firstIndex(where: isRule), rule != nil,
      let value = TitledWords.change(tokens[index].text)?.value, !value.contains(" "),
      (1...3).contains(where: { count in
        let next = tokens[(index + 1)...].prefix(count).map(\.text)
        return next.count == count && (try? RecurrenceRule.parse(([value] + next).joined(separator: " "))) != nil
      })
    {
      tokens.append(tokens.remove(at: index))
    }
    return tokens.map(\.text)
  }

  private enum Token {
    case word(String)
    case field(String)

    var text: String {
      switch self {
      case .word(let text), .field(let text): text
      }
    }

    var isWord: Bool { if case .word = self { true } else { false } }
  }

  private static let priorities = ["!": "high", "!!": "high", "!!!": "urgent"]

  private func names(_ key: String, in tokens: [Token]) -> Bool {
    tokens.contains { !$0.isWord && TaskDraft.fieldKey(of: $0.text) == key }
  }

  /// Runs of words, the longest first, the earliest first among equals.
  private func runs(in tokens: [Token]) -> [Range<Int>] {
    (1...Self.longestRun).reversed().flatMap { length -> [Range<Int>] in
      guard length <= tokens.count else { return [] }
      return (0...(tokens.count - length)).map { $0..<($0 + length) }.filter { tokens[$0].allSatisfy(\.isWord) }
    }
  }

  // MARK: Rules

  private func repetition(in tokens: [Token]) -> (range: Range<Int>, text: String, rule: RecurrenceRule)? {
    for run in runs(in: tokens) {
      let first = tokens[run.lowerBound].text.lowercased()
      let text = tokens[run].map(\.text).joined(separator: " ")
      let opens = first == "every" || first.hasPrefix("매") || first == "격주"
      let isInterval = ["마다", "에 한 번", "에 한번"].contains { text.contains($0) }
      let words = tokens[run].map { $0.text.lowercased() }
      guard opens || isInterval || isAdverb(tokens[run]) || Self.isTurned(words),
        isWhole(words, isLast: run.upperBound == tokens.count)
      else { continue }
      let rule: RecurrenceRule
      do throws(RecurrenceError) {
        rule = try RecurrenceRule.parse(text)
      } catch {
        if let ended = withYear(tokens[run].map(\.text)) { return (run, ended.text, ended.rule) }
        // `1일 15일마다` is not `15일마다`.
        if isInterval, case .contradiction = error { return nil }
        continue
      }
      // `every day 3 times` and `매일 3번` mean the times of a day as well.
      if case .count = rule.end, !text.contains(" for ") { continue }
      return (run, text, rule)
    }
    return nil
  }

  /// Returns true for `monthly on the 1st`, but not for `weekly` alone, which belongs to a title: `weekly report`.
  private func isAdverb(_ tokens: ArraySlice<Token>) -> Bool {
    let words = tokens.prefix(2).map { $0.text.lowercased() }
    return words.count == 2 && ["on", "until", "except"].contains(words[1])
      && ["daily", "weekly", "monthly", "quarterly", "yearly", "annually", "biweekly", "fortnightly"].contains(words[0])
  }

  /// Returns true for `on the 1st of every month`.
  private static func isTurned(_ words: [String]) -> Bool {
    zip(words, words.dropFirst()).contains { $0 == "of" && ["every", "each"].contains($1) }
  }

  /// Returns true if the last word belongs to the rule and not to a title after it, as in `every friday after work`.
  ///
  /// - Parameter isLast: True if no word follows.
  private func isWhole(_ words: [String], isLast: Bool) -> Bool {
    guard words.count > 1, let last = words.last else { return true }
    let before = words[words.count - 2]
    let isFirst = before == "every" || before == "each"
    switch last {
    case "after", "완료", "끝낸", "마친", "every", "each", "on", "of", "in", "the", "and": return false
    case "done", "completion": return ["when", "after", "on", "upon"].contains(before)
    // `every 5 minutes` is no rule.
    case _ where isFirst && Int(last) != nil: return false
    case _ where Self.meaningMore.contains(last):
      return isLast || isFirst || ["on", "the", "of", "in", "and", "until", "till"].contains(before)
    case _ where Self.units.contains(last):
      // `every day day trip`
      guard let rule = try? RecurrenceRule.parse(words.joined(separator: " ")),
        let shorter = try? RecurrenceRule.parse(words.dropLast().joined(separator: " "))
      else { return true }
      return isFirst || rule != shorter || before.contains(where: \.isNumber) || Self.meaningMore.contains(before)
    default: return true
    }
  }

  /// Words of rules that titles begin with as well.
  private static let meaningMore: Set<String> = [
    "may", "march", "mar", "first", "second", "third", "fourth", "fifth", "last",
  ]
  private static let units: Set<String> = [
    "day", "days", "daily", "week", "weeks", "weekly", "month", "months", "monthly", "year", "years", "yearly",
    "annually", "quarter", "quarterly", "fortnight", "fortnightly", "biweekly", "weekday", "weekdays", "weekend",
    "weekends", "뒤", "후", "주", "달", "해",
  ]

  /// Reads a rule until a day that names no year, and writes the day: `every day until christmas`, `매일 12월 3일까지`.
  private func withYear(_ words: [String]) -> (text: String, rule: RecurrenceRule)? {
    let lower = words.map { $0.lowercased() }
    let until = lower.firstIndex { $0 == "until" || $0 == "till" }
    let starts = until.map { [$0] } ?? (words.last?.hasSuffix("까지") == true ? Array(words.indices.dropFirst()) : [])
    for start in starts {
      var tail = words[(start + (until == nil ? 0 : 1))...].joined(separator: " ")
      if until == nil { tail.removeLast(2) }
      let head = words[..<start].joined(separator: " ")
      guard case .day(let day)? = DateExpression.parse(tail, relativeTo: now, zone: zone, for: .deadline),
        let rule = try? RecurrenceRule.parse(head), rule.end == .never,
        // `매주 금요일까지` is due on each Friday.
        until != nil || rule.frequency == .daily || tail.contains("월 ") || DayWords.holidays.contains(tail)
      else { continue }
      let text = until == nil ? "\(head) \(day)까지" : "\(head) until \(day)"
      return (try? RecurrenceRule.parse(text)).map { (text, $0) }
    }
    return nil
  }

  // MARK: Days

  /// Replaces the words of a date by the field `due`. A time next to a rule is that of its first day.
  private func addDay(to tokens: inout [Token], _ rule: RecurrenceRule?) {
    let first = rule.flatMap { $0.days(from: now.day).first { _ in true } }
    for run in runs(in: tokens) {
      // A task is due on one day: one of two would leave the other in the title.
      if run.count > 2, isRange(tokens[run].map(\.text)) { break }
      let before = run.lowerBound > 0 ? tokens[run.lowerBound - 1] : nil
      // `every 5 minutes` is no moment.
      if ["every", "each"].contains(before?.text.lowercased()) { continue }
      let hasPreposition = before.map { $0.isWord && Self.prepositions.contains($0.text.lowercased()) } ?? false
      let isBesideRule = before.map(isRule) ?? false || tokens[run.upperBound...].first.map(isRule) ?? false
      guard let text = certainText(of: tokens[run].map(\.text), hasPreposition, isBesideRule) else { continue }
      let onFirstDay = first.map { "\($0) " + text }
      let meant = onFirstDay.flatMap { isDate($0) ? $0 : nil } ?? text
      let start = run.lowerBound - (hasPreposition ? 1 : 0)
      tokens.replaceSubrange(start..<run.upperBound, with: [.field("due:" + meant)])
      return
    }
    if let first { tokens.append(.field("due:\(first)")) }
  }

  private func isRule(_ token: Token) -> Bool { !token.isWord && TaskDraft.fieldKey(of: token.text) == "repeat" }

  private static let prepositions: Set<String> = ["by", "on", "at", "due", "until"]

  /// Returns true for `july 13 to 15`.
  private func isRange(_ words: [String]) -> Bool {
    guard
      words.dropFirst().contains(where: { ["to", "-", "~"].contains($0) || $0.hasSuffix("부터") })
        || words[0].hasSuffix("부터"),
      case .range? = DateExpression.parse(words.joined(separator: " "), relativeTo: now, zone: zone)
    else { return false }
    return true
  }

  private func isDate(_ text: String) -> Bool {
    DateExpression.parse(text, relativeTo: now, zone: zone, for: .deadline)?.date != nil
  }

  /// Returns the words as a day or a time, without a Korean particle, or nil if they may mean something else.
  private func certainText(of words: [String], _ hasPreposition: Bool, _ isBesideRule: Bool) -> String? {
    var words = words
    var isMarked = hasPreposition
    for particle in ["까지", "에"] where !isDate(words.joined(separator: " ")) {
      guard let last = words.last, last.hasSuffix(particle), last != particle else { continue }
      words[words.count - 1] = String(last.dropLast(particle.count))
      isMarked = true
      break
    }
    let text = words.joined(separator: " ")
    // Beside a rule a part of the day is its time.
    let isTimeOfRule = isBesideRule && Self.partsOfDayAlone.contains(text.lowercased())
    let isName = Self.ambiguousAlone.contains(text.lowercased())
    guard isDate(text), words.count > 1 && !isName || isTimeOfRule || isCertain(text.lowercased(), isMarked) else {
      return nil
    }
    return text
  }

  /// Returns true if a word can only be a date or a time.
  ///
  /// - Parameter isMarked: True after a preposition or before a particle.
  private func isCertain(_ word: String, _ isMarked: Bool) -> Bool {
    let meansMore = Self.ambiguousAlone.contains(word) || DateExpression.isMonthName(word)
    if Self.ambiguous.contains(word) || !isMarked && meansMore { return false }
    guard word.contains(where: \.isNumber) else { return word.count > 1 }
    // `3/4`, `1.5`, `2nd` and `3d` are other things as well; `2026-12-01`, `15:00`, `3pm`, `+3d`, `3시`, `3일뒤` and
    // `20nov` are not.
    let isTime = ["am", "pm", "시", "분", "반", "뒤", "후"].contains { word.hasSuffix($0) }
    return isMarked || isTime || word.hasPrefix("+") || word.contains(":") || word.contains(#/^[0-9]{4}-/#)
      || word.contains(#/월[0-9]+일$/#)
      || word.contains(#/^[0-9]{1,2}(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/#)
  }

  private static let ambiguous: Set<String> = [
    "sat", "sun", "mon", "wed", "mar", "may", "march", "second", "now", "tom", "tod", "sod", "noon",
    "midnight", "지금", "정오", "자정", "말일", "later", "someday", "언젠가", "나중에",
  ]
  private static let partsOfDayAlone = Set(PartOfDay.all.flatMap(\.words))
  /// A preposition or a particle makes these certain.
  private static let ambiguousAlone = partsOfDayAlone.union(DayWords.holidays).union(["올해", "내년", "내후년"])
}

extension TaskDraft {
  /// Returns true for a word that is a field with its value: `due:fri`.
  static func namesField(_ word: String) -> Bool { fieldKey(of: word) != nil }
}
