/// Lays out a segment.
///
/// The forms of leaves and doclist indexes are told in the head of SQLite's `fts5_index.c`; they belong to the file
/// format, which SQLite keeps. `FullTextSegmentTests` compare what FTS5 reads from here with what it writes itself.
struct SegmentWriter {
  /// The most bytes of a leaf, and of the index of a doclist, that FTS5 writes.
  static let pageSize = 4050
  /// A doclist that goes over this many leaves without a term gets an index of its own.
  private static let shortestIndexed = 4
  /// Every term of the main index begins with it.
  private static let mainPrefix = UInt8(ascii: "0")

  private var segment = Segment()

  private var page: [UInt8] = [0, 0, 0, 0]
  private var pageNumber = 1
  /// Where terms begin on the page, each as its distance from the one before.
  private var footer: [UInt8] = []
  private var lastTermStart = 0
  private var lastTerm: [UInt8] = []

  /// The last leaf that a term begins on, and what parts its first term from those before.
  private var termPage = 1
  private var separator: [UInt8] = []
  private var pagesWithoutTerm = 0
  private var doclistIndex = DoclistIndex(termPage: 1)

  private var isFirstOfDoclist = true
  /// True on a page that no document and no term begins on yet.
  private var awaitsDocument = false
  private var lastDocument = 0

  /// Writes a word, larger than all before, and its documents.
  mutating func append(_ word: ArraySlice<UInt8>, _ doclist: [UInt8]) {
    beginTerm([Self.mainPrefix] + word)
    var offset = 0
    var document = 0
    while offset < doclist.count {
      document += Varint.read(doclist, at: &offset)
      beginDocument(document)
      let sizeStart = offset
      let size = Varint.read(doclist, at: &offset) / 2
      page += doclist[sizeStart..<offset]
      appendPlaces(doclist, from: offset, to: offset + size)
      offset += size
    }
  }

  mutating func finish() -> Segment {
    if page.count > 4 { writePage() }
    writeTermPage()
    segment.lastLeaf = pageNumber - 1
    return segment
  }
}

extension SegmentWriter {
  private mutating func beginTerm(_ term: [UInt8]) {
    if page.count + footer.count + term.count + 2 >= Self.pageSize, page.count > 4 {
      writePage()
    }
    let isFirstOnPage = footer.isEmpty
    let common = zip(lastTerm, term).prefix { $0 == $1 }.count
    Varint.append(page.count - lastTermStart, to: &footer)
    lastTermStart = page.count
    if isFirstOnPage {
      if pageNumber > 1 {
        writeTermPage()
        termPage = pageNumber
        separator = Array(term.prefix(common + 1))
      }
      Varint.append(term.count, to: &page)
      page += term
    } else {
      Varint.append(common, to: &page)
      Varint.append(term.count - common, to: &page)
      page += term[common...]
    }
    lastTerm = term
    isFirstOfDoclist = true
    awaitsDocument = false
    doclistIndex = DoclistIndex(termPage: pageNumber)
  }

  private mutating func beginDocument(_ document: Int) {
    if page.count + footer.count >= Self.pageSize { writePage() }
    if awaitsDocument {
      page[0] = UInt8(truncatingIfNeeded: page.count >> 8)
      page[1] = UInt8(truncatingIfNeeded: page.count)
      doclistIndex.append(document, onPage: pageNumber)
    }
    let isWhole = isFirstOfDoclist || awaitsDocument
    Varint.append(isWhole ? document : document - lastDocument, to: &page)
    lastDocument = document
    isFirstOfDoclist = false
    awaitsDocument = false
  }

  /// Places may go on over the end of a page, but no number does.
  private mutating func appendPlaces(_ doclist: [UInt8], from start: Int, to end: Int) {
    var offset = start
    while page.count + footer.count + end - offset >= Self.pageSize {
      let room = Self.pageSize - page.count - footer.count
      let length = Varint.length(of: doclist, from: offset, atLeast: max(0, room))
      page += doclist[offset..<offset + length]
      offset += length
      writePage()
    }
    page += doclist[offset..<end]
  }

  private mutating func writePage() {
    page[2] = UInt8(truncatingIfNeeded: page.count >> 8)
    page[3] = UInt8(truncatingIfNeeded: page.count)
    if footer.isEmpty {
      if awaitsDocument { doclistIndex.appendPageWithoutDocument() }
      pagesWithoutTerm += 1
    } else {
      page += footer
    }
    segment.rows.append(Segment.Row(number: pageNumber, block: page))
    page = [0, 0, 0, 0]
    page.reserveCapacity(Self.pageSize)
    footer.removeAll(keepingCapacity: true)
    lastTermStart = 0
    pageNumber += 1
    awaitsDocument = true
  }

  /// Tells FTS5 where the terms from ``separator`` on are, now that the last of that page is whole.
  private mutating func writeTermPage() {
    let isIndexed = pagesWithoutTerm >= Self.shortestIndexed && doclistIndex.isUsable
    if isIndexed {
      segment.rows.append(
        Segment.Row(number: 1 << 36 | doclistIndex.termPage, block: doclistIndex.bytes))
    }
    segment.termPages.append(
      Segment.TermPage(separator: separator, place: termPage << 1 | (isIndexed ? 1 : 0)))
    pagesWithoutTerm = 0
  }
}

/// The first document of each page that a long doclist goes on over, so that FTS5 can skip pages.
private struct DoclistIndex {
  let termPage: Int
  private(set) var bytes: [UInt8] = []
  private var lastDocument = 0

  init(termPage: Int) {
    self.termPage = termPage
  }

  /// Past the size of a page FTS5 makes a tree of several; without any index it steps through the pages.
  var isUsable: Bool { !bytes.isEmpty && bytes.count < SegmentWriter.pageSize }

  mutating func append(_ document: Int, onPage page: Int) {
    if bytes.isEmpty {
      // No tree: the only page is the root.
      bytes.append(0)
      Varint.append(page, to: &bytes)
    }
    Varint.append(document - lastDocument, to: &bytes)
    lastDocument = document
  }

  mutating func appendPageWithoutDocument() {
    if !bytes.isEmpty { bytes.append(0) }
  }
}
