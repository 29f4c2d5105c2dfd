import ByteBasics

/// Merges lines that both sides changed word by word: two sentences of a paragraph, cells of a table, links of one line
/// that different machines renamed, new line breaks on one side and an edit on the other.
///
/// Between the changes of the two sides there must be a word that both kept, or the beginning of a list item, except if
/// each side only replaced links.
/// Space is merged like text, but does not count as a change of words. Anything else remains a conflict.
struct WordMerge {
  /// A word, or a link, with the space after it. The first one of a text is empty.
  private struct Word {
    var text: ArraySlice<UInt8> = []
    var space: ArraySlice<UInt8> = []

    var isLink: Bool { text.starts(with: "[[".utf8) || text.containsPair(ASCII.rightBracket, ASCII.leftParenthesis) }
  }

  private let base, ours, theirs: [Word]

  /// - Parameter base: Whole lines, as the others are.
  init(base: ArraySlice<UInt8>, ours: ArraySlice<UInt8>, theirs: ArraySlice<UInt8>) {
    (self.base, self.ours, self.theirs) = (Self.words(base), Self.words(ours), Self.words(theirs))
  }

  private static func words(_ text: ArraySlice<UInt8>) -> [Word] {
    var words: [Word] = []
    var place = text.startIndex
    func end(_ isInside: (UInt8) -> Bool) -> Int { text[place...].firstIndex { !isInside($0) } ?? text.endIndex }
    while place < text.endIndex || words.isEmpty {
      var word = Word()
      if !words.isEmpty {
        let start = place
        while place < text.endIndex, !ASCII.isWhiteSpace(text[place]) {
          let line = text[place...].prefix { $0 != ASCII.lineFeed }
          let isLink = line.starts(with: "[[".utf8)
          let close = isLink ? line.indices.first { line[$0...].starts(with: "]]".utf8) } : nil
          place = close.map { $0 + 2 } ?? place + 1
        }
        word.text = text[start..<place]
      }
      let start = place
      place = end { ASCII.isWhiteSpace($0) }
      word.space = text[start..<place]
      words.append(word)
    }
    return words
  }

  /// Returns the merged text. Nil if the sides changed the same words, or neighbouring words.
  func merged() -> [UInt8]? {
    guard haveEqualColumns else { return nil }
    var numbers: [ArraySlice<UInt8>: Int32] = [:]
    func numbered(_ words: [Word]) -> [Int32] {
      words.map { word in
        let number = numbers[word.text] ?? Int32(numbers.count)
        numbers[word.text] = number
        return number
      }
    }
    let (old, left, right) = (numbered(base), numbered(ours), numbered(theirs))
    let (mine, yours) = (LineDiff.changes(from: old, to: left), LineDiff.changes(from: old, to: right))
    // Where less than half is left, it is another text.
    for changes in [mine, yours] where changes.reduce(0, { $0 + $1.base.count }) * 2 > base.count { return nil }
    guard areApart(mine, yours) else { return nil }
    var result: [UInt8] = []
    var (place, here, there) = (0, 0, 0)
    var (ourRest, theirRest) = (mine[...], yours[...])
    while place <= base.count {
      let isTheirsFirst = theirRest.first?.base == place..<place
      if let change = ourRest.first, change.base.lowerBound == place, !isTheirsFirst {
        result += ours[change.other].flatMap { $0.text + $0.space }
        there += change.base.count
        (place, here) = (change.base.upperBound, change.other.upperBound)
        ourRest.removeFirst()
      } else if let change = theirRest.first, change.base.lowerBound == place {
        result += theirs[change.other].flatMap { $0.text + $0.space }
        here += change.base.count
        (place, there) = (change.base.upperBound, change.other.upperBound)
        theirRest.removeFirst()
      } else if place < base.count {
        let spaces = (base[place].space, ours[here].space, theirs[there].space)
        guard spaces.1 == spaces.2 || spaces.0 == spaces.1 || spaces.0 == spaces.2 else { return nil }
        result += base[place].text + (spaces.0 == spaces.1 ? spaces.2 : spaces.1)
        (place, here, there) = (place + 1, here + 1, there + 1)
      } else {
        break
      }
    }
    return hasAllWords(result[...]) ? result : nil
  }

  private func areApart(_ mine: [LineChange], _ yours: [LineChange]) -> Bool {
    func areLinks(_ change: LineChange, _ words: [Word]) -> Bool {
      change.base.count == change.other.count && !change.base.isEmpty && base[change.base].allSatisfy(\.isLink)
        && words[change.other].allSatisfy(\.isLink)
    }
    return mine.allSatisfy { one in
      yours.allSatisfy { other in
        if one.base.upperBound < other.base.lowerBound || other.base.upperBound < one.base.lowerBound { return true }
        let isBeside = one.base.upperBound <= other.base.lowerBound || other.base.upperBound <= one.base.lowerBound
        let edge = max(one.base.lowerBound, other.base.lowerBound)
        return isBeside
          && (one.base != other.base && beginsItem(edge) || areLinks(one, ours) && areLinks(other, theirs))
      }
    }
  }

  /// Returns true for the mark of a list item: the words before are of another block.
  private func beginsItem(_ place: Int) -> Bool {
    base.indices.contains(place) && place > 0 && base[place - 1].space.contains(ASCII.lineFeed)
      && BlockBoundary.itemIndent((base[place].text + base[place].space)[...]) != nil
  }

  /// Returns true if each word is there as often as the sides left or added it.
  private func hasAllWords(_ result: ArraySlice<UInt8>) -> Bool {
    var counts: [ArraySlice<UInt8>: Int] = [:]
    for word in ours + theirs { counts[word.text, default: 0] += 1 }
    for word in base + Self.words(result) { counts[word.text, default: 0] -= 1 }
    return counts.values.allSatisfy { $0 == 0 }
  }

  /// True if no line is of a table, or all rows of all sides have as many cells: a row of one side would else miss a column of
  /// the other.
  private var haveEqualColumns: Bool {
    let sides = [base, ours, theirs].map { words in
      words.flatMap { $0.text + $0.space }.split(separator: ASCII.lineFeed).map { BlockBoundary.rowWidth($0[...]) }
    }
    let columns = Set(sides.joined())
    return columns.count <= 1
  }
}

extension ArraySlice<UInt8> {
  fileprivate func containsPair(_ first: UInt8, _ second: UInt8) -> Bool {
    zip(self, dropFirst()).contains { $0 == first && $1 == second }
  }
}
