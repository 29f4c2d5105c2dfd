import ByteBasics
import NoteModel

/// The words of a block of notes, each once, with the notes that contain the word and its weight in each note.
///
/// A Latin word is a term, `c++` and `.net` with and without their punctuation. Korean, Chinese and Japanese letters
/// are terms in pairs, also across a space, so that spaces in a query do not matter; the last letter of a word is a
/// term alone. Initial consonants of a word are a term, and so is a tag with each of its levels, after `#`. The
/// search's script splits queries in the same way.
struct SearchWords {
  /// The part of a note that has a word; the best one counts.
  enum Part: Int { case text, heading, path, title }

  /// The occurrences of a term in the note that is being added.
  private struct Entry {
    var count = 0
    var part = Part.text
    var brevity = 0
  }

  private var terms = TermTable()
  private var entries: [Entry] = []
  private var touched: [Int] = []
  private var notes: [[UInt8]] = []

  /// The texts of a note by their parts; each line of a part is a text of its own.
  struct Texts {
    var title: [UInt8]
    var path: [UInt8]
    var headings: [UInt8]
    var text: [UInt8]
    var tags: [String]
  }

  mutating func add(_ note: Texts) {
    for line in note.title.split(separator: 0x0A) { add(Array(line), as: .title) }
    add(note.path, as: .path)
    add(note.headings, as: .heading)
    let length = add(note.text, as: .text)
    for level in note.tags { insert(Self.term(ofTag: level).span, as: .heading) }
    endNote(length: length)
  }

  /// Adds an empty entry for a note without a page.
  mutating func addNothing() { notes.append([]) }

  /// Adds the tokens of a text. Returns the number of tokens.
  @discardableResult
  private mutating func add(_ text: [UInt8], as part: Part) -> Int {
    let cut = SearchTokens(text, addsInitials: true)
    let brevity = part == .title ? Self.brevity(of: cut) : 0
    let letters = cut.bytes.span
    var last: SearchTokens.Token?
    func addLast() {
      if let last { insert(letters.extracting(last.start..<last.end), as: part, brevity: brevity) }
    }
    for token in cut.tokens {
      switch token.kind {
      case .initials: insert(letters.extracting(token.start..<token.end), as: part, brevity: brevity)
      case .word, .signed:
        addLast()
        last = nil
        var ranges = [token.start..<token.end]
        if token.kind == .signed { ranges.append(token.plainRange(in: cut.bytes)) }
        for range in ranges {
          var end = min(range.upperBound, range.lowerBound + Self.longest)
          // No letter is cut.
          while end < range.upperBound, letters[end] & 0xC0 == 0x80 { end -= 1 }
          insert(letters.extracting(range.lowerBound..<end), as: part, brevity: brevity)
        }
      case .letter, .joinedLetter:
        if let last {
          if token.kind == .letter { addLast() }
          if token.kind == .joinedLetter || Self.isOneSpace(text, last.sourceEnd, token.sourceStart) {
            insertPair(last, token, of: letters, as: part, brevity: brevity)
          }
        }
        last = token
      }
    }
    addLast()
    return cut.tokens.count
  }

  private mutating func insertPair(
    _ first: SearchTokens.Token, _ second: SearchTokens.Token, of letters: Span<UInt8>, as part: Part, brevity: Int
  ) {
    if first.end == second.start {
      insert(letters.extracting(first.start..<second.end), as: part, brevity: brevity)
    } else {
      var pair: [UInt8] = []
      for index in first.start..<first.end { pair.append(letters[index]) }
      for index in second.start..<second.end { pair.append(letters[index]) }
      insert(pair.span, as: part, brevity: brevity)
    }
  }

  private static let longest = 40

  private static func isOneSpace(_ text: [UInt8], _ end: Int, _ start: Int) -> Bool {
    start == end + 1 && (text[end] == 0x20 || text[end] == 0x0A)
  }

  /// Returns the weight of a title's length: 15 for a single word, less for more words.
  private static func brevity(of title: SearchTokens) -> Int {
    let count = title.tokens.reduce(0) { $0 + ($1.kind == .initials ? 0 : 1) }
    return max(1, (15 + count / 2) / max(1, count))
  }

  static func term(ofTag tag: String) -> [UInt8] {
    [UInt8(ascii: "#")] + foldedName(tag).utf8.map { $0 <= 0x2C || $0 == 0x3B || $0 == 0x5C ? 0x2D : $0 }
  }

  private mutating func insert(_ term: Span<UInt8>, as part: Part, brevity: Int = 0) {
    let number = terms.insert(term)
    if number == entries.count { entries.append(Entry()) }
    if entries[number].count == 0 { touched.append(number) }
    entries[number].count += 1
    if part.rawValue > entries[number].part.rawValue { entries[number].part = part }
    entries[number].brevity = max(entries[number].brevity, brevity)
  }

  private mutating func endNote(length: Int) {
    touched.sort()
    var postings: [UInt8] = []
    postings.reserveCapacity(touched.count * 2)
    var last = -1
    for index in touched {
      SearchDigits.append(index - last - 1, to: &postings)
      postings.append(SearchDigits.digit(Self.weight(of: entries[index], length: length)))
      last = index
      entries[index] = Entry()
    }
    notes.append(postings)
    touched.removeAll(keepingCapacity: true)
  }

  /// Returns the part, then how much of BM25's greatest weight the number of times makes; in a title its brevity.
  private static func weight(of entry: Entry, length: Int) -> Int {
    let count = Double(entry.count)
    let share = count / (count + 1.2 * (0.25 + 0.75 * Double(length) / usualLength))
    let level = entry.part == .title ? entry.brevity : min(15, Int(share * 16))
    return entry.part.rawValue << 4 | level
  }

  /// Tokens of a note; a fixed number, so that notes do not change with one another.
  private static let usualLength = 400.0

  /// The entry on one line, for the cache: the terms with commas between, then the notes.
  var text: String {
    var line: [UInt8] = []
    for number in 0..<terms.count {
      if number > 0 { line.append(UInt8(ascii: ",")) }
      line += terms[number]
    }
    for note in notes {
      line.append(UInt8(ascii: ";"))
      line += note
    }
    return String(decoding: line, as: UTF8.self)
  }
}

/// Terms, each with a number from 0 in the order in which they came.
struct TermTable {
  private var bytes: [UInt8] = []
  private var ends: [Int] = [0]
  private var hashes: [UInt64] = []
  /// Numbers plus one; 0 for an empty slot.
  private var slots = [Int32](repeating: 0, count: 1 << 12)

  var count: Int { hashes.count }

  subscript(number: Int) -> ArraySlice<UInt8> { bytes[ends[number]..<ends[number + 1]] }

  /// Inserts a term and returns its number. The number of a new term is the former ``count``.
  mutating func insert(_ term: Span<UInt8>) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in term.indices { hash = (hash ^ UInt64(term[index])) &* 0x0000_0100_0000_01B3 }
    var slot = slot(of: hash)
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      if hashes[number] == hash, isTerm(number, term) { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    for index in term.indices { bytes.append(term[index]) }
    ends.append(bytes.count)
    hashes.append(hash)
    slots[slot] = Int32(hashes.count)
    if hashes.count * 2 > slots.count { grow() }
    return hashes.count - 1
  }

  private func isTerm(_ number: Int, _ term: Span<UInt8>) -> Bool {
    let start = ends[number]
    return ends[number + 1] - start == term.count && term.indices.allSatisfy { bytes[start + $0] == term[$0] }
  }

  private func slot(of hash: UInt64) -> Int { Int(truncatingIfNeeded: hash ^ hash >> 29) & (slots.count - 1) }

  private mutating func grow() {
    slots = Array(repeating: 0, count: slots.count * 2)
    for (number, hash) in hashes.enumerated() {
      var slot = slot(of: hash)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(number + 1)
    }
  }

  /// The numbers in the order of the terms' bytes.
  var sorted: [Int] {
    let heads = (0..<count).map { number in
      (0..<8).reduce(UInt64(0)) { head, offset in
        let place = ends[number] + offset
        return head << 8 | (place < ends[number + 1] ? UInt64(bytes[place]) : 0)
      }
    }
    return (0..<count).sorted { left, right in
      heads[left] == heads[right] ? self[left].lexicographicallyPrecedes(self[right]) : heads[left] < heads[right]
    }
  }
}

/// Numbers in 64 letters that need no escape in a script.
enum SearchDigits {
  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 0, count: 256)
    for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(value) }
    return values
  }()

  static func digit(_ value: Int) -> UInt8 { letters[value & 63] }

  static func value(_ digit: UInt8) -> Int { Int(values[Int(digit)]) }

  /// Appends a number in groups of five bits, the lowest first; the sixth bit is set if another group follows.
  static func append(_ number: Int, to text: inout [UInt8]) {
    var rest = number
    while rest >= 32 {
      text.append(digit(rest & 31 | 32))
      rest >>= 5
    }
    text.append(digit(rest))
  }

  /// Reads a number that ``append(_:to:)`` wrote; `index` moves past it.
  static func number(_ text: UnsafeBufferPointer<UInt8>, at index: inout Int) -> Int {
    var number = 0
    var shift = 0
    while index < text.count {
      let digit = value(text[index])
      index += 1
      number |= (digit & 31) << shift
      if digit < 32 || shift > 25 { break }
      shift += 5
    }
    return number
  }
}
