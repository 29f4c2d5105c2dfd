import ByteBasics
import CivilCalendar
package import NoteSyntax

/// The two ways of writing fields into a check-box line: marks, and keys in brackets.
package enum CheckboxNotation: String, Sendable, CaseIterable {
  /// `📅 2026-11-30`
  case emoji
  /// `[due:: 2026-11-30]`
  case brackets

  /// A mark with its key, and the value if the mark itself is one.
  package struct Sign: Sendable {
    package let bytes: [UInt8]
    package let key: String
    package let value: String?

    fileprivate init(_ text: String, _ key: String, _ value: String? = nil) {
      bytes = Array(text.utf8)
      self.key = key
      self.value = value
    }
  }

  /// The keys of the bracket notation.
  static let keys: Set<String> = dayKeys.union(ownKeys).union([
    "priority", "repeat", "id", "dependsOn", "onCompletion", "remind",
  ])

  /// The fields whose value is a day.
  package static let dayKeys: Set<String> = [
    "created", "scheduled", "start", "due", "completion", "cancelled",
  ]

  /// The fields that only Sheaf knows.
  private static let ownKeys: Set<String> = ["project", "anchor", "time"]

  static let longestKey = keys.reduce(0) { max($0, $1.utf8.count) }

  /// The marks of the fields. Of several marks with one meaning the first is written, and all are read.
  package static let signs: [Sign] = [
    Sign("📅", "due"), Sign("📆", "due"), Sign("🗓", "due"), Sign("⏳", "scheduled"),
    Sign("⌛", "scheduled"), Sign("🛫", "start"), Sign("➕", "created"),
    Sign("✅", "completion"), Sign("❌", "cancelled"), Sign("🔺", "priority", "urgent"),
    Sign("⏫", "priority", "high"), Sign("🔼", "priority", "normal"), Sign("🔽", "priority", "low"),
    Sign("⏬", "priority", "low"), Sign("🔁", "repeat"), Sign("🏁", "onCompletion"), Sign("🆔", "id"),
    Sign("⛔", "dependsOn"), Sign("⏰", "remind"),
  ]

  /// The marks that a value follows, each with its key.
  package static let signsOfValues: [(sign: String, key: String)] =
    signs.filter { $0.value == nil }.map { (String(decoding: $0.bytes, as: UTF8.self), $0.key) }

  /// The fields of a check box that people type, in the order in which they are offered.
  package static let typedKeys = [
    "due", "scheduled", "start", "priority", "repeat", "remind", "id", "dependsOn", "project",
  ]

  /// Returns the mark at `index`.
  package static func sign(in bytes: [UInt8], at index: Int) -> Sign? {
    guard bytes[index] == 0xE2 || bytes[index] == 0xF0 else { return nil }
    return signs.first { bytes[index...].starts(with: $0.bytes) }
  }

  /// Writes a field in this notation. Keys without a mark are written in brackets.
  package func written(_ key: String, _ value: String) -> String {
    let brackets = "[\(key):: \(value)]"
    guard self == .emoji else { return brackets }
    if let sign = Self.signs.first(where: { $0.key == key && $0.value == value }) {
      return String(decoding: sign.bytes, as: UTF8.self)
    }
    guard let sign = Self.signs.first(where: { $0.key == key && $0.value == nil }) else { return brackets }
    return String(decoding: sign.bytes, as: UTF8.self) + " " + Self.plain(value, of: key)
  }

  /// Writes a reminder’s moment like the Reminder plug-in of Obsidian: `2026-11-30 09:00`.
  private static func plain(_ value: String, of key: String) -> String {
    guard key == "remind", case .moment(let moment)? = CivilDate(iso: value) else { return value }
    return "\(moment.day) \(moment.time)"
  }

  /// Returns true if Obsidian Tasks reads the field in this notation.
  ///
  /// Obsidian Tasks reads a line from its end and stops at the first unknown text, so all other fields must be before
  /// these.
  func isReadFromTheEnd(_ key: String, _ value: String) -> Bool {
    guard !Self.ownKeys.contains(key), key != "remind", Self.keys.contains(key) else { return false }
    switch key {
    case "repeat", "id", "dependsOn":
      return value.utf8.allSatisfy { byte in
        (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || " ,!-_".utf8.contains(byte)
      }
    default: return true
    }
  }
}

/// Fields on their way into a check-box line, in the order that keeps them readable for Obsidian Tasks.
package struct CheckboxInsertion {
  /// The fields before all marks, and those at the end of the line.
  package private(set) var front: [String] = []
  package private(set) var back: [String] = []
  private let notation: CheckboxNotation

  package init(_ notation: CheckboxNotation) { self.notation = notation }

  package mutating func add(_ key: String, _ value: String) {
    let text = notation.written(key, value)
    if notation.isReadFromTheEnd(key, value) { back.append(text) } else { front.append(text) }
  }
}

/// The check boxes of a note, to which one is added in their own style.
package struct CheckboxList {
  private let document: Document
  private let section: Heading?

  /// - Parameter section: The heading in whose section a box is added. Nil for the whole note.
  package init(_ document: Document, section: Heading? = nil) {
    self.document = document
    self.section = section
  }

  /// The notation that the note's boxes use. Nil if none has a field.
  package var notation: CheckboxNotation? {
    document.checkboxes.lazy.compactMap { checkbox in
      CheckboxEditor(checkbox, in: document).notation
    }.first
  }

  /// Puts a box after the last one of the top level, or at the end of the note or section.
  ///
  /// - Returns: The new bytes, and the line of the box.
  package func adding(_ text: String) -> (bytes: [UInt8], line: Int) {
    let bytes = document.source.bytes
    let lineEnd = ByteBasics.lineEnd(of: bytes)
    let room = section.map { TextInsertion(document, section: $0).room }
    let last = document.checkboxes.last { box in
      box.depth == 0 && room.map { $0.contains(box.lineRange) } ?? true
    }
    guard let last else {
      if let section { return TextInsertion(document, section: section).inserting("- [ ] " + text, at: .end) }
      let gap = Self.gap(after: bytes, lineEnd)
      let added = bytes + gap + Array(("- [ ] " + text).utf8) + lineEnd
      return (added, added.dropLast().count { $0 == 0x0A } + 1)
    }
    let start = last.lineRange.lowerBound
    let marker = bytes[start..<(last.stateRange.lowerBound - 1)]
    let end = endOfItem(of: last)
    let isLastLine = end == bytes.count && bytes.last != 0x0A
    let line = Array(marker) + Array(("[ ] " + text).utf8)
    let added =
      isLastLine
      ? bytes + lineEnd + line
      : Array(bytes[..<end]) + line + lineEnd + gap(after: marker, at: end, lineEnd) + Array(bytes[end...])
    let newStart = isLastLine ? end + lineEnd.count : end
    return (added, added[..<newStart].count { $0 == 0x0A } + 1)
  }

  /// Returns the line ends that make one blank line after a text, and none at the beginning of a file.
  private static func gap(after bytes: [UInt8], _ lineEnd: [UInt8]) -> [UInt8] {
    guard !bytes.isEmpty else { return [] }
    guard bytes.last == 0x0A else { return lineEnd + lineEnd }
    let line = bytes.dropLast().reversed().prefix { $0 != 0x0A }
    let isBlank = line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    return isBlank ? [] : lineEnd
  }

  /// Returns the empty line needed between a box and a following paragraph, which would otherwise continue the box.
  private func gap(after marker: ArraySlice<UInt8>, at end: Int, _ lineEnd: [UInt8]) -> [UInt8] {
    let bytes = document.source.bytes
    let next = bytes[end...].firstIndex(of: 0x0A) ?? bytes.count
    let isBeforeParagraph = document.blocks.contains { block in
      block.kind == .paragraph && block.range.lowerBound >= end && block.range.lowerBound < next
        && bytes[end..<block.range.lowerBound].allSatisfy { ASCII.isWhiteSpace($0) || $0 == ASCII.greater }
    }
    guard isBeforeParagraph else { return [] }
    let quotation = marker.lastIndex(of: ASCII.greater).map { marker[...$0] } ?? []
    return Array(quotation) + lineEnd
  }

  /// Returns the start of the line after an item and everything that belongs to it. Empty lines of its quotation, and
  /// unindented comments below it, such as the settings of a board, are not included.
  private func endOfItem(of checkbox: Checkbox) -> Int {
    let bytes = document.source.bytes
    let first = checkbox.lineRange.upperBound
    let item = document.blocks.last { $0.kind == .item && $0.range.contains(checkbox.stateRange) }
    var end = max(first, min(item?.range.upperBound ?? first, bytes.count))
    let isQuoted = bytes[checkbox.lineRange.lowerBound..<checkbox.stateRange.lowerBound].contains(ASCII.greater)
    func leaveBlanks() {
      while end > first, ASCII.isWhiteSpace(bytes[end - 1]) || isQuoted && bytes[end - 1] == ASCII.greater { end -= 1 }
    }
    leaveBlanks()
    while let comment = document.marks.last(where: { $0.kind == .comment && $0.range.lowerBound < end })?.range,
      comment.lowerBound > first, comment.upperBound >= end, bytes[comment.lowerBound - 1] == ASCII.lineFeed
    {
      end = comment.lowerBound
      leaveBlanks()
    }
    return bytes[end...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
  }
}
