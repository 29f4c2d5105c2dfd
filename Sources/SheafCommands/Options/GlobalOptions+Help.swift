import Wording

extension GlobalOptions {
  /// The table of global options as `sheaf --help` shows it, in the language of this run.
  static var helpText: String {
    let rows = catalogue.map { option in
      var names = option.names.joined(separator: ", ")
      if case .value(let placeholder, _) = option.effect { names += " " + placeholder }
      let gap = String(repeating: " ", count: max(2, 26 - names.count))
      return "  " + names + gap + option.help.text(in: HelpLanguage.current)
    }
    let heading = localized(
      "Before or after any command:", ko: "모든 명령의 앞이나 뒤에 쓸 수 있습니다:")
    return ([heading] + rows).joined(separator: "\n")
  }
}
