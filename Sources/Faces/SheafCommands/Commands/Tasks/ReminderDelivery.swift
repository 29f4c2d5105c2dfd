import ByteBasics
import CivilCalendar
import HostSystem
import NoteActions
import NoteModel
import NotePresentation
import NoteRepository
import Wording

/// Brings a notice to the user: by the configured command, on the desktop, or on standard output.
struct ReminderDelivery {
  let context: CommandContext
  private let command: UserProgram?
  private let sound: String

  init(_ context: CommandContext, _ configuration: Configuration) {
    self.context = context
    command = configuration.program("remind.command")
    sound = configuration.text("remind.sound")
  }

  /// Delivers a notice. Throws a ``Problem`` if the program fails; the notice then counts as not delivered.
  func deliver(_ notice: ReminderNotice, tasks: [JSONValue] = [], notes: [JSONValue] = []) throws {
    if let command {
      let message = JSONValue.object([
        JSONValue.Member("title", .string(notice.title)),
        JSONValue.Member("body", .string(notice.body)),
        JSONValue.Member("urgency", .string(notice.urgency.rawValue)),
        JSONValue.Member("tasks", .array(tasks)), JSONValue.Member("notes", .array(notes)),
      ])
      try run(command.line, input: message.text() + "\n")
    } else if hasDesktop {
      let hints = sound.isEmpty ? [] : ["--hint=string:sound-name:" + sound]
      let words =
        (["--app-name=Sheaf", "--urgency=" + notice.urgency.rawValue] + hints
        + ["--", notice.title, notice.body]).map(shellWord)
      try run("notify-send " + words.joined(separator: " "), input: "")
    } else {
      let body = notice.body.isEmpty ? "" : "\n  " + notice.body.replacing("\n", with: "\n  ")
      context.console.writeLine(notice.title + body)
      context.console.flush()
    }
  }

  private var hasDesktop: Bool {
    guard context.variable("DISPLAY") ?? context.variable("WAYLAND_DISPLAY") != nil else { return false }
    let folders = (context.variable("PATH") ?? "").split(separator: ":")
    return folders.contains { access($0 + "/notify-send", X_OK) == 0 }
  }

  private func run(_ command: String, input: String) throws {
    guard shellTakes(Array(input.utf8), by: command) else {
      throw Problem(
        .failure, Message("“\(command)” failed to deliver the reminder", ko: "“\(command)” 명령으로 알림을 보낼 수 없습니다"),
        hint: Message(
          "It will be tried again. Change the program with the setting remind.command.",
          ko: "다음에 다시 시도합니다. remind.command 설정에서 다른 프로그램을 지정할 수 있습니다."))
    }
  }
}

/// Runs a line of the shell with some bytes on its standard input. Returns true if it took them all and succeeded.
package func shellTakes(_ bytes: [UInt8], by command: String) -> Bool {
  // A program that closes its input early must not end this process.
  signal(SIGPIPE, SIG_IGN)
  guard let pipe = popen(command, "w") else { return false }
  let written =
    bytes.isEmpty
    ? 0
    : bytes.withUnsafeBytes { buffer in
      fwrite(buffer.baseAddress, 1, buffer.count, pipe)
    }
  return pclose(pipe) == 0 && written == bytes.count
}

extension ReminderDelivery {
  /// Delivers the reminders that are due, in the user's language.
  func deliver(_ delivery: ReminderRun.Delivery) throws {
    let (now, language) = (context.clock(), context.language)
    switch delivery {
    case .reminders(let reminders, let graph):
      let notice =
        reminders.count == 1
        ? ReminderNotice(reminders[0], now: now, language: language)
        : ReminderNotice(reminders, now: now, language: language)
      try deliver(
        notice, tasks: reminders.compactMap { $0.subject.task?.json(now: now, graph: graph) },
        notes: reminders.compactMap(\.subject.noteJSON))
    case .letter(let letter): try deliver(ReminderNotice(letter, language: language))
    }
  }
}

extension CommandContext {
  /// Returns true in the hours of `remind.quiet`; a setting that is no span of time is reported.
  func isQuietTime(_ workspace: Workspace) -> Bool {
    guard let text = workspace.configuration.nonEmptyText("remind.quiet") else { return false }
    guard let hours = QuietHours(text) else {
      warn(
        Message(
          "remind.quiet: “\(text)” is not a time range such as 22:00-07:00",
          ko: "remind.quiet: 22:00-07:00 같은 시간이 아닙니다: “\(text)”"))
      return false
    }
    return hours.contains(clock().time)
  }
}

struct ReminderNotice {
  /// The urgency levels of desktop notifications.
  enum Urgency: String, Comparable {
    case low, normal, critical

    init(_ reminder: PendingReminder) {
      switch reminder.subject.task?.item.priority {
      case .low?: self = .low
      case .normal?, .high?, nil: self = .normal
      case .urgent?: self = .critical
      }
    }

    private var rank: Int { self == .low ? 0 : self == .normal ? 1 : 2 }
    static func < (left: Urgency, right: Urgency) -> Bool { left.rank < right.rank }
  }

  let title: String
  let body: String
  var urgency = Urgency.normal

  /// One reminder: its subject, and when the task is due.
  init(_ reminder: PendingReminder, now: CivilMoment, language: Language) {
    title = reminder.subject.title
    var parts: [String] = []
    if let due = reminder.subject.task?.item.due {
      let text = DayText.text(due, in: language)
      parts.append(Message("due \(text)", ko: "\(text) 마감").text(in: language))
      let isLate = Self.late(reminder, now) != nil
      if let left = Self.left(until: due, now), !isLate || due.day != now.day || due != .day(due.day) {
        parts.append(left.text(in: language))
      }
    }
    if let late = Self.late(reminder, now) { parts.append(late.text(in: language)) }
    body = parts.joined(separator: " · ")
    urgency = Urgency(reminder)
  }

  /// Several at once: how many, and a line for each.
  init(_ reminders: [PendingReminder], now: CivilMoment, language: Language) {
    title = Message("\(reminders.count) reminders", ko: "알림 \(reminders.count)개").text(in: language)
    body = reminders.map { reminder in
      let notice = ReminderNotice(reminder, now: now, language: language)
      return notice.body.isEmpty ? notice.title : "\(notice.title) (\(notice.body))"
    }.joined(separator: "\n")
    urgency = reminders.map(Urgency.init).max() ?? .normal
  }

  init(_ letter: OpenedLetter, language: Language) {
    title = letter.title
    body = Message("your letter has opened", ko: "봉인한 편지가 열렸습니다").text(in: language)
  }

  private init(title: String, body: String) {
    self.title = title
    self.body = body
  }

  /// Returns the notification that `--test` delivers.
  static func test(_ language: Language) -> ReminderNotice {
    let body = Message("Reminders arrive here.", ko: "알림이 여기에 표시됩니다.")
    return ReminderNotice(title: "Sheaf", body: body.text(in: language))
  }

  /// Returns the time left until then. Nil if it has passed.
  private static func left(until due: CivilDate, _ now: CivilMoment) -> Message? {
    let days = due.here(at: now).day.days(since: now.day)
    if case .moment(let moment) = due {
      let seconds = now.here(moment).secondsSinceEpoch() - now.secondsSinceEpoch()
      guard seconds > 0 else { return nil }
      let minutes = (seconds + 30) / 60
      if minutes < 120 { return Message("\(minutes) min left", ko: "\(minutes)분 남음") }
      if minutes < 2_880 { return Message("\(minutes / 60) h left", ko: "\(minutes / 60)시간 남음") }
    }
    switch days {
    case ..<0: return nil
    case 0: return Message("today", ko: "오늘")
    case 1: return Message("tomorrow", ko: "내일")
    default: return Message("\(days) days left", ko: "\(days)일 남음")
    }
  }

  private static func late(_ reminder: PendingReminder, _ now: CivilMoment) -> Message? {
    let minutes = reminder.minutesLate(at: now)
    switch minutes {
    case 0: return nil
    case ..<120: return Message("\(minutes) min late", ko: "\(minutes)분 늦음")
    case ..<2_880: return Message("\(minutes / 60) h late", ko: "\(minutes / 60)시간 늦음")
    default: return Message("\(minutes / 1_440) days late", ko: "\(minutes / 1_440)일 늦음")
    }
  }
}

extension CommandContext {
  /// Reminds of tasks and notes again later, and reports when.
  ///
  /// - Parameters:
  ///   - tasks: As they were typed.
  ///   - text: `20m`, `2h`, or a moment in words.
  ///   - workspace: The workspace of the tasks.
  /// - Throws: An error if the text is not a moment to come, or a task is not found.
  func snooze(_ tasks: [String], until text: String, _ workspace: Workspace) throws {
    let moment = try snoozeMoment(text, workspace)
    let positions = try tasks.map { try task($0, in: workspace) }
    let day = CivilDate.moment(moment)
    for subject in try workspace.snooze(positions, until: moment, now: clock()) {
      note(
        Message(
          "“\(plainTitle(subject.title))”: next reminder on \(DayText.text(day, in: .english))",
          ko: "\(DayText.text(day, in: .korean))에 다시 알림을 보냅니다: “\(plainTitle(subject.title))”"))
    }
  }

  /// Returns the moment of the next reminder: `20m`, `2h`, or a moment in words; a day alone means its
  /// `remind.day-time`.
  ///
  /// - Throws: An error if the text is not a moment to come.
  private func snoozeMoment(_ text: String, _ workspace: Workspace) throws -> CivilMoment {
    let now = clock()
    let moment =
      if let duration = Duration(reading: text),
        let moment = zone.moment(secondsSinceEpoch: now.secondsSinceEpoch() + Int(duration.seconds))
      {
        moment
      } else {
        switch DateExpression.parse(text, relativeTo: now, zone: zone, for: .deadline) {
        case .moment(let moment)?: moment
        case .day(let day)?: zone.moment(on: day, at: workspace.configuration.dayTime)
        default: throw FieldAssignmentError.notADate(key: "snooze", text: text)
        }
      }
    guard moment.secondsSinceEpoch() > now.secondsSinceEpoch() else {
      throw Problem(
        .usage,
        Message(
          "\(DayText.text(.moment(moment), in: .english)) has passed",
          ko: "이미 지난 시각입니다: \(DayText.text(.moment(moment), in: .korean))"),
        hint: Message("Use a future time: 20m, 2h, tomorrow 9am.", ko: "20m, 2h, 내일 9시처럼 앞으로 올 시각을 입력하세요."))
    }
    return moment
  }
}
