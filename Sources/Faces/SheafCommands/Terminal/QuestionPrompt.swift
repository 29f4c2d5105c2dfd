import NoteActions
import NoteModel
import Wording

/// Asks the questions about a new note on a terminal, one per line.
struct QuestionPrompt {
  let context: CommandContext

  /// Returns the answer to one question. Nil for an empty answer, whose value `usual` is shown with the question.
  func answer(_ question: Message, choices: [String] = [], usual: String? = nil) -> String? {
    read(question, choices, usual).flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
  }

  /// Reads an answer. Nil at the end of input.
  private func read(_ question: Message, _ choices: [String], _ usual: String?) -> String? {
    let known = choices.isEmpty ? "" : " (\(choices.joined(separator: ", ")))"
    let preset = usual.map { " [\($0)]" } ?? ""
    context.console.writeError(context.text(question) + known + preset + ": ")
    return context.input.readLine()
  }

  /// Reports an error in an answer, before the question is asked again.
  func refuse(_ error: any ExplainedError) {
    context.note(error.explanation)
    if let hint = error.hint { context.note(hint) }
  }

  /// Asks again if the answer cannot be a value of the field. Returns `due:tomorrow`; nil for an empty answer.
  func field(_ rule: FieldRule, _ question: Message) -> String? {
    value(of: rule, question, usual: rule.defaultText).map { "\(rule.key):\($0)" }
  }

  /// Asks for the value of a field, and returns the value without the key.
  ///
  /// - Parameter usual: The text shown as the value of an empty answer.
  func value(of rule: FieldRule, _ question: Message, usual: String?) -> String? {
    while let answer = answer(question, choices: rule.choices, usual: usual) {
      let isDay = [.date, .day].contains(rule.type)
      guard let text = isDay ? try? context.typedDay(answer, for: rule.key) : answer else { continue }
      do throws(FieldAssignmentError) {
        _ = try FieldAssignment("\(rule.key)=\(text)", now: context.clock(), zone: context.zone).change(by: rule)
        return text
      } catch {
        refuse(error)
      }
    }
    return nil
  }

  /// Asks for fields that a task must have.
  ///
  /// - Returns: Words as they would be typed.
  /// - Throws: ``UnansweredQuestions``
  func words(for rules: [FieldRule]) throws -> [String] {
    try answers(to: rules.map { NoteQuestion($0.key, choices: $0.choices, field: $0) })
      .sorted { $0.key.name < $1.key.name }.map { "\($0.key.name):\($0.value)" }
  }

  /// Asks each question until its answer can be used. Throws ``UnansweredQuestions`` if nobody is there to answer.
  func answers(to questions: [NoteQuestion]) throws -> [NoteQuestion: String] {
    var answers: [NoteQuestion: String] = [:]
    guard context.mayAsk else {
      let open = questions.filter { $0.usual == nil }
      guard open.isEmpty else { throw UnansweredQuestions(open) }
      for question in questions { answers[question] = question.usual }
      return answers
    }
    for question in questions {
      while answers[question] == nil {
        guard
          let line = read(Message(verbatim: question.name), question.choices, question.usual)
        else { throw UnansweredQuestions(questions.filter { answers[$0] == nil }) }
        let isEmpty = line.allSatisfy(\.isWhitespace)
        guard let text = isEmpty ? question.usual : line else { continue }
        do throws(FieldAssignmentError) {
          answers[question] = try question.checked(text, now: context.clock(), zone: context.zone)
        } catch {
          refuse(error)
        }
      }
    }
    return answers
  }
}
