import Foundation
import NoteTestSupport
import Testing

/// Notes that say the same in several languages.
@Suite struct TranslationTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init"])
  }

  private func write(_ notes: [String: String]) throws {
    for (path, text) in notes { try session.folder.write(text, to: path) }
  }

  private func page(_ name: String, url: String? = nil) throws -> String {
    if let url { try session.folder.write("site: {url: \(url), language: en}\n", to: ".sheaf/config.yaml") }
    let site = try TemporaryFolder()
    let outcome = session.run(["publish", "-o", site.path])
    #expect(outcome.status == 0, "\(outcome.errors)")
    return String(decoding: try site.read(name), as: UTF8.self)
  }

  private static let ways: [(String, [String: String])] = [
    (
      "a field",
      [
        "about.md": "---\ntranslations: [\"[[소개]]\"]\n---\n# About\n",
        "소개.md": "# 소개\n",
      ]
    ),
    (
      "a map of languages",
      [
        "about.md": "---\nlang: en\ntranslations:\n  ko: \"[[소개|한국어]]\"\n---\n# About\n", "소개.md": "# 소개\n",
      ]
    ),
    ("a path", ["about.md": "# About\n", "소개.md": "---\ntranslations: about.md\n---\n# 소개\n"]),
    (
      "a key",
      [
        "about.md": "---\ntranslationKey: about\n---\n# About\n",
        "소개.md": "---\ntranslationKey: about\nlang: ko\n---\n# 소개\n",
      ]
    ),
    ("the name of the file", ["about.md": "# About\n", "about.ko.md": "# 소개\n"]),
  ]

  @Test(arguments: ways)
  func `pages of one note in two languages lead to each other, in the head and before the text`(
    way: String, notes: [String: String]
  ) throws {
    try write(notes)
    let korean = notes.keys.first { $0 != "about.md" }?.dropLast(3) ?? ""
    let address = korean.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? ""
    let english = try page("notes/about.html", url: "https://a.example")
    #expect(
      english.contains(
        """
        <link rel="alternate" hreflang="en" href="https://a.example/notes/about.html">
        """), "\(way)")
    #expect(
      english.contains(
        "<link rel=\"alternate\" hreflang=\"ko\" href=\"https://a.example/notes/\(address).html\">"), "\(way)")
    #expect(english.contains("hreflang=\"ko\" lang=\"ko\" title=\"소개\">한국어</a>"), "\(way)")
    let other = try page("notes/\(korean).html")
    #expect(other.contains("<link rel=\"alternate\" hreflang=\"en\" href=\"https://a.example/notes/about.html\">"))
    #expect(other.contains("hreflang=\"en\" lang=\"en\" title=\"About\">English</a>"))
    #expect(other.contains("<html lang=\"ko\">"))
  }

  @Test func `a page without an address of its site leads to the others by relative addresses`() throws {
    try write(["a/about.md": "# About\n", "a/about.ko.md": "# 소개\n"])
    #expect(try page("notes/a/about.html").contains("hreflang=\"ko\" href=\"../a/about.ko.html\">"))
  }

  @Test func `what is not public is no translation, and a version number is no language`() throws {
    try write([
      "about.md": "---\ntranslations: [\"[[HUSHko]]\"]\n---\n# About\n", "HUSHko.md": "---\nprivate: true\n---\n# 소개\n",
      "notes.md": "# Notes\n", "notes.v2.md": "# Two\n", "plan.2026.md": "# Plan\n", "plan.md": "# Plan\n",
      "about.ko.md": "---\ndraft: true\n---\n# HUSH\n",
    ])
    for name in ["notes/about.html", "notes/notes.html", "notes/plan.html"] {
      let html = try page(name)
      #expect(!html.contains("hreflang"), "\(name)")
      #expect(!html.contains("HUSH"))
    }
  }

  @Test func `a note that is in no list is in no menu of languages either`() throws {
    try write([
      "guide.md": "---\ntranslationKey: k\nlang: en\n---\n# Guide\n",
      "guide.ko.md": "---\ntranslationKey: k\nlang: ko\nlisted: false\n---\n# Hidden words\n",
    ])
    let page = try page("notes/guide.html", url: "https://a.example")
    #expect(!page.contains("hreflang") && !page.contains("Hidden words") && !page.contains("guide.ko"))
  }

  @Test func `a note that is in no list has the language that the name of its file says`() throws {
    try write(["guide.md": "# Guide\n", "guide.ko.md": "---\nlisted: false\n---\n# Guide\n"])
    let page = try page("notes/guide.ko.html", url: "https://a.example")
    #expect(page.contains("<html lang=\"ko\">") && !page.contains("hreflang"))
  }

  @Test func `a change of one language makes the page of the other again`() throws {
    try write(["about.md": "# About\n", "about.ko.md": "# 소개\n"])
    let site = try TemporaryFolder()
    _ = session.run(["publish", "-o", site.path])
    try write(["about.ko.md": "---\nlang: ja\n---\n# 紹介\n"])
    _ = session.run(["publish", "-o", site.path])
    #expect(String(decoding: try site.read("notes/about.html"), as: UTF8.self).contains(">日本語</a>"))
    try session.folder.remove("about.ko.md")
    _ = session.run(["publish", "-o", site.path])
    #expect(!String(decoding: try site.read("notes/about.html"), as: UTF8.self).contains("hreflang"))
  }

  @Test func `check reports a pair of which one side says nothing`() throws {
    try write([
      "about.md": "---\ntranslations: [\"[[소개]]\", \"[[紹介]]\"]\n---\n# About\n",
      "소개.md": "# 소개\n", "紹介.md": "---\ntranslations: [\"[[about]]\"]\n---\n# 紹介\n",
      "b.md": "---\ntranslations: [b.ko.md]\n---\n# B\n", "b.ko.md": "# 나\n",
    ])
    let found = session.run(["check"]).output.split(separator: "\n").filter { $0.contains("translation") }
    #expect(found.count == 1 && found[0].hasPrefix("소개.md:1"), "\(found)")
    #expect(
      found.first?.contains("about.md lists this note as its translation, but this note does not list it") ?? false)
  }
}
