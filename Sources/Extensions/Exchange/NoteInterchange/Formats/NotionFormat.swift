import CivilCalendar
import MarkdownFormatting
import NoteModel
import Wording

extension ImportFormat {
  static let notion = ImportFormat("notion", takesArchives: true) { source, options, receiver in
    let reader = NotionReader(source: source, options: options, receiver: receiver)
    let files = source.files.filter { $0.hasExtension("md", "csv", "html") }
    try receiver.forEach(files) { try reader.read($0) }
  }
}

/// Notion puts 32 hexadecimal digits after the names of pages and of their folders.
enum NotionName {
  static func parts(of name: String) -> (title: String, id: String?) {
    let tail = name.suffix(33)
    guard tail.count == 33, tail.first == " ", tail.dropFirst().allSatisfy(\.isHexDigit) else {
      return (name, nil)
    }
    return (String(name.dropLast(33)), tail.dropFirst().lowercased())
  }

  /// Returns the folder without ids, and without the outermost one, which is named after the export.
  static func folder(_ path: String) -> String {
    var names = path.split(separator: "/").map { parts(of: String($0)).title }
    if let first = names.first, first.count == 43, first.hasPrefix("Export-"),
      first.dropFirst(7).allSatisfy({ $0.isHexDigit || $0 == "-" })
    {
      names.removeFirst()
    }
    return names.joined(separator: "/")
  }
}

/// The columns of databases. They show which pages belong to a database: no other page has properties.
private struct NotionColumns {
  /// The columns by the folder of the database's pages.
  private var ofFolder: [String: Set<String>] = [:]
  /// The columns by the folder of the table and the page's title, for exports without folders of pages.
  private var ofPage: [String: Set<String>] = [:]

  /// Collects the tables of an export. A table `NAME.csv` has the columns of one view; `NAME_all.csv` next to it has all
  /// columns.
  init(_ source: ImportSource) {
    for file in source.files where file.hasExtension("csv") {
      guard let rows = (try? file.text()).map(CSVRows.read), let head = rows.first else { continue }
      let names = Set(head.cells)
      let path = file.path.dropLast(4)
      let folder = NotionName.folder(String(path.hasSuffix("_all") ? path.dropLast(4) : path))
      ofFolder[folder, default: []].formUnion(names)
      for row in rows.dropFirst() { ofPage[file.folder + "/" + row.cells[0], default: []].formUnion(names) }
    }
  }

  func contain(_ name: Substring, of file: ImportFile, titled title: String) -> Bool {
    [ofFolder[NotionName.folder(file.folder)], ofPage[file.folder + "/" + title]].contains {
      $0?.contains(String(name)) == true
    }
  }
}

private struct NotionReader {
  let source: ImportSource
  let dates: ImportDates
  let receiver: any ImportReceiver
  private let links: PathLinks
  private let columns: NotionColumns

  init(source: ImportSource, options: ImportOptions, receiver: any ImportReceiver) {
    self.source = source
    self.receiver = receiver
    dates = ImportDates(zone: options.zone)
    columns = NotionColumns(source)
    links = PathLinks(source: source) { file in
      guard file.hasExtension("md", "csv", "html"), !file.stem.hasSuffix("_all") else { return nil }
      return Self.source(of: file)
    }
  }

  private static func source(of file: ImportFile) -> String {
    NotionName.parts(of: file.stem).id ?? file.path
  }

  func read(_ file: ImportFile) throws {
    // A file `…_all` repeats the rows of the database.
    if file.stem.hasSuffix("_all") { return }
    var note = ImportedNote(
      source: Self.source(of: file), title: NotionName.parts(of: file.stem).title,
      body: try file.text(), position: ImportPosition(file: file.path))
    note.folder = NotionName.folder(file.folder)
    if file.hasExtension("csv") {
      takeTable(file, &note)
    } else if file.hasExtension("html") {
      takeHTML(&note)
    } else {
      takePage(file, &note)
    }
    links.add(to: &note, from: file)
    try receiver.take(note)
  }

  /// Reads a page: `# Title`, then the properties of a database page, then the text.
  private func takePage(_ file: ImportFile, _ note: inout ImportedNote) {
    var lines = note.body.split(separator: "\n", omittingEmptySubsequences: false)[...]
    if let first = lines.first, first.hasPrefix("# ") {
      note.title = String(first.dropFirst(2))
      lines = lines.dropFirst()
    }
    lines = lines.drop(while: \.isEmpty)
    let head = lines.prefix { !$0.isEmpty }
    let properties = head.compactMap { line -> (key: Substring, value: Substring)? in
      guard let colon = line.firstRange(of: ": "), line.first.map({ !"-#[!".contains($0) }) == true,
        line[..<colon.lowerBound].count <= 40
      else { return nil }
      return (line[..<colon.lowerBound], line[colon.upperBound...])
    }
    // A view hides columns that its pages have.
    let isRow = properties.contains { columns.contain($0.key, of: file, titled: note.title) }
    if isRow, properties.count == head.count {
      for (key, value) in properties { take(String(key), String(value), &note) }
      lines = lines.dropFirst(head.count).drop(while: \.isEmpty)
    }
    note.body = lines.joined(separator: "\n")
    note.escapeComments()
  }

  /// Reads a page of an export in HTML: its title, the table of its properties, its text.
  private func takeHTML(_ note: inout ImportedNote) {
    let nodes = HTMLTreeBuilder.nodes(of: Array(note.body.utf8)).map(\.fromNotion)
    if let title = nodes.first(ofClass: "page-title")?.text, !title.isEmpty { note.title = title }
    for row in nodes.first(ofClass: "properties")?.rows ?? [] where row.count == 2 {
      take(row[0], row[1], &note)
    }
    let body = nodes.first(ofClass: "page-body").map { [HTMLNode.element($0)] } ?? nodes
    note.body = receiver.markdown(HTMLConverter().convert(body), note.position)
  }

  private func take(_ key: String, _ written: String, _ note: inout ImportedNote) {
    // Days of pages in HTML.
    let value = written.hasPrefix("@") ? String(written.dropFirst()) : written
    switch key.lowercased() {
    case "tags", "태그", "multi-select":
      note.tags += value.split(separator: ",").map {
        String($0.drop { $0 == " " })
      }
    case "created", "created time", "생성 일시": note.created = CivilDate(field: value)
    case "last edited time", "updated", "최종 편집 일시": note.updated = CivilDate(field: value)
    case "due", "due date", "마감일":
      if let due = CivilDate(field: value) { note.set("due", due) } else { note.keep(key, value) }
    case "status", "상태":
      if let status = TaskStatus(known: value) {
        note.place = .task
        note.set("status", status.name)
      } else {
        note.keep(key, value)
      }
    default: note.keep(key, value)
    }
  }

  /// Reads a database. Rows that have pages become notes of their own.
  private func takeTable(_ file: ImportFile, _ note: inout ImportedNote) {
    let rows = CSVRows.read(note.body)
    guard let head = rows.first, !head.cells.isEmpty else { return }
    let folder = file.path.dropLast(4)
    let pages = Dictionary(
      source.files.filter { $0.folder == folder && $0.hasExtension("md") }.map {
        (NotionName.parts(of: $0.stem).title, $0)
      }, uniquingKeysWith: { first, _ in first })
    func cells(_ row: CSVRow) -> [[DocumentTree.Inline]] {
      row.cells.enumerated().map { index, text in
        guard index == 0, let page = pages[text] else { return [.text(text)] }
        let name = String(page.path.dropFirst(file.folder.isEmpty ? 0 : file.folder.count + 1))
        return [.link([.text(text)], to: LinkDestinationStyle.markdown(name))]
      }
    }
    let table = DocumentTree.Table(head: head.cells.map { [.text($0)] }, rows: rows.dropFirst().map(cells))
    note.body = receiver.markdown(PlainMarkdown.converted([.table(table)]), note.position)
  }
}

extension [HTMLNode] {
  fileprivate func first(ofClass name: String) -> HTMLNodeElement? { all(ofClass: name).first }

  /// Returns the outermost elements of a class among these elements and the elements in them.
  fileprivate func all(ofClass name: String) -> [HTMLNodeElement] {
    compactMap(\.element).flatMap { $0.classes.contains(name) ? [$0] : $0.children.all(ofClass: name) }
  }
}

extension HTMLNode {
  private var isSpace: Bool {
    if case .text(let text) = self { text.allSatisfy(\.isWhitespace) } else { false }
  }

  private var isChoice: Bool { element?.classes.contains("selected-value") == true }

  /// The node in the form of other programs. Notion makes a list of every item, and draws its check boxes.
  fileprivate var fromNotion: HTMLNode {
    guard case .element(let element) = self else { return self }
    var children: [HTMLNode] = []
    for child in element.children.map(\.fromNotion) {
      if case .element(let list) = child, ["ul", "ol"].contains(list.name),
        list.attributes["class"] != "toggle", let index = children.lastIndex(where: { !$0.isSpace }),
        case .element(var before) = children[index], list.name == before.name,
        list.attributes["class"] == before.attributes["class"]
      {
        before.children += list.children
        children[index] = .element(before)
      } else {
        if child.isChoice, let last = children.lastIndex(where: { !$0.isSpace }), children[last].isChoice {
          children[(last + 1)...] = [.text(", ")]
        }
        children.append(child)
      }
    }
    let classes = element.classes
    if classes.contains("checkbox") {
      var attributes = ["type": "checkbox"]
      if classes.contains("checkbox-on") { attributes["checked"] = "" }
      return .element(HTMLNodeElement(name: "input", attributes: attributes))
    }
    let name = classes.contains("callout") ? "blockquote" : element.name
    return .element(HTMLNodeElement(name: name, attributes: element.attributes, children: children))
  }
}

extension HTMLNodeElement {
  /// The value of a property: chosen values with commas, a check box as the export in Markdown writes it.
  private var property: String {
    if let box = first("input") { return box.attributes["checked"] == nil ? "No" : "Yes" }
    let chosen = children.all(ofClass: "selected-value")
    let texts = chosen.isEmpty ? [text] : chosen.map(\.text)
    return texts.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }.joined(separator: ", ")
  }

  /// The words of the cells of a table, row by row.
  fileprivate var rows: [[String]] {
    var (rows, stack): ([[String]], [HTMLNode]) = ([], children.reversed())
    while let node = stack.popLast() {
      guard case .element(let element) = node else { continue }
      guard element.name == "tr" else {
        stack += element.children.reversed()
        continue
      }
      rows.append(
        element.children.compactMap { cell in
          guard case .element(let cell) = cell, cell.name == "th" || cell.name == "td" else { return nil }
          return cell.property
        })
    }
    return rows
  }
}
