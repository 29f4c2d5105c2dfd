/// The name that the user most likely meant, nil where none is near.
///
/// Near is a Damerau-Levenshtein distance of at most a third of the word's length.
package func nearestName(to word: String, among names: some Sequence<String>) -> String? {
  let limit = max(1, word.count / 3)
  return names.map { (name: $0, distance: editDistance(word.lowercased(), $0.lowercased())) }
    .filter { $0.distance <= limit || $0.name.hasPrefix(word) && word.count >= 3 }
    .min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
}

/// Insertions, deletions, replacements and swaps of neighbours between two words.
package func editDistance(_ left: String, _ right: String) -> Int {
  let left = Array(left)
  let right = Array(right)
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for (row, letter) in left.enumerated() {
    var current = [row + 1]
    for (column, other) in right.enumerated() {
      var cost = min(
        last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
        cost = min(cost, beforeLast[column - 1] + 1)
      }
      current.append(cost)
    }
    (beforeLast, last) = (last, current)
  }
  return last[right.count]
}
