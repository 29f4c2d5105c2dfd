import NoteSyntax
package import Wording

/// Writes new documents in the canonical style, and proves that they read back as the tree they were written from.
///
/// A block is written without a backslash where it reads right so, else with as many as it needs.
package struct DocumentWriter: Sendable {
  private let formatter: MarkdownFormatter

  package init(style: FormattingStyle = FormattingStyle()) {
    formatter = MarkdownFormatter(style: style)
  }

  /// Writes a whole file.
  ///
  /// - Returns: Bytes whose HTML is the tree's and which the formatter leaves as they are. A bare address in a text is
  ///   a link for every reader of GitHub's Markdown; that is not a difference.
  /// - Throws: Where Markdown cannot say what the tree says, such as a link inside a link.
  package func bytes(of tree: DocumentTree) throws(DocumentWriterError) -> [UInt8] {
    let tree = tree.normalized
    let body = try BlockWriter.text(of: tree.blocks)
    let head = try frontMatter(tree.fields)
    let separator = head.isEmpty || body.isEmpty ? "" : "\n"
    let bytes = formatter.format(Array((head + separator + body).utf8)).bytes
    let written = String(decoding: bytes[Document.bodyStart(of: bytes)...], as: UTF8.self)
    guard TreeHTML(tree.blocks).isHTML(of: written) else {
      throw DocumentWriterError.unsayable(block: nil)
    }
    return bytes
  }

  private func frontMatter(_ fields: [DocumentTree.Field]) throws(DocumentWriterError) -> String {
    guard !fields.isEmpty else { return "" }
    let lines = ["---"] + fields.map { $0.value.line(for: $0.key) } + ["---"]
    let text = lines.map { $0 + "\n" }.joined()
    let entries = FrontMatter.read(Array(text.utf8)).frontMatter?.entries ?? []
    for (index, field) in fields.enumerated() {
      guard index < entries.count, entries[index].key == field.key,
        field.value.isValue(of: entries[index].value)
      else { throw DocumentWriterError.unsayableField(field.key) }
    }
    return text
  }
}

/// A tree that Markdown cannot say. Nothing was written.
package enum DocumentWriterError: ExplainedError, Hashable {
  /// The block by its number from 1; nil where only the whole does not read right.
  case unsayable(block: Int?)
  case unsayableField(String)

  package var category: ErrorCategory { .badData }

  package var explanation: Message {
    switch self {
    case .unsayable(let block?):
      Message("Block \(block) cannot be written as Markdown", ko: "마크다운으로 쓸 수 없는 블록입니다: \(block)번째")
    case .unsayable(nil):
      Message("The document cannot be written as Markdown", ko: "문서를 마크다운으로 쓸 수 없습니다")
    case .unsayableField(let key):
      Message("The field “\(key)” cannot be written as YAML", ko: "“\(key)” 필드는 YAML로 쓸 수 없습니다")
    }
  }
}
