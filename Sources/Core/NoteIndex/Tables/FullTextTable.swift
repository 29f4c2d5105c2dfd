import GRDB
package import NoteModel
import NoteSyntax

/// The columns of the full-text table, in their order.
///
/// The body comes first: FTS5 writes a column's number before the places in it, but not that of the first, and most
/// words are in a body.
enum FullTextColumn: String, CaseIterable {
  case body, headings, tags, names, title, folders

  /// The weight of a hit in the ranking.
  var weight: Double {
    switch self {
    case .title: 12
    case .names: 8
    case .tags: 6
    case .headings: 4
    case .body: 1
    // All notes of a folder have the words of its name, so a match in another column is better.
    case .folders: 0.5
    }
  }

  static let list = allCases.map(\.rawValue).joined(separator: ", ")

  /// Returns the column's text of a note, tokenized for the index.
  func tokens(of note: Note) -> SearchTokens {
    switch self {
    case .body: SearchTokens(note.document.visible(note.document.body), addsInitials: true)
    case .headings: Self.tokens(note.document.headings.map(\.text))
    case .tags: Self.tokens(note.tags.map(\.string))
    case .names: Self.tokens(note.aliases + (note.title == note.path.stem ? [] : [String(note.path.stem)]))
    case .folders: Self.tokens([note.path.folder?.string].compactMap(\.self))
    case .title: Self.tokens([note.title])
    }
  }

  /// Cuts texts into tokens so that no phrase reaches from one text into the next.
  private static func tokens(_ texts: [String]) -> SearchTokens {
    var text = texts.joined(separator: "\n")
    return text.withUTF8 { unsafe SearchTokens($0, addsInitials: true) }
  }
}

/// Passes tokens of a ``TokenStream`` to FTS5. Stored texts arrive as a finished stream; texts of queries are split
/// here.
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
      guard tokenization.contains(.query) else { return unsafe deliver(text, context, tokenCallback) }
      let stream = unsafe TokenStream(asking: text)
      return unsafe stream.bytes.withUnsafeBufferPointer { unsafe deliver($0, context, tokenCallback) }
    }
  }

  private func deliver(
    _ stream: UnsafeBufferPointer<UInt8>, _ context: UnsafeMutableRawPointer?, _ callback: FTS5TokenCallback
  ) -> CInt {
    var code: CInt = 0
    unsafe TokenStream.forEach(in: stream) { token, isAtSamePlace in
      unsafe token.withMemoryRebound(to: CChar.self) {
        code = unsafe callback(context, isAtSamePlace ? 1 : 0, $0.baseAddress, CInt($0.count), 0, 0)
      }
      return code == 0
    }
    return code
  }
}

/// The terms of the full-text table, as FTS5 lists them.
private struct IndexVocabulary: SearchVocabulary {
  let index: IndexDatabase

  func terms(beginningWith prefix: String) throws -> [(term: String, notes: Int)] {
    try read { database in
      // No term begins with the last code point; initial consonants begin with a mark below every letter.
      let bounds = [prefix.isEmpty ? " " : prefix, prefix + "\u{10FFFF}"]
      return try Row.fetchAll(
        database, sql: "SELECT term, doc FROM vocabulary WHERE term >= ? AND term < ?",
        arguments: StatementArguments(bounds)
      ).map { (try $0.text(0), try $0.integer(1)) }
    }
  }

  func notes(containing term: String) throws -> Int {
    try read { database in
      try Int.fetchOne(database, sql: "SELECT doc FROM vocabulary WHERE term = ?", arguments: [term]) ?? 0
    }
  }

  private func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    // A temporary table is in no file and locks none.
    try index.writer.writeWithoutTransaction { database in
      try database.execute(
        sql: """
          CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab('main', 'text', 'row')
          """)
      return try body(database)
    }
  }
}

extension IndexDatabase {
  /// The words of all notes, those of earlier versions included: they are for guessing only,
  /// and a guess is shown only if a search finds a note by it.
  package var vocabulary: some SearchVocabulary { IndexVocabulary(index: self) }
}

/// Keeps FTS5 from merging the words of a first index again while somebody waits.
///
/// FTS5 adds new segments to level 0 and merges the whole level as soon as it has 16. With the large segments of a
/// first index among them, that took 2.3 s at 100,000 notes, once, after 14 changes. Here they are moved above empty
/// levels, which later changes fill first: only every 16 × 16 × 16 changes are they read again.
///
/// ```
/// after a first index   level 0: A B C D  (large)
/// with room below       level 0: -        1: -         2: -  3: A B C D
/// after 40 changes      level 0: 8 small  1: 2 merged  2: -  3: A B C D
/// ```
///
/// The structure record is described at the head of SQLite's `fts5_index.c`: four bytes; the numbers of levels, of
/// segments and of pages written; for each level how many segments are being merged and how many there are; the
/// segments.
enum FullTextLevels {
  private static let structureRow = 10
  private static let emptyLevels = 3

  /// Moves the segments of a freshly written table to a higher level, and leaves any other structure alone.
  ///
  /// FTS5 writes them when the transaction ends, so this has to come after it. It keeps the structure in memory, so
  /// connections opened later see the change, not this one.
  static func makeRoom(_ database: Database) throws {
    let row = "WHERE id = \(structureRow)"
    guard let hex = try String.fetchOne(database, sql: "SELECT hex(block) FROM text_data \(row)"),
      let changed = withRoom(bytes(hex))
    else { return }
    let digits = changed.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    try database.execute(sql: "UPDATE text_data SET block = x'\(digits)' \(row)")
  }

  private static func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  /// Returns the structure of a table with empty levels before the only level. Nil if there are several levels.
  private static func withRoom(_ structure: [UInt8]) -> [UInt8]? {
    guard structure.count > 5, structure[4] == 1 else { return nil }
    var offset = 4
    for _ in 0..<3 {
      while offset < structure.count, structure[offset] >= 0x80 { offset += 1 }
      offset += 1
    }
    guard offset < structure.count else { return nil }
    var structure = structure
    structure[4] += UInt8(emptyLevels)
    structure.insert(contentsOf: Array(repeating: 0, count: 2 * emptyLevels), at: offset)
    return structure
  }
}
