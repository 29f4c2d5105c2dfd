import ByteBasics
import NoteSyntax

/// Formats whole files, with or without their front matter.
package struct NoteFormatting: Sendable {
  private let formatter: MarkdownFormatter
  private let trimsFrontMatter: Bool

  /// - Parameter trimsFrontMatter: Also take the white space at the ends of the front matter's lines away.
  package init(formatter: MarkdownFormatter, trimsFrontMatter: Bool) {
    self.formatter = formatter
    self.trimsFrontMatter = trimsFrontMatter
  }

  package func format(_ file: [UInt8]) -> MarkdownFormatter.Outcome {
    formatter.format(trimsFrontMatter ? withTrimmedFrontMatter(file) : file)
  }

  /// Leaves the front matter alone where its fields would not read the same: trailing spaces inside block text.
  private func withTrimmedFrontMatter(_ file: [UInt8]) -> [UInt8] {
    let document = Document(parsing: file)
    guard let frontMatter = document.frontMatter else { return file }
    let table = LineTable(file, in: frontMatter.range)
    var edits: [TextEdit] = []
    for line in 0..<table.count {
      let range = table.range(of: line)
      let end = contentEnd(of: range, in: file)
      let text = trimmedBlanks(file[range.lowerBound..<end])
      let textEnd = text.isEmpty ? range.lowerBound : text.endIndex
      if textEnd < end { edits.append(TextEdit(range: ByteRange(textEnd, end), replacement: "")) }
    }
    guard !edits.isEmpty, let trimmed = try? document.source.applying(edits) else { return file }
    let after = Document(parsing: trimmed.bytes)
    let isSame = after.frontMatter?.entries.map(\.value) == frontMatter.entries.map(\.value)
    return isSame ? trimmed.bytes : file
  }
}
