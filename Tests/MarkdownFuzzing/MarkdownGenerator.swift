import SeededRandom

/// Writes notes by the grammar of Markdown, each construct in one of the many ways in which people write it.
struct MarkdownGenerator {
  var random: SeededGenerator
  /// Blocks that may still be written, so that notes stay small.
  private var budget = 0

  init(_ random: SeededGenerator) {
    self.random = random
  }

  mutating func note() -> [UInt8] {
    budget = 3 + random.below(14)
    var lines = random.chance(1, in: 12) ? ["---", "title: 'a'  ", "tags: [b,c]", "---"] : []
    lines += blocks(depth: 0)
    let lineEnd = random.chance(1, in: 12) ? "\r\n" : "\n"
    let text = lines.joined(separator: lineEnd) + (random.chance(1, in: 8) ? "" : lineEnd)
    return Array(text.utf8)
  }

  /// The lines of a few blocks, with none to three empty lines between them.
  private mutating func blocks(depth: Int) -> [String] {
    var lines: [String] = []
    repeat {
      budget -= 1
      if !lines.isEmpty {
        lines += [String](repeating: "", count: random.element(of: [0, 1, 1, 1, 1, 2, 3]) ?? 1)
      }
      lines += block(depth: depth)
    } while budget > 0 && random.chance(depth == 0 ? 9 : 5, in: 10)
    return lines
  }

  private mutating func block(depth: Int) -> [String] {
    let isDeep = depth >= 4
    switch random.below(isDeep ? 14 : 20) {
    case 0..<4: return paragraph()
    case 4: return [random.word(of: ["#", "##", "######", " ##"]) + " " + inline(1) + closing()]
    case 5: return [inline(1), random.word(of: ["===", "---", "=", "-  "])]
    case 6: return [random.word(of: ["***", "---", "___", " * * *", "-  -  -"])]
    case 7: return fence()
    case 8: return indented(paragraph(), by: random.word(of: ["    ", "\t", "     "]))
    case 9: return table()
    case 10: return html()
    case 11: return definition()
    case 12, 13: return extra()
    case 14..<18: return list(depth: depth)
    default: return quote(depth: depth)
    }
  }

  private mutating func closing() -> String {
    random.word(of: ["", "", " #", " ###  ", "#", "  "])
  }

  private func indented(_ lines: [String], by indentation: String) -> [String] {
    lines.map { $0.isEmpty ? $0 : indentation + $0 }
  }

  mutating func paragraph() -> [String] {
    (0...random.below(3)).map { index in
      let indentation = index > 0 && random.chance(1, in: 5) ? "   " : ""
      return indentation + inline(2) + random.word(of: ["", "", "", "", "  ", "\\", " "])
    }
  }

  // MARK: - Containers

  private mutating func quote(depth: Int) -> [String] {
    var lines = blocks(depth: depth + 1)
    if random.chance(1, in: 4) { lines.insert("[!note]- " + inline(0), at: 0) }
    let mark = random.word(of: ["> ", "> ", ">", ">  "])
    let isLazy = random.chance(1, in: 4)
    return lines.enumerated().map { index, line in
      isLazy && index > 0 && random.chance(1, in: 3) ? line : mark + line
    }
  }

  private mutating func list(depth: Int) -> [String] {
    let bullet = random.word(of: ["-", "-", "*", "+", "1.", "1)", "3.", "0.", "99."])
    let gap = random.word(of: [" ", " ", "  ", "   ", "    ", "\t"])
    let offset = random.word(of: ["", "", "", " ", "  "])
    let isLoose = random.chance(1, in: 3)
    var lines: [String] = []
    for item in 0...random.below(4) {
      if item > 0, isLoose || random.chance(1, in: 10) { lines.append("") }
      var marker = bullet
      if let number = Int(bullet.dropLast()), random.chance(2, in: 3) {
        marker = String(number + item) + String(bullet.suffix(1))
      }
      let box = random.word(of: ["", "", "", "[ ] ", "[x] ", "[/] "])
      var content = random.chance(1, in: 12) ? [""] : blocks(depth: depth + 1)
      content[0] = box + content[0]
      let width = marker.count + (gap == "\t" ? 3 : gap.count)
      let indentation = offset + String(repeating: " ", count: wrongly(width))
      lines.append(offset + marker + gap + content[0])
      lines += indented(Array(content.dropFirst()), by: indentation)
      budget -= 1
    }
    return lines
  }

  /// Sometimes people indent by another width than the marker's.
  private mutating func wrongly(_ width: Int) -> Int {
    random.chance(1, in: 8) ? max(0, width + random.below(5) - 2) : width
  }
}
