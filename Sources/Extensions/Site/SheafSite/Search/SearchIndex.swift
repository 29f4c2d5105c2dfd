import ByteBasics
import NoteModel

/// The index of a site's words: sorted words with their notes, split into files. A query loads only the files that it
/// needs.
///
/// A line of a file is a term with its notes; each note is the distance from the note before, and its weight. If very
/// many terms have the same beginning, a separate line that ends in `*` lists the notes of all these terms.
struct SearchIndex {
  /// The text of each file.
  private(set) var parts: [String] = []
  /// The first term of each.
  private(set) var starts: [String] = []
  /// The beginnings that have a line of their own.
  private(set) var beginnings: [String] = []
  /// Words in the order of their last letters, for words that were mistyped.
  ///
  /// Each line begins with a digit of ``SearchDigits``: how many letters the word has in common with the one before it
  /// in the file, which are left out.
  private(set) var endings: [String] = []
  private(set) var endingStarts: [String] = []

  private var terms = TermTable()
  /// The notes of each term, 64 times the place and the weight, in the order of the places.
  private var postings: [UInt32] = []
  private var ends: [Int] = []
  private let noteCount: Int

  /// - Parameters:
  ///   - blocks: All of a site's.
  ///   - words: The text of ``SearchWords`` for each block.
  ///   - noteCount: The number of notes on the site.
  init(_ blocks: [NoteBlock], words: [String], noteCount: Int) {
    self.noteCount = noteCount
    gather(blocks, words)
    let order = terms.sorted
    write(order, wide: wideBeginnings(order))
    writeEndings(order)
  }

  // MARK: Gathering

  /// The words of one block, with the numbers of its terms here.
  private struct Source {
    var numbers: [Int32] = []
    var notes: [Range<Int>] = []
    let bytes: [UInt8]
  }

  private mutating func gather(_ blocks: [NoteBlock], _ words: [String]) {
    var places: [(source: Int, note: Int)] = Array(repeating: (0, -1), count: noteCount)
    var sources: [Source] = []
    for (block, text) in zip(blocks, words) {
      let source = read(Array(text.utf8))
      for (position, place) in block.notes.enumerated() where position < source.notes.count {
        places[place] = (sources.count, position)
      }
      sources.append(source)
    }
    ends = Array(repeating: 0, count: terms.count)
    Self.forEach(places, sources) { term, _, _ in ends[term] += 1 }
    var start = 0
    for term in ends.indices { (ends[term], start) = (start, start + ends[term]) }
    postings = Array(repeating: 0, count: start)
    Self.forEach(places, sources) { term, place, weight in
      postings[ends[term]] = UInt32(place << 6 | weight)
      ends[term] += 1
    }
  }

  private mutating func read(_ bytes: [UInt8]) -> Source {
    var source = Source(bytes: bytes)
    let end = bytes.firstIndex(of: UInt8(ascii: ";")) ?? bytes.count
    for term in bytes[..<end].split(separator: UInt8(ascii: ",")) {
      source.numbers.append(Int32(terms.insert(term.span)))
    }
    var start = end + 1
    while start <= bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: ";")) ?? bytes.count
      source.notes.append(start..<end)
      start = end + 1
    }
    return source
  }

  private static func forEach(
    _ places: [(source: Int, note: Int)], _ sources: [Source],
    _ body: (_ term: Int, _ place: Int, _ weight: Int) -> Void
  ) {
    for (place, (number, note)) in places.enumerated() where note >= 0 {
      let source = sources[number]
      source.bytes.withUnsafeBufferPointer { bytes in
        let postings = UnsafeBufferPointer(rebasing: bytes[source.notes[note]])
        var index = 0
        var term = -1
        while index + 1 < postings.count {
          term += SearchDigits.number(postings, at: &index) + 1
          guard index < postings.count, term < source.numbers.count else { return }
          body(Int(source.numbers[term]), place, SearchDigits.value(postings[index]))
          index += 1
        }
      }
    }
  }

  private func notes(of term: Int) -> ArraySlice<UInt32> {
    postings[(term == 0 ? 0 : ends[term - 1])..<ends[term]]
  }

  // MARK: Beginnings

  private struct Beginning {
    let letters: ArraySlice<UInt8>
    let range: Range<Int>
  }

  /// Letters of the longest beginning that has a line of its own.
  private static let longestBeginning = 5
  /// Bytes of a file from which on another one begins.
  private static let fileSize = 24_000

  /// Returns the beginnings whose terms would be in several files, by their first position in the order.
  private func wideBeginnings(_ order: [Int]) -> [Int: [Beginning]] {
    var wide: [Int: [Beginning]] = [:]
    var open = Array(repeating: (letters: ArraySlice<UInt8>(), start: 0, size: 0), count: Self.longestBeginning)
    func close(_ level: Int, at place: Int) {
      let (letters, start, size) = open[level]
      guard size > 2 * Self.fileSize, !letters.isEmpty, place - start > 1 else { return }
      wide[start, default: []].append(Beginning(letters: letters, range: start..<place))
    }
    for (place, number) in order.enumerated() {
      let term = terms[number]
      let size = term.count + 2 + 3 * notes(of: number).count
      let lengths = Self.beginnings(of: term)
      for level in 0..<Self.longestBeginning {
        let letters = level < lengths.count ? term.prefix(lengths[level]) : []
        if open[level].letters != letters {
          close(level, at: place)
          open[level] = (letters, place, 0)
        }
        open[level].size += size
      }
    }
    for level in 0..<Self.longestBeginning { close(level, at: order.count) }
    return wide.mapValues { $0.sorted { $0.letters.count < $1.letters.count } }
  }

  /// Returns the lengths in bytes of the first letter, of the first two letters and so on. Empty for a tag.
  private static func beginnings(of term: ArraySlice<UInt8>) -> [Int] {
    guard term.first != UInt8(ascii: "#") else { return [] }
    var lengths: [Int] = []
    for (offset, byte) in term.enumerated() where offset > 0 && byte & 0xC0 != 0x80 {
      lengths.append(offset)
      if lengths.count == longestBeginning { return lengths }
    }
    return lengths + [term.count]
  }

  /// Returns the notes of several terms, each with its greatest weight.
  private func merged(_ numbers: ArraySlice<Int>) -> [UInt32] {
    var weights = [UInt8](repeating: 0, count: noteCount)
    for number in numbers {
      for posting in notes(of: number) {
        let place = Int(posting >> 6)
        weights[place] = max(weights[place], UInt8(posting & 63) + 1)
      }
    }
    return weights.indices.compactMap { place in
      weights[place] == 0 ? nil : UInt32(place << 6) | UInt32(weights[place] - 1)
    }
  }

  // MARK: Files

  private mutating func write(_ order: [Int], wide: [Int: [Beginning]]) {
    var part: [UInt8] = []
    func add(_ term: some Collection<UInt8>, _ notes: some Collection<UInt32>) {
      let isFull = part.count > Self.fileSize - 4 * notes.count
      // The end of a file depends only on its own terms, so that other files do not change when one grows.
      let endsHere = part.count > Self.fileSize / 2 && ContentHash.of(Array(term)) & 31 == 0
      if isFull || endsHere, !part.isEmpty { close(&part) }
      if part.isEmpty { starts.append(String(decoding: term, as: UTF8.self)) }
      part += term
      part.append(0x20)
      var last = -1
      for posting in notes {
        let place = Int(posting >> 6)
        SearchDigits.append(place - last - 1, to: &part)
        part.append(SearchDigits.digit(Int(posting & 63)))
        last = place
      }
      part.append(0x0A)
    }
    func addBeginnings(_ found: [Beginning]) {
      for beginning in found {
        beginnings.append(String(decoding: beginning.letters, as: UTF8.self))
        add(beginning.letters + [UInt8(ascii: "*")], merged(order[beginning.range]))
      }
    }
    for (place, number) in order.enumerated() {
      // A word is before the words that begin with it.
      let found = wide[place] ?? []
      let term = terms[number]
      addBeginnings(found.filter { $0.letters.count < term.count })
      add(term, notes(of: number))
      addBeginnings(found.filter { $0.letters.count == term.count })
    }
    if !part.isEmpty { close(&part) }
  }

  private mutating func close(_ part: inout [UInt8]) {
    parts.append(String(decoding: part, as: UTF8.self))
    part.removeAll(keepingCapacity: true)
  }

  private mutating func writeEndings(_ order: [Int]) {
    let words = order.map { terms[$0] }
      .filter { (4...20).contains($0.count) && $0.allSatisfy(ASCII.isLetter) }.map { Array($0.reversed()) }
      .sorted { $0.lexicographicallyPrecedes($1) }
    var part: [UInt8] = []
    var last: [UInt8] = []
    for word in words {
      if part.isEmpty {
        endingStarts.append(String(decoding: word, as: UTF8.self))
        last = []
      }
      let shared = zip(last, word).prefix { $0 == $1 }.count
      part.append(SearchDigits.digit(shared))
      part += word[shared...]
      part.append(0x0A)
      last = word
      guard part.count > Self.fileSize else { continue }
      endings.append(String(decoding: part, as: UTF8.self))
      part = []
    }
    if !part.isEmpty { endings.append(String(decoding: part, as: UTF8.self)) }
  }
}
