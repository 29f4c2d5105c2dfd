import Foundation
import Testing

/// Every Korean text of the sources follows one style: no two-faced particles, one term for one thing.
@Suite struct KoreanTextTests {
  /// Both forms of a particle at once: a sentence that was not finished.
  private static let particles = ["(를)", "(가)", "(는)", "(으)", "(이)", "(을)", "(은)", "(와)", "(과)"]

  /// Words that stand for a thing that has another name, wherever they occur.
  private static let terms = [
    "낱말", "까닭", "체크 상자", "앞머리", "늘어놓", "펴내", "펴낼", "간추", "봉함", "봉한 ", "찍습니다", "찍고", "모릅니다",
    "알립니다", "묻습니다", "말합니다", "보입니다", "당신", "하는 중", "그만둠", "그만둡니다", "보기:", "많아야", "뜻했나요", "마쳐야",
    "스스로 정한", "(이)라", "(으)로",
  ]

  /// The same, but parts of other words, so only at the beginning of one.
  private static let wordBeginnings = ["틀", "꼴", "기계", "망 "]

  /// The words that are accepted when reading are input, and are more than those that are shown.
  private static let grammar = [
    "DayWords", "CountedTime", "RecurrenceWord", "DateExpression+Korean", "KoreanParticle",
    "Particles",
    "TimeWords", "DateNames", "BenchmarkSamples",
  ]

  static func faults(in line: String) -> [String] {
    let found = (particles + terms).filter(line.contains)
    let begins = wordBeginnings.filter { word in
      line.ranges(of: word).contains { range in
        let before = line[..<range.lowerBound].unicodeScalars.last?.value ?? 0
        let after = line[range.upperBound...].first
        return !(0xAC00...0xD7A3).contains(before) && !"렸린림리려".contains(after ?? " ")
      }
    }
    return found + begins
  }

  @Test func `a text with a wrong particle or term is found`() {
    #expect(Self.faults(in: "“\\(name)”을(를) 읽을 수 없습니다") == ["(를)"])
    #expect(Self.faults(in: "틀을 고릅니다") == ["틀"])
    #expect(Self.faults(in: "템플릿이 틀렸습니다") == [])
    #expect(Self.faults(in: "이 꼴로 찍습니다") == ["찍습니다", "꼴"])
    #expect(Self.faults(in: "“\\(name)” 메모를 찾을 수 없습니다") == [])
  }

  @Test func `no Korean text has a wrong particle or term`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources")
    let paths = try #require(FileManager.default.enumerator(atPath: root.path))
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") || $0.contains(".ko.") }.sorted()
    try #require(paths.count > 100)
    for path in paths {
      let name = path.split(separator: "/").last.map { String($0.dropLast(".swift".count)) } ?? ""
      guard !Self.grammar.contains(name) else { continue }
      let text = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
      for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      where Self.isKorean(line) {
        let faults = Self.faults(in: String(line))
        #expect(faults.isEmpty, "\(path):\(number + 1): \(faults.joined(separator: ", "))")
      }
    }
  }

  /// True for a line with Hangul that is no comment.
  private static func isKorean(_ line: Substring) -> Bool {
    !line.drop { $0 == " " }.hasPrefix("//")
      && line.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
  }
}
