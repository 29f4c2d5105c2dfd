import ByteBasics
import NoteModel
import NoteSyntax
import Wording

/// Sorting the list under the cursor, and writing it with other marks.
struct ListActions {
  let scene: ActionScene

  /// An item with everything below it, and its mark.
  private struct Item {
    let range: ByteRange
    let indent: Int
    /// `- `, `1. ` with a box after it if there is one.
    let mark: ByteRange
    let text: String
  }

  var all: [CodeAction] {
    guard let (list, items) = list, items.count > 0 else { return [] }
    var actions: [CodeAction] = []
    if items.count > 1 {
      actions.append(contentsOf: action(Message("Sort the list", ko: "목록 정렬하기"), sorted(list, items)))
    }
    for (title, mark) in [
      (Message("Make a bullet list", ko: "글머리 기호 목록으로 바꾸기"), Mark.bullet),
      (Message("Make a numbered list", ko: "번호 목록으로 바꾸기"), Mark.number),
      (Message("Make a list of check boxes", ko: "체크박스 목록으로 바꾸기"), Mark.box),
    ] { actions += action(title, written(items, mark)) }
    return actions
  }

  private enum Mark { case bullet, number, box }

  private func action(_ title: Message, _ edits: [TextEdit]) -> [CodeAction] {
    guard !edits.isEmpty, let after = try? scene.parsed.source.applying(edits),
      after.bytes != scene.document.bytes,
      Document(parsing: after.bytes).links.count == scene.parsed.links.count
    else { return [] }
    return [CodeAction(title: title, kind: CodeActionKind.rewrite, edit: scene.edit(to: after.bytes))]
  }

  /// The innermost list around the cursor and its own items.
  private var list: (ByteRange, [Item])? {
    let blocks = scene.parsed.blocks
    let offset = scene.offset
    let around = blocks.filter {
      $0.kind == .list && $0.range.lowerBound <= offset && offset <= $0.range.upperBound
    }
    guard let list = around.max(by: { $0.depth < $1.depth }) else { return nil }
    let items = blocks.filter {
      $0.kind == .item && $0.depth == list.depth + 1 && list.range.contains($0.range)
    }
    let read = items.compactMap { item($0.range) }
    return read.count == items.count ? (list.range, read) : nil
  }

  /// Returns the lines of an item, from the line of its marker to the last line below it.
  private func item(_ block: ByteRange) -> Item? {
    let table = scene.document.table
    let bytes = scene.document.bytes
    let first = table.content(ofLine: table.line(at: block.lowerBound))
    var end = block.upperBound
    while end > block.lowerBound, ASCII.isWhiteSpace(bytes[end - 1]) { end -= 1 }
    end = table.content(ofLine: table.line(at: end)).upperBound
    var index = first.lowerBound
    while index < first.upperBound, ASCII.isBlank(bytes[index]) { index += 1 }
    let indent = index - first.lowerBound
    // An item inside a quote, or after another's mark, is left alone.
    guard index < first.upperBound, index == block.lowerBound else { return nil }
    let start = index
    if "-*+".utf8.contains(bytes[index]) {
      index += 1
    } else {
      while index < first.upperBound, ASCII.isDigit(bytes[index]) { index += 1 }
      guard index > start, index < first.upperBound,
        bytes[index] == ASCII.period || bytes[index] == ASCII.rightParenthesis
      else { return nil }
      index += 1
    }
    guard index < first.upperBound, bytes[index] == ASCII.space else { return nil }
    index += 1
    if index + 3 < first.upperBound, bytes[index] == ASCII.leftBracket,
      bytes[index + 2] == ASCII.rightBracket,
      bytes[index + 3] == ASCII.space
    {
      index += 4
    }
    return Item(
      range: ByteRange(first.lowerBound, end), indent: indent, mark: ByteRange(start, index),
      text: foldedName(scene.parsed.source.text(in: ByteRange(index, first.upperBound))))
  }

  private func sorted(_ list: ByteRange, _ items: [Item]) -> [TextEdit] {
    let order = items.indices.sorted { left, right in
      items[left].text == items[right].text ? left < right : items[left].text < items[right].text
    }
    guard order != Array(items.indices) else { return [] }
    // Numbers keep their positions.
    return zip(items, order).map { place, index in
      let item = items[index]
      let isNumbered = ASCII.isDigit(scene.document.bytes[place.mark.lowerBound])
      guard isNumbered else {
        return TextEdit(range: place.range, replacement: Array(scene.parsed.source[item.range]))
      }
      return TextEdit(
        range: ByteRange(place.mark.upperBound, place.range.upperBound),
        replacement: Array(scene.parsed.source[ByteRange(item.mark.upperBound, item.range.upperBound)]))
    }
  }

  private func written(_ items: [Item], _ mark: Mark) -> [TextEdit] {
    items.enumerated().flatMap { position, item -> [TextEdit] in
      let text =
        switch mark {
        case .bullet: "- "
        case .number: "\(position + 1). "
        case .box: "- [ ] "
        }
      let old = scene.parsed.source.text(in: item.mark)
      // A check box keeps its state.
      if mark == .box, old.contains("[") { return [] }
      let plain = mark == .box ? "- " : text
      let oldPlain = old.prefix { $0 != "[" }
      return [TextEdit(range: item.mark, replacement: text)]
        + reindented(item, by: plain.utf8.count - oldPlain.utf8.count)
    }
  }

  /// Returns the edits that indent the lines below an item by the new width of its marker.
  private func reindented(_ item: Item, by distance: Int) -> [TextEdit] {
    guard distance != 0 else { return [] }
    let table = scene.document.table
    let first = table.line(at: item.range.lowerBound)
    let last = table.line(at: item.range.upperBound)
    guard last > first else { return [] }
    return ((first + 1)...last).compactMap { line in
      let content = table.content(ofLine: line)
      guard !content.isEmpty else { return nil }
      if distance > 0 {
        return TextEdit(
          range: ByteRange(content.lowerBound, content.lowerBound),
          replacement: String(repeating: " ", count: distance))
      }
      var end = content.lowerBound
      while end < content.upperBound, end - content.lowerBound < -distance,
        scene.document.bytes[end] == ASCII.space
      { end += 1 }
      return TextEdit(range: ByteRange(content.lowerBound, end), replacement: "")
    }
  }
}
