import ByteBasics
package import CivilCalendar
package import NoteModel
package import Wording

/// A question that must be answered before a note can be written.
package struct NoteQuestion: Sendable, Hashable {
  /// The subject of the question: words of a template, or the key of a field. An answer is given by this name.
  package let name: String
  /// The answers that are allowed; empty for all.
  package let choices: [String]
  /// The answer if none is given.
  package let usual: String?
  /// The field that the answer becomes. Nil for an answer that is only text.
  package let field: FieldRule?

  package init(_ name: String, choices: [String] = [], usual: String? = nil, field: FieldRule? = nil) {
    self.name = name
    self.choices = choices
    self.usual = usual
    self.field = field
  }

  /// Returns the stored form of the answer: a choice in the spelling of its rule. Throws if it is not allowed.
  package func checked(_ text: String, now: CivilMoment, zone: LocalZone) throws(FieldAssignmentError) -> String {
    if let field { _ = try FieldAssignment("\(field.key)=\(text)", now: now, zone: zone).change(by: field) }
    guard let choice = FieldRule(key: name, choices: choices).choice(text) else {
      throw .notAllowed(key: name, text: text, choices)
    }
    return choice
  }

  /// Returns true for the name of the question, in any case, or of its field.
  package func isNamed(_ word: String) -> Bool {
    foldedName(word) == foldedName(name)
      || field.map { FieldCatalogue.canonical($0.key) == FieldCatalogue.canonical(word) } ?? false
  }
}

/// An error for questions that could not be asked. The note was not written.
package struct UnansweredQuestions: ExplainedError {
  private let questions: [NoteQuestion]

  package init(_ questions: [NoteQuestion]) { self.questions = questions }

  package var category: ErrorCategory { .usage }

  /// The message for an editor, in which no question can be asked.
  package var inEditor: Message {
    let names = self.names
    return Message(
      "The template asks for \(names): create the note with “sheaf new”",
      ko: "템플릿의 질문이 있어 “sheaf new”로 만들어야 합니다: \(names)")
  }

  private var names: String {
    questions.map { question in
      question.choices.isEmpty ? question.name : "\(question.name) (\(question.choices.joined(separator: ", ")))"
    }.joined(separator: ", ")
  }

  package var explanation: Message {
    Message("The new note needs: \(names)", ko: "새 메모에 필요한 값이 있습니다: \(names)")
  }

  package var hint: Message? {
    guard let first = questions.first else { return nil }
    let example = typedWord("\(first.name)=…")
    return Message("Answer with --answer \(example).", ko: "--answer \(example)처럼 지정하세요.")
  }
}
