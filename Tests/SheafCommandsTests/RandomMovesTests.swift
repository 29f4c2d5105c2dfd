import ByteBasics
import NoteActions
import NoteIndex
import NoteModel
import NoteSyntax
import NoteTestSupport
import Testing

/// Made-up vaults with every kind of link, in which notes and headings get other names at random.
@Suite struct RandomMovesTests {
  /// A link as the index knows it, and the heading that it leads to.
  private struct Lead: Equatable {
    let line: Int
    let target: NotePath?
    let place: NoteAnchors.Target?
  }

  private struct Vault: TestVault {
    let session: CommandSession
    let home: TemporaryFolder
    var generator: SeededGenerator

    /// The target of every link, by the file that contains it, in its order.
    func leads() throws -> [NotePath: [Lead]] {
      let rows = try workspace().index.links.all()
      return try Dictionary(grouping: rows, by: \.source).mapValues { rows in
        try rows.map { row in
          let place = try row.target.flatMap { target -> NoteAnchors.Target? in
            guard let fragment = row.fragment, target.isMarkdown else { return nil }
            return NoteAnchors(Document(parsing: try bytes(target)))
              .place(of: fragment, isWiki: row.isWiki)?.target
          }
          return Lead(line: row.line, target: row.target, place: place)
        }
      }
    }
  }

  private static let folders = ["", "A/", "A/B/", "C d/", "가/"]
  private static let names = ["plan", "Plan two", "회의록", "note (1)", "index"]
  private static let headings = ["Aim", "Next steps", "Aim", "할 일 (1)", "Risks {#risk}"]

  private func makeVault(_ seed: UInt64) throws -> Vault {
    var vault = Vault(
      session: try CommandSession(), home: try TemporaryFolder(),
      generator: SeededGenerator(seed: seed))
    _ = vault.session.run(["init"])
    var paths: [String] = []
    for folder in Self.folders {
      for name in Self.names where Bool.random(using: &vault.generator) {
        paths.append(folder + name)
      }
    }
    for path in paths {
      try vault.session.folder.write(text(of: path, paths, &vault.generator), to: path + ".md")
    }
    return vault
  }

  private func text(
    of path: String, _ paths: [String], _ generator: inout SeededGenerator
  ) -> String {
    var text = ""
    if Int.random(in: 0..<3, using: &generator) == 0 {
      text = "---\naliases: [Alias \(Int.random(in: 0..<4, using: &generator))]\n"
      text += "related: \"[[\(paths.randomElement(using: &generator) ?? "")]]\"\n---\n"
    }
    if Bool.random(using: &generator) { text += "# Title \(path.utf8.count)\n\n" }
    for heading in Self.headings where Bool.random(using: &generator) {
      text += "## \(heading)\n\ntext ^b\(text.utf8.count)\n\n"
    }
    for _ in 0..<Int.random(in: 1..<9, using: &generator) {
      let target = paths.randomElement(using: &generator) ?? ""
      text += link(from: path, to: target, &generator) + "\n\n"
    }
    return text
  }

  private func link(
    from source: String, to target: String, _ generator: inout SeededGenerator
  ) -> String {
    let name = target.split(separator: "/").last.map(String.init) ?? target
    let path = NotePath(trusted: target + ".md").relative(to: NotePath(trusted: source).folder)
    let escaped = LinkDestinationStyle.markdown(path)
    let forms = [
      "[[\(name)]]", "[[\(name)|text]]", "[[\(target)#Aim]]", "[[\(name)#Next steps]]",
      "![[\(name)]]", "[[Alias 1]]", "[[#Aim]]", "[own](#aim)", "[a](\(escaped))",
      "[b](\(escaped)#next-steps)", "[c](<\(path)#risk> \"t\")", "[d](\(escaped)#aim-1)",
      "[e][p\(source.utf8.count)]\n\n[p\(source.utf8.count)]: \(escaped)#aim",
      "| a |\n|---|\n| [[\(name)\\|cell]] |", "[f](/\(LinkDestinationStyle.markdown(target)).md)",
      "`[[\(name)]]`", "[[\(name)#할 일 (1)]]",
    ]
    return forms.randomElement(using: &generator) ?? ""
  }

  /// The text of a file apart from the targets of its links.
  private func skeleton(_ bytes: [UInt8]) -> [UInt8] {
    let document = Document(parsing: bytes)
    let edits = Set(document.links.compactMap(\.destinationRange)).map {
      TextEdit(range: $0, replacement: "")
    }
    return (try? document.source.applying(edits).bytes) ?? bytes
  }

  private func words(_ number: Int, _ vault: inout Vault) throws -> [String]? {
    guard let note = vault.notes().randomElement(using: &vault.generator) else { return nil }
    let own = "./" + note.string
    switch Int.random(in: 0..<4, using: &vault.generator) {
    case 0: return ["mv", own, "./New \(number % 3)/"]
    case 1: return ["mv", own, "./\(Self.folders[number % 5])n\(number) (x).md"]
    case 2: return ["rename", own, ["Plan", "일지 \(number)", "Aim & more"][number % 3]]
    default:
      let headings = Document(parsing: try vault.bytes(note)).headings.filter { $0.level == 2 }
      guard let heading = headings.randomElement(using: &vault.generator) else { return nil }
      return ["rename", "\(own)#\(HeadingAttributes.text(of: heading))", "Heading \(number)"]
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func `every link leads on or is reported, no other byte changes, and undo gives all back`(
    _ seed: UInt64
  ) throws {
    var vault = try makeVault(seed)
    let first = try vault.contents()
    var made = 0
    for number in 0..<14 {
      let before = try vault.leads()
      let old = try vault.contents()
      guard let words = try words(number, &vault) else { continue }
      let run = vault.session.run(words)
      guard run.status == 0 else { continue }
      if try vault.contents() != old { made += 1 }
      let subject = NotePath(trusted: String(words[1].dropFirst(2).prefix { $0 != "#" }))
      let target = NotePath(trusted: String(run.output.prefix { $0 != "\n" }))
      let moves = PathMoves(
        subject == target || run.output.isEmpty
          ? [] : [PathMoves.Move(from: subject, to: target)])
      let after = try vault.leads()
      for (source, leads) in before {
        let place = moves.newPath(of: source)
        let now = after[place] ?? []
        #expect(now.count == leads.count, "\(seed) \(number) \(words) \(source)")
        for (lead, newLead) in zip(leads, now) where lead.target != nil {
          let isReported = run.errors.contains("\(place):")
          #expect(
            isReported
              || newLead.target == lead.target.map { moves.newPath(of: $0) }
                && (lead.place == nil || newLead.place == lead.place),
            "\(seed) \(number) \(words) \(source) \(lead) \(newLead) \(run.errors)")
        }
      }
      for path in vault.notes() where path != target && path != subject {
        #expect(try skeleton(vault.bytes(path)) == skeleton(old[path.string] ?? []))
      }
    }
    #expect(made > 4)
    #expect(vault.session.run(["undo", "\(made)"]).status == 0)
    #expect(try vault.contents() == first)
  }
}
