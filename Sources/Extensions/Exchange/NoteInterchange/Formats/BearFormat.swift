import ByteBasics
import CivilCalendar
import NoteModel
import NoteSyntax
import Wording

extension ImportFormat {
  static let bear = ImportFormat("bear", takesArchives: true) { source, options, receiver in
    let reader = BearReader(source, ImportDates(zone: options.zone), receiver)
    try receiver.forEach(source.files.filter(BearReader.isText)) { try reader.read($0) }
    // The tags in `tags.json` are in the notes too.
    for file in source.files where file.name == "tags.json" { _ = try file.head(1) }
  }
}

/// Reads TextBundles: a folder with `text.md`, `info.json` and `assets`.
private struct BearReader {
  private let source: ImportSource
  private let dates: ImportDates
  private let receiver: any ImportReceiver
  private let links: PathLinks

  static func isText(_ file: ImportFile) -> Bool {
    file.stem == "text" && file.hasExtension("md", "markdown", "txt")
  }

  init(_ source: ImportSource, _ dates: ImportDates, _ receiver: any ImportReceiver) {
    self.source = source
    self.dates = dates
    self.receiver = receiver
    links = PathLinks(source: source) { _ in nil }
  }

  func read(_ file: ImportFile) throws {
    let place = file.folder.isEmpty ? "" : file.folder + "/"
    let info = try source.file(at: place + "info.json").map { try $0.json() } ?? .null
    let bear = info["net.shinyfrog.bear"] ?? info
    func isSet(_ key: String) -> Bool { bear[key]?.boolean == true || bear[key]?.double ?? 0 > 0 }
    let position = ImportPosition(file: file.path)
    let text = try file.text()
    if isSet("trashed") {
      return receiver.skip(position, Message("The note is in the bin", ko: "휴지통에 있는 메모입니다"))
    }
    if isSet("encrypted") {
      return receiver.skip(position, Message("The note is encrypted", ko: "암호화된 메모입니다"))
    }
    let bundle = file.folder.split(separator: "/").last.map(String.init) ?? ""
    let name = bundle.hasSuffix(".textbundle") ? String(bundle.dropLast(11)) : bundle
    var note = ImportedNote(
      source: bear["uniqueIdentifier"]?.string ?? file.path, title: "", body: text, position: position)
    let document = Document(parsing: Array(text.utf8))
    let meaning = Note(document, at: NotePath(trusted: "text.md"))
    note.title = meaning.leadingHeading ?? name
    note.tags = Self.wideTags(in: document, text)
    note.created = date("creationDate", bear)
    note.updated = date("modificationDate", bear)
    if isSet("pinned") { note.fields.append(.init("pinned", .typed("true"))) }
    if isSet("archived") { note.folder = "Archive" }
    note.set("source", info["sourceURL"]?.string ?? "")
    note.escapeComments()
    links.add(to: &note, from: file)
    note.addReferences(to: "bear://x-callback-url/open-note?id=")
    for link in document.links where link.kind.isWiki && note.references[link.destination] == nil {
      note.references[link.destination] = .title(link.destination)
    }
    try receiver.take(note)
  }

  private func date(_ key: String, _ value: JSONValue) -> CivilDate? {
    value[key]?.string.flatMap { dates.moment(iso: $0) }
  }

  /// Returns tags such as `#two words#`, which only Bear reads as one tag, outside code blocks.
  private static func wideTags(in document: Document, _ text: String) -> [String] {
    guard text.contains("# ") || text.contains("#\n") || text.hasSuffix("#") else { return [] }
    var tags: [String] = []
    var code = document.blocks.filter { $0.kind == .codeBlock }.map(\.range)[...]
    var offset = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let start = offset
      offset += line.utf8.count + 1
      while let first = code.first, first.upperBound <= start { code.removeFirst() }
      if let first = code.first, first.contains(start) { continue }
      var rest = line[...]
      while let start = rest.firstIndex(of: "#") {
        let isStart = start == rest.startIndex || rest[rest.index(before: start)].isWhitespace
        let words = rest[rest.index(after: start)...]
        rest = words
        guard isStart, let first = words.first, first.isLetter || first.isNumber,
          let end = words.firstIndex(of: "#"), words[..<end].contains(" "),
          !words[words.index(before: end)].isWhitespace
        else { continue }
        tags.append(String(words[..<end]))
        rest = words[words.index(after: end)...]
      }
    }
    return tags
  }
}
