import Foundation
import NoteSyntax
import Testing

/// Precision and recall of the telephone numbers that are found, on lines with the number that stands in each.
@Suite struct TelephoneSyntaxTests {
  private struct Sample {
    let text: String
    let number: String
  }

  private static func samples() throws -> [Sample] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Fixtures/Links/telephone.tsv")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
      .map { line in
        let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
        return Sample(text: String(parts[0]), number: parts.count > 1 ? String(parts[1]) : "")
      }
  }

  private static func numbers(in text: String) -> [String] {
    let document = Document(parsing: Array((text + "\n").utf8))
    return document.links.filter { $0.kind == .telephone }.compactMap { link in
      link.range.map { document.source.text(in: $0) }
    }
  }

  @Test func `numbers are found, and little else is taken for one`() throws {
    let samples = try Self.samples()
    #expect(samples.count >= 300)
    var found = 0
    var wrong: [String] = []
    var missed: [String] = []
    for sample in samples {
      let numbers = Self.numbers(in: sample.text)
      if numbers.contains(sample.number) { found += 1 }
      if !sample.number.isEmpty, !numbers.contains(sample.number) { missed.append(sample.text) }
      wrong += numbers.filter { $0 != sample.number }.map { "\($0) in \(sample.text)" }
    }
    let precision = Double(found) / Double(max(found + wrong.count, 1))
    let recall = Double(found) / Double(max(found + missed.count, 1))
    #expect(precision >= 0.97, "\(precision): \(wrong)")
    #expect(recall >= 0.97, "\(recall): \(missed)")
  }
}
