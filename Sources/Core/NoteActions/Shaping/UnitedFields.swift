import ByteBasics
import NoteMerging
import NoteModel
import NoteSyntax
import Wording

/// The front matter of a note, united with that of notes that are joined into it, as a merge of git unites it.
struct UnitedFields {
  private let document: Document
  private let path: NotePath
  private var bytes: [UInt8]
  /// The fields of other notes with another value, which were not taken over.
  private(set) var dropped: [(path: NotePath, key: String)] = []

  init(of document: Document, at path: NotePath) {
    self.document = document
    self.path = path
    bytes = Array(document.source.bytes[..<document.body.lowerBound])
  }

  /// The fields that identify a note, or open a letter: they are not united.
  private static let ownKeys: Set<String> = ["id", "title", "unseal", "aliases"]

  mutating func unite(_ other: Document, at otherPath: NotePath) throws {
    guard let frontMatter = other.frontMatter else { return }
    guard frontMatter.format == .yaml else { throw unreadable(otherPath) }
    var theirs = Array(other.source.bytes[..<other.body.lowerBound])
    for entry in frontMatter.entries
    where Self.ownKeys.contains(FieldCatalogue.field(for: entry.key)?.key ?? FieldCatalogue.folded(entry.key)) {
      theirs = try Self.edited(theirs, otherPath, entry.key, .unset)
    }
    while Document(parsing: theirs).frontMatter?.entries.isEmpty == false {
      guard let outcome = NoteMerge(rules: .notes).merge(base: nil, ours: bytes, theirs: theirs) else {
        throw unreadable(otherPath)
      }
      guard let conflict = outcome.conflicts.first else {
        bytes = outcome.bytes
        return
      }
      guard case .field(let key) = conflict else { throw unreadable(otherPath) }
      theirs = try Self.edited(theirs, otherPath, key, .unset)
      dropped.append((otherPath, key))
    }
  }

  /// Adds the names that the note does not have.
  mutating func add(aliases names: [String], in layout: VaultLayout) throws {
    for name in names {
      let known = Note(Document(parsing: bytes), at: path, in: layout).names
      if known.contains(where: { $0.key == nameKey(name) }) { continue }
      bytes = try Self.edited(bytes, path, "aliases", .add(name))
    }
  }

  /// Adds the bytes before the body.
  func append(to note: inout ComposedNote) {
    let head = ByteRange(0, document.body.lowerBound)
    if bytes == Array(document.source.bytes[head.indices]) {
      note.append(head, of: document, at: path)
    } else if head.isEmpty {
      // New front matter replaces no bytes, so positions at the beginning of the text stay there.
      note.append(new: bytes)
    } else {
      note.append(bytes, for: head, at: path)
    }
  }

  static func edited(
    _ bytes: [UInt8], _ path: NotePath, _ key: String, _ change: FrontMatterEditor.Change
  ) throws -> [UInt8] {
    do throws(FrontMatterRefusal) {
      return try FrontMatterEditor(Document(parsing: bytes)).result(key, change).source.bytes
    } catch {
      throw refusedChange(path, error)
    }
  }
}

private func unreadable(_ path: NotePath) -> Problem {
  Problem(
    .conflict,
    Message(
      "\(path): the front matter cannot be merged with the front matter of the other note",
      ko: "\(path): 다른 메모의 머리말과 합칠 수 없는 머리말입니다"))
}
