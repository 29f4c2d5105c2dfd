import ByteBasics
import CivilCalendar
import NoteModel

/// The open tasks that have a day, as a calendar (RFC 5545).
enum TaskCalendar {
  static func file(_ site: Site) -> SiteFile {
    var lines = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Sheaf//Notes//EN", "CALSCALE:GREGORIAN",
      "X-WR-CALNAME:" + escaped(site.settings.title),
    ]
    for task in site.facts.tasks where !task.status.isClosed && !task.title.isEmpty {
      if let due = task.due { lines += event(task, due, site) }
    }
    lines.append("END:VCALENDAR")
    let text = lines.map(folded).joined(separator: "\r\n") + "\r\n"
    return SiteFile(path: "calendar.ics", bytes: Array(text.utf8))
  }

  private static func event(_ task: SiteTask, _ due: CivilDate, _ site: Site) -> [String] {
    guard let place = site.place(of: task.note) else { return [] }
    let note = site.notes[place]
    let page = SiteAddress.escaped(site.pages[place])
    let line = task.line.map { "-\($0)" } ?? ""
    let name = String(ContentHash.of(Array((page + line).utf8)), radix: 16)
    var lines = [
      "BEGIN:VEVENT", "UID:\(name)@sheaf.invalid",
      "DTSTAMP:" + stamp(note.latest ?? .day(due.day)),
      "SUMMARY:" + escaped(task.title),
    ]
    switch due {
    case .day(let day):
      lines.append("DTSTART;VALUE=DATE:" + digits(day))
      lines.append("DTEND;VALUE=DATE:" + digits(day.adding(days: 1)))
      lines.append("TRANSP:TRANSPARENT")
    case .moment(let moment):
      let time = [moment.time.hour, moment.time.minute, moment.time.second]
      let local = digits(moment.day) + "T" + time.map { padded($0, to: 2) }.joined()
      lines.append("DTSTART:" + (moment.utcOffsetSeconds == nil ? local : stamp(due)))
      lines.append("DURATION:PT0S")
    }
    if let url = site.settings.url { lines.append("URL:\(url)/\(page)") }
    return lines + ["END:VEVENT"]
  }

  /// A moment in UTC: `20261121T010000Z`.
  private static func stamp(_ date: CivilDate) -> String {
    let seconds: Int
    switch date {
    case .day(let day): seconds = day.daysSinceEpoch * 86_400
    case .moment(let moment): seconds = moment.secondsSinceEpoch()
    }
    guard let moment = CivilMoment(secondsSinceEpoch: seconds, utcOffsetSeconds: 0) else {
      return "19700101T000000Z"
    }
    let time = [moment.time.hour, moment.time.minute, moment.time.second]
    return digits(moment.day) + "T" + time.map { padded($0, to: 2) }.joined() + "Z"
  }

  private static func digits(_ day: Day) -> String { day.description.filter { $0 != "-" } }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\", ";", ",": result += "\\" + String(character)
      case _ where character.isNewline: result += "\\n"
      default: result.append(character)
      }
    }
    return result
  }

  /// Lines of at most 75 bytes; a letter is never cut.
  private static func folded(_ line: String) -> String {
    guard line.utf8.count > 75 else { return line }
    var result = ""
    var width = 0
    for character in line {
      let size = character.utf8.count
      if width + size > 75 {
        result += "\r\n "
        width = 1
      }
      result.append(character)
      width += size
    }
    return result
  }
}
