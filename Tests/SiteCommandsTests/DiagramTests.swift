import Foundation
import NoteTestSupport
import Testing

/// Fences that programs of the user's draw.
@Suite struct DiagramTests {
  private let session: CommandSession
  private let programs: TemporaryFolder

  init() throws {
    programs = try TemporaryFolder()
    session = try CommandSession(environment: ["PATH": programs.path + ":/usr/bin:/bin"])
    _ = session.run(["init"])
    try session.home.write(
      "renderers:\n  dot: draw --fast\n  slow: draw | cat\n", to: "config/sheaf/config.yaml")
    try programs.writeProgram(
      """
      echo run >> \(programs.path)/runs
      text=$(cat)
      case $text in
      *bad*) echo "syntax error in line 1" >&2; exit 1;;
      *plain*) echo hello;;
      *) printf '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><text>%s %s</text></svg>' "$1" "${#text}";;
      esac
      """, to: "draw")
    try session.folder.write(
      "# One\n\n```dot\na < b\n```\n\n```dot\nbad\n```\n\n```slow\nplain\n```\n\n```swift\na\n```\n",
      to: "Memo/one.md")
  }

  private var runs: Int { ((try? programs.read("runs")) ?? []).count { $0 == 0x0A } }

  private static let picture =
    "<figure class=\"diagram\"><img src=\"data:image/svg+xml;base64,"
  private static let source = "</figure><details class=\"source\"><summary>Source</summary>"

  @Test func `a diagram is a picture over its source, drawn once; what cannot be drawn stays code`()
    throws
  {
    let site = try TemporaryFolder()
    let first = session.run(["publish", "-o", site.path])
    #expect(first.status == 0)
    #expect(
      first.errors.contains(
        """
        Diagrams that could not be drawn are shown as code:
          Memo/one.md: dot: syntax error in line 1
          Memo/one.md: slow: no SVG
        """), "\(first.errors)")
    let page = String(decoding: try site.read("notes/Memo/one.html"), as: UTF8.self)
    #expect(page.components(separatedBy: Self.picture).count == 2)
    #expect(page.contains("alt=\"Diagram (dot)\""))
    #expect(page.components(separatedBy: Self.source).count == 2)
    #expect(page.contains("a &lt; b\n</code></pre></div></details>"))
    #expect(!page.contains("<svg xmlns") && !page.contains("onload"))
    #expect(runs == 3)
    let drawn = page.components(separatedBy: Self.picture).last?.prefix { $0 != "\"" } ?? ""
    let bytes = try #require(Data(base64Encoded: String(drawn)))
    #expect(String(decoding: bytes, as: UTF8.self).contains("<text>--fast 5</text>"))
    // Pages that lack a picture are made again; what was drawn is not drawn again.
    let second = session.run(["publish", "-o", site.path])
    #expect(second.output.isEmpty)
    #expect(runs == 5)
  }

  @Test func `render and share show the picture, a mail the code`() throws {
    #expect(session.run(["render", "Memo/one.md"]).output.contains(Self.picture))
    let shared = session.run(["share", "Memo/one.md", "--to", "html"])
    #expect(shared.output.contains(Self.picture))
    #expect(!session.run(["share", "Memo/one.md", "--to", "eml"]).output.contains("svg+xml"))
  }

  @Test func `a repository that is not trusted draws nothing`() throws {
    try session.home.remove("config/sheaf/config.yaml")
    try session.folder.write("renderers:\n  dot: draw\n", to: ".sheaf/config.yaml")
    let site = try TemporaryFolder()
    _ = session.run(["publish", "-o", site.path])
    #expect(runs == 0)
    #expect(!session.run(["render", "Memo/one.md"]).output.contains("svg+xml"))
    #expect(runs == 0)
  }

  @Test func `another command line draws again`() throws {
    let site = try TemporaryFolder()
    _ = session.run(["publish", "-o", site.path])
    try session.home.write("renderers:\n  dot: draw --slow\n", to: "config/sheaf/config.yaml")
    _ = session.run(["publish", "-o", site.path])
    let page = String(decoding: try site.read("notes/Memo/one.html"), as: UTF8.self)
    let drawn = page.components(separatedBy: Self.picture).last?.prefix { $0 != "\"" } ?? ""
    let bytes = try #require(Data(base64Encoded: String(drawn)))
    #expect(String(decoding: bytes, as: UTF8.self).contains("<text>--slow 5</text>"))
  }
}
