import CCMarkGFM

/// A node of a ``MarkdownTree``, valid while the tree is walked.
@safe package struct MarkdownNode {
  package enum Kind: Sendable {
    case document, blockQuote, list, item, codeBlock, htmlBlock, paragraph, heading
    case thematicBreak, footnoteDefinition, table, tableRow, tableCell
    case text, softBreak, lineBreak, code, htmlInline, emphasis, strong, strikethrough
    case link, image, footnoteReference, other
  }

  private let pointer: OpaquePointer

  init(pointer: OpaquePointer) { unsafe self.pointer = pointer }

  package var kind: Kind {
    switch unsafe cmark_node_get_type(pointer) {
    case CMARK_NODE_DOCUMENT: .document
    case CMARK_NODE_BLOCK_QUOTE: .blockQuote
    case CMARK_NODE_LIST: .list
    case CMARK_NODE_ITEM: .item
    case CMARK_NODE_CODE_BLOCK: .codeBlock
    case CMARK_NODE_HTML_BLOCK: .htmlBlock
    case CMARK_NODE_PARAGRAPH: .paragraph
    case CMARK_NODE_HEADING: .heading
    case CMARK_NODE_THEMATIC_BREAK: .thematicBreak
    case CMARK_NODE_FOOTNOTE_DEFINITION: .footnoteDefinition
    case CMARK_NODE_TEXT: .text
    case CMARK_NODE_SOFTBREAK: .softBreak
    case CMARK_NODE_LINEBREAK: .lineBreak
    case CMARK_NODE_CODE: .code
    case CMARK_NODE_HTML_INLINE: .htmlInline
    case CMARK_NODE_EMPH: .emphasis
    case CMARK_NODE_STRONG: .strong
    case CMARK_NODE_LINK: .link
    case CMARK_NODE_IMAGE: .image
    case CMARK_NODE_FOOTNOTE_REFERENCE: .footnoteReference
    default: extensionKind
    }
  }

  // cmark gives no place to a paragraph whose last line became the head of a table. The table and its head have the
  // place of that paragraph. The columns of a row are those of its table.

  /// 1-based line of the first byte.
  package var startLine: Int {
    let line = unsafe Int(cmark_node_get_start_line(pointer))
    if line == 0, let table = unsafe cmark_node_next(pointer) { return unsafe Int(cmark_node_get_start_line(table)) }
    return headLine ?? line
  }

  /// 1-based byte column of the first byte. Nil if the block begins with the content of its line.
  package var startColumn: Int? {
    let isBodyRow = unsafe kind == .tableRow && cmark_node_previous(pointer) != nil
    guard !isBodyRow, headLine == nil else { return nil }
    let hasPlace = unsafe cmark_node_get_start_line(pointer) > 0
    return unsafe Int(cmark_node_get_start_column(hasPlace ? pointer : cmark_node_next(pointer)))
  }

  /// 1-based line of the last byte.
  package var endLine: Int {
    let line = unsafe Int(cmark_node_get_end_line(pointer))
    if line == 0, let table = unsafe cmark_node_next(pointer) { return unsafe Self.headLine(of: table) - 1 }
    return kind == .tableRow ? startLine : line
  }

  /// 1-based byte column of the last byte. Nil if the block ends with its line.
  package var endColumn: Int? {
    unsafe cmark_node_get_end_line(pointer) == 0 || kind == .tableRow ? nil : Int(cmark_node_get_end_column(pointer))
  }

  /// The line of the head of a table directly below a paragraph, for the table and its head. Nil for other nodes.
  private var headLine: Int? {
    let table = unsafe cmark_node_previous(pointer) == nil ? cmark_node_parent(pointer) : pointer
    guard let table = unsafe table, let above = unsafe cmark_node_previous(table),
      unsafe cmark_node_get_start_line(above) == 0
    else { return nil }
    return unsafe Self.headLine(of: table)
  }

  /// Returns the line that is two lines above the first row of a table, or one above its end.
  private static func headLine(of table: OpaquePointer) -> Int {
    guard let head = unsafe cmark_node_first_child(table), let row = unsafe cmark_node_next(head) else {
      return unsafe Int(cmark_node_get_end_line(table)) - 1
    }
    return unsafe Int(cmark_node_get_start_line(row)) - 2
  }

  /// Text, code, raw HTML.
  package var literal: String { unsafe string(cmark_node_get_literal(pointer)) }

  /// Sets the literal text of the node.
  ///
  /// - Parameter bytes: The text, without NUL.
  func setLiteral(_ bytes: [UInt8]) {
    unsafe (bytes + [0]).withUnsafeBytes { buffer in
      unsafe _ = cmark_node_set_literal(pointer, buffer.bindMemory(to: CChar.self).baseAddress)
    }
  }

  /// The number of lines of code or raw HTML.
  package var literalLineCount: Int {
    guard let text = unsafe cmark_node_get_literal(pointer) else { return 0 }
    var count = 0
    var offset = 0
    while unsafe text[offset] != 0 {
      if unsafe text[offset] == 0x0A { count += 1 }
      offset += 1
    }
    return count
  }
  /// The address of a link or an image, with escapes resolved.
  package var url: String { unsafe string(cmark_node_get_url(pointer)) }
  package var title: String { unsafe string(cmark_node_get_title(pointer)) }
  package var headingLevel: Int { unsafe Int(cmark_node_get_heading_level(pointer)) }
  package var isOrderedList: Bool { unsafe cmark_node_get_list_type(pointer) == CMARK_ORDERED_LIST }
  package var listStart: Int { unsafe Int(cmark_node_get_list_start(pointer)) }
  package var isTightList: Bool { unsafe cmark_node_get_list_tight(pointer) != 0 }
  /// True for an item that begins with `[ ]` or `[x]`.
  package var isTaskItem: Bool { unsafe String(cString: cmark_node_get_type_string(pointer)) == "tasklist" }
  package var isChecked: Bool { unsafe cmark_gfm_extensions_get_tasklist_item_checked(pointer) }
  /// The alignments of a table's columns, each one of `l`, `c`, `r` or 0.
  package var columnAlignments: [UInt8] {
    let count = unsafe Int(cmark_gfm_extensions_get_table_columns(pointer))
    guard let values = unsafe cmark_gfm_extensions_get_table_alignments(pointer) else { return [] }
    return unsafe Array(UnsafeBufferPointer(start: values, count: count))
  }

  private func string(_ text: UnsafePointer<CChar>?) -> String {
    guard let text = unsafe text else { return "" }
    return unsafe String(cString: text)
  }

  /// The kind of a node of an extension, by name, because the numbers of kinds are assigned at registration.
  private var extensionKind: Kind {
    switch unsafe String(cString: cmark_node_get_type_string(pointer)) {
    case "table": .table
    case "table_row", "table_header": .tableRow
    case "table_cell": .tableCell
    case "strikethrough": .strikethrough
    default: .other
    }
  }
}
