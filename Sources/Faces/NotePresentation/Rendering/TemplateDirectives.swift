import ByteBasics
import NoteSyntax
import Wording

/// A value that a template needs besides the values that its engine fills in.
package enum TemplateDirective: Sendable, Hashable {
  /// `{{ask "Author"}}`, or with the usual answer: `{{ask "Author" unknown}}`.
  case ask(String, usual: String?)
  /// `{{choose "State" unread|read}}`
  case choose(String, [String])
  case clipboard
  /// `{{counter "invoice"}}`: one more than the highest number that notes have in the field; with as many digits as
  /// `{{counter "invoice" 4}}` says.
  case counter(field: String, digits: Int)
}

/// The directives of a template, with its parts put in their places.
///
/// ```
/// author: {{ask "Author"}}                    author:
/// # {{title}}                            →    # {{title}}
/// {{choose "State" unread|read}}              {{slot0}}
/// {{include "footer"}}                        the text of footer.md
/// ```
///
/// The answer to a directive that is the whole value of a field becomes the field's as if it were typed with `--set`;
/// the template's engine fills in the rest by the name of its slot.
package struct TemplateDirectives: Sendable {
  /// The position of a directive, which decides how its answer is written.
  package enum Place: Sendable, Hashable {
    case body
    /// The whole value of this field.
    case value(key: String)
    /// A value or an item of front matter that no name of ours is for.
    case scalar
    /// A part of a value of front matter.
    case plain, doubleQuoted, singleQuoted, flow
  }

  package struct Slot: Sendable, Hashable {
    package let directive: TemplateDirective
    package let place: Place
    /// The name for the engine.
    package let name: String
  }

  /// The text that the engine reads, with slots in place of directives.
  package private(set) var text = ""
  package private(set) var slots: [Slot] = []

  /// The largest size of a template, including the templates in it.
  private static let sizeLimit = 1 << 20
  /// The most parts of a template, including parts without text and questions.
  private static let partLimit = 1_000

  /// Finds the directives of a template.
  ///
  /// - Parameters:
  ///   - text: The template.
  ///   - stem: The name by which others include it.
  ///   - name: The file, for errors.
  ///   - isOwn: False for a template that another program reads too: directives unknown to Sheaf belong to it.
  ///   - part: The text of a template that is included, by its name.
  /// - Throws: For a directive that cannot be read, and for parts that include each other.
  package init(_ text: String, of stem: String, in name: String, isOwn: Bool, part: (String) throws -> String) throws {
    guard try DirectiveReader(name: name, isOwn: isOwn).next(in: text[...]) != nil else {
      self.text = text
      return
    }
    var (expanded, parts) = ("", 0)
    try Self.expand(text, [stem], name, isOwn, part, into: &expanded, &parts)
    var lines = FrontMatterLines()
    for line in expanded.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false) {
      let isField = lines.isField(line)
      if !self.text.isEmpty || lines.count > 1 { self.text += "\n" }
      try read(line, isField: isField, DirectiveReader(name: name, isOwn: isOwn))
    }
  }

  /// Puts each part in the place of its `{{include "…"}}`.
  private static func expand(
    _ text: String, _ names: [String], _ file: String, _ isOwn: Bool,
    _ part: (String) throws -> String, into result: inout String, _ parts: inout Int
  ) throws {
    let reader = DirectiveReader(name: file, isOwn: isOwn)
    var rest = text[...]
    while let found = try reader.next(in: rest) {
      guard case .include(let name) = found.word else {
        result += rest[..<found.range.upperBound]
        rest = rest[found.range.upperBound...]
        continue
      }
      result += rest[..<found.range.lowerBound]
      rest = rest[found.range.upperBound...]
      guard !names.contains(name) else {
        throw unreadTemplate(file, Message("“\(name)” includes itself", ko: "“\(name)” 템플릿이 자기 자신을 포함합니다"))
      }
      parts += 1
      guard parts <= partLimit else { throw tooLarge(file) }
      var included = try part(name)[...]
      if included.last?.isNewline == true { included.removeLast() }
      try expand(String(included), names + [name], file, isOwn, part, into: &result, &parts)
    }
    result += rest
    guard result.utf8.count <= sizeLimit else { throw tooLarge(file) }
  }

  private static func tooLarge(_ file: String) -> Problem {
    unreadTemplate(file, Message("it is too large", ko: "너무 큽니다"))
  }

  private mutating func read(_ line: Substring, isField: Bool, _ reader: DirectiveReader) throws {
    var rest = line
    var written = ""
    while let found = try reader.next(in: rest) {
      written += rest[..<found.range.lowerBound]
      rest = rest[found.range.upperBound...]
      guard case .directive(let directive) = found.word else { continue }
      let place = isField ? Self.place(after: written, before: rest) : .body
      guard slots.count < Self.partLimit else { throw Self.tooLarge(reader.name) }
      let slot = Slot(directive: directive, place: place, name: "slot\(slots.count)")
      slots.append(slot)
      if case .value = place { continue }
      written += "{{\(slot.name)}}"
    }
    text += written + rest
  }

  /// The names of its questions, each once.
  package var questionNames: [String] {
    slots.compactMap { slot in
      switch slot.directive {
      case .ask(let name, _), .choose(let name, _): name
      case .clipboard, .counter: nil
      }
    }
  }

  /// Returns the position of a directive within a line of front matter.
  private static func place(after head: String, before tail: Substring) -> Place {
    let isOpen = { (quote: Character) in head.count { $0 == quote } % 2 == 1 }
    if isOpen("\"") { return .doubleQuoted }
    if isOpen("'") { return .singleQuoted }
    if head.contains("[") || head.contains("{") && !head.contains("{{") { return .flow }
    guard tail.allSatisfy(\.isWhitespace) else { return .plain }
    let words = head.drop { $0 == " " }
    if words.allSatisfy({ $0 == "-" || $0 == " " }) { return .scalar }
    guard let colon = words.firstIndex(of: ":"),
      words[words.index(after: colon)...].allSatisfy(\.isWhitespace)
    else { return .plain }
    return words.startIndex == head.startIndex ? .value(key: String(words[..<colon])) : .scalar
  }

  /// Writes an answer in its place. Returns nil if it cannot be written there.
  package static func written(_ answer: String, in place: Place) -> String? {
    switch place {
    case .body, .value: return answer
    case .scalar: return answer.isEmpty || isPlainValue(answer) ? answer : YAMLScalar.written(answer)
    case .flow: return YAMLScalar.flowItem(answer)
    case .doubleQuoted: return String(YAMLScalar.doubleQuoted(answer).dropFirst().dropLast())
    case .singleQuoted: return answer.contains(where: \.isNewline) ? nil : answer.replacing("'", with: "''")
    case .plain:
      let probe = "x\(answer)x"
      return YAMLScalar.written(probe) == probe ? answer : nil
    }
  }

  /// Returns true for a number or a day, which need no quotes.
  private static func isPlainValue(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 &- 0x30 < 10 || "-.".utf8.contains($0) } && text.first != "0"
  }
}

/// Determines the lines of a template that are fields.
private struct FrontMatterLines {
  private(set) var count = 0
  private var isInside = false

  mutating func isField(_ line: Substring) -> Bool {
    count += 1
    let isFence = line.hasPrefix("---") && line.allSatisfy { $0 == "-" || $0.isWhitespace }
    if isFence {
      isInside = count == 1
      return false
    }
    return isInside
  }
}

/// Finds directives: `{{`, a known word, and its arguments.
private struct DirectiveReader {
  enum Word {
    case directive(TemplateDirective)
    case include(String)
  }

  let name: String
  let isOwn: Bool

  private static let words = ["ask", "choose", "clipboard", "counter", "include"]

  /// Finds the next directive. Throws for a directive that cannot be parsed in a template of our own.
  func next(in text: Substring) throws(Problem) -> (range: Range<Substring.Index>, word: Word)? {
    var rest = text
    while let open = rest.firstRange(of: "{{") {
      rest = rest[open.upperBound...]
      let start = rest.drop { $0 == " " }
      guard let word = Self.words.first(where: { Self.begins(start, with: $0) }) else { continue }
      guard let end = Self.end(of: start) else { continue }
      let argument = start[..<end.lowerBound].dropFirst(word.count)
      // The clipboard is for templates that need the user's trust.
      guard isOwn || word != "clipboard", let read = Self.read(word, argument) else {
        if isOwn { throw mistake(word) }
        continue
      }
      return (open.lowerBound..<end.upperBound, read)
    }
    return nil
  }

  private static func begins(_ text: Substring, with word: String) -> Bool {
    guard text.hasPrefix(word) else { return false }
    let next = text.dropFirst(word.count).first
    // A name of a value may begin like a word of ours, or be one.
    return word == "clipboard" ? next == "}" || next == " " : next == " "
  }

  /// Finds the `}}` that is not between quotes, on the same line.
  private static func end(of text: Substring) -> Range<Substring.Index>? {
    var isQuoted = false
    var index = text.startIndex
    while index < text.endIndex, !text[index].isNewline {
      if text[index] == "\"" { isQuoted.toggle() }
      let next = text.index(after: index)
      if !isQuoted, text[index] == "}", next < text.endIndex, text[next] == "}" {
        return index..<text.index(after: next)
      }
      index = next
    }
    return nil
  }

  private static func read(_ word: String, _ argument: Substring) -> Word? {
    let argument = argument.drop { $0 == " " }
    if word == "clipboard" { return argument.isEmpty ? .directive(.clipboard) : nil }
    guard argument.first == "\"", let close = argument.dropFirst().firstIndex(of: "\"") else { return nil }
    let title = String(argument[..<close].dropFirst())
    guard title.contains(where: { !$0.isWhitespace }) else { return nil }
    let rest = argument[argument.index(after: close)...].trimming { $0 == " " }
    switch word {
    case "ask": return .directive(.ask(title, usual: rest.isEmpty ? nil : String(rest)))
    case "choose":
      let choices = rest.split(separator: "|").map { choice in String(choice.trimming { $0 == " " }) }
        .filter { !$0.isEmpty }
      return choices.isEmpty ? nil : .directive(.choose(title, choices))
    case "counter":
      guard rest.isEmpty || Int(rest).map({ (1...18).contains($0) }) == true else { return nil }
      return .directive(.counter(field: title, digits: Int(rest) ?? 1))
    default: return rest.isEmpty ? .include(title) : nil
    }
  }

  private func mistake(_ word: String) -> Problem {
    let form =
      switch word {
      case "choose": "{{choose \"State\" unread|read}}"
      case "counter": "{{counter \"invoice\"}}"
      case "include": "{{include \"footer\"}}"
      case "clipboard": "{{clipboard}}"
      default: "{{ask \"Author\"}}"
      }
    return unreadTemplate(name, Message("Invalid “\(word)”: expected \(form)", ko: "“\(word)” 형식은 \(form)입니다"))
  }
}

/// A program whose commands occur in a template. Sheaf neither runs nor fills in these commands.
package enum ForeignTemplate: String, Sendable {
  case templater = "Templater"
  case zettlr = "Zettlr"

  package init?(of text: String) {
    if text.contains("<%") && text.contains("%>") {
      self = .templater
    } else if Self.variables.contains(where: text.contains) || Self.hasTabStop(text) {
      self = .zettlr
    } else {
      return nil
    }
  }

  private static let variables = [
    "$CURRENT_YEAR", "$CURRENT_MONTH", "$CURRENT_DATE", "$CURRENT_HOUR", "$ZKN_ID", "$CURRENT_ID",
  ]

  /// Returns true for `${1:title}`, but not for the shell's `${1:-default}`.
  private static func hasTabStop(_ text: String) -> Bool {
    var rest = text[...]
    while let open = rest.firstRange(of: "${") {
      rest = rest[open.upperBound...]
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      let tail = rest.dropFirst(digits.count)
      if !digits.isEmpty, tail.first == ":", tail.dropFirst().first.map({ !"-=?+".contains($0) }) == true {
        return true
      }
    }
    return false
  }
}
