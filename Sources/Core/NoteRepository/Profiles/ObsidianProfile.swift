import NoteModel
import NoteSyntax
import Wording

extension Profile {
  static let obsidian = Profile(
    "obsidian", "Obsidian",
    marks: [ProfileMark(".obsidian/"), ProfileMark(".obsidian-mobile/"), ProfileMark(".*/core-plugins.json")],
    rules: {
      $0.takesTitleFromHeading = false
      $0.keepsLineBreaks = true
      $0.macroFiles = ["preamble.sty"]
    }, adopt: ObsidianSettings.read,
    excludes: ObsidianSettings.excludedFiles,
    reading: Message(
      "titles from title: or the file name; folders, daily notes, templates, types of properties and the link style of the vault",
      ko: "제목은 title: 또는 파일 이름. 볼트의 폴더, 일기, 템플릿, 속성의 종류, 링크 형식"))
}

/// The settings of `.obsidian` about a vault.
enum ObsidianSettings {
  private static let folder = ".obsidian/"

  static func read(_ vault: ProgramFolder, into adopted: inout AdoptedSettings) {
    let isKorean = vault.language == .korean
    if let app = vault.settings(folder + "app.json") { readApp(app, into: &adopted) }
    let periodic = vault.settings(folder + "plugins/periodic-notes/data.json")
    if let periodic, periodic.flag("daily.enabled") {
      readDaily(periodic, prefix: "daily.", vault, into: &adopted)
    } else if let daily = vault.settings(folder + "daily-notes.json") {
      readDaily(daily, prefix: "", vault, into: &adopted)
    }
    if let periodic { readPeriods(periodic, isKorean, into: &adopted) }
    readTemplates(vault, into: &adopted)
    readTypes(vault, into: &adopted)
  }

  /// Returns the excluded files: a filter is the beginning of a path, or a regular expression between slashes.
  static func excludedFiles(in vault: ProgramFolder) throws -> [ExcludedFiles] {
    var excluded: [ExcludedFiles] = []
    // Each computer may have its own folder of settings, with any name: `.obsidian-mobile`.
    let folders = vault.names.filter {
      $0.hasPrefix(folder.dropLast()) || $0.hasPrefix(".") && vault.has($0 + "/core-plugins.json")
    }.map { $0 + "/" }
    for app in try folders.compactMap({ try vault.wholeSettings([$0 + "app.json"]) }) {
      let filters = app.texts("userIgnoreFilters").filter { !$0.isEmpty }
      let expressions = filters.filter { $0.count > 2 && $0.hasPrefix("/") && $0.hasSuffix("/") }
      excluded.append(
        ExcludedFiles(
          app.source("userIgnoreFilters"),
          filters.filter { !expressions.contains($0) }.map { ExcludedFiles.beginning(vault.base + $0) },
          expressions: expressions.map { text in
            let expression = text.dropFirst().dropLast()
            return "(?i)" + String(vault.base.isEmpty ? expression : expression.trimmingPrefix("^"))
          }))
    }
    // The plugin Digital Garden publishes what asks.
    for folder in folders
    where vault.has(folder + "plugins/digitalgarden/")
      || vault.text(folder + "community-plugins.json")?.contains("\"digitalgarden\"") == true
    {
      excluded.append(ExcludedFiles(vault.base + folder + "plugins/digitalgarden", vault.anywhere(["*"]), .unlessAsked))
    }
    for publish in try folders.compactMap({ try vault.wholeSettings([$0 + "publish.json"]) }) {
      func patterns(_ key: String) -> [String] { publish.texts(key).map { ExcludedFiles.beginning(vault.base + $0) } }
      excluded.append(ExcludedFiles(publish.source("excluded"), patterns("excluded")))
      let included = patterns("included")
      if !included.isEmpty {
        excluded.append(ExcludedFiles(publish.source("included"), included, .othersUnlessAsked, in: vault.base))
      }
    }
    return excluded
  }

  private static func readApp(_ app: SettingsDocument, into adopted: inout AdoptedSettings) {
    let place = app.text("newFileLocation") ?? "root"
    switch place {
    case "folder":
      let source = app.source("newFileFolderPath")
      adopted.adopt("folders.memo", (app.text("newFileFolderPath") ?? "/").folderName, from: source)
    default:
      adopted.adopt("folders.memo", ".", from: app.source("newFileLocation"))
      if place == "current" {
        adopted.omit(
          app.source("newFileLocation"),
          Message(
            "new notes go to the root, because no note is open on the command line; --in chooses a folder",
            ko: "명령줄에는 열린 메모가 없으므로 새 메모는 루트에 만듭니다. --in으로 폴더를 고를 수 있습니다"))
      }
    }
    let attachments = app.text("attachmentFolderPath") ?? "/"
    adopted.adopt(
      "folders.attachments",
      attachments.hasPrefix("./") ? "./" + attachments.folderName : attachments.folderName,
      from: app.source("attachmentFolderPath"))
    readLinks(app, into: &adopted)
    if app.flag("strictLineBreaks") {
      adopted.adopt("site.line-breaks", "join", from: app.source("strictLineBreaks"))
    }
    if app.texts("userIgnoreFilters").isEmpty == false {
      adopted.omit(
        app.source("userIgnoreFilters"),
        Message(
          "these files are read like any other; use the setting ignore to skip files",
          ko: "이 파일도 다른 파일처럼 읽습니다. 제외하려면 ignore 설정을 사용하세요"))
    }
  }

  private static func readLinks(_ app: SettingsDocument, into adopted: inout AdoptedSettings) {
    guard app["newLinkFormat"] != nil || app["useMarkdownLinks"] != nil else { return }
    let isAbsolute = app.text("newLinkFormat") == "absolute"
    let style: String
    if app.flag("useMarkdownLinks") {
      style = isAbsolute ? "root" : "relative"
    } else {
      style = isAbsolute ? "wiki-path" : "wiki"
    }
    adopted.adopt("links.style", style, from: app.source("newLinkFormat, useMarkdownLinks"))
  }

  private static func readDaily(
    _ daily: SettingsDocument, prefix: String, _ vault: ProgramFolder, into adopted: inout AdoptedSettings
  ) {
    let isKorean = vault.language == .korean
    let folder = (daily.text(prefix + "folder") ?? "/").folderName
    let isRoot = folder == "."
    adopted.adopt("folders.diary", isRoot ? "" : folder, from: daily.source(prefix + "folder"))
    let written = daily.text(prefix + "format") ?? ""
    let format = written.isEmpty ? "YYYY-MM-DD" : written
    let source = daily.source(prefix + "format")
    adopt("diary.path", format, in: folder, of: .day, isKorean, from: source, into: &adopted)
    if let template = daily.text(prefix + "template") {
      let path = template.hasSuffix(".md") ? template.folderName : template.folderName + ".md"
      let source = daily.source(prefix + "template")
      adopted.adopt("diary.template", path, from: source)
      if !vault.has(path) {
        adopted.omit(source, Message("“\(path)” does not exist yet", ko: "아직 없는 파일입니다: “\(path)”"))
      }
    }
  }

  /// Takes a format over as the name pattern of the notes of a period.
  private static func adopt(
    _ key: String, _ format: String, in folder: String, of period: DayPattern.Period,
    _ isKorean: Bool, from source: String, into adopted: inout AdoptedSettings
  ) {
    switch MomentFormat.pattern(format, isKorean: isKorean) {
    case .success(let pattern):
      let text = (folder == "." ? "" : folder + "/") + pattern + ".md"
      if (try? DayPattern(text, of: period)) != nil {
        adopted.adopt(key, text, from: source)
      } else {
        adopted.omit(source, vague(format, period))
      }
    case .failure(let unknown):
      adopted.omit(
        source,
        Message(
          "“\(unknown.token)” of “\(format)” has no counterpart in \(key)",
          ko: "“\(format)” 형식의 “\(unknown.token)” 부분은 \(key) 설정으로 나타낼 수 없습니다"))
    }
  }

  private static func vague(_ format: String, _ period: DayPattern.Period) -> Message {
    switch period {
    case .day: Message("“\(format)” does not determine a day", ko: "날짜가 정해지지 않는 형식입니다: “\(format)”")
    case .week: Message("“\(format)” does not determine a week", ko: "주가 정해지지 않는 형식입니다: “\(format)”")
    case .month: Message("“\(format)” does not determine a month", ko: "달이 정해지지 않는 형식입니다: “\(format)”")
    }
  }

  /// Reads the notes of weeks and months of the plugin Periodic Notes. Sheaf has no notes of quarters and years.
  private static func readPeriods(_ settings: SettingsDocument, _ isKorean: Bool, into adopted: inout AdoptedSettings) {
    let periods: [(String, key: String, usual: String, DayPattern.Period)] = [
      ("weekly", "diary.week-path", "gggg-[W]ww", .week),
      ("monthly", "diary.month-path", "YYYY-MM", .month),
    ]
    for (name, key, usual, period) in periods where settings.flag(name + ".enabled") {
      let written = settings.text(name + ".format") ?? ""
      adopt(
        key, written.isEmpty ? usual : written, in: (settings.text(name + ".folder") ?? "/").folderName, of: period,
        isKorean, from: settings.source(name + ".format"), into: &adopted)
    }
    for name in ["quarterly", "yearly"] where settings.flag(name + ".enabled") {
      adopted.omit(
        settings.source(name),
        Message(
          "the diary has notes of days, weeks and months only",
          ko: "일기에는 하루, 주, 달의 메모만 있습니다"))
    }
  }

  /// Reads the types that the vault gives to properties, which apply to all its notes.
  private static func readTypes(_ vault: ProgramFolder, into adopted: inout AdoptedSettings) {
    guard let settings = vault.settings(folder + "types.json"),
      case .map(let pairs)? = settings["types"]
    else { return }
    let fields = pairs.compactMap { pair -> FieldRule? in
      guard FieldCatalogue.field(for: pair.key) == nil, FieldAssignment.isKey(pair.key),
        let type = pair.value.text.flatMap({ types[$0] })
      else { return nil }
      return FieldRule(key: pair.key, type: type)
    }
    guard !fields.isEmpty else { return }
    adopted.adopt(NoteSchema(name: "obsidian", folders: ["."], fields: fields), from: settings.source("types"))
  }

  private static let types: [String: KnownField.ValueType] = [
    "text": .text, "multitext": .list, "tags": .list, "aliases": .list, "number": .number,
    "checkbox": .boolean, "date": .date, "datetime": .date,
  ]

  private static func readTemplates(_ vault: ProgramFolder, into adopted: inout AdoptedSettings) {
    let files = [
      (folder + "templates.json", "folder"),
      (folder + "plugins/templater-obsidian/data.json", "templates_folder"),
    ]
    for (path, name) in files {
      guard let settings = vault.settings(path), let text = settings.text(name) else { continue }
      let source = settings.source(name)
      // On some systems, `C:\Templates` and `~/Templates` are absolute paths.
      let isElsewhere = text.hasPrefix("~") || text.dropFirst().hasPrefix(":\\") || text.dropFirst().hasPrefix(":/")
      if text.hasPrefix("/") && !vault.has(text.folderName + "/") || isElsewhere {
        adopted.omit(source, Message("“\(text)” is not a folder of this vault", ko: "이 볼트에 없는 폴더입니다: “\(text)”"))
      } else if text.folderName != "." {
        adopted.adopt("folders.templates", text.folderName, from: source)
      }
    }
  }
}
