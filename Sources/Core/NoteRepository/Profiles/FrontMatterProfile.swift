import NoteModel
import NoteSyntax
import Wording

extension Profile {
  static let frontMatter = Profile(
    "front-matter", "Front Matter CMS", marks: [ProfileMark("frontmatter.json")],
    adopt: FrontMatterSettings.read,
    reading: Message("content types as schemas", ko: "콘텐츠 유형을 스키마로"))
}

/// The settings of `frontmatter.json` about the fields of pages.
private enum FrontMatterSettings {
  static func read(_ project: ProgramFolder, into adopted: inout AdoptedSettings) {
    guard let settings = project.settings("frontmatter.json") else { return }
    let key = "frontMatter.taxonomy.contentTypes"
    guard case .list(let types)? = settings[key] else { return }
    let folders = pageFolders(settings, in: project)
    for case .map(let type) in types {
      guard let name = type.text("name") else { continue }
      let fields = type.maps("fields").compactMap { rule($0, settings.source(key), &adopted) }
      let places = folders.filter { $0.types == [name] || $0.types.isEmpty && name == "default" }.map(\.path)
      guard !fields.isEmpty, name != "default" || !places.isEmpty else { continue }
      adopted.adopt(
        NoteSchema(name: name, folders: places, types: name == "default" ? [] : [name], fields: fields),
        from: settings.source(key))
    }
  }

  private static func pageFolders(
    _ settings: SettingsDocument, in project: ProgramFolder
  ) -> [(path: String, types: [String])] {
    guard case .list(let folders)? = settings["frontMatter.content.pageFolders"] else { return [] }
    return folders.compactMap { folder in
      guard case .map(let members) = folder, let path = members.text("path") else { return nil }
      // A folder of another language or day has a part that is filled in.
      let name = path.replacing("[[workspace]]", with: "").folderName
      guard !name.contains("{{"), !name.contains(".."), !name.contains("*") else { return nil }
      return (project.path(name), members["contentTypes"]?.scalarTexts ?? [])
    }
  }

  private static func rule(
    _ field: [FrontMatterValue.Pair], _ source: String, _ adopted: inout AdoptedSettings
  ) -> FieldRule? {
    guard let name = field.text("name"), let word = field.text("type") else { return nil }
    // A line between fields, and fields within fields, are of its form alone.
    guard FieldAssignment.isKey(name), let type = type(word, field) else {
      if !["divider", "heading"].contains(word) {
        adopted.omit(
          source, Message("“\(name)”: neither a field with one value nor a list", ko: "“\(name)”: 값 하나나 목록이 아닌 필드입니다"))
      }
      return nil
    }
    let texts = field["default"]?.scalarTexts ?? []
    let isFilledIn = texts.contains { $0.contains("{{") }
    let isNow = texts == ["{{now}}"]
    return FieldRule(
      key: name, type: type, choices: choices(field),
      defaultText: isNow ? "now" : isFilledIn || texts.isEmpty ? nil : texts.joined(separator: ", "),
      isRequired: field.text("required") == "true")
  }

  private static func type(_ word: String, _ field: [FrontMatterValue.Pair]) -> KnownField.ValueType? {
    switch word {
    case "string", "slug", "image", "file", "contentRelationship", "customField": .text
    case "number": .number
    case "boolean", "draft": .boolean
    case "datetime": .date
    case "choice", "dataFile": field.text("multiple") == "true" ? .list : .text
    case "list", "tags", "categories", "taxonomy": .list
    default: nil
    }
  }

  /// Returns the choices of a field: texts, or the ids of maps with an id and a title.
  private static func choices(_ field: [FrontMatterValue.Pair]) -> [String] {
    guard case .list(let items)? = field["choices"] else { return [] }
    return items.compactMap { item in
      if case .map(let pairs) = item { return pairs.text("id") }
      return item.text
    }
  }
}

extension [FrontMatterValue.Pair] {
  fileprivate subscript(key: String) -> FrontMatterValue? { first { $0.key == key }?.value }

  func text(_ key: String) -> String? { self[key]?.text }

  fileprivate func maps(_ key: String) -> [[FrontMatterValue.Pair]] {
    guard case .list(let items)? = self[key] else { return [] }
    return items.compactMap { item in
      guard case .map(let pairs) = item else { return nil }
      return pairs
    }
  }
}
