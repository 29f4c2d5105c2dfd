import ByteBasics
import MarkdownFormatting
import Wording

/// Writes HTML as Markdown, with the proof of ``DocumentWriter`` that it reads back as the same document.
struct HTMLConverter {
  /// The Markdown, and the parts of the page that could not be converted unchanged.
  struct Result {
    let markdown: String
    let losses: [Message]
  }

  /// Converts HTML to Markdown. `address` returns the destination of a link or picture; nil drops the link and keeps
  /// its words.
  func convert(_ html: [UInt8], address: @escaping (String) -> String? = Self.safeAddress) -> Result {
    convert(HTMLTreeBuilder.nodes(of: html), address: address)
  }

  /// Converts a part of a page.
  func convert(_ nodes: [HTMLNode], address: @escaping (String) -> String? = Self.safeAddress) -> Result {
    let inlines = HTMLInlines(address: address)
    let blocks = HTMLBlocks.blocks(of: nodes, inlines)
    let result = PlainMarkdown.converted(blocks)
    return Result(markdown: result.markdown, losses: inlines.losses.messages + result.losses)
  }

  /// Web pages, mail and paths stay; links that would run a program do not.
  static let safeAddress: @Sendable (String) -> String? = { address in
    // A browser drops these as well.
    let address = String(address.filter { !$0.isNewline && $0 != "\t" }.drop { $0.isASCII && $0 <= " " })
    guard let colon = schemeEnd(of: address.utf8) else { return address }
    let unsafe: Set<String> = ["javascript", "vbscript", "data", "file", "about", "blob"]
    return unsafe.contains(address[..<colon].lowercased()) ? nil : address
  }
}
