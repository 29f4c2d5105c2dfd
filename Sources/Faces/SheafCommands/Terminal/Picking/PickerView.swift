import ByteBasics
import CivilCalendar
import NoteActions
import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax
import TerminalScreen
import TerminalText
import Wording

/// Draws a picker: the line that is typed, the rows, a preview if there is room, the keys.
struct PickerView {
  let size: ScreenSize
  let language: Language
  let asciiOnly: Bool
  var question: PickerQuestion?

  /// The position of the preview.
  private enum Arrangement { case beside, below, none }

  private var arrangement: Arrangement {
    if size.columns >= 100 { return .beside }
    return size.rows >= 20 ? .below : .none
  }

  /// The line that the user types in; the question is above it.
  var cursorRow: Int { question == nil ? 0 : 1 }

  /// The rows of the list that fit.
  var pageSize: Int {
    let free = max(1, size.rows - 2 - cursorRow)
    return arrangement == .below ? max(1, free * 2 / 5) : free
  }

  /// The lines of the preview that fit.
  var previewSize: ScreenSize {
    switch arrangement {
    case .beside: ScreenSize(columns: size.columns - listColumns - 3, rows: size.rows - 2 - cursorRow)
    case .below: ScreenSize(columns: size.columns, rows: size.rows - 3 - cursorRow - pageSize)
    case .none: ScreenSize(columns: 0, rows: 0)
    }
  }

  private var listColumns: Int { arrangement == .beside ? size.columns * 9 / 20 : size.columns }

  private var page: Page { Page(columns: size.columns, language: language, asciiOnly: asciiOnly, isTerminal: true) }

  private var prompt: String { asciiOnly ? "> " : "❯ " }

  /// Returns the position of the cursor: in the line at the top, or in that of a tag at the bottom.
  func cursor(_ state: PickerState) -> ScreenPosition {
    if let words = state.words {
      let column = CellWidth.of(text(Self.tagPrompt)) + words.cursorColumn
      return ScreenPosition(column: min(size.columns - 1, column), row: size.rows - 1)
    }
    let column = CellWidth.of(prompt) + state.line.cursorColumn
    return ScreenPosition(column: min(size.columns - 1, column), row: cursorRow)
  }

  private static let tagPrompt = Message("Tag: ", ko: "태그: ")

  /// Returns all lines of the screen, none wider than it.
  func lines(_ state: PickerState, preview: [StyledText]) -> [StyledText] {
    let list = state.showsKeys ? allKeys(state) : rows(state)
    let asked = question.map { [StyledText(text($0.text(ofSeveral: state.allowsSeveral)), .title)] }
    var lines = (asked ?? []) + [StyledText(prompt, .mark) + StyledText(state.line.text)]
    switch arrangement {
    case .none: lines += list
    case .below:
      lines += padded(list, to: pageSize)
      lines.append(StyledText(String(repeating: asciiOnly ? "-" : "─", count: size.columns), .line))
      lines += padded(preview, to: previewSize.rows)
    case .beside:
      let bar = StyledText(asciiOnly ? " | " : " │ ", .line)
      for row in 0..<pageSize {
        let left = (row < list.count ? list[row] : StyledText()).padded(to: listColumns)
        lines.append(left + bar + (row < preview.count ? preview[row] : StyledText()))
      }
    }
    return padded(lines, to: size.rows - 1).map { $0.truncated(to: size.columns) } + [keys(state)]
  }

  private func padded(_ lines: [StyledText], to count: Int) -> [StyledText] {
    let lines = lines.prefix(max(0, count))
    return lines + Array(repeating: StyledText(), count: max(0, count - lines.count))
  }

  private func rows(_ state: PickerState) -> [StyledText] {
    guard !state.items.isEmpty else {
      return [StyledText("  " + text(Message("No matches", ko: "일치하는 메모가 없습니다")), .dim)]
    }
    // The selection is kept in sight.
    let first = max(0, state.selection - pageSize + 1)
    return state.items.indices.dropFirst(first).prefix(pageSize).map { index in
      row(state.items[index], isSelected: index == state.selection, isMarked: state.marked.contains(state.items[index]))
    }
  }

  private func row(_ item: PickerItem, isSelected: Bool, isMarked: Bool) -> StyledText {
    let pointer = StyledText(isSelected ? (asciiOnly ? "> " : "▌ ") : "  ", .mark)
    let mark = StyledText(isMarked ? (asciiOnly ? "* " : "● ") : "", .match)
    let title = StyledText(page.title(item.title), isSelected ? .title : item.isOverdue ? .overdue : .plain)
    let room = listColumns - 2 - mark.width
    let detail = StyledText(item.detail, item.kind == .line ? .plain : .dim)
    guard room - title.width >= 12 else { return pointer + mark + title.truncated(to: room) }
    return pointer + mark + title + StyledText("  ") + detail.truncated(to: room - title.width - 2)
  }

  /// Returns as many keys as the width has room for, `?` always among them.
  private func keys(_ state: PickerState) -> StyledText {
    if let words = state.words { return StyledText(text(Self.tagPrompt), .title) + StyledText(words.text) }
    if !state.message.isEmpty { return StyledText(state.message, .match).truncated(to: size.columns) }
    var line = "\(state.items.isEmpty ? 0 : state.selection + 1)/\(state.count)"
    let more = text(Message("? keys", ko: "? 키"))
    for part in labels(state).map({ text($0) }) {
      guard CellWidth.of(line + part + more) + 4 <= size.columns else { break }
      line += "  " + part
    }
    return StyledText(line + "  " + more, .dim).truncated(to: size.columns)
  }

  private func labels(_ state: PickerState) -> [Message] {
    // Only `pick`, which opens the chosen note, has actions.
    let plain = state.actions.isEmpty ? Message("choose", ko: "선택") : Message("open", ko: "열기")
    let verb = question?.key ?? plain
    var labels = [Message("Enter \(verb.english)", ko: "Enter \(verb.korean)")]
    labels.append(Message("Esc close", ko: "Esc 닫기"))
    if state.allowsSeveral { labels.append(Message("Tab mark", ko: "Tab 표시")) }
    return labels + state.actions.compactMap(Self.label)
  }

  /// Returns one line per key, including the editing keys.
  private func allKeys(_ state: PickerState) -> [StyledText] {
    let editing = [
      Message("^N ^P next, previous", ko: "^N ^P 다음, 이전"),
      Message("PgUp PgDn one page", ko: "PgUp PgDn 한 화면씩"),
      Message("^U ^W delete line, word", ko: "^U ^W 줄, 단어 지우기"),
      Message("^Z stop; fg continues", ko: "^Z 멈추기(fg로 계속)"),
    ]
    return (labels(state) + editing).map { StyledText("  " + text($0)) }
  }

  private static func label(_ action: PickerState.Action) -> Message? {
    switch action {
    case .choose: nil
    case .create: Message("^O new", ko: "^O 새 메모")
    case .finish: Message("^D done", ko: "^D 완료")
    case .defer_: Message("^R tomorrow", ko: "^R 내일로")
    case .tag: Message("^T tag", ko: "^T 태그")
    case .copyLink: Message("^Y link", ko: "^Y 링크")
    }
  }

  private func text(_ message: Message) -> String { message.text(in: language) }
}

/// The preview of the selected note: its beginning or the text around the selected line, rendered like `show`.
struct PickerPreview {
  let workspace: Workspace
  let page: Page

  /// A longer file takes too long at each key; one that is not rendered may be longer.
  private static let renderedBytes = 100_000
  private static let byteLimit = 1_000_000

  /// Returns the lines of an item that fit `size`.
  func lines(of item: PickerItem, _ size: ScreenSize) -> [StyledText] {
    guard size.rows > 0, size.columns > 0,
      let fingerprint = workspace.files.fingerprint(item.place.path),
      fingerprint.size <= Self.byteLimit,
      let bytes = try? workspace.files.read(item.place.path)
    else { return [] }
    let lines =
      bytes.count <= Self.renderedBytes ? rendered(bytes, item.place.line, size) : source(bytes, item.place.line, size)
    return lines.prefix(size.rows).map { $0.truncated(to: size.columns) }
  }

  /// Renders a note. A private character at the end of the given line marks its place in the output.
  private func rendered(_ bytes: [UInt8], _ line: Int?, _ size: ScreenSize) -> [StyledText] {
    let page = Page(
      columns: size.columns, language: page.language, asciiOnly: page.asciiOnly, isTerminal: true, dates: page.dates)
    let marked = line.map { Self.marking($0, in: bytes) } ?? bytes
    let lines = TerminalRenderer.lines(Document(parsing: marked), page)
    guard line != nil else { return lines }
    guard let place = lines.firstIndex(where: { $0.plainText.contains(Self.mark) }) else {
      return TerminalRenderer.lines(Document(parsing: bytes), page)
    }
    let text = lines[place].plainText.filter { $0 != Self.mark }
    var shown = lines
    shown[place] = StyledText(text, .match)
    return Array(shown.dropFirst(max(0, place - size.rows / 3)))
  }

  private static let mark: Character = "\u{F8FE}"

  private static func marking(_ line: Int, in bytes: [UInt8]) -> [UInt8] {
    let range = LineTable(bytes, in: ByteRange(0, bytes.count)).range(of: line - 1)
    // Spaces and the bar of a table at the end of a line are not part of its text.
    let text = bytes[range.lowerBound..<range.upperBound]
    let end = text.lastIndex { ![0x0A, 0x0D, 0x20, 0x7C].contains($0) }.map { $0 + 1 }
    guard let end else { return bytes }
    return Array(bytes[..<end]) + Array(String(mark).utf8) + Array(bytes[end...])
  }

  private func source(_ bytes: [UInt8], _ line: Int?, _ size: ScreenSize) -> [StyledText] {
    let document = Document(parsing: bytes)
    let lines = String(decoding: bytes, as: UTF8.self).textLines
    let first = firstLine(line, of: document, size.rows)
    return lines.enumerated().dropFirst(first).prefix(size.rows).map { index, text in
      style(text, isMarked: index + 1 == line)
    }
  }

  /// Returns the first visible line, from 0: a third of the page above the place, or the first line of the body.
  private func firstLine(_ line: Int?, of document: Document, _ rows: Int) -> Int {
    if let line { return max(0, line - 1 - rows / 3) }
    let body = document.source.position(at: document.body.lowerBound)
    return max(0, body.line - 1)
  }

  private func style(_ line: Substring, isMarked: Bool) -> StyledText {
    let text = line.last == "\r" ? String(line.dropLast()) : String(line)
    let shown = text.replacing("\t", with: "    ")
    if isMarked { return StyledText(shown, .match) }
    return StyledText(shown, line.first == "#" ? .heading : .plain)
  }
}
