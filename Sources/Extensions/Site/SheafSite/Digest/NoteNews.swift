import ByteBasics
package import NoteModel
import NotePresentation
import NoteSyntax
import Wording

/// The net difference of two versions of a note as its readers would tell it: sentences, items, cells and fields, never
/// lines of a file.
package struct NoteNews: Sendable {
  /// A change, in the order in which changes are told.
  package struct Change: Sendable, Hashable {
    package enum Kind: Int, Sendable, CaseIterable {
      case moved, renamed, ticked, reopened, added, changed, row, code, field, removed

      var name: String { String(describing: self) }
    }

    package let kind: Kind
    /// Words of the note. Of a move the places before and after, of a field its values before and after.
    package var pieces: [DigestRun]
    /// The state of a box that came or was ticked.
    package var box: TaskStatus?
    /// The nearest heading above; nil above the first.
    package var heading: String?
    package var field: String?
    /// The links that followed a new name, the lines of code that differ.
    package var count = 0
    /// The words that count for the order of notes.
    var weight = 0.0

    init(_ kind: Kind, _ pieces: [DigestRun], box: TaskStatus? = nil, heading: String? = nil) {
      self.kind = kind
      self.pieces = pieces
      self.box = box
      self.heading = heading
    }

    /// The words that are there now.
    package var text: String { Self.joined(pieces.filter { $0.kind != .old }) }
    /// The words that were there before.
    package var old: String { Self.joined(pieces.filter { $0.kind != .new }) }

    static func joined(_ pieces: [DigestRun]) -> String {
      pieces.map(\.text).joined().split(separator: " ").joined(separator: " ")
    }
  }

  package var changes: [Change]

  package var weight: Double { changes.reduce(0) { $0 + $1.weight } }

  /// The facts of the rest of the repository that a comparison uses.
  package struct Context: Sendable {
    /// The old names of renamed and moved notes, with the present names.
    package var names: [String: String] = [:]
    /// The fields whose changes are news.
    package var fields: Set<String> = Set(DigestSettings.usualFields)
    /// The titles of boxes that are told elsewhere.
    package var toldBoxes: Set<String> = []
    /// False where former words may not be shown.
    package var showsFormerWords = true

    package init() {}
  }

  /// - Parameters:
  ///   - old: The note as it was.
  ///   - new: The note as it is.
  package init(from old: Note, to new: Note, _ context: Context = Context()) {
    var changes = Self.places(old, new)
    let match = UnitMatch(before: NoteUnits(old, context.names).units, after: NoteUnits(new, context.names).units)
    changes += match.changes(toldBoxes: context.toldBoxes)
    changes += Self.fields(old, new, context.fields)
    if !context.showsFormerWords {
      changes = changes.filter { ![.removed, .moved, .renamed, .field].contains($0.kind) }
      for index in changes.indices {
        let kept = changes[index].pieces.filter { $0.kind != .old }
        // The space between a former word and the new one goes with the former.
        changes[index].pieces = kept.enumerated().filter { number, piece in
          piece.text != " " || number > 0 && kept[number - 1].text.last != " "
        }.map(\.element)
      }
      changes.removeAll { $0.pieces.isEmpty && $0.kind != .code }
    } else if changes.contains(where: { [.added, .row].contains($0.kind) }) {
      // Next to added sentences, a removed part of a sentence is not reported.
      changes.removeAll { $0.kind == .removed && !$0.isWhole }
    }
    self.changes = changes.enumerated().sorted {
      ($0.element.kind.rawValue, $0.offset) < ($1.element.kind.rawValue, $1.offset)
    }.map(\.element)
  }

  private static func places(_ old: Note, _ new: Note) -> [Change] {
    var changes: [Change] = []
    func change(_ kind: Change.Kind, _ from: String, _ to: String) {
      var change = Change(kind, [DigestRun(kind: .old, text: from), DigestRun(kind: .new, text: to)])
      change.weight = 1
      changes.append(change)
    }
    if old.path.folder != new.path.folder {
      change(.moved, shown(old.path, beside: new.path), shown(new.path, beside: old.path))
    }
    if old.title != new.title { change(.renamed, old.title, new.title) }
    return changes
  }

  /// Returns the folder of a note without the first folder of both, as `일/절차` for `Memo/일/절차`.
  private static func shown(_ path: NotePath, beside other: NotePath) -> String {
    let parts = (path.folder?.string ?? "").split(separator: "/")
    let others = (other.folder?.string ?? "").split(separator: "/")
    let isShared = parts.count > 1 && others.count > 1 && parts.first == others.first
    let text = (isShared ? parts.dropFirst() : parts[...]).joined(separator: "/")
    return text.isEmpty ? "/" : text
  }

  private static func fields(_ old: Note, _ new: Note, _ wanted: Set<String>) -> [Change] {
    func values(_ note: Note) -> [String: [String]] {
      Dictionary(grouping: note.fields) { FieldCatalogue.field(for: $0.key)?.key ?? $0.key }.mapValues {
        $0.map(\.text)
      }
    }
    let (before, after) = (values(old), values(new))
    return wanted.sorted().compactMap { key in
      let (from, to) = (before[key] ?? [], after[key] ?? [])
      // A new title is a new name.
      guard from != to, key != "title", Set(from) != Set(to) else { return nil }
      var change = Change(
        .field,
        [
          DigestRun(kind: .old, text: from.joined(separator: ", ")),
          DigestRun(kind: .new, text: to.joined(separator: ", ")),
        ])
      change.field = key
      change.weight = 1
      return change
    }
  }
}

extension NoteNews.Change {
  /// True if a whole sentence went.
  fileprivate var isWhole: Bool { pieces.count == 1 && (pieces[0].text.last.map { ".!?。！？…".contains($0) } ?? false) }
}
