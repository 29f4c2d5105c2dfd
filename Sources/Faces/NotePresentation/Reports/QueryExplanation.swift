import CivilCalendar
package import NoteModel
package import Wording

/// The interpretation of a query, in sentences; dates are written out with their weekday.
package struct QueryExplanation {
  package let lines: [Message]

  package init(_ parsed: ParsedQuery) {
    var lines = Self.lines(parsed.query, depth: 0)
    for key in parsed.sort {
      lines.append(
        key.isDescending
          ? Message("sorted by \(key.field), descending", ko: "\(key.field) 내림차순으로 정렬")
          : Message("sorted by \(key.field), ascending", ko: "\(key.field) 오름차순으로 정렬"))
    }
    self.lines = lines
  }

  private static func lines(_ query: Query, depth: Int) -> [Message] {
    let indent = String(repeating: "  ", count: depth)
    func line(_ message: Message) -> Message {
      Message(indent + message.english, ko: indent + message.korean)
    }
    switch query {
    case .and(let parts):
      return [line(Message("all of:", ko: "모두 만족:"))] + parts.flatMap { lines($0, depth: depth + 1) }
    case .or(let parts):
      return [line(Message("any of:", ko: "하나 이상 만족:"))] + parts.flatMap { lines($0, depth: depth + 1) }
    case .not(let part): return [line(Message("none of:", ko: "제외:"))] + lines(part, depth: depth + 1)
    default: return [line(sentence(query))]
    }
  }

  private static func sentence(_ query: Query) -> Message {
    switch query {
    case .text(let term): text(term)
    case .tag(let tag): Message("tag #\(tag) or below", ko: "#\(tag) 태그와 하위 태그")
    case .folder(let folder): Message("in the folder \(folder)", ko: "\(folder) 폴더 안")
    case .kind(let kind): Message("kind: \(kind.rawValue)", ko: "종류: \(kind.koreanName)")
    case .state(let state): Message("state: \(state.rawValue)", ko: "상태: \(state.koreanName)")
    case .has(let part): Message("has: \(part.rawValue)", ko: "있는 것: \(part.koreanName)")
    case .link(let term): link(term)
    case .field(let term): field(term)
    case .all, .and, .or, .not: Message("every note", ko: "모든 메모")
    }
  }

  private static func text(_ term: TextTerm) -> Message {
    let cut = SearchTokens(term.words.utf8, addsInitials: false)
    let words =
      cut.tokens.enumerated().map { position, token in
        let isApart = position > 0 && token.kind != .joinedLetter
        let text = String(decoding: cut.bytes[token.start..<token.end], as: UTF8.self)
        return (isApart ? "·" : "") + text
      }.joined() + (term.isPrefix || term.isInitials ? "*" : "")
    return switch term.scope {
    case .anywhere: Message("the words \(words)", ko: "단어 \(words)")
    case .title: Message("the words \(words) (title)", ko: "단어 \(words)(제목)")
    case .body: Message("the words \(words) (body)", ko: "단어 \(words)(본문)")
    case .headings: Message("the words \(words) (headings)", ko: "단어 \(words)(소제목)")
    }
  }

  private static func link(_ term: LinkTerm) -> Message {
    switch term.direction {
    case .linksTo: Message("links to “\(term.name)”", ko: "“\(term.name)” 메모로 링크하는 메모")
    case .linkedBy: Message("is linked from “\(term.name)”", ko: "“\(term.name)” 메모에서 링크하는 메모")
    case .mentions: Message("mentions “\(term.name)”", ko: "언급: “\(term.name)”")
    }
  }

  private static func field(_ term: FieldTerm) -> Message {
    let sign = term.comparison == .equal ? "=" : term.comparison.rawValue
    func values(in language: Language) -> String {
      term.values.map { value($0, in: language) }.joined(separator: ", ")
    }
    return Message(
      "\(term.key) \(sign) \(values(in: .english))",
      ko: "\(term.key) \(sign) \(values(in: .korean))")
  }

  private static func value(_ value: FieldTerm.Value, in language: Language) -> String {
    switch value {
    case .none: return Message("none", ko: "없음").text(in: language)
    case .any: return Message("any", ko: "있음").text(in: language)
    case .literal(let literal): return "“\(literal.text)”" + (literal.isPrefix ? "*" : "")
    case .numbers(let range): return (range.first.map(number) ?? "") + " … " + (range.last.map(number) ?? "")
    case .moment(let moment): return "\(day(moment.day, in: language)) \(moment)"
    case .span(let first, let last):
      return [first, last].map { $0.map { self.value(.moment($0), in: language) } ?? "" }.joined(separator: " … ")
    case .days(let range):
      let first = day(range.first, in: language)
      return range.first == range.last ? first : "\(first) … \(day(range.last, in: language))"
    }
  }

  private static func number(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? String(number)
  }

  private static func day(_ day: Day, in language: Language) -> String {
    "\(day) (\(CalendarNames.shortWeekday(day.weekday, in: language.tongue)))"
  }
}
