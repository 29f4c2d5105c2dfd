import ByteBasics
import NoteModel

/// The notes and the links between them: a drawing that a script makes, and a list of the most linked ones.
enum GraphPage {
  /// Notes of the drawing; the most linked ones of a larger site.
  private static let noteLimit = 5_000
  /// Notes of the list that is there without any script.
  private static let listLimit = 100

  static let paths = ["graph.html", "graph-data.js"]

  static func files(_ renderer: NoteRenderer) -> [SiteFile] {
    let site = renderer.site
    let path = paths[0]
    let edges = edges(of: site)
    let degrees = degrees(edges, count: site.notes.count)
    let chosen = degrees.indices.filter { degrees[$0] > 0 }.sorted { (degrees[$1], $0) < (degrees[$0], $1) }
    var values: [String: Any] = [
      "title": site.words["graph"], "words": site.words.table, "isEmpty": chosen.isEmpty,
    ]
    if !chosen.isEmpty {
      values["graph"] = [
        "items": chosen.prefix(listLimit).map { place in
          [
            "title": site.listTitle(place), "address": site.address(ofNote: place, from: path),
            "detail": site.words.linkCount(degrees[place]),
          ]
        }
      ]
    }
    let content = renderer.theme.render("graph.html", values)
    let page = SiteShell.Page(path: path, title: site.words["graph"], section: "graph")
    return [
      SiteFile(path: path, bytes: renderer.shell.page(page, content.utf8)),
      SiteFile(paths[1], handingOver: data(chosen.prefix(noteLimit).sorted(), edges, site)),
    ]
  }

  /// Returns the pairs of linked notes, the source first, each pair once.
  private static func edges(of site: Site) -> [(source: Int, target: Int)] {
    site.backlinks.enumerated().flatMap { target, sources in
      (site.notes[target].isListed ? sources : []).map { (source: $0, target: target) }
    }
  }

  private static func degrees(_ edges: [(source: Int, target: Int)], count: Int) -> [Int] {
    var degrees = Array(repeating: 0, count: count)
    for edge in edges {
      degrees[edge.source] += 1
      degrees[edge.target] += 1
    }
    return degrees
  }

  /// Returns the data of the graph as JSON: `{titles, paths, addresses, edges, groups}`.
  private static func data(_ chosen: [Int], _ edges: [(source: Int, target: Int)], _ site: Site) -> JSONValue {
    let numbers = Dictionary(uniqueKeysWithValues: chosen.enumerated().map { ($1, $0) })
    let pairs = edges.flatMap { edge -> [JSONValue] in
      guard let source = numbers[edge.source], let target = numbers[edge.target] else { return [] }
      return [.integer(source), .integer(target)]
    }
    let notes = chosen.map { site.notes[$0] }
    return .object([
      JSONValue.Member("titles", .array(chosen.map { .string(site.listTitle($0)) })),
      JSONValue.Member("paths", .array(notes.map { .string($0.path.folder?.string ?? "") })),
      JSONValue.Member(
        "addresses", .array(chosen.map { .string(site.shownAddress(of: site.pages[$0])) })),
      JSONValue.Member("edges", .array(pairs)),
      JSONValue.Member(
        "groups",
        .array(
          [
            group(site.words["searchFolder"], notes.map { outermost($0.path.folder, 1) }),
            group(site.words["searchTag"], notes.map { $0.tags.first.map(outermost) }),
          ] + deeperFolders(notes, site))),
    ])
  }

  /// Returns the folders of the second and third level, where there are several.
  private static func deeperFolders(_ notes: [SiteNote], _ site: Site) -> [JSONValue] {
    (2...3).prefix { level in
      Set(notes.compactMap { outermost($0.path.folder, level) }).count > 1
        && notes.contains { ($0.path.folder?.string.split(separator: "/").count ?? 0) >= level }
    }.map { level in
      group(
        "\(site.words["searchFolder"]) \(level)", notes.map { outermost($0.path.folder, level) })
    }
  }

  /// Returns the first so many names of a folder's path.
  private static func outermost(_ folder: NotePath?, _ level: Int) -> String? {
    folder.map { $0.string.split(separator: "/").prefix(level).joined(separator: "/") }
  }

  private static func outermost(_ path: String) -> String {
    path.split(separator: "/").first.map(String.init) ?? path
  }

  /// Returns a way to colour notes: its name, the names of its groups, the largest first, and the group of each note.
  private static func group(_ name: String, _ values: [String?]) -> JSONValue {
    let counts = Dictionary(grouping: values.compactMap(\.self)) { $0 }.mapValues(\.count)
    let names = counts.keys.sorted { (counts[$1] ?? 0, $0) < (counts[$0] ?? 0, $1) }
    let numbers = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    return .array([
      .string(name), .array(names.map { .string($0) }),
      .array(values.map { .integer($0.flatMap { numbers[$0] } ?? -1) }),
    ])
  }
}
