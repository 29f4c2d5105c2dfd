import Foundation
import NoteTestSupport
import Testing

/// Programs of the user's that see every change before it is written. `UndoSweepTests` runs them under every command.
@Suite struct HookTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init"])
    try session.folder.write("---\ntitle: Plan\nstatus: todo\n---\n\ntext\n", to: "Memo/plan.md")
  }

  /// Sets a hook in the user's own settings; the program writes what it got to `input`.
  private func hook(_ event: String, _ script: String, seconds: Int? = nil) throws {
    try session.home.writeProgram(script, to: "hooks/\(event)")
    let limit = seconds.map { "  seconds: \($0)\n" } ?? ""
    try session.home.write(
      "hooks:\n  \(event): \(session.home.path)/hooks/\(event)\n\(limit)", to: "config/sheaf/config.yaml")
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try session.folder.read(path), as: UTF8.self)
  }

  private func input() throws -> [String: Any] {
    let data = Data(try session.home.read("input"))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  private var keep: String { "cat > \(session.home.path)/input" }

  @Test func `a hook gets a change before and after, and lets it pass`() throws {
    try hook("on-change", keep)
    #expect(session.run(["done", "plan"]).status == 0)
    let document = try input()
    #expect(document["kind"] as? String == "hook" && document["event"] as? String == "change")
    #expect(document["command"] as? String == "done" && document["dryRun"] as? Bool == false)
    let item = try #require((document["items"] as? [[String: Any]])?.first)
    #expect(item["path"] as? String == "Memo/plan.md")
    let before = try #require(item["before"] as? [String: Any])
    let after = try #require(item["after"] as? [String: Any])
    #expect((before["fields"] as? [String: Any])?["status"] as? String == "todo")
    #expect((after["fields"] as? [String: Any])?["status"] as? String == "done")
    #expect(after["text"] as? String == (try text("Memo/plan.md")))
    #expect(try text("Memo/plan.md").contains("status: done"))
  }

  @Test func `new notes, renames and removals are seen as such`() throws {
    try hook("on-add", keep)
    #expect(session.run(["new", "Other", "+a"]).status == 0)
    var item = try #require((try input()["items"] as? [[String: Any]])?.first)
    #expect(item["before"] is NSNull && item["path"] as? String == "Memo/Other.md")
    try hook("on-change", keep)
    #expect(session.run(["mv", "Memo", "Notes"]).status == 0)
    let items = try #require(try input()["items"] as? [[String: Any]])
    #expect(Set(items.compactMap { $0["path"] as? String }) == ["Notes/Other.md", "Notes/plan.md"])
    #expect(Set(items.compactMap { $0["formerPath"] as? String }) == ["Memo/Other.md", "Memo/plan.md"])
    #expect(session.run(["rm", "Notes/plan.md", "--yes"]).status == 0)
    item = try #require((try input()["items"] as? [[String: Any]])?.first)
    #expect(item["after"] is NSNull && item["path"] as? String == "Notes/plan.md")
  }

  @Test func `a hook refuses with its reason, and nothing is written`() throws {
    try hook("on-change", "echo 'not on a Saturday' >&2\nexit 3")
    let before = try text("Memo/plan.md")
    let run = session.run(["done", "plan"])
    #expect(run.status == 3)
    #expect(run.errors == "error: hooks.on-change refused: not on a Saturday\n")
    #expect(
      session.run(["--lang", "ko", "done", "plan"]).errors
        == "오류: hooks.on-change 훅이 거부했습니다: not on a Saturday\n")
    #expect(try text("Memo/plan.md") == before)
    #expect(session.run(["undo", "--list"]).status == 1)
  }

  @Test func `a hook changes fields and texts, and one undo takes both back`() throws {
    try hook(
      "on-change",
      """
      echo '{"items": [{"path": "Memo/plan.md", "after": {"fields": \
      {"updated": "2026-11-21", "people": ["Kim, A", "Lee"], "title": null, "n": 3}}}]}'
      """)
    let before = try text("Memo/plan.md")
    #expect(session.run(["done", "plan"]).status == 0)
    #expect(
      try text("Memo/plan.md")
        == "---\nstatus: done\nclosed: 2026-11-21\nupdated: 2026-11-21\npeople: [\"Kim, A\", Lee]\nn: 3\n---\n\ntext\n")
    #expect(session.run(["undo"]).status == 0)
    #expect(try text("Memo/plan.md") == before)
    try hook(
      "on-change", #"printf '%s' '{"items": [{"path": "Memo/plan.md", "after": {"text": "whole\n"}}]}'"#)
    #expect(session.run(["append", "plan", "more"]).status == 0)
    #expect(try text("Memo/plan.md") == "whole\n")
    #expect(session.run(["undo"]).status == 0)
    #expect(try text("Memo/plan.md") == before)
  }

  @Test func `what comes back as it was sent changes nothing`() throws {
    try hook("on-change", "cat")
    #expect(session.run(["append", "plan", "more"]).status == 0)
    #expect(try text("Memo/plan.md") == "---\ntitle: Plan\nstatus: todo\n---\n\ntext\n\nmore\n")
  }

  @Test(arguments: [
    "echo nonsense", "echo '[]'", "echo '{}'", #"echo '{"items": [{}]}'"#,
    #"echo '{"items": [{"path": "Memo/else.md", "after": {"text": "x"}}]}'"#,
    #"echo '{"items": [{"path": "../x.md", "after": {"text": "x"}}]}'"#,
    #"echo '{"items": [{"path": "Memo/plan.md", "after": {"fields": {"due": "someday soon"}}}]}'"#,
    #"echo '{"items": [{"path": "Memo/plan.md", "after": {"fields": {"a b": "c"}}}]}'"#, "exit 1",
    "kill -9 $$", "/no/such/program", "printf '\\377'",
  ])
  func `an answer that cannot be used keeps the command from writing`(script: String) throws {
    try hook("on-change", script)
    let before = try text("Memo/plan.md")
    let run = session.run(["done", "plan"])
    #expect(run.status != 0 && run.errors.hasPrefix("error: "), "\(run.errors)")
    #expect(try text("Memo/plan.md") == before)
  }

  @Test(arguments: ["sleep 60", "sleep 60 & exec >&- 2>&-; sleep 60", "while :; do :; done"])
  func `a hook that takes too long is ended with what it has started`(script: String) throws {
    try hook("on-change", script, seconds: 1)
    let start = Date()
    let run = session.run(["done", "plan"])
    #expect(run.status == 2)
    #expect(run.errors.hasPrefix("error: hooks.on-change took longer than 1 second; nothing was written\n"))
    #expect(Date().timeIntervalSince(start) < 30)
  }

  @Test func `a dry run shows what the hooks would make of a change`() throws {
    try hook(
      "on-change", #"echo '{"items": [{"path": "Memo/plan.md", "after": {"fields": {"seen": true}}}]}'"#)
    let run = session.run(["append", "plan", "more", "--dry-run"])
    #expect(run.output.contains("+more") && run.output.contains("+seen: true"))
    #expect(try !text("Memo/plan.md").contains("more"))
  }

  @Test func `no hook gets a sealed letter`() throws {
    try hook("on-add", "touch \(session.home.path)/asked")
    let letter = ["letter", "--opens", "2030-01-01", "Me", "-"]
    #expect(session.run(letter, input: "secret words\n").status == 0)
    #expect(session.run(["new", "X", "--set", "unseal=2030-01-01"]).status == 0)
    #expect(!FileManager.default.fileExists(atPath: session.home.path + "/asked"))
    try hook("on-change", keep)
    try session.folder.write("---\ntitle: L\nunseal: 2030-01-01\n---\n\nsecret [[plan]]\n", to: "Memo/l.md")
    #expect(session.run(["rename", "plan", "Scheme"]).status == 0)
    #expect(try text("Memo/l.md").contains("[[Scheme]]"))
    #expect(!String(decoding: try session.home.read("input"), as: UTF8.self).contains("secret"))
  }

  @Test func `a repository sets no hook until it is trusted`() throws {
    for event in ["on-add", "on-change", "on-publish"] {
      try session.folder.write(
        "hooks:\n  \(event): touch \(session.home.path)/ran\n", to: ".sheaf/config.yaml")
      _ = session.run(["new", "One", "--yes"])
      _ = session.run(["append", "plan", "x"])
      _ = session.run(["publish", "-o", session.home.path + "/site-\(event)", "--yes"])
      #expect(!FileManager.default.fileExists(atPath: session.home.path + "/ran"), "\(event)")
    }
    try session.folder.write(
      "hooks:\n  on-change: touch \(session.home.path)/ran\n", to: ".sheaf/config.yaml")
    #expect(session.run(["config", "trust", "--yes"]).status == 0)
    #expect(session.run(["append", "plan", "x"]).status == 0)
    #expect(FileManager.default.fileExists(atPath: session.home.path + "/ran"))
  }

  @Test(.needsExtensions) func `a hook of publish refuses or holds notes back`() throws {
    try session.folder.write("# WIP idea\n", to: "Memo/wip.md")
    let site = session.home.path + "/site"
    try hook("on-publish", "cat > \(session.home.path)/input; echo no >&2; exit 1")
    #expect(session.run(["publish", "-o", site, "--yes"]).errors.contains("hooks.on-publish refused: no"))
    #expect(!FileManager.default.fileExists(atPath: site))
    #expect(try input()["folder"] as? String == site)
    try hook("on-publish", #"echo '{"items": [{"path": "Memo/wip.md", "publish": false}]}'"#)
    #expect(session.run(["publish", "-o", site, "--yes"]).status == 0)
    let pages = try FileManager.default.subpathsOfDirectory(atPath: site).filter { $0.contains("wip") }
    #expect(pages == [])
    let list = session.run(["publish", "-o", site, "--dry-run"]).output
    #expect(list.contains("Memo/wip.md  (not published because of hooks.on-publish)"), "\(list)")
  }

  @Test func `what an editor saved stays where a hook refuses it, and takes what a hook adds`() throws {
    try hook("on-change", "echo never >&2; exit 1")
    let append: @Sendable (String) throws -> Void = { file in
      let text = try String(contentsOfFile: file, encoding: .utf8)
      try (text + "typed\n").write(toFile: file, atomically: true, encoding: .utf8)
    }
    let before = try text("Memo/plan.md")
    let refused = session.run(["edit", "plan"], onTerminal: true, editor: append)
    #expect(refused.errors.contains("hooks.on-change refused: never"))
    #expect(try text("Memo/plan.md").hasSuffix("typed\n"))
    #expect(session.run(["undo"]).status == 0)
    try hook(
      "on-change", #"echo '{"items": [{"path": "Memo/plan.md", "after": {"fields": {"seen": true}}}]}'"#)
    #expect(session.run(["edit", "plan"], onTerminal: true, editor: append).status == 0)
    #expect(try text("Memo/plan.md").contains("seen: true"))
    #expect(session.run(["undo"]).status == 0)
    #expect(try text("Memo/plan.md") == before)
  }

  @Test func `a program of a hook may read notes and not write them`() throws {
    let program = try BuiltProgram()
    try program.folder.write("text\n", to: "notes/plan.md")
    _ = try program.run(["init"])
    try program.folder.writeProgram(
      "\(program.path) -C \(program.folder.path)/notes append plan again", to: "hook")
    try program.folder.write("hooks:\n  on-change: \(program.folder.path)/hook\n", to: "home/.config/sheaf/config.yaml")
    let run = try program.run(["append", "plan", "more"])
    #expect(run.errors.contains("cannot write notes itself"), "\(run.errors)")
    #expect(try program.folder.read("notes/plan.md") == Array("text\n".utf8))
    try program.folder.writeProgram(
      "\(program.path) -C \(program.folder.path)/notes list --paths >/dev/null", to: "hook")
    #expect(try program.run(["append", "plan", "more"]).status == 0)
  }

  // MARK: - The examples

  private static let examples =
    URL(fileURLWithPath: fixturesFolder).deletingLastPathComponent().path + "/Documentation/Hooks/"

  @Test(.needsExtensions) func `the examples do what they say`() throws {
    let settings = """
      hooks:
        on-add: python3 \(Self.examples)inbox-tag.py
        on-change: python3 \(Self.examples)updated.py
        on-publish: python3 \(Self.examples)unfinished.py

      """
    try session.home.write(settings, to: "config/sheaf/config.yaml")
    #expect(session.run(["new", "Idea"]).status == 0)
    #expect(try text("Memo/Idea.md").contains("tags: [inbox]"))
    #expect(session.run(["new", "Tagged", "+x"]).status == 0)
    #expect(try !text("Memo/Tagged.md").contains("inbox"))
    #expect(session.run(["set", "plan", "updated=2020-01-01"]).status == 0)
    #expect(try text("Memo/plan.md").contains("updated: 2020-01-01"))
    #expect(session.run(["append", "plan", "more"]).status == 0)
    #expect(try !text("Memo/plan.md").contains("updated: 2020-01-01"))
    try session.folder.write("# WIP idea\n", to: "Memo/wip.md")
    let list = session.run(["publish", "-o", session.home.path + "/site", "--dry-run"]).output
    #expect(list.contains("Memo/wip.md  (not published because of hooks.on-publish)"), "\(list)")
    try session.home.write(
      "hooks:\n  on-add: \(Self.examples)no-keys.sh\n", to: "config/sheaf/config.yaml")
    let refused = session.run(["new", "Key", "-"], input: "-----BEGIN RSA PRIVATE KEY-----\n")
    #expect(refused.status == 3 && refused.errors.contains("a private key does not belong in a note"), "\(refused)")
    #expect(session.run(["new", "No key"]).status == 0)
  }
}
