import ArgumentParser
import Foundation
import NoteTestSupport
import Testing

@testable import SheafCommands

/// The grammar of command lines, as sentences with their meanings. The last listing has five rows.
@Suite struct GrammarSentenceTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init", "-q"])
    let tasks = [
      ("call mum", "2026-11-22", "home"), ("Pay the rent", "2026-11-23", "home"), ("buy milk", "2026-11-24", "hq"),
      ("Pay the bill", "2026-11-25", "work"), ("치과", "2026-11-26", "일"),
    ]
    for (title, due, tag) in tasks {
      try session.folder.write(
        "---\nstatus: todo\ndue: \(due)\ntags: [\(tag)]\n---\n# \(title)\n", to: "Diary/Tasks/\(title).md")
    }
    for title in ["B", "Plan B", "Garden plan"] {
      try session.folder.write("---\ntags: [draft]\n---\n# \(title)\n", to: "Memo/\(title).md")
    }
    try session.folder.write("# Plan\n\n\n\n\n\n\n\n\n\n\n- [ ] box of the plan\n", to: "Memo/Plan.md")
    try session.folder.write("# Inbox\n\n- [ ] in the inbox\n", to: "Memo/Inbox.md")
    try session.folder.write("odd\n", to: "-odd.md")
    try session.folder.write("three\n", to: "3.md")
  }

  /// A line between spaces, words with spaces in single quotes; its status, and what is printed.
  private static let sentences: [(line: String, status: Int32, says: [String])] = [
    ("add call mum due:next friday +home -n", 0, ["due: 2026-11-27", "tags: [home]", "title: call mum\n"]),
    ("add 'note: ring back at 10:30' -n", 0, ["title: \"note: ring back at 10:30\"\n"]),
    ("add par:4 at the golf club -n", 0, ["title: par:4 at the golf club\n"]),
    ("add C++ course 1+1 -n", 0, ["title: C++ course 1+1\n"]),
    ("add pay the rent +2d -n", 0, ["title: pay the rent +2d\n", "due:+2d"]),
    ("add see https://x.org/a:b -n", 0, ["title: see https://x.org/a:b\n"]),
    ("add buy milk -2 litres -n", 0, ["title: buy milk -2 litres\n"]),
    ("add buy milk -nq", 64, ["-n -q"]), ("add buy milk --due fri", 64, ["due:fri"]),
    ("add 'tag:home milk'", 64, ["+home adds"]),
    ("add --title 'due:fri +home' -n", 0, ["title: due:fri +home\n"]),
    ("add 보고서 마감：금요일 ＋일 -n", 0, ["due: 2026-11-27", "tags: [일]", "title: 보고서\n"]),
    ("add 're: hello' pri:H -n", 0, ["priority: high", "title: \"re: hello\"\n"]),
    ("new Idea +x -n", 0, ["tags: [x]", "title: Idea\n"]), ("new E=mc2 -n", 0, ["title: E=mc2\n"]),
    ("new -n -- -x-", 0, ["title: \"-x-\"\n"]), ("jot -n note: due:fri +maybe", 0, ["note: due:fri +maybe\n"]),
    ("diary -n it was -5 today", 0, ["it was -5 today\n"]),
    ("set 1 due:next friday -home -n", 0, ["+due: 2026-11-27", "-tags: [home]", "call mum"]),
    ("set +home 3", 64, ["“3” comes after a change"]),
    ("set 1-3,5 due: -n", 0, ["-due: 2026-11-22", "-due: 2026-11-23", "-due: 2026-11-24", "-due: 2026-11-26"]),
    ("set 3 due:none tags-:hq -n", 0, ["-due: 2026-11-24", "-tags: [hq]"]),
    ("set 2 -hq", 64, ["-h -q", "tags-=hq"]), ("set 2 due:fri -nq", 64, ["-n -q"]),
    ("set 3 tags+=y,z", 64, ["Invalid tag “y,z”"]), ("set 3 +y,z", 64, ["Invalid tag “y,z”"]),
    ("set 3 tags+=z -n", 0, ["tags: [hq, z]"]),
    ("version --json", 0, ["\"kind\": \"version\""]), ("help find", 0, ["sheaf search"]),
    ("help version", 0, ["sheaf"]),
    ("tag list -n", 64, ["sheaf tag -n"]), ("tag list +q -n", 1, ["No note matches “list”"]),
    ("set 2 +2d", 64, ["due:+2d or tags+=2d"]), ("set 2 tag:home", 64, ["+home adds", "tags:home"]),
    ("set Plan.md:12 due:fri -n", 0, ["+- [ ] box of the plan 📅 2026-11-27"]),
    ("set inbox:3 rating:5", 64, ["cannot be changed on a check box"]),
    ("set tag:work status:todo due=fri -n", 0, ["+due: 2026-11-27", "Pay the bill"]),
    ("set tag:work status:todo due:fri", 64, ["due=fri"]),
    ("set tag:work -draft +final", 64, ["NOT draft, or tags-=draft"]),
    ("set --where is:overdue due:fri", 1, ["No note matches “is:overdue”"]),
    ("set --where tag:work due:fri -n", 0, ["+due: 2026-11-27"]),
    ("set due:fri", 64, ["No change given"]),
    ("set due:fri plan", 64, ["“due:fri” is in the position of the notes", "sheaf set plan due:fri"]),
    ("defer monday plan", 64, ["The day comes after the tasks", "sheaf defer plan monday"]),
    ("set plan b due:fri", 64, ["“plan b” matches 3 notes"]),
    ("set 4-9 due:fri", 1, ["There is no row 6; the last listing has 5 rows"]),
    ("set 3-1 due:fri", 64, ["from low to high"]),
    ("set 치과 -일 마감:다음 주 금요일 -n", 0, ["+due: 2026-11-27", "-tags: [일]"]),
    ("done call mum -n", 0, ["call mum"]), ("done pay rent -n", 0, ["Pay the rent"]),
    ("done pay", 64, ["matches 2 open tasks"]), ("done buy milk call mum", 64, ["only part of a name"]),
    ("done buy call", 64, ["only part of a name"]),
    ("done 3 tag:work", 64, ["cannot be combined"]), ("done tag:work is:overdue", 1, ["No task matches"]),
    ("done due=fri", 64, ["accepts no changes"]), ("done -5", 64, ["Unknown option -5"]),
    ("show 999", 1, ["There is no row 999"]),
    ("show --raw -- -odd.md", 0, ["odd\n"]), ("show ./3.md --raw", 0, ["three\n"]),
    ("rm gard", 64, ["only part of a name"]), ("rm plan b", 64, ["“plan b” matches 3 notes"]),
    ("rm -x", 64, ["Unknown option -x"]), ("defer 3 4 next monday -n", 0, ["+due: 2026-11-23"]),
    ("defer +work -n", 0, ["+due: 2026-11-26", "Pay the bill"]), ("list -n 3", 64, ["-3"]), ("list may", 1, []),
    ("list -draft -tag:home --paths", 0, ["Diary/Tasks/buy milk.md"]), ("list -C3", 64, ["-C 3"]),
    ("list due=fri", 64, ["due:fri"]), ("list -2 --paths", 0, []),
    ("tasks -l", 0, ["Diary/Tasks/call mum.md"]),
    ("tasks +work", 0, ["Pay the bill"]), ("tasks due:next-monday", 0, ["Pay the rent"]),
    ("tasks tomorrow +home", 0, ["call mum"]),
    ("list last week tag:home", 1, []),
    ("diary -5", 1, ["no entry for these days"]), ("diary last week", 1, ["no entry for these days"]),
    ("show last week", 1, ["no entry for these days"]), ("show 2026-11", 1, ["no entry for these days"]),
    ("log last week", 66, []), ("stats last week", 0, ["Mon 2026-11-09 – Sun 2026-11-15"]), ("stats nonsense", 64, []),
    ("search today", 1, []), ("search -iw lens", 64, ["-i -w, or NOT iw"]), ("search -n -i rent", 0, ["Pay the rent"]),
    ("search -w 치", 1, []), ("search -w 치과 -l", 0, ["Diary/Tasks/치과.md\n"]), ("search -v in:Memo", 64, ["needs words"]),
    ("search -v plan in:Memo", 0, ["Memo/B.md\nMemo/Inbox.md\n"]),
    ("search --regex -w -l PLA. -i in:Memo", 0, ["Memo/Garden plan.md"]),
    ("search --regex -w -l PLA -i in:Memo", 1, []), ("search --regex -v -l an in:Memo", 0, ["Memo/B.md"]),
    ("list -iw", 64, ["Unknown option -iw", "NOT iw"]), ("tasks -v", 64, ["sheaf help tasks, or NOT v"]),
    ("replace -w -n the a +home", 0, ["-# Pay the rent", "+# Pay a rent"]),
    ("replace -w -n th a +home", 1, ["Nothing to replace"]),
    ("sync -v", 64, ["hint: sheaf help sync\n"]), ("diary -n 5", 0, ["sheaf diary -5"]),
    ("new -T diary -n Trip", 0, ["b/Diary/2026/2026-11-", " Trip.md", "title: Trip\n"]),
    ("list --to csv --columns title +home", 0, ["title\r\n", "call mum\r\n"]),
    ("list -o x.docx", 64, ["“.docx”", "csv"]),
    ("show yesterday", 1, ["The diary has no entry for Fri 2026-11-20", "hint: sheaf diary yesterday\n"]),
    ("edit 2026-11-03", 1, ["The diary has no entry for Tue 2026-11-03", "hint: sheaf diary 2026-11-03\n"]),
    ("show may", 1, ["No note matches “may”"]), ("done yesterday", 1, ["No task matches “yesterday”"]),
    ("show -5", 1, ["no entry for these days"]), ("show Plan -3", 64, ["--limit cannot be used with Plan"]),
    ("list +home -c", 0, ["2\n"]), ("tasks zzz -c", 1, ["0\n"]), ("search -C 3 rent", 66, ["--context 3"]),
    ("board Plan --move 12 --column Done", 64, ["hint: sheaf set Plan:12 status:Done"]),
    ("board Plan --move 'new logo' --to doing", 64, ["hint: sheaf set 'new logo' status:doing"]),
    ("set box plan due:fri -n", 0, ["+- [ ] box of the plan 📅 2026-11-27"]),
    ("set in the inbox status:doing -n", 0, ["+- [/] in the inbox"]),
    ("rename gard Plot", 64, ["only part of a name"]), ("rename gard#x Plot", 64, ["only part of a name"]),
    ("done zzz", 1, ["No task matches “zzz”"]), ("defer zzz", 1, ["No task matches “zzz”"]),
    ("reopen zzz", 1, ["No task matches “zzz”"]), ("set zzz +x", 1, ["No note matches “zzz”"]),
    ("agenda zzz", 1, []), ("agenda tomorrow", 0, []), ("context", 1, ["No context is set"]),
    ("fmt --where in:Memo -n", 0, []), ("fmt - --json", 64, ["--json"]), ("fmt --staged --json", 64, ["--json"]),
    ("jot -n --into Plan a thought", 0, ["b/Memo/Plan.md", "+- a thought\n"]),
    ("merge --where tag:draft --into Plan -n", 0, ["+## B", "+## Garden plan"]),
    ("merge --where tag:draft Plan", 64, ["Give notes or --where, not both"]), ("merge", 64, ["No note given"]),
    ("restore --where tag:nothing", 1, ["No note matches “tag:nothing”"]), ("restore", 64, ["No note given"]),
    ("extract Plan:1 --in Parts -n", 0, ["+++ b/Parts/Plan.md"]),
    ("new Idea --body text -n", 0, ["title: Idea\n", "+text\n"]),
    ("new --title Idea due:next friday two words -n", 0, ["due: 2026-11-27", "+two words\n"]),
    ("new Idea --body text -", 64, ["--body"]),
    ("add x --set rating:5 --set due:fri -n", 0, ["rating: 5", "due: 2026-11-27"]),
    ("add --title Buy milk due:fri -n", 0, ["title: Buy\n", "due: 2026-11-27", "+milk\n"]),
    ("add milk due=", 64, ["due= needs a value"]), ("new Idea pri:", 64, ["pri: needs a value"]),
    ("letter --opens +1y Me due:", 64, ["due: needs a value"]), ("letter Me --opens +1y -n", 0, ["is sealed"]),
    ("log --until 2020-01-01", 66, []), ("links --until HEAD Plan", 64, ["need --broken"]),
    ("check --format {{path}}:{{check}} in:Diary", 0, []), ("check --format github", 64, ["sheaf check --to github"]),
    ("check --where in:Diary -c", 0, ["0\n"]), ("remind -c", 1, ["0\n"]), ("agenda +home --explain", 0, ["tag #home"]),
    ("board -a --to text +home", 0, ["call mum"]), ("config export -a", 0, ["folders.memo: Memo\n"]),
    ("open Plan --interactive", 66, ["no link"]), ("render 치과", 0, ["<p>☐ todo  due Thu 2026-11-26</p>"]),
    ("edit Plan -n --json", 64, ["--json"]), ("bake --where in:nowhere", 1, ["No note matches “in:nowhere”"]),
  ]

  private static func words(_ line: String) -> [String] {
    line.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap { index, part in
      index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
    }
  }

  @Test(arguments: sentences.map(\.line).filter(CommandSession.has))
  func `a sentence has its meaning, or an error with both spellings`(line: String) throws {
    let sentence = try #require(Self.sentences.first { $0.line == line })
    #expect(session.run(["tasks", "in:Diary/Tasks"], onTerminal: true).status == 0)
    let before = session.folder.files()
    let run = session.run(Self.words(line))
    let said = run.output + run.errors
    #expect(run.status == sentence.status, "\(said)")
    for text in sentence.says { #expect(said.contains(text), "\(text): \(said)") }
    #expect(session.folder.files() == before)
  }

  @Test func `days choose entries, notes that were changed then, and overdue tasks if today is among them`() throws {
    for (day, text) in [("2026-11-11", "rain"), ("2026-11-14", "snow"), ("2026-11-20", "sun")] {
      try session.folder.write("# \(day)\n\n\(text)\n", to: "Diary/2026/\(day).md")
    }
    try session.folder.write("---\ncreated: 2026-11-12\n---\n# Made then\n", to: "Memo/Made then.md")
    func said(_ words: String...) -> String { session.run(words).output }
    for command in ["show", "diary"] {
      let week = said(command, "last", "week")
      let days = ["Wed 2026-11-11", "rain", "Sat 2026-11-14", "snow"].compactMap { week.range(of: $0)?.lowerBound }
      #expect(days.count == 4 && days == days.sorted() && !week.contains("sun"), "\(command): \(week)")
      #expect(said(command, "2026-11").contains("sun"))
    }
    #expect(said("diary", "-1").contains("sun") && !said("diary", "-1").contains("snow"))
    #expect(said("diary", "-5").contains("rain"))
    #expect(said("show", "-1").contains("sun") && !said("show", "-1").contains("snow"))
    let other = session.run(["diary", "-n", "5"])
    #expect(other.errors.contains("sheaf diary -5") && session.folder.files().allSatisfy { !$0.contains("11-21") })
    #expect(
      Set(said("list", "last", "week", "-l").split(separator: "\n"))
        == ["Diary/2026/2026-11-11.md", "Diary/2026/2026-11-14.md", "Memo/Made then.md"])
    #expect(said("tasks", "this", "week", "-l").contains("call mum"))
    try session.folder.write("---\nstatus: todo\ndue: 2026-10-01\n---\n# late\n", to: "Diary/Tasks/late.md")
    #expect(said("tasks", "this", "week", "-l").contains("late"))
    #expect(!said("tasks", "next", "week", "-l").contains("late"))
    #expect(said("stats", "last", "week").contains("2 days with"))
  }

  @Test func `names on standard input are whole, and a query is asked with its titles`() throws {
    #expect(session.run(["set", "-", "+x"], input: "Plan\nMemo/B.md\n").status == 0)
    #expect(session.run(["list", "tag:x", "--paths"]).output.split(separator: "\n").count == 2)
    let asked = session.run(["set", "tag:home", "due=fri"], input: "n\n", onTerminal: true)
    #expect(asked.status == 1)
    #expect(
      asked.errors.contains("Change 2 notes? due → Fri 2026-11-27, in 6 days\n  ") && asked.errors.contains("call mum"),
      "\(asked.errors)")
    #expect(asked.errors.contains("\n[y/N] "))
    #expect(asked.errors.contains("Nothing was changed"))
  }

  @Test(arguments: [
    ("csv", ["--to", "csv"]), ("tsv", ["--to", "tsv"]), ("md", ["--to", "md"]), ("json", ["--json"]),
    ("jsonl", ["--to", "jsonl"]), ("txt", []),
  ])
  func `the ending of the file says the form of a listing`(ending: String, options: [String]) throws {
    for command in [["list"], ["tasks"], ["search", "rent"], ["agenda"], ["tag"], ["links", "--all"]] {
      // A note of the repository would be no output.
      let path = session.home.path + "/out." + ending
      let run = session.run(command + ["-o", path], onTerminal: true)
      #expect(run.output == "" && run.errors.hasSuffix("Wrote \(path)\n"), "\(command): \(run.output)\(run.errors)")
      let written = String(decoding: try session.home.read("out." + ending), as: UTF8.self)
      // What lines for a person look like in a file.
      let printed = session.run(command + (options.isEmpty ? ["--to", "text"] : options)).output
      let isGrep = command[0] == "search" && options.isEmpty
      if !isGrep { #expect(written == printed, "\(command)") }
      #expect(!written.isEmpty || command[0] == "links")
    }
  }

  /// Old spellings do not run: the hint is the line in the new words.
  private static let oldSpellings = [
    ("snooze 3", "sheaf defer 3"), ("unset Plan due", "sheaf set Plan due:"), ("set Plan due-", "sheaf set Plan due:"),
    ("prepend Plan text", "sheaf append --top Plan text"), ("tag rename work job", "sheaf rename +work +job"),
    ("done --undo water", "sheaf reopen water"), ("link Index Plan", "sheaf links add Index Plan"),
    ("links --to Index", "sheaf links Index --backlinks"), ("letter new --until +1y x", "sheaf letter --opens +1y x"),
    ("add milk --to shopping", "sheaf add milk --into shopping"), ("new Idea -t x", "sheaf new Idea +x"),
    ("split Plan --at 2", "sheaf extract Plan --level 2"), ("config get editor", "sheaf config editor"),
    ("undo --by bot", "sheaf undo --author bot"),
    ("import --from text x --into A --report r", "sheaf import --from text x --in A -o r"),
    ("board --by tag --html", "sheaf board --group-by tag --to html"),
    ("share X --to a@b.c", "sheaf share X --recipient a@b.c"),
    ("cal 2027 -y", "sheaf cal 2027 -12"), ("restore X --from HEAD~1", "sheaf restore X --at HEAD~1"),
    ("help snooze", "sheaf help defer"), ("list --csv", "sheaf list --to csv"), ("log --jsonl", "sheaf log --to jsonl"),
    ("sync --install 30m", "sheaf sync --timer 30m"), ("sync --install", "sheaf sync --timer 15m"),
    ("remind --uninstall", "sheaf remind --timer off"),
  ]

  @Test(arguments: oldSpellings.filter { CommandSession.has($0.0) })
  func `an old spelling is answered with the new line`(old: String, new: String) {
    let run = session.run(Self.words(old))
    #expect(run.status == 64, "\(run.output)")
    #expect(run.errors.contains("hint: \(new)\n"), "\(run.errors)")
  }

  @Test func `words of other programs run where they lose nothing, and are hints elsewhere`() {
    #expect(session.run(["find", "rent", "--paths"]).output == session.run(["search", "rent", "--paths"]).output)
    #expect(session.run(["version"]).output == session.run(["--version"]).output)
    #expect(session.run(["delete", "Plan"]).errors.contains("hint: sheaf rm Plan\n"))
    #expect(session.run(["todo"]).errors.contains("hint: sheaf add, or sheaf tasks\n"))
    for typed in ["taks", "tsk"] { #expect(session.run([typed]).errors.contains("sheaf tasks")) }
    #expect(session.run(["snooze", "3"]).errors == "error: “snooze” is now “defer”\nhint: sheaf defer 3\n")
    #expect(session.run(["done", "--undo", "3"]).errors.hasPrefix("error: “done …” has a new form\n"))
    // Typed while the Korean keys were on.
    for (typed, meant) in [("ㅁ", "a"), ("ㅣㅑㄴㅅ", "list"), ("애ㅜㄷ", "done"), ("ㅅㅁ난", "tasks"), ("ㄸ", "")] {
      let hint = session.run([typed]).errors.split(separator: "\n").last ?? ""
      #expect(
        hint == (meant.isEmpty ? "hint: “sheaf help --all” lists the commands." : "hint: sheaf \(meant)"), "\(typed)")
    }
  }

  /// One letter behind one hyphen is an option of the command or an error, whatever else the command takes.
  @Test func `no command takes an unknown letter for a word`() throws {
    for command in Program.current.groups.flatMap(\.subcommands) where command.configuration.subcommands.isEmpty {
      let declared = CommandArguments(command)
      let letters = "abcdefghijklmnopqrstuvwxyz".map { "-\($0)" }
      for letter in letters where declared.option(letter) == nil && !GlobalOptions.has(letter) && letter != "-h" {
        let run = session.run([command.commandName, letter])
        #expect(run.status == 64, "\(command.commandName) \(letter): \(run.output)")
        let isSaid = run.errors.contains(letter) || run.errors.contains("has a new form")
        #expect(isSaid, "\(command.commandName) \(letter): \(run.errors)")
      }
    }
  }
}
