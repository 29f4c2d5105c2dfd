import CivilCalendar
package import NoteModel
package import Wording

/// How a query was read, in sentences; dates are written out with their weekday.
package struct QueryExplanation {
  package let lines: [Message]

  package init(_ parsed: ParsedQuery) {
    var lines = Self.lines(parsed.query, depth: 0)
    for key in parsed.sort {
      let order =
        key.isDescending ? Message("descending", ko: "내림차순") : Message("ascending", ko: "오름차순")
      lines.append(
        Message("sorted by \(key.field), \(order.english)", ko: "\(key.field) \(order.korean)으로 정렬")
      )
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
      return [line(Message("all of:", ko: "모두 만족:"))]
        + parts.flatMap { lines($0, depth: depth + 1) }
    case .or(let parts):
      return [line(Message("any of:", ko: "하나 이상 만족:"))]
        + parts.flatMap { lines($0, depth: depth + 1) }
    case .not(let part):
      return [line(Message("none of:", ko: "제외:"))] + lines(part, depth: depth + 1)
    default: return [line(sentence(query))]
    }
  }

  private static func sentence(_ query: Query) -> Message {
    switch query {
    case .text(let term): text(term)
    case .tag(let tag): Message("tag #\(tag) or below", ko: "#\(tag) 태그와 하위 태그")
    case .folder(let folder): Message("in the folder \(folder)", ko: "\(folder) 폴더 안")
    case .kind(let kind): Message("a \(kind.rawValue)", ko: "종류: \(kind.rawValue)")
    case .state(let state): Message("is \(state.rawValue)", ko: "상태: \(state.rawValue)")
    case .has(let part): Message("has a \(part.rawValue)", ko: "있는 것: \(part.rawValue)")
    case .link(let term):
      Message(
        "\(term.direction.rawValue) “\(term.name)”", ko: "\(term.direction.rawValue) “\(term.name)”"
      )
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
    let scope = term.scope == .anywhere ? "" : " (\(term.scope.rawValue))"
    return Message("the words \(words)\(scope)", ko: "단어 \(words)\(scope)")
  }

  private static func field(_ term: FieldTerm) -> Message {
    let values = term.values.map { value -> String in
      switch value {
      case .none: "none"
      case .any: "any"
      case .literal(let literal): "“\(literal.text)”" + (literal.isPrefix ? "*" : "")
      case .numbers(let range):
        (range.first.map(number) ?? "") + " … " + (range.last.map(number) ?? "")
      case .moment(let moment): "\(day(moment.day)) \(moment)"
      case .days(let range):
        range.first == range.last ? day(range.first) : "\(day(range.first)) … \(day(range.last))"
      }
    }
    let sign = term.comparison == .equal ? "=" : term.comparison.rawValue
    return Message(verbatim: "\(term.key) \(sign) \(values.joined(separator: ", "))")
  }

  private static func number(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? String(number)
  }

  private static func day(_ day: Day) -> String {
    let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    return "\(day) (\(names[day.weekday.rawValue - 1]))"
  }
}
