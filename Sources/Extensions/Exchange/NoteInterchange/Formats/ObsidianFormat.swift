import ByteBasics
import NoteModel
import NoteSyntax
import Wording

extension ImportFormat {
  static let obsidian = ImportFormat("obsidian", takesArchives: true) { source, options, receiver in
    let files = source.files.filter { !("/" + $0.path).contains("/.") }
    let vault = ImportSource(files, problems: source.problems)
    let links = WikiLinks(in: vault)
    try FolderReader(vault, options, receiver, ["md"], wikiLinks: links).read()
  }
}

/// Wiki links of a vault as links of Markdown.
struct WikiLinks {
  private let source: ImportSource
  /// Files by their names, folded; notes without their ending.
  private let byName: [String: [ImportFile]]

  init(in source: ImportSource) {
    self.source = source
    byName = Dictionary(grouping: source.files) { Self.key($0.name) }
  }

  private static func key(_ name: String) -> String {
    foldedName(name.hasSuffix(".md") ? String(name.dropLast(3)) : name)
  }

  /// Writes the links of a note again; those to files that the vault does not have stay.
  func convert(_ note: inout ImportedNote, from file: ImportFile) {
    let document = Document(parsing: Array(note.body.utf8))
    let edits = document.links.compactMap { link -> TextEdit? in
      guard link.kind == .wiki || link.kind == .embed, let range = link.range,
        let target = link.destination.isEmpty ? file : target(of: link.destination, from: file)
      else { return nil }
      let isPicture = link.kind == .embed && FileKind(target.name) == .picture
      let path = target.path == file.path ? "" : relative(target, from: file)
      let destination = LinkDestinationStyle.markdown(path) + Self.fragment(of: link)
      // A number is the width of a picture.
      let text = link.text.flatMap { $0.allSatisfy { $0.isNumber || $0 == "x" } ? nil : $0 }
      let name = text ?? (isPicture ? target.stem : Self.name(of: link))
      let label = name.filter { $0 != "[" && $0 != "]" }
      return TextEdit(range: range, replacement: (isPicture ? "!" : "") + "[\(label)](\(destination))")
    }
    guard !edits.isEmpty, let changed = try? document.source.applying(edits) else { return }
    note.body = String(decoding: changed.bytes, as: UTF8.self)
  }

  /// Returns the text that Obsidian shows for a link without a text of its own.
  private static func name(of link: Link) -> String {
    let parts = [link.destination] + (link.fragment ?? "").split(separator: "#").map(String.init)
    return parts.filter { !$0.isEmpty }.joined(separator: " › ")
  }

  private static func fragment(of link: Link) -> String {
    guard let fragment = link.fragment, !fragment.isEmpty else { return "" }
    if fragment.hasPrefix("^") { return "#" + fragment }
    // `#A#B` is the heading B below A.
    let last = fragment.split(separator: "#").last.map(String.init) ?? fragment
    return "#" + HeadingAnchors.linkSlug(last)
  }

  /// Returns the file that Obsidian finds for a link: by path from the root or from the note, or by name, the nearest
  /// to the root first.
  private func target(of destination: String, from file: ImportFile) -> ImportFile? {
    let folder = file.folder.isEmpty ? "" : file.folder + "/"
    for place in [destination, folder + destination] {
      for ending in ["", ".md"] {
        if let path = NotePath(place + ending), let found = source.file(at: path.string) { return found }
      }
    }
    let names = destination.split(separator: "/")
    guard let last = names.last else { return nil }
    let folders = foldedName(names.dropLast().joined(separator: "/"))
    return byName[Self.key(String(last))]?
      .filter { folders.isEmpty || ("/" + foldedName($0.folder)).hasSuffix("/" + folders) }
      .min { ($0.path.utf8.count { $0 == 0x2F }, $0.path) < ($1.path.utf8.count { $0 == 0x2F }, $1.path) }
  }

  private func relative(_ target: ImportFile, from file: ImportFile) -> String {
    NotePath(trusted: target.path).relative(to: NotePath(trusted: file.path).folder)
  }
}
