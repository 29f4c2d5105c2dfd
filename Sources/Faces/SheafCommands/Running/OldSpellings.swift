import ArgumentParser
import ByteBasics
import NoteModel
import Wording

/// A spelling of an earlier version. A line with an old spelling does not run: the error shows the new line.
struct OldSpelling: Sendable {
  /// The names of the command, such as `tag rename`.
  private let names: [String]
  /// The new line of the words behind the names; nil for a line that does not use the old spelling.
  private let line: @Sendable (_ rest: [String]) -> [String]?

  /// - Parameter line: The new command line for the words after the names.
  private init(_ names: String, line: @escaping @Sendable ([String]) -> [String]?) {
    self.names = names.split(separator: " ").map(String.init)
    self.line = line
  }

  /// Throws a ``UsageError`` with the new spelling for a line with an old spelling.
  static func check(_ words: [String]) throws {
    let isHelp = words.first == "help" && words.count > 1
    var (line, old) = (isHelp ? Array(words.dropFirst()) : words, String?.none)
    for spelling in all where line.starts(with: spelling.names) {
      guard let new = spelling.line(Array(line.dropFirst(spelling.names.count))) else { continue }
      line = new
      old = old ?? spelling.names.joined(separator: " ")
    }
    guard let old = old.map({ Program.current.commandNames.contains($0) ? $0 + " …" : $0 }),
      Program.current.commandNames.contains(line[0])
    else { return }
    let new = line[0]
    if isHelp { line = ["help", new] }
    throw UsageError(
      old.hasSuffix("…") || old.hasPrefix(new + " ")
        ? Message("“\(old)” has a new form", ko: "“\(old)”의 형식이 바뀌었습니다")
        : Message("“\(old)” is now “\(new)”", ko: "“\(old)”의 새 이름: “\(new)”"),
      hint: Message(verbatim: (["sheaf"] + line).map(typedWord).joined(separator: " ")))
  }

  /// Describes a command that has another name.
  private static func command(_ old: String, _ new: String) -> OldSpelling {
    OldSpelling(old) { new.split(separator: " ").map(String.init) + $0 }
  }

  /// Describes an option that has another name or spelling.
  ///
  /// - Parameters:
  ///   - commands: Separated by commas.
  ///   - old: Names separated by commas.
  ///   - takesValue: True if the next word is the value of the option.
  ///   - isFirst: True if the new words come before the other words.
  ///   - new: Returns the new words for a value.
  private static func option(
    _ commands: String, _ old: String, takesValue: Bool = false, isFirst: Bool = false,
    _ new: @escaping @Sendable (_ value: String) -> [String]?
  ) -> [OldSpelling] {
    let olds = old.split(separator: ",").map(String.init)
    return commands.split(separator: ",").map { names in
      OldSpelling(String(names)) { rest in
        let options = rest.prefix { $0 != "--" }
        guard
          let place = options.firstIndex(where: { word in
            olds.contains(word) || olds.contains { $0.hasPrefix("--") && word.hasPrefix($0 + "=") }
          })
        else { return nil }
        var line = rest
        let inline = rest[place].firstIndex(of: "=").map { String(rest[place][$0...].dropFirst()) }
        let next = takesValue && inline == nil && place + 1 < rest.count ? rest[place + 1] : nil
        if takesValue, inline == nil, next == nil { return nil }
        line.removeSubrange(place...(next == nil ? place : place + 1))
        guard let said = new(inline ?? next ?? "") else { return nil }
        line.insert(contentsOf: said, at: isFirst ? 0 : place)
        return names.split(separator: " ").map(String.init) + line
      }
    }
  }

  private static func renamed(_ commands: String, _ old: String, _ new: String) -> [OldSpelling] {
    option(commands, old) { $0.isEmpty ? [new] : ["\(new)=\($0)"] }
  }

  /// Commands before options, from the longest names to the shortest: a line may use several.
  private static let all: [OldSpelling] = commands + options

  private static let commands: [OldSpelling] = [
    OldSpelling("tag rename") { $0.count == 2 ? ["rename", "+" + $0[0], "+" + $0[1]] : ["rename"] + $0 },
    // A note may be called so: `tag list +work`.
    OldSpelling("tag list") { rest in rest.contains { ChangeWord($0)?.deed == .add } ? nil : ["tag"] + rest },
    OldSpelling("field rename") { rest in
      ["rename"] + rest.enumerated().map { index, word in index < 2 && !word.hasPrefix("-") ? word + ":" : word }
    },
    command("config get", "config"), command("query list", "query"),
    OldSpelling("config reset") { ["config", "unset"] + ($0.allSatisfy { $0.hasPrefix("-") } ? ["--all"] : []) + $0 },
    command("query remove", "query rm"), command("query delete", "query rm"), command("attach list", "attach"),
    OldSpelling("letter new") { ["letter"] + $0.map { $0 == "--until" ? "--opens" : $0 } },
    command("letters", "letter"), command("snooze", "defer"), command("prepend", "append --top"),
    command("link", "links add"),
    OldSpelling("split") { rest in
      ["extract"] + rest.map { $0 == "--at" ? "--level" : $0.replacing("--at=", with: "--level=") }
    },
    OldSpelling("unset") { rest in
      guard let last = rest.lastIndex(where: { !$0.hasPrefix("-") }) else { return ["set"] + rest }
      return ["set"] + rest[..<last] + [rest[last] + ":"] + rest[(last + 1)...]
    },
    OldSpelling("set") { rest in
      let olds = rest.dropFirst().indices.filter { index in
        let word = rest[index]
        return word.hasSuffix("-") && ChangeWord(word) == nil
          && FieldCatalogue.field(typed: String(word.dropLast())) != nil
      }
      var line = rest
      for index in olds { line[index] = line[index].dropLast() + ":" }
      return olds.isEmpty ? nil : ["set"] + line
    },
    OldSpelling("board") { rest in
      let values = ["--move", "--column", "--to"].map { option in
        rest.firstIndex(of: option).flatMap { rest.dropFirst($0 + 1).first }
      }
      guard let card = values[0] else { return nil }
      let note = rest.first.map { $0.hasPrefix("-") ? "" : $0 + ":" } ?? ""
      return ["set", Int(card) == nil ? card : note + card, "status:" + (values[1] ?? values[2] ?? "")]
    },
    OldSpelling("done") { rest in
      rest.contains("--undo") ? ["reopen"] + rest.filter { $0 != "--undo" } : nil
    },
  ]

  private static let listings = "list,tasks,search,agenda,tag,links,letter,attach,query,schema"

  private static let options: [OldSpelling] =
    [
      option("undo,redo,log", "--by", takesValue: true) { ["--author", $0] },
      renamed("rename", "--keep-alias", "--alias"),
      renamed("bake", "--overwrite", "--force"),
      renamed("inline", "--remove", "--delete"),
      renamed("extract", "--to", "--title"),
      renamed("field move", "--to", "--place"),
      renamed("letter", "--until", "--opens"),
      renamed("add", "--to", "--into"),
      renamed("add", "-w,--words", "--read"),
      renamed("search", "--files-with-matches", "-l"),
      renamed("search", "--quickfix", "--vimgrep"),
      option("new,clip", "-t,--tag", takesValue: true) { ["+" + $0] },
      option("agenda", "--where", takesValue: true) { [$0] },
      option("clip", "--from-url", takesValue: true, isFirst: true) { [$0.contains("://") ? $0 : "https://" + $0] },
      renamed("publish", "--check", "--verify"),
      renamed("fmt", "--diff", "-n"),
      renamed("git setup", "--diff", "--word-diff"),
      renamed("import", "--into", "--in"),
      renamed("import", "--report", "-o"),
      renamed("restore", "--from", "--at"),
      renamed("replace", "--in", "--parts"),
      option("check", "--format", takesValue: true) { CheckOptions.Format(rawValue: $0) == nil ? nil : ["--to", $0] },
      renamed("board", "--by", "--group-by"),
      renamed("board," + listings, "--group", "--group-by"),
      renamed("board,edit,show,open,links", "-i", "--interactive"),
      option("board,log,check,today," + listings, "--jsonl") { _ in ["--to", "jsonl"] },
      option("board,log,check,remind,today," + listings, "--format", takesValue: true) {
        ["json": "--json", "path": "-l"][$0].map { [$0] }
      },
      option(listings, "--csv") { _ in ["--to", "csv"] },
      option(listings, "--tsv") { _ in ["--to", "tsv"] },
      option(listings, "--table") { _ in ["--to", "md"] },
      option("sync", "--install", takesValue: true) { ["--timer", $0] },
      option("sync", "--install") { _ in ["--timer", "15m"] },
      option("remind", "--install") { _ in ["--timer", "1m"] },
      option("sync,remind", "--uninstall") { _ in ["--timer", "off"] },
      renamed("cal", "-y,--year", "-12"),
      renamed("cal", "--three", "-3"),
      option("board,graph", "--html") { _ in ["--to", "html"] },
      option("board", "--md") { _ in ["--to", "md"] },
      option("graph", "--dot") { _ in ["--to", "dot"] },
      option("digest", "--week", isFirst: true) { _ in ["this", "week"] },
      option("digest", "--month", isFirst: true) { _ in ["this", "month"] },
      option("digest", "--from", takesValue: true) { ["--sender", $0] },
      option("digest", "--to", takesValue: true) { $0.contains("@") ? ["--recipient", $0] : nil },
      option("share", "--as", takesValue: true) { ["--to", $0 == "mail" ? "eml" : $0] },
      option("share", "--to", takesValue: true) { value in
        value.contains("@") ? ["--recipient", value] : value == "mail" ? ["--to", "eml"] : nil
      },
      option("export", "--as", takesValue: true) { _ in ["--to", "ics-events"] },
      option("clip", "--source", takesValue: true, isFirst: true) { [$0, "-"] },
      option("remind", "--list") { _ in [] },
      option("links", "--from", takesValue: true) { [$0] },
      option("links", "--to", takesValue: true) { ListingForms(rawValue: $0) == nil ? [$0, "--backlinks"] : nil },
    ].flatMap(\.self)
    + ["text", "html", "md", "eml"].flatMap { format in option("digest", "--" + format) { _ in ["--to", format] } }
}

/// Command names of other programs. A name runs as a command of Sheaf if it can mean only one command that loses no
/// data; for other names, the error shows the possible commands.
enum Synonym {
  private static let running = [
    "find": "search", "grep": "search", "view": "show", "cat": "show", "read": "show", "move": "mv",
    "complete": "done", "finish": "done", "modify": "set", "mod": "set", "create": "new", "journal": "diary",
    "calendar": "cal", "kanban": "board", "man": "help", "version": "--version",
  ]
  private static let hints = [
    "delete": ["rm"], "del": ["rm"], "remove": ["rm"], "trash": ["rm"], "todo": ["add", "tasks"], "update": ["set"],
    "change": ["set"], "commit": ["sync"], "push": ["sync"], "pull": ["sync"], "revert": ["undo", "restore"],
    "close": ["done", "cancel"], "history": ["log", "undo --list"], "note": ["new", "show"], "clone": ["init"],
    "copy": ["share", "export"],
  ]

  /// Returns the line with the command's own name, behind `help` too; a program `sheaf-WORD` goes before it.
  static func replaced(_ words: [String], path: String) -> [String] {
    let place = words.first == "help" ? 1 : 0
    guard words.indices.contains(place), let name = running[words[place]],
      ExternalCommand.find("sheaf-" + words[place], in: path) == nil
    else { return words }
    var line = words
    line[place] = name
    return place == 1 && name.hasPrefix("-") ? ["help"] : line
  }

  /// Returns the commands that a word may mean: a synonym, or a name within two edits, everyday commands first.
  static func candidates(for word: String) -> [String] {
    let names = Program.current.commandNames
    if let known = hints[word] { return known.filter { names.contains(String($0.prefix { $0 != " " })) } }
    // Two mistakes seldom begin with the first letter.
    let near = names.map { ($0, editDistance(word, $0)) }.filter {
      $0.1 <= min($0.0.first == word.first ? 2 : 1, (word.count + 1) / 2)
    }
    let ordered = near.sorted { left, right in
      let places = [left, right].map { CommandGroup.everyday.firstIndex(of: $0.0) ?? .max }
      return (left.1, places[0], left.0) < (right.1, places[1], right.0)
    }
    return ordered.prefix(3).map { $0.0 }
  }
}
