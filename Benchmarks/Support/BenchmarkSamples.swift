import NoteModel
import NoteSyntax

/// Typical notes, and the work that the benchmarks measure on them.
///
/// Public, because the benchmarks are a package of their own; no product of Sheaf uses it.
public struct BenchmarkSamples: Sendable {
  private let frontMatter: [UInt8]
  private let note: [UInt8]

  public init() {
    let head = """
      ---
      id: k3x9wq2m
      title: 주간 회의 자료 정리
      created: 2026-11-21T10:20:00+09:00
      tags: [work, 회의, work/client]
      lang: ko
      status: todo
      due: 2026-11-30
      estimate: 2h
      ---

      """
    let paragraph = """
      ## 다음 단계

      회의에서 예산을 정했다. See [[Release checklist|the list]] and [강릉](../여행/강릉.md).
      - [ ] 자료 보내기 📅 2026-11-24 #일
      - [x] 일정 확인

      Everything else is in https://example.com/notes?week=47, as before.


      """
    frontMatter = Array(head.utf8)
    note = Array((head + String(repeating: paragraph, count: 6)).utf8)
  }

  /// Reads a file of front matter alone.
  ///
  /// - Returns: The number of its fields.
  public func readFrontMatter() -> Int {
    FrontMatter.read(frontMatter).frontMatter?.entries.count ?? 0
  }

  /// Parses a note of some two kilobytes.
  ///
  /// - Returns: The number of its links.
  public func parseDocument() -> Int { Document(parsing: note).links.count }

  /// Cuts the same note into search tokens.
  ///
  /// - Returns: Their number.
  public func cutTokens() -> Int { SearchTokens(note, addsInitials: true).tokens.count }
}
