import ByteBasics
import Foundation
import NoteTestSupport
import Testing
import Wording

@testable import MarkdownFormatting

/// Notes with the syntax of other programs, before and after formatting, read by those programs themselves. `make
/// setup-test` installs them.
@Suite struct MarkdownJudgeTests {
  private static let root = URL(fileURLWithPath: fixturesFolder).deletingLastPathComponent()
  private static let python = root.appendingPathComponent(".build/markdown-judges/bin/python3").path
  private static let isInstalled =
    FileManager.default.isExecutableFile(atPath: python)
    && FileManager.default.isExecutableFile(atPath: "/usr/bin/ruby")
    && FileManager.default.isExecutableFile(atPath: "/usr/bin/pandoc")

  private struct JudgedNote: Encodable {
    let before: String
    let after: String
    let judges: [String]
  }

  /// The programs, each with the syntax that it reads and how many notes it judges.
  private static let judges: [(name: String, reader: MarkdownReader, words: [String], count: Int)] =
    [
      ("python-markdown", .pythonMarkdown, ["Python-Markdown", "MkDocs", "PyMdown"], 150),
      ("kramdown", .kramdown, ["kramdown"], 150),
      ("pandoc", .pandoc, ["Pandoc", "tables", "lists"], 40),
      ("containers", .commonMark, ["containers", "contents"], 150),
      ("myst", .commonMark, ["MyST"], 150),
    ]

  /// Blocks as people write them, each in a form that the canonical style changes.
  private static let blocks = [
    "Title\n=====", "## Closed ##", "text with _emphasis_ and __strong__  \nand a break   ",
    "*   a\n\n    b\n*   c", "1. x\n1. y\n\n   z", "- a\n    - b\n- c", "> quote\nlazy",
    "~~~js\ncode\n~~~",
    "    code", "|a|b|\n|-|-|\n|1|2|", "***", "text\n* list", "   indented", "- a\n\n\n- b\n- c",
  ]

  private static func note(_ examples: [String], _ random: inout SeededGenerator) -> String {
    var parts = (0..<3).compactMap { _ in blocks.randomElement(using: &random) }
    if let example = examples.randomElement(using: &random) {
      parts.insert(String(example.dropLast()), at: Int.random(in: 0...3, using: &random))
    }
    return parts.reduce("") { text, part in
      text + (text.isEmpty ? "" : Bool.random(using: &random) ? "\n\n" : "\n\n\n") + part
    } + "\n"
  }

  private static func verdicts(on notes: [JudgedNote]) throws -> [[String]] {
    let script = root.appendingPathComponent("Tests/MarkdownJudges/judges.py").path
    let input = String(decoding: try JSONEncoder().encode(notes), as: UTF8.self)
    let run = try ProgramRun.run(python, [script], in: root.path, input: input)
    try #require(run.status == 0, "\(run.errors)")
    return try JSONDecoder().decode([[String]].self, from: Data(run.output.utf8))
  }

  @Test(.enabled(if: isInstalled, "the judges of Markdown are not installed: make setup-test"))
  func `programs that read the syntax make the same HTML before and after`() throws {
    var random = SeededGenerator(seed: 33)
    var notes: [JudgedNote] = []
    for judge in Self.judges {
      let known = ForeignSyntax.all.filter { syntax in
        judge.words.contains { syntax.name.english.contains($0) }
      }
      #expect(!known.isEmpty, "\(judge.name)")
      var style = FormattingStyle()
      style.readers = [judge.reader]
      for _ in 0..<judge.count {
        let before = Self.note(known.map(\.example), &random)
        let after = MarkdownFormatter(style: style).format(Array(before.utf8)).bytes
        notes.append(
          JudgedNote(
            before: before, after: String(decoding: after, as: UTF8.self), judges: [judge.name]))
      }
    }
    #expect(notes.count { $0.before != $0.after } > notes.count / 2)
    for (note, differing) in zip(notes, try Self.verdicts(on: notes)) {
      #expect(differing.isEmpty, "\(differing) \(note.before.debugDescription)")
    }
  }

  @Test(.enabled(if: isInstalled, "the judges of Markdown are not installed: make setup-test"))
  func `each judge sees what is lost`() throws {
    let lost: [(judge: String, before: String, after: String)] = [
      ("python-markdown", "!!! note\n\n    text\n", "!!! note\n\n```\ntext\n```\n"),
      ("kramdown", "* a\n{:toc}\n", "* a\n  {:toc}\n"),
      ("pandoc", "Term\n:   a\n\n    b\n", "Term\n:   a\n\n```\nb\n```\n"),
      ("containers", "::: tip\n* a\n:::\n", "* a\n:::\n"),
      ("myst", ":::{note}\n* a\n:::\n", ":::{note}\n\n- a\n  :::\n"),
    ]
    let notes = lost.map { JudgedNote(before: $0.before, after: $0.after, judges: [$0.judge]) }
    #expect(try Self.verdicts(on: notes) == lost.map { [$0.judge] })
  }
}
