import ByteBasics

/// The theme that is built in, from the files of `Theme/Files`, which are part of the program.
///
/// A page takes over a file without the line feed at its end; a document keeps it.
enum DefaultTheme {
  package static let page = document(PackageResources.page_mustache)
  package static let note = part(PackageResources.note_mustache)
  package static let side = part(PackageResources.side_mustache)
  package static let list = part(PackageResources.list_mustache)
  static let home = part(PackageResources.home_mustache)
  package static let month = part(PackageResources.month_mustache)
  static let board = document(PackageResources.board_mustache)
  static let search = document(PackageResources.search_mustache)
  package static let graph = part(PackageResources.graph_mustache)
  static let notFound = document(PackageResources.notFound_mustache)

  /// Calm on paper and on screens of any width, light and dark.
  package static let style = part(PackageResources.style_css)
  /// Sets light or dark before anything is drawn and loads ``siteScript``.
  static let bootScript = part(PackageResources.boot_js)
  /// The script of every page: drawers, the tree, the notes around, the search's dialog.
  static let siteScript = document(PackageResources.site_js)
  /// The search in the page. It loads scripts from its own folder, so that it works from a disk without a server. Words
  /// are split and hashed as in ``SearchWords``.
  static let searchStyle = part(PackageResources.search_css)
  static let searchScript = part(PackageResources.search_js)

  /// The styles that lists, boards and calendars add to ``style``.
  static let pagesStyle = part(PackageResources.pages_css)
  /// The styles of the parts that ``extrasScript`` shows.
  static let extrasStyle = part(PackageResources.extras_css)
  /// The script that a page loads when a reader first moves, touches, scrolls or types: previews, copies, large pictures.
  static let extrasScript = part(PackageResources.extras_js)

  /// A note as one page that needs nothing else.
  static let noteStyle = part(PackageResources.note_css)
  /// A digest: calm on a screen, in the dark, in a mail and on paper.
  static let digestStyle = part(PackageResources.digest_css)
  static let digest = document(PackageResources.digest_mustache)
  static let digestArchive = document(PackageResources.digestArchive_mustache)
  static let digestMail = document(PackageResources.digestMail_mustache)
  static let digestMailStyle = part(PackageResources.digestMail_css)
  static let graphStyle = part(PackageResources.graph_css)
  /// The script that moves the graph: a layout in small steps, so that the page answers while it settles.
  static let graphScript = part(PackageResources.graph_js)
  /// The script that requests a page's diagrams when they come into view.
  static let diagramScript = part(PackageResources.diagram_js)
  /// The script that draws diagrams in a frame.
  static let diagramFrameScript = part(PackageResources.diagramFrame_js)
  static let errorStyle = part(PackageResources.error_css)
  /// Waits for the server to say that the page has changed, and loads it again. A server that is gone is asked
  /// again every second.
  static let previewScript = ";\n" + part(PackageResources.preview_js)

  private static func document(_ file: [UInt8]) -> String { String(decoding: file, as: UTF8.self) }

  private static func part(_ file: [UInt8]) -> String { document(Array(file.dropLast())) }
}

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

  /// Returns a script that is a function, called with the words that it needs.
  static func script(_ text: String, _ words: SiteWords) -> String {
    let members = scriptWords.map { JSONValue.Member($0, .string(words[$0])) }
    return CompactText.script(text) + "(" + JSONValue.object(members).text() + ");\n"
  }

  private static let scriptWords = [
    "copy", "copied", "wrap", "picture", "preview", "search", "close", "searchLabel", "searchHint",
    "searchNone", "searchFailed", "searchCount", "searchFurther", "searchNear", "searchSome", "searching",
    "searchRecent",
    "searchFolder", "searchTag", "searchKind", "memo", "diary", "task", "more",
  ]
}
