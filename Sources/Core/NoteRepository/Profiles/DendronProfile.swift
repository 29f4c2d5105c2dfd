import NoteModel
import NoteSyntax
import Wording

extension Profile {
  static let dendron = Profile(
    "dendron", "Dendron", marks: [ProfileMark("dendron.yml")],
    rules: { $0.textComesFirst = true },
    adopt: { workspace, adopted in
      guard let settings = workspace.settings("dendron.yml") else { return }
      let vaults = settings["workspace.vaults"] ?? settings["vaults"]
      guard case .list(let items)? = vaults, case .map(let first)? = items.first,
        let name = first.first(where: { $0.key == "fsPath" })?.value.scalarTexts.first
      else { return }
      let source = settings.source(
        settings["workspace.vaults"] == nil ? "vaults" : "workspace.vaults")
      guard let vault = workspace.folder(endingIn: name) else {
        return adopted.omit(
          source,
          Message("the folder “\(name)” does not exist", ko: "없는 폴더입니다: “\(name)”"))
      }
      let prefix = vault == "." ? "" : vault + "/"
      adopted.adopt("folders.memo", vault, from: source)
      adopted.adopt("folders.attachments", prefix + "assets", from: source)
      adopted.adopt("links.roots", .list([vault]), from: source)
      adopted.adopt("links.style", "wiki", from: source)
      let daily = settings.text("workspace.journal.dailyVault") == nil ? source : settings.path
      let domain = settings.text("workspace.journal.dailyDomain") ?? "daily"
      let journal = settings.text("workspace.journal.name") ?? "journal"
      adopted.adopt("folders.diary", "", from: daily)
      adopted.adopt(
        "diary.path", "\(prefix)\(domain).\(journal).{{year}}.{{month}}.{{dayOfMonth}}.md",
        from: daily)
    },
    excludes: { workspace in
      guard let settings = try workspace.wholeSettings("dendron.yml") else { return [] }
      var excluded: [ExcludedFiles] = []
      for key in ["publishing", "site"] {
        let lists = ["hierarchies", "config"].flatMap { list in
          settings.names(in: key + "." + list).map { (name: $0, setting: key + "." + list + "." + $0) }
        }
        let shut = lists.filter { !settings.isPublic(by: $0.setting + ".publishByDefault") }
        let open = Set(lists.map(\.name)).subtracting(shut.map(\.name)).subtracting(["root"])
        if shut.contains(where: { $0.name == "root" }) {
          excluded.append(
            ExcludedFiles(
              settings.source(key + ".publishByDefault"),
              open.flatMap { workspace.anywhere([$0 + ".md", $0 + ".*.md"]) },
              .othersUnlessAsked))
        }
        let names = shut.map(\.name).filter { $0 != "root" }
        excluded.append(
          ExcludedFiles(
            settings.source(key + ".publishByDefault"),
            names.flatMap { workspace.anywhere([$0 + ".md", $0 + ".*.md"]) },
            .unlessAsked))
      }
      return excluded
    },
    reading: Message(
      "dotted names, [[text|note]], parts of notes in embeds, daily.journal notes as the diary",
      ko: "점으로 나눈 이름, [[텍스트|메모]], 메모 일부의 삽입, daily.journal 일기"))
}

extension SettingsDocument {
  /// Returns true unless a setting says no, for every vault or for one vault.
  fileprivate func isPublic(by name: String) -> Bool {
    switch self[name] {
    case .map(let vaults)?: vaults.allSatisfy { $0.value.scalarTexts == ["true"] }
    case let value?: value.scalarTexts == ["true"]
    case nil: true
    }
  }
}
