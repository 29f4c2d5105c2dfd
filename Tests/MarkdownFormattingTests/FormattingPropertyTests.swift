import HostSystem
import MarkdownFormatting
import MarkdownFuzzing
import NoteSyntax
import NoteTestSupport
import Testing

/// The guarantee of the formatter on made-up notes. `SHEAF_FUZZ=1000000` tries more than the usual ones;
/// `swift run -c release formatter-fuzz` does so faster.
@Suite struct FormattingPropertyTests {
  private static var caseCount: Int {
    unsafe getenv("SHEAF_FUZZ").flatMap { unsafe Int(String(cString: $0)) } ?? 2_000
  }

  @Test func `made-up notes keep HTML, words and protected text, and are formatted in one go`()
    throws
  {
    let fixtures = try fixtureNotes().map { try readFixture($0) }.filter { $0.count <= 2_048 }
    let examples = try ConformanceCases.all()?.map { Array($0.utf8) } ?? []
    let samples = fixtures + examples
    for number in 0..<Self.caseCount {
      let fuzzCase = FuzzCase(seed: 20_261_121, number: number, samples: samples)
      let faults = FormatterJudge.faults(of: fuzzCase)
      #expect(faults.isEmpty, "\(fuzzCase.style): \(text(fuzzCase.bytes).debugDescription)")
    }
  }

  @Test func `the same seed and number make the same note`() {
    let samples = [Array("# a\n".utf8), Array("- b\n".utf8)]
    for number in 0..<200 {
      let one = FuzzCase(seed: 3, number: number, samples: samples)
      let other = FuzzCase(seed: 3, number: number, samples: samples)
      #expect(one.bytes == other.bytes)
      #expect(one.style == other.style)
    }
  }

  @Test func `the judge sees each way to break the guarantee`() {
    func verdict(_ before: String, _ after: String) -> [FormatterJudge.Fault] {
      FormatterJudge.faults(from: Array(before.utf8), to: Array(after.utf8), isWrapped: false)
    }
    #expect(verdict("*a*\n", "_a_\n").isEmpty)
    #expect(verdict("*a*\n", "a\n") == [.html])
    #expect(verdict("---\na:  b\n---\n", "---\na: b\n---\n") == [.frontMatter])
    #expect(verdict("[unused]: /there\n", "\n") == [.words])
    #expect(verdict("[[a b]] c\n", "[[a  b]] c\n") == [.html])
    #expect(verdict("!!! a\n\n    b\n", "!!! a\n\n```\nb\n```\n") == [.foreignSyntax])
    #expect(verdict("[[1]]\n", "\\[[1]\\]\n") == [.protectedText])
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
