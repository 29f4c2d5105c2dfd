import Foundation
import NoteTestSupport
import Testing

/// The pages of `render --to html`, on a telephone.
@Suite struct NarrowPageTests {
  private static let note = """
    ---
    title: \(String(repeating: "Longtitle", count: 12))
    ---
    ## \(String(repeating: "Überschrift", count: 12))

    \(String(repeating: "unbreakable", count: 30)) https://a.example/\(String(repeating: "path", count: 60))

    | first column of words | 둘째 열의 낱말 | 1234567890 | fourth column | fifth column | sixth column |
    |---|---|---|---|---|---|
    | words that must stay whole | 그대로 있어야 하는 낱말 | 1,234,567,890 | `code_in_a_cell_that_is_long` | b | c |

    ```swift
    let line = "\(String(repeating: "code ", count: 60))"
    ```

    $$\(String(repeating: "x + ", count: 80))$$ and $\(String(repeating: "y", count: 90))$

    > - 1. a
    >   - `\(String(repeating: "inline", count: 30))`

    <img src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='2000' height='20'/%3E" width="2000" alt="wide">

    <video src="film.mp4" width="900"></video>
    """

  @Test(.enabled(if: HeadlessBrowser.program != nil, "Chromium is not installed"))
  func `nothing is wider than 320 pixels, and no word in a table is broken`() throws {
    let session = try CommandSession()
    _ = session.run(["init"])
    try session.folder.write(Self.note, to: "Memo/a.md")
    let page = session.run(["render", "Memo/a.md"]).output
    let folder = try TemporaryFolder()
    let quoted = page.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
    try folder.write(
      """
      <!DOCTYPE html><body><iframe width="320" height="600" style="border:0" srcdoc="\(quoted)"></iframe>
      <script>addEventListener('load', () => {
        const page = document.querySelector('iframe').contentDocument;
        const heights = [...page.querySelectorAll('td')].map(cell => {
          const range = page.createRange(); range.selectNodeContents(cell);
          return new Set([...range.getClientRects()].map(box => Math.round(box.top))).size });
        const box = page.querySelector('.table');
        const root = page.documentElement;
        document.body.textContent = 'fits ' + (root.scrollWidth <= root.clientWidth) + ' table '
          + (box.scrollWidth > box.clientWidth) + ' focus ' + box.tabIndex + ' number ' + heights[2] })
      </script></body>
      """, to: "narrow.html")
    let document = try HeadlessBrowser.document(ofFile: folder.path + "/narrow.html", in: folder)
    #expect(document.contains("fits true table true focus 0 number 1<"), "\(document.suffix(300))")
  }
}
