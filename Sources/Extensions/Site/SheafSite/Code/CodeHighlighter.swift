import SafeHTML

/// Colours code by the kinds of its tokens.
enum CodeHighlighter {
  /// Returns code with `span` elements around the coloured pieces.
  ///
  /// - Parameters:
  ///   - escaped: The code, as escaped HTML.
  ///   - name: The language as written in the fence. The code of an unknown language is not coloured.
  ///   - marked: The numbers of highlighted lines, from 1.
  /// - Returns: HTML.
  static func coloured(_ escaped: ArraySlice<UInt8>, language name: String, marking marked: Set<Int> = []) -> [UInt8] {
    var tokens = CodeTokens(CharacterReferences.decoded(escaped))
    switch CodeLanguage.named(name) {
    case .words(let language)?: WordTokenizer(language: language).run(&tokens)
    case .console?: ConsoleTokenizer.run(&tokens)
    case .difference?: DifferenceTokenizer.run(&tokens)
    case .keyed(let style)?: KeyedTokenizer(style: style).run(&tokens)
    case .markup?: MarkupTokenizer.run(&tokens)
    case .styleSheet?: StyleSheetTokenizer.run(&tokens)
    case nil:
      guard !marked.isEmpty else { return Array(escaped) }
      tokens.take(.plain, to: tokens.code.count)
    }
    return tokens.html(marking: marked)
  }
}

/// Cuts the lines of a difference: added, removed, heads.
enum DifferenceTokenizer {
  static func run(_ tokens: inout CodeTokens) {
    while !tokens.isAtEnd {
      let kind: CodeTokens.Kind =
        if ["+++", "---", "@@", "diff ", "index "].contains(where: { tokens.starts(with: $0.utf8) }) {
          .meta
        } else if tokens.byte == UInt8(ascii: "+") || tokens.byte == UInt8(ascii: ">") {
          .inserted
        } else if tokens.byte == UInt8(ascii: "-") || tokens.byte == UInt8(ascii: "<") {
          .deleted
        } else {
          .plain
        }
      tokens.take(kind, to: tokens.lineEnd)
      tokens.takePlain()
    }
  }
}

/// Tokenizes a session in a terminal: prompts, commands, their output.
enum ConsoleTokenizer {
  static func run(_ tokens: inout CodeTokens) {
    while !tokens.isAtEnd {
      if let prompt = promptEnd(tokens) {
        tokens.take(.prompt, to: prompt)
        takeCommand(&tokens)
      } else {
        tokens.take(.plain, to: tokens.lineEnd)
      }
      tokens.takePlain()
    }
  }

  /// Returns the end of a prompt: `$ `, `% `, `> `, `# ` and `user@host:~$ `.
  private static func promptEnd(_ tokens: CodeTokens) -> Int? {
    if "$%>#".utf8.contains(tokens.byte), tokens.at(tokens.index + 1) == 0x20 { return tokens.index + 2 }
    let end = min(tokens.lineEnd, tokens.index + 60)
    let line = tokens.code[tokens.index..<end]
    guard let dollar = line.firstIndex(of: UInt8(ascii: "$")), tokens.at(dollar + 1) == 0x20,
      line[..<dollar].contains(UInt8(ascii: "@")), !line[..<dollar].contains(0x20)
    else { return nil }
    return dollar + 2
  }

  private static func takeCommand(_ tokens: inout CodeTokens) {
    let end = tokens.lineEnd
    tokens.take(.keyword, to: min(end, tokens.wordEnd(from: tokens.index, including: Array("-./".utf8))))
    while tokens.index < end {
      if tokens.byte == UInt8(ascii: "\"") || tokens.byte == UInt8(ascii: "'"),
        let stringEnd = WordTokenizer.stringEnd(tokens, hasEscapes: tokens.byte != UInt8(ascii: "'"))
      {
        tokens.take(.string, to: min(end, stringEnd))
      } else if tokens.byte == UInt8(ascii: "#"), tokens.at(tokens.index - 1) == 0x20 {
        tokens.take(.comment, to: end)
      } else {
        tokens.takePlain()
      }
    }
  }
}
