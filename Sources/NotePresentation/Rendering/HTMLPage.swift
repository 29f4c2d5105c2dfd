package import NoteModel
import NoteSyntax

/// A note as HTML: the body alone, or a page that needs nothing else.
package struct HTMLPage {
  private let note: Note
  /// Where a wiki link leads, nil for one that leads nowhere.
  private let address: (String) -> String?

  package init(_ note: Note, address: @escaping (String) -> String?) {
    self.note = note
    self.address = address
  }

  /// The body's HTML.
  package var fragment: String {
    let document = note.document
    let html = SafeHTML.render(document.source.bytes[document.body.indices])
    return WikiLinkHTML.replaceLinks(in: html, address: address)
  }

  /// A whole page: one file, no script, no outside reference.
  package var page: String {
    let language = note.fields.first { $0.key == "lang" }?.text ?? "en"
    let hasHeading = note.document.headings.contains { $0.level == 1 }
    let heading = hasHeading ? "" : "<h1>\(escapedHTML(note.title))</h1>\n"
    return """
      <!DOCTYPE html>
      <html lang="\(escapedHTML(language))">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(escapedHTML(note.title))</title>
      <style>
      \(Self.style)
      </style>
      </head>
      <body>
      <main>
      \(heading)\(fragment)</main>
      </body>
      </html>

      """
  }

  private static let style = """
    :root { color-scheme: light dark; }
    body { margin: 2rem auto; max-width: 42rem; padding: 0 1rem; line-height: 1.6;
      font-family: system-ui, "Noto Sans KR", sans-serif; }
    pre { overflow-x: auto; padding: .75rem; border: 1px solid #8884; border-radius: 4px; }
    blockquote { margin-left: 0; padding-left: 1rem; border-left: 3px solid #8886; }
    table { border-collapse: collapse; } th, td { border: 1px solid #8886; padding: .25rem .6rem; }
    img { max-width: 100%; height: auto; }
    .broken { text-decoration: underline dotted; }
    """
}

/// Replaces `[[wiki links]]` in HTML that cmark has made, in text only: not in tags, not in code.
enum WikiLinkHTML {
  static func replaceLinks(in html: String, address: (String) -> String?) -> String {
    let bytes = Array(html.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    var codeDepth = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "<") {
        let end = bytes[index...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? bytes.count
        codeDepth += codeChange(bytes[index..<end])
        result += bytes[index..<end]
        index = end
      } else if codeDepth == 0, let (link, end) = link(bytes, at: index) {
        result += rendered(link, address).utf8
        index = end
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func codeChange(_ tag: ArraySlice<UInt8>) -> Int {
    if tag.starts(with: "<code".utf8) || tag.starts(with: "<a ".utf8) { return 1 }
    if tag.starts(with: "</code".utf8) || tag.starts(with: "</a>".utf8) { return -1 }
    return 0
  }

  /// `[[…]]` without a tag inside.
  private static func link(_ bytes: [UInt8], at start: Int) -> (String, Int)? {
    guard bytes[start] == UInt8(ascii: "["), start + 1 < bytes.count,
      bytes[start + 1] == UInt8(ascii: "[")
    else { return nil }
    var index = start + 2
    while index + 1 < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "<"), UInt8(ascii: "["), 0x0A: return nil
      case UInt8(ascii: "]"):
        guard bytes[index + 1] == UInt8(ascii: "]"), index > start + 2 else { return nil }
        return (String(decoding: bytes[(start + 2)..<index], as: UTF8.self), index + 2)
      default: index += 1
      }
    }
    return nil
  }

  /// `text` is HTML already.
  private static func rendered(_ text: String, _ address: (String) -> String?) -> String {
    let bar = text.firstIndex(of: "|")
    let target = String(bar.map { text[..<$0] } ?? text[...])
    let shown = String(bar.map { text[text.index(after: $0)...] } ?? text[...])
    guard let address = address(target) else { return "<span class=\"broken\">\(shown)</span>" }
    return "<a href=\"\(escapedHTML(address))\">\(shown)</a>"
  }
}
