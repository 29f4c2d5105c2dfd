package import CivilCalendar
import GRDB
package import NoteModel
import NoteSyntax

/// A front-matter value that has a row of its own, because no column of the note holds it.
package struct IndexedField: Sendable, Hashable {
  /// As Sheaf spells it; of a field of the user's own in small letters.
  package let key: String
  package let position: Int
  package let text: String
  /// The text as it is compared, nil if that is the text itself.
  let folded: String?
  package let number: Double?
  package let date: CivilDate?

  /// The keys that are asked for in columns of the note table.
  package static let columns: Set<String> = [
    "id", "title", "aliases", "tags", "created", "updated", "status", "due", "priority", "unseal",
  ]

  /// The fields of a note that have rows. Of several spellings of a known field the preferred one counts.
  package static func fields(of note: Note) -> [IndexedField] {
    var rows: [IndexedField] = []
    var spellings: [String: Int] = [:]
    for (position, field) in note.fields.enumerated() {
      let known = FieldCatalogue.field(for: field.key)
      let key = known?.key ?? FieldCatalogue.folded(field.key)
      // A tag that is a link is no tag, but a value of the field that was written.
      if key == "tags", let name = wikiLinkName(field.text) {
        rows.append(IndexedField(FieldCatalogue.folded(field.key), position, name))
      }
      guard !columns.contains(key) else { continue }
      if let known {
        let spelling =
          known.foldedSpellings.firstIndex(of: FieldCatalogue.folded(field.key)) ?? .max
        if let used = spellings[key], used != spelling {
          if used < spelling { continue }
          rows.removeAll { $0.key == key }
        }
        spellings[key] = spelling
      }
      rows.append(IndexedField(field, key: key, position: position))
    }
    return rows
  }

  /// A value that was written as `text`.
  init(_ key: String, _ position: Int, _ text: String) {
    self.init(NoteField(key: key, ordinal: position, scalar: text), key: key, position: position)
  }

  private init(_ field: NoteField, key: String, position: Int) {
    self.key = key
    self.position = position
    text = field.text
    let folded = foldedName(field.text)
    self.folded = folded == field.text && folded.utf8.elementsEqual(field.text.utf8) ? nil : folded
    number = field.number
    date = field.date
  }
}

/// The columns of the full-text table, in their order.
///
/// The body comes first: FTS5 writes a column's number before the places in it, but not that of the first, and most
/// words are in a body.
enum FullTextColumn: String, CaseIterable {
  case body, headings, tags, names, title, folders

  /// How much a hit counts.
  var weight: Double {
    switch self {
    case .title: 12
    case .names: 8
    case .tags: 6
    case .headings: 4
    case .body: 1
    // Every note of a folder has its words: what says more comes first.
    case .folders: 0.5
    }
  }

  static let list = allCases.map(\.rawValue).joined(separator: ", ")

  /// What it holds of a note, cut for the index.
  func tokens(of note: Note) -> SearchTokens {
    switch self {
    case .body:
      SearchTokens(note.document.visible(note.document.body), addsInitials: true)
    case .headings: Self.tokens(note.document.headings.map(\.text))
    case .tags: Self.tokens(note.tags.map(\.string))
    case .names: Self.tokens(note.aliases + Self.fileName(note))
    case .folders: Self.tokens([note.path.folder?.string].compactMap(\.self))
    case .title: Self.tokens([note.title])
    }
  }

  /// Empty where the title says the same.
  private static func fileName(_ note: Note) -> [String] {
    note.title == note.path.stem ? [] : [String(note.path.stem)]
  }

  /// Texts that no phrase reaches over.
  private static func tokens(_ texts: [String]) -> SearchTokens {
    var text = texts.joined(separator: "\n")
    return text.withUTF8 { unsafe SearchTokens($0, addsInitials: true) }
  }
}

/// Hands FTS5 the tokens of a ``TokenStream``: what is stored arrives as one, what is asked for is cut here.
final class SearchTokenizer: FTS5CustomTokenizer {
  static let name = "sheaf"

  init(db: Database, arguments: [String]) throws {}

  func tokenize(
    context: UnsafeMutableRawPointer?, tokenization: FTS5Tokenization,
    pText: UnsafePointer<CChar>?, nText: CInt, tokenCallback: @escaping FTS5TokenCallback
  ) -> CInt {
    guard let pText = unsafe pText else { return 0 }
    return unsafe pText.withMemoryRebound(to: UInt8.self, capacity: Int(nText)) { start in
      let text = unsafe UnsafeBufferPointer(start: start, count: Int(nText))
      guard tokenization.contains(.query) else {
        return unsafe deliver(text, context, tokenCallback)
      }
      let stream = unsafe TokenStream(asking: text)
      return unsafe stream.bytes.withUnsafeBufferPointer {
        unsafe deliver($0, context, tokenCallback)
      }
    }
  }

  private func deliver(
    _ stream: UnsafeBufferPointer<UInt8>, _ context: UnsafeMutableRawPointer?,
    _ callback: FTS5TokenCallback
  ) -> CInt {
    var code: CInt = 0
    unsafe TokenStream.forEach(in: stream) { token, isAtSamePlace in
      unsafe token.withMemoryRebound(to: CChar.self) {
        code = unsafe callback(
          context, isAtSamePlace ? 1 : 0, $0.baseAddress, CInt($0.count), 0, 0)
      }
      return code == 0
    }
    return code
  }
}

/// The columns of a table of the index: declared once, in their order, and bound by their names.
///
/// A new column is a case here, its type, and the value that ``IndexWriter`` binds to it; the table and the statement
/// that fills it follow from the cases.
protocol TableColumn: CaseIterable, RawRepresentable<Int> where AllCases == [Self] {
  static var table: String { get }
  /// `PRIMARY KEY` of several columns; nil if a column is the key itself.
  static var primaryKey: String? { get }
  /// As SQL declares it.
  var type: String { get }
}

extension TableColumn {
  static var primaryKey: String? { nil }

  /// `title`, as in SQL.
  var name: String { "\(self)" }

  /// Makes the table. One with a key of its own is only ever reached by that key and has no row numbers.
  static var creation: String {
    let columns =
      allCases.map { "\($0.name) \($0.type)" } + (primaryKey.map { ["PRIMARY KEY(\($0))"] } ?? [])
    let hasRowNumbers = allCases.contains { $0.type == "INTEGER PRIMARY KEY" }
    return "CREATE TABLE \(table)(\(columns.joined(separator: ", ")))"
      + (hasRowNumbers ? ";" : " WITHOUT ROWID;")
  }

  /// Puts a row into the table, with a place for each column.
  static var insertion: String {
    let names = allCases.map(\.name).joined(separator: ", ")
    let places = allCases.map { _ in "?" }.joined(separator: ", ")
    return "INSERT INTO \(table)(\(names)) VALUES (\(places))"
  }
}

/// The columns of a task, in the order in which ``LocatedTask/read(_:_:)`` takes them.
enum TaskColumns {
  static let all = """
    task.note, note.path, note.title, task.line, task.title, task.status, task.due, task.dueDay, task.priority, \
    task.tags, task.details
    """
}

extension LocatedTask {
  /// The rest of the rows.
  static func read(_ rows: BulkStatement, _ statuses: OwnStatuses) throws -> [LocatedTask] {
    var tasks: [LocatedTask] = []
    var note: (number: Int64, path: NotePath, title: String)?
    while try rows.next() {
      let number = rows.integer(0)
      // The tasks of a note share what is known of it.
      let holder =
        if let note, note.number == number { note } else {
          (number: number, path: NotePath(trusted: rows.text(1)), title: rows.text(2))
        }
      note = holder
      tasks.append(
        LocatedTask(
          path: holder.path, noteTitle: holder.title,
          item: try TaskItem(rows, holder.title).started(in: statuses)))
    }
    return tasks
  }
}

extension TaskItem {
  /// - Parameter noteTitle: The title of the note that is the task or holds it.
  fileprivate init(_ row: BulkStatement, _ noteTitle: String) throws {
    let line = row.optionalInteger(3).map { Int($0) }
    let source: Source = line.map { .checkbox(line: $0) } ?? .note
    let title = line == nil ? noteTitle : row.text(4)
    let status = TaskStatus(storedName: row.text(5), isCheckbox: line != nil)
    let due = try Self.due(row)
    let priority = TaskPriority(rawValue: Int(row.integer(8))) ?? .normal
    let tags = Self.tags(row)
    guard let text = row.optionalText(10) else {
      self.init(
        plain: source, title: title, status: status, due: due, priority: priority, tags: tags)
      return
    }
    let details = TaskDetails(text)
    func date(_ key: TaskDetails.Key) -> CivilDate? {
      details.value(of: key).flatMap { CivilDate(iso: $0) }
    }
    self.init(
      source: source, title: title, status: status, due: due, scheduled: date(.scheduled),
      start: date(.start), created: date(.created), closed: date(.closed), priority: priority,
      tags: tags, repetition: details.value(of: .repetition),
      reminders: details.values(of: .reminder), identifier: details.value(of: .identifier),
      dependencies: details.values(of: .dependency), parent: details.value(of: .parent),
      project: details.value(of: .project), color: details.value(of: .color),
      label: details.value(of: .label), ticket: details.value(of: .ticket),
      anchor: date(.anchor)?.day,
      series: details.value(of: .series))
  }

  /// A day is stored as its number.
  private static func due(_ row: BulkStatement) throws -> CivilDate? {
    guard let day = row.optionalInteger(7) else { return nil }
    return row.byteCount(6) == 10
      ? .day(try Day(stored: Int(day))) : CivilDate(iso: row.text(6))
  }

  private static func tags(_ row: BulkStatement) -> [TagName] {
    guard row.byteCount(9) > 0 else { return [] }
    return row.text(9).utf8.split(separator: UInt8(ascii: "\n")).map {
      TagName(trusted: String(Substring($0)))
    }
  }
}

extension TaskStatus {
  /// The status by its stored name; a check box's sign of the user's own is one letter.
  fileprivate init(storedName name: String, isCheckbox: Bool) {
    switch name {
    case "todo": self = .todo
    case "done": self = .done
    case "doing": self = .doing
    case "cancelled": self = .cancelled
    default: self = isCheckbox && name.count == 1 ? .custom(name) : TaskStatus(name)
    }
  }
}
