import ByteBasics
package import NoteModel
import NoteSyntax
package import Wording

/// A note in which a heading or a block gets another name.
package struct AnchorRenaming: Sendable {
  package let before: [UInt8]
  package let after: [UInt8]

  /// - Parameters:
  ///   - path: The note's, for messages.
  ///   - bytes: The note.
  ///   - anchor: What a wiki link writes after `#`: `Aim`, `Plan#Aim`, `plan-1`, `^block`.
  ///   - name: The heading's new text, or the block's new name.
  /// - Throws: Where there is no such anchor, or it cannot have that name.
  package init(
    _ path: NotePath, bytes: [UInt8], anchor: String, name: String
  ) throws(AnchorRenamingError) {
    let document = Document(parsing: bytes)
    let anchors = NoteAnchors(document)
    func fail(_ reason: AnchorRenamingError.Reason) -> AnchorRenamingError {
      AnchorRenamingError(path: path, anchor: anchor, name: name, reason: reason)
    }
    let edit: TextEdit
    switch anchors.place(of: anchor, isWiki: true)?.target {
    case .heading(let position):
      guard let found = document.edit(document.headings[position], text: name) else {
        throw fail(.unwritableHeading)
      }
      edit = found
    case .block(let position):
      let block = name.hasPrefix("^") ? String(name.dropFirst()) : name
      guard Self.isBlockName(block) else { throw fail(.invalidBlock) }
      let taken = document.blockIdentifiers.enumerated().contains {
        $0.offset != position && $0.element.name.lowercased() == block.lowercased()
      }
      guard !taken else { throw fail(.takenBlock) }
      edit = TextEdit(range: document.blockIdentifiers[position].range, replacement: "^" + block)
    case .element, nil: throw fail(.notFound(near: Self.nearest(anchor, document)))
    }
    guard let result = try? document.source.applying([edit]),
      AnchorChange(from: anchors, to: NoteAnchors(Document(parsing: result.bytes))) != nil
    else { throw fail(.unwritableHeading) }
    before = bytes
    after = result.bytes
  }

  private static func isBlockName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "-")
      }
  }

  private static func nearest(_ anchor: String, _ document: Document) -> String? {
    let headings = document.headings.map { HeadingAttributes.text(of: $0) }
    return nearestName(
      to: anchor, among: headings + document.blockIdentifiers.map { "^" + $0.name })
  }
}

/// A heading or a block does not get the name it was to have.
package struct AnchorRenamingError: ExplainedError {
  enum Reason: Sendable {
    case notFound(near: String?)
    /// The text would read as something else: as several lines, or as no heading.
    case unwritableHeading
    case invalidBlock, takenBlock
  }

  let path: NotePath
  let anchor: String
  let name: String
  let reason: Reason

  package var category: ErrorCategory {
    switch reason {
    case .notFound: .notFound
    case .unwritableHeading, .invalidBlock: .usage
    case .takenBlock: .cannotCreate
    }
  }

  package var explanation: Message {
    switch reason {
    case .notFound:
      Message(
        "\(path) has no heading or block “\(anchor)”",
        ko: "\(path)에서 “\(anchor)” 제목이나 블록을 찾을 수 없습니다")
    case .unwritableHeading:
      Message("“\(name)” cannot be the text of a heading", ko: "제목으로 쓸 수 없는 텍스트입니다: “\(name)”")
    case .invalidBlock:
      Message(
        "“\(name)” is not a block id: only letters A to Z, digits and hyphens are allowed",
        ko: "블록 id로 쓸 수 없습니다: “\(name)”. 로마자, 숫자, 붙임표만 사용할 수 있습니다")
    case .takenBlock:
      Message("\(path) already has a block “\(name)”", ko: "\(path)에 “\(name)” 블록이 이미 있습니다")
    }
  }

  package var hint: Message? {
    guard case .notFound(let near?) = reason else { return nil }
    return Message("Did you mean “\(near)”?", ko: "혹시 “\(near)”인가요?")
  }
}
