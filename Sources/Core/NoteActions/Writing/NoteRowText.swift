import ByteBasics
package import CivilCalendar
package import NoteModel
package import NoteRepository
import NoteSyntax
package import Wording

/// Notes as lines of a text that people edit: number, title and fields, with ` | ` between them.
///
/// ```
/// 1 | Draft the report | status=todo | due=2026-11-27 | tags=work, home
/// ```
package struct NoteRowText: Sendable {
  private struct Row: Sendable {
    let path: NotePath
    let title: String
    /// Under the keys of the note, in its order.
    let fields: [(key: String, value: String)]

    func value(of key: String) -> String? { fields.first { $0.key == key }?.value }
  }

  private let rows: [Row]

  /// Notes that cannot be read, and letters whose day has not come, have no row.
  package init(_ paths: [NotePath], in workspace: Workspace, today: Day) {
    rows = paths.compactMap { path in
      guard let note = try? workspace.note(at: path), !note.isSealed(on: today),
        !note.title.contains(where: \.isNewline)
      else { return nil }
      return Row(path: path, title: note.title, fields: Self.fields(of: note))
    }
  }

  package var isEmpty: Bool { rows.isEmpty }

  package var text: String {
    rows.enumerated().map { index, row in
      ([String(index + 1), row.title] + row.fields.map { "\($0.key)=\($0.value)" })
        .map(Self.escaped).joined(separator: " | ") + "\n"
    }.joined()
  }

  /// Fields that Sheaf writes itself, that do not fit in one line, or that repeat the title.
  private static let hidden: Set<String> = [
    "id", "title", "created", "updated", "closed", "series", "anchor", "unseal",
  ]

  private static func fields(of note: Note) -> [(key: String, value: String)] {
    var seen: Set<String> = []
    return (note.document.frontMatter?.entries ?? []).compactMap { entry in
      let known = FieldCatalogue.field(for: entry.key)
      guard !hidden.contains(known?.key ?? entry.key), seen.insert(entry.key).inserted,
        let value = Self.line(entry.value, isList: known?.type == .list)
      else { return nil }
      return (entry.key, value)
    }
  }

  /// Writes a value as it is typed after `key=`, or returns nil if it would be read back as another value.
  private static func line(_ value: FrontMatterValue, isList: Bool) -> String? {
    let texts: [String]
    switch value {
    case .scalar(let scalar): texts = scalar.isNull ? [""] : [scalar.text]
    case .list(let items):
      texts = items.flatMap(\.scalarTexts)
      guard isList, texts.count == items.count, !texts.contains(where: { $0.contains(",") }) else {
        return nil
      }
    case .map: return nil
    }
    let text = texts.joined(separator: ", ")
    return text.contains(where: \.isNewline) || text != trimmedSpaces(text) ? nil : text
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("|", with: "\\|")
  }

  /// Returns the texts between the bars of a line, without the spaces around them.
  private static func parts(of line: Substring) -> [String] {
    var parts = [""]
    var isEscaped = false
    for character in line {
      if isEscaped || character != "\\" && character != "|" {
        parts[parts.count - 1].append(character)
        isEscaped = false
      } else if character == "|" {
        parts.append("")
      } else {
        isEscaped = true
      }
    }
    return parts.map(trimmedSpaces)
  }
}

/// The changes that edited lines of ``NoteRowText`` request.
package struct NoteRowChanges: Sendable {
  fileprivate struct Change: Sendable {
    let path: NotePath
    /// nil: it stays.
    let title: String?
    let assignments: [FieldAssignment]
  }

  fileprivate let changes: [Change]

  package var isEmpty: Bool { changes.isEmpty }
  package var count: Int { changes.count }
  /// The fields that are set or removed.
  package var keys: [String] { changes.flatMap { $0.assignments.map(\.key) } }
}

extension NoteRowText {
  /// Reads the edited lines.
  ///
  /// Lines that begin with `#` are comments. A note without a line is not changed.
  ///
  /// - Throws: ``RowMistake`` for a line that cannot be read.
  package func changes(
    in text: String, now: CivilMoment, zone: LocalZone
  ) throws(RowMistake) -> NoteRowChanges {
    var changes: [NoteRowChanges.Change] = []
    var seen: Set<Int> = []
    for (index, line) in text.textLines.enumerated() {
      guard line.contains(where: { !$0.isWhitespace }), line.first != "#" else { continue }
      let parts = Self.parts(of: line)
      func mistake(_ reason: RowMistake.Reason) -> RowMistake {
        RowMistake(line: index + 1, reason: reason)
      }
      guard let number = Int(parts[0]), rows.indices.contains(number - 1) else {
        throw mistake(.noNumber(parts[0], count: rows.count))
      }
      guard seen.insert(number).inserted else { throw mistake(.repeated(number)) }
      guard parts.count > 1, !parts[1].isEmpty else { throw mistake(.noTitle) }
      let row = rows[number - 1]
      do throws(FieldAssignmentError) {
        let assignments = try Self.assignments(Array(parts.dropFirst(2)), row, now: now, zone: zone)
        let title = parts[1] == row.title ? nil : parts[1]
        guard title != nil || !assignments.isEmpty else { continue }
        changes.append(.init(path: row.path, title: title, assignments: assignments))
      } catch {
        throw mistake(.field(error))
      }
    }
    return NoteRowChanges(changes: changes)
  }

  /// Returns the fields of a line that differ from the note. A field that is no longer on the line is removed.
  private static func assignments(
    _ parts: [String], _ row: Row, now: CivilMoment, zone: LocalZone
  ) throws(FieldAssignmentError) -> [FieldAssignment] {
    var assignments: [FieldAssignment] = []
    var kept: Set<String> = []
    for part in parts where !part.isEmpty {
      guard let equals = part.firstIndex(of: "="), equals != part.startIndex else {
        throw .unreadable(part)
      }
      let key = trimmedSpaces(String(part[..<equals]))
      let value = trimmedSpaces(String(part[part.index(after: equals)...]))
      kept.insert(key)
      if value == row.value(of: key) { continue }
      let isRemoved = value.isEmpty
      if isRemoved, row.value(of: key) == nil { continue }
      let text = isRemoved ? key + ":" : "\(key)=\(value)"
      assignments.append(try FieldAssignment(text, now: now, zone: zone).checked())
    }
    for field in row.fields where !kept.contains(field.key) {
      assignments.append(try FieldAssignment(field.key + ":", now: now, zone: zone))
    }
    return assignments
  }
}

extension NoteRowChanges {
  /// Makes the changes part of a transaction: fields, titles with the names of files, and the links to them.
  ///
  /// - Returns: The results.
  /// - Throws: ``RefusedByRule`` for a note that would break a rule; ``RepositoryError`` if a name is taken.
  package func make(
    in workspace: Workspace, earlier: EarlierVersions, _ transaction: inout Transaction
  ) throws -> Outcome {
    var texts: [NotePath: [UInt8]] = [:]
    var moves: [PathMoves.Move] = []
    var outcome = Outcome()
    var names: Set<String> = []
    for change in changes {
      let note: ChangedNote
      do {
        note = try changed(change, in: workspace, earlier: earlier)
      } catch let refusal as FrontMatterRefusal {
        outcome.refused.append(RefusedChange(path: change.path, refusal: refusal))
        continue
      }
      if let violation = workspace.violations(of: note).first(where: { !$0.isTolerated }) {
        throw RefusedByRule(path: change.path, violation: violation)
      }
      if note.path != change.path {
        guard names.insert(foldedName(note.path.string)).inserted else {
          throw RepositoryError.alreadyExists(note.path.string)
        }
        try workspace.refuseOtherFile(at: note.path, insteadOf: change.path)
        moves.append(PathMoves.Move(from: change.path, to: note.path))
      }
      texts[change.path] = note.after
      outcome.notes.append(note)
    }
    outcome.links = try transaction.carryOut(
      RenamePlan(PathMoves(moves), texts: texts, in: workspace))
    return outcome
  }

  /// Returns a note with its new fields and title, at its new path.
  private func changed(
    _ change: Change, in workspace: Workspace, earlier: EarlierVersions
  ) throws -> ChangedNote {
    let before = try workspace.originals.read(change.path)
    let after = try FieldRevision(change.assignments, rule: workspace.fieldRule(at: change.path)).result(
      on: before, earlier: earlier.versions(of: change.path, before: before))
    guard let title = change.title else {
      return ChangedNote(path: change.path, before: before, after: after)
    }
    let retitling = try NoteRetitling(
      Document(parsing: after), at: change.path, title: title, keepsAlias: false,
      in: workspace.layout)
    return ChangedNote(
      path: retitling.newPath, before: before, after: retitling.after.source.bytes)
  }

  /// The results for the lines.
  package struct Outcome {
    /// The changed notes at their new paths.
    package fileprivate(set) var notes: [ChangedNote] = []
    package fileprivate(set) var links = LinkFixes()
    /// Notes whose front matter cannot be changed safely. They are not changed.
    package fileprivate(set) var refused: [RefusedChange] = []
  }
}

/// A line of ``NoteRowText`` that cannot be read. Nothing was written.
package struct RowMistake: ExplainedError {
  package enum Reason: Sendable {
    case noNumber(String, count: Int)
    case repeated(Int)
    case noTitle
    case field(FieldAssignmentError)
  }

  let line: Int
  let reason: Reason

  package var category: ErrorCategory { .usage }

  package var explanation: Message {
    let what =
      switch reason {
      case .noNumber(let text, let count):
        Message(
          "“\(text)” is not a number from 1 to \(count)",
          ko: "메모의 번호가 아닙니다(1부터 \(count)까지): “\(text)”")
      case .repeated(let number):
        Message("the number \(number) occurs twice", ko: "같은 번호가 두 번 있습니다: \(number)")
      case .noTitle: Message("the title is missing", ko: "제목이 없습니다")
      case .field(let error): error.explanation
      }
    return Message("Line \(line): \(what.english)", ko: "\(line)번째 줄: \(what.korean)")
  }

  package var hint: Message? {
    if case .field(let error) = reason {
      error.hint
    } else {
      Message(
        "A line is NUMBER | TITLE | FIELD=VALUE | …, with \\| for a bar.",
        ko: "한 줄은 번호 | 제목 | 필드=값 | … 형식이고, | 문자는 \\|로 씁니다.")
    }
  }
}
