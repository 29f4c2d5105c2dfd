import ByteBasics
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NoteSyntax
import Synchronization
import Wording

/// The notes of a repository as queries of other programs see them, looked up once for a query and only as far as it
/// asks.
final class NotePages: QueryPages {
  private let workspace: Workspace
  private let language: ExpressionLanguage
  let rows: [PageRow]
  let current: Int?
  let now: CivilMoment
  private let byPath: [NotePath: Int]
  private var fields: [Int: PageFields] = [:]
  private var resolved: [ResolvedName: Int?] = [:]
  private var items: [Int: ListItems?] = [:]
  private lazy var links = LinksOfPages(workspace, rows)
  /// The boxes, read for the first list of tasks. Nil if reading fails.
  private lazy var boxes = try? workspace.index.notes.boxes()
  private let all: [PageRow]
  /// The only note of each file name. Nil for a name that several have.
  private lazy var byName = Dictionary(
    all.map { (nameKey($0.note.path.stem), Optional($0.note.path)) }, uniquingKeysWith: { _, _ in nil })

  private struct ResolvedName: Hashable {
    let name: String
    let folder: NotePath?
  }

  /// - Parameters:
  ///   - all: Every note.
  ///   - path: The note with the query.
  ///   - isShown: Returns false for a note that the readers must not see.
  init(
    _ workspace: Workspace, _ all: [PageRow], _ language: ExpressionLanguage, from path: NotePath, now: CivilMoment,
    showsTasks: Bool, where isShown: (NoteSummary) -> Bool
  ) {
    self.workspace = workspace
    self.all = all
    self.language = language
    self.now = now
    self.showsTasks = showsTasks
    let shown = all.filter { isShown($0.note) }
    // The queried note itself may be used, but is not listed if it is not shown.
    let own = shown.contains { $0.note.path == path } ? nil : all.first { $0.note.path == path }
    rows = shown + [own].compactMap(\.self)
    listed = 0..<shown.count
    byPath = Dictionary(rows.enumerated().map { ($1.note.path, $0) }, uniquingKeysWith: { first, _ in first })
    current = byPath[path]
  }

  /// The notes that a list may have.
  let listed: Range<Int>
  /// False if tasks are not shown to the readers.
  private let showsTasks: Bool

  static let hidesTasks = Message("tasks are not published", ko: "할 일은 공개하지 않습니다")

  // MARK: - Names

  func name(of page: Int) -> String { String(rows[page].note.path.stem) }
  func path(of page: Int) -> String { rows[page].note.path.string }

  func page(of link: QueryLink) -> Int? {
    if link.target.isEmpty { return link.source ?? current }
    if let known = byPath[NotePath(trusted: link.target)] { return known }
    if link.isAddress { return nil }
    // A file name comes before all other names.
    if !link.target.contains("/"), let path = byName[nameKey(link.target)] ?? nil { return byPath[path] }
    let folder = (link.source ?? current).flatMap { rows[$0].note.path.folder }
    let key = ResolvedName(name: link.target, folder: folder)
    if let known = resolved[key] { return known }
    let notes = (try? workspace.index.notes(named: percentDecoded(link.target), from: folder)) ?? []
    let page = notes.count == 1 ? byPath[notes[0].path] : nil
    resolved[key] = page
    return page
  }

  // MARK: - Fields

  func field(_ name: String, of page: Int) -> QueryValue? {
    let own = ownFields(page)
    return own.values[name] ?? own.values[propertyKey(name)]
  }

  func fieldNames(of page: Int) -> [String] { ownFields(page).names }

  private func ownFields(_ page: Int) -> PageFields {
    if let known = fields[page] { return known }
    let read = PageFields(rows[page].properties.flatMap { NoteProperties(text: $0) }, page)
    fields[page] = read
    return read
  }

  // MARK: - Files

  func file(_ name: String, of page: Int) throws -> QueryValue? {
    let note = rows[page].note
    let path = note.path
    switch name {
    case "path": return .text(path.string)
    case "folder": return .text(path.folder?.string ?? "")
    case "ext": return .text(String(path.fileName.split(separator: ".").last ?? ""))
    case "size": return .number(Double(rows[page].size))
    case "name": return .text(language == .bases ? String(path.fileName) : String(path.stem))
    case "basename" where language == .bases: return .text(String(path.stem))
    case "ctime": return .date(moment(note.bornSeconds ?? note.modifiedSeconds))
    case "mtime": return .date(moment(note.modifiedSeconds))
    case "cday": return .date(.day(moment(note.bornSeconds ?? note.modifiedSeconds).day))
    case "mday": return .date(.day(moment(note.modifiedSeconds).day))
    case "link": return .link(QueryLink(target: path.string))
    case "day": return day(of: page).map { .date($0) } ?? .null
    case "tags": return .list((language == .bases ? note.tags : Self.withParents(note.tags)).map { .text("#" + $0) })
    case "etags": return .list(note.tags.map { .text("#" + $0) })
    case "aliases": return .list(aliases(of: page))
    case "starred": return .boolean(note.isPinned)
    case "frontmatter": return .object(ownFields(page).front)
    case "inlinks", "backlinks":
      return .list(try links.sources(of: page).map { .link(QueryLink(target: self.path(of: $0))) })
    case "outlinks", "links": return .list(try links.links(of: page))
    case "embeds" where language == .bases:
      return .list(try links.links(of: page).filter { if case .link(let link) = $0 { link.isEmbed } else { false } })
    case "lists" where language == .dataview:
      let items = listItems(of: page)
      return .list((showsTasks ? items?.all : items?.entries) ?? [])
    case "tasks" where language == .dataview:
      guard showsTasks else { throw QueryFailure(Self.hidesTasks, isFinal: true) }
      return .list(tasks(of: page))
    default: return nil
    }
  }

  private func moment(_ seconds: Int) -> CivilDate {
    let moment = CivilMoment(secondsSinceEpoch: seconds, utcOffsetSeconds: now.utcOffsetSeconds ?? 0)
    return moment.map { .moment(CivilMoment(day: $0.day, time: $0.time)) } ?? .day(now.day)
  }

  private func day(of page: Int) -> CivilDate? {
    for key in ["date", "day"] {
      switch ownFields(page).values[key]?.items.first {
      case .date(let date)?: return date
      case .link(let link)?:
        if let day = QueryDate.found(in: link.target) ?? link.display.flatMap(QueryDate.found) { return .day(day) }
      default: break
      }
    }
    return QueryDate.found(in: name(of: page)).map { .day($0) }
  }

  private func aliases(of page: Int) -> [QueryValue] {
    ["aliases", "alias"].flatMap { key -> [QueryValue] in
      switch field(key, of: page) {
      case .list(let items)?: items
      case .text(let text)?: text.split(separator: ",").map { .text(trimmedSpaces(String($0))) }
      default: []
      }
    }
  }

  /// Returns the tags with their parents: a note in `#work/client` is in `#work` too.
  private static func withParents(_ tags: [String]) -> [String] {
    var known: Set<String> = []
    return tags.flatMap { tag -> [String] in
      let parts = tag.split(separator: "/")
      return parts.indices.reversed().map { parts[...$0].joined(separator: "/") }
    }.filter { known.insert($0).inserted }
  }

  /// Returns the tasks of a note from the index, which lacks a part of their text. The note is read if necessary.
  private func tasks(of page: Int) -> [QueryValue] {
    if let known = items[page] { return known?.tasks ?? [] }
    guard let boxes else { return listItems(of: page)?.tasks ?? [] }
    let path = path(of: page)
    return (boxes[rows[page].number] ?? []).map { box in
      .row(ListItems.unread(box.mark, box.fields, at: box.line - 1, of: page, path: path))
    }
  }

  func item(at line: Int, of page: Int) -> QueryRow? { listItems(of: page)?.item(at: line) }

  private func listItems(of page: Int) -> ListItems? {
    if let known = items[page] { return known }
    let note = try? workspace.note(at: rows[page].note.path)
    let read = note.map { ListItems($0.document, page: page, path: path(of: page)) }
    items[page] = read
    return read
  }

  // MARK: - Sources

  /// Returns the notes of a query's source, by path.
  func pages(of source: DataviewQuery.Source) throws -> [Int] {
    let isIn = try membership(source)
    return listed.filter(isIn)
  }

  private func membership(_ source: DataviewQuery.Source) throws -> (Int) -> Bool {
    switch source {
    case .all: return { _ in true }
    case .tag(let tag):
      let folded = foldedName(tag)
      return { page in
        self.rows[page].note.tags.contains { own in
          let own = foldedName(own)
          return own == folded || own.hasPrefix(folded + "/")
        }
      }
    case .folder(let name):
      let path = name.drop { $0 == "/" }
      let folder = path.hasSuffix("/") || path.isEmpty ? String(path) : path + "/"
      return { page in
        let own = self.path(of: page)
        return own.hasPrefix(folder) || own == path || own == path + ".md"
      }
    case .linksTo(let link):
      guard let target = page(of: link) else { return { _ in false } }
      let sources = Set(try links.sources(of: target))
      return { sources.contains($0) }
    case .linkedFrom(let link):
      guard let origin = page(of: link) else { return { _ in false } }
      let targets = Set(try links.targets(of: origin))
      return { targets.contains($0) }
    case .not(let inner):
      let isIn = try membership(inner)
      return { !isIn($0) }
    case .and(let one, let other):
      let (isInOne, isInOther) = (try membership(one), try membership(other))
      return { isInOne($0) && isInOther($0) }
    case .or(let one, let other):
      let (isInOne, isInOther) = (try membership(one), try membership(other))
      return { isInOne($0) || isInOther($0) }
    }
  }
}

/// The notes of the index, read once for all queries of an answer.
final class PagesOfIndex: Sendable {
  private let known = Mutex<[PageRow]?>(nil)

  func rows(of workspace: Workspace) throws -> [PageRow] {
    try known.withLock { known in
      if let known { return known }
      let rows = try workspace.index.notes.pages()
      known = rows
      return rows
    }
  }
}

/// The fields of one note, by the names that find them.
private struct PageFields {
  /// The values by keys as written and in the form of ``propertyKey(_:)``.
  private(set) var values: [String: QueryValue] = [:]
  private(set) var names: [String] = []
  private(set) var front: [QueryValue.Member] = []

  init(_ properties: NoteProperties?, _ page: Int) {
    guard let properties else { return }
    front = properties.front.map { QueryValue.Member($0.key, QueryValue(front: $0.value, source: page)) }
    for member in front { set(member.key, member.value) }
    var inline: [String: [QueryValue]] = [:]
    for field in properties.body {
      inline[field.key, default: []].append(QueryValue(inline: field.value.string ?? "", source: page))
    }
    for (key, items) in inline.sorted(by: { $0.key < $1.key }) {
      let all = (values[key].map { $0.items } ?? []) + items
      set(key, all.count == 1 ? all[0] : .list(all))
    }
  }

  private mutating func set(_ key: String, _ value: QueryValue) {
    if values[key] == nil { names.append(key) }
    values[key] = value
    values[propertyKey(key)] = value
  }
}

/// The graph of links between notes; read from the index on demand.
private final class LinksOfPages {
  private let workspace: Workspace
  private let rows: [PageRow]
  private var pairs: (sources: [Int: [Int]], targets: [Int: [Int]])?
  private var written: [Int: [QueryValue]]?

  init(_ workspace: Workspace, _ rows: [PageRow]) {
    self.workspace = workspace
    self.rows = rows
  }

  func sources(of page: Int) throws -> [Int] { try known().sources[page] ?? [] }
  func targets(of page: Int) throws -> [Int] { try known().targets[page] ?? [] }

  private func known() throws -> (sources: [Int: [Int]], targets: [Int: [Int]]) {
    if let pairs { return pairs }
    let numbers = Dictionary(rows.enumerated().map { ($1.number, $0) }, uniquingKeysWith: { first, _ in first })
    var (sources, targets): ([Int: [Int]], [Int: [Int]]) = ([:], [:])
    for (source, target) in try workspace.index.links.linkedNotes().pairs {
      guard let source = numbers[source], let target = numbers[target] else { continue }
      sources[target, default: []].append(source)
      targets[source, default: []].append(target)
    }
    let sorted = (sources.mapValues { $0.sorted() }, targets.mapValues { $0.sorted() })
    pairs = sorted
    return sorted
  }

  /// Returns the links of a note to notes and files, as they are written.
  func links(of page: Int) throws -> [QueryValue] {
    if let written { return written[page] ?? [] }
    let pages = Dictionary(rows.enumerated().map { ($1.note.path, $0) }, uniquingKeysWith: { first, _ in first })
    var found: [Int: [QueryValue]] = [:]
    for link in try workspace.index.links.all() where link.state != .external {
      guard let source = pages[link.source] else { continue }
      // A note that the readers may not know is not named.
      if let target = link.target, target.isMarkdown, pages[target] == nil { continue }
      found[source, default: []].append(
        .link(
          QueryLink(
            target: link.target?.string ?? link.destination, display: link.text, part: link.fragment,
            isEmbed: link.kind == Link.Kind.embed.rawValue || link.kind == Link.Kind.image.rawValue, source: source)))
    }
    written = found
    return found[page] ?? []
  }
}
