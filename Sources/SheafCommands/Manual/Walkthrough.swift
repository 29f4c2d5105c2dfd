import Wording

/// A manual page that one reads with a terminal: parts with commands to type, from top to bottom. Tests run them all.
struct Walkthrough {
  /// A part: what it is about, and the commands to type.
  struct Step {
    let title: Message
    let text: Message
    /// Each line has the same meaning in both languages; names of notes differ.
    let commands: [Message]
  }

  /// `sheaf-tutorial`; the page is in section 7.
  let name: String
  /// What is after the name in its first line.
  let summary: Message
  let introduction: Message
  let steps: [Step]
  /// Other pages, and their sections.
  let seeAlso: [(name: String, section: Int)]

  /// - Returns: The page in mdoc, without its head.
  func page(in language: Language) -> String {
    let heads = ManualHeadings(language)
    var page = ".Sh \(heads.name)\n.Nm \(name)\n.Nd \(summary.text(in: language))\n"
    page += ".Sh \(heads.description)\n"
    page += Mdoc.paragraph(introduction.text(in: language))
    for step in steps {
      page += ".Ss \(Mdoc.escaped(step.title.text(in: language)))\n"
      page += Mdoc.paragraph(step.text.text(in: language))
      page += ".Bd -literal -offset indent\n"
      page += commands(of: step, in: language).map { Mdoc.escaped($0) + "\n" }.joined()
      page += ".Ed\n"
    }
    return page + ".Sh \(heads.seeAlso)\n"
      + seeAlso.map { ".Xr \($0.name) \($0.section)" }.joined(separator: " ,\n") + "\n"
  }

  /// Every command, in the order in which they are typed.
  func commands(in language: Language) -> [String] {
    steps.flatMap { commands(of: $0, in: language) }
  }

  private func commands(of step: Step, in language: Language) -> [String] {
    step.commands.map { $0.text(in: language) }
  }

  /// A command without names of notes.
  static func both(_ command: String) -> Message { Message(verbatim: command) }
}
