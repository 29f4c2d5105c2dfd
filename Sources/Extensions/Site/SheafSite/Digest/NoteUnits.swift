import ByteBasics
import NoteModel
import NotePresentation
import NoteSyntax
import Wording

/// A part of a note that is compared as a whole.
struct NoteUnit: Hashable {
  enum Kind: Hashable {
    case heading, sentence, item, code
    case box(TaskStatus)
    /// A row with the names of its columns.
    case row(columns: [String])

    /// The number of the kind; all boxes have one number, and all rows, whatever their state and columns.
    var family: Int {
      switch self {
      case .heading: 0
      case .sentence: 1
      case .item: 2
      case .code: 3
      case .box: 4
      case .row: 5
      }
    }
  }

  let kind: Kind
  /// The text as a reader sees it, without the parts that a comparison ignores.
  let text: String
  var cells: [String] = []
  var task: TaskItem?
  let heading: String?
  /// The number of the block. Sentences of the same paragraph have the same number.
  let block: Int
}

struct NoteUnits {
  private(set) var units: [NoteUnit] = []
  private let note: Note
  private let document: Document
  private let names: [String: String]
  private let hidden: [ByteRange]
  private static let words = BodyWords(.english)

  init(_ note: Note, _ names: [String: String]) {
    self.note = note
    self.names = names
    document = note.document
    hidden = document.privateRanges
    read()
  }

  private mutating func read() {
    var heading: String?
    var columns: [String] = []
    var table: ByteRange?
    var item: ByteRange?
    let boxes = Dictionary(document.checkboxes.map { ($0.lineRange.lowerBound, $0) }) { first, _ in first }
    let tasks = Dictionary(
      note.tasks.compactMap { task -> (Int, TaskItem)? in
        if case .checkbox(let line) = task.source { (line, task) } else { nil }
      }
    ) { first, _ in first }
    for (number, block) in document.blocks.enumerated() where !hidden.contains(where: { $0.contains(block.range) }) {
      switch block.kind {
      case .heading:
        guard let found = document.headings.first(where: { $0.range == block.range }), found.text != note.leadingHeading
        else { continue }
        add(.heading, found.text, heading, number)
        heading = found.text
      case .item: item = block.range
      case .paragraph:
        let isItem = item?.contains(block.range) == true
        // The box stands before the paragraph, on the same line.
        if isItem,
          let box = document.checkboxes.first(where: {
            block.range.contains($0.textRange.lowerBound) || $0.lineRange.contains(block.range.lowerBound)
          }), let task = tasks[box.line], boxes[box.lineRange.lowerBound] != nil
        {
          add(.box(task.status), PlainText.words(ofMarkdown: task.title, Self.words), heading, number, task)
          let rest = text(ByteRange(min(box.textRange.upperBound, block.range.upperBound), block.range.upperBound))
          for part in Self.sentences(rest) { add(.sentence, part, heading, number) }
        } else {
          let text = text(block.range)
          for part in isItem ? [text] : Self.sentences(text) { add(isItem ? .item : .sentence, part, heading, number) }
        }
      case .codeBlock: add(.code, String(decoding: document.source[block.range], as: UTF8.self), heading, number)
      case .table: (table, columns) = (block.range, [])
      case .tableRow:
        let cells = tableCells(of: document.source[block.range]).map { cell in
          self.text(ByteRange(cell.startIndex, cell.endIndex))
        }
        if table?.contains(block.range) == true, columns.isEmpty {
          columns = cells
        } else if !cells.isEmpty {
          units.append(
            NoteUnit(
              kind: .row(columns: columns), text: cells.joined(separator: " · "), cells: cells, heading: heading,
              block: number))
        }
      default: break
      }
    }
  }

  private mutating func add(
    _ kind: NoteUnit.Kind, _ text: String, _ heading: String?, _ block: Int, _ task: TaskItem? = nil
  ) {
    // A template that nobody filled in is no text.
    guard !text.isEmpty, kind == .code || !text.hasUnfilledTag else { return }
    units.append(NoteUnit(kind: kind, text: text, task: task, heading: heading, block: block))
  }

  /// Returns the words of a range: the texts of links, without pictures and private text.
  private func text(_ range: ByteRange) -> String {
    var edits = hidden.filter { $0.lowerBound < range.upperBound && $0.upperBound > range.lowerBound }.map {
      TextEdit(
        range: ByteRange(max($0.lowerBound, range.lowerBound), min($0.upperBound, range.upperBound)), replacement: "")
    }
    edits += document.blockIdentifiers.map { TextEdit(range: $0.range, replacement: "") }
    edits += document.links.compactMap { link in
      link.range.map { TextEdit(range: $0, replacement: words(of: link)) }
    }
    var result: [UInt8] = []
    var place = range.lowerBound
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where edit.range.lowerBound >= place && range.contains(edit.range) {
      result += document.source[ByteRange(place, edit.range.lowerBound)] + edit.replacement
      place = edit.range.upperBound
    }
    result += document.source[ByteRange(place, range.upperBound)]
    let line = String(decoding: result, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.isEmpty ? "" : PlainText.words(ofMarkdown: line, Self.words)
  }

  private func words(of link: Link) -> String {
    switch link.kind {
    case .image, .embed, .definition: return ""
    case .wiki where link.text == nil:
      let name = names[link.destination] ?? link.destination
      let last = name.split(separator: "/").last.map(String.init) ?? name
      return last.hasSuffix(".md") ? String(last.dropLast(3)) : last
    default: return link.text ?? link.destination
    }
  }

  /// Ends a sentence at its mark if a space follows.
  static func sentences(_ text: String) -> [String] {
    var result: [String] = []
    var current = ""
    var isEnd = false
    for character in text {
      if isEnd, character == " " {
        result.append(current)
        current = ""
      } else {
        current.append(character)
      }
      isEnd = ".!?。！？…".contains(character) || isEnd && "\"”’)』」".contains(character)
    }
    return current.isEmpty ? result : result + [current]
  }
}
