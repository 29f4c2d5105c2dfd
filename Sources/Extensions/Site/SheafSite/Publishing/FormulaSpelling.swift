import ByteBasics

/// Rewrites TeX for pandoc: commands that pandoc knows under another name are renamed, and commands that only change
/// the appearance are removed. A formula that pandoc can read is never rewritten.
enum FormulaSpelling {
  /// Returns a formula that could not be read in a plainer spelling. Unchanged if no plainer spelling is known.
  static func plainer(_ tex: String) -> String {
    String(decoding: plainer(Array(tex.utf8), depth: 0), as: UTF8.self)
  }

  /// Groups that are nested more deeply are not changed.
  private static let depthLimit = 32

  private static func plainer(_ tex: [UInt8], depth: Int) -> [UInt8] {
    guard depth < depthLimit else { return tex }
    var reader = Reader(tex)
    var plain: [UInt8] = []
    while let byte = reader.peek() {
      guard byte == ASCII.backslash, let word = reader.word() else {
        plain += reader.take(byte == ASCII.backslash ? 2 : 1)
        continue
      }
      if word == "begin", reader.skips("{array}{") {
        plain += "\\begin{array}{".utf8 + reader.columns()
      } else if let font = fonts[word] {
        // An old switch of fonts, which goes on until its group ends.
        plain += "\\\(font){".utf8 + plainer(reader.restOfGroup(), depth: depth + 1) + "}".utf8
      } else if spaces.contains(word) {
        plain += reader.skipsLength() ? "\\,".utf8 : "\\\(word)".utf8
      } else if let spelling = spellings[word] {
        plain += spelling.utf8
      } else if let form = forms[word], let groups = reader.groups(form.count) {
        let texts = groups.map { plainer($0, depth: depth + 1) }
        for piece in form.text.split(separator: "#", omittingEmptySubsequences: false).enumerated() {
          plain += piece.offset == 0 ? Array(piece.element.utf8) : texts[form.shown] + Array(piece.element.utf8)
        }
      } else {
        plain += "\\\(word)".utf8
      }
    }
    return plain
  }

  /// Alternative names of commands, with the spelling that pandoc supports.
  private static let spellings: [String: String] = [
    "sub": "\\subset", "sube": "\\subseteq", "supe": "\\supseteq", "exist": "\\exists", "empty": "\\emptyset",
    "R": "\\mathbb{R}", "N": "\\mathbb{N}", "Z": "\\mathbb{Z}", "Q": "\\mathbb{Q}", "reals": "\\mathbb{R}",
    "Reals": "\\mathbb{R}", "natnums": "\\mathbb{N}", "cnums": "\\mathbb{C}", "Complex": "\\mathbb{C}",
    "bold": "\\mathbf", "space": "\\ ", "omicron": "o", "infin": "\\infty", "isin": "\\in", "and": "\\land",
    "or": "\\lor", "hArr": "\\Leftrightarrow", "Harr": "\\Leftrightarrow", "lArr": "\\Leftarrow",
    "Larr": "\\Leftarrow", "rArr": "\\Rightarrow", "Rarr": "\\Rightarrow", "larr": "\\leftarrow",
    "rarr": "\\rightarrow", "harr": "\\leftrightarrow", "lrarr": "\\leftrightarrow", "thetasym": "\\vartheta",
    "degree": "{}^{\\circ}", "argmin": "\\mathrm{arg\\,min}", "argmax": "\\mathrm{arg\\,max}", "plusmn": "\\pm",
    "sdot": "\\cdot", "bull": "\\bullet", "clubs": "\\clubsuit", "hearts": "\\heartsuit", "sect": "\\S",
    "real": "\\Re", "image": "\\Im", "weierp": "\\wp", "alef": "\\aleph", "alefsym": "\\aleph", "ang": "\\angle",
    "hbox": "\\text", "fbox": "\\boxed", "notag": "", "nonumber": "", "limits": "", "hline": "",
    "bigl": "\\big", "bigr": "\\big", "bigm": "\\big", "Bigl": "\\Big", "Bigr": "\\Big", "Bigm": "\\Big",
    "biggl": "\\bigg", "biggr": "\\bigg", "biggm": "\\bigg", "Biggl": "\\Bigg", "Biggr": "\\Bigg", "Biggm": "\\Bigg",
  ]

  /// The commands with groups: their number, the place of the one that is shown, and the text around it.
  private static let forms: [String: (count: Int, shown: Int, text: String)] = [
    "color": (1, 0, ""), "textcolor": (2, 1, "{#}"), "colorbox": (2, 1, "\\text{#}"),
    "operatorname": (1, 0, "\\mathrm{#}"),
    "href": (2, 1, "{#}"), "htmlClass": (2, 1, "{#}"), "htmlId": (2, 1, "{#}"), "rlap": (1, 0, "{#}"),
    "llap": (1, 0, "{#}"), "clap": (1, 0, "{#}"), "mathrlap": (1, 0, "{#}"), "mathllap": (1, 0, "{#}"),
    "mathclap": (1, 0, "{#}"), "bra": (1, 0, "\\langle {#}|"), "ket": (1, 0, "|{#}\\rangle "),
    "braket": (1, 0, "\\langle {#}\\rangle "), "Bra": (1, 0, "\\left\\langle {#}\\right|"),
    "Ket": (1, 0, "\\left|{#}\\right\\rangle "),
  ]

  private static let fonts = [
    "rm": "mathrm", "bf": "mathbf", "it": "mathit", "tt": "mathtt", "sf": "mathsf", "cal": "mathcal",
  ]
  private static let spaces: Set<String> = ["hskip", "kern", "mkern", "mskip"]

  private struct Reader {
    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func peek() -> UInt8? { index < bytes.count ? bytes[index] : nil }

    mutating func take(_ count: Int) -> ArraySlice<UInt8> {
      let end = min(index + count, bytes.count)
      defer { index = end }
      return bytes[index..<end]
    }

    /// Returns the letters after a backslash; nil and nowhere else if there are none.
    mutating func word() -> String? {
      let letters = bytes[(index + 1)...].prefix { ASCII.isLetter($0) }
      guard !letters.isEmpty else { return nil }
      index = letters.endIndex
      // An operator with limits is written like one without.
      if letters.elementsEqual("operatorname".utf8), peek() == UInt8(ascii: "*") { index += 1 }
      return String(decoding: letters, as: UTF8.self)
    }

    mutating func skips(_ text: String) -> Bool {
      guard bytes[index...].starts(with: text.utf8) else { return false }
      index += text.utf8.count
      return true
    }

    /// Returns the letters of columns, without rules and spaces between them.
    mutating func columns() -> [UInt8] {
      let end = bytes[index...].firstIndex(of: UInt8(ascii: "}")) ?? bytes.endIndex
      defer { index = end }
      return bytes[index..<end].filter { "lcr".utf8.contains($0) }
    }

    /// Skips a number and a unit. Returns false if there is none.
    mutating func skipsLength() -> Bool {
      let number = bytes[index...].prefix { " -.".utf8.contains($0) || $0 &- 0x30 < 10 }
      let unit = bytes[number.endIndex...].prefix(2)
      guard unit.count == 2, unit.allSatisfy(ASCII.isLetter), number.contains(where: { $0 &- 0x30 < 10 }) else {
        return false
      }
      index = unit.endIndex
      return true
    }

    /// Reads consecutive groups in braces; nil and no step if there are fewer.
    mutating func groups(_ count: Int) -> [[UInt8]]? {
      let start = index
      var groups: [[UInt8]] = []
      while groups.count < count {
        while peek() == ASCII.space { index += 1 }
        guard peek() == UInt8(ascii: "{") else {
          index = start
          return nil
        }
        index += 1
        groups.append(restOfGroup())
        index += 1
      }
      return groups
    }

    /// Returns everything up to the brace that ends the group, or up to the end.
    mutating func restOfGroup() -> [UInt8] {
      let start = index
      var depth = 0
      while let byte = peek() {
        if byte == ASCII.backslash { index += 1 }
        if byte == UInt8(ascii: "{") { depth += 1 }
        if byte == UInt8(ascii: "}") {
          if depth == 0 { break }
          depth -= 1
        }
        index += 1
      }
      index = min(index, bytes.count)
      return Array(bytes[start..<index])
    }
  }
}
