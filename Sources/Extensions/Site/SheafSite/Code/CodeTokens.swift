import ByteBasics

/// Code split into tokens, each with its kind; together they are the code, byte for byte.
struct CodeTokens {
  /// The kind of a piece; the value is its class in a page.
  enum Kind: String, Sendable {
    case plain = ""
    case keyword = "k"
    case string = "s"
    case comment = "c"
    case number = "n"
    case type = "t"
    case escape = "x"
    /// A key, an attribute, a property, a variable.
    case name = "y"
    case prompt = "p"
    case inserted = "i"
    case deleted = "d"
    /// A section, a tag, the head of a hunk.
    case meta = "m"
  }

  let code: [UInt8]
  private var pieces: [(end: Int, kind: Kind)] = []
  /// The offset of the next piece.
  private(set) var index = 0

  init(_ code: [UInt8]) { self.code = code }

  var isAtEnd: Bool { index >= code.count }
  var byte: UInt8 { code[index] }
  var isAtLineStart: Bool { index == 0 || code[index - 1] == 0x0A }

  func at(_ offset: Int) -> UInt8 { offset >= 0 && offset < code.count ? code[offset] : 0 }

  func starts(with text: some Collection<UInt8>) -> Bool { code[index...].starts(with: text) }

  /// Takes the next piece, up to `end`.
  mutating func take(_ kind: Kind, to end: Int) {
    let end = min(max(end, index), code.count)
    guard end > index else { return }
    index = end
    if let last = pieces.last, last.kind == kind, kind == .plain {
      pieces[pieces.count - 1].end = end
    } else {
      pieces.append((end, kind))
    }
  }

  mutating func takePlain(_ count: Int = 1) { take(.plain, to: index + count) }

  /// The end of the line, without its line feed.
  var lineEnd: Int { code[index...].firstIndex(of: 0x0A) ?? code.count }

  /// Returns the first offset from `start` on that is not inside a word.
  func wordEnd(from start: Int, including extra: [UInt8] = []) -> Int {
    var end = start
    while end < code.count, Self.isWord(code[end]) || extra.contains(code[end]) { end += 1 }
    return end
  }

  static func isWord(_ byte: UInt8) -> Bool {
    ASCII.isLetter(byte) || byte &- 0x30 < 10 || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  /// Returns the code as HTML with a `span` for every piece that is not plain.
  ///
  /// - Parameter marked: The lines, from 1, that are in an element of their own.
  /// - Returns: The code, escaped.
  func html(marking marked: Set<Int>) -> [UInt8] {
    var html: [UInt8] = []
    html.reserveCapacity(code.count * 2)
    var start = 0
    var line = 1
    if marked.contains(1) { html += Self.lineStart }
    for (end, kind) in pieces {
      while start < end {
        // Pieces are cut at the ends of lines only where lines have elements.
        let lineEnd = marked.isEmpty ? nil : code[start..<end].firstIndex(of: 0x0A).map { $0 + 1 }
        append(code[start..<(lineEnd ?? end)], kind, to: &html)
        start = lineEnd ?? end
        guard lineEnd != nil else { continue }
        if marked.contains(line) { html += "</span>".utf8 }
        line += 1
        if marked.contains(line), start < code.count { html += Self.lineStart }
      }
    }
    if marked.contains(line), start > 0, code[start - 1] != 0x0A { html += "</span>".utf8 }
    return html
  }

  private static let lineStart = Array("<span class=\"hl\">".utf8)

  private func append(_ bytes: ArraySlice<UInt8>, _ kind: Kind, to html: inout [UInt8]) {
    if kind != .plain { html += "<span class=\"\(kind.rawValue)\">".utf8 }
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "&"): html += "&amp;".utf8
      case UInt8(ascii: "<"): html += "&lt;".utf8
      case UInt8(ascii: ">"): html += "&gt;".utf8
      default: html.append(byte)
      }
    }
    if kind != .plain { html += "</span>".utf8 }
  }
}
