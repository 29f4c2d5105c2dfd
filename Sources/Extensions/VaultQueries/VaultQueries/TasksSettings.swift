import NoteModel
import NoteRepository
import NoteSyntax

extension TasksQuery.Settings {
  /// Reads the settings of the plugin Tasks in a vault.
  init(ofVault root: String) {
    self.init()
    guard let settings = SettingsDocument(".obsidian/plugins/obsidian-tasks-plugin/data.json", in: root) else { return }
    globalFilter = settings.text("globalFilter") ?? ""
    globalQuery = settings.text("globalQuery") ?? ""
    for key in ["coreStatuses", "customStatuses"] {
      guard case .list(let items)? = settings["statusSettings.\(key)"] else { continue }
      for status in items {
        func text(_ key: String) -> String? { status.value(key)?.text }
        guard let mark = text("symbol"), let name = text("name"), let type = text("type") else { continue }
        statuses.append(Status(mark: mark, name: name, type: type))
      }
    }
  }
}
