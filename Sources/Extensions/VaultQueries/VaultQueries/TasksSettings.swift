import NoteRepository

extension TasksQuery.Settings {
  /// Reads the settings of the plugin Tasks in a vault.
  init(ofVault root: String) {
    self.init()
    guard let settings = SettingsDocument(".obsidian/plugins/obsidian-tasks-plugin/data.json", in: root) else { return }
    globalFilter = settings.text("globalFilter") ?? ""
    globalQuery = settings.text("globalQuery") ?? ""
    for key in ["coreStatuses", "customStatuses"] {
      guard case .list(let items)? = settings["statusSettings.\(key)"] else { continue }
      for case .map(let status) in items {
        guard let mark = status.text("symbol"), let name = status.text("name"), let type = status.text("type") else {
          continue
        }
        statuses.append(Status(mark: mark, name: name, type: type))
      }
    }
  }
}
