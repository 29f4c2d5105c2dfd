import Foundation
import NoteSyntax
import Testing

/// Precision and recall of the telephone numbers that are found, by region, on lines with the number in each.
@Suite struct TelephoneSyntaxTests {
  private struct Sample {
    let text: String
    let number: String
    /// The regions that read it as a number; all of them for the international form.
    let regions: Set<TelephoneRegion>
  }

  private struct Score {
    var found = 0
    var wrong: [String] = []
    var missed: [String] = []

    var precision: Double { Double(found) / Double(max(found + wrong.count, 1)) }
    var recall: Double { Double(found) / Double(max(found + missed.count, 1)) }
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures/Links")

  private static func samples() throws -> [Sample] {
    let text = try String(contentsOf: folder.appending(path: "telephone.tsv"), encoding: .utf8)
    return text.split(separator: "\n").dropFirst().map { line in
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 3 else { return Sample(text: parts[0], number: "", regions: []) }
      let regions = parts[2].split(separator: ",").compactMap {
        TelephoneRegion(rawValue: String($0))
      }
      return Sample(
        text: parts[0], number: parts[1],
        regions: parts[2] == "any" ? Set(TelephoneRegion.allCases) : Set(regions))
    }
  }

  private static func score(_ samples: [Sample], _ region: TelephoneRegion) -> Score {
    var score = Score()
    for sample in samples {
      let document = Document(parsing: Array((sample.text + "\n").utf8))
      let numbers = document.links.filter { $0.kind == .telephone }.compactMap { link in
        link.range.map { document.source.text(in: $0) }
      }.filter { TelephoneRegion.isRead($0, in: [region]) }
      let isWanted = sample.regions.contains(region)
      if isWanted, numbers.contains(sample.number) { score.found += 1 }
      if isWanted, !numbers.contains(sample.number) { score.missed.append(sample.text) }
      // A second number of the line is told in a line of its own.
      let wrong = isWanted ? numbers.filter { !sample.text.contains($0) } : numbers
      score.wrong += wrong.map { "\($0) in \(sample.text)" }
    }
    return score
  }

  @Test func `each region finds its numbers, and what it misses is written down`() throws {
    let samples = try Self.samples()
    #expect(samples.count >= 400)
    let readme = try String(contentsOf: Self.folder.appending(path: "README.md"), encoding: .utf8)
    for region in TelephoneRegion.allCases {
      let score = Self.score(samples, region)
      let row = [
        "`\(region.rawValue)`", "\(score.found)", "\(score.wrong.count)", "\(score.missed.count)",
        Self.percent(score.precision), Self.percent(score.recall),
      ]
      let line = "| " + row.joined(separator: " | ") + " |"
      #expect(readme.contains(line), "\(line)\nwrong: \(score.wrong)\nmissed: \(score.missed)")
      #expect(score.precision >= 0.96 && score.recall >= 0.97)
    }
  }

  private static func percent(_ share: Double) -> String {
    let tenths = Int((share * 1000).rounded())
    return "\(tenths / 10).\(tenths % 10) %"
  }

  @Test(arguments: [
    ("ko_KR.UTF-8", TelephoneRegion.korea), ("en_GB", .unitedKingdom), ("de_DE@euro", .germany),
    ("C.UTF-8", nil), ("fr_FR.UTF-8", nil),
  ])
  func `a locale tells its region`(name: String, region: TelephoneRegion?) {
    #expect(TelephoneRegion(localeName: name) == region)
  }

  @Test func `the international form is read everywhere`() {
    #expect(TelephoneRegion.isRead("+82-10-1234-5678", in: []))
    #expect(!TelephoneRegion.isRead("010-1234-5678", in: [.germany]))
    #expect(TelephoneRegion.isRead("(02) 123-4567", in: [.korea]))
  }
}
