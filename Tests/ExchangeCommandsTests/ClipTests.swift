import NoteActions
import NoteTestSupport
import Testing

/// `clip`: what is to be read on a page, as a note.
@Suite struct ClipTests {
  private static let page = """
    <!DOCTYPE html><html><head><title>Lenses – The Site</title><script>var a = 1</script></head>
    <body><header><nav><a href="/">Home</a> <a href="/about">About</a></nav></header>
    <div class="cookie-banner"><p>We use cookies, a great many of them, and ask you about each.</p></div>
    <main><article><h1>Grinding lenses</h1>
    <p>A lens is ground with <em>finer and finer</em> sand, see <a href="../sand?x=1#fine">sand</a>.</p>
    <p>Then it is polished for hours, until no scratch is left that light would find.</p>
    <img src="img/lens.png" alt="a lens"><pre>turn 3</pre></article></main>
    <aside><p>Related: <a href="/mirrors">mirrors</a></p></aside>
    <footer><p>© The Site</p></footer></body></html>
    """

  private static let body = """
    A lens is ground with *finer and finer* sand, see [sand](https://example.org/sand?x=1#fine).

    Then it is polished for hours, until no scratch is left that light would find.

    ![a lens](https://example.org/optics/img/lens.png)

    ```
    turn 3
    ```

    """

  private func session(_ answer: WebAnswer) throws -> CommandSession {
    let session = try CommandSession(web: { request in
      request.page == "https://example.org/old"
        ? WebAnswer(status: 301, redirect: "https://example.org/optics/lens") : answer
    })
    _ = session.run(["init", "-q"])
    return session
  }

  @Test func `the readable part of a page is a note with its source`() throws {
    let session = try session(WebAnswer(status: 200, isHTML: true, text: Array(Self.page.utf8)))
    let run = session.run(["clip", "https://example.org/old", "+optics"])
    #expect(run.output == "Memo/Grinding lenses.md\n", "\(run.errors)")
    let text = try session.folder.text("Memo/Grinding lenses.md")
    #expect(text.hasSuffix("\n---\n\n" + Self.body), "\(text)")
    #expect(text.contains("\nsource: https://example.org/optics/lens\n"))
    #expect(session.run(["list", "tag:optics"]).output.contains("Grinding lenses"))
    #expect(session.run(["undo"]).status == 0)
  }

  @Test func `what is piped in is converted where it is HTML, and kept where it is not`() throws {
    let session = try session(WebAnswer(status: 404))
    let source = "https://example.org/optics/lens"
    let run = session.run(["clip", source, "-"], input: Self.page)
    #expect(run.output == "Memo/Grinding lenses.md\n", "\(run.errors)")
    #expect(try session.folder.text("Memo/Grinding lenses.md").hasSuffix(Self.body))
    let plain = session.run(["clip", "--in", "Memo/Clips"], input: "# Sand\n\nFine *sand*.\n")
    #expect(plain.output == "Memo/Clips/Sand.md\n")
    #expect(try session.folder.text("Memo/Clips/Sand.md").hasSuffix("---\n\nFine *sand*.\n"))
    #expect(session.run(["clip", "My", "title"], input: "one\ntwo\n").output == "Memo/My title.md\n")
    #expect(try session.folder.text("Memo/My title.md").hasSuffix("---\n\none\ntwo\n"))
  }

  @Test func `a page that is not there, and nothing to keep, are errors`() throws {
    let session = try session(WebAnswer(status: 404))
    let missing = session.run(["clip", "https://example.org/x"])
    #expect(missing.status == 2 && missing.errors.contains("https://example.org/x: "))
    #expect(session.run(["clip"], input: " \n").status == 64)
    #expect(session.run(["clip", "ftp://example.org"], input: "x").status == 64)
    #expect(session.run(["clip"], onTerminal: true).status == 64)
    #expect(session.run(["clip", "http://127.0.0.1/"]).status == 2)
  }

  @Test func `a page without paragraphs is kept whole, and what runs is dropped`() throws {
    let session = try session(WebAnswer(status: 404))
    let html = "<div><a href='javascript:alert(1)'>go</a> <b>now</b></div>"
    #expect(session.run(["clip", "Small"], input: html).status == 0)
    let text = try session.folder.text("Memo/Small.md")
    #expect(text.hasSuffix("go **now**\n") && !text.contains("javascript"))
  }
}
