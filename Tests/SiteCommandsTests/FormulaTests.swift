import Foundation
import NoteTestSupport
import SheafSite
import Testing

@testable import SheafCommands

/// Formulas on every surface that shows notes as HTML, with the machine's pandoc and with one that fails.
@Suite struct FormulaTests {
  private let session: CommandSession
  private let programs: TemporaryFolder

  init() throws {
    programs = try TemporaryFolder()
    session = try CommandSession(environment: ["PATH": programs.path + ":/usr/bin:/bin"])
    _ = session.run(["init"])
    try session.folder.write("site:\n  include: [diary, tasks]\n", to: ".sheaf/config.yaml")
    try session.folder.write(
      "# Sums\n\nHere $a_1$, `$a_2$` and $\\nosuchmacro{b}$.\n\n```math\n\\frac{1}{2}\n```\n",
      to: "Memo/sums.md")
    try session.folder.write("# 2026-11-20\n\nIt is $e_0$.\n", to: "Diary/2026/2026-11-20.md")
  }

  private func publish(_ site: TemporaryFolder) -> CommandSession.Outcome {
    session.run(["publish", "-o", site.path])
  }

  private func page(_ site: TemporaryFolder) throws -> String {
    String(decoding: try site.read("notes/Memo/sums.html"), as: UTF8.self)
  }

  @Test func `the macros of a vault are read, and a changed macro changes the formula`() throws {
    try session.folder.write("{}", to: ".obsidian/app.json")
    try session.folder.write("\\newcommand{\\nosuchmacro}[1]{\\mathbb{#1}}\n", to: "preamble.sty")
    #expect(!session.run(["check"]).output.contains("nosuchmacro"))
    let first = session.run(["render", "sums", "--fragment"]).output
    #expect(first.contains("<annotation encoding=\"application/x-tex\">\\nosuchmacro{b}</annotation>"), "\(first)")
    try session.folder.write("\\newcommand{\\nosuchmacro}[1]{#1+#1}\n", to: "preamble.sty")
    #expect(session.run(["render", "sums", "--fragment"]).output != first)
  }

  @Test func `the home page and the feeds have new formulas at once`() throws {
    try session.folder.write("---\nupdated: 2026-11-20\n---\n# Home\n\nIt is $h_0$.\n", to: "index.md")
    let site = try TemporaryFolder()
    let first = publish(site)
    #expect(first.status == 0, "\(first.errors)")
    for name in ["index.html", "feed.xml", "feed.json"] {
      let text = String(decoding: try site.read(name), as: UTF8.self)
      #expect(text.contains("<math") || text.contains("&lt;math"), "\(name)")
    }
    #expect(publish(site).errors.contains(": no changes in "))
  }

  @Test func `a pandoc that fails is reported, and the next publication converts what it left`() throws {
    try programs.writeProgram("echo 'no memory left' >&2; exit 3", to: "pandoc")
    let site = try TemporaryFolder()
    let first = publish(site)
    #expect(first.status == 0)
    #expect(
      first.errors.contains(
        "pandoc failed (no memory left); 4 formulas shown as TeX, to be converted next time"))
    #expect(!first.errors.contains("not readable as TeX"))
    #expect(try page(site).contains("<span class=\"math\">$a_1$</span>"))
    try programs.remove("pandoc")
    let second = publish(site)
    #expect(second.errors.contains("Memo/sums.md: \\nosuchmacro{b}"))
    #expect(try page(site).contains("<annotation encoding=\"application/x-tex\">a_1</annotation>"))
    let third = publish(site)
    #expect(third.output.isEmpty)
  }

  @Test(arguments: ["exit 0", "head -c 100", "kill -9 $$", "exec 1>&-"])
  func `whatever pandoc does wrong, nothing is said about a formula`(script: String) throws {
    try programs.writeProgram(script, to: "pandoc")
    let site = try TemporaryFolder()
    let first = publish(site)
    #expect(first.status == 0)
    #expect(first.errors.contains("pandoc failed ("), "\(first.errors)")
    try programs.remove("pandoc")
    _ = publish(site)
    #expect(try page(site).contains("<mfrac>"))
  }

  @Test func `a formula that pandoc dies of costs no other`() throws {
    try programs.writeProgram(
      "text=$(cat); case $text in *frac*) exit 9;; esac; printf %s \"$text\" | /usr/bin/pandoc \"$@\"",
      to: "pandoc")
    let site = try TemporaryFolder()
    let first = publish(site)
    #expect(!first.errors.contains("pandoc failed"))
    #expect(first.errors.contains("Memo/sums.md: \\frac{1}{2}"))
    #expect(try page(site).contains("<annotation encoding=\"application/x-tex\">a_1</annotation>"))
  }

  @Test func `runs are limited in number and in size`() {
    #expect(FormulaConversion.runs([]).isEmpty)
    #expect(FormulaConversion.runs(["a"]) == [0..<1])
    let many = FormulaConversion.runs(Array(repeating: "x", count: 2_500))
    #expect(many == [0..<1_000, 1_000..<2_000, 2_000..<2_500])
    let large = FormulaConversion.runs(Array(repeating: String(repeating: "x", count: 100_000), count: 5))
    #expect(large == [0..<2, 2..<4, 4..<5])
  }

  @Test func `render, share, digest and export show the same formulas as the site`() throws {
    let outputs = [
      session.run(["render", "Memo/sums.md"]).output,
      session.run(["share", "Memo/sums.md", "--to", "html"]).output,
      session.run(["export", "--to", "html"]).output,
    ]
    for output in outputs {
      #expect(output.contains("<annotation encoding=\"application/x-tex\">a_1</annotation>"))
      #expect(output.contains("<mfrac>"))
      #expect(output.contains("<span class=\"math\">$\\nosuchmacro{b}$</span>"))
      #expect(output.contains("<code>$a_2$</code>"))
    }
    let digest = session.run(["digest", "2026-11-20", "--to", "html"]).output
    #expect(digest.contains("<annotation encoding=\"application/x-tex\">e_0</annotation>"))
    let mail = session.run(["digest", "2026-11-20", "--to", "eml"]).output
    #expect(!mail.contains("<math"))
    let book = session.run(["export", "--to", "epub", "-o", "book.epub"])
    #expect(book.status == 0)
    let bytes = String(decoding: try session.folder.read("book.epub"), as: UTF8.self)
    #expect(bytes.contains("xmlns=\"http://www.w3.org/1998/Math/MathML\""))
    #expect(bytes.contains("media-type=\"application/xhtml+xml\" properties=\"mathml\""))
  }

  @Test func `check lists the formulas that cannot be read, and none where pandoc fails`() throws {
    let found = session.run(["check"])
    #expect(
      found.output.contains("Memo/sums.md:3:26: warning: Cannot read the formula \\nosuchmacro{b}"),
      "\(found.output)")
    #expect(!found.output.contains("a_1") && !found.output.contains("a_2"))
    try session.folder.write("check:\n  unreadable-formula: off\n", to: ".sheaf/config.yaml")
    #expect(!session.run(["check"]).output.contains("nosuchmacro"))
    try session.folder.write("", to: ".sheaf/config.yaml")
    try programs.writeProgram("exit 3", to: "pandoc")
    #expect(!session.run(["check"]).output.contains("nosuchmacro"))
  }

  @Test func `thousands of formulas are converted in a few runs, and only once`() throws {
    try programs.writeProgram(
      "echo run >> \(programs.path)/runs; exec /usr/bin/pandoc \"$@\"", to: "pandoc")
    for note in 0..<60 {
      let text = (0..<50).map { "$x_{\(note * 50 + $0)}$ and $y_{\($0)}$" }.joined(separator: "\n")
      try session.folder.write("# Note \(note)\n\n\(text)\n", to: "Memo/n\(note).md")
    }
    let site = try TemporaryFolder()
    #expect(publish(site).status == 0)
    let runs = try programs.read("runs").count { $0 == 0x0A }
    #expect(runs == 4)
    let page = String(decoding: try site.read("notes/Memo/n59.html"), as: UTF8.self)
    #expect(page.components(separatedBy: "<math").count == 101)
    #expect(publish(site).output.isEmpty)
    #expect(session.run(["render", "Memo/n59.md"]).output.contains("<math"))
    #expect(try programs.read("runs").count { $0 == 0x0A } == runs)
  }
}
