import ByteBasics
import NoteIndex
import NoteModel
import NoteSyntax
import Wording

/// A field whose links lead to notes of a folder, in one note.
struct FieldLinkPlace: Sendable {
  fileprivate let key: String
  fileprivate let folder: String
  fileprivate let range: ByteRange

  /// Returns true for a link of the field that leads to a note outside the folder.
  func isLeft(by link: LinkRow) -> Bool {
    guard let inner = link.range, range.contains(inner), let target = link.target else { return false }
    return folder != "." && !target.string.hasPrefix(folder + "/")
  }

  func sentence(of link: LinkRow) -> Message {
    Message(
      "\(key): “\(link.destination)” is not in the folder \(folder)",
      ko: "\(key): “\(link.destination)” 메모가 \(folder) 폴더에 없습니다")
  }
}

extension NoteSchemas {
  /// Returns the fields of a note whose links must lead to a folder.
  func linkPlaces(in note: Note) -> [FieldLinkPlace] {
    guard !isEmpty, let entries = note.document.frontMatter?.entries else { return [] }
    return rules(for: note).flatMap { rule -> [FieldLinkPlace] in
      guard let folder = rule.folder else { return [] }
      let key = FieldCatalogue.canonical(rule.key)
      return entries.compactMap { entry in
        guard FieldCatalogue.canonical(entry.key) == key, let range = entry.valueRange else { return nil }
        return FieldLinkPlace(key: entry.key, folder: folder, range: range)
      }
    }
  }
}

extension RepositoryCheck {
  static let fieldLink = RepositoryCheck(
    "field-link", .warning,
    "A link in a field to a note outside of the folder that the schema requires.",
    ko: "스키마에서 정한 폴더 밖의 메모로 가는 필드의 링크"
  ) { scene in
    try scene.notes.values.filter { !$0.linkPlaces.isEmpty }.sorted { $0.path < $1.path }
      .flatMap { note in
        try scene.workspace.index.links(from: note.path).compactMap { link in
          note.linkPlaces.first { $0.isLeft(by: link) }.map { place in
            Mistake(path: note.path, range: link.range, line: link.line, message: place.sentence(of: link))
          }
        }
      }
  }
}
