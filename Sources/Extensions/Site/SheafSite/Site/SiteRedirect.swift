import ByteBasics
package import NoteModel
import NoteSyntax

/// An address that redirects to the page of a note.
package struct SiteRedirect: Sendable, Hashable {
  /// The file that redirects; a path from the root of the site.
  package let path: String
  /// The page of the redirect's target.
  package let page: String
  /// True if the note declares the address; another address counts only if a publication had it.
  package let isDeclared: Bool

  /// Returns the file at an address such as `/old/page/`. Nil for one that is no place in a site, such as one of git's.
  static func file(at address: String) -> String? {
    let path = percentDecoded(address.prefix { $0 != "#" && $0 != "?" }.description)
    let parts = path.split(separator: "/").map(String.init)
    guard !parts.isEmpty, !parts.contains(where: { $0.hasPrefix(".") }),
      path.utf8.allSatisfy({ $0 >= 0x20 }), parts.allSatisfy({ $0.utf8.count <= 240 })
    else { return nil }
    let joined = parts.joined(separator: "/")
    return joined.hasSuffix(".html") || joined.hasSuffix(".htm") ? joined : joined + "/index.html"
  }
}

extension NoteRenderer {
  /// Returns the addresses that a note says lead to it: `permalink` or `dg-permalink`, and `aliases` that are
  /// addresses; other aliases are the names that its page may have had.
  ///
  /// - Parameter ofGenerator: True for the pages of a site generator: an alias such as `2014/09/15/old.html` counts from
  ///   the root of the site.
  static func redirects(of note: Note.Addresses, path: NotePath, page: String, ofGenerator: Bool) -> [SiteRedirect] {
    note.words.compactMap { word in
      let isDeclared = word.hasPrefix("/") || ofGenerator && (word.contains("/") || word.hasSuffix(".html"))
      let name = path.folder.map { $0.string + "/" } ?? ""
      let file =
        isDeclared
        ? SiteRedirect.file(at: word)
        : NotePath(name + word + ".md").map { SiteNaming.page(of: $0) }
      return file.flatMap { file in
        file == page ? nil : SiteRedirect(path: file, page: page, isDeclared: isDeclared)
      }
    }
  }

  /// Returns the page of a note that once had another name. Nil if a note has it now.
  package func redirect(from former: NotePath, to place: Int) -> SiteRedirect? {
    let path = SiteNaming.page(of: former)
    return path == site.pages[place] ? nil : SiteRedirect(path: path, page: site.pages[place], isDeclared: false)
  }

  /// Returns true for a file that can only be the page of a note, or lead to one.
  package static func isNotePage(_ name: String) -> Bool {
    name.hasSuffix(".html") && name.contains("/")
      && !["files/", "theme/", "tag/", "folder/", "dates/", "diary/", "digests/"].contains {
        name.hasPrefix($0)
      }
  }

  package var notePages: [String] { site.pages }
  package var notePaths: [NotePath] { site.notes.map(\.path) }

  /// The lists of a generator's site: sections are folders, terms are tags.
  var generatorLists: [SiteRedirect] {
    let settings = site.settings
    guard settings.layout.rules.makesSite, !settings.termLists.isEmpty else { return [] }
    // A language of its own folder comes first in an address.
    func start(_ root: String) -> String {
      let end = "/:path"
      let first = settings.layout.addresses[root]?.split(separator: " ").first ?? ""
      return first.hasSuffix(end) ? String(first.dropLast(end.count)) + "/" : "/"
    }
    let roots = settings.layout.linkRoots.map(\.string)
    let sections = site.folders.flatMap { folder in
      roots.filter { folder.path.hasPrefix($0 + "/") }.map {
        (start($0) + folder.path.dropFirst($0.count + 1), folder.page)
      }
    }
    let lists = Set(roots.map(start)).sorted().flatMap { start in settings.termLists.map { start + $0 } }
    let terms = (site.tags.isEmpty ? [] : lists).flatMap { list in
      [(list, "tags.html")]
        + site.tags.map { tag in
          (list + "/" + tag.name.lowercased().split { $0.isWhitespace }.joined(separator: "-"), tag.page)
        }
    }
    return (sections + terms).compactMap { address, page in
      SiteRedirect.file(at: address).map { SiteRedirect(path: $0, page: page, isDeclared: true) }
    }
  }

  /// Returns the redirect of an attachment that was renamed. A page cannot redirect a picture; a host can.
  package func redirect(from former: NotePath, toFile path: String) -> SiteRedirect? {
    let name = SiteNaming.attachment(former)
    return name == path ? nil : SiteRedirect(path: name, page: path, isDeclared: false)
  }

  package static func isAttachment(_ name: String) -> Bool { name.hasPrefix("files/") }

  /// Returns the pages that redirect, and the list of all redirects that some hosts read.
  package func files(of redirects: [SiteRedirect], and files: [SiteRedirect]) -> [SiteFile] {
    let titles = Dictionary(zip(site.pages, site.notes.map(\.title))) { first, _ in first }
    let pages = Self.sorted(redirects)
    let all = Self.sorted(redirects + files)
    guard !all.isEmpty else { return [] }
    let base = site.settings.basePath
    let lines = all.map { redirect in
      let ends = [redirect.path, redirect.page].map { base + site.shownAddress(of: $0) }
      return SiteAddress.ascii(ends[0]) + " " + SiteAddress.ascii(ends[1]) + " 301\n"
    }
    return pages.map { SiteFile(path: $0.path, bytes: html($0, title: titles[$0.page] ?? site.settings.title)) }
      + [SiteFile(path: Self.redirectList, bytes: Array(lines.joined().utf8))]
  }

  package static let redirectList = "_redirects"

  private static func sorted(_ redirects: [SiteRedirect]) -> [SiteRedirect] {
    redirects.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  private func html(_ redirect: SiteRedirect, title: String) -> [UInt8] {
    let address = escapedAttribute(SiteNaming.root(from: redirect.path) + site.shownAddress(of: redirect.page))
    let canonical = site.settings.url.map { _ in
      "<link rel=\"canonical\" href=\"\(escapedAttribute(site.outsideAddress(of: redirect.page)))\">\n"
    }
    return Array(
      """
      <!DOCTYPE html>
      <html lang="\(escapedAttribute(site.settings.languageTag))">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'">
      <meta http-equiv="refresh" content="0; url=\(address)">
      <meta name="robots" content="noindex">
      <title>\(escapedAttribute(title))</title>
      \(canonical ?? "")</head>
      <body>
      <main>
      <h1><a href="\(address)">\(escapedAttribute(title))</a></h1>
      </main>
      </body>
      </html>

      """.utf8)
  }
}

extension Note {
  /// Former addresses of a note, from its front matter.
  struct Addresses {
    let words: [String]

    init(_ frontMatter: FrontMatter?) {
      words = (frontMatter?.entries ?? []).flatMap { entry in
        let texts = entry.value.scalarTexts.filter { !$0.isEmpty }
        switch entry.key.lowercased() {
        case "permalink", "dg-permalink": return texts.map { $0.hasPrefix("/") ? $0 : "/" + $0 }
        case "aliases", "alias": return entry.value.texts.filter { !$0.isEmpty }
        case let key: return key == "redirect_from" ? texts : []
        }
      }
    }
  }
}
