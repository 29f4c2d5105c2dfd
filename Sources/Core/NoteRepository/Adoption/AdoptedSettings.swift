package import NoteModel
package import Wording

/// The settings of other programs in a folder, as settings of Sheaf.
package struct AdoptedSettings: Sendable {
  package struct Setting: Sendable, Hashable {
    package let key: String
    package let value: ConfigurationValue
    /// The file and the setting there: `.obsidian/daily-notes.json: folder`.
    package let source: String
  }

  /// The programs whose folder it is.
  package private(set) var profiles: [FoundProfile] = []
  /// The settings, at most one for each key.
  package private(set) var settings: [Setting] = []
  /// The settings of other programs that Sheaf has no counterpart for.
  package private(set) var omissions: [Message] = []

  package init() {}

  /// Reads the settings that known programs have left in a folder: `profile`, and their own.
  ///
  /// - Parameters:
  ///   - root: The absolute path of the folder.
  ///   - language: The language of months and weekdays in the names of files.
  package init(of root: String, in language: Language) {
    profiles = FoundProfile.all(in: root, language: language)
    guard let first = profiles.first else { return }
    let mark = first.profile.marks.first { $0.matches(first.folder) }?.names.first ?? ""
    let names = profiles.map(\.profile.name)
    adopt("profile", names.count == 1 ? .text(names[0]) : .list(names), from: first.folder.base + mark)
    for found in profiles { found.profile.adopt(found.folder, &self) }
    for key in ["folders.diary", "folders.templates"] {
      guard let setting = self[key], case .text(let name) = setting.value, !folderExists(root + "/" + name) else {
        continue
      }
      omit(setting.source, Message("the folder “\(name)” does not exist yet", ko: "아직 없는 폴더입니다: “\(name)”"))
    }
  }

  /// Names the folder of daily notes if three notes of another folder have later days than its last one.
  package mutating func nameStaleDiary(among notes: [NotePath]) {
    guard let setting = self["folders.diary"], case .text(let name) = setting.value, !name.isEmpty else { return }
    let days = notes.filter { $0.stem.utf8.count == 10 && $0.namedDay != nil }
    func isInDiary(_ note: NotePath) -> Bool { note.string.hasPrefix(name + "/") }
    guard let last = days.filter(isInDiary).compactMap(\.namedDay).max() else { return }
    let later = days.filter { !isInDiary($0) && $0.namedDay.map { $0 > last } == true }
    let folders = Dictionary(grouping: later) { $0.folder?.string ?? "" }.filter { $0.value.count > 2 }
    guard let newer = folders.max(by: { ($0.value.count, $1.key) < ($1.value.count, $0.key) })?.key else { return }
    omit(
      setting.source,
      Message(
        "the last entry of the folder “\(name)” is of \(last); later ones are in “\(newer)”",
        ko: "“\(name)” 폴더의 마지막 일기는 \(last)이고, 그 뒤의 일기는 “\(newer)”에 있습니다"))
  }

  /// Returns the places of notes in the navigation of the folder's programs.
  package static func navigation(in root: String) -> [NotePath: Int] {
    let order = FoundProfile.all(in: root, language: .english).flatMap { $0.profile.order($0.folder) }
    return Dictionary(order.enumerated().map { (NotePath(trusted: $1), $0) }) { first, _ in first }
  }

  /// Returns true if the settings of the folder's programs make formulas of single dollar signs.
  package static func readsDollars(in root: String) -> Bool {
    FoundProfile.all(in: root, language: .english).contains { found in
      found.profile.rules.formulaSettings.lazy.compactMap(found.folder.text).contains { text in
        ["passthrough", "arithmatex", "mdx_math", "katex", "mathjax"].contains { text.lowercased().contains($0) }
      }
    }
  }

  /// Returns the texts in which the folder's programs keep macros of TeX.
  package static func macroTexts(in root: String) -> [String] {
    FoundProfile.all(in: root, language: .english).flatMap { found in
      found.profile.rules.macroFiles.compactMap(found.folder.text)
    }
  }

  package var isEmpty: Bool { settings.isEmpty && omissions.isEmpty }

  /// Takes a setting over; the first that is found for a key counts.
  mutating func adopt(_ key: String, _ value: ConfigurationValue, from source: String) {
    guard !settings.contains(where: { $0.key == key }) else { return }
    if case .text(let text) = value, Self.isOutside(text) {
      return omit(source, Message("“\(text)” is outside of this folder", ko: "이 폴더 밖입니다: “\(text)”"))
    }
    var value = value
    if case .list(let texts) = value { value = .list(texts.filter { !Self.isOutside($0) }) }
    settings.append(Setting(key: key, value: value, source: source))
  }

  /// Adopts the name of a site from a script: the first text with the key, such as `title: "Manual"`.
  mutating func adoptTitle(_ key: String, ofScript script: String?, from source: String) {
    let name = script.flatMap { script -> Substring? in
      let text = try? Regex("\\b\(key)[\"']?\\s*:\\s*([\"'`])([^\"'`$\\n]+)\\1").firstMatch(in: script)
      return text?.output[2].substring
    }
    if let name { adopt("site.title", .text(String(name)), from: source + ": " + key) }
  }

  private static func isOutside(_ path: String) -> Bool { path == ".." || path.hasPrefix("../") }

  /// Adds a schema to those of other programs.
  mutating func adopt(_ schema: NoteSchema, from source: String) {
    var all: [NoteSchema] = []
    var sources = [source]
    if let index = settings.firstIndex(where: { $0.key == "schemas" }) {
      if case .schemas(let former) = settings[index].value { all = former.all }
      guard !all.contains(where: { $0.name == schema.name }) else { return }
      let former = settings.remove(at: index).source
      sources = former == source ? [source] : [former, source]
    }
    settings.append(
      Setting(key: "schemas", value: .schemas(NoteSchemas(all + [schema])), source: sources.joined(separator: ", ")))
  }

  mutating func adopt(_ key: String, _ text: String, from source: String) {
    adopt(key, .text(text), from: source)
  }

  mutating func omit(_ source: String, _ reason: Message) {
    omissions.append(Message("\(source): \(reason.english)", ko: "\(source): \(reason.korean)"))
  }

  package subscript(key: String) -> Setting? { settings.first { $0.key == key } }
}
