import NoteModel

/// The most linked notes as a drawing of points and lines, each point a link.
enum GraphPage {
  private static let noteLimit = 150

  static func file(_ renderer: NoteRenderer) -> SiteFile {
    let site = renderer.site
    let path = "graph.html"
    let edges = edges(of: site)
    let chosen = chosen(from: edges, count: site.notes.count)
    var values: [String: Any] = ["title": site.words["graph"], "words": site.words.table]
    if chosen.isEmpty {
      values["isEmpty"] = true
    } else {
      values["drawing"] = drawing(chosen, edges, site, path)
    }
    let content = renderer.theme.render("graph.html", values)
    let page = SiteShell.Page(path: path, title: site.words["graph"], section: "graph")
    return SiteFile(path: path, bytes: renderer.shell.page(page, content.utf8))
  }

  /// Pairs of notes that are linked, the smaller place first, each once.
  private static func edges(of site: Site) -> [(Int, Int)] {
    var edges: [(Int, Int)] = []
    for (target, sources) in site.backlinks.enumerated() {
      for source in sources {
        let isDoubled = source < target && site.backlinks[source].contains(target)
        if !isDoubled { edges.append((min(source, target), max(source, target))) }
      }
    }
    return edges
  }

  /// The notes with the most links, in the order of their places.
  private static func chosen(from edges: [(Int, Int)], count: Int) -> [Int] {
    var degrees = Array(repeating: 0, count: count)
    for (first, second) in edges {
      degrees[first] += 1
      degrees[second] += 1
    }
    let linked = degrees.indices.filter { degrees[$0] > 0 }
    return linked.sorted { (degrees[$1], $0) < (degrees[$0], $1) }.prefix(noteLimit).sorted()
  }

  private static func drawing(
    _ chosen: [Int], _ edges: [(Int, Int)], _ site: Site, _ page: String
  ) -> String {
    let numbers = Dictionary(uniqueKeysWithValues: chosen.enumerated().map { ($1, $0) })
    let lines = edges.compactMap { first, second -> (Int, Int)? in
      guard let first = numbers[first], let second = numbers[second] else { return nil }
      return (first, second)
    }
    let points = GraphLayout(count: chosen.count, edges: lines).points
    let (left, right) = (points.map(\.x).min() ?? 0, points.map(\.x).max() ?? 0)
    let (top, bottom) = (points.map(\.y).min() ?? 0, points.map(\.y).max() ?? 0)
    let box = [left - 90, top - 40, right - left + 180, bottom - top + 80].map(number)
    var svg = "<svg viewBox=\"\(box.joined(separator: " "))\">\n<g class=\"lines\">\n"
    for (first, second) in lines {
      let ends = [points[first].x, points[first].y, points[second].x, points[second].y].map(number)
      svg += "<line x1=\"\(ends[0])\" y1=\"\(ends[1])\" x2=\"\(ends[2])\" y2=\"\(ends[3])\"/>\n"
    }
    svg += "</g>\n"
    for (index, place) in chosen.enumerated() {
      svg += node(place, at: points[index], site, page)
    }
    return svg + "</svg>"
  }

  private static func node(
    _ place: Int, at point: GraphLayout.Point, _ site: Site, _ page: String
  ) -> String {
    let note = site.notes[place]
    let size = min(14, 4 + 2 * Double(site.backlinks[place].count).squareRoot())
    let short = note.title.count > 18 ? note.title.prefix(17) + "…" : note.title
    let address = escapedAttribute(site.address(ofNote: place, from: page))
    return "<a href=\"\(address)\" aria-label=\"\(escapedAttribute(note.title))\">"
      + "<circle cx=\"\(number(point.x))\" cy=\"\(number(point.y))\" r=\"\(number(size))\"/>"
      + "<text x=\"\(number(point.x))\" y=\"\(number(point.y + size + 12))\">"
      + "\(escapedAttribute(short))</text></a>\n"
  }

  /// With one digit after the point.
  private static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    let digits = abs(tenths)
    return (tenths < 0 ? "-" : "") + "\(digits / 10).\(digits % 10)"
  }
}
