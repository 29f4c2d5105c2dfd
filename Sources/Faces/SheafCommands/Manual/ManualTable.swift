import ArgumentParser
import ByteBasics
import CivilCalendar
import MarkdownFormatting
import NoteModel
import NotePresentation
import NoteRepository
import Wording

/// The parts of a manual page that are made from the code they describe: items of a list, mostly.
enum ManualTable: String, CaseIterable {
  case commands
  case globalOptions = "global-options"
  case settings
  case dayPlaceholders = "day-placeholders"
  case noteFields = "note-fields"
  case queryKeys = "query-keys"
  case queryFields = "query-fields"
  case dayWords = "day-words"
  case periodWords = "period-words"
  case partsOfDay = "parts-of-day"
  case foreignSyntax = "foreign-syntax"
  case profiles
  case profileRules = "profile-rules"
  case aliases
  case jsonKinds = "json-kinds"
  case jsonObjects = "json-objects"

  /// Makes the lines of mdoc.
  func lines(in language: Language) -> String {
    switch self {
    case .commands: Program.current.groups.map(Self.commands).joined()
    case .globalOptions: Self.globalOptions(in: language)
    case .settings: ConfigurationCatalogue.keys.map { Self.setting($0, in: language) }.joined()
    case .dayPlaceholders: Self.placeholders
    case .noteFields: FieldCatalogue.fields.map { Self.field($0, in: language) }.joined()
    case .queryKeys: QueryTables.keys(in: language)
    case .queryFields: QueryTables.fields(in: language)
    case .dayWords: Self.words(DayWords.all.filter { !$0.isPeriod }, in: language)
    case .periodWords: Self.words(DayWords.all.filter(\.isPeriod), in: language)
    case .partsOfDay: Self.hoursOfParts
    case .aliases:
      CommandAliases.shipped.sorted { $0.key < $1.key }.map { ".It Ic \($0.key)\n.Xr sheaf-\($0.value) 1\n" }.joined()
    case .jsonKinds: JSONCatalogue.kinds.map { JSONTables.kind($0, in: language) }.joined()
    case .jsonObjects:
      JSONCatalogue.objects.sorted { $0.key < $1.key }
        .map { ".Ss \($0.key)\n" + JSONTables.list($0.value, in: language) }.joined()
    case .foreignSyntax: ForeignSyntax.all.map { Self.item($0, in: language) }.joined()
    case .profiles: Profile.all.map { Self.profile($0, in: language) }.joined()
    case .profileRules: Profile.all.map(Self.rules).joined()
    }
  }

  private static func commands(of group: CommandGroup) -> String {
    let items = group.subcommands.map { command in
      ".It Xr sheaf-\(command.commandName) 1\n" + Mdoc.paragraph(command.configuration.abstract)
    }
    return ".Ss \(Mdoc.escaped(group.name))\n.Bl -tag -width Ds\n" + items.joined() + ".El\n"
  }

  private static func globalOptions(in language: Language) -> String {
    GlobalOptions.catalogue.map { option in
      let value: String? = if case .value(let name, _) = option.effect { name.text(in: language) } else { nil }
      return Mdoc.item(option.names, value: value) + Mdoc.paragraph(option.help.text(in: language))
    }.joined()
  }

  /// Returns the item of a setting: its meaning, the sources it is read from, its default.
  private static func setting(_ key: ConfigurationKey, in language: Language) -> String {
    var notes: [Message] = []
    if key.type == .minimum {
      notes.append(
        Message(
          "A repository can raise the number; a smaller number is read only after\n.Ql sheaf config trust .\n",
          ko: "저장소에서는 늘릴 수만 있고, 줄인 값은\n.Ql sheaf config trust\n를 실행해야 읽습니다.\n"))
    } else if key.isDelicate {
      notes.append(
        Message(
          "Read from a repository only after\n.Ql sheaf config trust .\n",
          ko: "저장소의 값은\n.Ql sheaf config trust\n를 실행해야 읽습니다.\n"))
    }
    if key.scope == .repository {
      notes.append(
        Message(
          "This setting belongs to one repository and has no effect in your own configuration.\n",
          ko: "저장소마다 지정하는 값이며 사용자 설정에서는 쓰지 않습니다.\n"))
    }
    let value = Mdoc.escaped(key.defaultValue.description)
    if value != "\"\"", !key.summary.english.contains("Default: ") {
      notes.append(Message("Default:\n.Ql \(value) .\n", ko: "기본값:\n.Ql \(value) .\n"))
    }
    notes.append(
      Message(
        "In the environment:\n.Ev \(key.environmentVariable) .\n",
        ko: "환경 변수:\n.Ev \(key.environmentVariable) .\n"))
    let summary = key.summary.text(in: language)
    return ".It Ic \(key.name)\n" + Mdoc.paragraph(summary + (summary.hasSuffix(".") ? "" : "."))
      + notes.map { $0.text(in: language) }.joined()
  }

  /// The value of each placeholder on Sunday, 4 January 2026.
  private static var placeholders: String {
    let day = Day(iso: "2026-01-04") ?? Day(daysSinceEpoch: 20_457)
    return DayPlaceholder.allCases.map { placeholder in
      ".It Ql {{\(placeholder.rawValue)}} Ta \(Mdoc.escaped(placeholder.text(of: day)))\n"
    }.joined()
  }

  private static func field(_ field: KnownField, in language: Language) -> String {
    let summary = field.summary.text(in: language)
    if field.alsoRead.isEmpty { return ".It Ic \(field.key)\n" + Mdoc.paragraph(summary) }
    let also = Message(" Also read:", ko: "(다른 이름:").text(in: language)
    return ".It Ic \(field.key)\n" + Mdoc.paragraph(summary + also)
      + ".Ic \(field.alsoRead.joined(separator: " , ")) \(language == .korean ? ")" : ".")\n"
  }

  private static func words(_ rows: [DayWords], in language: Language) -> String {
    rows.map { row in
      let isKorean = language == .korean
      let names = isKorean ? row.korean + row.english : row.english + row.korean
      return ".It Ql \(names.joined(separator: " , "))\n"
        + "\(isKorean ? row.summary.korean : row.summary.english)\n"
    }.joined()
  }

  private static var hoursOfParts: String {
    let hours = PartOfDay.all.compactMap { part in
      part.usualHour.map { "\(part.words.joined(separator: " ")) \($0):00" }
    }
    return hours.joined(separator: ", ") + "."
  }

  private static func item(_ syntax: ForeignSyntax, in language: Language) -> String {
    let lines = syntax.example.split(separator: "\n")
    let line = lines.first { line in syntax.opens(Array(line.drop { $0 == " " }.utf8)[...]) } ?? lines.first ?? ""
    let trimmed = line.trimming { $0 == " " }
    // Between quotation marks no word is a macro, and before \& no sign at the end is a delimiter.
    return ".It\n" + Mdoc.paragraph(syntax.name.text(in: language)) + ".Pq Ql \""
      + Mdoc.escaped(String(trimmed)).replacing("\"", with: "\\(dq") + "\\&\"\n"
  }

  private static func profile(_ profile: Profile, in language: Language) -> String {
    let signs = Message(
      "Recognised by: \(Mdoc.escaped(profile.signs)).\n.br\n",
      ko: "인식 기준: \(Mdoc.escaped(profile.signs))\n.br\n")
    let reading = Message("Read as in the program:", ko: "그 프로그램처럼 읽는 것:").text(in: language)
    return ".It Ic \(profile.name) Pq \(Mdoc.escaped(profile.title))\n"
      + (profile.signs.isEmpty ? "" : signs.text(in: language))
      + "\(reading) \(Mdoc.sentence(profile.reading, in: language))\n"
  }

  /// Returns the rules of a profile, in one row.
  private static func rules(of profile: Profile) -> String {
    let rules = profile.rules
    let missing = !rules.hasWikiLinks ? "text" : rules.countsMissingPages ? "broken" : "unwritten"
    let cells = [
      rules.takesTitleFromHeading ? "heading" : "file", missing,
      rules.addressFields.sorted().joined(separator: ", "),
      rules.readers.sorted().joined(separator: ", "),
    ]
    // A line break in one column moves the next columns too, so cells contain no breaks.
    return ".It Ic \(profile.name)"
      + cells.map {
        " Ta " + ($0.isEmpty ? "\\(en" : Mdoc.escaped($0).replacing(" ", with: "\\ "))
      }.joined() + "\n"
  }
}

private enum QueryTables {
  /// Returns every key of the query language except those of words, each with its names in both languages and its
  /// allowed words.
  static func keys(in language: Language) -> String {
    let rows = Dictionary(grouping: QueryKey.allCases) { $0.summary.english }
    let keys = QueryKey.allCases.filter { key in
      ![.title, .body, .headings, .sort].contains(key) && rows[key.summary.english]?.first == key
    }
    return keys.map { key in
      let names = (rows[key.summary.english] ?? []).flatMap { [$0.rawValue] + $0.koreanNames }
      let values =
        switch key {
        case .kind: "\n" + table(NoteKind.self, in: language)
        case .is: "\n" + table(NoteState.self, in: language)
        case .has: "\n" + table(NotePart.self, in: language)
        default: ""
        }
      return item(names) + key.summary.text(in: language) + values
    }.joined(separator: "\n")
  }

  /// Returns every field that Sheaf knows, in both languages.
  static func fields(in language: Language) -> String {
    FieldCatalogue.fields.map { field in
      item([field.key] + field.koreanNames) + field.summary.text(in: language)
    }.joined(separator: "\n")
  }

  private static func item(_ names: [String]) -> String {
    ".It Ql " + names.map { Mdoc.escaped($0) + ":\\&" }.joined(separator: " , ") + "\n"
  }

  /// Returns the words of one kind, their meanings and their Korean names.
  private static func table<Words: QueryVocabulary>(_ words: Words.Type, in language: Language) -> String {
    let items = words.allCases.map { word in
      let korean = word.koreanNames.map { ", " + $0 }.joined()
      return ".It Ql \(word.rawValue)" + (korean.isEmpty ? "" : Mdoc.escaped(korean)) + "\n"
        + word.summary.text(in: language)
    }
    return ([".Bl -tag -width Ds -compact"] + items + [".El"]).joined(separator: "\n")
  }
}

/// The documents of JSON output in mdoc.
private enum JSONTables {
  static func kind(_ kind: JSONKind, in language: Language) -> String {
    let commands = kind.commands.map { "sheaf " + $0 }.joined(separator: ", ")
    var text = ".Ss \(kind.name)\n" + Mdoc.paragraph(kind.summary.text(in: language) + " (\(commands))")
    let heading = Message("Each item has:", ko: "항목마다:")
    if let item = kind.item {
      text += ".Pp\n" + Mdoc.paragraph(heading.text(in: language)) + list(item, in: language)
    }
    let whole = Message("The document has:", ko: "문서에는:")
    if !kind.members.isEmpty {
      text += ".Pp\n" + Mdoc.paragraph(whole.text(in: language)) + list(kind.members, in: language)
    }
    return text
  }

  static func list(_ members: [JSONMember], in language: Language) -> String {
    ".Bl -tag -width Ds\n"
      + members.map { member in
        var words = name(of: member.shape).text(in: language)
        if member.isOccasional { words += Message(", not always there", ko: ", 없을 수 있음").text(in: language) }
        return ".It Ic \(member.name)\n" + Mdoc.paragraph(words + ": " + member.summary.text(in: language))
          + inner(member.shape, in: language)
      }.joined() + ".El\n"
  }

  /// Returns the members of an object that has no name.
  private static func inner(_ shape: JSONShape, in language: Language) -> String {
    switch shape {
    case .object(let members): list(members, in: language)
    case .list(let shape), .optional(let shape): inner(shape, in: language)
    default: ""
    }
  }

  private static func name(of shape: JSONShape) -> Message {
    switch shape {
    case .text: Message("string", ko: "문자열")
    case .integer: Message("integer", ko: "정수")
    case .number: Message("number", ko: "숫자")
    case .boolean: Message("true or false", ko: "true 또는 false")
    case .date: Message("date or time", ko: "날짜 또는 시각")
    case .word(let words): Message(verbatim: words.joined(separator: ", "))
    case .range: Message("two offsets", ko: "오프셋 두 개")
    case .object, .table: Message("object", ko: "객체")
    case .any: Message("anything", ko: "모든 값")
    case .reference(let name): Message("object \(name)", ko: "\(name) 객체")
    case .optional(let shape): Message(name(of: shape).english + " or null", ko: name(of: shape).korean + " 또는 null")
    case .list(let shape): Message("array of " + name(of: shape).english, ko: name(of: shape).korean + "의 배열")
    }
  }
}
