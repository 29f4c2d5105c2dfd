import NoteTestSupport
import Testing

/// What is written in a letter, and nowhere else, comes out of no command until its day.
@Suite struct SealedSweepTests {
  private let session: CommandSession
  private static let secret = "quokka"

  init() throws {
    session = try CommandSession()
    try session.folder.write("", to: ".sheaf/config.yaml")
    try session.folder.write(
      """
      ---
      unseal: 2030-01-01
      publish: true
      mood: calm
      ---
      # Quokka heading

      quokka text #quokka [[Quokka Gone]] https://quokka.example/ quokka:: yes ![[quokka.png]] [[plan]]

      - [ ] quokka task 📅 2026-11-20
      - [ ] quokka later [remind:: 2026-11-24 10:00]
      - [x] quokka done ✅ 2026-11-20

      """, to: "letter.md")
    try session.folder.write(
      "---\npublish: true\n---\n# Plan\n\n![[letter]]\n\n- [ ] wait #own\n", to: "plan.md")
    try session.folder.write("plan [[letter]]\n", to: "Diary/2026/2026-11-21.md")
  }

  /// The words of a command line, and whether the letter is told of on its day.
  private static let lines: [(words: String, isToldLater: Bool)] = [
    ("list", true), ("list --json", true), ("list is:sealed", false),
    ("list is:sealed --json", false), ("list is:sealed --format {{title}}{{tags}}{{path}}", false),
    ("list --sort title", true), ("search text", true), ("search --regex que?uok?", false),
    ("search --regex uokk", true), ("list mood:calm", true), ("tags", true),
    ("tags --json", true),
    ("links letter", true), ("links plan", false), ("links --broken", true), ("links --all", true),
    ("links --all --json", true), ("graph", false), ("graph --json", true), ("tasks", true),
    ("tasks --all", true), ("tasks --json", true), ("board", true), ("board --json", true),
    ("agenda", true), ("agenda --json", true), ("today", true), ("today --json", true),
    ("status", false), ("status --json", false), ("cal", true), ("stats", false),
    ("letters", false), ("letters --json", false), ("get letter", false),
    ("get letter title", false),
    ("get letter tags", false), ("show letter", true), ("show plan", false),
    ("show plan --backlinks", false), ("render letter", true), ("render letter --to text", true),
    ("render letter --to json", true), ("render plan", true), ("share letter", true),
    ("share plan", false), ("share plan --to html", false), ("digest", true),
    ("digest --html", true), ("check", true), ("check --json", true),
    ("check letter.md", true),
    ("fmt letter.md --diff", false), ("export --to ics", true), ("export --to jsonl", true),
    ("parse letter.md", true), ("textconv letter.md", true), ("open letter", true),
    ("remind --list", false), ("rm letter -n", true), ("mv letter.md Memo/letter.md -n", false),
    ("set letter mood=fine -n", true), ("append letter hello -n", true),
    ("tag rename own other -n", false),
    ("undo --list", false), ("diary --print-path", false),
  ]

  @Test(arguments: lines)
  func `no command tells it`(words: String, isToldLater: Bool) throws {
    let line = words.split(separator: " ").map(String.init)
    let sealed = session.run(line)
    #expect(sealed.status != 64, "\(sealed.errors)")
    let told = (sealed.output + sealed.errors).lowercased()
    #expect(!told.contains(Self.secret), "\(told)")
    let later = session.run(line + ["--now", "2030-01-01T00:00:00"])
    #expect((later.output + later.errors).lowercased().contains(Self.secret) == isToldLater)
  }

  @Test(arguments: [false, true])
  func `no page of the site tells it`(isLater: Bool) throws {
    let moment = isLater ? ["--now", "2030-01-01T00:00:00"] : []
    let run = session.run(["publish", "--output", "site"] + moment)
    #expect(run.status == 0, "\(run.errors)")
    let told = session.folder.files().filter { path in
      guard path.hasPrefix("site/"), let bytes = try? session.folder.read(path) else {
        return false
      }
      return String(decoding: bytes, as: UTF8.self).lowercased().contains(Self.secret)
    }
    #expect(told.isEmpty == !isLater, "\(told)")
  }
}
