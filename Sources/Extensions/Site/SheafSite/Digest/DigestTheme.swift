import ByteBasics
import Mustache
import NotePresentation
package import Wording

/// The templates and the styles of a digest, as a page and as a mail. Each can be replaced by a file of the user's theme.
package struct DigestTheme: Sendable {
  private let pageTemplate: MustacheTemplate
  private let mailTemplate: MustacheTemplate
  private let archiveTemplate: MustacheTemplate
  private let pageStyle: String
  private let mailStyle: String
  /// Changes when any of the files does.
  package let key: UInt64

  /// Every file, with its default content.
  static let files: [(name: String, text: String)] = [
    ("digest.html", DefaultTheme.digest), ("digest.css", DefaultTheme.digestStyle),
    ("digest-mail.html", DefaultTheme.digestMail), ("digest-mail.css", DefaultTheme.digestMailStyle),
    ("digest-archive.html", DefaultTheme.digestArchive),
  ]

  /// Returns true for a file of the theme that no site has: `digest-NAME.html` is the template of a digest with a name.
  package static func isPart(_ name: String) -> Bool {
    files.contains { $0.name == name } || name.hasPrefix("digest-") && name.hasSuffix(".html")
  }

  /// Reads the templates.
  ///
  /// - Parameters:
  ///   - name: `NAME` of `digest-NAME.html`, which then is the page; nil for the usual one.
  ///   - overriding: The text of a file of the user's theme, nil if it has none.
  /// - Throws: ``Problem`` where one cannot be read, or where the page by that name is missing.
  package init(template name: String? = nil, overriding: (_ file: String) -> String? = { _ in nil }) throws(Problem) {
    TemplateEscaping.register()
    let texts = Self.files.map { overriding($0.name) ?? $0.text }
    let own = name.map { "digest-\($0).html" }
    let page = own.map { overriding($0) } ?? texts[0]
    guard let page else { throw unreadThemeFile(own ?? "digest.html", "no such file") }
    pageTemplate = try Self.template(page, own ?? "digest.html")
    mailTemplate = try Self.template(texts[2], "digest-mail.html")
    archiveTemplate = try Self.template(texts[4], "digest-archive.html")
    (pageStyle, mailStyle) = (texts[1], texts[3])
    key = ContentHash.of(Array((texts + [page]).joined(separator: "\0").utf8))
  }

  private static func template(_ text: String, _ file: String) throws(Problem) -> MustacheTemplate {
    do {
      return try MustacheTemplate(limited: TemplateEscaping.pragma + text)
    } catch {
      throw unreadThemeFile(file, error)
    }
  }

  func page(_ values: [String: Any], furtherStyle: String) -> [UInt8] {
    filled(pageTemplate, values, pageStyle + furtherStyle)
  }

  func mail(_ values: [String: Any]) -> [UInt8] { filled(mailTemplate, values, mailStyle) }

  func archive(_ values: [String: Any]) -> [UInt8] { filled(archiveTemplate, values, pageStyle) }

  private func filled(_ template: MustacheTemplate, _ values: [String: Any], _ style: String) -> [UInt8] {
    Array(template.render(values.merging(["style": style]) { $1 }).utf8)
  }
}
