/// A setting of one of `sites`: `sites.work.title`.
package struct SiteSetting {
  package let site: String
  /// The setting of `site` that it replaces.
  package let key: ConfigurationKey

  static let group = "sites"

  /// Reads the name of a setting. Nil for a setting that is not of one of the sites.
  package init?(_ name: String) {
    let parts = name.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, parts[0] == Self.group, Self.isName(parts[1]),
      let key = ConfigurationCatalogue.keys.first(where: { $0.name == "site." + parts[2] })
    else { return nil }
    (site, self.key) = (parts[1], key)
  }

  /// Returns true for a name that can be used on a command line, in a key and as a file name.
  static func isName(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix("-") && !name.contains { $0 == "." || $0 == "/" || $0.isNewline }
  }
}
