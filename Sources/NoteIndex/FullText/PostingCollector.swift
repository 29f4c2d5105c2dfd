import NoteModel

/// Collects where the words of documents stand: an inverted index in memory, of which ``SegmentWriter`` makes a
/// segment of the full-text table.
///
/// FTS5 does the same for one token after the other, waiting for memory at each; here the places of some hundred
/// documents are chained word by word before they are put behind the others, and each thread has its own.
///
/// One thread at a time has it: ``FullTextCollection`` sees to that.
package final class PostingCollector: @unchecked Sendable {
  /// A word at a place of a document.
  private struct Occurrence {
    /// The next one of the same word; -1 behind the last.
    var next: Int32 = -1
    let column: UInt16
    let position: UInt32
    let document: Int
  }

  /// What is known of a word.
  private struct Word {
    var documents = ByteLists.List()
    var lastDocument = 0
    /// The first and last of the occurrences that are not in `documents` yet.
    var first: Int32 = -1
    var last: Int32 = -1
  }

  private(set) var terms = TermTable()
  private var words: [Word] = []
  private var lists = ByteLists()
  private var occurrences: [Occurrence] = []
  /// The words that have occurrences.
  private var touched: [Int] = []
  private var encoded: [UInt8] = []
  private var places: [UInt8] = []

  private static let occurrenceLimit = 1 << 15

  var isEmpty: Bool { terms.count == 0 }

  /// The memory that the lists take.
  var byteCount: Int { lists.byteCount }

  /// Takes in a document, whose number is larger than those of all before.
  ///
  /// - Returns: How many tokens each column has.
  func add(_ document: Int, _ columns: [TokenStream]) -> [Int] {
    var sizes: [Int] = []
    for (column, stream) in columns.enumerated() {
      var size = 0
      unsafe stream.bytes.withUnsafeBufferPointer {
        unsafe TokenStream.forEach(in: $0) { term, isAtSamePlace in
          if !isAtSamePlace || size == 0 { size += 1 }
          unsafe note(term, UInt16(column), UInt32(size - 1), document)
          return true
        }
      }
      sizes.append(size)
    }
    if occurrences.count > Self.occurrenceLimit { fold() }
    return sizes
  }

  /// Calls `body` with each word, in the order of their bytes, and its documents as FTS5 lists them.
  func forEachWord(_ body: (ArraySlice<UInt8>, [UInt8]) throws -> Void) rethrows {
    fold()
    var documents: [UInt8] = []
    for number in terms.sortedNumbers() {
      lists.read(words[number].documents, into: &documents)
      try body(terms.term(number), documents)
    }
  }
}

extension PostingCollector {
  private func note(
    _ term: UnsafeBufferPointer<UInt8>, _ column: UInt16, _ position: UInt32, _ document: Int
  ) {
    let number = unsafe terms.number(of: term)
    if number == words.count { words.append(Word()) }
    let index = Int32(occurrences.count)
    occurrences.append(Occurrence(column: column, position: position, document: document))
    let last = words[number].last
    if last >= 0 {
      occurrences[Int(last)].next = index
    } else {
      words[number].first = index
      touched.append(number)
    }
    words[number].last = index
  }

  /// Puts the occurrences behind the documents of their words.
  private func fold() {
    for number in touched {
      encoded.removeAll(keepingCapacity: true)
      var next = words[number].first
      while next >= 0 { next = encodeDocument(from: next, &words[number].lastDocument) }
      lists.append(encoded, to: &words[number].documents)
      words[number].first = -1
      words[number].last = -1
    }
    touched.removeAll(keepingCapacity: true)
    occurrences.removeAll(keepingCapacity: true)
  }

  /// How far the document is from the last, the size of its places doubled (an odd one means a deletion), and the
  /// places: how far each is from the one before and two more; a one and a column where another column begins.
  ///
  /// - Returns: The word's next occurrence, in another document.
  private func encodeDocument(from first: Int32, _ lastDocument: inout Int) -> Int32 {
    places.removeAll(keepingCapacity: true)
    let document = occurrences[Int(first)].document
    var column: UInt16 = 0
    var position: UInt32 = 0
    var next = first
    repeat {
      let occurrence = occurrences[Int(next)]
      if occurrence.column != column {
        column = occurrence.column
        position = 0
        places.append(1)
        Varint.append(Int(column), to: &places)
      }
      Varint.append(Int(occurrence.position - position) + 2, to: &places)
      position = occurrence.position
      next = occurrence.next
    } while next >= 0 && occurrences[Int(next)].document == document
    Varint.append(document - lastDocument, to: &encoded)
    Varint.append(places.count * 2, to: &encoded)
    encoded += places
    lastDocument = document
    return next
  }
}
