import ByteBasics
import NoteLanguageServer
import NoteTestSupport
import Testing

/// Declared fields, works of bibliographies and the directives of templates, as an editor gets them.
@Suite struct SchemaCompletionTests {
  private static let files = [
    ".sheaf/config.yaml": """
    folders:
      templates: Templates
    schemas:
      book:
        folder: Books
        fields:
          author: {type: link, folder: People, required: true}
          state: {values: [unread, read]}

    """,
    "People/Lem.md": "# Lem\n", "Memo/Other.md": "# Other\n",
    "refs.bib":
      "@book{lem1961, author={Lem, S.}, title={Solaris}, year=1961}\n@book{eco80, author={Eco}, title={Rose}}\n",
  ]

  /// The answer of the server at the `¦` of a text; asked again until it has what is expected.
  private func answer(
    _ method: String, _ path: String, _ text: String, until isReady: (JSONValue) -> Bool
  ) throws -> (JSONValue, LanguageSession) {
    let session = try LanguageSession(Self.files)
    let parts = text.split(separator: "¦", omittingEmptySubsequences: false).map(String.init)
    let lines = parts[0].split(separator: "\n", omittingEmptySubsequences: false)
    session.open(path, parts.joined())
    var answer = JSONValue.null
    for _ in 0..<200 {
      answer = try session.ask(method, path, lines.count - 1, lines[lines.count - 1].utf16.count)
      if isReady(answer) { break }
    }
    return (answer, session)
  }

  private func labels(_ path: String, _ text: String, having label: String) throws -> [String] {
    func labels(_ answer: JSONValue) -> [String] {
      (answer["items"]?.items ?? []).compactMap { $0["label"]?.string }
    }
    return labels(try answer("completion", path, text) { labels($0).contains(label) }.0)
  }

  @Test func `declared fields come first, and their values`() throws {
    let keys = try labels("Books/a.md", "---\n¦\n---\n", having: "author")
    #expect(keys.prefix(2) == ["author", "state"])
    #expect(try labels("Books/a.md", "---\nstate: ¦\n---\n", having: "read") == ["unread", "read"])
    #expect(try labels("Books/a.md", "---\nauthor: ¦\n---\n", having: "Lem") == ["Lem"])
    #expect(try !labels("Memo/a.md", "---\n¦\n---\n", having: "title").contains("author"))
  }

  @Test func `works are completed after the sign, by key, author and title`() throws {
    let all = try labels("Memo/a.md", "see [@¦\n", having: "@lem1961")
    #expect(all.prefix(2) == ["@lem1961", "@eco80"])
    #expect(try labels("Memo/a.md", "see @sola¦\n", having: "@lem1961").first == "@lem1961")
  }

  @Test func `a citation has a card and leads to its bibliography`() throws {
    let (hover, session) = try answer("hover", "Memo/a.md", "as @lem¦1961 says\n") { $0 != .null }
    #expect(hover["contents"]?["value"]?.string?.contains("Solaris") == true, "\(hover)")
    let definition = try session.ask("definition", "Memo/a.md", 0, 5)
    #expect(definition.items.first?["uri"]?.string?.hasSuffix("refs.bib") == true, "\(definition)")
    #expect(LanguageSession.text(definition.items.first?["range"]) == "0:6-0:13")
  }

  @Test func `a template is offered what it can ask`() throws {
    #expect(try labels("Templates/t.md", "{{¦\n", having: "ask").contains("choose"))
    #expect(try labels("Templates/t.md", "---\nby: {{a¦}}\n---\n", having: "ask") == ["ask"])
  }

  @Test func `diagnostics know schemas and bibliographies`() throws {
    let session = try LanguageSession(Self.files)
    session.open("Books/a.md", "---\nstate: lost\n---\n[@lem1961] [@lme1961]\n")
    let notice = try session.notice("textDocument/publishDiagnostics") {
      ($0["diagnostics"]?.items ?? []).count >= 3
    }
    let codes = (notice["diagnostics"]?.items ?? []).compactMap { $0["code"]?.string }
    #expect(codes.sorted() == ["schema", "schema", "unknown-citation"], "\(notice)")
  }
}
