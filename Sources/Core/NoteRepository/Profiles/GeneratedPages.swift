extension AdoptedSettings {
  /// Excludes from checks the pages that a generator makes without a source file.
  ///
  /// - Parameters:
  ///   - lists: Folders of pages, also below the folder of a language: `tags`.
  ///   - files: Paths from the root of the site.
  ///   - others: Destinations of other kinds.
  mutating func adopt(
    generatedLists lists: [String], files: [String] = [], besides others: [String] = [], from source: String
  ) {
    let patterns = lists.flatMap { ["/\($0)/", "/*/\($0)/"] } + files.map { "/" + $0 }
    guard !(others + patterns).isEmpty else { return }
    adopt("links.ignore", .list(others + patterns), from: source)
  }
}
