import CivilCalendar
import NoteModel
import SafeHTML
import Wording

/// A page that lists notes in groups.
struct ListPage {
  struct Group {
    var heading: String?
    var address: String?
    let items: [Item]

    var values: [String: Any] {
      var lines: [UInt8] = []
      for item in items { item.append(to: &lines) }
      var values: [String: Any] = ["items": String(decoding: lines, as: UTF8.self)]
      values["heading"] = heading
      values["address"] = address
      return values
    }
  }

  struct Item {
    let title: String
    let address: String
    /// The text next to the title: a day, a number.
    var detail: String?

    var values: [String: String] {
      var values = ["title": title, "address": address]
      values["detail"] = detail
      return values
    }

    /// Appends the item as a line of a list. Lists can be long, so this function replaces a template.
    fileprivate func append(to html: inout [UInt8]) {
      html += "<li><a href=\"".utf8
      CharacterReferences.appendEscaped(address.utf8, to: &html)
      html += "\">".utf8
      CharacterReferences.appendEscaped(title.utf8, to: &html)
      html += "</a>".utf8
      if let detail {
        html += " <span class=\"detail\">".utf8
        CharacterReferences.appendEscaped(detail.utf8, to: &html)
        html += "</span>".utf8
      }
      html += "</li>\n".utf8
    }
  }

  let path: String
  let title: String
  var section = "notes"
  var text: String?
  /// Links above the list: other lists, the folders above.
  var related: [Item] = []
  /// The pages above, but for the home page.
  var crumbs: [Item] = []
  /// The folder that the tree next to the page shows open.
  var folder: String?
  /// A list in levels, in HTML.
  var outline: String?
  let groups: [Group]

  func file(_ renderer: NoteRenderer) -> SiteFile {
    var values: [String: Any] = [
      "title": title, "words": renderer.site.words.table,
      "groups": groups.filter { !$0.items.isEmpty }.map(\.values),
    ]
    values["text"] = text
    if !related.isEmpty { values["related"] = ["items": related.map(\.values)] }
    if !crumbs.isEmpty { values["crumbs"] = ["items": crumbs.map(\.values)] }
    values["outline"] = outline
    values["isEmpty"] = groups.allSatisfy(\.items.isEmpty) && outline == nil
    let content = renderer.theme.render("list.html", values)
    var page = SiteShell.Page(path: path, title: title, section: section)
    page.tree = folder.map { SiteTree(site: renderer.site, page: path).html(folder: $0) }
    return SiteFile(path: path, bytes: renderer.shell.page(page, content.utf8))
  }
}

extension Site {
  /// Returns a note as an item of a list on `page`.
  func item(_ place: Int, on page: String, showsDay: Bool = true, title: String? = nil) -> ListPage.Item {
    let note = notes[place]
    let day = note.day.flatMap { $0.description == note.title ? nil : words.date($0) }
    // Only a preview shows notes that are not public.
    let mark = note.heldBack.map { $0.name.text(in: words.language) }
    let details = [showsDay ? day : nil, mark].compactMap(\.self)
    return ListPage.Item(
      title: title ?? listTitle(place), address: address(ofNote: place, from: page),
      detail: details.isEmpty ? nil : details.joined(separator: " · "))
  }

  func pageItem(_ word: String, _ target: String, on page: String) -> ListPage.Item {
    ListPage.Item(title: words[word], address: address(of: target, from: page))
  }
}
