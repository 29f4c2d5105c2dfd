extension StyledText {
  /// Wraps the text into lines of at most `columns` cells.
  ///
  /// Lines break at spaces, and between Chinese and Japanese letters. A Korean word breaks only if it is longer than a
  /// line. Line breaks in the text are kept.
  package func wrapped(to columns: Int) -> [StyledText] {
    var lines: [StyledText] = []
    var line = StyledText()
    var width = 0
    for piece in pieces {
      switch piece {
      case .lineBreak:
        lines.append(line)
        line = StyledText()
        width = 0
      case .space(let run):
        if width > 0 {
          line.append(run.text, run.style, url: run.url, color: run.color)
          width += CellWidth.of(run.text)
        }
      case .word(let word):
        if width > 0, width + word.width > columns {
          lines.append(line.droppingTrailingSpace())
          line = StyledText()
          width = 0
        }
        let parts = word.split(every: columns)
        lines += parts.dropLast()
        line.append(parts[parts.count - 1])
        width += parts[parts.count - 1].width
      }
    }
    lines.append(line)
    return lines.map { $0.droppingTrailingSpace() }
  }

  private enum Piece {
    case word(StyledText)
    case space(Run)
    case lineBreak
  }

  private var pieces: [Piece] {
    var pieces: [Piece] = []
    var word = StyledText()
    func flush() {
      if !word.isEmpty { pieces.append(.word(word)) }
      word = StyledText()
    }
    for run in runs {
      for character in run.text {
        let text = String(character)
        if character == "\n" {
          flush()
          pieces.append(.lineBreak)
        } else if character == " " {
          flush()
          pieces.append(.space(Run(text: text, style: run.style, url: run.url, color: run.color)))
        } else if character.breaksFreely {
          flush()
          pieces.append(.word(StyledText(text, run.style, url: run.url, color: run.color)))
        } else {
          word.append(text, run.style, url: run.url, color: run.color)
        }
      }
    }
    flush()
    return pieces
  }

  /// Removes the spaces at the end.
  package func droppingTrailingSpace() -> StyledText {
    guard runs.last?.text.utf8.last == 0x20 else { return self }
    var copy = StyledText()
    let count = plainText.reversed().prefix { $0 == " " }.count
    var keep = plainText.count - count
    for run in runs where keep > 0 {
      let text = String(run.text.prefix(keep))
      keep -= text.count
      copy.append(text, run.style, url: run.url, color: run.color)
    }
    return copy
  }

  /// Splits the text into parts of at most `columns` cells, never empty; one character may be wider.
  private func split(every columns: Int) -> [StyledText] {
    guard columns > 1, width > columns else { return [self] }
    var parts = [StyledText()]
    var width = 0
    for run in runs {
      for character in run.text {
        let cell = CellWidth.of(character)
        if width + cell > columns, width > 0 {
          parts.append(StyledText())
          width = 0
        }
        parts[parts.count - 1].append(String(character), run.style, url: run.url, color: run.color)
        width += cell
      }
    }
    return parts
  }
}

extension Character {
  /// True for letters between which a line may break without a space: Han and Kana.
  fileprivate var breaksFreely: Bool {
    guard let value = unicodeScalars.first?.value else { return false }
    return (0x3041...0x30FF).contains(value) || (0x3400...0x9FFF).contains(value)
      || (0x20000...0x3FFFD).contains(value)
  }
}
