import MarkdownFormatting
import SheafCommands
import Testing
import Wording

@testable import ReferencePages

/// A page of the manual as a note.
@Suite struct ManualMarkdownTests {
  private func markdown(_ source: String, leavingOut sections: Set<String> = ["NAME"]) throws -> String {
    let blocks = ManualMarkdown.blocks(
      of: source, level: 2, heads: ManualHeadings(.english), leavingOut: sections
    ) { page, section in page == "sheaf-list" && section == "1" ? ("sheaf list", "Read.md#sheaf-list") : nil }
    return String(decoding: try DocumentWriter().bytes(of: DocumentTree(blocks: blocks)), as: UTF8.self)
  }

  @Test func `sections, lists of terms and displays keep their form`() throws {
    let text = try markdown(
      """
      .Sh NAME
      .Nm sheaf-test
      .Nd left out
      .Sh SYNOPSIS
      .Nm sheaf test
      .Op Fl n Ar N
      .Ar NOTE ...
      .Sh DESCRIPTION
      The program
      .Nm
      shows
      .Ql a_b , c
      and
      .Xr sheaf-list 1 ;
      see sheaf-list(1) and sheaf-other(5).
      .Ss Below
      .Bl -tag -width Ds
      .It Fl n , Fl \\-number Ar N
      A number.
      .It Ar NOTE
      .It
      Bare.
      .El
      .Sh FILES OF IT
      .Bd -literal -offset indent
      .sheaf/x \\e
        two
      .Ed
      """)
    #expect(
      text == """
        ```text
        sheaf test [-n N] NOTE...
        ```

        The program `sheaf-test` shows `a_b`, `c` and [sheaf list](Read.md#sheaf-list); see [sheaf list](Read.md#sheaf-list) and `sheaf-other(5)`.

        ## Below

        - `-n`, `--number N`: A number.
        - `NOTE`
        - Bare.

        ## Files of it

        ```text
        .sheaf/x \\
          two
        ```

        """)
  }

  @Test func `what is syntax to a note is code`() throws {
    let text = try markdown(
      "Write [[name]], {{title}}, a/{{year}}.md, b/{{day}}.md. %%x%%, ==y==, **z(a)**를, ***a***를, [t](p) with --json, #tag, ^id or .sheaf/x."
    )
    #expect(
      text == """
        Write `[[name]]`, `{{title}}`, `a/{{year}}.md`, `b/{{day}}.md`. `%%x%%`, `==y==`, `**z(a)**`를, `***a***`를, `[t](p)` with `--json`, `#tag`, `^id` or `.sheaf/x`.

        """)
  }

  @Test func `a particle has no space before it`() throws {
    #expect(try markdown(".Ql sheaf config\n는 값을, \n.Ql list\n이름을 봅니다.") == "`sheaf config`는 값을, `list` 이름을 봅니다.\n")
  }
}
