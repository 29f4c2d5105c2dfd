import ArgumentParser
import ByteBasics
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import Wording

struct StatusCommand: IndexReadingCommand {
  static var configuration: CommandConfiguration {
    explained("status", PackageResources.status_txt, ko: PackageResources.status_ko_txt)
  }

  @Flag(help: help("Print one JSON document.", ko: "JSON 문서 하나로 출력합니다."))
  var json = false

  @Flag(help: help("Describe program, system and repository for a bug report.", ko: "버그를 알릴 때 첨부할 정보를 출력합니다."))
  var report = false

  func validate() throws {
    guard !json || !report else {
      throw ValidationError(
        localized("--json and --report cannot be used together", ko: "--json과 --report는 함께 지정할 수 없습니다"))
    }
  }

  func run(in context: CommandContext) throws {
    if report {
      context.console.write(try FaultReport(context: context).text())
      return context.note(
        Message(
          "Send these lines, the command, its output and the expected output to the issue tracker of the repository from "
            + "which you got Sheaf.",
          ko: "이 내용과 명령, 그 출력, 기대한 출력을 Sheaf를 내려받은 저장소의 이슈 트래커에 적어 주세요."))
    }
    try context.reportSkippedNamesAgain()
    let workspace = try context.openWorkspace()
    var counts = try IndexCounts(workspace.index, now: context.clock())
    if counts.brokenLinks > 0 {
      counts.brokenLinks = try workspace.brokenLinks().count { $0.state == .broken }
    }
    let conflicted = try workspace.conflictedFiles()
    if json {
      return context.console.writeLine(
        StatusReport.json(counts, conflicted, root: workspace.repository.root))
    }
    context.console.writeLine(workspace.repository.root)
    let advice = ReminderAdvice(context: context, repository: workspace.repository)
    let timer = counts.reminders > 0 ? advice.missingTimer : nil
    let git = GitAdvice(context: context, workspace: workspace).lines(conflicted)
    for line in StatusReport.lines(counts) + [timer].compactMap(\.self) + git {
      context.console.writeWrapped("  " + context.text(line))
    }
  }
}

/// The lines of `sheaf status` about a repository.
enum StatusReport {
  static func lines(_ counts: IndexCounts) -> [Message] {
    let (overdue, today) = (counts.overdueTasks, counts.dueToday)
    let due = Message.counts(
      [
        (overdue, Message("\(overdue) overdue", ko: "기한 지남 \(overdue)개")),
        (today, Message("\(today) due today", ko: "오늘 마감 \(today)개")),
      ], none: Message(verbatim: ""))
    var lines = [
      Message(
        counted(counts.notes, "note")
          + (counts.diaryEntries > 0 ? " (\(counted(counts.diaryEntries, "diary entry", "diary entries")))" : "")
          + (counts.attachments > 0 ? ", " + counted(counts.attachments, "attachment") : ""),
        ko: "메모 \(counts.notes)개" + (counts.diaryEntries > 0 ? "(일기 \(counts.diaryEntries)개)" : "")
          + (counts.attachments > 0 ? ", 첨부 파일 \(counts.attachments)개" : "")),
      .counts(
        [
          (counts.tags, Message(counted(counts.tags, "tag"), ko: "태그 \(counts.tags)개")),
          (counts.links, Message(counted(counts.links, "link"), ko: "링크 \(counts.links)개")),
        ], none: Message("no tags and no links", ko: "태그와 링크 없음")),
      counts.openTasks == 0
        ? Message("no open tasks", ko: "남은 할 일 없음")
        : Message(
          counted(counts.openTasks, "open task") + (due.english.isEmpty ? "" : ": \(due.english)"),
          ko: "남은 할 일 \(counts.openTasks)개" + (due.korean.isEmpty ? "" : "(\(due.korean))")),
    ]
    if counts.remindersWithoutDay > 0 {
      lines.append(
        Message(
          "\(counted(counts.remindersWithoutDay, "reminder")) without a due date (sheaf tasks due:none, sheaf list remind:any due:none)",
          ko: "마감일 없는 알림 \(counts.remindersWithoutDay)개(sheaf tasks due:none, sheaf list remind:any due:none)"))
    }
    if counts.brokenLinks > 0 {
      lines.append(
        Message(
          "\(counted(counts.brokenLinks, "broken link")) (sheaf links --broken)",
          ko: "끊긴 링크 \(counts.brokenLinks)개(sheaf links --broken)"))
    }
    if counts.notesWithProblems > 0 {
      lines.append(
        Message(
          "\(counted(counts.notesWithProblems, "note")) with problems (sheaf check)",
          ko: "문제가 있는 메모 \(counts.notesWithProblems)개(sheaf check)"))
    }
    return lines
  }

  static func json(_ counts: IndexCounts, _ conflicted: [ConflictedFile], root: String) -> String {
    let numbers: [(String, Int)] = [
      ("notes", counts.notes), ("diaryEntries", counts.diaryEntries),
      ("attachments", counts.attachments), ("tags", counts.tags), ("links", counts.links),
      ("brokenLinks", counts.brokenLinks), ("openTasks", counts.openTasks),
      ("overdueTasks", counts.overdueTasks), ("dueToday", counts.dueToday),
      ("notesWithProblems", counts.notesWithProblems), ("reminders", counts.reminders),
      ("remindersWithoutDay", counts.remindersWithoutDay),
    ]
    let members =
      [JSONValue.Member("root", .string(root))]
      + numbers.map { JSONValue.Member($0.0, .integer($0.1)) }
      + [JSONValue.Member("conflicts", .array(conflicted.map { .string($0.path.string) }))]
    return JSONValue.envelope(kind: "status", items: [.object(members)]).text(pretty: true)
  }
}
