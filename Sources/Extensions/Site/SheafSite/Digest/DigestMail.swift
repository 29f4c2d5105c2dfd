import ByteBasics
import CivilCalendar

/// A mail with the same words twice, as text and as HTML (RFC 5322, 2045, 2047).
package struct DigestMail {
  let subject: String
  let text: String
  let html: [UInt8]
  /// The mail's date.
  let now: CivilMoment
  /// The address of the sender, perhaps with a name before `<…>`. The recipient has the same form.
  let sender: String
  let recipient: String?
  /// The mailing list, by which people can sort their mail.
  var list: String?
  /// True for a file that a mail program opens to be sent.
  var isDraft = true

  /// The whole message, with the line ends of mail.
  package var message: String {
    let boundary = "=_sheaf_" + identifier
    var lines = [
      "From: " + MailHeader.address(sender),
      "Date: " + MailHeader.date(now),
      "Subject: " + MailHeader.encoded(subject, offset: 9),
      "Message-ID: <\(identifier)@sheaf.invalid>",
      "MIME-Version: 1.0",
      "Content-Type: multipart/alternative;\n boundary=\"\(boundary)\"",
      "",
    ]
    if let list { lines.insert("List-Id: " + MailHeader.address(list), at: 3) }
    // Mail programs open the file as a draft that is ready to be sent.
    if isDraft { lines.insert("X-Unsent: 1", at: 5) }
    if let recipient { lines.insert("To: " + MailHeader.address(recipient), at: 1) }
    lines += ["--" + boundary] + Self.part("text/plain; charset=utf-8", Array(text.utf8))
    lines += ["--" + boundary] + page(boundary: "=_sheaf_page_" + identifier)
    lines.append("--\(boundary)--\n")
    return lines.joined(separator: "\n").replacing("\r\n", with: "\n").replacing("\n", with: "\r\n")
  }

  /// Returns the page and its pictures as parts, because mail programs show no picture from a `data:` address.
  private func page(boundary: String) -> [String] {
    let (html, pictures) = MailPictures.detached(from: html, identifier: identifier)
    let page = Self.part("text/html; charset=utf-8", html)
    guard !pictures.isEmpty else { return page }
    var lines = [
      "Content-Type: multipart/related; type=\"text/html\";\n boundary=\"\(boundary)\"", "",
      "--" + boundary,
    ]
    lines += page
    for picture in pictures {
      lines += ["--" + boundary, "Content-ID: <\(picture.identifier)>"]
      lines += ["Content-Disposition: inline; filename=\"\(picture.fileName)\""]
      lines += Self.head(picture.mediaType) + [Base64.lines(picture.bytes)]
    }
    return lines + ["--\(boundary)--"]
  }

  private static func part(_ type: String, _ bytes: [UInt8]) -> [String] {
    head(type) + [Base64.lines(bytes)]
  }

  private static func head(_ type: String) -> [String] {
    ["Content-Type: " + type, "Content-Transfer-Encoding: base64", ""]
  }

  /// The identifier of the mail: equal mails have equal identifiers.
  private var identifier: String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in html { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16) + "." + String(now.secondsSinceEpoch(), radix: 16)
  }
}

/// The pictures of a page as parts of a mail.
enum MailPictures {
  struct Picture {
    let identifier: String
    let fileName: String
    let mediaType: String
    let bytes: [UInt8]
  }

  /// Moves the pictures from `data:` addresses into parts. A picture that occurs twice becomes one part.
  static func detached(from html: [UInt8], identifier: String) -> (html: [UInt8], pictures: [Picture]) {
    let start = ByteSearch(Array("src=\"data:image/".utf8))
    var pictures: [Picture] = []
    var names: [ArraySlice<UInt8>: String] = [:]
    var result: [UInt8] = []
    var place = 0
    while let found = start?.place(in: html, from: place),
      let end = html[(found + 5)...].firstIndex(of: UInt8(ascii: "\""))
    {
      let address = html[(found + 5)..<end]
      result += html[place..<found]
      place = end
      if names[address] == nil, let picture = picture(address, pictures.count + 1, identifier) {
        pictures.append(picture)
        names[address] = picture.identifier
      }
      result += "src=\"".utf8
      result += names[address].map { Array("cid:\($0)".utf8) } ?? []
    }
    return (result + html[place...], pictures)
  }

  /// Returns a picture of a mail from an address such as `data:image/png;base64,…`.
  private static func picture(_ address: ArraySlice<UInt8>, _ number: Int, _ identifier: String) -> Picture? {
    guard let comma = address.firstIndex(of: UInt8(ascii: ",")),
      let bytes = Base64.bytes(address[(comma + 1)...])
    else { return nil }
    let head = String(decoding: address[..<comma], as: UTF8.self)
    let mediaType = String(head.dropFirst("data:".count).prefix { $0 != ";" })
    let ending = mediaType.split(separator: "/").last.map(String.init) ?? "png"
    return Picture(
      identifier: "picture\(number).\(identifier)@sheaf.invalid",
      fileName: "picture-\(number).\(ending == "jpeg" ? "jpg" : ending)", mediaType: mediaType, bytes: bytes)
  }
}

/// The values of a mail's headers.
enum MailHeader {
  /// Returns a text as encoded words, folded at 75 columns. A short ASCII text is returned unchanged.
  ///
  /// - Parameter offset: The columns before the text on its line.
  static func encoded(_ text: String, offset: Int) -> String {
    let clean = String(text.map { $0.isNewline ? " " : $0 })
    guard clean.utf8.contains(where: { $0 >= 0x80 || $0 < 0x20 }) || clean.utf8.count > 60 else {
      return clean
    }
    var words: [String] = []
    var piece = ""
    // 12 columns are `=?UTF-8?B??=`, the rest contains four characters for three bytes.
    var room = (75 - 12 - offset) / 4 * 3
    for character in clean {
      if piece.utf8.count + character.utf8.count > room, !piece.isEmpty {
        words.append("=?UTF-8?B?\(Base64.text(Array(piece.utf8)))?=")
        piece = ""
        room = 45
      }
      piece.append(character)
    }
    words.append("=?UTF-8?B?\(Base64.text(Array(piece.utf8)))?=")
    return words.joined(separator: "\n ")
  }

  /// Returns `이름 <a@b.c>` with the name encoded.
  static func address(_ text: String) -> String {
    guard let open = text.lastIndex(of: "<") else { return text.filter { !$0.isNewline } }
    let name = text[..<open].split(separator: " ").joined(separator: " ")
    let place = text[open...].filter { !$0.isNewline }
    let encodedName = encoded(name, offset: 6)
    let isPlain = encodedName == name
    return (isPlain ? "\"" + name.filter { $0 != "\"" } + "\"" : encodedName) + " " + place
  }

  /// Returns `Sat, 21 Nov 2026 10:00:00 +0900`.
  static func date(_ moment: CivilMoment) -> String {
    let (year, month, day) = moment.day.components
    let names = (
      weekday: CalendarNames.shortWeekday(moment.day.weekday, in: .english),
      month: CalendarNames.shortMonth(month, in: .english)
    )
    let time = moment.time
    let clock = [time.hour, time.minute, time.second].map { padded($0, to: 2) }
    let offset = moment.utcOffsetSeconds ?? 0
    let minutes = abs(offset) / 60
    let zone = (offset < 0 ? "-" : "+") + padded(minutes / 60, to: 2) + padded(minutes % 60, to: 2)
    return "\(names.weekday), \(day) \(names.month) "
      + "\(padded(year, to: 4)) \(clock.joined(separator: ":")) \(zone)"
  }
}
