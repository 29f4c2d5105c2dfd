import CCMarkGFM
import Glibc

/// What cmark-gfm makes of a text, with every GitHub extension and footnotes. Frees the C tree with itself.
@safe package struct MarkdownTree: ~Copyable {
  private let root: OpaquePointer
  private let parser: OpaquePointer
  /// Where both lie; nil where they lie in the usual memory.
  private let arena: ParsingArena?

  /// Invalid UTF-8 becomes U+FFFD, raw HTML stays.
  static let options = CMARK_OPT_UNSAFE | CMARK_OPT_FOOTNOTES | CMARK_OPT_VALIDATE_UTF8

  /// Parses `bytes`.
  ///
  /// - Returns: nil where ``ParsingGuard`` holds the text for one that cmark would take too long for.
  package init?(parsing bytes: ArraySlice<UInt8>) {
    guard ParsingGuard.refusal(of: bytes) == nil else { return nil }
    self.init(trusting: bytes)
  }

  /// Parses `bytes` that ``ParsingGuard`` has already let through.
  package init?(trusting bytes: ArraySlice<UInt8>) {
    let arena = bytes.count <= ParsingArena.textLimit ? ParsingArena() : nil
    let outer = ParsingArena.enter(arena)
    defer { ParsingArena.leave(to: outer) }
    guard let parser = unsafe MarkdownExtensions.makeParser(for: bytes, in: arena) else {
      return nil
    }
    unsafe bytes.withUnsafeBytes { buffer in
      guard let start = unsafe buffer.bindMemory(to: CChar.self).baseAddress else { return }
      unsafe cmark_parser_feed(parser, start, buffer.count)
    }
    guard let root = unsafe MarkdownExtensions.finish(parser, of: bytes) else {
      if arena == nil { unsafe cmark_parser_free(parser) }
      return nil
    }
    unsafe self.root = root
    unsafe self.parser = parser
    self.arena = arena
  }

  deinit {
    guard arena == nil else { return }
    unsafe cmark_node_free(root)
    unsafe cmark_parser_free(parser)
  }

  /// Visits every node on the way in and on the way out, in the order of the text, without recursion.
  package func walk(_ visit: (_ node: MarkdownNode, _ isEntering: Bool) -> Void) {
    let outer = ParsingArena.enter(arena)
    defer { ParsingArena.leave(to: outer) }
    let iterator = unsafe cmark_iter_new(root)
    defer { unsafe cmark_iter_free(iterator) }
    while true {
      let event = unsafe cmark_iter_next(iterator)
      guard event != CMARK_EVENT_DONE, let node = unsafe cmark_iter_get_node(iterator) else {
        return
      }
      unsafe visit(MarkdownNode(pointer: node), event == CMARK_EVENT_ENTER)
    }
  }

  /// Visits every block on the way in and those that hold blocks on the way out; what is inside paragraphs,
  /// headings and rows is skipped.
  package func walkBlocks(_ visit: (_ node: MarkdownNode, _ isEntering: Bool) -> Void) {
    let outer = ParsingArena.enter(arena)
    defer { ParsingArena.leave(to: outer) }
    let iterator = unsafe cmark_iter_new(root)
    defer { unsafe cmark_iter_free(iterator) }
    while true {
      let event = unsafe cmark_iter_next(iterator)
      guard event != CMARK_EVENT_DONE, let pointer = unsafe cmark_iter_get_node(iterator) else {
        return
      }
      let node = unsafe MarkdownNode(pointer: pointer)
      visit(node, event == CMARK_EVENT_ENTER)
      let holdsText = [.paragraph, .heading, .tableRow].contains(node.kind)
      if holdsText, event == CMARK_EVENT_ENTER {
        unsafe cmark_iter_reset(iterator, pointer, CMARK_EVENT_EXIT)
      }
    }
  }

  /// The HTML that cmark-gfm makes: the judge of what a text means.
  package var html: [UInt8] {
    let outer = ParsingArena.enter(arena)
    defer { ParsingArena.leave(to: outer) }
    return unsafe html(of: root, Self.options)
  }

  /// ``html`` in which a fence keeps what follows its language, as `data-meta`.
  package var htmlWithFenceInfo: [UInt8] {
    let outer = ParsingArena.enter(arena)
    defer { ParsingArena.leave(to: outer) }
    return unsafe html(of: root, Self.options | CMARK_OPT_FULL_INFO_STRING)
  }

  /// The outermost blocks: the line each begins on, 1-based, and its HTML.
  package var blocks: [(startLine: Int, html: [UInt8])] {
    let outer = ParsingArena.enter(arena)
    defer { ParsingArena.leave(to: outer) }
    var blocks: [(startLine: Int, html: [UInt8])] = []
    var child = unsafe cmark_node_first_child(root)
    while let node = unsafe child {
      unsafe blocks.append((MarkdownNode(pointer: node).startLine, html(of: node, Self.options)))
      unsafe child = cmark_node_next(node)
    }
    return blocks
  }

  private func html(of node: OpaquePointer, _ options: Int32) -> [UInt8] {
    let extensions = unsafe cmark_parser_get_syntax_extensions(parser)
    guard let text = unsafe cmark_render_html(node, options, extensions) else { return [] }
    defer {
      if arena == nil { unsafe cmark_get_default_mem_allocator().pointee.free(text) }
    }
    let length = unsafe strlen(text)
    return unsafe text.withMemoryRebound(to: UInt8.self, capacity: length) {
      unsafe Array(UnsafeBufferPointer(start: $0, count: length))
    }
  }
}
