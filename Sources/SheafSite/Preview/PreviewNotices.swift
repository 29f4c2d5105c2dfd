import ByteBasics
import NoteModel
import NoteSyntax
import Wording

/// What is wrong in a note, in front of its text, while it is being written.
enum PreviewNotices {
  /// HTML that says that the page is not public, and why; empty for one that is.
  static func html(_ reason: HeldBackReason?, words: SiteWords) -> String {
    guard let reason else { return "" }
    let text = Message(
      "Not published: \(reason.name.english)", ko: "게시하지 않음: \(reason.name.korean)")
    return
      "<p class=\"callout draft\" role=\"note\">\(escapedAttribute(text.text(in: words.language)))</p>\n"
  }

  /// HTML; empty where nothing is wrong.
  static func html(_ note: Note, words: SiteWords) -> String {
    let found = NoteChecks.all.flatMap { $0.find(note, .usual) }.filter { $0.severity > .info }
      .sorted { ($0.range?.lowerBound ?? 0) < ($1.range?.lowerBound ?? 0) }
    guard !found.isEmpty else { return "" }
    let items = found.prefix(limit).map { diagnostic in
      let line = diagnostic.range.map {
        "\(note.document.source.position(at: $0.lowerBound).line): "
      }
      let text = diagnostic.message.text(in: words.language)
      return "<li>\(escapedAttribute((line ?? "") + text))</li>\n"
    }
    return
      "<aside class=\"callout\" role=\"status\" aria-label=\"\(escapedAttribute(words["problems"]))\">\n"
      + "<ul>\n\(items.joined())</ul>\n</aside>\n"
  }

  /// More help nobody.
  private static let limit = 20
}
