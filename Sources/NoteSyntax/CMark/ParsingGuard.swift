package import Wording

/// Keeps inputs away from cmark-gfm on which some of its versions take more than linear time.
///
/// The Markdown library of current distributions lacks several fixes (CVE-2023-22486, -24824, -26485,
/// -37463). One pass over the bytes finds what those inputs have in common and real notes do not: very
/// deep containers, very wide tables, paragraphs of tens of thousands of brackets, endless runs.
package enum ParsingGuard {
  /// Why a text is not parsed. Such a note is still indexed, as plain text.
  package enum Refusal: Sendable, Hashable {
    case tooLarge
    case deepContainers(line: Int)
    case wideTable(line: Int)
    case crowdedParagraph(line: Int)
    case longRun(line: Int)
  }

  static let depthLimit = 100
  static let tableCellLimit = 400_000
  static let tableColumnLimit = 1_000
  /// Of narrow tables too, for the memory they take.
  static let allCellLimit = 1_500_000
  static let copyLimit = 200 << 20
  static let openerLimit = 10_000
  static let runLimit = 5_000

  /// The first thing in `bytes` that could make parsing slow, nil for a text that parses fast.
  ///
  /// - Parameter bytes: A body without its front matter; lines in the result count from its start.
  package static func refusal(of bytes: ArraySlice<UInt8>) -> Refusal? {
    guard bytes.count <= NoteLimit.bytes else { return .tooLarge }
    return unsafe bytes.withUnsafeBufferPointer { unsafe GuardScan.refusal(of: $0) }
  }
}

extension ParsingGuard.Refusal {
  /// The sentence for the user; `offset` is added to the line.
  package func message(linesBefore offset: Int) -> Message {
    switch self {
    case .tooLarge:
      Message(
        "The note is larger than 32 MB and is treated as plain text",
        ko: "메모가 32 MB보다 커서 일반 텍스트로 처리합니다")
    case .deepContainers(let line):
      Message(
        "Quotes or lists are nested too deeply at line \(line + offset); the note is treated as plain text",
        ko: "\(line + offset)번째 줄의 인용이나 목록이 너무 깊어 메모를 일반 텍스트로 처리합니다")
    case .wideTable(let line):
      Message(
        "The table at line \(line + offset) has too many cells; the note is treated as plain text",
        ko: "\(line + offset)번째 줄의 표에 칸이 너무 많아 메모를 일반 텍스트로 처리합니다")
    case .crowdedParagraph(let line):
      Message(
        "The paragraph at line \(line + offset) has too many brackets and delimiters; the note is treated as plain text",
        ko: "\(line + offset)번째 줄의 문단에 괄호와 기호가 너무 많아 메모를 일반 텍스트로 처리합니다")
    case .longRun(let line):
      Message(
        "Line \(line + offset) repeats one character thousands of times; the note is treated as plain text",
        ko: "\(line + offset)번째 줄에서 한 문자가 수천 번 반복되어 메모를 일반 텍스트로 처리합니다")
    }
  }
}
