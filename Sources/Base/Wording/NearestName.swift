@_spi(_Unicode) import Swift

/// Finds the name that the user most likely meant, or nil if no name is near.
///
/// A name is near if its Damerau-Levenshtein distance is at most a third of the word's length, or if it begins with the
/// word and the word has three or more characters. Of a word with one or two letters, one letter may differ, but not
/// all.
/// Of ten thousand names, most are too long or too short and are not compared.
package func nearestName(to word: String, among names: some Sequence<String>) -> String? {
  let typed = Array(word.lowercased().unicodeScalars)
  let length = word.count
  let limit = max(1, length / 3)
  var best: (distance: Int, name: String)?
  for name in names {
    let isBegun = length >= 3 && name.hasPrefix(word)
    guard isBegun || abs(name.unicodeScalars.count - typed.count) <= limit else { continue }
    let distance = editDistance(typed, Array(name.lowercased().unicodeScalars))
    let hasOneOfItsLetters = length > 2 || name.lowercased().unicodeScalars.contains(where: typed.contains)
    guard isBegun || distance <= limit && hasOneOfItsLetters else { continue }
    if let best, (best.distance, best.name) <= (distance, name) { continue }
    best = (distance, name)
  }
  return best?.name
}

extension Message {
  /// Creates the suggestion of a similar name: `Did you mean “due”?`
  package static func didYouMean(_ name: String) -> Message {
    Message("Did you mean “\(name)”?", ko: "혹시 “\(name)”인가요?")
  }

  /// Appends a suggestion to the sentence: `No note has the tag #wrk; did you mean “#work”?`
  package func orMeant(_ name: String?) -> Message {
    guard let name else { return self }
    return Message("\(english); did you mean “\(name)”?", ko: "\(korean). 혹시 “\(name)”인가요?")
  }

  /// Creates the hint for an unknown value: the nearest known value, if there is one, and all known values.
  package static func choice(among all: [String], nearest: String?) -> Message {
    let english = "Known values: \(all.joined(separator: ", "))."
    let korean = "사용할 수 있는 값: \(all.joined(separator: ", "))"
    guard let nearest else { return Message(english, ko: korean) }
    let question = didYouMean(nearest)
    return Message("\(question.english) \(english)", ko: "\(question.korean) \(korean)")
  }
}

/// Counts the insertions, deletions, replacements and swaps of neighbours between two words.
package func editDistance(_ left: String, _ right: String) -> Int { editDistance(Array(left), Array(right)) }

/// Returns true if one letter is missing, too many, wrong or swapped with the next one. A part of a Hangul syllable counts
/// as a letter.
package func isOneEdit(_ left: String, _ right: String) -> Bool {
  if left.utf8.allSatisfy({ $0 < 0x80 }), right.utf8.allSatisfy({ $0 < 0x80 }) {
    return isOneEdit(left.utf8, right.utf8)
  }
  return isOneEdit(Array(left._nfd), Array(right._nfd))
}

private func isOneEdit<Letters: BidirectionalCollection>(_ left: Letters, _ right: Letters) -> Bool
where Letters.Element: Equatable {
  guard abs(left.count - right.count) <= 1 else { return false }
  let start = zip(left, right).prefix { $0 == $1 }.count
  let (rest, other) = (left.dropFirst(start), right.dropFirst(start))
  let end = zip(rest.reversed(), other.reversed()).prefix { $0 == $1 }.count
  let (old, new) = (Array(rest.dropLast(end)), Array(other.dropLast(end)))
  return old.count + new.count > 0 && max(old.count, new.count) == 1
    || old.count == 2 && new.count == 2 && old == new.reversed()
}

private func editDistance<Letter: Equatable>(_ left: [Letter], _ right: [Letter]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for (row, letter) in left.enumerated() {
    var current = [row + 1]
    current.reserveCapacity(right.count + 1)
    for (column, other) in right.enumerated() {
      var cost = min(last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
        cost = min(cost, beforeLast[column - 1] + 1)
      }
      current.append(cost)
    }
    (beforeLast, last) = (last, current)
  }
  return last[right.count]
}
