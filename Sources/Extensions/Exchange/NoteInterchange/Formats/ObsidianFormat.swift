import ByteBasics
import NoteModel
import NoteSyntax
import Wording

extension ImportFormat {
  static let obsidian = ImportFormat(
    "obsidian",
    Message("Obsidian: a vault's folder, as plain Markdown", ko: "Obsidian: 볼트 폴더를 일반 마크다운으로"),
    takesArchives: true,
    fidelity: Fidelity(
      kept: Message(
        "front matter, text, folders, tags, links to headings, pictures and files that notes use",
        ko: "머리말, 내용, 폴더, 태그, 소제목으로 가는 링크, 메모에서 쓰는 그림과 파일"),
      changed: Message(
        "[[links]] and embeds of files become Markdown links, an embedded note a link to it",
        ko: "[[링크]]와 임베드한 파일은 마크다운 링크가 되고, 임베드한 메모는 그 메모로 가는 링크가 됩니다"),
      lost: Message(
        "settings, canvases and plug-ins; links to missing notes are not changed",
        ko: "설정, 캔버스, 플러그인. 없는 메모로 가는 링크는 그대로 둡니다"))
  ) { source, options, receiver in
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
        if let path = NotePath(place + ending), let found = source.file(at: path.string) {
          return found
        }
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
