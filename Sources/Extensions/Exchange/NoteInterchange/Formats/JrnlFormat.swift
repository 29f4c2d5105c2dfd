import ByteBasics
import CivilCalendar
import NoteSyntax
import Wording

extension ImportFormat {
  static let jrnl = ImportFormat("jrnl") { source, options, receiver in
    let reader = JrnlReader(dates: ImportDates(zone: options.zone), receiver: receiver)
    try receiver.forEach(source.files) { file in
      if file.hasExtension("json") {
        try reader.readJSON(file)
      } else if file.hasExtension("txt", "jrnl", "journal", "md") || !file.name.contains(".") || source.files.count == 1
      {
        try reader.readText(file)
      }
    }
  }
}

private struct JrnlReader {
  let dates: ImportDates
  let receiver: any ImportReceiver

  func readJSON(_ file: ImportFile) throws {
    try JSONRecords.forEach(in: file, lists: ["entries"], receiver) { value, position in
      let moment = (value["date"]?.string ?? "") + " " + (value["time"]?.string ?? "00:00")
      guard let date = CivilDate(iso: moment) else {
        return receiver.skip(position, Message("The entry has no date", ko: "날짜가 없는 항목입니다"))
      }
      var note = entry(date, title: value["title"]?.string ?? "", body: value["body"]?.string ?? "", position)
      if value["starred"]?.boolean == true { note.star() }
      try receiver.take(note)
    }
  }

  func readText(_ file: ImportFile) throws {
    var open: (date: CivilDate, title: String, line: Int)?
    var body: [Substring] = []
    func finish() throws {
      guard let entry = open else {
        if body.contains(where: { !$0.isEmpty }) {
          receiver.skip(
            ImportPosition(file: file.path, line: 1), Message("Text before the first date", ko: "첫 날짜 앞의 텍스트입니다"))
        }
        return
      }
      var title = entry.title
      let isStarred = title.hasSuffix(" *")
      if isStarred { title.removeLast(2) }
      var note = self.entry(
        entry.date, title: title, body: body.joined(separator: "\n"), ImportPosition(file: file.path, line: entry.line))
      if isStarred { note.star() }
      try receiver.take(note)
    }
    let lines = try file.text().split(separator: "\n", omittingEmptySubsequences: false)
    // In a journal with brackets a date without them is text.
    let hasBrackets = lines.contains { $0.first == "[" && JrnlHead.read($0) != nil }
    for (index, line) in lines.enumerated() {
      guard !hasBrackets || line.first == "[", let (date, title) = JrnlHead.read(line) else {
        body.append(line)
        continue
      }
      try finish()
      (open, body) = ((date, title, index + 1), [])
    }
    try finish()
  }

  private func entry(_ date: CivilDate, title: String, body: String, _ position: ImportPosition) -> ImportedNote {
    var note = ImportedNote(
      source: "\(date)/\(title)", title: title, body: String(body.trimmingEnd(while: \.isNewline)), position: position)
    note.place = .diary(date.day)
    if case .moment(let moment) = date {
      note.created = .moment(dates.zone.moment(on: moment.day, at: moment.time))
    }
    note.tags = JrnlHead.tags(in: title + "\n" + note.body)
    return note
  }
}

extension ImportedNote {
  fileprivate mutating func star() { fields.append(Field("pinned", .typed("true"))) }
}

/// The line with which an entry begins: `[2026-11-21 10:00] Title`, or without brackets as older journals have it.
enum JrnlHead {
  static func read(_ line: Substring) -> (CivilDate, String)? {
    guard line.first == "[" else { return bare(line) }
    guard let end = line.firstIndex(of: "]") else { return nil }
    let words = line[line.index(after: line.startIndex)..<end].split(separator: " ")
    guard words.count >= 2, let date = moment(words) else { return nil }
    return (date, String(line[line.index(after: end)...].drop { $0 == " " }))
  }

  private static func bare(_ line: Substring) -> (CivilDate, String)? {
    let words = line.split(separator: " ", maxSplits: 2)
    guard words.count == 3, let date = moment(Array(words.prefix(2))) else { return nil }
    return (date, String(words[2]))
  }

  /// Returns the moment of words such as `2026-11-21 10:00`, `2026-11-21 10:00:30` or `2026-11-21 09:00:00 PM`.
  private static func moment(_ words: [Substring]) -> CivilDate? {
    guard words[0].count == 10,
      case .moment(var moment)? = CivilDate(iso: words[0] + " " + words[1])
    else { return nil }
    if words.count > 2 {
      let hour = moment.time.hour % 12 + (words[2].uppercased() == "PM" ? 12 : 0)
      moment.time = TimeOfDay(hour: hour, minute: moment.time.minute) ?? moment.time
    }
    return .moment(moment)
  }

  /// Returns the words that begin with `@`.
  static func tags(in text: String) -> [String] {
    var tags: [String] = []
    for word in text.split(whereSeparator: { $0.isWhitespace }) where word.first == "@" {
      let name = String(word.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" })
      if name.contains(where: \.isLetter), !tags.contains(name) { tags.append(name) }
    }
    return tags
  }
}
