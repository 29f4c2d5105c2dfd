import CivilCalendar
import Foundation
import NoteInterchange
import NoteModel
import NoteSyntax
import NoteTestSupport
import Testing
import Wording

/// Notes and tasks of other programs, in the form in which these export them.
@Suite struct AppFormatTests {
  private func field(_ note: ImportedNote, _ key: String) -> String { note.text(key) ?? "" }

  @Test func `Simplenote's notes have the first line as their title, and what is in the bin is counted`() throws {
    let json = #"""
      {"activeNotes":[{"id":"a","content":"Plan\r\n\r\n- [x] see [b](simplenote://note/b)","creationDate":"2024-04-03T17:22:35.425Z","lastModified":"2024-04-04T00:00:00Z","tags":["work"],"pinned":true},{"id":"b","content":"Other"}],"trashedNotes":[{"id":"c","content":"Gone"}]}
      """#
    let collector = try imported(
      "simplenote", [("source/notes.json", json), ("Plan.txt", "Plan")])
    let note = collector.notes[0]
    #expect(note.title == "Plan")
    #expect(note.body == "\n- [x] see [b](simplenote://note/b)")
    #expect(note.references == ["simplenote://note/b": .note("b")])
    #expect(note.tags == ["work"] && field(note, "pinned") == "true")
    #expect(note.created?.description == "2024-04-04T02:22:35+09:00")
    #expect(collector.notes.map(\.source) == ["a", "b"])
    #expect(collector.report == ["source/notes.json: 1 note is in the bin"])
  }

  @Test func `Standard Notes' Super notes become Markdown, and encrypted items are reported`() throws {
    let text = #"""
      {"root":{"children":[{"type":"heading","tag":"h2","children":[{"type":"text","text":"Head","format":0}]},{"type":"paragraph","children":[{"type":"text","text":"bold","format":1},{"type":"text","text":" * ","format":0},{"type":"link","url":"https://example.com","children":[{"type":"text","text":"a link"}]}]},{"type":"list","listType":"check","children":[{"type":"listitem","checked":true,"children":[{"type":"text","text":"done"}]},{"type":"listitem","children":[{"type":"list","listType":"bullet","children":[{"type":"listitem","children":[{"type":"text","text":"deep"}]}]}]}]},{"type":"code","language":"c","children":[{"type":"code-highlight","text":"a;"},{"type":"linebreak"},{"type":"code-highlight","text":"b;"}]},{"type":"snfile","fileUuid":"x"}],"type":"root"}}
      """#
    let quoted = try String(
      decoding: JSONEncoder().encode(text), as: UTF8.self)
    let json = """
      {"version":"004","items":[
      {"uuid":"n1","content_type":"Note","created_at":"2024-01-27T17:52:59.493Z","content":{"title":"One","noteType":"super","text":\(quoted),"references":[],"appData":{"org.standardnotes.sn":{"pinned":true,"client_updated_at":"2024-01-28T00:00:00Z"}}}},
      {"uuid":"n2","content_type":"Note","content":{"title":"Two","text":"# plain * text","appData":{"org.standardnotes.sn":{"archived":true}}}},
      {"uuid":"n3","content_type":"Note","content":{"title":"Gone","text":"x","trashed":true}},
      {"uuid":"n4","content_type":"Note","content":"004:abc"},
      {"uuid":"t1","content_type":"Tag","content":{"title":"work","references":[]}},
      {"uuid":"t2","content_type":"Tag","content":{"title":"plans","references":[{"reference_type":"TagToParentTag","uuid":"t1","content_type":"Tag"},{"uuid":"n1","content_type":"Note"}]}}
      ]}
      """
    let collector = try imported(
      "standard-notes", [("Standard Notes Backup and Import File.txt", json)])
    let note = collector.notes[0]
    #expect(
      note.body
        == "## Head\n\n**bold** * [a link](https://example.com)\n\n- [x] done\n  - deep\n\n```c\na;\nb;\n```\n")
    #expect(note.tags == ["work/plans"] && field(note, "pinned") == "true")
    #expect(collector.notes[1].body == "\\# plain \\* text\n" && collector.notes[1].folder == "Archive")
    let file = "Standard Notes Backup and Import File.txt"
    #expect(
      collector.report == [
        "\(file): 1 items are encrypted; export a decrypted backup",
        "\(file): “One”: 1 files in the text are encrypted in the backup",
        "\(file): 1 note is in the bin",
      ])
  }

  @Test func `Bear's bundles have their dates, pins, tags and pictures; the bin is respected`() throws {
    func info(_ more: String) -> String {
      #"{"version":2,"net.shinyfrog.bear":{"uniqueIdentifier":"U\#(more.count)","creationDate":"2023-10-11T08:07:06Z","modificationDate":"2023-10-11T08:11:02Z"\#(more)}}"#
    }
    let collector = try imported(
      "bear",
      [
        ("B.bear2bk/One.textbundle/info.json", info(#","pinned":1,"archived":0"#)),
        ("B.bear2bk/One.textbundle/text.md", "# One & two\n\n#tag #two words# ![](assets/p.png) [[Other]]\n"),
        ("B.bear2bk/One.textbundle/assets/p.png", "PNG"),
        ("B.bear2bk/Old.textbundle/info.json", info(#","archived":1"#)),
        ("B.bear2bk/Old.textbundle/text.markdown", "text"),
        ("B.bear2bk/Gone.textbundle/info.json", info(#","trashed":1,"x":1"#)),
        ("B.bear2bk/Gone.textbundle/text.md", "gone"),
        ("B.bear2bk/Secret.textbundle/info.json", info(#","encrypted":1,"yy":1"#)),
        ("B.bear2bk/Secret.textbundle/text.md", ""), ("B.bear2bk/tags.json", "{}"),
      ])
    try #require(collector.notes.count == 2)
    let note = collector.notes.first { $0.title == "One & two" }
    #expect(note?.tags == ["two words"])
    #expect(note?.created?.description == "2023-10-11T17:07:06+09:00")
    #expect(note?.text("pinned") == "true")
    #expect(note?.attachments.map(\.name) == ["p.png"])
    #expect(note?.references["Other"] == .title("Other"))
    #expect(collector.notes.first { $0.title == "Old" }?.folder == "Archive")
    #expect(
      Set(collector.report) == [
        "B.bear2bk/Gone.textbundle/text.md: The note is in the bin",
        "B.bear2bk/Secret.textbundle/text.md: The note is encrypted",
      ])
  }

  @Test func `Bear's tags of two words are none in code`() throws {
    let text = "# T\n\n#two words#\n\n```c\n#define MAX 10 # end#\n```\n\n#more than one#\n"
    let collector = try imported("bear", [("A.textbundle/text.md", text)])
    #expect(collector.notes.first?.tags == ["two words", "more than one"])
  }

  @Test func `Roam's pages are outlines with boxes, days and links to blocks`() throws {
    let json = #"""
      [{"title":"April 23rd, 2025","uid":"04-23-2025","children":[{"string":"{{[[TODO]]}} call [[work/plan]]","uid":"abcdef001"}]},
      {"title":"work/plan","uid":"p1","create-time":1596987721724,"children":[{"string":"Head","heading":2,"uid":"abcdef002","children":[{"string":"__so__ **b** ^^c^^ ((abcdef001)) [words]([[April 23rd, 2025]])\r\nnext","uid":"abcdef003"}]}]},
      {"uid":"x"}]
      """#
    let collector = try imported("roam", [("g.json", json)])
    #expect(collector.notes[0].place == .diary(try #require(Day(iso: "2025-04-23"))))
    #expect(collector.notes[0].body == "- [ ] call [[work/plan]] ^abcdef001\n")
    #expect(collector.notes[1].title == "plan" && collector.notes[1].folder == "work")
    #expect(
      collector.notes[1].body
        == "- ## Head\n  - *so* **b** ==c== [[2025-04-23#^abcdef001]] [[April 23rd, 2025|words]]\n    next\n")
    #expect(collector.report == ["g.json:3: The page has no title"])
  }

  @Test(
    arguments: [
      (
        "[[November 20th, 2026]] `code` ((abcdefghi)) __so__",
        "[[2026-11-20]] `code` [[y#^abcdefghi]] *so*"
      ),
      ("`[[November 20th, 2026]]` ^^c^^", "`[[November 20th, 2026]]` ==c=="),
      ("``a ` __b__`` __c__ ` ((abcdefghi))", "``a ` __b__`` *c* ` [[y#^abcdefghi]]"),
      ("```\n__x__\n``` __y__", "```\n  __x__\n  ``` *y*"),
    ])
  func `code of Roam stays as it is, and what is beside it becomes Markdown`(text: String, words: String) throws {
    let page: [String: Any] = [
      "title": "y", "children": [["string": text], ["string": "target", "uid": "abcdefghi"]],
    ]
    let json = String(decoding: try JSONSerialization.data(withJSONObject: [page]), as: UTF8.self)
    let body = try #require(try imported("roam", [("g.json", json)]).notes.first?.body)
    #expect(body.hasPrefix("- \(words)\n- target"))
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Asia/Tokyo"), "no database of zones"))
  func `times are those of the clock that a program names`() throws {
    let csv =
      "TYPE,CONTENT,DATE,TIMEZONE\ntask,Call,2026-12-01 9am,America/New_York\ntask,Day,2026-12-01,America/New_York\n"
    let tasks = try imported("todoist", [("T.csv", csv)]).notes
    #expect(tasks.map { field($0, "due") } == ["2026-12-01T09:00:00-05:00", "2026-12-01"])
    let entry = """
      {"entries": [{"uuid": "A", "creationDate": "2026-03-29T23:30:00Z", "timeZone": "America\\/New_York", "text": "Evening"}]}
      """
    let note = try imported("dayone", [("Journal.json", entry)]).notes[0]
    #expect(note.created?.description == "2026-03-29T19:30:00-04:00")
    #expect(note.place == .diary(try #require(Day(iso: "2026-03-29"))))
  }

  @Test func `Todoist's tasks have their parents, days in words, rules and comments`() throws {
    let csv = """
      TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE
      meta,view_style=list,,,,,,,,
      task,Plan trip @home,Where to,1,1,,,2026-12-01,en,
      note,Ask * Kim,,,,,,,,
      task,Book hotel,,4,2,,,every monday at 9am,en,
      section,Later,,,,,,,,
      task,Water,,2,1,,,every! 3 days,en,
      task,Odd,,4,1,,,when it rains,en,
      other,x,,,,,,,,
      """
    let collector = try imported("todoist", [("Travel.csv", csv)])
    #expect(collector.notes.map(\.title) == ["Plan trip", "Book hotel", "Water", "Odd"])
    let trip = collector.notes[0]
    #expect(field(trip, "due") == "2026-12-01" && field(trip, "priority") == "urgent")
    #expect(trip.tags == ["home"] && trip.body == "Where to\n\nAsk * Kim\n")
    #expect(field(trip, "project") == "Travel")
    let hotel = collector.notes[1]
    #expect(
      field(hotel, "parent") == ImportedNoteText.identifier(of: trip.source, format: "todoist"))
    #expect(field(hotel, "repeat") == "every monday" && field(hotel, "due").hasSuffix("T09:00:00"))
    #expect(field(collector.notes[2], "repeat") == "after 3 days")
    #expect(collector.notes[2].kept("section") == "Later")
    #expect(collector.notes[3].kept("date") == "when it rains")
    #expect(
      collector.report == [
        "Travel.csv:8: “when it rains” is not understood; kept below import:",
        "Travel.csv:9: Unknown type of row “other”",
      ])
  }

  @Test func `Trello's cards have their lists, checklists and comments`() throws {
    let json = #"""
      {"name":"Board","lists":[{"id":"l1","name":"Doing"},{"id":"l2","name":"Ideas"}],
      "cards":[{"id":"5f000000aaaaaaaaaaaaaaaa","name":"Card","desc":"Text","idList":"l1","due":"2026-11-30T01:00:00Z","labels":[{"name":"","color":"red"}],"attachments":[{"name":"a [b]","url":"https://example.com/a b"}]},
      {"id":"5f000000bbbbbbbbbbbbbbbb","name":"Old","desc":"","idList":"l2","closed":true,"dueComplete":true}],
      "checklists":[{"idCard":"5f000000aaaaaaaaaaaaaaaa","name":"Steps","checkItems":[{"name":"one","state":"complete"},{"name":"two","state":"incomplete"}]}],
      "actions":[{"type":"commentCard","date":"2026-11-01T00:00:00Z","memberCreator":{"fullName":"Kim"},"data":{"text":"hi\r\nthere","card":{"id":"5f000000aaaaaaaaaaaaaaaa"}}}]}
      """#
    let collector = try imported("trello", [("b.json", json), ("c.json", "{}")])
    let card = collector.notes[0]
    #expect(field(card, "status") == "doing" && field(card, "due") == "2026-11-30T10:00:00+09:00")
    #expect(card.tags == ["red"] && card.folder == "Board")
    #expect(
      card.body
        == "Text\n\n## Steps\n\n- [x] one\n- [ ] two\n\n> Kim, 2026-11-01\n>\n> hi\n> there\n\n- [a b](<https://example.com/ab>)\n"
    )
    #expect(collector.notes[1].folder == "Board/Archive" && field(collector.notes[1], "status") == "done")
    #expect(collector.report == ["c.json: This is not a board of Trello"])
  }

  @Test func `Microsoft To Do's tasks have their steps, reminders and rules`() throws {
    let json = #"""
      {"value":[{"displayName":"Home","tasks":[{"id":"t1","title":"Pay","status":"notStarted","importance":"high","isReminderOn":true,"reminderDateTime":{"dateTime":"2026-11-29T00:00:00.0000000","timeZone":"UTC"},"dueDateTime":{"dateTime":"2026-11-30T00:00:00.0000000","timeZone":"UTC"},"body":{"content":"<b>now</b>","contentType":"html"},"categories":["a"],"checklistItems":[{"displayName":"step","isChecked":true}],"recurrence":{"pattern":{"type":"relativeMonthly","interval":2,"daysOfWeek":["monday"],"index":"last"}}}]}]}
      """#
    let collector = try imported("microsoft-todo", [("t.json", json), ("u.json", "[]")])
    let task = collector.notes[0]
    #expect(field(task, "due") == "2026-11-30" && field(task, "project") == "Home")
    #expect(field(task, "remind") == "2026-11-29T09:00:00+09:00")
    #expect(field(task, "repeat") == "RRULE:FREQ=MONTHLY;INTERVAL=2;BYDAY=-1MO")
    #expect(task.body == "**now**\n\n- [x] step\n")
    #expect(collector.report == ["u.json: The file has no tasks of Microsoft To Do"])
  }

  @Test(arguments: ["1e30", "-1e30", "0.4", "9223372036854775807"])
  func `a number that nothing has is passed over, and the rest is imported`(number: String) throws {
    let roam = #"[{"title":"x","children":[{"string":"a","heading":\#(number)}]}]"#
    #expect(try imported("roam", [("r.json", roam)]).notes.first?.body == "- a\n")
    let recurrence = #"{"pattern":{"type":"daily","interval":\#(number)}}"#
    let tasks =
      #"{"value":[{"displayName":"L","tasks":[{"id":"1","title":"t","status":"notStarted","recurrence":\#(recurrence)}]}]}"#
    #expect(try imported("microsoft-todo", [("t.json", tasks)]).notes.first?.title == "t")
    let item = #"{"type":"listitem","children":[{"type":"text","text":"one","format":\#(number)}]}"#
    let list = #"{"type":"list","listType":"number","start":\#(number),"children":[\#(item),\#(item)]}"#
    let quoted = try String(decoding: JSONEncoder().encode(#"{"root":{"children":[\#(list)]}}"#), as: UTF8.self)
    let notes =
      #"{"version":"004","items":[{"uuid":"n","content_type":"Note","content":{"title":"N","noteType":"super","text":\#(quoted)}}]}"#
    let body = try imported("standard-notes", [("Standard Notes Backup and Import File.txt", notes)]).notes.first?.body
    #expect(body?.contains("one") == true)
  }

  @Test func `OPML is a list with notes and boxes, and other attributes are named`() throws {
    let opml = """
      <?xml version="1.0"?>
      <opml version="2.0"><head><title>Out</title></head><body>
      <outline text="one &amp; *two*" _note="a note" x-mark="1"><outline text="deep" checkbox="true" complete="true"/></outline>
      <outline text="page" url="https://example.com"/>
      </body></opml>
      """
    let collector = try imported("opml", [("o.opml", opml), ("p.opml", "<html/>")])
    #expect(collector.notes[0].title == "Out")
    #expect(
      collector.notes[0].body
        == "- one \\& \\*two\\*\n\n  a note\n\n  - [x] deep\n\n- [page](https://example.com)\n",
      "\(collector.notes[0].body)")
    #expect(
      collector.report == [
        "o.opml: These attributes are left out: x-mark", "p.opml: This is not OPML",
      ])
  }

  @Test(
    arguments: [
      ("a <b>x</b> c", "a **x** c"), ("<i>so</i> <s>gone</s> <code>c*d</code>", "*so* ~~gone~~ `c*d`"),
      ("see <a href=\"https://a.example\">the page</a>", "see [the page](https://a.example)"),
      ("List<String>", "List<String>"), ("x<ok>y", "x<ok>y"), ("p <br> q", "p <br> q"),
      ("if a <b and c> d", "if a <b and c> d"), ("<a href=\"javascript:x()\">words</a>", "words"),
      ("a </b> c", "a </b> c"),
    ])
  func `marks in a line of OPML stay marks, and other signs stay text`(text: String, words: String) throws {
    let quoted = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
    let opml =
      #"<opml><head/><body><outline text="first"/><outline text="\#(quoted)" _note="\#(quoted)"/></body></opml>"#
    let collector = try imported("opml", [("o.opml", opml)])
    let body = try #require(collector.notes.first?.body)
    // A backslash more or less is no difference.
    #expect(body.replacing("\\", with: "") == "- first\n\n- \(words)\n\n  \(words)\n", "\(body)")
    #expect(collector.report.isEmpty)
  }

  @Test func `a link in a link costs no line of OPML its words`() throws {
    let opml =
      #"<opml><head/><body><outline text="&lt;b&gt;one&lt;/b&gt;"/><outline text="two &lt;a href='https://b.example'&gt;b&lt;/a&gt;" url="https://a.example"/></body></opml>"#
    let collector = try imported("opml", [("o.opml", opml)])
    #expect(collector.notes.first?.body == "- **one**\n- [two b](https://a.example)\n")
  }

  @Test func `TiddlyWiki's text becomes Markdown`() throws {
    let json = #"""
      [{"title":"One","tags":"a [[b c]]","created":"20240428123456789","text":"! Head\n''bold'' //so// [[words|Two]] [[Three]] `''x''`\n* a\n** b\n# c\n<<<\nquote\n<<<\n|!h|!i|\n|1|2|\nhttps://example.com","x":"y"},{"title":"$:/core","text":""},{"title":"p.png","type":"image/png","text":"aGk="}]
      """#
    let collector = try imported("tiddlywiki", [("t.json", json)])
    let note = try #require(collector.notes.first)
    #expect(
      note.body
        == "# Head\n**bold** *so* [[Two|words]] [[Three]] `''x''`\n- a\n  - b\n1. c\n> quote\n\n|h|i|\n| --- | --- |\n|1|2|\nhttps://example.com\n"
    )
    #expect(note.tags == ["a", "b c"] && note.kept("x") == "y")
    #expect(note.created?.description == "2024-04-28T21:34:56+09:00")
    #expect(collector.notes.count == 1)
    #expect(collector.report == ["t.json: 2 system tiddlers and files are not imported"])
  }

  @Test func `TiddlyWiki's pictures are those that a text shows, found in time that grows with the texts`() throws {
    let pictures = ["p.png", "p (2).png", "unused.png"].map {
      #"{"title":"\#($0)","type":"image/png","text":"aGk="}"#
    }
    let text = #"{"title":"One","text":"[img[p (2).png]] [img[words|p.png]] [img[p.png]] [img[gone.png]]"}"#
    let note = try #require(
      try imported("tiddlywiki", [("t.json", "[\(([text] + pictures).joined(separator: ","))]")]).notes.first)
    #expect(note.attachments.map(\.name) == ["p (2).png", "p.png"])
    #expect(note.references == ["p (2).png": .file("p (2).png"), "p.png": .file("p.png")])

    func time(_ count: Int) throws -> Swift.Duration {
      let words = String(repeating: "some word ", count: 30)
      let all = (0..<count).map { #"{"title":"T\#($0)","text":"\#(words)"}"# }
      return try processorTime {
        _ = try imported("tiddlywiki", [("t.json", "[\(all.joined(separator: ","))]")])
      }
    }
    #expect(try time(1_600) < time(200) * 24)
  }

  @Test(
    arguments: ["x marks the spot", "x", "(A) letter begins", "2026-01-01 begins", "x 2026-01-01 looks done", "X y"],
    ["", "[created:: 2025-12-31] ", "[priority:: high] "])
  func `the first word of a task is no mark of todo.txt, and comes back`(title: String, fields: String) throws {
    let now = CivilMoment(day: try #require(Day(iso: "2026-01-01")), time: .midnight)
    var exporter = try #require(ExportFormat.named("todotxt")).make(
      ExportOptions(zone: .fixed(32_400), now: now, language: .english, title: ""))
    for mark in ["[ ]", "[x]"] {
      let text = "- \(mark) \(title) \(fields)[due:: 2026-12-01]\n"
      let note = Note(Document(parsing: Array(text.utf8)), at: try #require(NotePath("a.md")))
      let line = String(
        decoding: exporter.bytes(of: ExportedNote(note, modified: nil, targets: [:])), as: UTF8.self)
      let back = try #require(try imported("todotxt", [("todo.txt", line)]).notes.first)
      #expect(back.title == title, "\(line)")
      #expect(back.text("status") == (mark == "[x]" ? "done" : "todo"), "\(line)")
      #expect(back.text("due") == "2026-12-01")
      #expect(back.kept("words")?.contains("\u{200B}") != true, "\(line)")
    }
  }

  @Test func `words of todo.txt that no field says come back in their line`() throws {
    let lines = [
      "(C) 2026-11-01 call +work +second @phone due:2026-11-30 pri2:x foo:bar",
      "(E) plain rec:3b", "x 2026-11-20 2026-11-10 done pri:C",
    ]
    let collector = try imported("todotxt", [("todo.txt", lines.joined(separator: "\n"))])
    let now = CivilMoment(day: try #require(Day(iso: "2026-01-01")), time: .midnight)
    let format = try #require(ExportFormat.named("todotxt"))
    for (line, note) in zip(lines, collector.notes) {
      var exporter = format.make(
        ExportOptions(zone: .fixed(32_400), now: now, language: .english, title: ""))
      let file = ImportedNoteText(note, format: "todotxt", body: note.body).file.bytes
      let path = try #require(NotePath("Diary/Tasks/a.md"))
      let exported = ExportedNote(
        Note(Document(parsing: file), at: path, in: VaultLayout()), modified: nil, targets: [:])
      let words = Set(
        String(decoding: exporter.bytes(of: exported), as: UTF8.self)
          .split(whereSeparator: \.isWhitespace).filter { !$0.hasPrefix("id:") })
      #expect(words == Set(line.split(separator: " ")), "\(line)")
    }
  }

  @Test func `Logseq's repeaters, numbers, marks and quotations are kept`() throws {
    let page =
      "- TODO water\n  DEADLINE: <2026-11-30 Mon .+1w>\n- num\n  logseq.order-list-type:: number\n- a ^^hi^^\n- #+BEGIN_QUOTE\n  q\n  #+END_QUOTE\n- end\n"
    let note = try #require(try imported("logseq", [("pages/A.md", page)]).notes.first)
    #expect(
      note.body
        == "- [ ] water [due:: 2026-11-30] [repeat:: after 1 week]\n1. num\n- a ==hi==\n-\n  > q\n\n- end\n",
      "\(note.body)")
  }

  @Test func `dates of Taskwarrior that cannot be read are kept and told, and a task needs no uuid`() throws {
    let json = #"[{"uuid":"u","description":"a","due":"soon","entry":"20261120T000000Z"},{"description":"minimal"}]"#
    let collector = try imported("taskwarrior", [("t.json", json)])
    #expect(collector.notes.map(\.title) == ["a", "minimal"])
    #expect(collector.notes[0].kept("due") == "soon" && collector.notes[0].created != nil)
    #expect(collector.report == ["t.json:1: due is not a date; kept below import:"])
  }

  @Test func `in a journal with brackets a date without them is text`() throws {
    let journal = "[2026-01-01 08:30] Day\nmet at\n2019-01-01 05:00 in the old log\n"
    let notes = try imported("jrnl", [("j.txt", journal)]).notes
    #expect(notes.map(\.body) == ["met at\n2019-01-01 05:00 in the old log"])
    #expect(try imported("jrnl", [("j.txt", "2019-01-01 05:00 old\n2019-01-02 05:00 more\n")]).notes.count == 2)
  }

  @Test func `a rule of workdays in todo.txt is read`() throws {
    let note = try imported("todotxt", [("todo.txt", "Review log due:2018-03-28 rec:+1b")]).notes.first
    #expect(note?.text("repeat") == "every mon,tue,wed,thu,fri")
  }

  @Test func `a text of Korean Windows is read, and other bytes are refused`() throws {
    // 회의 기록 in CP949.
    let korean = ImportFile(path: "k.txt", bytes: [0xC8, 0xB8, 0xC0, 0xC7, 0x20, 0xB1, 0xE2, 0xB7, 0xCF])
    #expect(try imported("text", [korean]).notes.map(\.body) == ["회의 기록\n"])
    let latin = ImportFile(path: "l.txt", bytes: Array("caf".utf8) + [0xE9])
    #expect(try imported("text", [latin]).report.count == 1)
  }
}
