import NoteTestSupport
import Testing

/// Listings in the columns that the user has chosen, for people and for other programs, with sums.
@Suite struct ChosenColumnsTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init", "-q"])
    for (name, project, estimate) in [("Draft", "book", "2"), ("Print", "book", "1.5"), ("Tax", "home", "3")] {
      try session.folder.write(
        "---\nstatus: todo\nproject: \(project)\nestimate: \(estimate)\n---\n# \(name)\n",
        to: "Memo/\(name).md")
    }
  }

  @Test func `a short id names one note, whatever the case of others is`() throws {
    for id in ["ABcd1xyz", "abcd2xyz", "Zebra99"] {
      try session.folder.write("---\nid: \(id)\n---\n# \(id)\n", to: "Memo/\(id).md")
    }
    let run = session.run(["list", "--columns", "shortId,path"])
    for short in ["ABcd1", "abcd2", "Zebr"] {
      #expect(run.output.contains(short), "\(run.output)\(run.errors)")
      #expect(session.run(["show", short]).status == 0)
    }
  }

  @Test(.needsExtensions) func `no table that leaves the repository calculates, and its notes come back as they were`()
    throws
  {
    let titles = ["=HYPERLINK(1)", "@x", "'=kept", "-5", "- a"]
    for (index, title) in titles.enumerated() {
      try session.folder.write("---\ntitle: \"\(title)\"\n---\n=body\n", to: "Sums/\(index).md")
    }
    for words in [
      ["list", "in:Sums", "--to", "csv"], ["list", "in:Sums", "--to", "tsv"], ["export", "in:Sums", "--to", "csv"],
    ] {
      let cells = session.run(words).output.split { ",\t\r\n\"".contains($0) }
      #expect(!cells.contains { $0.hasPrefix("=") || $0.hasPrefix("@") || $0.hasPrefix("- ") }, "\(words)")
      #expect(cells.contains("-5") && cells.contains("''=kept"), "\(words) \(cells)")
    }
    let table = session.run(["export", "in:Sums", "--to", "csv"]).output
    let other = try CommandSession()
    _ = other.run(["init", "-q"])
    try other.folder.write(table, to: "table.csv")
    #expect(other.run(["import", "--from", "csv", "table.csv"]).status == 0)
    let back = Set(other.run(["list", "--columns", "title", "--to", "tsv"]).output.split(separator: "\n").dropFirst())
    #expect(back == ["'=HYPERLINK(1)", "'@x", "''=kept", "-5", "'- a"])
  }

  @Test func `a table has its groups in the first column and its sums in rows`() {
    let words = ["list", "--sort", "title", "--columns", "title", "--sum", "estimate"]
    #expect(
      session.run(words + ["--to", "md"]).output == """
        | title | estimate |
        | --- | --- |
        | Draft | 2 |
        | Print | 1.5 |
        | Tax | 3 |
        | Sum | 6.5 |

        """)
    let grouped = session.run(words + ["--to", "csv", "--group-by", "project"])
    #expect(
      grouped.output.split(separator: "\r\n") == [
        "group,title,estimate", "book,Draft,2", "book,Print,1.5", "book,Sum,3.5", "home,Tax,3", "home,Sum,3",
        ",Sum,6.5",
      ], "\(grouped.errors)")
    let plain = session.run(["list", "--sort", "title", "--columns", "title", "--to", "tsv", "--group-by", "project"])
    #expect(plain.output == "group\ttitle\nbook\tDraft\nbook\tPrint\nhome\tTax\n", "\(plain.errors)")
  }

  @Test func `columns are laid out below their names, and rows keep their numbers`() {
    let run = session.run(
      ["list", "--columns", "title,estimate,path", "--sort", "title"], onTerminal: true)
    #expect(
      run.output == """
           title  estimate  path
        1  Draft  2         Memo/Draft.md
        2  Print  1.5       Memo/Print.md
        3  Tax    3         Memo/Tax.md

        """, "\(run.errors)")
    #expect(session.run(["get", "3", "estimate"], onTerminal: true).output == "3\n")
    let narrow = session.run(
      ["list", "--columns", "title,estimate,path"], onTerminal: true, columns: 20)
    #expect(narrow.output.split(separator: "\n").allSatisfy { $0.count <= 20 })
  }

  @Test func `a repository chooses the columns of a command on a terminal, not in a pipe`() {
    _ = session.run(["config", "set", "columns", "{list: title project}"])
    #expect(session.run(["list"], onTerminal: true).output.contains("title  project"))
    #expect(!session.run(["list"]).output.contains("project"))
  }

  @Test func `a short id names one note, whatever the case of its letters`() throws {
    for (number, id) in ["ABcd1xyz", "abcd2xyz", "Zebra99"].enumerated() {
      try session.folder.write("---\nid: \(id)\n---\n# N\(number)\n", to: "n/n\(number).md")
    }
    let run = session.run(["list", "in:n", "--columns", "shortId", "--to", "csv"])
    let lines = Set(run.output.split(whereSeparator: \.isNewline))
    #expect(lines == ["shortId", "ABcd1", "abcd2", "Zebr"], "\(run.errors)")
    #expect(session.run(["show", "abcd1"]).output.contains("N0"))
  }

  @Test func `other programs get CSV, TSV and Markdown`() throws {
    try session.folder.write("# He said \"a, b\" | c\n", to: "Memo/z.md")
    let words = ["list", "--sort", "title", "--limit", "2", "--reverse", "--columns", "title,estimate"]
    #expect(
      session.run(["list", "title:said", "--columns", "title,estimate", "--to", "csv"]).output
        == "title,estimate\r\n\"He said \"\"a, b\"\" | c\",\r\n")
    #expect(
      session.run(["list", "title:said", "--columns", "title", "--to", "md"]).output
        == "| title |\n| --- |\n| He said \"a, b\" \\| c |\n")
    #expect(session.run(words + ["--to", "tsv"]).output.hasPrefix("title\testimate\nTax\t3\n"))
    #expect(session.run(["tasks", "--to", "csv"]).output.hasPrefix("reference,path,line,note,"))
    #expect(session.run(["list", "--columns", "titel"]).status == 64)
  }

  @Test func `numbers are added up, per group and in all`() {
    #expect(
      session.run(["tasks", "--group-by", "project", "--sum", "estimate"]).output.contains(
        "book  2  estimate 3.5\n"))
    #expect(session.run(["list", "--sum", "estimate"]).output.hasSuffix("\nSum: estimate 6.5\n"))
    #expect(
      session.run(["list", "--sum", "estimate", "--lang", "ko"]).output.hasSuffix("\n합계: estimate 6.5\n"))
  }
}
