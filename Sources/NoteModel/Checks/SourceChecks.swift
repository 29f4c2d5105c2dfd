import ByteBasics
import NoteSyntax
import Wording

extension NoteCheck {
  static let nulByte = NoteCheck(
    "nul-byte", .warning, "NUL bytes; the fix removes those at the end.",
    ko: "NUL 바이트. 끝에 있는 것은 지워서 고칩니다."
  ) { check, note in
    let bytes = note.document.source.bytes
    return note.document.diagnostics.filter { $0.check == check.name }.map {
      let end = bytes.count - bytes.reversed().prefix { $0 == 0 }.count
      let isTrailing = $0.range.map { $0.lowerBound >= end } ?? false
      let edit = TextEdit(range: ByteRange(end, bytes.count), replacement: "")
      let title = Message("Remove the NUL bytes at the end", ko: "끝의 NUL 바이트 제거")
      return check.diagnostic(
        $0.range, $0.message,
        fix: isTrailing ? Diagnostic.Fix(title: title, edits: [edit]) : nil)
    }
  }

  static let mixedLineEnds = NoteCheck(
    "mixed-line-ends", .warning, "Mixed line endings; the fix makes them all alike.",
    ko: "서로 다른 줄 끝 문자. 하나로 통일해 고칩니다."
  ) { check, note in
    let ends = LineEnds(note.document.source.bytes)
    guard let first = ends.first(of: ends.rarer), !ends.isUniform else { return [] }
    let usual = ends.rarer == .crlf ? "\n" : "\r\n"
    let name = ends.rarer == .crlf ? "CR LF" : "LF"
    return [
      check.diagnostic(
        first,
        Message(
          "\(ends.count(of: ends.rarer)) of the lines end with \(name), the others do not",
          ko: "\(ends.count(of: ends.rarer))줄만 줄 끝이 \(name)입니다"),
        fix: Diagnostic.Fix(
          title: Message("Make all line endings alike", ko: "줄 끝 통일"),
          edits: ends.ranges(of: ends.rarer).map { TextEdit(range: $0, replacement: usual) }))
    ]
  }
}

/// The ends of a file's lines.
private struct LineEnds {
  enum Kind { case lf, crlf }

  private var lineFeeds: [ByteRange] = []
  private var pairs: [ByteRange] = []

  init(_ bytes: [UInt8]) {
    for (index, byte) in bytes.enumerated() where byte == 0x0A {
      if index > 0, bytes[index - 1] == 0x0D {
        pairs.append(ByteRange(index - 1, index + 1))
      } else {
        lineFeeds.append(ByteRange(index, index + 1))
      }
    }
  }

  var isUniform: Bool { lineFeeds.isEmpty || pairs.isEmpty }
  var rarer: Kind { pairs.count <= lineFeeds.count ? .crlf : .lf }
  func ranges(of kind: Kind) -> [ByteRange] { kind == .lf ? lineFeeds : pairs }
  func count(of kind: Kind) -> Int { ranges(of: kind).count }
  func first(of kind: Kind) -> ByteRange? { ranges(of: kind).first }
}
