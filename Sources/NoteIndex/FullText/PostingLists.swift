import NoteModel

/// Where the words of documents stand: an inverted index in memory, of which ``SegmentWriter`` makes a segment of the
/// full-text table.
///
/// FTS5 does the same for one token after the other, waiting for memory at each; here the places of some hundred
/// documents are chained word by word before they are put behind the others.
struct PostingLists {
  /// A word at a place of a document.
  private struct Occurrence {
    /// The next one of the same word; -1 behind the last.
    var next: Int32 = -1
    let document: UInt32
    let column: UInt32
    let position: UInt32
  }

  /// What is known of a word.
  private struct Word {
    var documents = ByteLists.List()
    var lastDocument: UInt32 = 0
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

  private static let occurrenceLimit = 1 << 14

  var isEmpty: Bool { terms.count == 0 }

  /// The memory that the lists take.
  var byteCount: Int { lists.byteCount }

  /// Takes in a document, whose number is larger than those of all before.
  ///
  /// - Returns: How many tokens each column has.
  mutating func add(_ document: Int, _ columns: [TokenStream]) -> [Int] {
    var sizes: [Int] = []
    for (column, stream) in columns.enumerated() {
      var size = 0
      unsafe stream.bytes.withUnsafeBufferPointer {
        unsafe TokenStream.forEach(in: $0) { term, isAtSamePlace in
          if !isAtSamePlace || size == 0 { size += 1 }
          unsafe note(term, UInt32(column), UInt32(size - 1), UInt32(document))
          return true
        }
      }
      sizes.append(size)
    }
    if occurrences.count > Self.occurrenceLimit { fold() }
    return sizes
  }

  /// Calls `body` with each word, in the order of their bytes, and its documents as FTS5 lists them.
  mutating func forEachWord(_ body: (ArraySlice<UInt8>, [UInt8]) throws -> Void) rethrows {
    fold()
    var documents: [UInt8] = []
    for number in terms.sortedNumbers() {
      lists.read(words[number].documents, into: &documents)
      try body(terms.term(number), documents)
    }
  }
}

extension PostingLists {
  private mutating func note(
    _ term: UnsafeBufferPointer<UInt8>, _ column: UInt32, _ position: UInt32, _ document: UInt32
  ) {
    let number = unsafe terms.number(of: term)
    if number == words.count { words.append(Word()) }
    let index = Int32(occurrences.count)
    occurrences.append(Occurrence(document: document, column: column, position: position))
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
  private mutating func fold() {
    for number in touched {
      encoded.removeAll(keepingCapacity: true)
      var word = words[number]
      var next = word.first
      while next >= 0 { next = encodeDocument(from: next, &word.lastDocument) }
      lists.append(encoded, to: &word.documents)
      word.first = -1
      word.last = -1
      words[number] = word
    }
    touched.removeAll(keepingCapacity: true)
    occurrences.removeAll(keepingCapacity: true)
  }

  /// How far the document is from the last, the size of its places doubled (an odd one means a deletion), and the
  /// places: how far each is from the one before and two more; a one and a column where another column begins.
  ///
  /// - Returns: The word's next occurrence, in another document.
  private mutating func encodeDocument(from first: Int32, _ lastDocument: inout UInt32) -> Int32 {
    let document = occurrences[Int(first)].document
    Varint.append(Int(document - lastDocument), to: &encoded)
    lastDocument = document
    // Nearly always one byte is enough for the size.
    let sizeIndex = encoded.count
    encoded.append(0)
    var column: UInt32 = 0
    var position: UInt32 = 0
    var next = first
    repeat {
      let occurrence = occurrences[Int(next)]
      if occurrence.column != column {
        column = occurrence.column
        position = 0
        encoded.append(1)
        Varint.append(Int(column), to: &encoded)
      }
      Varint.append(Int(occurrence.position - position) + 2, to: &encoded)
      position = occurrence.position
      next = occurrence.next
    } while next >= 0 && occurrences[Int(next)].document == document
    let size = encoded.count - sizeIndex - 1
    if size < 0x40 {
      encoded[sizeIndex] = UInt8(size * 2)
    } else {
      var long: [UInt8] = []
      Varint.append(size * 2, to: &long)
      encoded.replaceSubrange(sizeIndex...sizeIndex, with: long)
    }
    return next
  }
}
