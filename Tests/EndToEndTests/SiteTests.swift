import Foundation
import NoteTestSupport
import Testing

/// The site of the everyday repository in a real browser, from the disk, without any server.
@Suite struct SiteTests {
  private let site: TemporaryFolder

  init() throws {
    let session = try CommandSession()
    site = try TemporaryFolder()
    try FileManager.default.removeItem(atPath: session.folder.path)
    try FileManager.default.copyItem(
      atPath: fixturesFolder + "/Repositories/Everyday", toPath: session.folder.path)
    _ = session.run(["init"])
    #expect(session.run(["publish", "-o", site.path]).status == 0)
  }

  private func document(_ page: String) throws -> String {
    try HeadlessBrowser.document(ofFile: site.path + "/" + page, in: try TemporaryFolder())
  }

  @Test(
    .enabled(if: HeadlessBrowser.program != nil, "Chromium is not installed"),
    arguments: [
      ("%E3%85%8E%E3%85%87%E3%84%B9", "<mark>회의록</mark>"),
      ("%EC%9D%98%EB%A1%9D", "<mark>의록</mark>"), ("greenh", "<mark>Greenh</mark>ouse"),
    ])
  func `the search finds syllables, initial consonants and beginnings`(
    query: String, found: String
  ) throws {
    #expect(try document("search.html#" + query).contains(found))
  }

  @Test(.enabled(if: HeadlessBrowser.program != nil, "Chromium is not installed"))
  func `the search says so where nothing is found`() throws {
    let page = try document("search.html#zzzzqq")
    #expect(page.contains(">No results</p>"))
    #expect(page.contains("data-results=\"\"></ol>"))
  }

  /// Every address of every page leads to a file of the site.
  @Test func `no link inside the site is broken`() throws {
    let files = Set(site.files())
    for page in files where page.hasSuffix(".html") {
      let html = String(decoding: try site.read(page), as: UTF8.self)
      for part in html.components(separatedBy: " href=\"").dropFirst() {
        let address = part.prefix { $0 != "\"" && $0 != "#" }
        guard !address.isEmpty, !address.contains(":"), !address.hasPrefix("//") else { continue }
        let folder = page.split(separator: "/").dropLast().map(String.init)
        let target = (address.removingPercentEncoding ?? "").split(separator: "/").map(String.init)
          .reduce(into: folder) { path, name in
            if name == ".." { _ = path.popLast() } else if name != "." { path.append(name) }
          }
        #expect(files.contains(target.joined(separator: "/")), "\(page): \(address)")
      }
    }
  }

  @Test func `the style sheet and the scripts of a page are small`() throws {
    let style = try site.read("style.css").count
    let search = try site.read("search.html").count
    #expect(style + search < 30_000)
  }
}
