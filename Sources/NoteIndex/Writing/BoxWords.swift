import GRDB
import NoteModel
import Synchronization

/// Words that a query looks for in the text of a check box, which full-text search keeps only as a part of its note.
enum BoxWords {
  /// A term as the argument of ``DatabaseFunction/hasWords``.
  static func encoded(_ term: TextTerm) -> String { (term.isPrefix ? "*" : " ") + term.words }

  /// The matchers of the queries of this process, each made once.
  private static let matchers = Mutex<[String: LineMatcher]>([:])

  fileprivate static func matcher(_ encoded: String) -> LineMatcher {
    matchers.withLock { matchers in
      if let matcher = matchers[encoded] { return matcher }
      let term = TextTerm(words: String(encoded.dropFirst()), isPrefix: encoded.hasPrefix("*"))
      let matcher = LineMatcher(.text(term))
      // A server answers queries for days.
      if matchers.count > 100 { matchers = [:] }
      matchers[encoded] = matcher
      return matcher
    }
  }
}

extension DatabaseFunction {
  /// `hasWords(text, term)`: whether the words of a term are in a text.
  static let hasWords = DatabaseFunction("hasWords", argumentCount: 2, pure: true) { values in
    guard let text = String.fromDatabaseValue(values[0]),
      let term = String.fromDatabaseValue(values[1])
    else { return nil }
    return !BoxWords.matcher(term).hits(in: Array(text.utf8), limit: 1).isEmpty
  }
}
