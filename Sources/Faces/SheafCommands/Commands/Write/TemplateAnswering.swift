package import ArgumentParser
import ByteBasics
import CivilCalendar
import NoteActions
import NoteModel
import NoteRepository
import Wording

/// The answers to the questions of a template without a terminal; for every command that makes a note.
package struct AnswerOptions: ParsableArguments {
  @Option(
    help: help(
      .answer, "An answer to a question of the template, as NAME=TEXT; may be repeated.",
      ko: "템플릿의 질문에 답할 값(이름=텍스트). 여러 번 지정할 수 있음"))
  package var answer: [String] = []

  package init() {}
}

/// Everything that a new note needs from outside the repository, with the user's answers.
struct AnsweredInputs {
  let inputs: NoteCreationInputs
  /// True if other notes decide a value.
  let needsIndex: Bool
}

extension CommandContext {
  /// Asks for the values that a note needs, before anything is locked.
  ///
  /// - Parameters:
  ///   - note: The note that will be made.
  ///   - answers: `Author=Lem`, as the user has typed them.
  ///   - asksForFields: False if the command has asked for the fields that schemas require itself.
  /// - Throws: ``UnansweredQuestions`` if nobody is there to answer; ``UsageError`` if an answer is for no question.
  func answered(_ note: NewNote, _ answers: [String] = [], asksForFields: Bool = true) throws -> AnsweredInputs {
    let repository = try repository()
    let workspace = try workspace(of: repository, configuration(of: repository))
    let given = try Dictionary(answers.map(Self.answer)) { _, last in last }
    var inputs = noteSurroundings.answering(given)
    let needs = try note.needs(in: workspace, inputs)
    if let name = needs.unasked.first {
      throw UsageError(
        Message("The template does not ask for “\(name)”", ko: "템플릿에 없는 질문입니다: “\(name)”"),
        hint: needs.names.isEmpty
          ? nil : .choice(among: needs.names, nearest: nearestName(to: name, among: needs.names)))
    }
    if needs.needsClipboard {
      inputs = inputs.answering([:], clipboard: try clipboardText(workspace.configuration))
    }
    let questions = needs.questions + (asksForFields ? needs.required : [])
    if !questions.isEmpty {
      let answers = try QuestionPrompt(context: self).answers(to: questions)
      inputs = inputs.answering(Dictionary(uniqueKeysWithValues: answers.map { ($0.key.name, $0.value) }))
    }
    return AnsweredInputs(inputs: inputs, needsIndex: needs.needsIndex)
  }

  /// Returns the inputs for a page of the diary; asks nothing if the page exists.
  ///
  /// - Throws: ``UsageError`` for a template if the page exists.
  func inputs(
    forPageOf day: Day, _ period: DiaryPeriod, _ template: String?, _ answers: [String]
  ) throws -> NoteCreationInputs {
    let repository = try repository()
    let workspace = try workspace(of: repository, configuration(of: repository))
    let page = DiaryPage(day, period, template, in: workspace)
    let note = try page.newNote(noteSurroundings)
    if note == nil, let template {
      throw UsageError(
        Message("\(page.path) exists; a template is for a new entry", ko: "이미 있는 일기라서 템플릿을 쓸 수 없습니다: \(page.path)"),
        hint: Message(verbatim: "sheaf new -T \(typedWord(template)) --into \(typedWord(page.path.string))"))
    }
    return try (note.map { try answered($0, answers) } ?? unasked(answers)).inputs
  }

  /// Returns the inputs for a command that creates no note and asks no question.
  func unasked(_ answers: [String]) throws -> AnsweredInputs {
    guard answers.isEmpty else {
      throw UsageError(
        Message("This command creates no note, so there is no question to answer", ko: "새 메모를 만들지 않으므로 답할 질문이 없습니다"))
    }
    return AnsweredInputs(inputs: noteSurroundings, needsIndex: false)
  }

  private static func answer(_ text: String) throws -> (String, String) {
    guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
      throw UsageError(
        Message("Invalid answer “\(text)”", ko: "답으로 읽을 수 없습니다: “\(text)”"),
        hint: Message("Use --answer 'NAME=TEXT'.", ko: "--answer '이름=텍스트'처럼 지정하세요."))
    }
    return (String(text[..<equals]), String(text[text.index(after: equals)...]))
  }

  /// Returns the text on the clipboard, by the program of the setting or of the desktop.
  private func clipboardText(_ configuration: Configuration) throws -> String {
    let outcome: ProgramOutcome?
    if let program = configuration.program("clipboard") {
      outcome = try self.outcome(of: program)
    } else {
      let programs = installedPrograms
      let known = Self.clipboardPrograms.filter { environment[$0.variable] != nil }
      outcome = try known.first { programs.has($0.name) }.map { try programs.run($0.name, $0.arguments) }
    }
    guard let outcome else {
      throw UsageError(
        Message("No program reads the clipboard here", ko: "클립보드를 읽을 프로그램이 없습니다"),
        hint: Message(
          "Install wl-clipboard, xclip or xsel, or set clipboard: “sheaf config set clipboard 'COMMAND' --user”.",
          ko: "wl-clipboard, xclip, xsel 중 하나를 설치하거나 “sheaf config set clipboard '명령' --user”로 지정하세요."))
    }
    guard outcome.status == 0 else {
      throw UsageError(
        Message("The clipboard is empty or cannot be read", ko: "클립보드가 비어 있거나 읽을 수 없습니다"),
        hint: outcome.errors.split(whereSeparator: \.isNewline).first.map { Message(verbatim: String($0)) })
    }
    return String(String(decoding: outcome.output, as: UTF8.self).trimmingEnd(while: \.isNewline))
  }

  private static let clipboardPrograms: [(variable: String, name: String, arguments: [String])] = [
    ("WAYLAND_DISPLAY", "wl-paste", ["--no-newline"]),
    ("DISPLAY", "xclip", ["-selection", "clipboard", "-o"]),
    ("DISPLAY", "xsel", ["--clipboard", "--output"]),
  ]
}
