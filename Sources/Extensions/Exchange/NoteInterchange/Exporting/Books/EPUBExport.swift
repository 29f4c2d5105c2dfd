import CivilCalendar
import NoteModel
import Synchronization
import Wording

extension ExportFormat {
  static let epub = ExportFormat("epub", isText: false, content: .rendered) { EPUBExporter($0) }
}

private struct EPUBExporter: NoteExporter {
  private let options: ExportOptions
  private let pages: [NotePath: String]
  private var zip = ZipWriter()
  private var items: [(id: String, name: String, type: String, properties: String)] = []
  private var pictures: [NotePath: String] = [:]

  init(_ options: ExportOptions) {
    self.options = options
    pages = Dictionary(
      options.contents.enumerated().map { ($0.element.path, "note\($0.offset + 1).xhtml") },
      uniquingKeysWith: { first, _ in first })
  }

  mutating func start() -> [UInt8] {
    let container = """
      <?xml version="1.0" encoding="UTF-8"?>
      <container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
      <rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
      </container>

      """
    // Readers look for the type in the first bytes of the file.
    return zip.entry("mimetype", Array("application/epub+zip".utf8))
      + zip.entry("META-INF/container.xml", Array(container.utf8))
      + zip.entry("EPUB/style.css", Array(BookText.style.utf8))
  }

  mutating func bytes(of note: ExportedNote) -> [UInt8] {
    guard let page = pages[note.note.path] else { return [] }
    let (pages, options) = (pages, options)
    let met = Mutex<[(path: NotePath, name: String, type: String, bytes: [UInt8])]>([])
    let known = pictures
    let html = options.body(note, { pages[$0] }) { path in
      if let name = known[path] { return name }
      return met.withLock { met in
        if let same = met.first(where: { $0.path == path }) { return same.name }
        guard let picture = options.picture(path) else { return nil }
        let type = picture.mediaType
        let ending = type.split(separator: "/").last.map { $0.prefix { $0 != "+" } } ?? "bin"
        let name = "picture\(known.count + met.count + 1).\(ending)"
        met.append((path, name, type, picture.bytes))
        return name
      }
    }
    var bytes: [UInt8] = []
    for picture in met.withLock(\.self) {
      pictures[picture.path] = picture.name
      items.append(("i\(items.count + 1)", picture.name, picture.type, ""))
      bytes += zip.entry("EPUB/" + picture.name, picture.bytes)
    }
    let text = self.page(note, html)
    let properties = text.contains("<math ") ? " properties=\"mathml\"" : ""
    items.append(("i\(items.count + 1)", page, "application/xhtml+xml", properties))
    return bytes + zip.entry("EPUB/" + page, Array(text.utf8))
  }

  private func page(_ note: ExportedNote, _ html: [UInt8]) -> String {
    let title = BookText.escaped(note.note.title)
    return document(
      title, "<section>\n<h1>\(title)</h1>\n" + XHTMLWriter.text(of: HTMLTreeBuilder.nodes(of: html)) + "</section>")
  }

  private func document(_ title: String, _ body: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE html>
    <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="\(options.language.rawValue)" xml:lang="\(options.language.rawValue)">
    <head><title>\(title)</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
    <body>
    \(body)
    </body>
    </html>

    """
  }

  mutating func end() -> [UInt8] {
    let list = options.contents.compactMap { path, title in
      pages[path].map { "<li><a href=\"\($0)\">\(BookText.escaped(title))</a></li>\n" }
    }.joined()
    let title = BookText.escaped(options.title)
    let navigation = document(title, "<nav epub:type=\"toc\" id=\"toc\"><h1>\(title)</h1>\n<ol>\n\(list)</ol></nav>")
    return zip.entry("EPUB/nav.xhtml", Array(navigation.utf8))
      + zip.entry("EPUB/package.opf", Array(package.utf8)) + zip.end()
  }

  private var package: String {
    let manifest = items.map {
      "<item id=\"\($0.id)\" href=\"\($0.name)\" media-type=\"\($0.type)\"\($0.properties)/>\n"
    }.joined()
    let spine = items.filter { $0.type == "application/xhtml+xml" }.map { "<itemref idref=\"\($0.id)\"/>\n" }.joined()
    let moment = CivilMoment(secondsSinceEpoch: options.now.secondsSinceEpoch(), utcOffsetSeconds: 0)
    let identity = options.contents.map(\.path.string).joined(separator: "\n") + options.title
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="\(options.language.rawValue)">
      <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
      <dc:identifier id="id">urn:uuid:\(TaskRecord.uuid(of: identity))</dc:identifier>
      <dc:title>\(BookText.escaped(options.title))</dc:title>
      <dc:language>\(options.language.rawValue)</dc:language>
      <meta property="dcterms:modified">\(moment?.description ?? "1970-01-01T00:00:00Z")</meta>
      </metadata>
      <manifest>
      <item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
      <item id="style" href="style.css" media-type="text/css"/>
      \(manifest)</manifest>
      <spine>
      \(spine)</spine>
      </package>

      """
  }
}

/// A zip file that grows at its end: stored entries without compression, which every reader takes (APPNOTE 4.3).
struct ZipWriter {
  private struct Entry {
    let name: [UInt8]
    let checksum: UInt32
    let size: Int
    let offset: Int
  }

  private var entries: [Entry] = []
  private var offset = 0

  /// Returns the bytes of an entry, to be appended.
  mutating func entry(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    let entry = Entry(name: Array(name.utf8), checksum: CRC32.checksum(bytes), size: bytes.count, offset: offset)
    entries.append(entry)
    var head = Self.number(0x0403_4B50, 4) + Self.number(20, 2)
    head += Self.shared(entry) + Self.number(entry.name.count, 2) + Self.number(0, 2) + entry.name
    offset += head.count + bytes.count
    return head + bytes
  }

  /// Returns the directory that ends the file.
  mutating func end() -> [UInt8] {
    var directory: [UInt8] = []
    for entry in entries {
      directory += Self.number(0x0201_4B50, 4) + Self.number(20, 2) + Self.number(20, 2)
      directory += Self.shared(entry) + Self.number(entry.name.count, 2)
      directory += Self.number(0, 12) + Self.number(entry.offset, 4) + entry.name
    }
    return directory + Self.number(0x0605_4B50, 4) + Self.number(0, 4)
      + Self.number(entries.count, 2) + Self.number(entries.count, 2)
      + Self.number(directory.count, 4) + Self.number(offset, 4) + Self.number(0, 2)
  }

  /// Returns the common part of an entry's headers: UTF-8 names, no compression, 1980-01-01, checksum and sizes.
  private static func shared(_ entry: Entry) -> [UInt8] {
    number(0x0800, 2) + number(0, 2) + number(0, 2) + number(0x21, 2)
      + number(Int(entry.checksum), 4) + number(entry.size, 4) + number(entry.size, 4)
  }

  /// Writes a number in `count` bytes, little-endian.
  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> ($0 * 8)) : 0 }
  }
}

/// The checksum of zip files (polynomial EDB88320).
enum CRC32 {
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var value: UInt32 = 0xFFFF_FFFF
    for byte in bytes { value = value >> 8 ^ table[Int((value ^ UInt32(byte)) & 0xFF)] }
    return ~value
  }

  private static let table: [UInt32] = (0..<256).map { number in
    var value = UInt32(number)
    for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    return value
  }
}
