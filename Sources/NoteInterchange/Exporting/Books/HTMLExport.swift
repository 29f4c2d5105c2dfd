import ByteBasics
import NoteModel
import Wording

extension ExportFormat {
  static let html = ExportFormat(
    "html", Message("One HTML page with contents, pictures inside", ko: "목차와 그림이 들어 있는 HTML 문서 하나")
  ) { HTMLExporter($0) }
}

private struct HTMLExporter: NoteExporter {
  private let options: ExportOptions
  private let anchors: NoteAnchorTable

  init(_ options: ExportOptions) {
    self.options = options
    anchors = NoteAnchorTable(options.contents)
  }

  mutating func start() -> [UInt8] {
    let items = options.contents.map { path, title in
      "<li><a href=\"#\(BookText.escaped(anchors[path] ?? ""))\">\(BookText.escaped(title))</a></li>\n"
    }.joined()
    return Array(
      """
      <!DOCTYPE html>
      <html lang="\(options.language.rawValue)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(BookText.escaped(options.title))</title>
      <style>
      :root { color-scheme: light dark; }
      \(BookText.style)
      </style>
      </head>
      <body>
      <h1>\(BookText.escaped(options.title))</h1>
      <nav><ol>
      \(items)</ol></nav>

      """.utf8)
  }

  mutating func bytes(of note: ExportedNote) -> [UInt8] {
    let (anchors, options) = (anchors, options)
    let body = options.body(note, { anchors[$0].map { "#" + $0 } }) { path in
      options.picture(path).map { "data:\($0.mediaType);base64," + Base64.text($0.bytes) }
    }
    let anchor = BookText.escaped(anchors[note.note.path] ?? "")
    let head = "<section id=\"\(anchor)\">\n<h2>\(BookText.escaped(note.note.title))</h2>\n"
    return Array(head.utf8) + body + Array("</section>\n".utf8)
  }

  mutating func end() -> [UInt8] { Array("</body>\n</html>\n".utf8) }
}
