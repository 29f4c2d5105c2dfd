import SafeHTML

/// Colours code by what its parts are.
enum CodeHighlighter {
  /// The same code with `span` elements around what has a colour.
  ///
  /// - Parameters:
  ///   - escaped: HTML already.
  ///   - name: The language, as the fence has it; one that is not known keeps its code as it is.
  ///   - marked: Lines, from 1, that stand out.
  /// - Returns: HTML.
  static func coloured(
    _ escaped: ArraySlice<UInt8>, language name: String, marking marked: Set<Int> = []
  ) -> [UInt8] {
    var tokens = CodeTokens(CharacterReferences.decoded(escaped))
    switch CodeLanguage.named(name) {
    case .words(let language)?:
      WordTokenizer(language: language).run(&tokens)
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
