import NoteModel

/// Where the words of documents stand: an inverted index in memory, of which a ``Segment`` of the full-text table is
/// made.
///
/// The words are noted in the order in which they are met, and dealt out to their lists once, in the end.
struct PostingLists {
  /// A word at a place of the document at hand.
  private struct Occurrence {
    let term: UInt32
    let place: Place
  }

  /// A column and a place in it; a later one is larger.
  private struct Place {
    private let bits: UInt32
    private static let positionBits: UInt32 = 28

    /// What stands behind 268 million tokens counts as standing there.
    init(column: Int, position: Int) {
      bits =
        UInt32(column) << Self.positionBits | UInt32(min(position, 1 << Self.positionBits - 1))
    }

    var column: UInt32 { bits >> Self.positionBits }
    var position: UInt32 { bits & (1 << Self.positionBits - 1) }
  }

  private struct Posting {
    let document: UInt32
    let place: Place
  }

  private var terms = TermTable()
  private var occurrences: [Occurrence] = []
  /// The documents, and where the occurrences of each end.
  private var documents: [(number: UInt32, end: Int)] = []

  var isEmpty: Bool { occurrences.isEmpty }

  /// The memory that the lists take.
  var byteCount: Int { occurrences.count * MemoryLayout<Occurrence>.stride }

  /// Takes in a document, whose number is larger than those of all before.
  ///
  /// `columns`: Cut with their initial consonants.
  ///
  /// - Returns: How many tokens each column has.
  mutating func add(_ document: Int, _ columns: [SearchTokens]) -> [Int] {
    defer { documents.append((UInt32(document), occurrences.count)) }
    return columns.enumerated().map { column, tokens in
      var size = 0
      unsafe tokens.forEachTerm { term, isAtSamePlace in
        if !isAtSamePlace || size == 0 { size += 1 }
        occurrences.append(
          Occurrence(
            term: unsafe terms.number(of: term), place: Place(column: column, position: size - 1)))
      }
      return size
    }
  }

  /// Calls `body` with each word, in the order of their bytes, and its documents as FTS5 lists them.
  func forEachWord(_ body: (ArraySlice<UInt8>, [UInt8]) throws -> Void) rethrows {
    let (postings, ends) = dealtOut()
    var list: [UInt8] = []
    for number in terms.sortedNumbers() {
      list.removeAll(keepingCapacity: true)
      let start = number == 0 ? 0 : ends[number - 1]
      Self.encode(postings[start..<ends[number]], to: &list)
      try body(terms.term(number), list)
    }
  }
}

extension PostingLists {
  /// The postings of one term behind those of another, and where those of each end.
  private func dealtOut() -> ([Posting], [Int]) {
    var ends = [Int](repeating: 0, count: terms.count + 1)
    for occurrence in occurrences { ends[Int(occurrence.term) + 1] += 1 }
    for number in ends.indices.dropFirst() { ends[number] += ends[number - 1] }
    // Now each term's postings begin at its entry; putting them there moves it to their end.
    let postings = unsafe [Posting](unsafeUninitializedCapacity: occurrences.count) {
      buffer, count in
      var start = 0
      for document in documents {
        for occurrence in occurrences[start..<document.end] {
          let term = Int(occurrence.term)
          unsafe buffer.initializeElement(
            at: ends[term], to: Posting(document: document.number, place: occurrence.place))
          ends[term] += 1
        }
        start = document.end
      }
      count = occurrences.count
    }
    return (postings, ends)
  }

  /// For each document how far it is from the last, the size of its places doubled (an odd one means a deletion), and
  /// the places: how far each is from the one before and two more; a one and a column where another column begins.
  private static func encode(_ postings: ArraySlice<Posting>, to list: inout [UInt8]) {
    var lastDocument: UInt32 = 0
    var index = postings.startIndex
    while index < postings.endIndex {
      let document = postings[index].document
      Varint.append(Int(document - lastDocument), to: &list)
      lastDocument = document
      // Nearly always one byte is enough for the size.
      let sizeIndex = list.count
      list.append(0)
      var last = Place(column: 0, position: 0)
      while index < postings.endIndex, postings[index].document == document {
        let place = postings[index].place
        if place.column != last.column {
          list.append(1)
          Varint.append(Int(place.column), to: &list)
          last = Place(column: Int(place.column), position: 0)
        }
        Varint.append(Int(place.position - last.position) + 2, to: &list)
        last = place
        index += 1
      }
      let size = list.count - sizeIndex - 1
      if size < 0x40 {
        list[sizeIndex] = UInt8(size * 2)
      } else {
        var long: [UInt8] = []
        Varint.append(size * 2, to: &long)
        list.replaceSubrange(sizeIndex...sizeIndex, with: long)
      }
    }
  }
}
