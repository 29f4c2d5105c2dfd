import CivilCalendar
import NoteInterchange
import NoteModel
import NoteSyntax
import NoteTestSupport
import Testing
import Wording

/// The text of org, there and back.
@Suite struct OrgTextTests {
  private func exported(_ markdown: String, fields: String = "") throws -> String {
    let now = CivilMoment(day: try #require(Day(iso: "2026-01-01")), time: .midnight)
    var exporter = try #require(ExportFormat.named("org")).make(
      ExportOptions(zone: .fixed(0), now: now, language: .english, title: ""))
    let text = "---\nid: aaaaaaaa\ntitle: Top\n\(fields)---\n" + markdown + "\n"
    let note = Note(Document(parsing: Array(text.utf8)), at: try #require(NotePath("a.md")))
    let bytes = exporter.bytes(of: ExportedNote(note, modified: nil, targets: [:])) + exporter.end()
    return String(decoding: bytes, as: UTF8.self)
  }

  private func text(_ markdown: String) throws -> String {
    let org = try exported(markdown)
    return String(org.split(separator: ":END:\n", maxSplits: 1).last?.dropLast() ?? "")
  }

  @Test(
    arguments: [
      (
        "foo snake_case_word and file_name_x.py, https://e.org/a_b_c, <https://x.org/p_q_r>, a*b*c, __init__",
        "foo snake_case_word and file_name_x.py, https://e.org/a_b_c, <https://x.org/p_q_r>, a/b/c, *init*"
      ),
      ("**b *i* ~~d~~** `c~x` `d`", "*b /i/ +d+* =c~x= ~d~"),
      ("$a_1*b*$ and [w *i*](b_c_d.md)", "$a_1*b*$ and [[b_c_d.md][w /i/]]"),
      ("\\*no\\* \\_x\\_ /usr/bin/ =", "\u{200B}*no* \u{200B}_x_ \u{200B}/usr/bin/ ="),
      ("[[Other_a_b|words]] ![](p.png) ![alt](q.png)", "[[Other_a_b|words]] [[p.png]] ![[q.png][alt]]"),
      ("- item *i*\n  1. two **b**", "- item /i/\n  1. two *b*"), ("a <b>x_y_z</b> &amp; c", "a <b>x_y_z</b> & c"),
      ("%% a *b* %% c", "%% a *b* %% c"), ("[a]: b", "[a]: b"),
      ("me@x.org and www.x.org/a_b", "me@x.org and www.x.org/a_b"),
    ])
  func `text is org as CommonMark reads it`(markdown: String, org: String) throws {
    #expect(try text(markdown) == org)
  }

  @Test(arguments: [
    "snake_case_word", "\\*no* star", "/usr/bin/ and /etc/", "**b** *i* `c`", "$a_b$", "2 * 3 = 6", "==h== and ==a b==",
    "- [/] half\n- [-] dropped\n- [x] done\n- [ ] open",
  ])
  func `what org gets comes back as the same Markdown`(markdown: String) throws {
    let back = try imported("org", [("a.org", try exported(markdown))]).notes
    #expect(back.map(\.body) == [markdown + "\n"])
  }

  @Test func `footnotes and bars in cells are org's, there and back`() throws {
    let markdown =
      "one[^1] and two[^b c] `x[^1]` no[^2]\n\n[^1]: Foot *i*\n[^b c]: Other\n\nafter ^[inline *i*]\n\n| h | i |\n| --- | --- |\n| a\\|b | `c\\|d` |"
    #expect(
      try text(markdown)
        == "one[fn:1] and two[^b c] ~x[^1]~ no[^2]\n\n[fn:1] Foot /i/\n[^b c]: Other\n\n\nafter [fn:: inline /i/]\n\n| h | i |\n|-----+-----|\n| a\\vert{}b | c\\vert{}d |"
        .replacing("|-----+-----|", with: "|-----|-----|"))
    for markdown in ["one[^1] two\n\n[^1]: Foot", "| h | i |\n| --- | --- |\n| a\\|b | c |"] {
      let back = try imported("org", [("a.org", try exported(markdown))]).notes
      #expect(back.map(\.body) == [markdown + "\n"])
    }
  }

  @Test func `two notes with a footnote of one name have two names in one file`() throws {
    let now = CivilMoment(day: try #require(Day(iso: "2026-01-01")), time: .midnight)
    var exporter = try #require(ExportFormat.named("org")).make(
      ExportOptions(zone: .fixed(0), now: now, language: .english, title: ""))
    for name in ["a", "b"] {
      let note = Note(
        Document(parsing: Array("# \(name)\n\nx[^1]\n\n[^1]: of \(name)\n".utf8)),
        at: try #require(NotePath("\(name).md")))
      #expect(exporter.bytes(of: ExportedNote(note, modified: nil, targets: [:])).isEmpty)
    }
    let org = String(decoding: exporter.end(), as: UTF8.self)
    #expect(org.contains("x[fn:1]\n\n[fn:1] of a\n") && org.contains("x[fn:1-2]\n\n[fn:1-2] of b\n"), "\(org)")
  }

  @Test func `a footnote that several notes use is in each of them, with those that it uses`() throws {
    let org =
      "Pre [fn:1] here.\n\n* TODO Task\nText [fn:1].\n* Other\nNone.\n* Footnotes\n[fn:1] The note, see [fn:x].\n\n[fn:x] More.\n"
    let notes = try imported("org", [("o.org", org)]).notes
    let texts = "\n\n[^1]: The note, see [^x].\n\n[^x]: More.\n"
    #expect(
      notes.prefix(3).map(\.body) == ["Pre [^1] here." + texts, "Text [^1]." + texts, "None.\n"], "\(notes.map(\.body))"
    )
  }

  @Test func `a task repeats from its scheduled day if it has no other`() throws {
    func org(_ rule: String) throws -> String {
      try exported("", fields: "status: todo\nscheduled: 2026-11-30\nrepeat: \(rule)\n")
    }
    #expect(try org("every week").contains("SCHEDULED: <2026-11-30 Mon +1w>"))
    #expect(try org("after 2 days").contains("SCHEDULED: <2026-11-30 Mon .+2d>"))
  }

  @Test func `repeaters, rules, quotations, formulas and code of org stay what they are`() throws {
    let org = """
      * TODO Habit
        SCHEDULED: <2021-05-17 Mon .+2d/4d>
      * Note
      First para.
      -----
      Second para.
      #+BEGIN_QUOTE
      quoted
      #+END_QUOTE
      After the quote.

      Math \\(a_b\\) and \\[ y \\] and a\\vert{}b \\alpha{} \\nothing{} C:\\path
      one\\\\
      two
        #+begin_src sh
          ls
            -l
        #+end_src
      # said aside
      """
    let notes = try imported("org", [("o.org", org)]).notes
    #expect(notes.first?.text("repeat") == "after 2 days")
    #expect(
      notes.last?.body == """
        First para.

        ---
        Second para.
        > quoted

        After the quote.

        Math $a_b$ and $$y$$ and a|b α \\nothing{} C:\\path
        one\\
        two
        ```sh
        ls
          -l
        ```
        %% said aside %%

        """)
  }

  @Test func `a footnote goes with the note that calls it, and a title and a date with all notes of a file`() throws {
    let org = """
      #+TITLE: List
      #+DATE: 2026-11-20
      #+FILETAGS: :work:
      * TODO One [fn:1]
      text [fn:1]
      * Two
      more [fn:2]
      [fn:1] The note.
      [fn:2] Another,
      of two lines.
      """
    let notes = try imported("org", [("o.org", org)]).notes
    #expect(notes.map(\.body) == ["text [^1]\n\n[^1]: The note.\n", "more [^2]\n[^2]: Another,\nof two lines.\n"])
    #expect(notes.allSatisfy { $0.tags == ["work"] && $0.created?.day.description == "2026-11-20" })
    #expect(notes.allSatisfy { $0.kept("title") == "List" })
  }

  @Test func `what org says besides the text is kept, or reported with its line`() throws {
    let org = """
      #+AUTHOR: Ann
      * TODO Pay
      DEADLINE: <2026-11-30 Mon -2d> SCHEDULED: <2026-11-28 Sat 10:00-11:00>
      :PROPERTIES:
      :Effort: 0:30
      :END:
      :LOGBOOK:
      CLOCK: [2026-11-02 Mon 10:00]--[2026-11-02 Mon 11:00] =>  1:00
      :END:
      CLOCK: [2026-11-03 Tue 10:00]
      ** Part
      :PROPERTIES:
      :Effort: 1:30
      :END:
      *** NEXT Box
      DEADLINE: <2026-12-02 Wed 10:00 +1w -3d>
      :PROPERTIES:
      :Effort: 2:30
      :END:
      #+CAPTION: A picture
      #+begin_src sh :tangle x.sh
      ls
      #+end_src
      | a | b
      <<place>> <<<shown>>>
      #+begin_quote :by Ann
      #+end_quote
      :LOGBOOK:
      no drawer
      """
    let collector = try imported("org", [("o.org", org)])
    let note = try #require(collector.notes.first)
    #expect(note.kept("warning") == "-2d" && note.kept("scheduled") == "10:00-11:00" && note.kept("Effort") == "0:30")
    #expect(
      note.body == """
        CLOCK: [2026-11-03 Tue 10:00]

        # Part
        - [ ] Box 🔁 every week [due:: 2026-12-02T10:00]
        ```sh :tangle x.sh
        ls
        ```

        |  |  |
        | --- | --- |
        | a | b |

         shown

        :LOGBOOK:
        no drawer

        """)
    #expect(
      collector.report == [
        "o.org:1: Not imported: #+AUTHOR: Ann",
        "o.org:8: Not imported: CLOCK: [2026-11-02 Mon 10:00]--[2026-11-02 Mon 11:00] => 1:00",
        "o.org:13: Not imported: :Effort: 1:30", "o.org:16: Not imported: -3d",
        "o.org:18: Not imported: :Effort: 2:30", "o.org:20: Not imported: #+CAPTION: A picture",
        "o.org:26: Not imported: #+begin_quote :by Ann", "o.org:25: Not imported: <<place>>",
      ])
  }
}
