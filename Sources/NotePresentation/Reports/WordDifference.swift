package import TerminalText

/// Two texts with what was removed and added marked within the line: Latin script by word, Korean by character.
package struct WordDifference {
  private enum Kind { case same, removed, added }

  private var pieces: [(kind: Kind, text: String)] = []

  /// Longer texts are shown as one whole.
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

  /// In lines as the texts have them; `[-so-]` is gone and `{+so+}` is new.
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

  /// Words, runs of spaces, and single characters of scripts that put no spaces between words, or particles after them.
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

  /// Hangul, kana, and Chinese characters.
  private static func standsAlone(_ character: Character) -> Bool {
    switch character.unicodeScalars.first?.value ?? 0 {
    case 0x1100...0x11FF, 0x2E80...0xD7FF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
    default: false
    }
  }
}
