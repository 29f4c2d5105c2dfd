/// The info string of a fence: language, file name, highlighted lines.
///
/// ` ```swift title="main.swift" {2,4-6} `, ` ```swift:main.swift `, ` ```py hl_lines="2 4-6" `.
struct FenceInfo {
  var language = ""
  var title: String?
  var lines: Set<Int> = []

  /// - Parameters:
  ///   - word: The first word of the info string.
  ///   - rest: The rest of the info string.
  init(word: String, rest: String) {
    var text = rest
    if let brace = word.firstIndex(of: "{") {
      language = String(word[..<brace])
      text = word[brace...] + " " + rest
    } else if let colon = word.firstIndex(of: ":"), colon != word.startIndex {
      language = String(word[..<colon])
      title = String(word[word.index(after: colon)...])
    } else {
      language = word
    }
    title = Self.value(of: ["title", "filename", "file", "name"], in: text) ?? title
    if title?.isEmpty == true { title = nil }
    if let list = Self.value(of: ["hl_lines"], in: text) ?? Self.braces(in: text) {
      lines = Self.numbers(list)
    }
  }

  /// Returns the value of `name="words"` or `name=word`.
  private static func value(of names: [String], in text: String) -> String? {
    for name in names {
      guard let range = text.firstRange(of: name + "="),
        range.lowerBound == text.startIndex || " {,".contains(text[text.index(before: range.lowerBound)])
      else { continue }
      let rest = text[range.upperBound...]
      guard let quote = rest.first, quote == "\"" || quote == "'" else {
        return String(rest.prefix { $0 != " " && $0 != "}" })
      }
      return String(rest.dropFirst().prefix { $0 != quote })
    }
    return nil
  }

  private static func braces(in text: String) -> String? {
    guard let open = text.firstIndex(of: "{"), let close = text[open...].firstIndex(of: "}") else {
      return nil
    }
    return String(text[text.index(after: open)..<close])
  }

  private static let lineLimit = 10_000

  /// Parses numbers such as `1,3-5` or `1 3-5`.
  private static func numbers(_ list: String) -> Set<Int> {
    var numbers: Set<Int> = []
    for part in list.split(whereSeparator: { $0 == "," || $0 == " " }) {
      let ends = part.split(separator: "-").map { Int($0) }
      guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2, first > 0,
        first <= last, last <= lineLimit
      else { return [] }
      numbers.formUnion(first...last)
    }
    return numbers
  }
}
