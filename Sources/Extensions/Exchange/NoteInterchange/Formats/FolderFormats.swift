import ByteBasics
import CivilCalendar
import MarkdownFormatting
import NoteModel
import NotePresentation
import NoteSyntax
import Wording

extension ImportFormat {
  static let html = ImportFormat("html", takesArchives: true) { source, options, receiver in
    try FolderReader(source, options, receiver, ["html", "htm", "xhtml"]).read()
  }

  static let text = ImportFormat("text", takesArchives: true) { source, options, receiver in
    try FolderReader(source, options, receiver, ["md", "markdown", "txt"]).read()
  }

  static let appleNotes = ImportFormat("apple-notes", takesArchives: true) { source, options, receiver in
    try FolderReader(source, options, receiver, ["md", "markdown", "txt", "html", "htm"]).read()
  }

  static let pandoc = ImportFormat("pandoc", converts: .all) { source, options, receiver in
    try FolderReader(source, options, receiver, ["md"], isConverted: true).read()
  }
}

/// Reads folders in which each file is a note and links are relative paths.
struct FolderReader {
  private let source: ImportSource
  private let dates: ImportDates
  private let receiver: any ImportReceiver
  private let endings: Set<String>
  /// True if the files were made for the import; their names come from the user's files.
  private let isConverted: Bool
  private let links: PathLinks
  private let wikiLinks: WikiLinks?

  init(
    _ source: ImportSource, _ options: ImportOptions, _ receiver: any ImportReceiver,
    _ endings: Set<String>, isConverted: Bool = false, wikiLinks: WikiLinks? = nil
  ) {
    self.wikiLinks = wikiLinks
    self.isConverted = isConverted
    self.source = source
    self.receiver = receiver
    self.endings = endings
    dates = ImportDates(zone: options.zone)
    links = PathLinks(source: source) { Self.isNote($0, endings) ? $0.path : nil }
  }

  private static func isNote(_ file: ImportFile, _ endings: Set<String>) -> Bool {
    let ending = file.name.lowercased().split(separator: ".").last.map(String.init) ?? ""
    return endings.contains(ending)
  }

  func read() throws {
    try receiver.forEach(source.files.filter { Self.isNote($0, endings) }) { file in
      try receiver.take(note(of: file))
    }
  }

  private func note(of file: ImportFile) throws -> ImportedNote {
    let text = try file.text()
    var note = ImportedNote(source: file.path, title: "", body: text, position: ImportPosition(file: file.path))
    note.folder = file.folder
    if file.hasExtension("html", "htm", "xhtml") {
      takePage(text, &note)
    } else if file.hasExtension("txt") {
      note.body = PlainMarkdown.text(text)
    } else {
      takeMarkdown(text, &note)
      if isConverted {
        note.body = String(decoding: MarkdownFormatter().format(Array(note.body.utf8)).bytes, as: UTF8.self)
      }
    }
    if note.title.isEmpty, note.text("title") == nil { note.title = title(of: file) }
    if !isConverted, let day = Day(iso: file.stem) {
      // A daily note becomes the diary entry of its day. A heading is kept in the text.
      (note.place, note.folder) = (.diary(day), "")
      if note.title == file.stem || file.hasExtension("md", "markdown") { note.title = "" }
    }
    if note.updated == nil, file.modified > 0, !isConverted {
      note.updated = dates.moment(unix: Double(file.modified))
    }
    wikiLinks?.convert(&note, from: file)
    links.add(to: &note, from: file)
    return note
  }

  private func title(of file: ImportFile) -> String {
    let name = file.stem
    guard isConverted, let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  private func takePage(_ text: String, _ note: inout ImportedNote) {
    let html = Array(text.utf8)
    let pictures = PagePictures()
    let result = HTMLConverter().convert(html) { pictures.key(of: $0) ?? HTMLConverter.safeAddress($0) }
    note.body = receiver.markdown(result, note.position)
    note.title = HTMLTitle.title(of: html)
    for (key, name, bytes) in pictures.all {
      note.references[key] = .file(key)
      note.attachments.append(ImportedAttachment(key: key, name: name) { bytes })
    }
  }

  /// Adds the front matter of a file to the note. Front matter that cannot be read as fields is kept as text.
  private func takeMarkdown(_ text: String, _ note: inout ImportedNote) {
    let document = Document(parsing: Array(text.utf8))
    if let frontMatter = document.frontMatter, !frontMatter.entries.isEmpty {
      for entry in frontMatter.entries where entry.key != "import" {
        note.fields.append(ImportedNote.Field(entry.key, entry.value.fieldValue))
      }
      if !document.readsAllFields { note.keep("front-matter", document.source.text(in: frontMatter.content)) }
      note.body = document.source.text(in: document.body)
    }
    let meaning = Note(document, at: NotePath(trusted: note.position.file))
    if meaning.titleField == nil { note.title = meaning.leadingHeading ?? "" }
    note.updated = meaning.updated
  }
}

extension Document {
  /// False for front matter with mistakes, and for TOML with more than plain values, lists and tables.
  fileprivate var readsAllFields: Bool {
    guard let frontMatter else { return true }
    let text = source.text(in: frontMatter.content)
    return switch frontMatter.format {
    case .yaml: !diagnostics.contains { $0.check == "front-matter-syntax" }
    case .toml: !["[[", "{", "\\", "\"\"\"", "'''"].contains { text.contains($0) }
    }
  }
}

extension ImportedNote {
  /// Returns the value of a field that is one text.
  func text(_ key: String) -> String? {
    switch fields.first(where: { $0.key == key })?.value {
    case .text(let text)?, .typed(let text)?: text
    case .list?, nil: nil
    }
  }
}

extension FrontMatterValue {
  /// The value in the form in which front matter is written.
  var fieldValue: FrontMatterEditor.FieldValue {
    switch self {
    case .scalar(let scalar):
      return scalar.style == .plain && !scalar.text.contains("\n") ? .typed(scalar.text) : .text(scalar.text)
    case .list(let items):
      let texts = items.compactMap { if case .scalar(let scalar) = $0 { scalar.text } else { nil } }
      return texts.count == items.count ? .list(texts) : .typed(json.text())
    case .map: return .typed(json.text())
    }
  }
}

/// The pictures that a page has in itself, as `data:image/png;base64,…`, each once.
final class PagePictures {
  private(set) var all: [(key: String, name: String, bytes: [UInt8])] = []
  private var keys: [String: String] = [:]

  private static let endings = [
    "image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp", "image/avif": "avif",
  ]

  /// Returns the placeholder of a picture in the text, which no path has. Nil for any other address.
  func key(of address: String) -> String? {
    guard address.utf8.prefix(5).elementsEqual("data:".utf8) else { return nil }
    if let key = keys[address] { return key }
    let parts = address.dropFirst(5).split(separator: ",", maxSplits: 1)
    guard parts.count == 2, parts[0].hasSuffix(";base64"),
      let ending = Self.endings[parts[0].prefix { $0 != ";" }.lowercased()],
      let bytes = Base64.bytes(parts[1].filter { !$0.isWhitespace }.utf8), !bytes.isEmpty
    else { return nil }
    let number = all.count + 1
    let key = "picture:\(number)"
    keys[address] = key
    all.append((key, "picture-\(number).\(ending)", bytes))
    return key
  }
}
