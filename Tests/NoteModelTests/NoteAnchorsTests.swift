import NoteModel
import NoteSyntax
import NoteTestSupport
import Testing

@Suite struct NoteAnchorsTests {
  private let anchors = NoteAnchors(
    Document(
      parsing: Array(
        """
        # Plan

        ## Aim

        ## Plan

        ### Aim

        ## Ship it: now! {#ship}

        Text <a name="mark"></a> ^block

        ## 할 일 (1)

        Plan-1
        ------

        """.utf8)))

  @Test(arguments: [
    ("Plan", true, NoteAnchors.Target.heading(0)), ("plan", true, .heading(0)),
    ("Plan#Aim", true, .heading(1)), ("Plan#Plan#Aim", true, .heading(3)),
    ("Nothing#Aim", true, .heading(1)), ("Ship it now", true, .heading(4)),
    ("Ship it: now!", true, .heading(4)), ("ship", true, .heading(4)),
    ("plan-1", true, .heading(6)), ("plan-1", false, .heading(2)),
    ("plan-1-1", false, .heading(6)), ("aim-1", false, .heading(3)),
    ("ship", false, .heading(4)), ("ship-it-now", false, .heading(4)),
    ("할-일-1", false, .heading(5)), ("%ED%95%A0-%EC%9D%BC-1", false, .heading(5)),
    ("할 일 (1)", true, .heading(5)), ("Ship%20it%20now", false, .heading(4)),
    ("mark", false, .element("mark")), ("^block", true, .block(0)),
    ("Plan#^block", true, .block(0)),
    // Parts of notes as Dendron embeds them.
    ("aim,1:#*", true, .heading(1)), ("ship:#plan-1", true, .heading(4)),
    ("aim,2", true, .heading(1)),
    ("^block:#*", true, .block(0)),
  ])
  func `a fragment names a heading, a block or an element`(
    _ fragment: String, _ isWiki: Bool, _ target: NoteAnchors.Target
  ) {
    #expect(anchors.place(of: fragment, isWiki: isWiki)?.target == target)
  }

  @Test(
    arguments: [
      ("##### _prop:_ index $2$ groups", "_prop _ index $2$ groups"), ("## __dunder__ w", "__dunder__ w"),
      ("## [[Other|alias]]: q", "Other alias q"), ("## <b>html</b> m ##", "<b>html</b> m"),
      ("`code` *x*\n---", "`code` x"),
      ("## _prop:_ x", "prop x"), ("## <b>html</b> m", "html m"),
    ])
  func `a heading is found by its words and by those of its source, as Obsidian writes them`(
    heading: String, link: String
  ) {
    let anchors = NoteAnchors(Document(parsing: Array("# T\n\n\(heading)\n".utf8)))
    #expect(anchors.place(of: link, isWiki: true)?.target == .heading(1))
  }

  @Test(arguments: ["", "nothing", "plan-2", "^other", "#"])
  func `what the note does not have is no target`(_ fragment: String) {
    #expect(!anchors.has(fragment, isWiki: true))
    #expect(!anchors.has(fragment, isWiki: false))
  }

  /// The pages of a site skip the search for other anchors of such headings.
  @Test func `a heading that is said to have one anchor has no further one`() {
    var random = SeededGenerator(seed: 7)
    let parts = [
      "Plan", "plan", "할 일", "회의록", " ", "  ", "-", "_", "7", ".", "é", "(", "日", "A\u{300}", "가\u{11A8}", "Ａ",
    ]
    var plain = 0
    for _ in 0..<2_000 {
      let texts = (0..<3).map { _ in
        (0..<Int.random(in: 1...4, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
      }
      let document = Document(parsing: Array(texts.map { "# x\($0)\n\n" }.joined().utf8))
      guard document.headings.allSatisfy({ HeadingAnchors.hasOneAnchor($0.text) }) else { continue }
      plain += 1
      #expect(NoteAnchors(document).furtherAnchors().isEmpty, "\(texts)")
    }
    #expect(plain > 50)
  }
}
