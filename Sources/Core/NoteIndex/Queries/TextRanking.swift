import GRDB
import GRDBSQLite
import HostSystem

/// The SQL function `relevance(text, sizes)`: FTS5's ranking, `bm25`, in a third of its time, and more for words in
/// names. `bm25` gives a word that a long body has often as much as one in a title; but the fewer words a title has,
/// the better a word describes the note. A word that most notes have still counts, and many places of a word count
/// longer.
///
/// FTS5 looks the size of every note up by itself and gathers every place of every word before it counts them. Here the
/// sizes come from the row of `text_docsize` that SQLite reads beside, and the places are counted as they are read.
/// The best match has the least number.
enum TextRanking {
  /// The notes with the words of `MATCH ?`, as `id` and `score`.
  static let hits = """
    SELECT text.rowid AS id, relevance(text, sizes.sz) AS score
    FROM text CROSS JOIN text_docsize AS sizes ON sizes.id = text.rowid WHERE text MATCH ?
    """

  /// Makes the function known to a connection.
  static func add(to database: Database) {
    let api = unsafe UnsafeMutablePointer(mutating: FTS5.api(database))
    _ = unsafe api.pointee.xCreateFunction(api, "relevance", nil, score, nil)
  }

  private static let score: fts5_extension_function = { api, words, result, count, values in
    guard let api = unsafe api, let words = unsafe words, count == 1, let sizes = unsafe values?[0],
      let facts = unsafe WordFacts.current(api, words)
    else {
      unsafe sqlite3_result_error_code(result, SQLITE_ERROR)
      return
    }
    unsafe sqlite3_result_double(result, -facts.score(api, words, NoteSizes(sizes)))
  }

}

/// The numbers of words of a note: of all its columns, which SQLite stores as a row of its integers, and of those with names.
private struct NoteSizes {
  private(set) var sum = 0
  private(set) var names = 0
  private(set) var title = 0

  static let namesColumn = FullTextColumn.allCases.firstIndex(of: .names) ?? 0
  static let titleColumn = FullTextColumn.allCases.firstIndex(of: .title) ?? 0
  static let headingsColumn = FullTextColumn.allCases.firstIndex(of: .headings) ?? 0

  init(_ sizes: OpaquePointer) {
    guard let bytes = unsafe sqlite3_value_blob(sizes)?.assumingMemoryBound(to: UInt8.self) else { return }
    var (size, column) = (0, 0)
    for place in 0..<Int(unsafe sqlite3_value_bytes(sizes)) {
      let byte = unsafe bytes[place]
      size = size << 7 | Int(byte & 0x7F)
      if byte < 0x80 {
        sum += size
        if column == Self.namesColumn { names = size } else if column == Self.titleColumn { title = size }
        (size, column) = (0, column + 1)
      }
    }
  }

  func weight(ofColumn column: Int) -> Double {
    switch column {
    case Self.titleColumn: 1 / Double(max(1, title)).squareRoot()
    case Self.namesColumn: 0.5 / Double(max(1, names)).squareRoot()
    case Self.headingsColumn: 0.2
    default: 0
    }
  }
}

/// Facts about the searched words that are the same for every note.
private final class WordFacts {
  /// The weight of each phrase: the fewer notes have its words, the larger.
  private var rarity: [Double] = []
  private let meanSize: Double
  private let weights = FullTextColumn.allCases.map(\.weight)

  /// Returns the facts about the words of the query that is being answered, or nil if SQLite reports an error.
  static func current(_ api: UnsafePointer<Fts5ExtensionApi>, _ words: OpaquePointer) -> WordFacts? {
    if let known = unsafe api.pointee.xGetAuxdata(words, 0) {
      return unsafe Unmanaged<WordFacts>.fromOpaque(known).takeUnretainedValue()
    }
    guard let facts = unsafe WordFacts(api, words) else { return nil }
    let pointer = unsafe Unmanaged.passRetained(facts).toOpaque()
    let code = unsafe api.pointee.xSetAuxdata(words, pointer) { pointer in
      if let pointer = unsafe pointer { unsafe Unmanaged<WordFacts>.fromOpaque(pointer).release() }
    }
    return code == SQLITE_OK ? facts : nil
  }

  private init?(_ api: UnsafePointer<Fts5ExtensionApi>, _ words: OpaquePointer) {
    var (notes, size) = (sqlite3_int64(0), sqlite3_int64(0))
    guard unsafe api.pointee.xRowCount(words, &notes) == SQLITE_OK,
      unsafe api.pointee.xColumnTotalSize(words, -1, &size) == SQLITE_OK
    else { return nil }
    meanSize = Double(size) / Double(notes)
    for phrase in 0..<(unsafe api.pointee.xPhraseCount(words)) {
      var hits = 0
      let code = unsafe withUnsafeMutablePointer(to: &hits) { hits in
        unsafe api.pointee.xQueryPhrase(words, phrase, hits) { _, _, hits in
          unsafe hits?.assumingMemoryBound(to: Int.self).pointee += 1
          return SQLITE_OK
        }
      }
      guard code == SQLITE_OK else { return nil }
      rarity.append(log(1 + (Double(notes) - Double(hits) + 0.5) / (Double(hits) + 0.5)))
    }
  }

  /// Returns the relevance of the present note: the more, the better.
  func score(_ api: UnsafePointer<Fts5ExtensionApi>, _ words: OpaquePointer, _ sizes: NoteSizes) -> Double {
    let saturation = 6.0
    let sizeShare = 0.75
    let length = saturation * (1 - sizeShare + sizeShare * Double(sizes.sum) / meanSize)
    var score = 0.0
    for (phrase, rarity) in rarity.enumerated() {
      var (frequency, name) = (0.0, 0.0)
      var places = unsafe Fts5PhraseIter()
      var (column, offset) = (CInt(0), CInt(0))
      let code = unsafe api.pointee.xPhraseFirst(words, CInt(phrase), &places, &column, &offset)
      guard code == SQLITE_OK else { continue }
      while column >= 0 {
        frequency += weights[Int(column)]
        if column > 0 { name = max(name, sizes.weight(ofColumn: Int(column))) }
        unsafe api.pointee.xPhraseNext(words, &places, &column, &offset)
      }
      score += rarity * (frequency * (saturation + 1) / (frequency + length) + name)
    }
    return score
  }
}
