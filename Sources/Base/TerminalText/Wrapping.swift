extension StyledText {
  /// Wraps the text into lines of at most `columns` cells.
  ///
  /// Lines break at spaces, and between Chinese and Japanese letters. A Korean word breaks only if it is longer than a
  /// line. Line breaks in the text are kept.
  ///
  /// - Parameters:
  ///   - columns: The number of cells of a line.
  ///   - first: The number of cells of the first line, if different.
  package func wrapped(to columns: Int, first: Int? = nil) -> [StyledText] {
    var lines: [StyledText] = []
    var line = StyledText()
    var width = 0
    func room() -> Int { lines.isEmpty ? first ?? columns : columns }
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
        if width > 0, width + word.width > room() {
          lines.append(line.droppingTrailingSpace())
          line = StyledText()
          width = 0
        }
        let parts = word.split(every: room())
        lines += parts.dropLast()
        line.append(parts[parts.count - 1])
        width += parts[parts.count - 1].width
      }
    }
    lines.append(line)
    return lines.map { $0.droppingTrailingSpace() }
  }

  /// Wraps a line that may begin with a label: further lines begin below the text after the label, if the text has room
  /// there.
  ///
  /// ```
  ///   jot          Add a line to the
  ///                inbox.
  /// ```
  package func hanging(to columns: Int) -> [StyledText] {
    guard width > columns else { return [self] }
    let text = plainText
    let indent = text.prefix { $0 == " " }.count
    // The columns that begin after two spaces or more.
    var (starts, cells, spaces): ([Int], Int, Int) = ([], indent, 0)
    for character in text.dropFirst(indent) {
      if spaces > 1, character != " " { starts.append(cells) }
      spaces = character == " " ? spaces + 1 : 0
      cells += CellWidth.of(character)
    }
    let roomy = starts.last { columns - $0 >= Self.leastRoom }
    let other = min(roomy ?? indent, max(columns - Self.leastRoom, 0))
    let hang = roomy != nil && roomy == starts.last || other == 0 ? other : other + 2
    var lines = wrapped(to: columns - hang, first: columns - indent)
    for index in lines.indices {
      lines[index] = StyledText(String(repeating: " ", count: index == 0 ? indent : hang)) + lines[index]
    }
    return lines
  }

  /// The fewest cells beside a label for which text is wrapped there.
  private static let leastRoom = 20

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
    return (0x3041...0x30FF).contains(value) || (0x3400...0x9FFF).contains(value) || (0x20000...0x3FFFD).contains(value)
  }
}
