import NoteModel
import NotePresentation

/// The differences between two texts, word by word.
struct PhraseDifference {
  private(set) var pieces: [DigestRun] = []
  private(set) var weight = 0.0

  /// Words that are shown before and after a change.
  private static let context = 6

  /// Returns the share of the letters of both that are in words of both.
  static func likeness(_ one: String, _ other: String) -> Double {
    let (left, right) = (words(one), words(other))
    var counts: [String: Int] = [:]
    for word in left { counts[word, default: 0] += 1 }
    var common = 0
    for word in right where counts[word, default: 0] > 0 {
      counts[word, default: 0] -= 1
      common += word.count
    }
    let all = (left + right).reduce(0) { $0 + $1.count }
    return all == 0 ? 0 : Double(2 * common) / Double(all)
  }

  private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

  init(_ old: String, _ new: String) {
    let (before, after) = (Self.words(old), Self.words(new))
    let difference = LineDifference(from: before, to: after).changes
    var place = 0
    for (number, change) in difference.enumerated() {
      appendSame(Array(after[place..<change.after.lowerBound]), isFirst: number == 0, isLast: false)
      append(before[change.before].joined(separator: " "), after[change.after].joined(separator: " "))
      weight += Double(change.after.count) + Double(change.before.count) / 2
      place = change.after.upperBound
    }
    appendSame(Array(after[place...]), isFirst: false, isLast: true)
  }

  private mutating func appendSame(_ words: [String], isFirst: Bool, isLast: Bool) {
    guard !words.isEmpty else { return }
    let limit = Self.context
    var text = words.joined(separator: " ")
    if words.count > (isFirst || isLast ? limit : 2 * limit) + 2 {
      let head = words.prefix(limit).joined(separator: " ")
      let tail = words.suffix(limit).joined(separator: " ")
      text = isFirst ? "… " + tail : isLast ? head + " …" : head + " … " + tail
    }
    add(.plain, (pieces.isEmpty ? "" : " ") + text + (isLast ? "" : " "))
  }

  private mutating func add(_ kind: DigestRun.Kind, _ text: String) {
    guard !text.isEmpty else { return }
    if let last = pieces.last, last.kind == kind {
      pieces[pieces.count - 1] = DigestRun(kind: kind, text: last.text + text)
    } else {
      pieces.append(DigestRun(kind: kind, text: text))
    }
  }

  /// Appends a replaced run of words without the beginning and the punctuation that both sides have.
  private mutating func append(_ old: String, _ new: String) {
    if let last = pieces.last, last.kind != .plain, last.text.last != " " { add(.plain, " ") }
    let (before, after) = (Array(old), Array(new))
    var head = 0
    while head < min(before.count, after.count), before[head] == after[head] { head += 1 }
    if !Self.mayPart(before, after, head) { head = 0 }
    var tail = 0
    while tail < min(before.count, after.count) - head,
      before[before.count - 1 - tail] == after[after.count - 1 - tail],
      !before[before.count - 1 - tail].isLetter, !before[before.count - 1 - tail].isNumber,
      before[before.count - 1 - tail] != " "
    { tail += 1 }
    add(.plain, String(after[..<head]))
    let (from, to) = (String(before[head..<(before.count - tail)]), String(after[head..<(after.count - tail)]))
    add(.old, from)
    if !from.isEmpty, !to.isEmpty { add(.plain, " ") }
    add(.new, to)
    add(.plain, String(after[(after.count - tail)...]))
  }

  /// Returns true if a common beginning ends at the end of a word, or after two syllables of Hangul.
  private static func mayPart(_ one: [Character], _ other: [Character], _ head: Int) -> Bool {
    guard head > 0 else { return false }
    func isInside(_ text: [Character]) -> Bool { head < text.count && (text[head].isLetter || text[head].isNumber) }
    guard isInside(one) || isInside(other) else { return one[head - 1].isLetter || one[head - 1].isNumber }
    let last = one[max(0, head - 2)..<head]
    return last.count == 2 && last.allSatisfy { $0.unicodeScalars.allSatisfy { (0xAC00...0xD7A3).contains($0.value) } }
  }
}
