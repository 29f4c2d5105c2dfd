import MarkdownFormatting

/// A block of code as Evernote writes it: a `div` with a style of its own, and a `div` in it for each line.
struct EvernoteCode {
  private let element: HTMLNodeElement

  /// nil for any other element.
  init?(_ element: HTMLNodeElement) {
    let style = element.style
    guard ["--en-codeblock", "-en-codeblock"].contains(where: { style[$0] == "true" }) else {
      return nil
    }
    self.element = element
  }

  var block: DocumentTree.Block? {
    let text = Self.lines(of: element.children).joined(separator: "\n")
      .replacing("\u{A0}", with: " ")
    return text.contains { !$0.isWhitespace } ? .code(text + "\n", language: language) : nil
  }

  /// Versions of Evernote differ in the name of the declaration; `plaintext` is no language.
  private var language: String {
    let style = element.style
    let name = style["--en-codeblocklanguage"] ?? style["--en-syntaxlanguage"] ?? ""
    let isWord = name.allSatisfy { $0.isLetter || $0.isNumber || "+#-".contains($0) }
    return isWord && name != "plaintext" ? name : ""
  }

  /// A block is lines of its own; so is what stands between blocks, but for white space.
  private static func lines(of nodes: [HTMLNode]) -> [String] {
    var lines: [String] = []
    var run: [HTMLNode] = []
    func endRun() {
      let text = run.map(\.text).joined()
      let isSpace = nodes.count > run.count && text.allSatisfy(\.isWhitespace)
      if !run.isEmpty, !isSpace {
        lines += text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      }
      run = []
    }
    for node in nodes {
      if case .element(let inner) = node, HTMLTreeBuilder.blocks.contains(inner.name) {
        endRun()
        let own = self.lines(of: inner.children)
        // `<div><br></div>` is one empty line.
        lines += own.allSatisfy(\.isEmpty) ? [""] : own
      } else {
        run.append(node)
      }
    }
    endRun()
    return lines
  }
}
