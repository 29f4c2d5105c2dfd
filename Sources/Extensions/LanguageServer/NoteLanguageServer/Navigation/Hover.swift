import ByteBasics
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteSyntax
import Wording

extension Request {
  /// Answers `textDocument/hover` with the beginning of a linked note, a date in words, or the use of a tag.
  func hover() throws -> JSONValue {
    let document = try requireDocument()
    let offset = try offset()
    let workspace = snapshot.workspace()
    if let (text, range) = dateWords(at: offset, document.note) {
      return shown(text, document.table.range(range))
    }
    if let label = document.labels.label(at: offset), label.kind == .footnote {
      guard let text = words(of: label, in: document) else { return .null }
      return shown(text, document.table.range(label.whole))
    }
    if let citation = document.citation(at: offset),
      let work = try workspace.index.bibliography.works(key: citation.key)
        .cited(from: document.path, naming: document.note.document.bibliographies)
    {
      return shown(words(of: work), document.table.range(citation.range))
    }
    if let query = NoteQuery.all(in: document.note.document).first(where: { $0.place.contains(offset) }) {
      let answers = QueryAnswers(workspace, now: snapshot.now, snapshot.language)
      return shown(answers.answer(to: query, in: document.path), document.table.range(query.range))
    }
    switch DocumentElement(at: offset, in: document.note) {
    case .link(let link, let range):
      guard
        let text = try words(of: link, from: document.path, workspace)
          ?? label(in: document).flatMap({ words(of: $0, in: document) })
      else { return .null }
      return shown(text, document.table.range(range))
    case .tag(let tag, let range):
      let count = try workspace.index.tags.noteCount(below: tag)
      let text = Message("#\(tag): \(counted(count, "note"))", ko: "#\(tag): 메모 \(count)개")
      return shown(self.text(text), document.table.range(range))
    case .field(let entry):
      guard let field = FieldCatalogue.field(for: entry.key) else { return .null }
      return shown("**\(field.key)** — \(text(field.summary))", document.table.range(entry.keyRange))
    case .heading, .block, nil: return .null
    }
  }

  private func shown(_ text: String, _ range: PositionRange) -> JSONValue {
    let content: JSONValue =
      snapshot.client.hasMarkdownHover
      ? .map(["kind": .string("markdown"), "value": .string(text)])
      : .map(["kind": .string("plaintext"), "value": .string(text)])
    return .map(["contents": content, "range": range.json])
  }

  /// Returns a work with the data of its bibliography.
  private func words(of work: KnownWork) -> String {
    let entry = work.entry
    let head = [entry.namedAuthors, entry.year].filter { !$0.isEmpty }
    let lines = [
      "**\(entry.title.isEmpty ? entry.key : entry.title)**", head.joined(separator: " · "),
      entry.container, entry.address, work.file.string,
    ]
    return lines.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  // MARK: - Links

  private func words(of link: Link, from path: NotePath, _ workspace: Workspace) throws -> String? {
    let places = try snapshot.places(of: link, from: path, in: workspace)
    guard let place = places.first else {
      guard LinkTarget.hasScheme(link.destination) else { return nil }
      return try workspace.index.links.knownTitle(ofAddress: link.destination).map {
        "**\($0)**\n\n\(link.destination)"
      }
    }
    guard places.count == 1 else {
      let list = places.map { "- \($0.path)" }.joined(separator: "\n")
      return text(Message("Several files have this name:", ko: "이름이 같은 파일이 여러 개입니다:")) + "\n\n" + list
    }
    guard place.path.isMarkdown, let note = try? snapshot.note(at: place.path, in: workspace)
    else { return place.path.string }
    let backlinks = try workspace.index.links.backlinkCount(of: place.path)
    return NoteCard(note: note, snapshot: snapshot).text(of: place.anchor, backlinks: backlinks)
  }

  // MARK: - Dates

  /// Returns a day of the front matter or of a check box in words, and its distance from today.
  private func dateWords(at offset: Int, _ note: Note) -> (String, ByteRange)? {
    guard let (written, range, isDue) = note.date(at: offset) else { return nil }
    let date = written.here(at: snapshot.now)
    var words = LocalizedDate.text(date.day, in: snapshot.language)
    words += " " + DayText.weekday(date.day.weekday, in: snapshot.language)
    if case .moment(let moment) = date { words += " " + DayText.time(moment.time) }
    let distance = date.day.days(since: snapshot.today)
    let relative =
      switch distance {
      case 0: Message("today", ko: "오늘")
      case 1: Message("tomorrow", ko: "내일")
      case -1: Message("yesterday", ko: "어제")
      case 2...: Message("in \(distance) days", ko: "\(distance)일 뒤")
      default: Message("\(-distance) days ago", ko: "\(-distance)일 전")
      }
    words += " · " + text(relative)
    if isDue, DueState(date, at: snapshot.now).isOverdue {
      words += " · " + DueText(date, at: snapshot.now).words(in: snapshot.language)
    }
    return (words, range)
  }
}

extension DueState {
  var isOverdue: Bool { if case .overdue = self { true } else { false } }
}

extension Note {
  /// Returns the date at an offset, in a field of front matter or a box. `isDue` means the due day of an open task.
  func date(at offset: Int) -> (date: CivilDate, range: ByteRange, isDue: Bool)? {
    if let entry = document.frontMatter?.entry(at: offset), let range = entry.valueRange,
      range.lowerBound <= offset, case .scalar(let scalar) = entry.value,
      let date = CivilDate(iso: scalar.text)
    {
      let isDue = FieldCatalogue.field(for: entry.key)?.key == "due"
      return (date, range, isDue && tasks.first?.status.isClosed == false)
    }
    guard
      let box = document.checkboxes.first(where: {
        $0.textRange.lowerBound <= offset && offset <= $0.textRange.upperBound
      })
    else { return nil }
    let start = box.textRange.lowerBound
    for field in CheckboxFields(box, in: document).fields {
      let range = ByteRange(start + field.range.lowerBound, start + field.range.upperBound)
      guard range.lowerBound <= offset, offset <= range.upperBound,
        let date = CivilDate(iso: field.value)
      else { continue }
      let isOpen = !TaskStatus(box: box.state).isClosed
      return (date, range, field.key == "due" && isOpen)
    }
    return nil
  }
}

extension TaskStatus {
  /// Returns the status for the character in a check box.
  init(box state: String) {
    switch state {
    case "x", "X": self = .done
    case "-": self = .cancelled
    case "/": self = .doing
    default: self = .todo
    }
  }
}
