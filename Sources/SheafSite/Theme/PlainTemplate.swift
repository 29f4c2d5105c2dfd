/// A template that uses only values and sections, filled many times faster than by the Mustache library.
///
/// Ten thousand pages are made from one template. What it does not understand it leaves to the library.
struct PlainTemplate: Sendable {
  private enum Piece: Sendable {
    case text([UInt8])
    case value([String], escapes: Bool)
    case section([String], isInverted: Bool, [Piece])
  }

  /// A section that is not yet closed.
  private struct Open {
    var name: Substring = ""
    var isInverted = false
    var pieces: [Piece] = []
  }

  private let pieces: [Piece]

  /// Bytes of a page.
  private static let usualSize = 8_192

  /// nil where the template contains anything but values and sections within their lines.
  init?(_ text: String) {
    var open = [Open()]
    var rest = text[...]
    while let start = rest.firstRange(of: "{{") {
      let isRaw = rest[start.upperBound...].first == "{"
      let close = isRaw ? "}}}" : "}}"
      let tagStart = isRaw ? rest.index(after: start.upperBound) : start.upperBound
      guard let end = rest[tagStart...].firstRange(of: close) else { return nil }
      let before = rest[..<start.lowerBound]
      if !before.isEmpty { open[open.count - 1].pieces.append(.text(Array(before.utf8))) }
      let after = rest[end.upperBound...]
      let tag = rest[tagStart..<end.lowerBound]
      let isAlone = Self.isAlone(text, tag: start.lowerBound, after: end.upperBound)
      guard Self.add(tag, isRaw: isRaw, isAlone: isAlone, to: &open) else { return nil }
      rest = after
    }
    guard open.count == 1 else { return nil }
    pieces = open[0].pieces + [.text(Array(rest.utf8))]
  }

  /// The library takes the whole line away where a section's tag is alone on it.
  private static func isAlone(_ text: String, tag: String.Index, after: String.Index) -> Bool {
    let head = text[..<tag].reversed().prefix { $0 != "\n" }
    let tail = text[after...].prefix { $0 != "\n" }
    let isLast = text[after...].isEmpty
    return head.allSatisfy { $0 == " " || $0 == "\t" } && tail.allSatisfy { $0 == " " } && !isLast
  }

  private static func add(
    _ tag: Substring, isRaw: Bool, isAlone: Bool, to open: inout [Open]
  ) -> Bool {
    let kind = tag.first ?? " "
    let name = "#^/".contains(kind) && !isRaw ? tag.dropFirst() : tag
    guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0 == ".") }),
      name.first != ".", name.last != "."
    else { return false }
    let path = name.split(separator: ".").map(String.init)
    switch kind {
    case "#" where !isRaw && !isAlone, "^" where !isRaw && !isAlone:
      open.append(Open(name: name, isInverted: kind == "^"))
    case "/" where !isRaw && !isAlone:
      guard open.count > 1, let section = open.popLast(), section.name == name else { return false }
      open[open.count - 1].pieces.append(
        .section(path, isInverted: section.isInverted, section.pieces))
    case "#", "^", "/": return false
    default: open[open.count - 1].pieces.append(.value(path, escapes: !isRaw))
    }
    return true
  }

  func filled(_ values: TemplateValue) -> [UInt8] {
    var html: [UInt8] = []
    html.reserveCapacity(Self.usualSize)
    var stack = [values]
    Self.append(pieces, &stack, to: &html)
    return html
  }

  /// Templates are nested as deep as their author wrote them.
  private static func append(
    _ pieces: [Piece], _ stack: inout [TemplateValue], to html: inout [UInt8]
  ) {
    for piece in pieces {
      switch piece {
      case .text(let text): html += text
      case .value(let path, let escapes): append(find(path, stack), escapes: escapes, to: &html)
      case .section(let path, true, let inner):
        if isNothing(find(path, stack)) { append(inner, &stack, to: &html) }
      case .section(let path, false, let inner):
        guard let value = find(path, stack) else { continue }
        let items = if case .list(let items) = value { items } else { [value] }
        for item in items {
          stack.append(item)
          append(inner, &stack, to: &html)
          stack.removeLast()
        }
      }
    }
  }

  private static func append(
    _ value: TemplateValue?, escapes: Bool, to html: inout [UInt8]
  ) {
    switch value {
    case .text(let text):
      if escapes { TemplateEscaping.append(text.utf8, to: &html) } else { html += text.utf8 }
    case .html(let bytes):
      guard escapes else {
        html += bytes
        return
      }
      TemplateEscaping.append(bytes, to: &html)
    case .list, .object, .words, nil: break
    }
  }

  private static func isNothing(_ value: TemplateValue?) -> Bool {
    switch value {
    case nil: true
    case .list(let items): items.isEmpty
    case .text, .html, .object, .words: false
    }
  }

  /// The innermost value of the first name, then its members.
  private static func find(_ path: [String], _ stack: [TemplateValue]) -> TemplateValue? {
    for value in stack.reversed() {
      guard var found = value[path[0]] else { continue }
      for name in path.dropFirst() {
        guard let member = found[name] else { return nil }
        found = member
      }
      return found
    }
    return nil
  }
}
