/// A command whose words are a query.
protocol QueryingCommand: ContextCommand {}

extension ListCommand: QueryingCommand {}
extension TasksCommand: QueryingCommand {}
extension BoardCommand: QueryingCommand {}
extension SearchCommand: QueryingCommand {}
extension LettersCommand: QueryingCommand {}
extension TagsCommand: QueryingCommand {}
extension GraphCommand: QueryingCommand {}
extension DigestCommand: QueryingCommand {}

/// A command whose words are a text.
protocol WritingTextCommand: ContextCommand {}

extension AppendCommand: WritingTextCommand {}
extension PrependCommand: WritingTextCommand {}
extension JotCommand: WritingTextCommand {}
extension AddCommand: WritingTextCommand {}
extension DiaryCommand: WritingTextCommand {}
extension NewCommand: WritingTextCommand {}

/// Words of a command line that begin with one hyphen and are no option: terms of a query that must not hold.
enum NegatedTerms {
  /// The words with `NOT` in place of such a hyphen, and with `=` between `--where` and a query that begins with one.
  static func rewritten(_ words: [String]) -> [String] {
    guard words.contains(where: isCandidate), let name = words.first,
      let command = SheafCommand.command(named: name)
    else { return words }
    let options = CommandArguments(command)
    if command is any WritingTextCommand.Type { return withText(words, options) }
    var result: [String] = []
    var isBehindOptions = false
    for word in words {
      let previous = result.last ?? ""
      if isBehindOptions || !isCandidate(word) {
        isBehindOptions = isBehindOptions || word == "--"
        result.append(word)
      } else if options.takesValue(previous) {
        if previous.hasPrefix("--") {
          result[result.count - 1] = previous + "=" + word
        } else {
          result.append(word)
        }
      } else if command is any QueryingCommand.Type, !options.isFlag(word) {
        result.append("NOT " + word.dropFirst())
      } else {
        result.append(word)
      }
    }
    return result
  }

  /// Options end before the first word that is a text with a hyphen, such as an item of a list: `- call Jieun`.
  private static func withText(_ words: [String], _ options: CommandArguments) -> [String] {
    guard !words.contains("--"),
      let text = words.indices.first(where: { index in
        words[index].hasPrefix("-") && words[index].contains(" ")
          && !options.takesValue(index > 0 ? words[index - 1] : "")
      })
    else { return words }
    // What stands after it has to remain an option.
    let later = words[(text + 1)...].filter { $0.hasPrefix("-") && !$0.contains(" ") }
    let others = words[(text + 1)...].filter { !later.contains($0) }
    return words[..<text] + later + ["--", words[text]] + others
  }

  private static func isCandidate(_ word: String) -> Bool {
    word.hasPrefix("-") && !word.hasPrefix("--") && word.utf8.count > 1
  }
}
