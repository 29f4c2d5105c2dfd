import ByteBasics

/// What the containers of a body put before their lines, in a style.
struct ContainerMarks {
  let outline: BlockOutline
  let style: FormattingStyle

  /// Before the first line of a container.
  func opening(of index: Int) -> ContainerMark {
    let container = outline.containers[index]
    guard container.kind == .item else { return .quote }
    let list = outline.lists[container.list]
    guard list.isOrdered else {
      return .bullet(bullet(of: list).byte, width: indent(behind: 1))
    }
    let number = number(of: container, in: list)
    return .number(number, delimiter: list.delimiter, width: indent(behind: digits(of: number) + 1))
  }

  /// Before the other lines.
  func continuation(of index: Int) -> ContainerMark {
    let container = outline.containers[index]
    guard container.kind == .item else { return .quote }
    let list = outline.lists[container.list]
    let length = list.isOrdered ? digits(of: number(of: container, in: list)) + 1 : 1
    return .spaces(indent(behind: length))
  }

  /// The sign of an item of a bullet list, nil for other containers.
  func bullet(of index: Int) -> UInt8? {
    let container = outline.containers[index]
    guard container.kind == .item else { return nil }
    let list = outline.lists[container.list]
    return list.isOrdered ? nil : bullet(of: list).byte
  }

  private func bullet(of list: BlockOutline.List) -> FormattingStyle.Bullet {
    list.isAlternate ? style.bullet.alternate : style.bullet
  }

  private func indent(behind markerLength: Int) -> Int {
    style.listIndent == .four ? max(4, markerLength + 1) : markerLength + 1
  }

  private func digits(of number: Int) -> Int {
    var count = 1
    var rest = number / 10
    while rest > 0 {
      rest /= 10
      count += 1
    }
    return count
  }

  private func number(of item: BlockOutline.Container, in list: BlockOutline.List) -> Int {
    guard let first = list.numbers.first else { return item.number }
    switch style.numbering {
    case .keep: return item.number
    case .same: return first
    case .ascending:
      if list.numbers.count > 1, list.numbers[1] == first { return first }
      let last = first + list.count - 1
      return last > 999_999_999 ? item.number : first + item.ordinal
    }
  }
}

/// The character at the head of a list item: `-`, `*`, `+`, or a number with `.` or `)`.
struct ListMarker {
  let length: Int
  let number: Int
  let delimiter: UInt8

  init?(_ bytes: [UInt8], at start: Int, end: Int) {
    var offset = start
    var number = 0
    while offset < end, offset - start < 9, ASCII.isDigit(bytes[offset]) {
      number = number * 10 + Int(bytes[offset] - 0x30)
      offset += 1
    }
    guard offset < end else { return nil }
    let byte = bytes[offset]
    let isMarker =
      offset == start
      ? byte == ASCII.hyphen || byte == ASCII.plus || byte == UInt8(ascii: "*")
      : byte == ASCII.period || byte == ASCII.rightParenthesis
    guard isMarker, offset + 1 == end || ASCII.isBlank(bytes[offset + 1]) else { return nil }
    length = offset + 1 - start
    self.number = number
    delimiter = byte
  }
}
