import ByteBasics
import NoteActions
import NoteIndex
import NoteModel
import NoteSyntax
import NoteTestSupport
import Testing

/// Made-up vaults in which sections become notes and notes become sections at random.
///
/// Every link has a number and every section a mark, so that it can be told whether a link leads to the same text.
@Suite struct RandomShapingTests {
  private struct Vault: TestVault {
    let session: CommandSession
    let home: TemporaryFolder
    var generator: SeededGenerator
    var marks = 0

    /// By the number of a link, the mark of the text that it leads to, and whether that is a whole note.
    func leads() throws -> [String: (mark: String, isWhole: Bool)] {
      var leads: [String: (mark: String, isWhole: Bool)] = [:]
      for row in try workspace().index.links.all() {
        let line = String(decoding: try bytes(row.source), as: UTF8.self)
          .split(separator: "\n", omittingEmptySubsequences: false)[row.line - 1]
        guard let number = line.firstMatch(of: /L\d+:/), let target = row.target else { continue }
        guard let mark = try mark(target, row.fragment, isWiki: row.isWiki) else { continue }
        leads[String(number.0)] = (mark, row.fragment == nil)
      }
      return leads
    }

    /// The first mark after the heading, or that of the block; nil for a part that is not there.
    private func mark(_ path: NotePath, _ fragment: String?, isWiki: Bool) throws -> String? {
      let document = Document(parsing: try bytes(path))
      var start = document.body.lowerBound
      if let fragment {
        switch NoteAnchors(document).place(of: fragment, isWiki: isWiki)?.target {
        case .heading(let position)?: start = document.headings[position].range.lowerBound
        case .block(let position)?:
          let end = document.blockIdentifiers[position].range.lowerBound
          start = document.source.bytes[..<end].lastIndex(of: ASCII.lineFeed) ?? 0
        case .element?, nil: return nil
        }
      }
      let rest = String(decoding: document.source.bytes[start...], as: UTF8.self)
      return rest.firstMatch(of: /M\d+;/).map { String($0.0) } ?? "none"
    }
  }

  private static let folders = ["", "A/", "C d/", "가/"]
  private static let names = ["plan", "회의록", "note (1)"]

  private func makeVault(_ seed: UInt64) throws -> Vault {
    var vault = Vault(
      session: try CommandSession(), home: try TemporaryFolder(),
      generator: SeededGenerator(seed: seed))
    _ = vault.session.run(["init"])
    let paths = Self.folders.flatMap { folder in Self.names.map { folder + $0 } }
    for path in paths {
      let text = text(of: path, paths, &vault)
      try vault.session.folder.write(text, to: path + ".md")
    }
    return vault
  }

  private func text(of path: String, _ paths: [String], _ vault: inout Vault) -> String {
    func random(_ count: Int) -> Int { Int.random(in: 0..<count, using: &vault.generator) }
    var text = ["", "---\ntags: [a\(random(3))]\nstage: s\(random(2))\n---\n", "---\nkind: x\n---\n"][random(3)]
    if random(2) == 0 { text += "# Title \(vault.marks)\n\n" }
    func mark() -> String {
      vault.marks += 1
      return "M\(vault.marks);"
    }
    text += "Intro \(mark())[^1] and [r].\n\n"
    for number in 0..<random(4) {
      let heading = ["Aim", "할 일 (1)", "Next *steps*", "Part \(vault.marks)"][random(4)]
      text += random(5) == 0 ? "\(heading)\n---\n" : String(repeating: "#", count: 2 + random(2)) + " \(heading)\n"
      text += "\nText \(mark()) ^b\(number)\n\n"
      if random(2) == 0 { text += "Uses[^1] and [r] and [other][q].\n\n" }
      for _ in 0..<random(4) {
        vault.marks += 1
        text += "L\(vault.marks): \(link(from: path, to: paths[random(paths.count)], random(14)))\n\n"
      }
      if random(2) == 0 { text += "- [ ] item \(mark())\n  - below [[plan]]\n- second\n\n" }
    }
    text += "[^1]: A note of \(path).\n\n[r]: https://example.com/\(random(2))\n[q]: <A/plan.md>\n"
    return text
  }

  private func link(from source: String, to target: String, _ form: Int) -> String {
    let name = target.split(separator: "/").last.map(String.init) ?? target
    let path = NotePath(trusted: target + ".md").relative(to: NotePath(trusted: source).folder)
    let escaped = LinkDestinationStyle.markdown(path)
    return [
      "[[\(target)]]", "[[\(name)|text]]", "[[\(target)#Aim]]", "[[\(target)#Next steps]]",
      "![[\(target)]]", "[[#Aim]]", "[own](#aim)", "[a](\(escaped))", "[b](\(escaped)#next-steps)",
      "[c](<\(path)#aim> \"t\")", "[[\(target)#^b0]]", "[[#^b1|block]]", "[[\(target)#할 일 (1)]]",
      "[d](\(escaped)#aim-1)",
    ][form]
  }

  private func words(_ vault: inout Vault) throws -> [String]? {
    func random(_ count: Int) -> Int { Int.random(in: 0..<count, using: &vault.generator) }
    let notes = vault.notes()
    let note = notes[random(notes.count)]
    let other = notes[random(notes.count)]
    let document = Document(parsing: try vault.bytes(note))
    func line(_ offset: Int) -> Int { document.source.position(at: offset).line }
    let headings = document.headings.filter { $0.level > 1 }.map { line($0.range.lowerBound) }
    let items = document.blocks.filter { $0.kind == .item }.map { line($0.range.lowerBound) }
    let trace = [[], ["--embed"], ["--bare"]][random(3)]
    switch random(5) {
    case 0 where !headings.isEmpty:
      return ["extract", "./\(note):\(headings[random(headings.count)])"] + trace
    case 1: return ["extract", "./\(note)", "--level", "2"] + trace
    case 2 where note != other:
      return ["merge", "./\(note)", "./\(other)"] + (random(2) == 0 ? ["--alias"] : [])
    case 3 where !headings.isEmpty && note != other:
      return ["refile", "./\(note):\(headings[random(headings.count)])", "./\(other)"]
    case 4 where !items.isEmpty:
      return ["refile", "./\(note):\(items[random(items.count)])", "./\(other)"]
    default: return nil
    }
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `every link leads to the same text, and undo gives every byte back`(_ seed: UInt64) throws {
    var vault = try makeVault(seed)
    let first = try vault.contents()
    var made = 0
    for number in 0..<16 {
      let before = try vault.leads()
      let old = try vault.contents()
      guard let words = try words(&vault) else { continue }
      let run = vault.session.run(words)
      guard run.status == 0 else {
        #expect(try vault.contents() == old, "\(seed) \(number) \(words)")
        #expect([3, 64, 66].contains(run.status), "\(seed) \(number) \(words) \(run.errors)")
        continue
      }
      made += 1
      let after = try vault.leads()
      // By an alias a link leads to the whole note that another was joined into.
      let keepsNames = words.contains("--alias")
      for (link, lead) in before where after[link]?.mark != lead.mark && !(keepsNames && lead.isWhole) {
        #expect(
          run.errors.contains("cannot be rewritten"),
          "\(seed) \(number) \(words) \(link) \(lead) \(run.errors)")
      }
    }
    #expect(made > 1)
    #expect(vault.session.run(["undo", "\(made)"]).status == 0)
    #expect(try vault.contents() == first)
  }

  @Test func `a note without front matter takes over that of the note that is joined into it`() throws {
    let session = try CommandSession()
    _ = session.run(["init", "-q"])
    try session.folder.write("Text\n", to: "Memo/a.md")
    try session.folder.write("---\ntags: [x]\n---\nMore\n", to: "Memo/b.md")
    let run = session.run(["merge", "a", "b"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      String(decoding: try session.folder.read("Memo/a.md"), as: UTF8.self)
        == "---\ntags: [x]\n---\nText\n\n## b\n\nMore\n")
  }

  @Test func `an embedded note that is removed leaves its fields to the note that it goes into`() throws {
    let session = try CommandSession()
    _ = session.run(["init", "-q"])
    try session.folder.write("---\ntags: [x]\nstage: late\n---\n![[b]]\n", to: "Memo/a.md")
    try session.folder.write(
      "---\nid: aaaaaaa9\ntitle: B\ntags: [y]\nsource: me\nstage: early\n---\nMore\n", to: "Memo/b.md")
    let run = session.run(["inline", "a", "--delete"])
    #expect(run.errors.contains("“stage” has a different value there and is not copied"))
    #expect(
      String(decoding: try session.folder.read("Memo/a.md"), as: UTF8.self)
        == "---\ntags: [x, y]\nstage: late\nsource: me\n---\nMore\n")
  }

  @Test func `a definition that leaves takes one of the empty lines around it along`() throws {
    let session = try CommandSession()
    _ = session.run(["init", "-q"])
    try session.folder.write(
      "# A\n\nText[^1]\n\n[x]: /x\n\nMore\n\n## B\n\n[q][x] and[^2]\n\n[^1]: One\n\n[^2]: Two\n", to: "Memo/a.md")
    let run = session.run(["extract", "a#B", "--bare"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      String(decoding: try session.folder.read("Memo/a.md"), as: UTF8.self)
        == "# A\n\nText[^1]\n\nMore\n\n[^1]: One\n")
    #expect(
      String(decoding: try session.folder.read("Memo/B.md"), as: UTF8.self)
        .hasSuffix("---\n\n[q][x] and[^2]\n\n[^2]: Two\n\n[x]: /x\n"))
  }

  @Test func `a note of thousands of sections gives one away in proportion to its size`() throws {
    func time(_ count: Int) throws -> Swift.Duration {
      let session = try CommandSession()
      _ = session.run(["init", "-q"])
      let sections = (0..<count).map {
        "## Part \($0)\n\n[a][l\($0)] and[^\($0)], see [[#Part \($0 / 2)]].\n\n[l\($0)]: /\($0)\n\n[^\($0)]: Note\n\n"
      }
      try session.folder.write(sections.joined(), to: "Memo/a.md")
      return ContinuousClock().measure {
        #expect(session.run(["extract", "a#Part 7", "-n"]).status == 0)
      }
    }
    _ = try time(10)
    #expect(try time(800) < time(200) * 10)
  }
}
