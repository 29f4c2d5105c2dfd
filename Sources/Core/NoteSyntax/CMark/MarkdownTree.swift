import ByteBasics
import CCMarkGFM
import HostSystem
import Synchronization

/// The tree that cmark-gfm makes of a text, with every GitHub extension and footnotes. Frees the C tree with itself.
@safe package struct MarkdownTree: ~Copyable {
  private let root: OpaquePointer
  private let parser: OpaquePointer
  /// The arena of both. Nil if they use the usual memory.
  private let arena: ParsingArena?

  /// Invalid UTF-8 becomes U+FFFD, raw HTML stays.
  static let options = CMARK_OPT_UNSAFE | CMARK_OPT_FOOTNOTES | CMARK_OPT_VALIDATE_UTF8

  /// Parses `bytes`. Nil if ``ParsingGuard`` refuses the text, because cmark would take too long.
  package init?(parsing bytes: ArraySlice<UInt8>) {
    guard ParsingGuard.refusal(of: bytes) == nil else { return nil }
    self.init(trusting: bytes)
  }

  /// Parses `bytes` that ``ParsingGuard`` has already let through.
  package init?(trusting bytes: ArraySlice<UInt8>) {
    let arena = bytes.count <= ParsingArena.textLimit ? ParsingArena() : nil
    let outer = ParsingArena.enter(arena)
    defer { ParsingArena.leave(to: outer) }
    guard let parser = unsafe MarkdownExtensions.makeParser(for: bytes, in: arena) else { return nil }
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
    walk(skippingTexts: false, visit)
  }

  /// Visits every block on the way in and those that hold blocks on the way out; the content of paragraphs, headings
  /// and rows is skipped.
  package func walkBlocks(_ visit: (_ node: MarkdownNode, _ isEntering: Bool) -> Void) {
    walk(skippingTexts: true, visit)
  }

  private func walk(skippingTexts: Bool, _ visit: (_ node: MarkdownNode, _ isEntering: Bool) -> Void) {
    let outer = ParsingArena.enter(arena)
    defer { ParsingArena.leave(to: outer) }
    let iterator = unsafe cmark_iter_new(root)
    defer { unsafe cmark_iter_free(iterator) }
    while true {
      let event = unsafe cmark_iter_next(iterator)
      guard event != CMARK_EVENT_DONE, let pointer = unsafe cmark_iter_get_node(iterator) else { return }
      let node = unsafe MarkdownNode(pointer: pointer)
      visit(node, event == CMARK_EVENT_ENTER)
      if skippingTexts, event == CMARK_EVENT_ENTER, [.paragraph, .heading, .tableRow].contains(node.kind) {
        unsafe cmark_iter_reset(iterator, pointer, CMARK_EVENT_EXIT)
      }
    }
  }

  /// The HTML of cmark-gfm, which decides about the meaning of a text.
  package var html: [UInt8] {
    let outer = ParsingArena.enter(arena)
    defer { ParsingArena.leave(to: outer) }
    return unsafe html(of: root, Self.options)
  }

  /// Renders like ``html``, and keeps the words after a fence's language as `data-meta`.
  ///
  /// - Parameter keepsLineBreaks: True if line ends in the text are line breaks on the page.
  package func htmlWithFenceInfo(keepsLineBreaks: Bool) -> [UInt8] {
    let outer = ParsingArena.enter(arena)
    defer { ParsingArena.leave(to: outer) }
    return unsafe html(
      of: root, Self.options | CMARK_OPT_FULL_INFO_STRING | (keepsLineBreaks ? CMARK_OPT_HARDBREAKS : 0))
  }

  /// Takes scripts and styles out of blocks of HTML. They are no text of the note, and cmark would show them as such.
  package func dropScripts() {
    walkBlocks { node, isEntering in
      guard isEntering, node.kind == .htmlBlock else { return }
      let written = Array(node.literal.utf8)
      let kept = HTMLScripts.removed(from: written)
      if kept.count < written.count { node.setLiteral(kept) }
    }
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

/// The extensions of cmark-gfm, registered once and made safe for several threads.
///
/// cmark-gfm stores the trigger characters of extensions in a process-wide table. Each parse adds the characters and
/// removes them at its end, so a parse on another thread misses them. One parse at startup registers the characters of
/// `autolink` permanently. `strikethrough` needs its own list to pair tildes, so texts with a tilde are finished one at
/// a time, and all other texts are parsed without this extension.
enum MarkdownExtensions {
  private static let names = ["table", "autolink", "tagfilter", "tasklist"]
  private static let tildeLock = Mutex(())

  /// Creates a parser with every extension that `bytes` can need, in an arena or in other memory. The caller frees it.
  static func makeParser(for bytes: ArraySlice<UInt8>, in arena: ParsingArena?) -> OpaquePointer? {
    register
    let parser =
      unsafe arena == nil
      ? cmark_parser_new(MarkdownTree.options)
      : cmark_parser_new_with_mem(MarkdownTree.options, ParsingArena.allocator)
    guard let parser = unsafe parser else { return nil }
    for name in names { unsafe attach(name, to: parser) }
    if holds(ASCII.tilde, in: bytes) { unsafe attach("strikethrough", to: parser) }
    return unsafe parser
  }

  /// Ends a parse: only now does cmark read the content of the blocks.
  static func finish(_ parser: OpaquePointer, of bytes: ArraySlice<UInt8>) -> OpaquePointer? {
    guard holds(ASCII.tilde, in: bytes) else { return unsafe cmark_parser_finish(parser) }
    var root: OpaquePointer?
    tildeLock.withLock { _ in unsafe root = cmark_parser_finish(parser) }
    return unsafe root
  }

  private static func attach(_ name: String, to parser: OpaquePointer) {
    unsafe cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension(name))
  }

  private static let register: Void = {
    cmark_gfm_core_extensions_ensure_registered()
    keepAutolinkSigns()
  }()

  /// Prevents cmark from removing the trigger characters of autolinks: during a parse, a separate extension empties the
  /// list of characters that would be removed at its end.
  private static func keepAutolinkSigns() {
    guard let parser = unsafe cmark_parser_new(MarkdownTree.options),
      let keeper = unsafe cmark_syntax_extension_new("sign-keeper")
    else { return }
    defer { unsafe cmark_parser_free(parser) }
    unsafe attach("autolink", to: parser)
    unsafe cmark_syntax_extension_set_match_inline_func(keeper) { _, _, _, _, _ in
      if let autolink = unsafe cmark_find_syntax_extension("autolink") {
        unsafe cmark_syntax_extension_set_special_inline_chars(autolink, nil)
      }
      return nil
    }
    unsafe cmark_parser_attach_syntax_extension(parser, keeper)
    // The colon is a sign of autolinks, so that every extension is asked about it.
    unsafe cmark_parser_feed(parser, "a:\n", 3)
    if let root = unsafe cmark_parser_finish(parser) { unsafe cmark_node_free(root) }
  }
}

/// The HTML that cmark-gfm makes of a body. Raw HTML in it is the note's own and must be sanitised.
package enum NoteHTML {
  /// Renders a body as HTML. A body that ``ParsingGuard`` refuses becomes text in `<pre>`.
  package static func render(
    _ bytes: ArraySlice<UInt8>, keepsLineBreaks: Bool = false, dropsScripts: Bool = false
  ) -> [UInt8] {
    guard let tree = MarkdownTree(parsing: bytes) else {
      return Array(("<pre>" + escapedHTML(String(decoding: bytes, as: UTF8.self)) + "</pre>\n").utf8)
    }
    if dropsScripts, HTMLScripts.mayBegin(in: bytes) { tree.dropScripts() }
    return tree.htmlWithFenceInfo(keepsLineBreaks: keepsLineBreaks)
  }
}

/// Elements of HTML whose content is no text: `<script>…</script>`, `<style>…</style>`.
enum HTMLScripts {
  private static let names = ["script", "style"].map { Array($0.utf8) }

  /// Returns true if a text may contain a `script` or `style` element.
  static func mayBegin(in bytes: ArraySlice<UInt8>) -> Bool {
    bytes.indices.contains { name(in: bytes, at: $0, after: "<") != nil }
  }

  /// Removes the `script` and `style` elements that have an end tag.
  static func removed(from bytes: [UInt8]) -> [UInt8] {
    var kept: [UInt8] = []
    var unended: [[UInt8]] = []
    var index = 0
    while index < bytes.count {
      if let name = name(in: bytes[...], at: index, after: "<"), !unended.contains(name) {
        let end = bytes.indices[index...].first { self.name(in: bytes[...], at: $0, after: "</") == name }
        if let close = end.flatMap({ bytes[$0...].firstIndex(of: ASCII.greater) }) {
          index = close + 1
          continue
        }
        unended.append(name)
      }
      kept.append(bytes[index])
      index += 1
    }
    return kept
  }

  /// Returns the name of the tag at an offset if it is `script` or `style`.
  private static func name(in bytes: ArraySlice<UInt8>, at offset: Int, after mark: String) -> [UInt8]? {
    guard bytes[offset] == ASCII.less, bytes[offset...].starts(with: mark.utf8) else { return nil }
    let rest = bytes[offset...].dropFirst(mark.utf8.count)
    return names.first { name in
      rest.prefix(name.count).lazy.map { $0 | 0x20 }.elementsEqual(name)
        && rest.dropFirst(name.count).first.map { !ASCII.isAlphanumeric($0) } ?? false
    }
  }
}

/// Escapes the five characters that have a meaning in HTML as entities.
package func escapedHTML(_ text: String) -> String {
  var result = ""
  result.reserveCapacity(text.utf8.count)
  for character in text.unicodeScalars {
    switch character {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&#39;"
    default: result.unicodeScalars.append(character)
    }
  }
  return result
}

/// The parser of Markdown that this program is linked with.
package enum MarkdownParser {
  package static var version: String { unsafe String(cString: cmark_version_string()) }
}
