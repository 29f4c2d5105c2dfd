import Foundation
import NoteTestSupport
import Testing

@testable import NoteSyntax

/// The links that are found, held against those that cmark-gfm finds.
@Suite struct LinkSuitesTests {
  /// Destinations in cmark's HTML; raw HTML with links of its own tells nothing.
  private func judged(_ text: String) -> [String]? {
    guard !text.lowercased().contains("<a"), let tree = MarkdownTree(parsing: Array(text.utf8)[...])
    else { return nil }
    let html = String(decoding: tree.html, as: UTF8.self)
    return html.split(separator: "<a href=\"", omittingEmptySubsequences: false).dropFirst().map {
      Self.plain(Self.withoutEntities(String($0.prefix { $0 != "\"" })))
    }.sorted()
  }

  private func found(_ text: String) -> [String] {
    let kinds: Set<Link.Kind> = [.inline, .reference, .autolink, .bareURL, .email]
    // `[[label]]` with a definition is that reference if no note has the name.
    let links = Document(parsing: Array(text.utf8)).links.filter {
      kinds.contains($0.kind) || $0.definition != nil
    }
    return links.map {
      if let definition = $0.definition { return Self.plain(definition) }
      let url = $0.destination + ($0.fragment.map { "#" + $0 } ?? "")
      let isMail = $0.kind == .email && !url.hasPrefix("mailto:")
      let isShort = $0.kind == .bareURL && url.hasPrefix("www.")
      return Self.plain((isMail ? "mailto:" : isShort ? "http://" : "") + url)
    }.sorted()
  }

  private static func withoutEntities(_ url: String) -> String {
    let entities = [
      ("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&#x27;", "'"), ("&amp;", "&"),
    ]
    return entities.reduce(url) { $0.replacing($1.0, with: $1.1) }
  }

  private static func plain(_ url: String) -> String { url.removingPercentEncoding ?? url }

  /// True if GFM defines it: ASCII that can be seen, no bracket round an address, no link inside a picture's words.
  private func isSpokenOf(_ text: String) -> Bool {
    let isPlain = text.utf8.allSatisfy { $0 < 0x7F && ($0 >= 0x20 || $0 == 0x0A || $0 == 0x09) }
    return isPlain && !text.contains("![") && !text.contains("[http") && !text.contains("[^")
      && (!text.contains("]") || text.contains("](") || !text.contains("://"))
  }

  private func compare(_ texts: [String]) -> (spoken: Int, differences: [String]) {
    var spoken = 0
    var differences: [String] = []
    for text in texts where isSpokenOf(text) {
      guard let wanted = judged(text) else { continue }
      spoken += 1
      let own = found(text)
      if own != wanted { differences.append("\(text.debugDescription): \(own), not \(wanted)") }
    }
    return (spoken, differences)
  }

  @Test(.enabled(if: ConformanceCases.folder != nil, "the specifications' examples are not here"))
  func `the links of the specifications' examples are those of cmark-gfm`() throws {
    let (spoken, differences) = compare(try #require(try ConformanceCases.all()))
    #expect(spoken > 1_400)
    // `_A_@_.A`: emphasis has taken the address apart, which only cmark can know.
    #expect(differences.filter { !$0.contains("_A_@_.A") } == [])
  }

  @Test(.enabled(if: LinkSuites.folder != nil, "SHEAF_LINK_SUITES names no folder"))
  func `on the suites of other recognisers the links are those of cmark-gfm`() throws {
    let texts = try LinkSuites.texts()
    #expect(texts.count > 500)
    let (spoken, differences) = compare(texts)
    #expect(spoken > texts.count * 2 / 3)
    #expect(differences == [])
  }

  @Test(arguments: [
    ("http://foo_bar.com http://-a.com http://.a.com", []),
    (
      "http://a.com/x[1] [http://b.com/c] http://d.com/e]",
      ["http://a.com/x[1]", "http://b.com/c", "http://d.com/e"]
    ),
    ("http://user:p!$@a.com/ and http://a.com=b", ["http://a.com=b", "http://user:p!$@a.com/"]),
    (
      "http://bücher-für-alle.de/x 한국어http://한국.kr에서",
      ["http://bücher-für-alle.de/x", "http://한국.kr"]
    ),
    ("https://ko.wikipedia.org/wiki/나무_(식물)를", ["https://ko.wikipedia.org/wiki/나무_(식물)"]),
    ("https://a.kr/에서 https://a.kr/나", ["https://a.kr/", "https://a.kr/나"]),
    ("[https://a.kr](https://b.kr) ![http://c.kr/x](http://c.kr/x)", ["https://b.kr"]),
    (
      "a@b.c1 a@b.com. xmpp:a@b.com/me mailto:c@d.de",
      ["mailto:a@b.com", "mailto:c@d.de", "xmpp:a@b.com/me"]
    ),
    ("WWW.A.COM www.a.com \"www.b.com", ["http://www.a.com"]),
  ])
  func `addresses end where they should`(text: String, links: [String]) {
    #expect(found(text) == links.sorted())
  }
}

/// Texts out of the files of other recognisers' tests.
private enum LinkSuites {
  static var folder: URL? {
    ProcessInfo.processInfo.environment["SHEAF_LINK_SUITES"].map { URL(filePath: $0) }
  }

  /// Lines of `.txt`; string literals of `.yml`, `.java`, `.rs` and `.rb`.
  static func texts() throws -> [String] {
    guard let folder else { return [] }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    var texts: Set<String> = []
    for name in names {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      for line in text.split(separator: "\n") {
        if name.hasSuffix(".txt") {
          if !line.hasPrefix("%") { texts.insert(String(line)) }
        } else {
          texts.formUnion(literals(in: line))
        }
      }
    }
    return texts.sorted()
  }

  /// The texts between double quotes, without the bars with which some suites mark links; none with an escape.
  private static func literals(in line: Substring) -> [String] {
    guard !line.contains("\\") else { return [] }
    let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
    return parts.enumerated().filter { $0.offset % 2 == 1 && !$0.element.isEmpty }.map {
      String($0.element.replacing("|", with: ""))
    }
  }
}
