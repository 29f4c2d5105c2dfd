import ByteBasics
package import CivilCalendar
import NoteModel
package import Wording

/// The pages of an archive of digests that are about all of them: the list, and the feed.
package struct DigestArchivePages {
  /// One digest of the archive.
  package struct Entry: Sendable {
    package let file: String
    package let title: String
    package let counts: String
    /// The last of its days that has come.
    package let day: Day

    package init(file: String, title: String, counts: String, day: Day) {
      self.file = file
      self.title = title
      self.counts = counts
      self.day = day
    }
  }

  private let title: String
  private let entries: [Entry]
  private let language: Language
  private let zone: LocalZone
  /// The address of the archive, with a slash at the end, for links that a reader elsewhere follows.
  private let address: String?
  /// The words of a page, as HTML.
  private let content: (String) -> String?

  private static let feedCount = 20

  /// - Parameters:
  ///   - title: The title of the whole archive.
  ///   - entries: The entries, from the earliest.
  ///   - language: The language of the pages.
  ///   - zone: The time zone that a day begins by.
  ///   - address: The address of the archive; nil if it is known nowhere.
  ///   - content: The words of a page by its file.
  package init(
    _ title: String, _ entries: [Entry], _ language: Language, zone: LocalZone, at address: String? = nil,
    content: @escaping (String) -> String? = { _ in nil }
  ) {
    self.address = address
    self.content = content
    self.title = title
    self.entries = entries.reversed()
    self.language = language
    self.zone = zone
  }

  package func list(_ theme: DigestTheme) -> [UInt8] {
    let years = Dictionary(grouping: entries, by: \.day.year).sorted { $0.key > $1.key }
    let count = entries.count
    return theme.archive([
      "language": language.rawValue, "title": title,
      "counts": Message(counted(count, "digest"), ko: "요약 \(count)개").text(in: language),
      "feed": Message("Feed", ko: "피드").text(in: language),
      "years": years.map { year, entries in
        [
          "year": language == .korean ? "\(year)년" : String(year),
          "items": entries.map { ["href": $0.file, "title": $0.title, "counts": $0.counts] },
        ] as [String: Any]
      },
    ])
  }

  /// Atom (RFC 4287).
  package var feed: [UInt8] {
    func moment(_ day: Day) -> String { zone.moment(on: day, at: .midnight).description }
    let name = "urn:sheaf:digest:" + SiteAddress.ascii(SiteAddress.escaped(title))
    let updated = entries.first.map { moment($0.day) } ?? "1970-01-01T00:00:00Z"
    let place = { (file: String) in escapedXML((address ?? "") + file) }
    let items = entries.prefix(Self.feedCount).map { entry in
      let text = content(entry.file).map { "<content type=\"html\">\(escapedXML($0))</content>\n" } ?? ""
      return """
        <entry>
        <title>\(escapedXML(entry.title))</title>
        <id>\(escapedXML(name + ":" + entry.file))</id>
        <link href="\(place(entry.file))"/>
        <updated>\(moment(entry.day))</updated>
        <summary>\(escapedXML(entry.counts))</summary>
        \(text)</entry>

        """
    }
    let text = """
      <?xml version="1.0" encoding="utf-8"?>
      <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="\(language.rawValue)">
      <title>\(escapedXML(title))</title>
      <id>\(escapedXML(name))</id>
      <link href="\(place("index.html"))"/>
      <link rel="self" type="application/atom+xml" href="\(place("feed.xml"))"/>
      <updated>\(updated)</updated>
      <author><name>\(escapedXML(title))</name></author>
      <generator>Sheaf</generator>
      \(items.joined())</feed>

      """
    return Array(text.utf8)
  }
}
