package import ByteBasics

/// A canvas (JSON Canvas, `.canvas`): its cards, with the places of their links in the file.
package struct CanvasDocument: Sendable {
  /// A file that the canvas shows: a file card, or the picture behind a group.
  package struct FileCard: Sendable {
    /// The path from the root of the repository.
    package let path: JSONString
    /// `#heading` or `#^block`
    package let subpath: JSONString?
    package let line: Int
  }

  package struct TextCard: Sendable {
    package let text: JSONString
    /// The text after a line feed, so that no part of it is read as front matter.
    package let document: Document
    package let line: Int

    /// Converts an edit of ``document`` into an edit of the file.
    package func edit(_ edit: TextEdit) -> TextEdit {
      text.edit(TextEdit(range: inText(edit.range), replacement: edit.replacement))
    }

    func range(_ range: ByteRange) -> ByteRange { text.range(inText(range)) }

    private func inText(_ range: ByteRange) -> ByteRange {
      ByteRange(max(0, range.lowerBound - 1), max(0, range.upperBound - 1))
    }
  }

  package let source: SourceBuffer
  package private(set) var files: [FileCard] = []
  package private(set) var texts: [TextCard] = []

  /// The largest file that is read.
  package static let sizeLimit = 16_000_000

  /// Reads the cards of a canvas.
  ///
  /// - Throws: ``CanvasMistake`` if it is too large, or not JSON.
  package init(parsing bytes: [UInt8]) throws(CanvasMistake) {
    source = SourceBuffer(bytes)
    guard case .array(let nodes)? = try Self.value(of: bytes)?["nodes"] else { return }
    var lines = LineCounter(bytes)
    for node in nodes { add(node, &lines) }
  }

  /// Parses the object of a canvas. Returns nil for an empty file, which Obsidian creates as a new canvas.
  package static func value(of bytes: [UInt8]) throws(CanvasMistake) -> LocatedJSON? {
    guard bytes.count <= sizeLimit else { throw .tooLarge }
    if bytes.allSatisfy({ $0 <= ASCII.space }) { return nil }
    let value: LocatedJSON
    do throws(JSONValueReader.Mistake) {
      value = try JSONValueReader.value(of: bytes)
    } catch {
      throw .notJSON(line: 1 + bytes[..<error.offset].count { $0 == ASCII.lineFeed })
    }
    guard case .object = value else { throw .notJSON(line: 1) }
    return value
  }

  private mutating func add(_ node: LocatedJSON, _ lines: inout LineCounter) {
    switch node["type"]?.string?.text {
    case "file":
      guard let path = node["file"]?.string else { return }
      let line = lines.line(at: path.range.lowerBound)
      files.append(FileCard(path: path, subpath: node["subpath"]?.string, line: line))
    case "group":
      guard let path = node["background"]?.string else { return }
      let line = lines.line(at: path.range.lowerBound)
      files.append(FileCard(path: path, subpath: nil, line: line))
    case "text":
      guard let text = node["text"]?.string else { return }
      let line = lines.line(at: text.range.lowerBound)
      let document = Document(parsing: [ASCII.lineFeed] + text.bytes)
      texts.append(TextCard(text: text, document: document, line: line))
    default: return
    }
  }

  /// The links of all cards; those of file cards first.
  package var links: [Link] {
    files.map(\.link)
      + texts.flatMap { card in
        card.document.links.map { $0.moved(to: card.line) { card.range($0) } }
      }
  }
}

extension CanvasDocument.FileCard {
  package var link: Link {
    let fragment = subpath.map(\.text).flatMap { $0.hasPrefix("#") ? String($0.dropFirst()) : nil }
    return Link(
      kind: .canvas, range: path.range, destinationRange: path.range, destination: path.text,
      fragment: fragment, text: nil, line: line)
  }
}

extension Link {
  /// Converts a link of a card into a link of the file that contains the card.
  fileprivate func moved(to line: Int, _ range: (ByteRange) -> ByteRange) -> Link {
    Link(
      kind: kind, range: self.range.map(range), destinationRange: destinationRange.map(range),
      destination: destination, fragment: fragment, text: text, line: line)
  }
}

package enum CanvasMistake: Error, Hashable {
  case tooLarge
  /// The first line that is not JSON, 1-based.
  case notJSON(line: Int)
}

/// Numbers of lines for offsets that mostly ascend.
private struct LineCounter {
  private let bytes: [UInt8]
  private var offset = 0
  private var line = 1

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func line(at target: Int) -> Int {
    if target < offset { (offset, line) = (0, 1) }
    line += bytes[offset..<target].count { $0 == ASCII.lineFeed }
    offset = target
    return line
  }
}
