import ByteBasics
package import MarkdownFormatting
import NoteSyntax

/// Says whether formatting a note kept the guarantee. It looks from outside: at bytes in and bytes out, cmark-gfm's
/// HTML of the whole body, and the words and signs of the source, by rules of its own.
package enum FormatterJudge {
  package enum Fault: String, Sendable, CaseIterable {
    case frontMatter, html, idempotence, words, protectedText, foreignSyntax
  }

  package static func faults(of fuzzCase: FuzzCase) -> [Fault] {
    faults(of: fuzzCase.bytes, style: fuzzCase.style)
  }

  package static func faults(of before: [UInt8], style: FormattingStyle) -> [Fault] {
    let formatter = MarkdownFormatter(style: style)
    let after = formatter.format(before).bytes
    guard after != before else { return [] }
    let isStable = formatter.format(after).bytes == after
    return faults(from: before, to: after, isWrapped: style.wrapColumns != nil)
      + (isStable ? [] : [.idempotence])
  }

  /// - Parameter isWrapped: Paragraphs may be broken at other spaces.
  package static func faults(
    from before: [UInt8], to after: [UInt8], isWrapped: Bool
  ) -> [Fault] {
    var faults: [Fault] = []
    let (head, body) = parts(of: before)
    let (newHead, newBody) = parts(of: after)
    if head != newHead { faults.append(.frontMatter) }
    if !haveSameHTML(body, newBody, isWrapped: isWrapped) { faults.append(.html) }
    if SourceTokens.words(of: body) != SourceTokens.words(of: newBody) { faults.append(.words) }
    if !SourceTokens.keepsProtectedText(body, newBody) { faults.append(.protectedText) }
    if SourceTokens.indentedBlocks(of: body) != SourceTokens.indentedBlocks(of: newBody) {
      faults.append(.foreignSyntax)
    }
    return faults
  }

  private static func parts(of bytes: [UInt8]) -> (head: ArraySlice<UInt8>, body: ArraySlice<UInt8>) {
    let end = Document(parsing: bytes).frontMatter?.range.upperBound ?? 0
    return (bytes[..<end], bytes[end...])
  }

  /// If paragraphs are wrapped, a line end may be a space.
  private static func haveSameHTML(
    _ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>, isWrapped: Bool
  ) -> Bool {
    guard let left = MarkdownTree(parsing: one), let right = MarkdownTree(parsing: other) else {
      return false
    }
    guard isWrapped else { return left.html == right.html }
    let space = UInt8(ascii: " ")
    let feed = UInt8(ascii: "\n")
    return left.html.lazy.map { $0 == feed ? space : $0 }.elementsEqual(
      right.html.lazy.map { $0 == feed ? space : $0 })
  }
}
