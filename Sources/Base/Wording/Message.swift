/// One sentence for the user, in every language of ``Language``.
///
/// A message is written next to the code that causes the message. Both texts are required, so a missing
/// translation does not compile. The command line chooses the language when it prints.
package struct Message: Sendable, Hashable {
  package let english: String
  package let korean: String

  package init(_ english: String, ko korean: String) {
    self.english = english
    self.korean = korean
  }

  /// Creates a text that is the same in both languages: a path, a number, text of another program.
  package init(verbatim text: String) { self.init(text, ko: text) }

  /// Lists the parts whose count is above zero: `2 new, 1 changed`. Returns `none` without such a part.
  package static func counts(_ parts: [(count: Int, text: Message)], none: Message) -> Message {
    let shown = parts.filter { $0.count > 0 }.map(\.text)
    let (english, korean) = (shown.map(\.english).joined(separator: ", "), shown.map(\.korean).joined(separator: ", "))
    return shown.isEmpty ? none : Message(english, ko: korean)
  }

  package func text(in language: Language) -> String {
    switch language {
    case .english: english
    case .korean: korean
    }
  }
}

/// A language that people read Sheaf in. Text for programs is never translated.
package enum Language: String, Sendable, CaseIterable {
  case english = "en"
  case korean = "ko"

  /// Returns the language of a locale name such as `ko_KR.UTF-8`, `ko` or `C`, or English for any other name.
  package init(localeName: some StringProtocol) {
    self = localeName.lowercased().hasPrefix("ko") ? .korean : .english
  }
}

/// Returns a number with its English noun: `1 note`, `2 notes`.
package func counted(_ count: Int, _ noun: String) -> String {
  count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
}

/// Formats a number with a comma after each three digits: `2,569`.
package func grouped(_ count: Int) -> String {
  let digits = String(count)
  return digits.enumerated().map { position, digit in
    let rest = digits.count - position
    return position > 0 && rest.isMultiple(of: 3) ? ",\(digit)" : String(digit)
  }.joined()
}

/// Returns a number with its English noun, whose plural is given: `1 entry`, `2 entries`.
package func counted(_ count: Int, _ noun: String, _ plural: String) -> String {
  count == 1 ? "1 \(noun)" : "\(count) \(plural)"
}

extension Message {
  /// Creates the message `Memo/a.md:3: not changed: …`.
  ///
  /// - Parameters:
  ///   - position: The note, or a line of it.
  ///   - reason: The reason, as a clause.
  package static func leftUnchanged(_ position: String, _ reason: Message) -> Message {
    Message(
      "\(position): not changed: \(reason.english)",
      ko: "\(position): 그대로 두었습니다: \(reason.korean)")
  }

  /// Reads the texts of a file that is part of the program: lines such as `title | The title. | 제목`.
  ///
  /// - Parameter values: Texts to put in the place of `\(name)`.
  /// - Returns: The messages by the names before them.
  package static func table(_ bytes: [UInt8], _ values: [String: String] = [:]) -> [String: Message] {
    let text = values.reduce(String(decoding: bytes, as: UTF8.self)) { text, value in
      text.replacing("\\(\(value.key))", with: value.value)
    }
    let lines = text.split(separator: "\n").map { $0.split(separator: " | ").map(String.init) }
    return Dictionary(lines.filter { $0.count == 3 }.map { ($0[0], Message($0[1], ko: $0[2])) }) { first, _ in first }
  }
}
