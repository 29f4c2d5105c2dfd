import ArgumentParser
import NoteModel

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

/// Words of a command line that begin with one hyphen and are no option: terms of a query that must not hold.
enum NegatedTerms {
  /// The words with `NOT` in place of such a hyphen, and with `=` between `--where` and a query that begins with one.
  static func rewritten(_ words: [String]) -> [String] {
    guard words.contains(where: isCandidate), let name = words.first,
      let command = SheafCommand.command(named: name)
    else { return words }
    let options = CommandArguments(command)
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

  private static func isCandidate(_ word: String) -> Bool {
    word.hasPrefix("-") && !word.hasPrefix("--") && word.utf8.count > 1
  }
}
