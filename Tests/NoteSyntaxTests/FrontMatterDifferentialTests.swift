import NoteSyntax
import NoteTestSupport
import Testing
import Yams

/// The fast reader of front matter against the YAML parser: same keys, same values, or it declines.
@Suite struct FrontMatterDifferentialTests {
  @Test func `twenty thousand generated documents read as Yams reads them`() throws {
    var generator = SeededGenerator(seed: 1)
    var read = 0
    for _ in 0..<20_000 {
      let yaml = FrontMatterGrammar.document(&generator)
      let source = "---\n" + yaml + "---\nbody\n"
      let document = Document(parsing: Array(source.utf8))
      let frontMatter = try #require(document.frontMatter)
      guard document.diagnostics.isEmpty else { continue }
      let expected = try entries(yaml)
      #expect(frontMatter.entries.map { [$0.key, flat($0.value)] } == expected, "\(yaml)")
      read += 1
    }
    #expect(read > 19_000)
  }

  @Test func `every fixture reads as Yams reads it`() throws {
    var compared = 0
    for name in try fixtureNotes() {
      let document = Document(parsing: try readFixture(name))
      // Aliases that explode have a diagnostic; the plain YAML parser would be at it for hours.
      guard let frontMatter = document.frontMatter, frontMatter.format == .yaml,
        document.diagnostics.isEmpty,
        let expected = try? entries(document.source.text(in: frontMatter.content))
      else { continue }
      #expect(frontMatter.entries.map { [$0.key, flat($0.value)] } == expected, "\(name)")
      compared += 1
    }
    #expect(compared > 120)
  }

  @Test func `a located value is the text between its range`() throws {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<2_000 {
      let source = "---\n" + FrontMatterGrammar.document(&generator) + "---\n"
      let document = Document(parsing: Array(source.utf8))
      for entry in document.frontMatter?.entries ?? [] {
        #expect(document.source.text(in: entry.keyRange) == entry.key)
        guard let range = entry.valueRange, case .scalar(let scalar) = entry.value else { continue }
        if scalar.style == .plain { #expect(document.source.text(in: range) == scalar.text) }
      }
    }
  }

  private func entries(_ yaml: String) throws -> [[String]] {
    guard case .mapping(let mapping)? = try Yams.compose(yaml: yaml, .basic) else { return [] }
    return mapping.map { [$0.key.scalar?.string ?? "", flat($0.value)] }
  }

  private func flat(_ node: Node) -> String {
    switch node {
    case .scalar(let scalar): "s:" + scalar.string
    case .sequence(let items): "[" + items.map(flat).joined(separator: "|") + "]"
    case .mapping(let pairs):
      "{" + pairs.map { "s:\($0.key.scalar?.string ?? "")=" + flat($0.value) }.joined() + "}"
    case .alias: "alias"
    }
  }

  private func flat(_ value: FrontMatterValue) -> String {
    switch value {
    case .scalar(let scalar): "s:" + scalar.text
    case .list(let items): "[" + items.map(flat).joined(separator: "|") + "]"
    case .map(let pairs): "{" + pairs.map { "s:" + $0.key + "=" + flat($0.value) }.joined() + "}"
    }
  }
}

/// Makes front matter as people write it, and a little worse.
private enum FrontMatterGrammar {
  static func document(_ generator: inout SeededGenerator) -> String {
    var text = ""
    var keys = ["title", "tags", "created", "상태", "due date", "x-y_z", "a.b", "estimate", "note"]
    for _ in 0..<Int.random(in: 0...7, using: &generator) {
      switch Int.random(in: 0..<12, using: &generator) {
      case 0: text += "# a comment\n"
      case 1: text += "\n"
      default:
        guard let key = keys.randomElement(using: &generator) else { break }
        keys.removeAll { $0 == key }
        text += key + ":" + value(&generator) + "\n"
      }
    }
    return text
  }

  private static func value(_ generator: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: return ""
    case 1:
      return " ["
        + (0..<Int.random(in: 0...3, using: &generator)).map { _ in
          scalar(&generator, inFlow: true)
        }.joined(separator: ", ") + "]"
    case 2:
      let indent = String(repeating: " ", count: Int.random(in: 0...2, using: &generator))
      return (0..<Int.random(in: 1...3, using: &generator)).map { _ in
        "\n" + indent + "- " + scalar(&generator, inFlow: false)
      }.joined()
    default:
      let comment = Int.random(in: 0..<4, using: &generator) == 0 ? "  # why" : ""
      return " " + scalar(&generator, inFlow: false) + comment
    }
  }

  private static func scalar(_ generator: inout SeededGenerator, inFlow: Bool) -> String {
    let plain = [
      "todo", "세금 신고", "2026-11-21", "10:20", "no", "1e3", "a b  c", "it's", "C#", "x#y", "- ",
      "http://a.b/c", "end.", "~", "null", "a - b", "50%", "(x)", "a\\b", "üñí", "😀 ok",
    ]
    let quoted = ["\"\"", "''", "\"a: b\"", "'it''s'", "\"# no comment\"", "'[[노트]]'", "\"다 됨\""]
    let choice = (plain + quoted).randomElement(using: &generator) ?? "x"
    return choice == "- " || inFlow && choice.contains("://") ? "x" : choice
  }
}
