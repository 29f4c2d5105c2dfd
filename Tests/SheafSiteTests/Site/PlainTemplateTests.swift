import SheafSite
import Testing

@testable import SheafSite

@Suite struct PlainTemplateTests {
  private let values = TemplateValue.object([
    "title": .text("a \"quoted\" <b> & 'c'"), "body": .html(Array("<p>글 & text</p>\n".utf8)),
    "anchor": .text("a-b"), "words": .words(["contents": "차례", "previous": "Before"]),
    "created": .object(["iso": .text("2026-11-21"), "text": .text("21 November")]),
    "tags": .list([
      .object(["name": .text("x"), "address": .text("t/x.html")]),
      .object(["name": .text("y<"), "address": .text("t/y.html")]),
    ]),
    "contents": .object([
      "headings": .list([
        .object(["text": .text("One"), "anchor": .text("one"), "level": .text("2")])
      ])
    ]),
    "neighbours": .object(["previous": .object(["title": .text("P"), "address": .text("p")])]),
    "none": .list([]),
  ])

  /// The output of the Mustache library for a template.
  private func library(_ template: String) throws -> String {
    let theme = try SiteTheme { $0 == "note.html" ? template : nil }
    return theme.render("note.html", try #require(values.mustache as? [String: Any]))
  }

  private func plain(_ template: String) throws -> String {
    String(decoding: try #require(PlainTemplate(template)).filled(values), as: UTF8.self)
  }

  @Test(arguments: [
    DefaultTheme.note, "", "no tags", "{{title}}", "{{{title}}}", "{{{body}}}{{body}}",
    "{{#tags}}{{name}}{{title}},{{/tags}}", "{{^tags}}none{{/tags}}{{^none}}none{{/none}}",
    "{{#none}}x{{/none}}{{^missing}}m{{/missing}}{{missing}}", "{{created.iso}} {{created.none}}",
    "a\n{{#created}}<i>{{iso}}</i>\n{{/created}}b {{words.contents}}\n",
    "{{#contents}}{{#headings}}{{level}}{{/headings}}{{/contents}}",
    "{{#tags}}{{#created}}{{name}} {{iso}}{{/created}}{{/tags}}",
    "{{#anchor}}[{{anchor}}]{{/anchor}}",
  ])
  func `both engines fill a template with the same bytes`(template: String) throws {
    #expect(try plain(template) == library(template))
  }

  @Test(arguments: [
    "{{#tags}}\n{{name}}\n{{/tags}}\n", "{{#tags}}\r\n{{name}}\r\n{{/tags}}\r\n", "{{> other}}",
    "{{! a remark }}", "{{=<% %>=}}",
    "{{uppercased(title)}}", "{{#tags}}{{.}}{{/tags}}", "{{&title}}", "{{#tags}}", "{{title",
    "{{/tags}}", "{{#tags}}{{/created}}", "{{ title }}",
  ])
  func `what it does not understand is left to the library`(template: String) {
    #expect(PlainTemplate(template) == nil)
  }

  @Test func `a quote before a combining sign is escaped by both`() throws {
    let values = TemplateValue.object(["title": .text("\"\u{301} onclick=\"x <\u{338}b")])
    let safe = "<i title=\"&quot;\u{301} onclick=&quot;x &lt;\u{338}b\">"
    let template = "<i title=\"{{title}}\">"
    let theme = try SiteTheme { $0 == "note.html" ? template : nil }
    #expect(String(decoding: theme.renderNote(values), as: UTF8.self).utf8.elementsEqual(safe.utf8))
    let byLibrary = theme.render("note.html", try #require(values.mustache as? [String: Any]))
    #expect(byLibrary.utf8.elementsEqual(safe.utf8))
  }
}
