import NoteModel
import NoteSyntax
import SafeHTML

/// The parts of a note that a list shows besides its title.
struct NoteExtract {
  /// The first words on one line.
  let text: String
  /// The address and the size of the first picture that the site itself has.
  let picture: (address: String, size: ImageSize?)?
  let mood: String?
  let weather: String?
}

extension NoteRenderer {
  /// Returns the beginning of a note.
  ///
  /// - Parameters:
  ///   - place: The note.
  ///   - page: The page that shows it.
  ///   - limit: Characters of the text.
  /// - Returns: nil for a note that cannot be read.
  func extract(of place: Int, for page: String, letters limit: Int = 140) -> NoteExtract? {
    let path = site.notes[place].path
    guard let bytes = read(path) else { return nil }
    let note = Note(Document(parsing: path.isCanvas ? [] : bytes), at: path)
    guard let body = body(of: place, for: page) else { return nil }
    func field(_ key: String) -> String? { note.fields.first { $0.key == key }?.text }
    return NoteExtract(
      text: PlainText.excerpt(of: body.html, letters: limit), picture: Self.picture(in: body.html),
      mood: field("mood"), weather: field("weather"))
  }

  private static func picture(in html: [UInt8]) -> (address: String, size: ImageSize?)? {
    var tokenizer = HTMLTokenizer(html)
    while let token = tokenizer.next() {
      guard case .start(let tag) = token, tag.element == .img,
        let address = LinkTag.value(of: .src, in: tag, html), LinkTag.isRelative(address)
      else { continue }
      func number(_ name: HTMLAttributeName) -> Int? {
        LinkTag.value(of: name, in: tag, html).flatMap { Int($0) }
      }
      guard let width = number(.width), let height = number(.height) else { return (address, nil) }
      return (address, ImageSize(width: width, height: height))
    }
    return nil
  }
}

extension NoteExtract {
  /// The values for templates: `excerpt`, and `picture` with `address` and `size`.
  var values: [String: Any] {
    var values: [String: Any] = [:]
    if !text.isEmpty { values["excerpt"] = text }
    if let picture {
      var image: [String: Any] = ["address": picture.address]
      if let size = picture.size { image["size"] = ["width": size.width, "height": size.height] }
      values["picture"] = image
    }
    let state = [mood, weather].compactMap(\.self).filter { !$0.isEmpty }
    if !state.isEmpty { values["mood"] = state.joined(separator: " · ") }
    return values
  }
}
