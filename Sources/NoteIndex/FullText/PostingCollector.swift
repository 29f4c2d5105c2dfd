import NoteModel

/// The posting lists that one thread makes, one at a time: ``FullTextCollection`` sees to that.
package final class PostingCollector: @unchecked Sendable {
  private var lists = PostingLists()

  var isEmpty: Bool { lists.isEmpty }

  /// The memory that the lists take.
  var byteCount: Int { lists.byteCount }

  /// Takes in a document, whose number is larger than those of all before.
  ///
  /// - Returns: How many tokens each column has.
  func add(_ document: Int, _ columns: [TokenStream]) -> [Int] {
    lists.add(document, columns)
  }

  /// Calls `body` with each word, in the order of their bytes, and its documents as FTS5 lists them.
  func forEachWord(_ body: (ArraySlice<UInt8>, [UInt8]) throws -> Void) rethrows {
    try lists.forEachWord(body)
  }
}
