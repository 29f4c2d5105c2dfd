import NoteModel
package import TerminalText

/// Two texts with the removed and added parts marked within the line: Latin script by word, Korean by character.
package struct WordDifference {
  private enum Kind { case same, removed, added }

  private var pieces: [(kind: Kind, text: String)] = []

  /// The largest text that is compared word by word.
  private static let searchLimit = 4_000

  package init(from before: String, to after: String) {
    let old = Self.tokens(before)
    let new = Self.tokens(after)
    guard max(old.count, new.count) <= Self.searchLimit else {
      pieces = [(.removed, before), (.added, after)]
      return
    }
    var removed: Set<Int> = []
    var added: Set<Int> = []
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      if removed.contains(left) {
        append(.removed, old[left])
        left += 1
      } else if added.contains(right) {
        append(.added, new[right])
        right += 1
      } else {
        append(.same, old[left])
        left += 1
        right += 1
      }
    }
  }

  private mutating func append(_ kind: Kind, _ text: String) {
    if let last = pieces.last, last.kind == kind {
      pieces[pieces.count - 1].text += text
    } else {
      pieces.append((kind, text))
    }
  }

  /// The lines of the texts, with `[-so-]` for removed and `{+so+}` for new text.
  package var lines: [StyledText] {
    var lines = [StyledText()]
    for piece in pieces {
      let parts = piece.text.split(separator: "\n", omittingEmptySubsequences: false)
      for (index, part) in parts.enumerated() {
        if index > 0 { lines.append(StyledText()) }
        guard !part.isEmpty else { continue }
        switch piece.kind {
        case .same: lines[lines.count - 1].append(String(part))
        case .removed: lines[lines.count - 1].append("[-\(part)-]", .overdue)
        case .added: lines[lines.count - 1].append("{+\(part)+}", .done)
        }
      }
    }
    return lines
  }

  /// Splits a text into words, runs of spaces, and single characters of scripts that put no spaces between words, or
  /// particles after them.
  private static func tokens(_ text: String) -> [String] {
    var tokens: [String] = []
    var word = ""
    for character in text {
      if character.isASCII, character.isLetter || character.isNumber {
        word.append(character)
        continue
      }
      if !word.isEmpty { tokens.append(word) }
      word = ""
      if character.isLetter, !Self.standsAlone(character) {
        word.append(character)
      } else {
        tokens.append(String(character))
      }
    }
    return word.isEmpty ? tokens : tokens + [word]
  }

  /// Returns true for Hangul, kana, and Chinese characters.
  private static func standsAlone(_ character: Character) -> Bool {
    switch character.unicodeScalars.first?.value ?? 0 {
    case 0x1100...0x11FF, 0x2E80...0xD7FF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
    default: false
    }
  }
}

/// The changes between two versions of a file, in the form of `diff -u`.
package struct UnifiedDiff {
  private let headers: [String]
  private let before: [[UInt8]]
  private let after: [[UInt8]]
  private static let contextLines = 3

  /// - Parameters:
  ///   - before: The old content, or nil for a new file.
  ///   - after: The new content, or nil for a removed file.
  package init(path: String, before: [UInt8]?, after: [UInt8]?) {
    headers = [
      "--- " + (before == nil ? "/dev/null" : "a/" + path),
      "+++ " + (after == nil ? "/dev/null" : "b/" + path),
    ]
    self.before = Self.lines(before ?? [])
    self.after = Self.lines(after ?? [])
  }

  /// Splits bytes into lines with their line endings, so that a missing last line ending is a difference.
  private static func lines(_ bytes: [UInt8]) -> [[UInt8]] {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) + [0x0A] }
    lines[lines.count - 1].removeLast()
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  package var styledLines: [StyledText] {
    headers.map { StyledText($0, .dim) } + hunks.flatMap { $0.styledLines(before, after) }
  }

  /// The changes with the lines around them. Changes whose lines touch are one hunk.
  private var hunks: [Hunk] {
    var hunks: [Hunk] = []
    for change in LineDifference(from: before, to: after).changes {
      let first = max(0, change.before.lowerBound - Self.contextLines)
      if let last = hunks.last, first <= last.end + Self.contextLines {
        hunks[hunks.count - 1].changes.append(change)
      } else {
        hunks.append(Hunk(changes: [change], contextLines: Self.contextLines))
      }
    }
    return hunks
  }
}

/// Lines that are replaced by others; either may be none.
private typealias LineChange = LineDifference<[UInt8]>.Change

/// Changes near each other, shown with the lines around them.
private struct Hunk {
  var changes: [LineChange]
  let contextLines: Int

  var end: Int { changes.last?.before.upperBound ?? 0 }

  func styledLines(_ before: [[UInt8]], _ after: [[UInt8]]) -> [StyledText] {
    guard let first = changes.first, let last = changes.last else { return [] }
    let lead = min(contextLines, first.before.lowerBound)
    let trail = min(contextLines, before.count - last.before.upperBound)
    let old = (first.before.lowerBound - lead)..<(last.before.upperBound + trail)
    let new = (first.after.lowerBound - lead)..<(last.after.upperBound + trail)
    var lines = [StyledText("@@ -\(Self.place(old)) +\(Self.place(new)) @@", .path)]
    var next = old.lowerBound
    for change in changes {
      lines += before[next..<change.before.lowerBound].flatMap { Self.shown($0, " ", .plain) }
      lines += before[change.before].flatMap { Self.shown($0, "-", .overdue) }
      lines += after[change.after].flatMap { Self.shown($0, "+", .done) }
      next = change.before.upperBound
    }
    return lines + before[next..<old.upperBound].flatMap { Self.shown($0, " ", .plain) }
  }

  /// Formats a range of lines: `3,2`. An empty range is named by the line before it.
  private static func place(_ range: Range<Int>) -> String {
    let start = range.isEmpty ? range.lowerBound : range.lowerBound + 1
    return range.count == 1 ? "\(start)" : "\(start),\(range.count)"
  }

  private static func shown(_ line: [UInt8], _ sign: String, _ style: TextStyle) -> [StyledText] {
    guard line.last == 0x0A else {
      return [
        StyledText(sign + readable(line[...]), style),
        StyledText("\\ No newline at end of file", .dim),
      ]
    }
    return [StyledText(sign + readable(line.dropLast()), style)]
  }

  /// Returns the text, with bytes that are not UTF-8 in angle brackets: `caf<E9>`.
  private static func readable(_ bytes: ArraySlice<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = ""
    var decoder = UTF8()
    var rest = bytes[...]
    while !rest.isEmpty {
      var iterator = rest.makeIterator()
      decoder = UTF8()
      if case .scalarValue(let scalar) = decoder.decode(&iterator) {
        text.unicodeScalars.append(scalar)
        rest = rest.dropFirst(UTF8.width(scalar))
      } else {
        let hex = String(rest[rest.startIndex], radix: 16, uppercase: true)
        text += "<" + (hex.count < 2 ? "0" : "") + hex + ">"
        rest = rest.dropFirst()
      }
    }
    return text
  }
}
