import NoteModel

/// The way from the home page to a page, folder by folder.
struct Breadcrumbs {
  private let site: Site
  private let page: String

  init(_ site: Site, on page: String) {
    self.site = site
    self.page = page
  }

  /// The steps down to a page, which is not one of them.
  ///
  /// - Parameter folder: The innermost folder, from the root; nil where only the home page is above.
  /// - Returns: The name and the address of each.
  func steps(to folder: String?) -> [(name: String, address: String)] {
    var steps = [(site.words["home"], site.address(of: "index.html", from: page))]
    guard let folder else { return steps }
    var path = ""
    for name in folder.split(separator: "/") {
      path += (path.isEmpty ? "" : "/") + name
      steps.append((String(name), site.address(of: SiteNaming.folder(path), from: page)))
    }
    return steps
  }

  /// For a template of a note's page.
  func value(to folder: String?) -> TemplateValue {
    .object([
      "items": .list(
        steps(to: folder).map { .object(["name": .text($0.name), "address": .text($0.address)]) })
    ])
  }
}
