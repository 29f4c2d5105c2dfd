import NoteModel

extension Site {
  /// An item of the menu.
  struct MenuItem {
    let name: String
    /// From the root of the site, or a whole URL.
    let address: String
    /// Of the pages that belong to it; nil for an item of the owner's own.
    let section: String?
  }

  /// The parts of the site that have anything in them.
  var menu: [MenuItem] {
    let parts: [(String, String, Bool)] = [
      ("notes", "notes.html", !notes.isEmpty), ("recent", "recent.html", !newestFirst.isEmpty),
      ("diary", "diary.html", !diary.isEmpty),
      ("tags", "tags.html", !tags.isEmpty), ("board", BoardPage.path, hasTasks),
      ("graph", "graph.html", !backlinks.allSatisfy(\.isEmpty)),
    ]
    let own = settings.menu.compactMap { item in
      address(ofTarget: item.target).map { MenuItem(name: item.name, address: $0, section: nil) }
    }
    return own
      + parts.filter(\.2).map { word, address, _ in
        MenuItem(name: words[word], address: address, section: word)
      }
  }

  /// Of a URL, a note by its path or its title, or a page of the site; nil for what is not public.
  private func address(ofTarget target: String) -> String? {
    if target.hasPrefix("https://") || target.hasPrefix("http://") || target.hasPrefix("mailto:") {
      return target
    }
    let name = target.hasPrefix("/") ? String(target.dropFirst()) : target
    let paths = [name, name + ".md"].compactMap { NotePath($0) }
    let place =
      paths.lazy.compactMap { self.place(of: $0) }.first
      ?? notes.firstIndex { $0.title == target }
    if let place { return shownAddress(of: pages[place]) }
    let overviews: Set<String> = [
      "index.html", "notes.html", "tags.html", "dates.html", "diary.html", "recent.html",
      "orphans.html", "graph.html", "search.html",
    ]
    return overviews.contains(name) ? name : nil
  }

  /// True where tasks are public and there are any.
  var hasTasks: Bool { facts.tasks.contains { !$0.task.item.title.isEmpty } }
}
