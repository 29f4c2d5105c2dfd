import NoteModel
import NoteTestSupport
import Testing

/// The Korean names of fields and words, in queries and in `add`, and keys of the user's own that are called alike.
@Suite struct KoreanQueryTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init", "-q"])
  }

  private func names(_ words: String...) -> [String] {
    session.run(words + ["--format", "{{title}}"]).output.split(separator: "\n").map(String.init)
      .sorted()
  }

  @Test(arguments: ["마감:내일", "마감일:내일", "기한:내일", "due:tomorrow"])
  func `add, list, tasks and --where read a name alike`(term: String) throws {
    _ = session.run(["add", "치과", term, "우선순위:높음", "예정일:오늘"])
    #expect(names("tasks", term, "우선순위:높음", "예정일:오늘") == ["치과"])
    #expect(names("list", term, "priority:high", "scheduled:today") == ["치과"])
    #expect(names("list", "sort:마감") == ["치과"])
    #expect(session.run(["done", "--where", term + " 조건:남음"]).status == 0)
    #expect(names("tasks", "조건:완료") == ["치과"])
  }

  @Test func `a key of the user's own is asked for beside the field that it is the name of`() throws {
    try session.folder.write(
      "---\n상태: 진행중\n프로젝트: 집\n종류: 책\n마감: 2026-11-25\n---\nx\n", to: "Memo/own.md")
    try session.folder.write(
      "---\nstatus: doing\nproject: 집\ndue: 2026-11-25\n---\nx\n", to: "Memo/standard.md")
    try session.folder.write("x\n", to: "Memo/bare.md")
    #expect(names("list", "상태:진행중") == ["own", "standard"])
    #expect(names("list", "프로젝트:집") == ["own", "standard"])
    #expect(names("list", "project:집") == ["standard"])
    #expect(names("list", "마감:2026-11-25") == ["own", "standard"])
    #expect(names("list", "마감:<2026-12-01") == ["own", "standard"])
    #expect(names("list", "마감:none") == ["bare"])
    #expect(names("list", "-프로젝트:집") == ["bare"])
    #expect(names("list", "종류:책") == ["own"])
    #expect(names("list", "종류:할일") == ["standard"])
  }

  @Test func `categories asks for tags, and for links that the field has`() throws {
    try session.folder.write("---\ncategories: [\"[[X|the X]]\", work]\n---\nx\n", to: "Memo/a.md")
    try session.folder.write("---\nCategories: X\n---\nx\n", to: "Memo/b.md")
    try session.folder.write("[[X]]\n", to: "Memo/c.md")
    #expect(names("list", "categories:X") == ["a", "b"])
    #expect(names("list", "categories:\"[[X]]\"") == ["a"])
    #expect(names("list", "categories:work") == ["a"])
    #expect(names("list", "categories:none") == ["c"])
    #expect(names("list", "tag:X") == ["b"])
  }

  @Test(arguments: [
    ("Tags: [a]\nAliases: [b]\nTitle: C\n", ["tags+=x", "aliases+=y", "title=Z"]),
    ("TAGS: [a]\nALIASES: [b]\nTITLE: C\n", ["tags+=x", "aliases+=y", "title=Z"]),
  ])
  func `a key keeps its spelling, whatever its case`(fields: String, changes: [String]) throws {
    try session.folder.write("---\n\(fields)---\nx\n", to: "Memo/a.md")
    #expect(session.run(["set", "Memo/a.md"] + changes).status == 0)
    #expect(session.run(["tag", "Memo/a.md", "+t"]).status == 0)
    let text = String(decoding: try session.folder.read("Memo/a.md"), as: UTF8.self)
    let keys = text.split(separator: "\n").dropFirst().prefix(4).compactMap {
      $0.split(separator: ":").first
    }
    #expect(
      keys == fields.split(separator: "\n").compactMap { $0.split(separator: ":").first } + ["---"])
    #expect(names("list", "tag:x", "tag:t", "aliases:y", "title:Z") == ["Z"])
    #expect(session.run(["set", "Memo/a.md", "title:"]).status == 0)
    #expect(session.run(["set", "Memo/a.md", "tags:"]).status == 0)
    #expect(names("list", "tag:none", "aliases:y") == ["a"])
  }

  @Test(arguments: [
    ("-zzz", ["a"]), ("-xxx", ["b"]), ("-has:backlink", ["a", "b"]), ("-태그:x", ["a", "b"]),
  ])
  func `everything after a hyphen that is no option must not hold`(
    term: String, found: [String]
  ) throws {
    try session.folder.write("xxx\n", to: "Memo/a.md")
    try session.folder.write("zzz\n", to: "Memo/b.md")
    #expect(names("list", term) == found)
    #expect(names("list", "kind:memo", term, "sort:title") == found)
    #expect(session.run(["list", "--tag:x"]).status == 64)
  }

  @Test(arguments: [
    ("priorty:hi", "priority"), ("dew:fri", "due"), ("마감알:내일", "마감"), ("tgs:x", "tags"),
    ("statsu:done", "status"),
  ])
  func `a key that nobody knows is reported with the nearest one`(term: String, nearest: String) {
    for command in ["list", "tasks"] {
      let errors = session.run([command, term]).errors
      #expect(errors.contains("did you mean “\(nearest)”?"), "\(errors)")
    }
  }

  @Test(arguments: [
    ("is:ov", "is:overdue"), ("조건:지", "조건:지남"), ("우선순위:높", "우선순위:높음"),
    ("status:do", "status:doing"),
    ("마ㄱ", "마감:"), ("has:b", "has:backlink"),
  ])
  func `a shell is offered keys and values in both languages`(typed: String, offered: String) {
    for shell in ["zsh", "fish"] {
      let lines = session.run(["complete", shell, "--", "list", typed]).output
        .split(separator: "\n").map { $0.prefix { $0 != "\t" } }
      #expect(lines.contains { $0 == offered }, "\(lines)")
    }
  }

  @Test func `each Korean name of a field is one field, and no key of the language but of the same field`() {
    #expect(Set(FieldCatalogue.koreanNames).count == FieldCatalogue.koreanNames.count)
    let both = Set(FieldCatalogue.koreanNames).intersection(QueryKey.names)
    #expect(both == ["제목"], "\(both)")
  }

  @Test(arguments: [
    ("제목:계획", "title: 계획"), ("라벨:버그", "label: 버그"), ("이름표:버그", "label: 버그"), ("초안:예", "draft: true"),
    ("고정:예", "pinned: true"), ("공개:아니요", "publish: false"), ("우선순위:높음", "priority: high"),
    ("색상:파랑", "color: 파랑"), ("별칭:모", "aliases: [모]"),
  ])
  func `a Korean name is the field in each command that changes`(change: String, line: String) throws {
    try session.folder.write("# Box\n", to: "Memo/Box.md")
    for words in [["set", "Box"], ["add", "보고"], ["new", "보고"], ["add", "보고", "--set"]] {
      // A title is typed without its name.
      if change.hasPrefix("제목"), words.count == 2, words[0] != "set" { continue }
      let run = session.run(words + [change, "-n"])
      #expect(run.status == 0 && run.output.contains("+\(line)"), "\(words): \(run.output)\(run.errors)")
    }
  }

  @Test func `Korean answers and errors name fields in Korean`() throws {
    try session.folder.write("---\ntags: [a]\n---\n# 상자\n", to: "Memo/상자.md")
    let said = session.run(
      ["set", "상자", "pinned:true", "draft:true", "publish:false", "--lang", "ko"], onTerminal: true)
    #expect(
      said.output == "~ 상자\n  고정  – → 예\n  초안  – → 예\n  공개  – → 아니요\n", "\(said.output)\(said.errors)")
    for (word, error) in [
      ("due:언젠가말고", "마감: 날짜로 읽을 수 없습니다: “언젠가말고”"), ("pinned:글쎄", "고정: 예나 아니요여야 합니다: “글쎄”"),
      ("remind:글쎄", "알림: 시각으로 읽을 수 없습니다: “글쎄”"),
    ] {
      let run = session.run(["set", "상자", word, "--lang", "ko"])
      #expect(run.status == 64 && run.errors.contains(error), "\(run.errors)")
    }
    _ = session.run(["list", "--lang", "ko"], onTerminal: true)
    _ = session.run(["list", "--json"], onTerminal: true)
    #expect(session.run(["show", "1", "--lang", "ko"], onTerminal: true).errors.contains("이전 목록의 1번은 “상자”였습니다."))
    try session.folder.write("# 계획\n", to: "Memo/상자.md")
    #expect(session.run(["show", "1", "--lang", "ko"], onTerminal: true).errors.contains("이전 목록의 1번은 “계획”이었습니다."))
  }

  @Test(arguments: [("진헹중", "진행중"), ("왼료", "완료"), ("치소", "취소"), ("doign", "doing"), ("핼일", "할일")])
  func `a mistyped status is refused with the nearest`(typed: String, meant: String) throws {
    try session.folder.write("---\nstatus: todo\n---\n# Box\n", to: "Memo/Box.md")
    for words in [["set", "Box"], ["add", "보고"], ["new", "보고"]] {
      let run = session.run(words + ["상태:\(typed)"])
      #expect(run.status == 64 && run.errors.contains("“\(meant)”"), "\(words): \(run.errors)")
    }
    #expect(session.run(["set", "Box", "상태:완성"]).status == 0)
  }
}
