import ByteBasics
import CCMarkGFM
import Synchronization

/// The extensions of cmark-gfm, registered once and made safe for several threads.
///
/// cmark-gfm keeps the characters that its extensions look for in a table of the whole process: every parse enters
/// them and takes them out at its end, so that a parse on another thread misses them. Those of `autolink` are
/// kept there for good by one parse at the start. `strikethrough` needs its own list to pair tildes, so texts
/// with a tilde are finished one at a time and all others go without that extension.
enum MarkdownExtensions {
  private static let names = ["table", "autolink", "tagfilter", "tasklist"]
  private static let tildeLock = Mutex(())

  /// A parser with every extension that `bytes` can need, in an arena or in the usual memory, where the caller
  /// frees it.
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

  /// Ends a parse: here cmark reads what is in the blocks.
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

  /// While a text is parsed, an extension of our own empties the list of characters that would be taken out at the end.
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
