import ByteBasics

/// The style sheets and the scripts that pages load.
enum SiteAssets {
  static let paths = ["style.css", "pages.css", "extras.css", "site.js", "extras.js", "graph.js"]

  static func files(_ theme: SiteTheme, _ words: SiteWords) -> [SiteFile] {
    let style = theme.style
    let texts = [
      style, style + "\n" + CompactText.style(DefaultTheme.pagesStyle),
      CompactText.style(DefaultTheme.extrasStyle), CompactText.script(DefaultTheme.siteScript),
      script(DefaultTheme.extrasScript, words), CompactText.script(DefaultTheme.graphScript),
    ]
    return zip(paths, texts).map { SiteFile(path: $0, bytes: Array($1.utf8)) }
  }

  /// A script after the words that it needs.
  static func script(_ text: String, _ words: SiteWords) -> String {
    let members = scriptWords.map { JSONValue.Member($0, .string(words[$0])) }
    return "var sheafWords=" + JSONValue.object(members).text() + ";\n" + CompactText.script(text)
  }

  private static let scriptWords = [
    "copy", "copied", "wrap", "picture", "preview", "search", "close", "searchLabel", "searchHint",
    "searchNone", "searchCount", "searching", "searchRecent", "searchFolder", "searchTag",
    "searchKind", "memo", "diary", "task",
  ]
}
