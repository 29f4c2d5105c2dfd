package import Wording

/// What the parser says about a wrong command line, in both languages.
///
/// The parser writes English sentences. Each form of them has a Korean one; a sentence of no known form stays as it
/// is, so a new version of the parser loses nothing.
package enum ParserMessage {
  /// - Parameter english: The parser's message, without its label.
  /// - Returns: The message in English and in Korean, with the placeholders of ``Placeholders``.
  package static func message(_ english: String) -> Message {
    let korean = forms.lazy.compactMap { $0.korean(of: english) }.first ?? english
    return Message(
      Placeholders.filled(english, of: "", in: .english),
      ko: Placeholders.filled(korean, of: "", in: .korean))
  }

  /// From the narrowest to the widest: the first that fits is taken. `%1`, `%2` … are what differs.
  private static let forms = [
    Form(
      "Unknown option '%1'. Did you mean '%2'?", "%1 옵션을 찾을 수 없습니다. 혹시 %2인가요?"),
    Form(
      "Unknown option '%1'\n   or: Missing value for '%2' in '%3'",
      "%1 옵션을 찾을 수 없거나 %2 값이 없습니다: %3"),
    Form("Unknown option '%1'", "%1 옵션을 찾을 수 없습니다"),
    Form("Invalid option: %1", "잘못된 옵션입니다: %1"),
    Form("Missing value for '%1'", "값이 필요합니다: %1"),
    Form("Missing expected argument '%1'", "인수를 지정해야 합니다: %1"),
    Form("Missing one of: '%1'", "다음 가운데 하나를 지정해야 합니다: “%1”"),
    Form("Missing required subcommand.", "하위 명령을 지정해야 합니다"),
    Form("Unexpected argument '%1'", "사용하지 않는 인수입니다: “%1”"),
    Form("%1 unexpected arguments: '%2'", "사용하지 않는 인수가 %1개 있습니다: “%2”"),
    Form(
      "The option '%1' does not take any value, but '%2' was specified.",
      "%1 옵션에는 값을 지정할 수 없습니다: “%2”"),
    Form(
      "The value '%1' is invalid for '%2'. Please provide one of the following:\n%3",
      "%2에 쓸 수 없는 값입니다: “%1”. 쓸 수 있는 값:\n%3"),
    Form(
      "The value '%1' is invalid for '%2'. Please provide one of %3.",
      "%2에 쓸 수 없는 값입니다: “%1”. 쓸 수 있는 값: %3"),
    Form("The value '%1' is invalid for '%2': %3", "%2에 쓸 수 없는 값입니다: “%1”(%3)"),
    Form("The value '%1' is invalid for '%2'", "%2에 쓸 수 없는 값입니다: “%1”"),
    Form("The value '%1' is invalid.", "쓸 수 없는 값입니다: “%1”"),
    Form(
      "Value to be set with flag '%1' had already been set with flag '%2'",
      "함께 지정할 수 없는 옵션입니다: %2, %1"),
  ]

  /// One English sentence and the Korean one, with the same numbered parts.
  private struct Form {
    /// The text before, between and after the parts, which come in the order of their numbers.
    private let pieces: [String]
    private let korean: String

    init(_ english: String, _ korean: String) {
      var pieces = [""]
      var rest = english[...]
      while let percent = rest.firstIndex(of: "%") {
        pieces[pieces.count - 1] += rest[..<percent]
        pieces.append("")
        rest = rest[percent...].dropFirst(2)
      }
      pieces[pieces.count - 1] += rest
      self.pieces = pieces
      self.korean = korean
    }

    /// Nil where the sentence has another form.
    func korean(of sentence: String) -> String? {
      guard let parts = parts(of: sentence) else { return nil }
      var result = ""
      var rest = korean[...]
      while let percent = rest.firstIndex(of: "%") {
        result += rest[..<percent]
        let number = rest[percent...].dropFirst().first?.wholeNumberValue ?? 0
        if parts.indices.contains(number - 1) { result += Self.listed(parts[number - 1]) }
        rest = rest[percent...].dropFirst(2)
      }
      return result + rest
    }

    private func parts(of sentence: String) -> [Substring]? {
      guard let first = pieces.first, sentence.hasPrefix(first) else { return nil }
      var parts: [Substring] = []
      var rest = sentence.dropFirst(first.count)
      for (number, piece) in pieces.enumerated().dropFirst() {
        if number == pieces.count - 1 {
          guard rest.hasSuffix(piece) else { return nil }
          parts.append(rest.dropLast(piece.count))
          return parts
        }
        guard let found = rest.firstRange(of: piece) else { return nil }
        parts.append(rest[..<found.lowerBound])
        rest = rest[found.upperBound...]
      }
      return rest.isEmpty ? parts : nil
    }

    /// `'en', 'ko' or 'ja'` as `en, ko, ja`, and `a', 'b` as `a, b`.
    private static func listed(_ part: Substring) -> String {
      guard part.contains("'") else { return String(part) }
      return String(part).replacing("' and '", with: ", ").replacing("' or '", with: ", ")
        .replacing("', '", with: ", ").replacing("'", with: "")
    }
  }
}
