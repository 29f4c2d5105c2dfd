import Foundation
import NoteTestSupport
import Testing

/// Folders of site generators, published: what their authors know is there.
@Suite struct GeneratorSiteTests {
  private func published(
    _ files: [String: String], _ site: TemporaryFolder, _ further: String...
  ) throws -> CommandSession.Outcome {
    let session = try CommandSession()
    for (path, text) in files { try session.folder.write(text, to: path) }
    _ = session.run(["init", "--quiet"])
    return session.run(["publish", "-o", site.path, "--yes"] + further)
  }

  private func expect(_ address: String, _ title: String, in site: TemporaryFolder) throws {
    let page = try site.text(address.hasSuffix(".html") ? address : address + "/index.html")
    #expect(page.contains("<meta http-equiv=\"refresh\"") && page.contains("<title>\(title)</title>"), "\(address)")
  }

  @Test func `pages of MkDocs answer at their old addresses, look as there, and are in the order of their weights`()
    throws
  {
    let site = try TemporaryFolder()
    let outcome = try published(
      [
        "mkdocs.yml": "site_name: Manual\n", "docs/index.md": "# Start\n",
        "docs/guide/index.md": "# Guide\n",
        "docs/guide/First steps.md": "# Zero\n\n!!! note \"Mind\"\n    Costs $5 or $6.\n\n::: my.module\n",
        "docs/guide/b.md": "---\nweight: 1\n---\n# Last\n", "docs/guide/a.md": "---\nweight: 2\n---\n# Early\n",
      ], site, "--check")
    try expect("guide/First steps", "Zero", in: site)
    try expect("guide", "Guide", in: site)
    let page = try site.text("notes/docs/guide/First steps.html")
    #expect(page.contains("data-callout=\"note\"") && page.contains("<span>Mind</span>"), "\(page)")
    #expect(page.contains("Costs $5 or $6.") && page.contains("· Manual</title>"), "\(page)")
    let list = try site.text("folder/docs/guide.html")
    let places = try ["Last", "Early", "Zero"].map { title in
      try #require(list.range(of: ">\(title)</a></li>") ?? list.range(of: ">\(title)</a>")).lowerBound
    }
    #expect(places == places.sorted())
    #expect(outcome.output.isEmpty || !outcome.output.contains("broken link"), "\(outcome.output)")
  }

  @Test func `pages of Hugo answer at the addresses of their fields and of their places, and what is raw is named`()
    throws
  {
    let site = try TemporaryFolder()
    let outcome = try published(
      [
        "hugo.toml": "title = 'Blog'\n", "content/_index.md": "# Home\n",
        "content/posts/First Post.md": "---\ntitle: First\n---\nSee [it]({{< ref \"other.md\" >}}).\n\n{{< own >}}\n",
        "content/posts/other.md": "---\ntitle: Other\nslug: another\naliases: [/old/]\n---\nText.\n",
        "content/posts/c.md": "---\ntitle: Third\nurl: /third/place/\n---\nText.\n",
      ], site, "--check")
    try expect("posts/first-post", "First", in: site)
    try expect("posts/another", "Other", in: site)
    try expect("old", "Other", in: site)
    try expect("third/place", "Third", in: site)
    let page = try site.text("notes/content/posts/First Post.html")
    #expect(page.contains("<a href=\"../../../notes/content/posts/other.html\">it</a>"), "\(page)")
    #expect(
      outcome.output.contains("content/posts/First Post.md:6: shown as it is written: {{< own >}}"), "\(outcome.output)"
    )
  }

  @Test func `posts of Jekyll answer at the addresses of their days, and notes of Quartz at those of their names`()
    throws
  {
    let jekyll = try TemporaryFolder()
    _ = try published(
      [
        "_config.yml": "title: Log\n",
        "_posts/2020-01-02-a-day.md":
          "---\ntitle: A day\ncategories: [News]\n---\n{% highlight c %}\nx\n{% endhighlight %}\n",
        "_posts/2020-01-03-b.md": "---\ntitle: B\npermalink: /b.html\n---\nText.\n",
      ], jekyll)
    try expect("news/2020/01/02/a-day.html", "A day", in: jekyll)
    try expect("b.html", "B", in: jekyll)
    #expect(try jekyll.text("notes/_posts/2020-01-02-a-day.html").contains("<pre"))
    let quartz = try TemporaryFolder()
    _ = try published(["quartz.config.ts": "", "content/Some Notes/R&D plan.md": "Text.\n"], quartz)
    try expect("Some-Notes/R-and-D-plan.html", "R&amp;D plan", in: quartz)
  }
}
