import ByteBasics
import CivilCalendar
import NoteInterchange
import NoteModel
import NoteSyntax
import NoteTestSupport
import Testing
import Wording

/// The content that each format keeps, on files written to its own documentation.
@Suite struct FormatTests {
  // MARK: - Notes

  @Test func `Evernote's notes become Markdown with their resources, boxes and tasks`() throws {
    let enex = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE en-export SYSTEM "http://xml.evernote.com/pub/evernote-export4.dtd">
      <en-export export-date="20261121T000000Z" application="Evernote" version="10">
        <note>
          <title>여행 &amp; 계획</title>
          <created>20261120T010000Z</created><updated>20261121T010000Z</updated>
          <tag>travel</tag>
          <note-attributes><source-url>https://a.example/</source-url><author>me</author></note-attributes>
          <content><![CDATA[<?xml version="1.0"?><!DOCTYPE en-note SYSTEM "x"><en-note>
            <h1>Plan</h1><div><b>bold </b>and <i>slanted</i>&nbsp;<a href="https://b.example/">link</a></div>
            <div><en-todo checked="true"/>packed</div><div><en-todo/>booked</div>
            <div><en-media type="text/plain" hash="5d41402abc4b2a76b9719d911017c592"/></div>
            <div><a href="evernote:///view/1/s1/abc/abc/">Other</a></div>
            <script>alert(1)</script><a href="javascript:alert(1)">bad</a></en-note>]]></content>
          <resource><data encoding="base64">aGVsbG8=</data><mime>text/plain</mime>
            <resource-attributes><file-name>hello.txt</file-name></resource-attributes></resource>
          <task><title>call</title><taskStatus>open</taskStatus><dueDate>20261130T000000Z</dueDate></task>
        </note>
        <note><title>Broken</title><content><oops></note>
        <note><title>Other</title><created>20261120T020000Z</created><content><![CDATA[<en-note>x</en-note>]]></content></note>
      </en-export>
      """
    let collector = try imported("enex", [("a.enex", enex)])
    let note = try #require(collector.notes.first)
    #expect(collector.notes.map(\.title) == ["여행 & 계획", "Other"])
    #expect(
      note.body == """
        # Plan

        **bold** and *slanted* [link](https://b.example/)

        - [x] packed
        - [ ] booked

        [resource:5d41402abc4b2a76b9719d911017c592](resource:5d41402abc4b2a76b9719d911017c592)

        [Other](evernote:///view/1/s1/abc/abc/)

        bad

        - [ ] call 📅 2026-11-30

        """)
    #expect(note.created?.description == "2026-11-20T10:00:00+09:00")
    #expect(note.tags == ["travel"])
    #expect(note.text("source") == "https://a.example/")
    #expect(note.kept("author") == "me")
    #expect(try note.attachments.map { try $0.bytes() } == [Array("hello".utf8)])
    #expect(note.references["evernote:///view/1/s1/abc/abc/"] == .title("Other"))
    #expect(collector.report == ["a.enex:19: This is not XML"])
  }

  @Test(arguments: [
    (
      "<ul style=\"--en-todo:true;\"><li style=\"--en-checked:false;\"><div>one</div><ul style=\"--en-todo:true\"><li style=\"--en-checked:true\">two</li></ul></li></ul>",
      "- [ ] one\n  - [x] two\n"
    ),
    (
      "<div>a</div><div style=\"--en-codeblock:true;--en-syntaxLanguage:bash;\"><div>ls  -l</div>\n<div><br/></div><div>\u{A0}rm</div></div>",
      "a\n\n```bash\nls  -l\n\n rm\n```\n"
    ),
    (
      "<div style=\"-en-codeblock: true; --en-codeblockLanguage: plaintext\">a;<br/>b</div>",
      "```\na;\nb\n```\n"
    ),
    (
      "<div>see <span style=\"--en-highlight:yellow;background-color: #ffef9e;\">this </span>and <span style=\"-evernote-highlight:true;\"><b>that</b></span></div>",
      "see ==this== and ==**that**==\n"
    ),
    (
      "<div style=\"--en-task-group:true; --en-id:1\"><div>Content not supported</div></div><div>x</div>",
      "x\n"
    ),
    ("<div><en-crypt cipher=\"AES\" hint=\"h\">RU5D\n*_x_*==</en-crypt></div>", "`RU5D*_x_*==`\n"),
  ])
  func `what Evernote says in styles becomes Markdown`(content: String, expected: String) throws {
    let enex =
      "<en-export><note><title>T</title><created>20261120T020000Z</created><content><![CDATA[<en-note>\(content)</en-note>]]></content></note></en-export>"
    #expect(try imported("enex", [("a.enex", enex)]).notes.map(\.body) == [expected])
  }

  @Test func `Apple's notes are read as Markdown and as HTML, with folders, pictures and links`()
    throws
  {
    let collector = try imported(
      "apple-notes",
      [
        (
          "Work/Plan.md",
          "# Plan\n\n- [x] done\n\n![](Attachments/p.png) and [other](../Home/Trip.html)\n"
        ),
        ("Work/Attachments/p.png", "PNG"),
        (
          "Home/Trip.html",
          "<html><head><title>Trip</title></head><body><div><h1>Trip</h1></div><div>a <b>b</b><br></div><ul><li>one</li></ul><div><img src=\"Attachments/q.jpg\"></div></body></html>"
        ),
        ("Home/Attachments/q.jpg", "JPG"),
      ])
    #expect(collector.notes.map(\.folder) == ["Work", "Home"])
    let plan = try #require(collector.notes.first)
    #expect(plan.body.contains("- [x] done\n"))
    #expect(plan.references["../Home/Trip.html"] == .note("Home/Trip.html"))
    #expect(plan.attachments.map(\.name) == ["p.png"])
    let trip = try #require(collector.notes.last)
    #expect(trip.title == "Trip")
    #expect(trip.body == "# Trip\n\na **b**\n\n- one\n\n![](Attachments/q.jpg)\n")
    #expect(trip.attachments.map(\.name) == ["q.jpg"])
    #expect(collector.report == [])
  }

  @Test func `Keep's lists, labels, pins and pictures are kept, and the bin is not imported`()
    throws
  {
    let collector = try imported(
      "keep",
      [
        (
          "Keep/a.json",
          """
          {"color":"RED","isTrashed":false,"isPinned":true,"isArchived":true,"title":"장보기",
           "listContent":[{"text":"두부","isChecked":true},{"text":"대파","isChecked":false}],
           "labels":[{"name":"집"}],"attachments":[{"filePath":"p.jpeg","mimetype":"image/jpeg"}],
           "userEditedTimestampUsec":1763690400000000,"createdTimestampUsec":1763686800000000}
          """
        ),
        (
          "Keep/b.json",
          #"{"isTrashed":true,"title":"old","textContent":"x","userEditedTimestampUsec":1}"#
        ),
        (
          "Keep/c.json",
          ##"{"isTrashed":false,"title":"","textContent":"# not a heading\n*stars*","userEditedTimestampUsec":1}"##
        ),
        ("Keep/p.jpg", "JPEG"), ("Keep/Labels.json", "{}"),
      ])
    let note = try #require(collector.notes.first)
    #expect(note.body == "- [x] 두부\n- [ ] 대파\n")
    #expect(note.tags == ["집"])
    #expect(note.folder == "Archive")
    #expect(note.text("color") == "red")
    #expect(note.text("pinned") == "true")
    #expect(note.attachments.map(\.name) == ["p.jpg"])
    #expect(collector.notes[1].body.hasPrefix("\\# not a heading"))
    #expect(collector.report == ["Keep/b.json:1: The note is in the bin"])
  }

  @Test func `Joplin's notebooks, tags, resources, to-dos and links are kept`() throws {
    let note = """
      Plan

      See [other](:/22222222222222222222222222222222) and ![pic](:/33333333333333333333333333333333)

      id: 11111111111111111111111111111111
      parent_id: 44444444444444444444444444444444
      created_time: 2026-11-20T01:00:00.000Z
      updated_time: 2026-11-21T01:00:00.000Z
      is_todo: 1
      todo_due: 1796043600000
      todo_completed: 0
      author: me
      latitude: 0.00000000
      type_: 1
      """
    let collector = try imported(
      "joplin",
      [
        ("11111111111111111111111111111111.md", note),
        (
          "22222222222222222222222222222222.md",
          "Other\n\nid: 22222222222222222222222222222222\nparent_id: \ntype_: 1"
        ),
        (
          "33333333333333333333333333333333.md",
          "pic.png\n\nid: 33333333333333333333333333333333\nfile_extension: png\ntype_: 4"
        ),
        (
          "44444444444444444444444444444444.md",
          "Work\n\nid: 44444444444444444444444444444444\nparent_id: 55555555555555555555555555555555\ntype_: 2"
        ),
        (
          "55555555555555555555555555555555.md",
          "Top\n\nid: 55555555555555555555555555555555\nparent_id: 44444444444444444444444444444444\ntype_: 2"
        ),
        (
          "66666666666666666666666666666666.md",
          "urgent\n\nid: 66666666666666666666666666666666\ntype_: 5"
        ),
        (
          "77777777777777777777777777777777.md",
          "id: 77777777777777777777777777777777\nnote_id: 11111111111111111111111111111111\ntag_id: 66666666666666666666666666666666\ntype_: 6"
        ),
        ("resources/33333333333333333333333333333333.png", "PNG"),
      ])
    #expect(collector.notes.map(\.title) == ["Plan", "Other"])
    let plan = try #require(collector.notes.first)
    #expect(plan.place == .task)
    #expect(plan.text("due") == "2026-11-30T22:00:00+09:00")
    #expect(plan.folder.hasSuffix("Top/Work"))
    #expect(plan.tags == ["urgent"])
    #expect(plan.kept("author") == "me")
    #expect(
      plan.references[":/22222222222222222222222222222222"]
        == .note("22222222222222222222222222222222"))
    #expect(plan.attachments.map(\.name) == ["pic.png"])
  }

  @Test func `Notion's ids leave the names, and properties become fields`() throws {
    let id = "0123456789abcdef0123456789abcdef"
    let other = "fedcba9876543210fedcba9876543210"
    let collector = try imported(
      "notion",
      [
        (
          "Top \(id).md",
          "# Top\n\nSee [Sub](Top%20\(id)/Rows/Sub%20\(other).md) and ![](Top%20\(id)/p.png)\n"
        ),
        (
          "Top \(id)/Rows/Sub \(other).md",
          "# Sub\n\nStatus: Done\nTags: a, b\nDue: November 30, 2026\nOwner: Kim\n\nText\n"
        ),
        ("Top \(id)/p.png", "PNG"),
        ("Top \(id)/Rows \(id.replacing("0", with: "9")).csv", "Name,Status,Tags\nSub,Done,\"a, b\"\n"),
        ("Top \(id)/Rows \(id.replacing("0", with: "9"))_all.csv", "Name,Status,Tags,Due,Owner\n"),
        ("Table \(other.replacing("f", with: "e")).csv", "\u{FEFF}Name,Note\nSub,\"a, b\"\n"),
      ])
    let top = try #require(collector.notes.first { $0.title == "Top" })
    #expect(top.source == id)
    #expect(top.references["Top%20\(id)/Rows/Sub%20\(other).md"] == .note(other))
    #expect(top.attachments.map(\.name) == ["p.png"])
    let sub = try #require(collector.notes.first { $0.title == "Sub" })
    #expect(sub.folder == "Top/Rows")
    #expect(sub.text("status") == "done")
    #expect(sub.text("due") == "2026-11-30")
    #expect(sub.tags == ["a", "b"])
    #expect(sub.kept("Owner") == "Kim")
    #expect(sub.body == "Text\n")
    #expect(collector.notes.contains { $0.title == "Table" && $0.body.contains("| a, b |") })
  }

  @Test func `only pages of Notion's databases have properties, those of hidden columns as well`() throws {
    let id = "0123456789abcdef0123456789abcdef"
    let text = "# Groceries\n\nStatus: Done\n\nRemember: milk\n"
    let table = "Name,Status\nGroceries,Done\n"
    func page(_ files: [(path: String, text: String)]) throws -> ImportedNote {
      try #require(try imported("notion", files).notes.first { $0.title == "Groceries" })
    }
    for path in ["Groceries \(id).md", "Home/Groceries \(id).md"] {
      let ordinary = try page([(path, text), ("Home/Other.csv", table.replacing("Groceries", with: "Else"))])
      #expect(ordinary.place == .memo && ordinary.body == "Status: Done\n\nRemember: milk\n")
    }
    for csv in ["Home \(id).csv", "Home/Shopping.csv"] {
      let row = try page([("Home/Groceries \(id).md", text), (csv, table)])
      #expect(row.place == .task && row.body == "Remember: milk\n")
      func headed(by head: String) throws -> ImportedNote {
        try page([("Home/Groceries \(id).md", text.replacing("Status: Done", with: head)), (csv, table)])
      }
      let hidden = try headed(by: "Status: Done\nOther: x")
      #expect(hidden.place == .task && hidden.kept("Other") == "x" && hidden.body == "Remember: milk\n")
      for head in ["Status: Done\nnot all", "Mind: this\nAnd: that"] {
        let other = try headed(by: head)
        #expect(other.place == .memo && other.body.hasPrefix(head + "\n"))
      }
    }
  }

  @Test func `Notion's pages in HTML have their properties, lists, boxes, callouts and links`() throws {
    let id = "0123456789abcdef0123456789abcdef"
    let other = "fedcba9876543210fedcba9876543210"
    let collector = try imported(
      "notion",
      [
        (
          "Top \(id).html",
          """
          <html><head><title>Top</title></head><body><article class="page sans"><header>
          <h1 class="page-title">위 &amp; 아래</h1><table class="properties"><tbody>
          <tr class="property-row"><th>Tags</th><td><span class="selected-value">a, b</span></td></tr>
          <tr><th>Due</th><td><time>@November 30, 2026 10:00 PM</time></td></tr></tbody></table></header>
          <div class="page-body"><p>See <a href="Top%20\(id)/Sub%20\(other).html">Sub</a></p>
          <ul class="bulleted-list"><li>one<ul class="bulleted-list"><li>below</li></ul></li></ul>
          <ul class="bulleted-list"><li>two</li></ul>
          <ol class="numbered-list" start="1"><li>first</li></ol><ol class="numbered-list" start="2"><li>second</li></ol>
          <ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span>done</span></li></ul>
          <ul class="to-do-list"><li><div class="checkbox checkbox-off"></div> <span>open</span></li></ul>
          <figure class="callout"><div>Mind</div></figure>
          <pre class="code"><code class="language-Swift">let a = 1</code></pre>
          <figure class="image"><img src="Top%20\(id)/p.png"/></figure></div></article></body></html>
          """
        ),
        ("Top \(id)/Sub \(other).html", "<article><h1 class=\"page-title\">Sub</h1></article>"),
        ("Top \(id)/p.png", "PNG"),
      ])
    let top = try #require(collector.notes.first { $0.title == "위 & 아래" })
    #expect(top.tags == ["a", "b"])
    #expect(top.text("due") == "2026-11-30T22:00:00")
    #expect(top.references["Top%20\(id)/Sub%20\(other).html"] == .note(other))
    #expect(
      top.body == """
        See [Sub](Top%20\(id)/Sub%20\(other).html)

        - one
          - below
        - two

        1. first
        2. second

        - [x] done
        - [ ] open

        > Mind

        ```Swift
        let a = 1
        ```

        ![](Top%20\(id)/p.png)

        """)
    #expect(top.attachments.map(\.name) == ["p.png"])
  }

  @Test func `what Keep found out about pages is a list of links`() throws {
    let note = """
      {"title":"Links","textContent":"see https://a.example","userEditedTimestampUsec":1,"annotations":[
        {"url":"https://a.example","title":"A *page*","description":"with\\nwords"},
        {"url":"https://a.example","title":"","description":""},{"url":"https://b.example"}]}
      """
    let collector = try imported("keep", [("Keep/a.json", note)])
    #expect(
      collector.notes.first?.body == """
        see https://a.example

        - [A \\*page\\*](https://a.example): with words
        - [https://b.example](https://b.example)

        """)
  }

  @Test func `percent signs of programs without comments stay text`() throws {
    let text = "# One\n\n%% b\n\n![](assets/p.png)\n\nc %% d %%e%% f\n\n`%% code %%`\n"
    let collector = try imported("bear", [("A.textbundle/text.md", text), ("A.textbundle/assets/p.png", "PNG")])
    let note = try #require(collector.notes.first)
    #expect(note.attachments.count == 1)
    #expect(note.body.contains("\n\\%% b") && note.body.contains("`%% code %%`"))
    #expect(Document(parsing: Array(note.body.utf8)).marks.allSatisfy { $0.kind != .comment })
  }

  @Test func `code of org stays code, whatever fences are in it`() throws {
    let collector = try imported(
      "org", [("a.org", "#+TITLE: A\n#+BEGIN_SRC markdown\n```swift\nlet a\n```\n#+END_SRC\nafter\n")])
    #expect(collector.notes.first?.body == "````markdown\n```swift\nlet a\n```\n````\nafter\n")
  }

  @Test(arguments: ["text", "obsidian", "apple-notes"])
  func `front matter of TOML becomes fields`(format: String) throws {
    let head = "title = \"Hugo page\"\ntags = ['a', 'b']\ndraft = true\nday = 2024-03-02\n"
    let note = try #require(try imported(format, [("p.md", "+++\n\(head)+++\nText\n")]).notes.first)
    #expect(note.text("title") == "Hugo page" && note.text("tags") == "a,b")
    #expect(note.text("draft") == "true" && note.text("day") == "2024-03-02")
    #expect(note.body == "Text\n" && note.kept.isEmpty)
  }

  @Test(
    arguments: [
      "+++\ntitle = \"A\"\n[[menu]]\nname = \"x\"\n+++\n", "+++\ntitle = \"A\"\nx = \"\"\"\na\n\"\"\"\n+++\n",
      "---\ntitle: A\nx: [a: b\n---\n",
    ])
  func `front matter that cannot be read as fields is kept as it was written`(head: String) throws {
    let note = try #require(try imported("text", [("p.md", head + "Text\n")]).notes.first)
    #expect(note.text("title") == "A" && note.body == "Text\n")
    #expect(note.kept("front-matter").map { head.dropFirst(4).hasPrefix($0) } == true)
  }

  @Test func `a vault of Obsidian becomes plain Markdown`() throws {
    let collector = try imported(
      "obsidian",
      [
        (
          "A note.md",
          """
          ---
          aliases: [x]
          ---
          [[Other]] [[Other#Two words|Text]] [[Other#^ab]] [[sub/Other]] [[Gone]] [[#Here]] `[[Other]]`
          ![[p q.png|300]] ![[p q.png|The picture]] ![[Other]] ![[sound.mp3]]

          ## Here
          """
        ),
        ("sub/Other.md", "[[A note]]\n"), (".obsidian/app.json", "{}"), ("assets/p q.png", "PNG"),
        ("sound.mp3", "MP3"),
      ])
    let note = try #require(collector.notes.first { $0.title == "A note" })
    #expect(
      note.body == """
        [Other](sub/Other.md) [Text](sub/Other.md#two-words) [Other › ^ab](sub/Other.md#^ab) [sub/Other](sub/Other.md) [[Gone]] [Here](#here) `[[Other]]`
        ![p q](assets/p%20q.png) ![The picture](assets/p%20q.png) [Other](sub/Other.md) [sound.mp3](sound.mp3)

        ## Here
        """)
    #expect(Set(note.attachments.map(\.name)) == ["p q.png", "sound.mp3"])
    #expect(note.references["sub/Other.md"] == .note("sub/Other.md"))
    #expect(collector.notes.first { $0.title == "Other" }?.body == "[A note](../A%20note.md)\n")
    #expect(collector.report == [])
  }

  @Test func `Day One's entries have their place, weather, photos and links`() throws {
    let collector = try imported(
      "dayone",
      [
        (
          "Journal.json",
          """
          {"metadata": {"version": "1.0"}, "entries": [
            {"uuid": "U1", "creationDate": "2026-11-20T01:00:00Z", "text": "# First\\n\\n![](dayone-moment://P1) [x](dayone2://view?entryId=U2)",
             "tags": ["sea"], "starred": true, "timeZone": "Asia/Seoul",
             "location": {"placeName": "Cafe", "country": "Korea", "latitude": 37.5, "longitude": 127.0},
             "weather": {"conditionsDescription": "Sunny", "temperatureCelsius": 12},
             "photos": [{"identifier": "P1", "md5": "abc", "type": "jpeg"}]},
            {"creationDate": "x"}]}
          """
        ), ("photos/abc.jpeg", "JPEG"),
      ])
    let note = try #require(collector.notes.first)
    #expect(note.created?.description == "2026-11-20T10:00:00+09:00")
    #expect(note.place == .diary(try #require(Day(iso: "2026-11-20"))))
    #expect(note.text("location") == "Cafe, Korea")
    #expect(note.text("weather") == "Sunny")
    #expect(note.references["dayone-moment://P1"] == .file("P1"))
    #expect(note.references["dayone2://view?entryId=U2"] == .note("U2"))
    #expect(note.kept("coordinates") == "37.5,127.0")
    #expect(collector.report == ["Journal.json:7: The entry has no uuid"])
  }

  @Test func `jrnl's entries are read from text and from JSON`() throws {
    let text =
      "[2026-11-20 09:05] 첫 일기 @집 *\n본문\n\n[2026-11-21 09:00:00 PM] Second.\n"
    let old = "2026-11-22 10:00 Old style\nx\n"
    let notes = try imported("jrnl", [("journal.txt", text), ("old.txt", old)]).notes
    #expect(notes.map(\.title) == ["첫 일기 @집", "Second.", "Old style"])
    #expect(
      notes.map { $0.created?.description } == [
        "2026-11-20T09:05:00+09:00", "2026-11-21T21:00:00+09:00", "2026-11-22T10:00:00+09:00",
      ])
    #expect(notes[0].text("pinned") == "true")
    #expect(notes[0].tags == ["집"])
    #expect(notes[0].body == "본문")
    let json =
      #"{"tags": {}, "entries": [{"title": "T", "body": "B", "date": "2026-11-20", "time": "09:05", "starred": false}]}"#
    #expect(try imported("jrnl", [("j.json", json)]).notes.map(\.title) == ["T"])
  }

  @Test func `Logseq's blocks, states and journals are kept`() throws {
    let id = "64b7b1f0-0000-4000-8000-000000000001"
    let collector = try imported(
      "logseq",
      [
        (
          "pages/A___B.md",
          "title:: A/B\ntags:: x, [[y z]]\nicon:: 🌊\n\n- one ((\(id))), [it](((\(id)))), {{embed ((\(id)))}} and [[Nov 20th, 2026]]\n\t- TODO [#A] buy\n\t  DEADLINE: <2026-11-30 Mon>\n\t- DONE sold\n"
        ),
        ("journals/2026_11_20.md", "- block\n  id:: \(id)\n"), ("logseq/bak/x.md", "- no"),
      ])
    let page = try #require(collector.notes.first { $0.title == "B" })
    #expect(page.folder == "A")
    #expect(
      page.body
        == "- one [[2026-11-20#^\(id)]], [[2026-11-20#^\(id)|it]], ![[2026-11-20#^\(id)]] and [[2026-11-20|Nov 20th, 2026]]\n  - [ ] buy [priority:: high] [due:: 2026-11-30]\n  - [x] sold\n"
    )
    #expect(page.tags == ["x", "y z"])
    #expect(page.kept("icon") == "🌊")
    let journal = try #require(collector.notes.first { $0.title.isEmpty })
    #expect(journal.body == "- block ^\(id)\n")
    #expect(journal.place == .diary(try #require(Day(iso: "2026-11-20"))))
    #expect(collector.notes.count == 2)
  }

  @Test
  func `an org file with a title is one note, with its links, pictures, tables and footnotes`()
    throws
  {
    let org = """
      :PROPERTIES:
      :ID: file-id
      :END:
      #+title: Garden
      #+filetags: :plants:home:
      #+date: [2026-03-01 Sun]

      Intro with a note[fn:1] and another[fn:: Said /here/.], <b> and <<place>>.

      * Tools
      :PROPERTIES:
      :CUSTOM_ID: tools
      :END:
      See [[*Soil]], [[#tools][above]], [[Soil][fuzzy]], [[nowhere][words]] and [[file:sub/other.org::*Part][other]].
      [[file:img/a plan.png]]
      [[./img/a plan.png][the plan]]
      ** Soil
      : fixed
      :  width
      | <l> |   |
      | a   | b |
      |-----+---|
      | [[id:other-id][x]] | 2 |
      | 3
      text after [[https://a.example/x(1)?q=1&r=50%25#top][page]] [[https://b.example/?q#t]] <https://c.example> [[mailto:a@b.example][mail]]
      #+begin_export html
      <i>
      #+end_export
      [fn:1] The note.
      """
    let other = "#+title: Other\n* Part\n:PROPERTIES:\n:ID: other-id\n:END:\n"
    let collector = try imported(
      "org", [("d/g.org", org), ("d/sub/other.org", other), ("d/img/a plan.png", "PNG")])
    let note = try #require(collector.notes.first)
    #expect(collector.notes.map(\.title) == ["Garden", "Other"])
    #expect(note.source == "file-id")
    #expect(note.tags == ["plants", "home"])
    #expect(note.created?.day.description == "2026-03-01")
    #expect(
      note.body == """
        Intro with a note[^1] and another[^fn-1], \\<b> and .

        ## Tools
        See [[#Soil]], [[#Tools|above]], [[#Soil|fuzzy]], words and [other](sub/other.org#Part).
        ![](img/a%20plan.png)
        [the plan](./img/a%20plan.png)

        ### Soil
        ```
        fixed
         width
        ```

        | a | b |
        | --- | --- |
        | [x](id:other-id) | 2 |
        | 3 |  |

        text after [page](<https://a.example/x(1)?q=1&r=50%25#top>) [https://b.example/?q#t](https://b.example/?q#t) <https://c.example> [mail](mailto:a@b.example)
        ```html
        <i>
        ```
        [^1]: The note.

        [^fn-1]: Said *here*.

        """)
    #expect(note.references["sub/other.org"] == .note("d/sub/other.org"))
    #expect(note.references["id:other-id"] == .note("d/sub/other.org"))
    #expect(note.attachments.map(\.name) == ["a plan.png"])
  }

  @Test(arguments: ["[[", "<<", "*a ", "/a ", "=a ", "[fn:1:"])
  func `a long line of org is read in time that grows with it`(piece: String) throws {
    let line = String(repeating: piece, count: 40_000)
    let time = try processorTime { _ = try imported("org", [("a.org", line + "]")]) }
    #expect(time < .seconds(5))
  }

  @Test func `links between the headings of an org file of tasks lead from note to note`() throws {
    let org =
      "* TODO One\n[[*Two][there]] [[*Part]] [[two][fuzzy]]\n** Part\n* Two\n[[file:list.org][list]]\n"
    let notes = try imported("org", [("list.org", org)]).notes
    #expect(notes.map(\.title) == ["One", "Two"])
    #expect(notes[0].body == "[there](*Two) [[#Part]] [fuzzy](two)\n\n# Part\n")
    #expect(notes[0].references["*Two"] == .note("list.org/Two"))
    #expect(notes[0].references["two"] == .note("list.org/Two"))
    let named =
      "* TODO One\n[[id:AB-2]] [[id:AB-3]]\n* Two\n:PROPERTIES:\n:ID: AB-2\n:END:\n** Part\n:PROPERTIES:\n:ID: AB-3\n:END:\n"
    let others = try imported("org", [("list.org", named)]).notes
    #expect(others.map(\.source) == ["list.org/One", "AB-2"])
    #expect(others[0].references == ["id:AB-2": .note("AB-2"), "id:AB-3": .note("AB-2")])
  }

  @Test func `headings of org below a task are boxes with their days, ids and rules, and go back as headings`() throws {
    let org = """
      * TODO Top
      Words
      ** NEXT [#A] Sub *bold* :shop:
         DEADLINE: <2026-11-30 Mon> SCHEDULED: <2026-11-28 Sat>
         :PROPERTIES:
         :ID: 1111-2222
         :REPEAT: every 2 weeks on mon
         :END:
      *** DONE Below
      ** TODO Last

      """
    let note = try #require(try imported("org", [("a.org", "#+TODO: TODO NEXT | DONE\n" + org)]).notes.first)
    #expect(
      note.body == """
        Words
        - [ ] Sub **bold** #shop ⏫ 📅 2026-11-30 ⏳ 2026-11-28 🆔 1111-2222 🔁 every 2 weeks on mon
          - [x] Below
        - [ ] Last

        """)
    let now = CivilMoment(day: try #require(Day(iso: "2026-01-01")), time: .midnight)
    var exporter = try #require(ExportFormat.named("org")).make(
      ExportOptions(zone: .fixed(0), now: now, language: .english, title: ""))
    let text = "---\nid: aaaaaaaa\ntitle: Top\nstatus: todo\n---\n" + note.body
    let path = try #require(NotePath("a.md"))
    let back = ExportedNote(
      Note(Document(parsing: Array(text.utf8)), at: path), modified: nil, targets: [:])
    #expect(
      String(decoding: exporter.bytes(of: back) + exporter.end(), as: UTF8.self) == """
        * TODO Top
        :PROPERTIES:
        :ID: aaaaaaaa
        :END:
        Words
        ** TODO [#A] Sub *bold* :shop:
        DEADLINE: <2026-11-30 Mon> SCHEDULED: <2026-11-28 Sat>
        :PROPERTIES:
        :ID: 1111-2222
        :REPEAT: every 2 weeks on mon
        :END:
        *** DONE Below
        ** TODO Last

        """)
  }

  @Test func `words of a title or a heading are no state, priority or tag of org, and come back`() throws {
    let now = CivilMoment(day: try #require(Day(iso: "2026-01-01")), time: .midnight)
    let titles = [
      "TODO list for Monday", "TODO", "NEXT steps", "[#A] team", "Ends with :tag:", ":tag:", "Plain",
    ]
    for title in titles {
      var exporter = try #require(ExportFormat.named("org")).make(
        ExportOptions(zone: .fixed(0), now: now, language: .english, title: ""))
      let text = "---\nid: aaaaaaaa\ntitle: \"\(title)\"\n---\n\n## DONE things\n\n## \(title)\n\n## Last\n"
      let note = Note(Document(parsing: Array(text.utf8)), at: try #require(NotePath("a.md")))
      let bytes = exporter.start() + exporter.bytes(of: ExportedNote(note, modified: nil, targets: [:]))
      let org = String(decoding: bytes + exporter.end(), as: UTF8.self)
      let back = try #require(try imported("org", [("a.org", org)]).notes.first)
      #expect(back.place == .memo && back.title == title && back.tags.isEmpty, "\(org)")
      for heading in ["DONE things", title, "Last"] { #expect(back.body.contains("# \(heading)\n"), "\(back.body)") }
      #expect(org.contains("** \u{200B}DONE things\n") && !org.contains("\u{200B}Plain"))
    }
  }

  @Test(
    arguments: [
      ("```sh\nls **x**\n``` \nAfter **b**", "#+begin_src sh\nls **x**\n#+end_src\nAfter *b*"),
      ("~~~\na\n~~~~\t\n## H", "#+begin_src\na\n#+end_src\n*** H"),
      ("```\na\n``` b\n~~~\n```\n**c**", "#+begin_src\na\n``` b\n~~~\n#+end_src\n*c*"),
      ("```a``` **b**\n# H", "~a~ *b*\n** H"),
    ])
  func `code ends in org where it ends in Markdown`(markdown: String, org: String) throws {
    let now = CivilMoment(day: try #require(Day(iso: "2026-01-01")), time: .midnight)
    var exporter = try #require(ExportFormat.named("org")).make(
      ExportOptions(zone: .fixed(0), now: now, language: .english, title: ""))
    let text = "---\nid: aaaaaaaa\ntitle: Top\n---\n" + markdown + "\n"
    let note = Note(Document(parsing: Array(text.utf8)), at: try #require(NotePath("a.md")))
    let bytes = exporter.bytes(of: ExportedNote(note, modified: nil, targets: [:])) + exporter.end()
    #expect(String(decoding: bytes, as: UTF8.self) == "* Top\n:PROPERTIES:\n:ID: aaaaaaaa\n:END:\n\(org)\n")
  }

  @Test func `a state that a later note has is no state of an earlier one`() throws {
    let now = CivilMoment(day: try #require(Day(iso: "2026-01-01")), time: .midnight)
    var exporter = try #require(ExportFormat.named("org")).make(
      ExportOptions(zone: .fixed(0), now: now, language: .english, title: ""))
    var bytes = exporter.start()
    let texts = [("a", "---\ntitle: REVIEW of it\n---\n\n## REVIEW it\n"), ("z", "---\nstatus: review\n---\n")]
    let declared = ["review": OwnStatuses.Kind.open.rawValue]
    let layout = VaultLayout(statuses: OwnStatuses(usual: [:], declared: declared))
    for (name, text) in texts {
      let path = try #require(NotePath(name + ".md"))
      let note = Note(Document(parsing: Array(text.utf8)), at: path, in: layout)
      bytes += exporter.bytes(of: ExportedNote(note, modified: nil, targets: [:]))
    }
    let org = String(decoding: bytes + exporter.end(), as: UTF8.self)
    #expect(org.contains("#+TODO: REVIEW |\n") && org.contains("* REVIEW z\n"), "\(org)")
    let first = try #require(try imported("org", [("a.org", org)]).notes.first)
    #expect(first.place == .memo && first.title == "REVIEW of it" && first.body.contains("# REVIEW it\n"), "\(org)")
  }

  @Test func `org's headings are notes with states, planning, properties and Markdown`() throws {
    let org = """
      #+TITLE: File
      intro /here/

      * TODO [#A] Pay taxes :money:home:
      DEADLINE: <2026-11-30 Mon 09:00 +1m -2d> SCHEDULED: <2026-11-20 Fri>
      :PROPERTIES:
      :ID: abc
      :Effort: 1h
      :END:
      Some *bold*, ~code~ and [[https://a.example/][a link]], [[id:def][other]].
      ** Details
      - [X] done
      1. one
      #+begin_src swift
      let x = 1
      ,* star
      #+end_src
      #+begin_quote
      words
      #+end_quote
      | a | b |
      |---+---|
      | 1 | 2 |
      * Plain
      """
    let notes = try imported("org", [("f.org", org)]).notes
    #expect(notes.map(\.title) == ["File", "Pay taxes", "Plain"])
    #expect(notes[0].body == "intro *here*\n")
    let task = notes[1]
    #expect(task.text("status") == "todo")
    #expect(task.text("priority") == "high")
    #expect(task.text("due") == "2026-11-30T09:00:00")
    #expect(task.text("scheduled") == "2026-11-20")
    #expect(task.text("repeat") == "every month")
    #expect(task.tags == ["money", "home"])
    #expect(task.kept("Effort") == "1h")
    #expect(task.kept("warning") == "-2d")
    #expect(task.references["id:def"] == .note("def"))
    #expect(
      task.body == """
        Some **bold**, `code` and [a link](https://a.example/), [other](id:def).

        # Details
        - [x] done
        1. one
        ```swift
        let x = 1
        * star
        ```
        > words

        | a | b |
        | --- | --- |
        | 1 | 2 |

        """)
  }

  // MARK: - Tasks

  @Test func `todo.txt's tasks have their days, priority, project and contexts`() throws {
    let text = """
      (A) 2026-11-10 Pay taxes +Q4_work @home due:2026-11-30 t:2026-11-20 rec:+1m id:abc foo:bar https://a.example/x:y
      x 2026-11-20 2026-11-10 Call pri:B
      x

      """
    let collector = try imported("todotxt", [("todo.txt", text)])
    let task = try #require(collector.notes.first)
    #expect(task.title == "Pay taxes https://a.example/x:y")
    #expect(task.text("priority") == "urgent")
    #expect(task.text("project") == "Q4 work")
    #expect(task.tags == ["home"])
    #expect(task.text("due") == "2026-11-30")
    #expect(task.text("scheduled") == "2026-11-20")
    #expect(task.text("repeat") == "every month")
    #expect(task.source == "abc")
    #expect(task.kept("foo") == "bar")
    #expect(collector.notes[1].text("closed") == "2026-11-20")
    #expect(collector.notes[1].text("priority") == "high")
    #expect(collector.report == ["todo.txt:3: The task has no text"])
  }

  @Test func `Taskwarrior's tasks have their states, days and annotations`() throws {
    let json = """
      [
      {"id":1,"description":"Pay","entry":"20261120T010000Z","due":"20261129T150000Z","start":"20261120T020000Z","status":"pending","uuid":"u1","priority":"H","project":"Q4","tags":["a"],"depends":["u2"],"recur":"weekly","annotations":[{"entry":"20261120T010000Z","description":"note"}],"urgency":9.1,"estimate":"3"},
      {"id":0,"description":"T","status":"recurring","uuid":"u3"},
      {"id":0,"description":"Gone","end":"20261120T010000Z","status":"deleted","uuid":"u2"}
      ]
      """
    let collector = try imported("taskwarrior", [("t.json", json)])
    let task = try #require(collector.notes.first)
    #expect(task.text("status") == "doing")
    #expect(task.text("due") == "2026-11-30")
    #expect(task.text("repeat") == "every week")
    #expect(task.text("depends") == ImportedNoteText.identifier(of: "u2", format: "taskwarrior"))
    #expect(task.body == "note")
    #expect(task.kept("estimate") == "3")
    #expect(collector.notes.map { $0.text("status") } == ["doing", "cancelled"])
    #expect(collector.report == ["t.json:3: The template of a series; its instances are imported"])
  }

  @Test func `a box of a task goes to Taskwarrior as a task, and comes back in the text alone`() throws {
    let now = CivilMoment(day: try #require(Day(iso: "2026-01-01")), time: .midnight)
    var exporter = try #require(ExportFormat.named("taskwarrior")).make(
      ExportOptions(zone: .fixed(0), now: now, language: .english, title: ""))
    let texts = [
      "---\nid: aaaaaaaa\ntitle: Trip\nstatus: todo\n---\n\n- [ ] passport\n- [ ] tickets 📅 2026-12-01\n",
      "---\nid: bbbbbbbb\ntitle: Memo\n---\n\n- [ ] call\n",
    ]
    var bytes = exporter.start()
    for (number, text) in texts.enumerated() {
      let path = try #require(NotePath("\(number).md"))
      let note = Note(Document(parsing: Array(text.utf8)), at: path)
      bytes += exporter.bytes(of: ExportedNote(note, modified: nil, targets: [:]))
    }
    let json = String(decoding: bytes + exporter.end(), as: UTF8.self)
    #expect(try JSONValueReader.value(of: Array(json.utf8)).plain.items.count == 4)
    let collector = try imported("taskwarrior", [("t.json", json)])
    #expect(collector.notes.map(\.title) == ["Trip", "call"] && collector.report.isEmpty)
    #expect(collector.notes[0].body.contains("- [ ] passport\n- [ ] tickets"))
    // The task has no time of its last change.
    let late = json.replacing("\"sheafpart\"", with: "\"modified\":\"20260102T000000Z\",\"sheafpart\"")
    let changed = try imported("taskwarrior", [("t.json", late)])
    #expect(changed.notes.count == 2 && changed.report.count == 2, "\(changed.report)")
    #expect(changed.report.allSatisfy { $0.contains("A check box that was changed later") })
    // Without its task a box is one itself.
    let alone = json.split(separator: "\n").filter { !$0.contains("Trip") }.joined(separator: "\n")
    #expect(try imported("taskwarrior", [("t.json", alone)]).notes.map(\.title).contains("passport"))
  }

  @Test func `calendars say which clock a time is of`() throws {
    let ics = """
      BEGIN:VCALENDAR
      VERSION:2.0
      \(clockOfBerlin)
      BEGIN:VTODO
      UID:1
      SUMMARY:세금\\, 신고 그리고 아주 긴
        제목
      DUE;TZID=Europe/Berlin:20260701T090000
      DESCRIPTION:a\\nb
      STATUS:IN-PROCESS
      PRIORITY:1
      CATEGORIES:x,y\\,z
      RRULE:FREQ=WEEKLY
      X-OTHER:kept
      BEGIN:VALARM
      TRIGGER;RELATED=END:-PT15M
      END:VALARM
      END:VTODO
      BEGIN:VEVENT
      UID:2
      SUMMARY:Meeting
      DTSTART;TZID=Europe/Berlin:20261201T090000
      DTEND:20261201T093000Z
      END:VEVENT
      BEGIN:VJOURNAL
      UID:3
      DTSTART;VALUE=DATE:20261120
      SUMMARY:Day
      END:VJOURNAL
      BEGIN:VTODO
      UID:4
      END:VTODO
      END:VCALENDAR
      """.split(separator: "\n").joined(separator: "\r\n")
    let collector = try imported("ics", [("c.ics", ics)])
    let task = collector.notes[0]
    #expect(task.title == "세금, 신고 그리고 아주 긴 제목")
    #expect(task.text("due") == "2026-07-01T09:00:00+02:00")
    #expect(task.text("status") == "doing")
    #expect(task.text("priority") == "urgent")
    #expect(task.text("remind") == "15m")
    #expect(task.text("repeat") == "RRULE:FREQ=WEEKLY")
    #expect(task.tags == ["x", "y,z"])
    #expect(task.body == "a\nb")
    #expect(task.kept("entry")?.contains("X-OTHER:kept") == true)
    #expect(collector.notes[1].text("scheduled") == "2026-12-01T09:00:00+01:00")
    #expect(collector.notes[1].kept("end") == "2026-12-01T18:30:00+09:00")
    #expect(collector.notes[2].place == .diary(try #require(Day(iso: "2026-11-20"))))
    #expect(collector.report == ["c.ics:44: The entry has no name"])
  }

  @Test func `tables are read by their heads, with quotes and other delimiters`() throws {
    let text =
      "Name;Due;Owner\n\"a \"\"b\"\"; c\";2026-11-30;Kim\n\"two\nlines\";nonsense;\n;;x;y\n"
    let collector = try imported("csv", [("t.csv", text)])
    #expect(collector.notes.map(\.title) == ["a \"b\"; c", "two\nlines"])
    #expect(collector.notes[0].text("due") == "2026-11-30")
    #expect(collector.notes[0].kept("Owner") == "Kim")
    #expect(
      collector.report == [
        "t.csv:3: due is not a date; kept below import:",
        "t.csv:5: The row has 4 cells, the header 3",
        "t.csv:5: The row has no name",
      ])
  }

  @Test func `a folder of pages keeps its links, and scripts are gone`() throws {
    let collector = try imported(
      "html",
      [
        (
          "a.html",
          "<html><head><title>첫 &mdash; 글</title><script>evil()</script></head><body><p onclick='x()'>See <a href='sub/b.html#x'>b</a><img src=p.png></p><table><tr><th>a<th>b<tr><td>1<td>2</table></body>"
        ),
        (
          "sub/b.html",
          "<ul><li>one<ul><li>deep</ul><li><input type=checkbox checked> two</ul><pre><code class='language-swift'>let x = 1\n</code></pre>"
        ),
        ("p.png", "PNG"),
      ])
    let note = try #require(collector.notes.first)
    #expect(note.title == "첫 — 글")
    let table = "| a   | b   |\n| --- | --- |\n| 1   | 2   |\n"
    #expect(note.body == "See [b](sub/b.html#x)![](p.png)\n\n" + table)
    #expect(note.references == ["sub/b.html": .note("sub/b.html"), "p.png": .file("p.png")])
    #expect(collector.notes[1].title == "b")
    #expect(collector.notes[1].body.contains("- [x] two"))
    #expect(collector.notes[1].body.contains("```swift\nlet x = 1\n```"))
  }
}
