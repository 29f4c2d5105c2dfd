import Foundation
import NoteInterchange
import NoteTestSupport
import Testing

@testable import SheafCommands

/// Exports contain nothing that a published page would hold back.
@Suite struct ExportPrivacyTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init"])
    try session.folder.write(
      """
      ---
      title: Shown
      date: 2026-11-20
      location: HUSH harbour
      status: todo
      ---
      # Shown

      Seen %%HUSH inline%% words, <!-- HUSH inline --> more `<!-- kept -->` and [[HUSH plan|the plan]].

      %%
      HUSH block

      - [ ] HUSH box
      %%

      <!-- HUSH
      block -->

      <div><!-- HUSH in html --></div>

      - [ ] Box %%HUSH in a box%% done [other words](HUSH.md) ![[photo.png]] [label][1]

      [1]: HUSH/path.md

      [[Also shown]] and [page](https://example.org).

      %% HUSH to the end
      """, to: "Diary/2026-11-20.md")
    try session.folder.write("# Also shown\n", to: "Also shown.md")
    try session.folder.write("# HUSH plan\n", to: "Other/HUSH plan.md")
    try session.folder.write("---\nunseal: 2999-01-01\n---\n# HUSH letter\n", to: "Letter.md")
    try session.folder.write([0x89, 0x50, 0x4E, 0x47], to: "photo.png")
  }

  private static let kept: Set<String> = ["json", "jsonl"]

  @Test(
    arguments: ExportFormat.all.filter { $0.isText && !kept.contains($0.name) }.map(\.name))
  func `no format says what is in comments, nor where a link to another note leads`(format: String)
    throws
  {
    let outcome = session.run(["export", "--to", format, "NOT in:Other"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let text = outcome.output.replacing("\r\n ", with: "")
    #expect(!text.contains("HUSH"), "\(text)")
    if ["csv", "md", "org", "html"].contains(format) {
      for words in [
        "Seen", "the plan", "kept", "other words", "label", "Also shown", "example.org",
      ] {
        #expect(text.contains(words), "\(words): \(text)")
      }
    }
    #expect(outcome.errors.contains("Left out: 1 sealed letter"))
    #expect(outcome.errors.contains("1 attachment") || format == "html")
  }

  @Test(arguments: ["text", "html", "eml"])
  func `no form of a shared note does`(form: String) {
    let outcome = session.run(["share", "Diary/2026-11-20.md", "--to", form])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(!outcome.output.contains("HUSH"), "\(outcome.output)")
    #expect(outcome.output.contains("Seen") || form == "eml")
    #expect(outcome.output.hasPrefix("<!DOCTYPE html>") == (form == "html"))
  }

  @Test func `the form of what is shared is said by --to, by the name of the file, or by a recipient`() throws {
    #expect(session.run(["share", "Also shown", "--recipient", "a@example.org"]).output.contains("To: "))
    #expect(session.run(["share", "Also shown", "--to", "htlm"]).status == 64)
    #expect(session.run(["share", "Also shown", "--to", "text", "--recipient", "a@example.org"]).status == 64)
    #expect(session.run(["share", "Also shown", "-o", "a.pdf"]).status == 64)
    for (command, name) in [("share Also", "s.html"), ("board", "b.html"), ("graph", "g.HTML")] {
      let words = command.split(separator: " ").map(String.init)
      #expect(session.run(words + ["-o", session.home.path + "/" + name]).status == 0)
      #expect(String(decoding: try session.home.read(name), as: UTF8.self).hasPrefix("<!DOCTYPE html>"), "\(name)")
    }
  }

  @Test func `the name of the file says the format`() throws {
    let outside = try TemporaryFolder()
    for (ending, format) in [("json", "json"), ("MD", "md"), ("html", "html"), ("csv", "csv")] {
      #expect(session.run(["export", "-o", outside.path + "/n." + ending]).status == 0)
      let written = String(decoding: try outside.read("n." + ending), as: UTF8.self)
      #expect(written == session.run(["export", "--to", format]).output)
    }
    for words in [[], ["-o", outside.path + "/n"], ["-o", outside.path + "/n.xyz"]] {
      let outcome = session.run(["export"] + words)
      #expect(outcome.status == 64 && outcome.errors.contains("No format given"), "\(outcome.errors)")
    }
    #expect(outside.files().count == 4)
  }

  @Test func `JSON keeps all of it, and says what is not there`() throws {
    try session.folder.write([0x63, 0xE9, 0x0A], to: "Memo/latin.md")
    try session.folder.write("![](data:image/png;base64,AAAA)\n", to: "Memo/picture.md")
    let outcome = session.run(["export", "--to", "json"])
    #expect(outcome.errors.contains("Memo/picture.md: Pictures in the text keep their metadata"), "\(outcome.errors)")
    #expect(outcome.errors.contains("Memo/latin.md: Some bytes are not UTF-8; the export has “�” in their place"))
    #expect(outcome.output.contains("HUSH block"))
    #expect(!outcome.output.contains("HUSH letter"))
    #expect(outcome.errors.contains("Left out: 1 sealed letter"))
    #expect(!outcome.errors.contains("attachment"), "\(outcome.errors)")
  }
}
