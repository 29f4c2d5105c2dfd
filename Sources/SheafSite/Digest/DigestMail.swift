import ByteBasics
package import CivilCalendar

/// A mail with the same words twice, as text and as HTML (RFC 5322, 2045, 2047).
package struct DigestMail {
  private let subject: String
  private let text: String
  private let html: [UInt8]
  private let now: CivilMoment
  private let sender: String
  private let recipient: String?

  /// `now` is the mail's date. `sender` and `recipient` are addresses, perhaps with a name before `<…>`.
  package init(
    subject: String, text: String, html: [UInt8], now: CivilMoment, sender: String,
    recipient: String?
  ) {
    self.subject = subject
    self.text = text
    self.html = html
    self.now = now
    self.sender = sender
    self.recipient = recipient
  }

  /// The whole message, lines ending as mail wants them.
  package var message: String {
    let boundary = "=_sheaf_" + identifier
    var lines = [
      "From: " + MailHeader.address(sender),
      "Date: " + MailHeader.date(now),
      "Subject: " + MailHeader.encoded(subject, offset: 9),
      "Message-ID: <\(identifier)@sheaf.invalid>",
      "MIME-Version: 1.0",
      // Mail programs open it as a draft that is ready to be sent.
      "X-Unsent: 1",
      "Content-Type: multipart/alternative;\n boundary=\"\(boundary)\"",
      "",
    ]
    if let recipient { lines.insert("To: " + MailHeader.address(recipient), at: 1) }
    for (type, bytes) in [("plain", Array(text.utf8)), ("html", html)] {
      lines += [
        "--" + boundary, "Content-Type: text/\(type); charset=utf-8",
        "Content-Transfer-Encoding: base64", "", Base64.lines(bytes),
      ]
    }
    lines.append("--\(boundary)--\n")
    return lines.joined(separator: "\n").replacing("\r\n", with: "\n")
      .replacing("\n", with: "\r\n")
  }

  /// The same for the same mail.
  private var identifier: String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in html { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16) + "." + String(now.secondsSinceEpoch(), radix: 16)
  }
}

/// The values of a mail's headers.
enum MailHeader {
  /// A text as encoded words where it is more than ASCII, folded at 75 columns.
  ///
  /// - Parameter offset: Columns that are before it on its line.
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

  /// `이름 <a@b.c>` with its name encoded.
  static func address(_ text: String) -> String {
    guard let open = text.lastIndex(of: "<") else { return text.filter { !$0.isNewline } }
    let name = text[..<open].split(separator: " ").joined(separator: " ")
    let place = text[open...].filter { !$0.isNewline }
    let encodedName = encoded(name, offset: 6)
    let isPlain = encodedName == name
    return (isPlain ? "\"" + name.filter { $0 != "\"" } + "\"" : encodedName) + " " + place
  }

  /// `Sat, 21 Nov 2026 10:00:00 +0900`.
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
    let zone =
      (offset < 0 ? "-" : "+") + padded(minutes / 60, to: 2) + padded(minutes % 60, to: 2)
    return "\(names.weekday), \(day) \(names.month) "
      + "\(padded(year, to: 4)) \(clock.joined(separator: ":")) \(zone)"
  }
}
