import ArgumentParser
import MarkdownFormatting
import NoteModel
import NoteSyntax
import SheafCommands
import Wording

/// The reference of the guide: the manual as notes, one for each group of commands and for each topic, in both languages.
enum GuideReference {
  /// The manual pages with a separate page in the guide, and their titles there.
  private static let topics: [(page: String, title: Message)] = [
    ("sheaf.1", Message("Global options", ko: "전역 옵션")),
    ("sheaf-config.5", Message("All settings", ko: "모든 설정")),
    ("sheaf-note.5", Message("Fields and syntax", ko: "필드와 문법")),
    ("sheaf-query.7", Message("Query language", ko: "검색식 문법")),
    ("sheaf-dates.7", Message("Dates and times", ko: "날짜와 시각")),
    ("sheaf-json.5", Message("JSON output", ko: "JSON 출력")),
    ("sheaf-hooks.5", Message("Hooks", ko: "훅")),
    ("sheaf-site.7", Message("Sites", ko: "사이트")),
  ]

  /// The pages of the guide that replace a page of the manual.
  private static let written: [(page: String, file: Message)] = [
    ("sheaf-tutorial.7", Message("Start", ko: "시작")), ("sheaf-git.7", Message("Git", ko: "두 컴퓨터와 git")),
    ("sheaf-import.7", Message("Import", ko: "가져오기")), ("sheaf-adopt.7", Message("Import", ko: "가져오기")),
    ("sheaf-editors.7", Message("Editors", ko: "편집기")),
  ]

  private static let overview = Message("Reference", ko: "명령과 설정 목록")

  /// Returns every note by its path from the folder of the guide.
  static func notes() throws -> [(path: String, bytes: [UInt8])] {
    let manual = Dictionary(ManualPages.unwrapped().map { ($0.name, $0.text) }) { first, _ in first }
    return try Language.allCases.flatMap { language in
      try HelpLanguage.$current.withValue(language) { try Notes(language: language, manual: manual).all }
    }
  }

  /// The notes of one language.
  private struct Notes {
    let language: Language
    let manual: [String: String]

    private var heads: ManualHeadings { ManualHeadings(language) }

    var all: [(path: String, bytes: [UInt8])] {
      get throws {
        let pages =
          [(GuideReference.overview, overviewBlocks)] + GuideReference.topics.map { ($0.title, topic($0.page)) }
          + Program.current.groups.map { (title(of: $0), commands($0)) }
        let english = HelpLanguage.$current.withValue(.english) {
          [GuideReference.overview] + GuideReference.topics.map(\.title) + Program.current.groups.map { title(of: $0) }
        }
        return try zip(pages, english).map { page, english in
          let title = page.0.text(in: language)
          var fields = [DocumentTree.Field("title", .text(title))]
          if language == .korean {
            fields.append(DocumentTree.Field("translates", .text(english.english + ".md")))
          }
          let tree = DocumentTree(fields: fields, blocks: [.heading(level: 1, [.text(title)])] + page.1)
          return ("\(language.rawValue)/reference/\(title).md", try DocumentWriter().bytes(of: tree))
        }
      }
    }

    private func title(of group: CommandGroup) -> Message {
      Message("Commands, \(group.name)", ko: "명령, \(group.name)")
    }

    private func page(_ name: String) -> String { manual[language == .korean ? "ko/" + name : name] ?? "" }

    private func blocks(_ name: String, level: Int, leavingOut sections: Set<String>) -> [DocumentTree.Block] {
      ManualMarkdown.blocks(of: page(name), level: level, heads: heads, leavingOut: sections, linking: destination)
    }

    private func topic(_ name: String) -> [DocumentTree.Block] {
      let omitted: Set = [heads.name, heads.seeAlso, heads.synopsis]
      // The overview lists the commands.
      return blocks(name, level: 2, leavingOut: name == "sheaf.1" ? omitted.union([heads.description]) : omitted)
    }

    private func commands(_ group: CommandGroup) -> [DocumentTree.Block] {
      group.subcommands.flatMap { command in
        [.heading(level: 2, [.text("sheaf " + command.commandName)])]
          + blocks(
            "sheaf-\(command.commandName).1", level: 3,
            leavingOut: [heads.seeAlso, heads.exitStatus])
      }
    }

    private var overviewBlocks: [DocumentTree.Block] {
      let intro = Message(
        "All commands with their options, all settings, fields and words of queries of this version. "
          + "The manual has the same text: sheaf help COMMAND, or man sheaf-COMMAND.",
        ko: "이 버전의 모든 명령과 옵션, 설정, 필드, 검색 키입니다. 같은 내용을 sheaf help 명령이나 man sheaf-명령으로도 볼 수 있습니다.")
      let topics = GuideReference.topics.map { topic in
        let title = topic.title.text(in: language)
        return item([.link([.text(title)], to: file(title))])
      }
      return [.paragraph([.text(intro.text(in: language))]), .list(DocumentTree.List(items: topics))]
        + Program.current.groups.flatMap { group -> [DocumentTree.Block] in
          let commands = group.subcommands.map { command in
            let name = "sheaf-" + command.commandName
            let place = destination(name, "1") ?? (name, "")
            return item(
              [
                .link([.text(place.title)], to: place.address),
                .text(": " + command.configuration.abstract),
              ])
          }
          return [.heading(level: 2, [.text(group.name)]), .list(DocumentTree.List(items: commands))]
        }
    }

    private func item(_ words: [DocumentTree.Inline]) -> DocumentTree.Item {
      DocumentTree.Item([.paragraph(words)])
    }

    private func file(_ title: String) -> String { LinkDestinationStyle.markdown(title + ".md") }

    /// Returns the title and the address in the guide of a page of the manual, seen from a note of the reference.
    private func destination(_ name: String, _ section: String) -> ManualMarkdown.Destination? {
      let page = name + "." + section
      if let topic = GuideReference.topics.first(where: { $0.page == page }) {
        let title = topic.title.text(in: language)
        return (title, file(title))
      }
      if let guide = GuideReference.written.first(where: { $0.page == page }) {
        let title = guide.file.text(in: language)
        return (title, "../" + file(title))
      }
      let command = name.dropFirst("sheaf-".count)
      let group = Program.current.groups.first { group in
        group.subcommands.contains { $0.commandName == command }
      }
      return group.map { group in
        ("sheaf \(command)", file(title(of: group).text(in: language)) + "#sheaf-\(command)")
      }
    }
  }
}
