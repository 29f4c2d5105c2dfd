package import CivilCalendar
package import Mustache
import NoteModel
import NoteSyntax
package import Wording

/// Fills a template of a new note (Mustache).
package struct NoteTemplate {
  /// The values that a template can use.
  package struct Values: Sendable {
    package let title: String
    package let body: String
    package let identifier: String
    package let now: CivilMoment
    package let environment: [String: String]
    package let tags: [String]
    package let fields: [String: String]
    /// The answers, by the names of their slots.
    package let slots: [String: String]

    package init(
      title: String, body: String, identifier: String, now: CivilMoment,
      environment: [String: String], tags: [String] = [], fields: [String: String] = [:],
      slots: [String: String] = [:]
    ) {
      self.slots = slots
      self.title = title
      self.body = body
      self.identifier = identifier
      self.now = now
      self.environment = environment
      self.tags = tags
      self.fields = fields
    }
  }

  private let template: MustacheTemplate

  /// Parses a template. `name` is used in errors.
  package init(_ text: String, name: String) throws(Problem) {
    do {
      // Markdown, not HTML: an ampersand stays one.
      template = try MustacheTemplate(limited: "{{% CONTENT_TYPE:TEXT}}" + text)
    } catch let error as MustacheTemplate.ParserError {
      throw unreadTemplate(
        name, error.explanation,
        hint: Message(
          "A tag is a name, such as {{title}} or {{#date}}next friday{{/date}}. See “man sheaf-note”.",
          ko: "태그는 {{title}}이나 {{#date}}다음 금요일{{/date}}처럼 이름으로 씁니다. “man sheaf-note” 참고."))
    } catch {
      throw unreadTemplate(name, (error as? TemplateLimit)?.reason ?? Message(verbatim: "\(error)"))
    }
  }

  package func fill(_ values: Values) -> String {
    let day = values.now.day
    var context: [String: Any] = [
      "title": values.title, "yamlTitle": YAMLScalar.written(values.title), "body": values.body,
      "id": values.identifier, "created": values.now.description, "day": day.description,
      "today": day.description, "tomorrow": day.adding(days: 1).description,
      "yesterday": day.adding(days: -1).description, "year": day.year,
      "month": padded(day.month, to: 2), "dayOfMonth": padded(day.dayOfMonth, to: 2),
      "time": TimeOfDay(hour: values.now.time.hour, minute: values.now.time.minute)?.description
        ?? "", "week": day.isoWeek.week, "env": values.environment, "tags": values.tags,
      "fields": values.fields, "date": Self.dates(from: values.now),
    ]
    for part in DayPlaceholder.allCases where context[part.rawValue] == nil {
      context[part.rawValue] = part.text(of: day)
    }
    context["longDate"] = DateStyle.full.text(day, in: .english)
    context["longDate-ko"] = DateStyle.full.text(day, in: .korean)
    for (name, text) in values.slots { context[name] = text }
    return template.render(context)
  }

  /// Returns the function of `{{#date}}next friday{{/date}}`, which gives the day that the words mean. Others are kept.
  private static func dates(from now: CivilMoment) -> MustacheLambda {
    MustacheLambda { (words: String) -> Any? in
      DateExpression.parse(words, relativeTo: now)?.date?.description ?? words
    }
  }
}

/// A template of more sections or tags than the engine can read.
private struct TemplateLimit: Error, CustomStringConvertible {
  let reason: Message
  var description: String { reason.english }
}

extension MustacheTemplate {
  /// Parses a template, wherever it comes from, if its levels and its size are within limits.
  package init(limited text: String) throws {
    guard Self.depth(of: text) <= Self.depthLimit else {
      throw TemplateLimit(reason: Message("it has too many levels", ko: "단계가 너무 많습니다"))
    }
    guard Self.tags(in: text) <= Self.workLimit / max(1, text.utf8.count) else {
      throw TemplateLimit(reason: Message("it is too large", ko: "너무 큽니다"))
    }
    self = try MustacheTemplate(string: text)
  }

  /// The engine reads a level of sections within another.
  private static let depthLimit = 100
  /// The limit of the engine's work. At each tag the engine counts the characters up to the end of the text.
  private static let workLimit = 100_000_000

  /// Returns the number of tags; with changed delimiters, the most that there can be.
  private static func tags(in text: String) -> Int {
    text.contains("{{=") ? text.utf8.count / 4 : text.ranges(of: "{{").count
  }

  /// Returns the largest number of sections open at once. With changed delimiters, each such character counts.
  private static func depth(of text: String) -> Int {
    let signs = Set("#^$<")
    guard !text.contains("{{=") else { return text.count(where: signs.contains) }
    var (depth, deepest) = (0, 0)
    for tag in text.split(separator: "{{", omittingEmptySubsequences: false).dropFirst() {
      guard let sign = tag.first(where: { !$0.isWhitespace }) else { continue }
      if signs.contains(sign) { depth += 1 } else if sign == "/" { depth -= 1 }
      deepest = max(deepest, depth)
    }
    return deepest
  }
}

extension MustacheTemplate.ParserError {
  /// The line, and the mistake in it.
  fileprivate var explanation: Message {
    let line = context.line.replacing("{{% CONTENT_TYPE:TEXT}}", with: "")
    let isOpen =
      switch error as? MustacheTemplate.Error {
      case .sectionCloseNameIncorrect?, .expectedSectionEnd?: true
      default: false
      }
    return isOpen
      ? Message(
        "a section is not closed (line \(context.lineNumber): \(line))",
        ko: "구역이 닫히지 않았습니다(\(context.lineNumber)번째 줄: \(line))")
      : Message(
        "a tag cannot be read (line \(context.lineNumber): \(line))",
        ko: "읽을 수 없는 태그가 있습니다(\(context.lineNumber)번째 줄: \(line))")
  }
}

/// Returns the error for a template that cannot be read.
package func unreadTemplate(_ name: String, _ reason: Message, hint: Message? = nil) -> Problem {
  Problem(
    .badData,
    Message(
      "The template \(name) cannot be read: \(reason.english)",
      ko: "“\(name)” 템플릿을 읽을 수 없습니다: \(reason.korean)"),
    hint: hint)
}

/// A template in the manner of Obsidian: `{{title}}`, `{{date}}`, `{{time}}`, `{{date:YYYY-MM-DD}}`.
package struct VaultTemplate {
  private let text: String

  package init(_ text: String) { self.text = text }

  /// Fills in the known slots of the text. Everything else is unchanged.
  ///
  /// - Parameter slots: The answers, by the names of their slots.
  package func fill(title: String, now: CivilMoment, slots: [String: String] = [:]) -> String {
    var result = ""
    var rest = text[...]
    while let open = rest.firstRange(of: "{{") {
      result += rest[..<open.lowerBound]
      rest = rest[open.upperBound...]
      guard let close = rest.firstRange(of: "}}") else {
        result += "{{"
        break
      }
      let name = rest[..<close.lowerBound]
      result += slots[String(name)] ?? Self.value(of: name, title, now) ?? "{{\(name)}}"
      rest = rest[close.upperBound...]
    }
    return result + rest
  }

  private static func value(of name: Substring, _ title: String, _ now: CivilMoment) -> String? {
    let parts = name.split(separator: ":", maxSplits: 1)
    let format = parts.count > 1 ? String(parts[1]) : nil
    return switch parts.first {
    case "title" where format == nil: title
    case "date": MomentFormat.text(format ?? "YYYY-MM-DD", of: now)
    case "time": MomentFormat.text(format ?? "HH:mm", of: now)
    default: nil
    }
  }
}
