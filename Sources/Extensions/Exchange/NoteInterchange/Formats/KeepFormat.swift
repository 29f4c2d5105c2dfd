import ByteBasics
import CivilCalendar
import MarkdownFormatting
import NoteSyntax
import Wording

extension ImportFormat {
  /// Google Keep's part of a Takeout archive.
  static let keep = ImportFormat("keep", takesArchives: true) { source, options, receiver in
    let reader = KeepReader(source: source, dates: ImportDates(zone: options.zone), receiver: receiver)
    try receiver.forEach(source.files.filter { $0.hasExtension("json") }) { try reader.read($0) }
  }
}

private struct KeepReader {
  let source: ImportSource
  let dates: ImportDates
  let receiver: any ImportReceiver

  func read(_ file: ImportFile) throws {
    try JSONRecords.forEach(in: file, receiver) { value, position in
      // Takeout has other files beside the notes.
      guard
        value["userEditedTimestampUsec"] != nil || value["textContent"] != nil
          || value["listContent"] != nil
      else { return }
      guard value["isTrashed"]?.boolean != true else {
        return receiver.skip(position, Message("The note is in the bin", ko: "휴지통에 있는 메모입니다"))
      }
      try receiver.take(note(value, file, position))
    }
  }

  private func note(_ value: JSONValue, _ file: ImportFile, _ position: ImportPosition) -> ImportedNote {
    var note = ImportedNote(
      source: file.name, title: value["title"]?.string ?? "", body: body(of: value, position), position: position)
    note.created = time("createdTimestampUsec", value)
    note.updated = time("userEditedTimestampUsec", value)
    note.tags = (value["labels"]?.items ?? []).compactMap { $0["name"]?.string }
    if value["isPinned"]?.boolean == true { note.fields.append(.init("pinned", .typed("true"))) }
    if value["isArchived"]?.boolean == true { note.folder = "Archive" }
    let color = value["color"]?.string?.lowercased() ?? "default"
    if color != "default" { note.set("color", color) }
    for attachment in value["attachments"]?.items ?? [] {
      guard let path = attachment["filePath"]?.string else { continue }
      let place = file.folder.isEmpty ? path : file.folder + "/" + path
      // Takeout says .jpeg where the file is a .jpg.
      let names = [place, place.replacing(".jpeg", with: ".jpg")]
      guard let found = names.lazy.compactMap({ source.file(at: $0) }).first else {
        receiver.change(position, MissingFile.message(path))
        continue
      }
      note.attachments.append(ImportedAttachment(key: path, name: found.name, file: found))
    }
    return note
  }

  private func time(_ key: String, _ value: JSONValue) -> CivilDate? {
    (value[key]?.double ?? value[key]?.string.flatMap { Double($0) }).flatMap {
      dates.moment(unix: $0 / 1_000_000)
    }
  }

  private func body(of value: JSONValue, _ position: ImportPosition) -> String {
    let text = value["textContent"]?.string ?? ""
    let boxes = (value["listContent"]?.items ?? []).map { item in
      DocumentTree.Item([.paragraph([.text(Self.words(item["text"]))])], isChecked: item["isChecked"]?.boolean == true)
    }
    let links = (value["annotations"]?.items ?? []).compactMap { Self.link($0, besides: text) }
    let lists = [boxes, links].filter { !$0.isEmpty }.map {
      DocumentTree.Block.list(DocumentTree.List(items: $0))
    }
    return receiver.markdown(PlainMarkdown.converted(PlainMarkdown.paragraphs(text) + lists), position)
  }

  /// Returns Keep's facts about a page; nil if that is no more than the text has.
  private static func link(_ annotation: JSONValue, besides text: String) -> DocumentTree.Item? {
    guard let url = annotation["url"]?.string else { return nil }
    let title = words(annotation["title"])
    let description = words(annotation["description"])
    if title.isEmpty, description.isEmpty, text.contains(url) { return nil }
    let link = DocumentTree.Inline.link([.text(title.isEmpty ? url : title)], to: url)
    return DocumentTree.Item([.paragraph([link] + (description.isEmpty ? [] : [.text(": " + description)]))])
  }

  private static func words(_ value: JSONValue?) -> String {
    (value?.string ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

enum MissingFile {
  static func message(_ path: String) -> Message {
    Message("The file \(path) is missing", ko: "파일이 없습니다: \(path)")
  }
}
