import Foundation
import NoteTestSupport
import Testing

/// Documents for others have what a reader of the note sees.
@Suite struct ExportAnswersTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init", "-q"])
    try session.folder.write("---\ntags: [house]\n---\n# Roof\n", to: "Memo/Roof.md")
    try session.folder.write("---\ntags: [house]\nprivate: true\n---\n# Diamonds\n", to: "Memo/Diamonds.md")
    try session.folder.write(
      "# Plan\n\n```sheaf\ntag:house\n```\n\n`= this.file.name` end\n", to: "Memo/Plan.md")
  }

  @Test(arguments: ["md", "html", "org"])
  func `an exported document has the answers of its queries, without private notes`(format: String) {
    let output = session.run(["export", "--to", format, "in:Memo/Plan.md"]).output
    #expect(output.contains("Roof") && !output.contains("tag:house") && !output.contains("Diamonds"), "\(output)")
  }

  @Test(arguments: ["text", "html"])
  func `a shared note has the answers of its queries, without private notes`(face: String) {
    let output = session.run(["share", "Plan", "--to", face]).output
    #expect(output.contains("Roof") && !output.contains("tag:house") && !output.contains("Diamonds"), "\(output)")
  }

  /// Every face that shows others a note.
  static let faces = [
    "export --to md", "export --to html", "export --to org", "export --to epub", "share --to text", "share --to html",
    "share --to eml",
  ]

  /// Returns the note as a face shows it.
  private func shown(_ face: String, _ note: String) throws -> String {
    let words = face.split(separator: " ").map(String.init)
    if face.hasSuffix("eml") {
      // The parts of a mail are in Base64.
      let lines = session.run([words[0], note] + words.dropFirst()).output.split(
        omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      return lines.map { $0.hasPrefix("--") ? "" : $0 }.split(separator: "").map {
        Data(base64Encoded: $0.joined()) ?? Data()
      }
      .map { String(decoding: $0, as: UTF8.self) }.joined()
    }
    guard face.hasPrefix("export") else { return session.run([words[0], note] + words.dropFirst()).output }
    let file = session.folder.path + "/out"
    let outcome = session.run(words + ["in:Memo/\(note).md", "-o", file])
    #expect(outcome.status == 0, "\(outcome.errors)")
    return String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self)
  }

  @Test(arguments: faces)
  func `an embedded note is shown, and a private note neither in an embed nor in an answer`(face: String) throws {
    try session.folder.write(
      """
      # Part

      introword[^1]

      ## Aim

      aimword [[#Aim]] ![[Roof]]

      %%
      # Hidden
      hiddenword
      %%

      ## Code

      ```
      codeword

      [^1]: noteword
      """, to: "Memo/Part.md")
    try session.folder.write("---\nprivate: true\n---\n# Mine\n\nmineword\n", to: "Memo/Mine.md")
    try session.folder.write("---\ntags: [house, private/x]\n---\n# Tagged\n\ntagword\n", to: "Memo/Tagged.md")
    try session.folder.write("---\ntags: [house]\n---\n# Place\n\nplaceword\n", to: "private/Place.md")
    try session.folder.write("---\nunseal: 2999-01-01\n---\n# Letter\n\nletterword\n", to: "Memo/Letter.md")
    try session.folder.write(
      """
      # Host

      ![[Part#Aim]]

      > ![[Part#Aim]]

      ![[Mine]]

      ![[Tagged]]

      ![[Place]]

      ![[Letter]]

      ![[Part#Hidden]]

      ```sheaf
      tag:house
      ```

      endword
      """, to: "Memo/Host.md")
    let output = try shown(face, "Host")
    let times = face.hasSuffix("eml") ? 2 : 1
    #expect(output.components(separatedBy: "aimword").count == 2 * times + 1, "\(output)")
    #expect(output.contains("Roof") && output.contains("endword") && !output.contains("![["), "\(output)")
    for word in ["introword", "mineword", "tagword", "placeword", "letterword", "hiddenword", "Diamonds"] {
      #expect(!output.contains(word), "\(word): \(output)")
    }
    // The titles of both are in the text of the note itself, and no answer names them again.
    for title in ["Tagged", "Place"] {
      #expect(output.components(separatedBy: title).count == times + 1, "\(output)")
    }
  }

  @Test(arguments: faces)
  func `an embed inside a sentence, a callout or an item is shown, and the words around it stay`(face: String) throws {
    try session.folder.write("# Part\n\npartword\n\n- pointword\n", to: "Memo/Part.md")
    try session.folder.write(
      """
      # Host

      oneword ![[Part]] twoword ![[Part]].

      > [!note] Call
      > threeword ![[Part]] fourword
      > fiveword

      - itemword ![[Part]]
        - deepword
          ![[Part]]

      **open ![[Part]] close** and ![[Part]] - hyphenword

      endword
      """, to: "Memo/Host.md")
    let output = try shown(face, "Host")
    let times = face.hasSuffix("eml") ? 2 : 1
    #expect(output.components(separatedBy: "partword").count == 5 * times + 1, "\(output)")
    for word in ["one", "two", "three", "four", "five", "item", "deep", "hyphen", "end"] {
      #expect(output.components(separatedBy: word + "word").count == times + 1, "\(word): \(output)")
    }
    guard face == "export --to md" else { return }
    let callout = "> [!note] Call\n> threeword\n>\n> partword\n>\n> - pointword\n>\n> fourword\n> fiveword\n"
    #expect(output.contains(callout), "\(output)")
  }

  @Test(arguments: faces)
  func `an embedded note brings its footnotes, and none that makes the rest of a note code`(face: String) throws {
    try session.folder.write("# Part\n\nintroword[^1]\n\n[^1]: noteword\n", to: "Memo/Part.md")
    try session.folder.write("# Open\n\n```\ncodeword\n", to: "Memo/Open.md")
    try session.folder.write(
      "# Host\n\nown[^1]\n\n![[Part]]\n\n- ![[Part]]\n\n![[Open]]\n\n**endword**\n\n[^1]: ownnote\n", to: "Memo/Host.md"
    )
    let output = try shown(face, "Host")
    #expect(output.contains("noteword") && output.contains("ownnote") && output.contains("introword"), "\(output)")
    #expect(!output.contains("codeword") && output.contains("endword"), "\(output)")
    #expect(face.hasSuffix("md") || !output.contains("**endword"), "\(output)")
  }

  @Test func `the picture of an embedded note in another folder is in the document`() throws {
    let picture = Data(
      base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==")
    try session.folder.write("", to: "Other/p.png")
    try #require(picture).write(to: URL(fileURLWithPath: session.folder.path + "/Other/p.png"))
    try session.folder.write("# Part\n\n![x](p.png)\n", to: "Other/Part.md")
    try session.folder.write("# Host\n\n![[Part]]\n", to: "Memo/Host.md")
    for face in ["export --to html", "share --to html"] {
      #expect(try shown(face, "Host").contains("<img src=\"data:image/png"), "\(face)")
    }
  }

  @Test(arguments: ["ics", "todotxt", "taskwarrior", "json"])
  func `a list of tasks, and an export of everything, have the queries as they are`(format: String) throws {
    func count(of query: String) throws -> Int {
      try session.folder.write("---\nstatus: todo\n---\n# T\n\n\(query)- [ ] boxword\n", to: "Memo/T.md")
      let output = session.run(["export", "--to", format, "in:Memo/T.md"]).output
      return output.components(separatedBy: "boxword").count
    }
    #expect(try count(of: "") > 1)
    #expect(try count(of: "```sheaf\nis:task\nview: tasks\n```\n\n") == count(of: ""))
  }

  @Test func `no file is written for a query that finds nothing, and a path is named`() {
    let file = session.folder.path + "/a.html"
    let outcome = session.run(["export", "--to", "html", "Memo/Plan.md", "-o", file])
    #expect(outcome.status == 1 && !FileManager.default.fileExists(atPath: file))
    #expect(outcome.errors.contains("in:Memo/Plan.md"), "\(outcome.errors)")
  }

  @Test func `an export of everything says which files it has not got`() throws {
    try session.folder.write("x", to: "Files/used.png")
    try session.folder.write("x", to: "Files/alone.png")
    try session.folder.write("![](../Files/used.png)\n", to: "Memo/B.md")
    #expect(
      session.run(["export", "--to", "json"]).errors.contains("1 file that no exported note links to: Files/alone.png"))
    #expect(!session.run(["export", "--to", "json", "in:Memo/B.md"]).errors.contains("alone"))
  }

  @Test(arguments: ["show", "render"])
  func `a task of Logseq is an item of its list with its word or a box`(command: String) throws {
    try FileManager.default.createDirectory(
      atPath: session.folder.path + "/logseq", withIntermediateDirectories: true)
    try session.folder.write("{}", to: "logseq/config.edn")
    try session.folder.write("- TODO buy\n- plain\n- DOING b\n\t- TODO c\n", to: "pages/P.md")
    _ = session.run(["init", "-q"])
    let output = session.run([command, "pages/P.md"]).output
    #expect(!output.contains("-[TODO]") && !output.contains("<p>-"), "\(output)")
    #expect(output.contains("buy") && output.contains("plain"))
  }
}
