import NoteTestSupport
import Testing

/// Folders of other programs are read as these programs read them.
@Suite struct OtherProgramsReadingTests {
  private let session: CommandSession

  init() throws { session = try CommandSession() }

  private func write(_ files: [String: String]) throws {
    for (path, text) in files { try session.folder.write(text, to: path) }
    _ = session.run(["init", "-q"])
  }

  @Test func `links of a Jekyll site below its own address are not broken, and others are`() throws {
    try write([
      "_config.yml": "baseurl: /blog\n", "index.md": "[a](/blog/about/) [b](/blog) [c](/nothing/)\n",
      "about.md": "---\npermalink: /about/\n---\n# About\n",
    ])
    let output = session.run(["check"]).output
    #expect(!output.contains("/blog"), "\(output)")
    #expect(output.contains("/nothing/"))
  }

  @Test func `a page that shows the inclusion of a file in code includes none, so that its broken anchors are found`()
    throws
  {
    try write([
      ".vitepress/config.ts": "export default {}\n",
      "guide.md": "# Guide\n\n```md\n<!--@include: ./x.md-->\n```\n\nand `<!--@include: ./x.md-->`\n",
      "other.md": "# Other\n\n<!--@include: ./x.md-->\n",
      "index.md": "[a](./guide.md#missing) [b](./other.md#missing) [c](./guide.md#guide)\n",
    ])
    let lines = session.run(["check", "index.md"]).output.split(separator: "\n").filter {
      $0.contains("broken-heading")
    }
    #expect(lines.count == 1 && lines[0].hasPrefix("index.md:1:1:"), "\(lines)")
  }

  @Test func `Marksman calls a note by the anchor of its title`() throws {
    let files = ["a.md": "# My *first* note!\n", "b.md": "[[my-first-note]]\n"]
    try write(files)
    #expect(session.run(["check"]).output.contains("my-first-note"))
    let other = try CommandSession()
    for (path, text) in files { try other.folder.write(text, to: path) }
    try other.folder.write("", to: ".marksman.toml")
    _ = other.run(["init", "-q"])
    #expect(!other.run(["check"]).output.contains("my-first-note"))
    #expect(other.run(["links", "b.md"]).output.contains("a.md"))
  }

  @Test(arguments: ["created-at", "created_at"])
  func `the day of writing is read by the name that Foam and Obsidian give`(key: String) throws {
    try write(["a.md": "---\n\(key): 2020-03-04\n---\n# A\n"])
    #expect(session.run(["list", "created:2020-03-04", "--columns", "title", "--to", "tsv"]).output == "title\nA\n")
  }
}
