import CivilCalendar
import NoteModel

/// The notes that an expression may speak of, each by a number.
protocol QueryPages: AnyObject {
  /// Returns a field of a note by its name, ignoring case and spaces, or nil if the note does not have it.
  func field(_ name: String, of page: Int) -> QueryValue?
  func fieldNames(of page: Int) -> [String]
  /// Returns a property of a note's file, such as `name`, `folder`, `tags` or `tasks`, or nil if there is none.
  func file(_ name: String, of page: Int) throws -> QueryValue?
  /// Returns the list item that begins on a line, counted from 0, with all its data.
  func item(at line: Int, of page: Int) -> QueryRow?
  /// Returns the note that a link leads to.
  func page(of link: QueryLink) -> Int?
  /// Returns the name of a note's file without its extension.
  func name(of page: Int) -> String
  func path(of page: Int) -> String
  /// The note that contains the query. Nil for none.
  var current: Int? { get }
  var now: CivilMoment { get }
}

/// One row of a query: a note, a task of a note, or a group of rows.
struct QueryRow: Sendable {
  /// The note. Nil for a group.
  var page: Int?
  /// The values of the row besides the fields of its note: those of a task or a group, and those that `FLATTEN` adds.
  var own: [String: QueryValue] = [:]
  /// The item from which the rest is read if `own` has only a part of it.
  var unread: UnreadItem? = nil
}

extension QueryPages {
  /// Returns an own value of a row; reads it from the note if nothing else has it.
  func own(_ name: String, of row: QueryRow) -> QueryValue? {
    if let known = row.own[name] { return known }
    guard let unread = row.unread, let page = row.page else { return nil }
    if let fields = unread.fields, !UnreadItem.namesInNote.contains(name) {
      return fields.value(name, source: page)
    }
    return item(at: unread.line, of: page)?.own[name]
  }
}

/// The bindings of the names in an expression.
struct ExpressionNames: Sendable {
  var row: QueryRow?
  /// The parameters of lambdas, the innermost last.
  var locals: [(name: String, value: QueryValue)] = []
}

/// Returns the key by which Dataview finds a field: in lower case, with a hyphen for each space.
func propertyKey(_ name: String) -> String {
  if name.utf8.allSatisfy({ $0 &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == 0x2D || $0 == 0x5F }) { return name }
  var key = ""
  for character in name {
    if character.isWhitespace {
      key.append("-")
    } else if character.isLetter || character.isNumber || character == "_" || character == "-" || character.isEmojiSign
    {
      key += character.lowercased()
    }
  }
  return key
}
