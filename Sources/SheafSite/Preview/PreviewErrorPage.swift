package import Wording

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

  private var policy: String {
    "default-src 'none'; style-src \(PageSecurity.hash(DefaultTheme.errorStyle)); "
      + "script-src \(PageSecurity.hash(DefaultTheme.previewScript)); connect-src 'self'; "
      + "base-uri 'none'; form-action 'none'"
  }
}
