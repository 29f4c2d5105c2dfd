import NoteTestSupport

/// Notes and queries made up at random from the same few words, so that they meet often.
struct RandomMaterial {
  private var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func number(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

  mutating func choose(_ items: [String]) -> String { items[number(below: items.count)] }

  private mutating func isRare(_ bound: Int) -> Bool { number(below: bound) == 0 }

  private static let words = [
    "회의", "회의록", "주간회의록을", "주간", "의록", "회", "\u{1112}\u{116C}\u{110B}\u{1174}", "나무", "work",
    "Works",
    "café", "CAFE", "plan", "api회의", "x1", "2", "ㅎㅇ", "록", "cafe\u{301}", "ｗｏｒｋ", "会議", "会議室で",
    "회의会議",
  ]

  static let names = ["plan", "회의", "index", "나무", "log"]

  mutating func path() -> String {
    choose(["Memo/", "Diary/", "", "Memo/sub/"]) + choose(Self.names) + choose(["", "2"]) + ".md"
  }

  mutating func note() -> String {
    var text = ""
    if !isRare(4) { text += frontMatter() }
    if isRare(2) { text += "# \(sentence())\n\n" }
    for _ in 0...number(below: 3) { text += line() + "\n" }
    if isRare(6) { text = text.replacing("\n", with: "\r\n") }
    return isRare(12) ? "\u{FEFF}" + text : text
  }

  private mutating func sentence() -> String {
    (0...number(below: 5)).map { _ in choose(Self.words) + choose([" ", " ", ", ", "-", ". "]) }
      .joined()
  }

  private mutating func line() -> String {
    switch number(below: 8) {
    case 0: "[[\(choose(Self.names))\(isRare(4) ? "|" + choose(Self.names) : "")]] " + sentence()
    case 1: "[text](\(choose(Self.paths)))"
    case 2: box()
    case 3: "#\(choose(["work", "work/client", "집", "Work"])) " + sentence()
    case 4: "## " + sentence()
    default: sentence()
    }
  }

  private mutating func box() -> String {
    var text = "- [\(choose([" ", " ", "x", "/", "-", "?"]))] " + sentence()
    for _ in 0..<number(below: 4) { text += " " + choose(Self.boxFields) }
    return text
  }

  private static let paths = [
    "plan.md", "../plan.md", "pic.png", "Memo/plan.md", "gone.md", "/plan", "plan/", "plan.html",
    "/Memo/", "Memo", "#plan", "./index.md", "/Memo/index.html",
  ]

  private static let boxFields = [
    "📅 2026-11-20", "📅 2026-11-21", "[due:: 2026-11-21T09:00]", "[due:: 2026-11-21T18:00]",
    "[due:: 2026-11-21T07:00+00:00]", "🛫 2026-11-21", "🛫 2026-11-22", "[start:: 2026-11-21T15:00]",
    "[start:: 2026-11-21T15:01]", "⏳ 2026-11-22", "✅ 2026-11-20", "🆔 a1", "🆔 b2", "⛔ a1",
    "⛔ a1, b2", "⛔ plan", "⏫", "🔺", "🔽", "#work", "#work/client", "#집", "[project:: garden]",
    "🔁 every week", "⏰ 2026-11-21 10:00",
  ]

  private static let dues = [
    "2026-11-20", "2026-11-21", "2026-12-01T10:00:00+09:00", "someday", "2026-11-21 09:00",
    "2026-11-21 15:01", "2026-11-21T07:00:00Z",
  ]

  private static let starts = [
    "2026-11-21", "2026-12-24", "2026-11-21 09:00", "2026-11-21 16:00", "later",
  ]

  private static let blockers = [
    "[plan, \"[[회의]]\"]", "[\"[[plan|the other]]\"]", "a1", "abc1", "Memo/plan.md",
    "\"[[log#One]]\"",
  ]

  private mutating func frontMatter() -> String {
    let fields = [
      "title: \(choose(Self.words)) \(choose(Self.words))",
      "id: \(choose(["abc1", "abd2", "xyz3"]))",
      "aliases: [\(choose(Self.names)), \(choose(Self.words))]",
      "tags: [\(choose(["work", "집", "work/client"])), home]",
      "status: \(choose(["todo", "doing", "done", "In Progress", "Review"]))",
      "due: \(choose(Self.dues))",
      "start: \(choose(Self.starts))",
      "project: \(choose(["garden", "house"]))",
      "priority: \(choose(["low", "high", "urgent", "normal", "x"]))",
      "estimate: \(choose(["2", "2.0", "30m", "3h", "10", "long"]))",
      "class: \(choose(["WR101", "wr2", "2026-11-05", "회의", "[WR101, 회의]", "two words, three"]))",
      "Area: \(choose(["Home", "home office", "집"]))", "remind: [1d, 2h]",
      "created: \(choose(["2026-11-02", "2026-10-31T23:30:00+09:00"]))",
      "draft: \(choose(["true", "false"]))", "pinned: true",
      "unseal: \(choose(["2026-11-20", "2026-12-25"]))",
      "deadline: 2026-11-19",
      "depends: \(choose(Self.blockers))",
      "parent: plan", "scheduled: 2026-11-22",
      "meeting: \(choose(["2026-11-21 14:00", "2026-11-20"]))",
      "scheduledDate: 2026-11-25",
    ]
    var chosen: [String: String] = [:]
    for _ in 0...number(below: 6) {
      let field = choose(fields)
      if field.hasPrefix("unseal"), !isRare(3) { continue }
      chosen[String(field.prefix { $0 != ":" })] = field
    }
    return "---\n" + chosen.values.sorted().map { $0 + "\n" }.joined() + "---\n"
  }

  mutating func query(depth: Int = 0) -> String {
    switch number(below: depth > 2 ? 6 : 10) {
    case 0...5: return (isRare(5) ? choose(["-", "NOT "]) : "") + term()
    case 6, 7:
      let joint = choose([" ", " ", " AND "])
      return query(depth: depth + 1) + joint + query(depth: depth + 1)
    case 8: return "(" + query(depth: depth + 1) + " OR " + query(depth: depth + 1) + ")"
    default: return choose(["-", ""]) + "(" + query(depth: depth + 1) + ")"
    }
  }

  private mutating func term() -> String {
    switch number(below: 6) {
    case 0, 1: return choose(Self.words)
    case 2: return word()
    default: return choose(Self.fieldTerms)
    }
  }

  private mutating func word() -> String {
    switch number(below: 9) {
    case 7: "title:\"\(choose(Self.words)) \(choose(Self.words))\""
    case 8: "mentions:\"\(choose(Self.words)) \(choose(Self.words))\""
    case 0: "\"\(choose(Self.words)) \(choose(Self.words))\""
    case 1: choose(["wor*", "회의*", "caf*", "회*"])
    case 2: choose(["ㅎㅇㄹ", "ㅈㄱ", "ㅎ", "간회", "의주", "간"])
    case 3: "title:" + choose(Self.words)
    case 4: "body:" + choose(Self.words)
    case 5: "headings:" + choose(Self.words)
    default: "mentions:" + choose(Self.words)
    }
  }

  private static let fieldTerms = [
    "tag:work", "tag:work/client", "tag:none", "tag:any", "tag:집", "in:Memo", "in:Memo/sub",
    "in:Diary/plan.md", "kind:task", "kind:memo,diary", "is:task", "is:open", "is:done",
    "is:overdue", "is:blocked", "is:ready", "is:draft", "is:pinned", "is:orphan", "is:untagged",
    "is:sealed",
    "has:attachment",
    "has:link", "has:tag", "has:task", "has:alias", "has:due", "has:backlink", "links-to:plan",
    "links-to:회의", "links-to:ab", "linked-by:index", "linked-by:Memo/plan.md", "status:todo,doing",
    "status:none", "status:do*", "status:review", "due:none", "due:any", "due:<today",
    "due:2026-11", "due:>=2026-11-21", "due:<2026-12-01T09:00:00+09:00",
    "due:>2026-11-21T09:00:00+09:00", "priority:high", "priority:>=normal", "priority:none",
    "estimate:2.0", "estimate:>20m", "estimate:<=2", "estimate:none", "estimate:lo*",
    "class:WR101", "class:wr*", "class:2026-11", "class:any", "created:2026-11",
    "created:<2026-11-01", "created:none", "updated:>=2026-11-20", "unseal:any", "id:ab", "id:none",
    "aliases:plan", "aliases:none", "draft:true", "scheduled:2026-11-25", "scheduled:<=2026-11-23",
    "path:Memo", "*", "tag:work,집", "-tag:home", "in:Memo,Diary/plan.md", "has:tag,due",
    "is:draft,pinned",
    "class:WR101,회의", "class:\"two words, three\"", "class:>=wr", "class:<2026-12", "area:home",
    "AREA:\"home office\"",
    "Status:todo", "deadline:any", "due:2026-11-01..2026-11-30", "due:2026-W47", "due:<=+7d",
    "due:yesterday",
    "due:none,2026-11", "created:>=2026-10-31T23:00:00+09:00", "created:<yesterday",
    "estimate:2,30m", "estimate:>=1h30m",
    "estimate:any", "id:ABC", "aliases:회*", "aliases:none,plan", "priority:low,urgent",
    "priority:<high", "remind:2h",
    "tags:any", "title:none", "headings:회,work", "links-to:plan,회의", "linked-by:plan",
    "mentions:회의록", "unseal:<=today",
    "start:<=today", "start:none", "start:>2026-11-21T15:00", "closed:any", "closed:2026-11",
    "project:garden", "project:none", "repeat:any", "depends:any", "depends:a1", "id:a1", "id:b",
    "remind:any", "due:<=2026-11-21T15:00", "due:>2026-11-21T09:00", "due:2026-11-21T09:00",
    "estimate:2..10", "estimate:20m..", "estimate:..3", "title:(회의 OR plan)", "tag:(work OR 집)",
    "estimate:(<=2 OR 30m)", "is:(open pinned)", "due:2026-11-21..", "due:..2026-11-20",
    "meeting:<2026-11-21T15:00", "meeting:any", "kind:diary", "is:ready", "is:blocked",
    "is:overdue",
    "status:?", "status:doing", "has:task", "title:회의", "tag:work/client", "scheduled:any",
    "@open", "@both", "-@open", "(@both OR is:pinned)", "kind:letter", "body:ㅎㅇㄹ", "title:plan*",
  ]

  /// Saved queries, one inside the other.
  static let views = ["open": "is:open -is:overdue", "both": "@open OR (회의 has:link)"]
}
