import NoteModel
import NoteSyntax
import Wording

extension Profile {
  static let dendron = Profile(
    "dendron", "Dendron", marks: [ProfileMark("dendron.yml"), ProfileMark("root.schema.yml", "root.md")],
    rules: { $0.textComesFirst = true },
    adopt: { workspace, adopted in
      guard let settings = workspace.settings("dendron.yml") else { return }
      let vaults = settings["workspace.vaults"] ?? settings["vaults"]
      guard case .list(let items)? = vaults, case .map(let first)? = items.first,
        let name = first.first(where: { $0.key == "fsPath" })?.value.scalarTexts.first
      else { return }
      let source = settings.source(settings["workspace.vaults"] == nil ? "vaults" : "workspace.vaults")
      guard let vault = workspace.folder(endingIn: name) else {
        return adopted.omit(source, Message("the folder “\(name)” does not exist", ko: "없는 폴더입니다: “\(name)”"))
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
      guard let settings = try workspace.wholeSettings(["dendron.yml"]) else { return [] }
      var excluded: [ExcludedFiles] = []
      func notes(_ names: some Sequence<String>) -> [String] {
        names.flatMap { workspace.anywhere([$0 + ".md", $0 + ".*.md"]) }
      }
      for key in ["publishing", "site"] {
        let lists = ["hierarchy", "hierarchies", "config"].flatMap { settings[key + "." + $0]?.pairs ?? [] }
        let shut = Set(lists.filter { !$0.value.isPublic }.map(\.key))
        let source = settings.source(key + ".publishByDefault")
        if shut.contains("root") {
          let open = lists.map(\.key).filter { !shut.contains($0) && $0 != "root" }
          excluded.append(ExcludedFiles(source, notes(open), .othersUnlessAsked, in: workspace.base))
        }
        excluded.append(ExcludedFiles(source, notes(shut.subtracting(["root"])), .unlessAsked))
        let chosen = settings.texts(key + ".siteHierarchies")
        if !chosen.isEmpty, !chosen.contains("root") {
          excluded.append(
            ExcludedFiles(
              settings.source(key + ".siteHierarchies"), notes(chosen), .othersUnlessAsked, in: workspace.base))
        }
      }
      let vaults = settings["workspace.vaults"] ?? settings["vaults"]
      let closed = Set(["publishing", "site"].flatMap { settings.texts($0 + ".privateVaults") })
      excluded.append(
        ExcludedFiles(settings.source("privateVaults"), closed.sorted().map { "/\(workspace.path($0))/" }))
      for vault in vaults?.entries ?? []
      where vault.value("visibility")?.text?.lowercased() == "private"
        || ["name", "fsPath"].contains(where: { vault.value($0)?.text.map(closed.contains) ?? false })
      {
        let folder = vault.value("fsPath")?.text.flatMap(workspace.folder) ?? "."
        excluded.append(ExcludedFiles(settings.source("vaults"), folder == "." ? ["*"] : ["/\(folder)/"]))
      }
      return excluded
    },
    reading: Message(
      "dotted names, [[text|note]], parts of notes in embeds, daily.journal notes as the diary",
      ko: "점으로 나눈 이름, [[텍스트|메모]], 메모 일부의 삽입, daily.journal 일기"))
}

extension FrontMatterValue {
  /// False if `publishByDefault` is false for every vault or for one of the vaults.
  fileprivate var isPublic: Bool {
    switch value("publishByDefault") {
    case .map(let vaults)?: vaults.allSatisfy { $0.value.scalarTexts == ["true"] }
    case let value?: value.scalarTexts == ["true"]
    case nil: true
    }
  }
}
