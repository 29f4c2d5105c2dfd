import ByteBasics
import NoteModel
import SafeHTML
import Wording

extension ExportFormat {
  static let html = ExportFormat("html", content: .rendered) { HTMLExporter($0) }
}

private struct HTMLExporter: NoteExporter {
  private let options: ExportOptions
  private let anchors: NoteAnchorTable
  private var count = 0

  init(_ options: ExportOptions) {
    self.options = options
    anchors = NoteAnchorTable(options.contents)
  }

  mutating func start() -> [UInt8] {
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
      \(isBook ? contents : "")
      """.utf8)
  }

  private var isBook: Bool { options.contents.count != 1 }

  private var contents: String {
    let items = options.contents.map { path, title in
      "<li><a href=\"#\(BookText.escaped(anchors[path] ?? ""))\">\(BookText.escaped(title))</a></li>\n"
    }.joined()
    return "<h1>\(BookText.escaped(options.title))</h1>\n<nav><ol>\n\(items)</ol></nav>\n\n"
  }

  mutating func bytes(of note: ExportedNote) -> [UInt8] {
    let (anchors, options) = (anchors, options)
    var body = options.body(note, { anchors[$0].map { "#" + $0 } }) { path in
      options.picture(path).map { "data:\($0.mediaType);base64," + Base64.text($0.bytes) }
    }
    count += 1
    if isBook { body = PagePlace.renamed(body, prefix: NoteAnchorTable.placePrefix(ofNote: count)) }
    let anchor = BookText.escaped(anchors[note.note.path] ?? "")
    let heading = isBook ? "h2" : "h1"
    let title = "<\(heading) id=\"\(anchor)\">\(BookText.escaped(note.note.title))</\(heading)>"
    return Array("<section>\n\(title)\n".utf8) + body + Array("</section>\n".utf8)
  }

  mutating func end() -> [UInt8] { Array("</body>\n</html>\n".utf8) }
}
