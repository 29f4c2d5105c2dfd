import ByteBasics
package import Wording

/// The response for an address.
struct PreviewPage: Sendable {
  let bytes: [UInt8]
  let mediaType: String
  let status: Answer.Status
  /// Changes when the page does.
  let version: String
  /// The content security policy of the page; nil for a file that is no page.
  let policy: String?

  init(_ file: SiteFile, status: Answer.Status, policy: String) {
    let mediaType = MediaTypes.type(of: file.path)
    let version = String(ContentHash.of(file.bytes), radix: 36)
    let isPage = mediaType.hasPrefix("text/html")
    bytes = isPage ? PreviewScript.marked(file.bytes, version: version) : file.bytes
    self.mediaType = mediaType
    self.status = status
    self.version = version
    self.policy = isPage ? policy : nil
  }

  private init(emptyWith status: Answer.Status) {
    bytes = []
    mediaType = MediaTypes.text
    self.status = status
    version = ""
    policy = nil
  }

  static func empty(_ status: Answer.Status) -> PreviewPage { PreviewPage(emptyWith: status) }
}

/// The page that is where another one cannot be made; it goes away when the mistake is fixed.
package struct PreviewErrorPage {
  private let language: Language
  private let explanation: String
  private let hint: String?

  package init(_ error: any ExplainedError, in language: Language) {
    self.language = language
    explanation = error.explanation.text(in: language)
    hint = error.hint?.text(in: language)
  }

  package var bytes: [UInt8] {
    let title = Message("This page cannot be made", ko: "페이지를 만들 수 없습니다").text(in: language)
    let hintText = hint.map { "<p>\(escapedAttribute($0))</p>\n" } ?? ""
    let page = """
      <!DOCTYPE html>
      <html lang="\(language.rawValue)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <title>\(title)</title>
      <style>\(DefaultTheme.errorStyle)</style>
      <script>\(DefaultTheme.previewScript)</script>
      </head>
      <body>
      <main role="alert">
      <h1>\(title)</h1>
      <pre>\(escapedAttribute(explanation))</pre>
      \(hintText)</main>
      </body>
      </html>

      """
    return Array(page.utf8)
  }

  var policy: String {
    "default-src 'none'; style-src \(PageSecurity.hash(DefaultTheme.errorStyle)); "
      + "script-src \(PageSecurity.hash(DefaultTheme.previewScript)); connect-src 'self'; "
      + "base-uri 'none'; form-action 'none'"
  }
}

/// The script of a page that is shown while its notes are being written.
package enum PreviewScript {
  /// Answers with status 200 as soon as the page at `path` is no longer `version`, else, after a while, with 204.
  package static let changesAddress = "/-/changes"

  /// The name of the `meta` element with the page's version.
  private static let metaName = "sheaf-version"

  package static func marked(_ page: [UInt8], version: String) -> [UInt8] {
    let end = Array("</head>".utf8)
    guard
      let place = page.indices.first(where: { page[$0] == end[0] && page[$0...].starts(with: end) })
    else { return page }
    let meta = "<meta name=\"\(metaName)\" content=\"\(version)\">\n"
    return page[..<place] + Array(meta.utf8) + page[place...]
  }
}
