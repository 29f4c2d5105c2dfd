import ByteBasics
import CivilCalendar
import NoteModel
import NoteSyntax
import Wording

extension ImportFormat {
  static let org = ImportFormat("org") { source, options, receiver in
    let files = source.files.filter { $0.hasExtension("org", "org_archive") }
    var library = OrgLibrary(source)
    for file in files {
      // An unreadable file is reported when its notes are made.
      if let text = try? file.text() { library.add(OrgOutline(text, of: file)) }
    }
    try receiver.forEach(files) { file in
      let outline = OrgOutline(try file.text(), of: file)
      let reader = OrgReader(outline: outline, library: library, zone: options.zone, receiver: receiver)
      reader.report(outline.unread.map { ($0, $0) })
      for note in reader.notes { try receiver.take(note) }
    }
  }
}

/// Makes one note of an org file, or one note of each top heading.
///
/// A file with a title becomes one note, as in org-roam, Denote and documentation. A file without a title, or with a task
/// as a top heading, is a list: each top heading becomes a note.
private struct OrgReader {
  let outline: OrgOutline
  let library: OrgLibrary
  let zone: LocalZone
  let receiver: any ImportReceiver

  private var file: ImportFile { outline.file }

  var notes: [ImportedNote] {
    if outline.isWhole { return [whole] }
    let starts = outline.topHeadings + [outline.lines.count]
    var notes = zip(starts, starts.dropFirst()).map { note(from: $0, to: $1) }
    let preamble = outline.preamble
    if preamble.contains(where: { $0.contains { !$0.isWhitespace } }) {
      var note = ImportedNote(
        source: file.path, title: outline.title ?? file.stem, body: "",
        position: ImportPosition(file: file.path, line: 1))
      note.tags = outline.tags
      note.created = outline.date.flatMap(moment)
      setBody(&note, outline.withFootnotes(preamble, in: 0..<starts[0])[...], section: nil, levels: -1)
      notes.insert(note, at: 0)
    }
    return notes
  }

  private var whole: ImportedNote {
    var note = ImportedNote(
      source: outline.identifier ?? file.path, title: outline.title ?? file.stem, body: "",
      position: ImportPosition(file: file.path, line: 1))
    note.folder = file.folder
    note.tags = outline.tags
    note.created = outline.date.flatMap(moment)
    for (key, value) in outline.properties { take(key, value, &note) }
    let first = outline.topHeadings.first ?? outline.lines.count
    setBody(&note, outline.preamble + outline.lines[first...], section: nil, levels: 1)
    hide(&note, ifUnexported: outline.lines[first...])
    return note
  }

  private func setBody(_ note: inout ImportedNote, _ lines: ArraySlice<Substring>, section: Int?, levels: Int) {
    let body = OrgMarkdown.convert(
      lines, OrgLinks(outline: outline, library: library, section: section), levels: levels)
    note.body = body.text
    note.references = body.references
    library.links.add(to: &note, from: file)
    report(body.lost)
  }

  /// Makes a note private if one of its headings is in a section that Org never exports.
  private func hide(_ note: inout ImportedNote, ifUnexported lines: ArraySlice<Substring>) {
    guard lines.contains(where: OrgHeading.isUnexported) else { return }
    note.fields.removeAll { $0.key == "private" }
    note.fields.append(.init("private", .typed("true")))
  }

  /// Reports text that no note has, with the lines that it is in.
  func report(_ lost: [(line: Substring, text: Substring)]) {
    for (line, text) in lost {
      let number = outline.lines.firstOrderedIndex { $0.startIndex > line.startIndex }
      receiver.lose(text, ImportPosition(file: file.path, line: number))
    }
  }

  private func note(from start: Int, to end: Int) -> ImportedNote {
    let lines = outline.lines[start..<end]
    let head = OrgHeading(lines.first ?? "", states: outline.states)
    var rest = lines.dropFirst()
    var note = ImportedNote(
      source: outline.source(ofHeading: head), title: head.title, body: "",
      position: ImportPosition(file: file.path, line: start + 1))
    note.tags = outline.tags + head.tags.filter { !outline.tags.contains($0) }
    note.created = outline.date.flatMap(moment)
    if let title = outline.title { note.keep("title", title) }
    if let state = head.state {
      note.place = .task
      note.set("status", state)
    }
    if let priority = head.priority { note.set("priority", priority) }
    while let words = rest.first.map(Self.trimmed), takePlanning(words, &note) {
      rest = rest.dropFirst()
    }
    takeProperties(&rest, &note)
    setBody(&note, outline.withFootnotes(rest, in: start..<end)[...], section: start, levels: -1)
    hide(&note, ifUnexported: lines)
    return note
  }

  private static func trimmed(_ line: Substring) -> Substring { line.drop { $0 == " " || $0 == "\t" } }

  /// Reads a planning line such as `DEADLINE: <2026-11-30 Mon +1w> SCHEDULED: <…> CLOSED: […]`.
  private func takePlanning(_ words: Substring, _ note: inout ImportedNote) -> Bool {
    let keys = [("DEADLINE:", "due"), ("SCHEDULED:", "scheduled"), ("CLOSED:", "closed")]
    guard keys.contains(where: { words.hasPrefix($0.0) }) else { return false }
    for (word, key) in keys {
      guard let mark = words.firstRange(of: word),
        let stamp = OrgTimestamp(words[mark.upperBound...])
      else { continue }
      note.set(key, stamp.date)
      if let rule = stamp.rule, note.text("repeat") == nil { note.set("repeat", rule) }
      note.keep(stamp.rest.first == "-" ? "warning" : key, stamp.rest)
    }
    return true
  }

  private func takeProperties(_ rest: inout ArraySlice<Substring>, _ note: inout ImportedNote) {
    guard OrgOutline.beginsDrawer(rest, ":PROPERTIES:") else { return }
    rest = rest.dropFirst()
    while let line = rest.popFirst().map(Self.trimmed), line.uppercased() != ":END:" {
      let sides = line.dropFirst().split(separator: ":", maxSplits: 1)
      guard line.first == ":", let key = sides.first else {
        report([(line, line)])
        continue
      }
      take(String(key), String((sides.count > 1 ? sides[1] : "").drop { $0 == " " }), &note)
    }
  }

  /// Returns a time that has passed, with the offset that the clock of the place had.
  private func moment(_ text: String) -> CivilDate? {
    // A date of a file may be any text.
    let date = OrgTimestamp(text[...])?.date ?? CivilDate(field: text)
    guard case .moment(let moment)? = date, moment.utcOffsetSeconds == nil else { return date }
    return .moment(zone.moment(on: moment.day, at: moment.time))
  }

  private func take(_ key: String, _ value: String, _ note: inout ImportedNote) {
    switch key.uppercased() {
    case "ID":
      note.source = value
      if value.count <= 16 { note.set("id", value) } else { note.keep("ID", value) }
    case "STATUS":
      note.fields.removeAll { $0.key == "status" }
      note.set("status", value)
    case "CREATED": note.created = moment(value)
    case "UPDATED": note.updated = moment(value)
    case "CUSTOM_ID", "CATEGORY": note.keep(key.lowercased(), value)
    case "REMIND":
      let parts = ReminderText.parts(of: value)
      note.fields.append(.init("remind", parts.count == 1 ? .text(value) : .list(parts)))
    case "REPEAT":
      note.fields.removeAll { $0.key == "repeat" }
      note.set("repeat", value)
    case "START": note.set("start", OrgTimestamp(value[...])?.date)
    case "PROJECT", "TICKET", "COLOR", "LABEL", "LOCATION": note.set(key.lowercased(), value)
    case let name where PublicationStatement.isAboutPublication(name):
      note.fields.append(.init(key.lowercased(), ["true", "false"].contains(value) ? .typed(value) : .text(value)))
    default: note.keep(key, value)
    }
  }
}
