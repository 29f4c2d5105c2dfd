import ByteBasics
package import RegularExpressions
import Wording

/// A search pattern for the text of notes, and its replacement.
package struct Replacement: Sendable {
  private enum Piece: Sendable {
    case text([UInt8])
    case group(Int)
  }

  package let pattern: TextPattern
  private let pieces: [Piece]

  /// Replaces one text with another. Throws if the text is empty, of several lines or too long.
  ///
  /// - Parameter isWholeWord: True if the text is to be replaced only between spaces and punctuation.
  package init(_ old: String, with new: String, ignoresCase: Bool, isWholeWord: Bool = false) throws {
    guard !old.isEmpty, !old.contains(where: \.isNewline) else {
      throw Problem(.usage, Message("The text to be replaced must be on one line", ko: "바꿀 텍스트는 한 줄 안에 있어야 합니다"))
    }
    let text = TextPattern.literal(old)
    pattern = try TextPattern(text, flags: ignoresCase ? "i" : "", isWholeWord: isWholeWord)
    pieces = [.text(Array(new.utf8))]
  }

  /// Makes a replacement for the matches of a regular expression.
  ///
  /// - Parameter template: The text in its place, with `$1`, `${name}`, `$0` and `$$`.
  package init(pattern text: String, with template: String, ignoresCase: Bool, isWholeWord: Bool = false) throws {
    pattern = try TextPattern(text, flags: ignoresCase ? "i" : "", isWholeWord: isWholeWord)
    pieces = try Self.pieces(of: template, pattern)
  }

  private static func pieces(of template: String, _ pattern: TextPattern) throws(Problem) -> [Piece] {
    var pieces: [Piece] = []
    var rest = template[...]
    while let dollar = rest.firstIndex(of: "$") {
      pieces.append(.text(Array(rest[..<dollar].utf8)))
      rest = rest[dollar...].dropFirst()
      if rest.first == "$" {
        pieces.append(.text([UInt8(ascii: "$")]))
        rest = rest.dropFirst()
        continue
      }
      let name: Substring
      if rest.first == "{", let close = rest.firstIndex(of: "}") {
        name = rest[..<close].dropFirst()
        rest = rest[close...].dropFirst()
      } else {
        name = rest.prefix { $0.isASCII && $0.isNumber }
        rest = rest.dropFirst(name.count)
      }
      guard let number = pattern.group(named: String(name)) else {
        throw Problem(
          .usage, Message("The expression has no group “\(name)”", ko: "정규식에 “\(name)” 그룹이 없습니다"),
          hint: Message("“$$” is a dollar sign.", ko: "달러 기호는 “$$”로 씁니다."))
      }
      pieces.append(.group(number))
    }
    return pieces + [.text(Array(rest.utf8))]
  }

  /// Returns the edits of a text, in its order. Throws ``PatternError`` for a pattern that takes too long.
  func edits(in bytes: [UInt8], _ matcher: PatternMatcher) throws(PatternError) -> [TextEdit] {
    try matcher.matches(in: bytes).map { match in
      let new = pieces.flatMap { piece -> [UInt8] in
        switch piece {
        case .text(let text): text
        case .group(let number): match.groups[number].map { Array(bytes[$0.indices]) } ?? []
        }
      }
      return TextEdit(range: match.range, replacement: new)
    }
  }
}
