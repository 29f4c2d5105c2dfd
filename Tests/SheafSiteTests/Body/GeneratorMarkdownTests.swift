import NoteModel
import NoteRepository
import NoteTestSupport
import Testing

@testable import SheafSite

/// The dialects of site generators, as Markdown that pages are made of.
@Suite struct GeneratorMarkdownTests {
  private func translated(
    _ text: String, _ profile: String, escapesDollars: Bool = false
  ) -> (text: String, left: [String]) {
    var markdown = GeneratorMarkdown(
      syntax: Profile.named(profile)?.rules.syntax ?? [], escapesDollars: escapesDollars,
      file: { $0 == "part.md" ? Array("---\na: b\n---\nIncluded ==x==.\n".utf8) : nil },
      address: { $0.hasSuffix("other.md") || $0.hasSuffix("other") ? "/content/the other.md" : nil })
    let made = String(decoding: markdown.translated(Array(text.utf8)), as: UTF8.self)
    return (made, markdown.leftovers.map { "\($0.line): \($0.text)" })
  }

  @Test func `containers with more and more colons are read in linear time`() {
    func time(_ length: Int) -> Swift.Duration {
      let line = String(repeating: ":", count: length) + " x\n"
      return processorTime { _ = translated(String(repeating: line, count: 400), "docusaurus") }
    }
    _ = time(10)
    #expect(time(800) < time(200) * 8 + .milliseconds(500))
  }

  @Test(arguments: [
    ("!!! note\n\n    Text.\n\n    - item\n\nAfter.\n", "> [!note]\n>\n> Text.\n>\n> - item\n>\n\nAfter.\n"),
    ("!!! warning \"Mind *this*\"\n    Text.\n", "> [!warning] Mind *this*\n> Text.\n\n"),
    ("??? tip\n    Text.\n", "> [!tip]-\n> Text.\n\n"), ("???+ tip \"T\"\n    Text.\n", "> [!tip]+ T\n> Text.\n\n"),
    (
      "!!! note\n    !!! tip\n        Deep.\n    ```\n    !!! code\n    ```\n",
      "> [!note]\n> > [!tip]\n> > Deep.\n>\n> ```\n> !!! code\n> ```\n\n"
    ),
    ("=== \"One\"\n\n    a\n\n=== \"Two\"\n\n    b\n", "> [!tab] One\n>\n> a\n\n> [!tab] Two\n>\n> b\n\n"),
    ("Press ++ctrl+alt+del++.\n", "Press <kbd>Ctrl</kbd>+<kbd>Alt</kbd>+<kbd>Del</kbd>.\n"),
    (":material-account-circle: Name `:material-x:`\n", "account circle Name `:material-x:`\n"),
    ("[Go](a.md){ .md-button target=_blank } on\n", "[Go](a.md) on\n"), ("Words\n{: .wide #top }\n", "Words\n"),
    ("Set {a} and {{ b }} `{ .x }`\n", "Set {a} and {{ b }} `{ .x }`\n"),
    (
      "The HTML page, `HTML`, XHTML.\n\n*[HTML]: Hyper \"Text\"\n",
      "The <abbr title=\"Hyper &quot;Text&quot;\">HTML</abbr> page, `HTML`, XHTML.\n\n"
    ),
    (
      "Term\n:   What\n    it is.\n\nMore.\n",
      "<dl>\n<dt>Term</dt>\n<dd>\n\nWhat\nit is.\n\n</dd>\n</dl>\n\n\nMore.\n"
    ),
    ("--8<-- \"part.md\"\n", "Included ==x==.\n\n"), ("```\n!!! note\n    x\n```\n", "```\n!!! note\n    x\n```\n"),
    ("    !!! note\n", "    !!! note\n"),
    (
      "H~2~O, a^2^, ~~no~~, ^^in^^, `x^2^`, {++a++}, {--b--}, {==c==}, {~~a~>b~~} [^1][^2]\n",
      "H<sub>2</sub>O, a<sup>2</sup>, ~~no~~, <ins>in</ins>, `x^2^`, <ins>a</ins>, <del>b</del>, <mark>c</mark>, "
        + "<del>a</del><ins>b</ins> [^1][^2]\n"
    ),
    ("$$\nx^2+y^2 a++b++c\n$$\n", "$$\nx^2+y^2 a++b++c\n$$\n"), ("Is $x^2^y$ a~b~c\n", "Is $x^2^y$ a~b~c\n"),
    ("<figure markdown=\"span\">\n  ![A](p.png)\n</figure>\n", "<figure>\n\n![A](p.png)\n\n</figure>\n"),
  ])
  func `syntax of MkDocs becomes callouts, keys, lists and marks`(source: String, made: String) {
    let result = translated(source, "mkdocs")
    #expect(trimmed(result.text) == trimmed(made))
    #expect(result.left == [])
  }

  @Test(arguments: [
    (":::note\n\nText.\n\n:::\n", "> [!note]\n>\n> Text.\n>\n\n"),
    (":::tip[Mind *this*]\nText.\n:::\n", "> [!tip] Mind *this*\n> Text.\n\n"),
    ("::: details Title\n:\n:::\n", "> [!details]- Title\n> :\n\n"),
    ("::::info\n:::tip\nx\n:::\n::::\n", "> [!info]\n> > [!tip]\n> > x\n>\n\n"),
    ("::: code-group\n```js\na\n```\n:::\n", "```js\na\n```\n"),
  ])
  func `containers are callouts`(source: String, made: String) {
    #expect(trimmed(translated(source, "docusaurus").text) == trimmed(made))
    #expect(trimmed(translated(source, "vitepress").text) == trimmed(made))
    #expect(translated(source, "hugo").text == source)
  }

  @Test(arguments: [
    ("{{< figure src=\"/a b.png\" alt=\"A\" >}}\n", "![A](</a b.png>)\n"),
    ("{{< figure\n  src=\"a.png\"\n  caption=\"Cap\"\n>}}\n", "![Cap](<a.png>)\\\n*Cap*\n"),
    ("{{< highlight go \"linenos=table\" >}}\na := `{{< x >}}`\n{{< /highlight >}}", "```go\na := `{{< x >}}`\n```\n"),
    (
      "See [it]({{< ref \"other.md#part\" >}}) or [it]({{% relref \"/blog/other\" %}}).\n",
      "See [it](/content/the%20other.md#part) or [it](/content/the%20other.md).\n"
    ),
    (
      "{{< youtube w7Ft2ymGmfc >}}\n",
      "[![YouTube](https://i.ytimg.com/vi/w7Ft2ymGmfc/hqdefault.jpg)](https://www.youtube.com/watch?v=w7Ft2ymGmfc)\n"
    ),
    ("{{< vimeo id=\"146022717\" >}}\n", "[Vimeo 146022717](https://vimeo.com/146022717)\n"),
    ("{{% notice tip \"Title\" %}}\nText.\n{{% /notice %}}\n", "> [!tip] Title\n> Text.\n\n"),
    ("a {{/* hidden */}}b\n", "a b\n"),
  ])
  func `the common shortcodes of Hugo are what they stand for`(source: String, made: String) {
    let result = translated(source, "hugo")
    #expect(trimmed(result.text) == trimmed(made))
    #expect(result.left == [])
  }

  @Test func `what stays raw is named by its line`() {
    let result = translated("---\na: b\n---\nA {{< own x >}}\n\n`{{< no >}}`\n\n[b]({{< ref \"gone\" >}})\n", "hugo")
    #expect(result.left == ["4: {{< own x >}}", "8: {{< ref \"gone\" >}}"])
    #expect(result.text.contains("A {{< own x >}}\n"))
    #expect(translated("--8<-- \"../secret.md\"\n", "mkdocs").left == ["1: --8<-- \"../secret.md\""])
  }

  @Test(arguments: [
    ("{% highlight ruby linenos %}\na_b\n{% endhighlight %}\n", "```ruby\na_b\n```\n"),
    ("[a]({% link _posts/2020-01-01-other.md %})\n", "[a](/content/the%20other.md)\n"),
    ("[a]({{ site.baseurl }}/b) and [c]({{ \"/d\" | relative_url }})\n", "[a](/b) and [c](/d)\n"),
    ("{% raw %}\n{{ x }}\n{% endraw %}\n", "{{ x }}\n"), ("Words{:.lead} on\n{: #top}\n", "Words on\n"),
  ])
  func `tags of Jekyll are what they stand for`(source: String, made: String) {
    let result = translated(source, "jekyll")
    #expect(trimmed(result.text) == trimmed(made))
    #expect(result.left == [])
  }

  @Test func `dollars are no formulas where the generator makes none of them`() {
    #expect(
      translated("From $5 to $6, `$x$`, <a title=\"$\">\n", "hugo", escapesDollars: true).text
        == "From \\$5 to \\$6, `$x$`, <a title=\"$\">\n")
    #expect(translated("Euler $$e$$ for $5\n", "jekyll", escapesDollars: true).text == "Euler $$e$$ for \\$5\n")
  }

  private func trimmed(_ text: String) -> String {
    text.split(separator: "\n").filter { !$0.allSatisfy { "> ".contains($0) } }.joined(separator: "\n")
  }
}
